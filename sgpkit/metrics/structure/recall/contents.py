"""The things in a drawing that captions name: colours, words, shapes, links between labelled things.

They are read from the scene after compiling: for TikZ, the page's words and outlines; for Graphviz, the nodes and edges
of `dot`'s layout. Parts of the program that are not drawn or not visible do not count.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from sgpkit.graphics import formats, gate, guard, scene, svg
from sgpkit.graphics.compiled import Converted, Word, read_each
from sgpkit.graphics.geometry import IDENTITY, Affine, Point
from sgpkit.graphics.scene.removal import MAX_UNSEEN
from sgpkit.graphics.svg import paint, style, values
from sgpkit.graphics.svg.outline import Box
from sgpkit.graphics.svg.paint import Color, Reference
from sgpkit.metrics.structure.recall import graph_edges, lettering, markers, veils
from sgpkit.metrics.structure.recall import shapes as drawing_shapes
from sgpkit.metrics.structure.recall.graph_edges import Link
from sgpkit.metrics.structure.recall.shapes import Figure
from sgpkit.status import Rejected, Status

LIMITS = guard.Limits(elements=20_000, points=200_000)
WHITE = 255 - MAX_UNSEEN - 1
"""Channels above this look like white paper."""

HAIRLINE, POINTS = 0.0006, 0.09
"""Minimum width of visible strokes: as a share of the page's longer side, and in points for TikZ and Graphviz,
whose pages are cropped to their content (TikZ's `ultra thin` is 0.1 points).
"""

LETTERS, SMALLEST_LETTERS = 0.004, 2.0
"""Smaller letters cannot be read: a share of the page's longer side, and in compiled languages, whose pages are as
large as their content, twice that share if it is less than this number of points."""

ADVANCE = 0.55
"""Approximate width of a letter, relative to the font size."""

BASELINES = {"middle": 0.25, "central": 0.28, "hanging": 0.75, "text-before-edge": 0.75, "text-after-edge": -0.2}
"""Distance of the baseline below the text's position, relative to the font size, by `dominant-baseline`."""

_STYLED = re.compile(r"(?:stop-color|fill|stroke)\s*:\s*([^;]+)")


NO_PAGE = Box(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Contents:
    """The contents of a drawing. `links` is None if edges are only lines, which are among the `figures`."""

    colors: frozenset[tuple[int, int, int]]
    words: tuple[Word, ...]
    figures: tuple[Figure, ...]
    counts: Mapping[str, int] = field(default_factory=Counter)
    links: tuple[Link, ...] | None = None
    heads: tuple[Figure, ...] = ()
    """The heads of arrows, which are not among the figures."""
    page: Box = NO_PAGE
    gradients: Mapping[str, tuple[tuple[int, int, int], ...]] = field(default_factory=dict)
    """The colours of each gradient in use."""
    veils: int = 0
    """The number of translucent areas over the whole page, which are not among the figures."""

    @property
    def is_empty(self) -> bool:
        """True if nothing is drawn."""
        return not self.figures and not self.words and not self.counts and not self.colors


def read_many(codes: Sequence[str], format: str, workers: int | None = None) -> list[Contents | Rejected]:
    """Return the contents of each program, in their order; TikZ and Graphviz are compiled in parallel."""
    outcomes = formats.get(format).convert_many(codes, workers)
    return read_each(outcomes, partial(from_converted, format=format), workers)


def read(code: str, format: str = "svg") -> Contents:
    """Return the contents of one program; raise Rejected if it cannot be drawn."""
    (outcome,) = read_many([code], format)
    if isinstance(outcome, Rejected):
        raise outcome
    return outcome


def read_answers(
    programs: Sequence[str | Rejected], references: Sequence[object], format: str
) -> list[Contents | Rejected]:
    """Return the contents of programs, which may have the same refused constructs as the program under `code` in
    their row.
    """
    contents = iter(read_many([code for code in programs if isinstance(code, str)], format))
    return [
        code if isinstance(code, Rejected) else _allowed(next(contents), code, reference, format)
        for code, reference in zip(programs, references, strict=True)
    ]


def _allowed(outcome: Contents | Rejected, code: str, reference: object, format: str) -> Contents | Rejected:
    own = [reference.get("code")] if isinstance(reference, Mapping) else []
    return gate.retry(outcome, own, lambda allowed: from_converted(Converted(code), format, allowed))


def from_converted(converted: Converted, format: str, allowed: gate.Allowed = gate.NOTHING) -> Contents:
    """Return the contents of a drawing; raise Rejected if it cannot be read."""
    if converted.words:  # a page whose letters are rendered separately from its scene
        converted = replace(converted, svg=gate.text(converted.svg, LIMITS, allowed))
    bare = lettering.without_letters(converted.svg) if converted.words else converted.svg
    seen = scene.from_svg(bare, LIMITS, allowed)
    document, shapes = seen.document, tuple(veils.as_seen(seen))
    if formats.get(format).page:  # without the sheet of paper
        shapes = tuple(shape for shape in shapes if shape.order or shape.kind != "polygon")
    sheet = page(document)
    shapes = tuple(without_hairlines(shapes, HAIRLINE * drawing_shapes.size_of(sheet) if format == "svg" else POINTS))
    least = least_letters(format, sheet)
    small = frozenset(text[0].path for text in lettered(document) if is_small(*text, least))
    shapes = tuple(shape for shape in shapes if shape.location.path not in small)
    figures, heads = map(tuple, drawing_shapes.figures(shapes))
    marked = tuple(markers.heads(seen))
    if marked:  # a short line with a head is not itself a head
        ends = {head.start for head in marked}
        lines = tuple(head for head in heads if not head.closed and not ends.isdisjoint((head.start, head.end)))
        figures, heads = (*figures, *lines), (*(head for head in heads if head not in lines), *marked)
    words = tuple(lettering.seen_words(converted, bare, sheet) if converted.words else texts(document, shapes))
    if converted.words:
        words = tuple(word for word in words if is_large(word, least))
    counts = drawing_shapes.counts(figures)
    links = None
    if format == "dot":
        visible = frozenset(shape.location.path for shape in shapes if is_shown(shape))
        marks = frozenset(shape.location.path for shape in shapes if is_edge_mark(shape))
        links, parts = graph_edges.read(document, visible, marks)
        counts += parts
    if len(words) > LIMITS.elements:
        raise Rejected(Status.TOO_LARGE, f"more than {LIMITS.elements:,} words are drawn")
    painted = frozenset(colors(shapes, document))
    if converted.words:
        painted |= lettering.colors(converted.svg, words, LIMITS)
    painters = dict(gradients(shapes, document))
    return Contents(painted, words, figures, counts, links, heads, sheet, painters, len(seen.veils))


def without_hairlines(shapes: Sequence[scene.Shape], least: float) -> Iterator[scene.Shape]:
    """Yield the shapes with strokes narrower than `least` removed, unless nothing remains of them."""
    for shape in shapes:
        if shape.stroke is None or shape.stroke_width >= least:
            yield shape
        elif shape.fill is not None:
            yield replace(shape, stroke=None)


def page(document: svg.Document) -> Box:
    """Return the part of the plane that the drawing shows."""
    width, height = svg.root_size(document.root) or (0.0, 0.0)
    view = values.view_box(document.root.attributes.get("viewBox", ""))
    left, top = (view.x, view.y) if view is not None else (0.0, 0.0)
    return Box(left, top, left + width, top + height)


def colors(shapes: Sequence[scene.Shape], document: svg.Document) -> Iterator[tuple[int, int, int]]:
    """Yield the colours of all visible shapes; for a gradient, those of its stops."""
    painted: set[tuple[str, float]] = set()
    for shape in shapes:
        for used in (shape.stroke, shape.fill):
            shown = drawing_shapes.seen(used, shape.opacity)
            if isinstance(shown, Reference):
                if (shown.identifier, shape.opacity) not in painted:
                    painted.add((shown.identifier, shape.opacity))
                    yield from (blended(stop, shape.opacity) for stop in stops(shown.identifier, document))
            elif shown is not None:
                yield shown[:3]


def gradients(
    shapes: Sequence[scene.Shape], document: svg.Document
) -> Iterator[tuple[str, tuple[tuple[int, int, int], ...]]]:
    """Yield the identifier of every gradient or pattern in use, with its colours."""
    used = {
        paint.identifier for shape in shapes for paint in (shape.stroke, shape.fill) if isinstance(paint, Reference)
    }
    for identifier in sorted(used):
        yield identifier, tuple(blended(stop, 1.0) for stop in stops(identifier, document))


def stops(identifier: str, document: svg.Document) -> Iterator[Color]:
    """Yield the colours of a gradient's stops, its own or inherited, or of a pattern's shapes."""
    visited: set[str] = set()
    while identifier not in visited and (server := document.identifiers.get(identifier)) is not None:
        visited.add(identifier)
        for element in server.subtree():
            written = [element.attributes.get(name, "") for name in ("stop-color", "fill", "stroke")]
            written += _STYLED.findall(element.attributes.get("style", ""))
            yield from (color for color in map(paint.color, written) if color is not None)
        href = server.attributes.get("href") or server.attributes.get("xlink:href", "")
        identifier = href.removeprefix("#")


def blended(color: Color, opacity: float) -> tuple[int, int, int]:
    """Return a colour as it looks on white paper."""
    alpha = min(1.0, color.alpha * opacity)
    return tuple(round(255 + (channel - 255) * alpha) for channel in color[:3])  # type: ignore[return-value]


def is_shown(shape: scene.Shape) -> bool:
    """Return whether a visible shape is recognisable; a white edge is visible only where it crosses something."""
    if "edge" not in shape.classes:
        return True
    line = drawing_shapes.seen(shape.stroke, shape.opacity)
    return shape.kind == "path" and not (isinstance(line, Color) and min(line[:3]) > WHITE)


def is_edge_mark(shape: scene.Shape) -> bool:
    """Return whether a visible shape is a text of an edge in Graphviz, or a mark at one of its ends that is not
    white.
    """
    if "edge" not in shape.classes or shape.kind != "polygon":
        return "edge" in shape.classes and shape.kind == "text"
    paints = (drawing_shapes.seen(used, shape.opacity) for used in (shape.stroke, shape.fill))
    return any(isinstance(paint, Color) and min(paint[:3]) <= WHITE for paint in paints)


class Setting(NamedTuple):
    """The size and alignment of the words of an element."""

    size: float = 16.0
    anchor: str = "start"
    baseline: str = "auto"

    def of(self, values_of: Mapping[str, str]) -> "Setting":
        """Return the setting of a child element, from its declarations."""
        size = values.length(values_of.get("font-size", ""), self.size, self.size) or self.size
        return Setting(
            size,
            values_of.get("text-anchor", self.anchor).strip(),
            values_of.get("dominant-baseline", self.baseline).strip(),
        )


def texts(document: svg.Document, shapes: Sequence[scene.Shape]) -> Iterator[Word]:
    """Yield the visible words of `text` elements at their approximate positions: one box per word, assuming letters
    of equal width.
    """
    visible = {shape.location.path: Counter(shape.text.split()) for shape in shapes if shape.kind == "text"}
    for element, matrix, setting in lettered(document):
        left = visible.get(element.path, Counter())
        for word in positioned(element, matrix, setting):
            if left[word.text] > 0:
                left[word.text] -= 1
                yield word


def lettered(document: svg.Document) -> Iterator[tuple[svg.Element, Affine, Setting]]:
    """Yield the elements with texts, their coordinates, and the setting of their words."""
    rules = style.sheet(document)
    waiting: list[tuple[svg.Element, Affine, Setting]] = [(document.root, IDENTITY, Setting())]
    while waiting:
        element, matrix, setting = waiting.pop()
        if element.tag in ("defs", "style", "title", "metadata", "desc"):
            continue
        moved = values.transform(element.attributes.get("transform", ""))
        matrix = matrix @ moved if isinstance(moved, Affine) else matrix
        setting = setting.of(style.declared(element, rules))
        if element.tag in ("text", "tspan"):
            yield element, matrix, setting
        else:
            waiting += [(child, matrix, setting) for child in reversed(element.children)]


def least_letters(format: str, sheet: Box) -> float:
    """Return the size of letters below which they cannot be read."""
    share = LETTERS * drawing_shapes.size_of(sheet)
    return share if format == "svg" else min(2 * share, SMALLEST_LETTERS)


def is_large(word: Word, least: float) -> bool:
    """Return whether the letters of a word on a compiled page are large enough, level or turned by a right angle."""
    return word.bottom - word.top >= least or word.right - word.left >= 0.5 * least * len(word.text)


def is_small(element: svg.Element, matrix: Affine, setting: Setting, least: float) -> bool:
    """Return whether some words of a text are smaller than `least`, in the element or in a part with its own size."""
    waiting = [(element, setting)]
    while waiting:
        part, own = waiting.pop()
        if part.text.strip() and own.size * matrix.scale < least:
            return True
        waiting += [(child, own.of(child.attributes)) for child in part.children]
    return False


def positioned(element: svg.Element, matrix: Affine, setting: Setting) -> Iterator[Word]:
    """Yield the words of one element; a `tspan` with a position starts a new line."""
    size = setting.size
    lines = [child for child in element.children if child.tag == "tspan" and {"x", "y", "dy"} & child.attributes.keys()]
    for line in lines or [element]:
        attributes = element.attributes | line.attributes
        x, y = (first_number(attributes.get(name, "0")) for name in ("x", "y"))
        y += BASELINES.get(setting.baseline, 0.0) * size
        text = " ".join(line.all_text().split())
        width = ADVANCE * size * len(text)
        x -= {"middle": 0.5, "end": 1.0}.get(attributes.get("text-anchor", setting.anchor), 0.0) * width
        for word in re.finditer(r"\S+", text):
            left, right = x + ADVANCE * size * word.start(), x + ADVANCE * size * word.end()
            corners = [matrix(Point(a, b)) for a in (left, right) for b in (y - 0.75 * size, y + 0.2 * size)]
            xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
            yield Word(word[0], min(xs), min(ys), max(xs), max(ys))


def first_number(text: str) -> float:
    """Return the first of a list of numbers, 0 for an empty one."""
    numbers, _, _ = values.numbers(text)
    return numbers[0] if numbers else 0.0
