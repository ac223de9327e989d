"""Read the elements of geometry drawings: segments, circles, ellipses and curves, each with its class and paint.

SSVG-Bench grades drawings element by element (paper, appendix F.1.1). Only visible elements are read, independent of
how they are written: in SVG, TikZ or EPS; a line as a `line`, a side of a polygon, or a run of dashes; a circle as
arcs, Bézier curves or a fine polygon, in one path or in several. Lengths are in the drawing's units (1/72 inch in TikZ
and EPS) and y points down. Texts are read as words only.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from sgpkit.graphics import formats, gate, guard, scene
from sgpkit.graphics.compiled import Converted, read_each
from sgpkit.graphics.elements import cut, straight
from sgpkit.graphics.elements.outline import from_chain, split_outline
from sgpkit.graphics.elements.types import OUTPUT_CLASS, AnyItem, Curve, Elements, Item, is_added
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment
from sgpkit.graphics.svg.outline import Subpath, steps
from sgpkit.graphics.svg.paint import Color, Paint
from sgpkit.graphics.svg.visible import is_dot
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected, Status

__all__ = [
    "NEARLY_WHITE",
    "OUTPUT_CLASS",
    "AnyItem",
    "Curve",
    "Elements",
    "Item",
    "from_svg",
    "is_added",
    "join_lines",
    "read",
    "read_many",
]


LIMITS = guard.Limits(elements=10_000, points=50_000)
"""Well above any drawing of plane geometry, and well below sizes that make scoring slow."""

MAX_ELEMENTS = 1_000
"""Maximum number of elements of one kind, since all are compared with one another."""

MAX_POINTS = 50_000
"""Maximum number of points of all curves together."""

MAX_CHAINED = 200
"""Maximum number of open curves of one class and paint that are searched for circles drawn as several arcs."""

MAX_DISTANCE = 0.1
"""Maximum distance in units between the ends of curves that continue each other."""

MIN_VISIBLE = 0.2
"""Fraction of an element's part on the page that must be visible; lines and labels may cover the rest."""

MIN_PAGE_RATIO = 20
"""Minimum ratio of the page to the width of a stroke that is wider than long but still counts as a line."""

SAMPLES = (np.arange(24)[:, np.newaxis] + 0.5) / 24
"""Positions along a segment, as fractions, that are sampled for visibility."""

MAX_SAMPLES = 48
"""Approximate maximum number of points of a curve that are sampled for visibility."""

SHADED = 5e-3
"""Maximum distance of a shaded area's sides from the lines around it, as a fraction of the page's longer side."""

NEARLY_WHITE = 240
"""A colour whose channels are all at least this, of 255, is invisible on white paper."""

GLYPH = "glyph"
"""The class of the outlines of glyphs in a compiled drawing."""

_Figure = TypeVar("_Figure", Segment, Circle, Ellipse, Curve)


def read(code: str, format: str = "svg") -> Elements:
    """Return the elements of one drawing. Raises Rejected if it cannot be read or compiled, or is unsafe to render."""
    (elements,) = read_many([code], format)
    if isinstance(elements, Rejected):
        raise elements
    return elements


def read_many(codes: Sequence[str], format: str, workers: int | None = None) -> list[Elements | Rejected]:
    """Return the elements or rejections of many drawings, in order, processing several in parallel."""
    language = formats.get(format)
    if language.convert is None:
        return pool.map_unique(codes, from_svg, workers)
    return read_each(language.convert_many(codes, workers), _from_converted, workers)


def from_svg(code: str, allowed: gate.Allowed = gate.NOTHING) -> Elements:
    """Return the elements of an SVG drawing. Raises Rejected as `read` does."""
    return _from_scene(scene.from_svg(code, LIMITS, allowed))


def join_lines(elements: Elements, tolerance: float = 0.0) -> Elements:
    """Return the elements with touching collinear segments of one class and paint joined to lines. With a tolerance,
    also join segments end to end that stay within it of one line."""
    segments = tuple(_merge_lines(elements.segments, straight.find_unbroken))
    if tolerance:
        segments = tuple(_merge_lines(segments, lambda pieces: straight.find_chained(pieces, tolerance)))
    return replace(elements, segments=segments)


def _from_converted(converted: Converted) -> Elements:
    drawn = scene.from_svg(converted.svg, LIMITS)
    elements = _from_scene(drawn)
    elements = replace(elements, unread=(*converted.notes, *elements.unread))
    if converted.origin is None:
        return replace(elements, placed=False)
    left, bottom = converted.origin
    return elements.moved(Point(left, -bottom - drawn.height))


def _from_scene(drawn: scene.Scene) -> Elements:
    segments: dict[object, Item[Segment]] = {}
    circles: dict[object, Item[Circle]] = {}
    ellipses: dict[object, Item[Ellipse]] = {}
    curves: dict[object, Item[Curve]] = {}
    texts: list[str] = []
    images = 0
    veils = [shape for shape in drawn.veils if not _is_shading(drawn, shape)]
    beneath = sum(shape.order < veils[-1].order for shape in drawn.shapes) if veils else 0
    for shape in drawn.shapes[beneath:]:
        stroke, fill, classes = shape.stroke, shape.fill, shape.classes
        if GLYPH in classes:
            continue
        if shape.kind == "text":
            texts.append(shape.text)
        elif shape.kind == "image":
            images += 1
        for subpath in shape.outline:
            if is_dot(subpath):
                if stroke is not None and shape.line_cap == "round":
                    _add(circles, Circle(subpath.start, shape.stroke_width / 2), classes, None, stroke)
                continue
            for part in _visible_parts(drawn, shape, subpath):
                if isinstance(part, Segment):
                    _add(segments, part, classes, stroke, fill)
                elif isinstance(part, Circle):
                    _add(circles, part, classes, stroke, fill)
                elif isinstance(part, Ellipse):
                    _add(ellipses, part, classes, stroke, fill)
                else:
                    _add(curves, part, classes, stroke, fill)
        most = max(len(segments), len(circles), len(ellipses), len(curves))
        if most > MAX_ELEMENTS:
            raise Rejected(Status.TOO_LARGE, f"more than {MAX_ELEMENTS:,} lines, circles or curves")
    if sum(len(item.geometry.points) for item in curves.values()) > MAX_POINTS:
        raise Rejected(Status.TOO_LARGE, f"curves with more than {MAX_POINTS:,} points")
    for part, (_, classes, stroke, fill) in _closed_chains(curves):
        if isinstance(part, Circle):
            _add(circles, part, classes, stroke, fill)
        else:
            _add(ellipses, part, classes, stroke, fill)
    return Elements(
        tuple(_merge_lines(tuple(segments.values()), straight.find_dashed)),
        tuple(circles.values()),
        tuple(ellipses.values()),
        tuple(curves.values()),
        tuple(texts),
        (
            *((f"{images} image{'s' * (images > 1)} not read",) if images else ()),
            *(("an area over the whole page veils what is below",) if veils else ()),
        ),
        images=images,
        tints=len(veils) + sum(map(_is_tint, drawn.sheets)),
    )


def _is_tint(sheet: scene.Shape) -> bool:
    """Return whether an area behind everything is a translucent colour rather than paper."""
    paint = sheet.fill if sheet.fill is not None else sheet.stroke
    return not sheet.is_opaque and not (isinstance(paint, Color) and min(paint[:3]) >= NEARLY_WHITE)


def _is_shading(drawn: scene.Scene, area: scene.Shape) -> bool:
    """Return whether all sides of an area run along lines, so that it shades a figure as large as the page."""
    sides = [(start, piece.end) for subpath in area.outline for start, piece in steps(subpath) if start != piece.end]
    lines = [
        (start, piece.end)
        for shape in drawn.shapes
        if shape.stroke is not None and not shape.covers_page
        for subpath in shape.outline
        for start, piece in steps(subpath)
    ]
    if not sides or not lines:
        return False
    points = np.concatenate([np.array(start) + np.subtract(end, start) * SAMPLES for start, end in sides])
    near = np.full(len(points), False)
    for start, end in lines:
        along = np.subtract(end, start)
        share = ((points - start) @ along / max(float(along @ along), 1e-12)).clip(0, 1)[:, np.newaxis]
        near |= np.hypot(*(points - start - share * along).T) <= SHADED * max(drawn.width, drawn.height)
    return bool(near.all())


def _visible_parts(drawn: scene.Scene, shape: scene.Shape, subpath: Subpath) -> Iterator[cut.Primitive]:
    """Yield the parts of an outline that lie inside the page and are visible. A part that is mostly hidden is cut to
    its longest visible stretch, and is no longer part of a larger figure.
    """
    window, half = drawn.window, shape.stroke_width / 2
    page = cut.Page(window.x - half, window.y - half, window.x + window.width + half, window.y + window.height + half)
    for whole in split_outline(subpath, shape.round if len(shape.outline) == 1 else None):
        for part in cut.to_page(whole, page):
            if isinstance(part, Segment) and (_is_bar(drawn, shape, part) or _is_hidden_edge(shape, part, page)):
                continue
            points = _along(part)
            on_page = points[page.holds(points)]
            share = drawn.visible_share(shape, on_page)
            if share >= MIN_VISIBLE:
                yield part
            elif share > 0 and shape.stroke is not None:  # anything that covers an area's edge is itself an element
                seen = [drawn.visible_share(shape, point) > 0 for point in points[:, np.newaxis]]
                stretch = cut.longest_stretch(part, points, seen)
                if stretch is not None:
                    yield stretch


def _is_bar(drawn: scene.Scene, shape: scene.Shape, part: Segment) -> bool:
    """Return whether a line is wider than long, and therefore does not count as a line."""
    return part.length <= shape.stroke_width > max(drawn.width, drawn.height) / MIN_PAGE_RATIO


def _is_hidden_edge(shape: scene.Shape, part: Segment, page: cut.Page) -> bool:
    """Return whether a line is the edge of a filled area at the border of the page, where it is invisible."""
    return shape.stroke is None and page.has_on_border(part)


def _along(part: cut.Primitive) -> npt.NDArray[np.float64]:
    """Return points along an element at roughly equal distances."""
    if isinstance(part, Segment):
        points: npt.NDArray[np.float64] = np.array(part.start) + np.subtract(part.end, part.start) * SAMPLES
        return points
    if isinstance(part, Curve):
        return np.array(part.points[:: max(1, len(part.points) // MAX_SAMPLES)])
    return cut.around(part, MAX_SAMPLES)[:-1]


def _add(
    items: dict[object, Item[_Figure]], figure: _Figure, classes: tuple[str, ...], stroke: Paint, fill: Paint
) -> None:
    """Add a figure, or merge it into an equal one, because converters fill and stroke a figure separately."""
    key = (classes, _round_figure(figure))
    same = items.get(key)
    if same is None:
        items[key] = Item(figure, classes, stroke, fill)
    elif None in (same.stroke, stroke) or same.stroke == stroke:
        items[key] = same._replace(stroke=same.stroke or stroke, fill=same.fill or fill)
    else:
        items[key, stroke] = Item(figure, classes, stroke, fill)


def _round_figure(figure: Segment | Circle | Ellipse | Curve) -> object:
    if isinstance(figure, Segment):
        return tuple(sorted((_round_point(figure.start), _round_point(figure.end))))
    if isinstance(figure, Circle):
        return _round_point(figure.centre), round(figure.radius, 2)
    if isinstance(figure, Ellipse):
        centre, *rest = figure
        return _round_point(centre), *(round(value, 2) for value in rest)
    return tuple([_round_point(point) for point in figure.points])


def _round_point(point: Point) -> tuple[float, float]:
    return round(point.x, 2), round(point.y, 2)


def _merge_lines(
    items: tuple[Item[Segment], ...], lines: Callable[[Sequence[Segment]], list[straight.Group]]
) -> Iterator[Item[Segment]]:
    """Yield the items, with those of one class and paint that form a line replaced by the line, at the first one's
    position."""
    alike: dict[object, list[int]] = {}
    for index, item in enumerate(items):
        alike.setdefault((item.classes, item.stroke, item.fill if item.stroke is None else None), []).append(index)
    whole: dict[int, Item[Segment]] = {}
    dropped: set[int] = set()
    for indices in alike.values():
        for group, line in lines([items[index].geometry for index in indices]):
            whole[indices[group[0]]] = items[indices[group[0]]]._replace(geometry=line)
            dropped.update(indices[member] for member in group[1:])
    return (whole.get(index, item) for index, item in enumerate(items) if index not in dropped)


def _closed_chains(curves: dict[object, Item[Curve]]) -> Iterator[tuple[Circle | Ellipse, Item[Curve]]]:
    """Yield circles and ellipses that are drawn as several curves end to end, and remove those curves."""
    alike: dict[object, list[object]] = {}
    for key, item in curves.items():
        if not item.geometry.closed:
            alike.setdefault((item.classes, item.stroke, item.fill if item.stroke is None else None), []).append(key)
    for keys in alike.values():
        if len(keys) > MAX_CHAINED:
            continue
        for cycle in _cycles([curves[key].geometry.points for key in keys]):
            chain: list[Point] = []
            for index, forward in cycle:
                points = curves[keys[index]].geometry.points
                chain += points if forward else reversed(points)
            figure = from_chain(chain)
            if isinstance(figure, Circle | Ellipse):
                yield figure, curves[keys[cycle[0][0]]]
                for index, _ in cycle:
                    del curves[keys[index]]


def _cycles(chains: Sequence[Sequence[Point]]) -> Iterator[list[tuple[int, bool]]]:
    """Yield closed cycles of chains of points, each chain with its direction (True for forward)."""
    waiting = list(range(len(chains)))
    while len(waiting) > 1:
        cycle = [(waiting.pop(0), True)]
        begin, here = chains[cycle[0][0]][0], chains[cycle[0][0]][-1]
        while here.distance(begin) > MAX_DISTANCE:
            for index in waiting:
                if chains[index][0].distance(here) <= MAX_DISTANCE:
                    cycle.append((index, True))
                elif chains[index][-1].distance(here) <= MAX_DISTANCE:
                    cycle.append((index, False))
                else:
                    continue
                here = chains[index][-1 if cycle[-1][1] else 0]
                waiting.remove(index)
                break
            else:
                break
        if len(cycle) > 1 and here.distance(begin) <= MAX_DISTANCE:
            yield cycle
