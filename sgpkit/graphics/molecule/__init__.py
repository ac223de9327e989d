"""Draw molecules, and read drawings of molecules as graphs of coloured atoms.

A drawing is read as in SSVG-Bench (appendix F.2): a circle is an atom whose fill is its element, and a line is a bond
between the atoms whose centres are at its ends. What counts is the visible drawing: circles may be arcs, Bézier curves,
nodes or dots, bonds may be lines, polylines or paths, under any transform and in any colour. TikZ and EPS are compiled
first.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from sgpkit.graphics import formats, gate, guard, scene
from sgpkit.graphics.geometry import Ellipse, Point
from sgpkit.graphics.molecule import discs as molecule_discs
from sgpkit.graphics.molecule import quick_programs, quick_svg
from sgpkit.graphics.molecule.discs import Disc, Figure
from sgpkit.graphics.molecule.drawing import (
    MAX_SMILES,
    Structure,
    crowded,
    draw,
    draw_graph,
    eps_color,
    lay_out,
    structure,
)
from sgpkit.graphics.molecule.full_view import is_fully_visible
from sgpkit.graphics.molecule.graph import PALETTE, Graph, canonical, difference, same
from sgpkit.graphics.molecule.quick_svg import SimpleDrawing, Spot
from sgpkit.graphics.svg.outline import Cubic, Piece, Quadratic, Subpath, point_at, steps
from sgpkit.status import Rejected

__all__ = [
    "MAX_SMILES",
    "PALETTE",
    "Graph",
    "Reading",
    "Structure",
    "canonical",
    "crowded",
    "difference",
    "draw",
    "draw_graph",
    "eps_color",
    "from_compiled",
    "from_drawing",
    "from_scene",
    "lay_out",
    "read",
    "read_each",
    "read_many",
    "same",
    "structure",
]

ALONG = 9
"""Minimum number of positions between the ends of a bond that are sampled for visibility. A long one has a position in
each pixel of its length: it may be visible only in the gaps between other atoms."""

ACROSS = 0.4
"""Offset from the centre line, in stroke widths, of further samples, because a narrower line may be drawn on top."""

SMALLEST_LINE = 100
"""Strokes shorter than the page's side divided by this may be shorter than wide, as segments of curves are."""

TOLERANCE = 0.1
"""Maximum distance of a line's end from the centre of an atom, in units of the root; the published value."""

LIMITS = guard.Limits(elements=10_000, points=20_000)
"""Well above any real molecule, and well below sizes that make scoring slow."""

COMPILED_LIMITS = guard.Limits(elements=20_000, points=160_000)
"""Limits for compilers' output, where a circle has four Bézier curves, and an atom with a stroke is two paths."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The graph that a drawing shows, and details on what was ignored."""

    graph: Graph
    centres: tuple[Spot, ...]
    loose_ends: int
    """Number of line ends that do not touch an atom."""
    ignored_ellipses: int
    """Number of ellipses that are not circles."""
    starts: Sequence[Spot] = field(default=(), compare=False)
    ends: Sequence[Spot] = field(default=(), compare=False)
    """The ends of all straight strokes, including those that are not bonds: a line parallel to a bond shows its
    order."""
    others: int = field(default=0, compare=False)
    """Number of other visible marks than discs, strokes and texts: areas, ellipses, pictures."""


def from_drawing(code: str, format: str = "svg", tolerance: float = TOLERANCE) -> Graph:
    """Return the graph that a drawing shows. Raises Rejected if the drawing cannot be read."""
    return read(code, format, tolerance).graph


def read(code: str, format: str = "svg", tolerance: float = TOLERANCE) -> Reading:
    """Return the graph that a drawing shows, with details. Raises Rejected as `from_drawing` does."""
    (drawing,) = read_many([code], format, tolerance)
    if isinstance(drawing, Rejected):
        raise drawing
    return drawing


def read_many(
    codes: Sequence[str], format: str = "svg", tolerance: float = TOLERANCE, workers: int | None = None
) -> list[Reading | Rejected]:
    """Return the readings or rejections of many drawings, in order."""
    return list(read_each(codes, format, tolerance, workers))


def read_each(
    codes: Sequence[str], format: str = "svg", tolerance: float = TOLERANCE, workers: int | None = None
) -> Iterator[Reading | Rejected]:
    """Yield the readings or rejections of many drawings, in order. All programs are compiled before the first result,
    equal ones once."""
    language = formats.get(format)
    if not tolerance > 0:
        raise ValueError(f"tolerance {tolerance!r}: expected a length above 0, in units of the drawing's root")
    if language.convert is None:
        for code in codes:
            yield _quick(code, format, tolerance) or _general(code, format, tolerance)
        return
    quick = [_quick(code, format, tolerance) for code in codes]
    waiting = [code for code, plain_drawing in zip(codes, quick, strict=True) if plain_drawing is None]
    converted = iter(language.convert_many(waiting, workers))
    for plain_drawing in quick:
        if plain_drawing is None:
            drawing = next(converted)
            yield drawing if isinstance(drawing, Rejected) else _general(drawing.svg, format, tolerance)
        else:
            yield plain_drawing


_PLAIN = {"svg": quick_svg.read, "tikz": quick_programs.tikz, "eps": quick_programs.eps}


def _quick(code: str, format: str, tolerance: float) -> Reading | None:
    """Return the reading of a simple drawing, or None for other drawings and if lines end on the outlines of discs."""
    plain = _PLAIN[format](code) if format in _PLAIN else None
    if plain is None or not is_fully_visible(plain):
        return None
    drawing = _from_simple(plain, tolerance)
    return None if drawing.loose_ends else drawing


def _general(code: str, format: str, tolerance: float) -> Reading | Rejected:
    try:
        if formats.get(format).convert is None:
            return from_svg(code, tolerance)
        return from_compiled(code, tolerance)
    except Rejected as rejected:
        return rejected


def from_svg(code: str, tolerance: float = TOLERANCE, allowed: gate.Allowed = gate.NOTHING) -> Reading:
    """Return the reading of an SVG drawing. Raises Rejected."""
    return from_scene(scene.from_svg(code, LIMITS, allowed), tolerance)


def from_compiled(code: str, tolerance: float = TOLERANCE) -> Reading:
    """Return the reading of an SVG made by `tex.to_svg` or `eps.to_svg`.

    Texts are outlines there, and are ignored as in SVG, so that the dot of an i is not an atom.
    """
    return from_scene(scene.from_svg(code, COMPILED_LIMITS), tolerance)


def from_scene(drawn: scene.Scene, tolerance: float = TOLERANCE) -> Reading:
    """Return the reading of a drawing from its visible shapes."""
    shapes = [shape for shape in drawn.clear if "glyph" not in shape.classes]
    figures = [figure for shape in shapes for figure in molecule_discs.figures(shape)]
    discs = molecule_discs.visible_discs(figures)
    centres = tuple(disc.circle.centre for disc in discs)
    lines = [
        figure
        for figure in figures
        if figure.round is None and figure.subpath.pieces and figure.is_stroked and not figure.is_dot
    ]
    walks = [_vertices(line.subpath) for line in lines]
    bonds: set[tuple[int, int]] = set()
    loose_ends = 0
    nearest = _nearest([point for walk in walks for point in walk], centres, tolerance)
    aim = _Aim(discs, tolerance)
    start = 0
    strokes: list[tuple[Figure, list[tuple[Point, Point]]]] = []
    for line, walk in zip(lines, walks, strict=True):
        matched = nearest[start : start + len(walk)]
        start += len(walk)
        if not line.subpath.closed:
            if matched[0] is None:
                matched[0] = aim.at_start(line)
            if matched[-1] is None:
                matched[-1] = aim.at_end(line)
            loose_ends += (matched[0] is None) + (matched[-1] is None)
        visible = [is_line(drawn, line.shape, *step) for step in steps(line.subpath)]
        visible += [True] * (len(walk) - 1 - len(visible))  # the closing line
        strokes.append((line, [ends for ends, shows in zip(pairwise(walk), visible, strict=True) if shows]))
        last: int | None = None
        for vertex, atom in enumerate(matched):
            if vertex and not visible[vertex - 1]:
                last = None
            if atom is not None:  # bends without an atom are skipped
                if last is not None and last != atom:
                    bonds.add((last, atom))
                last = atom
    straight = list(_strokes(strokes))
    return Reading(
        graph=Graph(tuple(disc.color for disc in discs), tuple(bonds)),
        centres=centres,
        loose_ends=loose_ends,
        ignored_ellipses=sum(isinstance(figure.round, Ellipse) for figure in figures),
        starts=[start for start, _ in straight],
        ends=[end for _, end in straight],
        others=sum(_is_other(figure) for figure in figures) + sum(shape.kind == "image" for shape in shapes),
    )


def _is_other(figure: Figure) -> bool:
    """Return whether a figure is an area or an ellipse; one without fill and stroke is a picture's frame."""
    if figure.round is None:
        return figure.shape.fill is not None and not figure.is_stroked and not figure.is_dot
    return isinstance(figure.round, Ellipse)


def is_line(drawn: scene.Scene, shape: scene.Shape, start: Point, piece: Piece) -> bool:
    """Return whether a stroke is recognisable as a line: visible somewhere, and longer than wide unless it is a small
    segment of a curve."""
    length = start.distance(piece.end)
    if max(drawn.width, drawn.height) / SMALLEST_LINE < length <= shape.stroke_width:
        return False
    across = (piece.end - start) * (ACROSS * shape.stroke_width / length) if length else Point(0.0, 0.0)
    aside = Point(-across.y, across.x)
    count = max(ALONG, math.ceil(min(length * drawn.scale, 2 * scene.SIDE)))
    points = [point_at(start, piece, number / (count + 1)) for number in range(1, count + 1)]
    return drawn.visible_share(shape, [point + aside * side for point in points for side in (-1, 0, 1)]) > 0


def _from_simple(plain: SimpleDrawing, tolerance: float) -> Reading:
    nearest = _nearest(plain.starts + plain.ends, plain.centres, tolerance)
    lines = zip(nearest, nearest[len(plain.starts) :], strict=False)
    bonds = tuple([(a, b) for a, b in lines if a is not None and b is not None and a != b])
    colors = tuple(map(molecule_discs.color_of_hex, plain.fills))
    return Reading(Graph(colors, bonds), tuple(plain.centres), nearest.count(None), 0, plain.starts, plain.ends)


class _Aim:
    """Finds the disc on whose outline a line ends while pointing at its centre.

    TikZ draws `(a) -- (b)` between round nodes like this, which looks the same as a line between the centres. The line
    may end half a stroke width before the outline, since nodes keep that distance.
    """

    def __init__(self, discs: Sequence[Disc], tolerance: float) -> None:
        self.centres = np.array([disc.circle.centre for disc in discs]).reshape(-1, 2)
        self.reaches = np.array([disc.reach for disc in discs])
        self.tolerance = tolerance

    def at_start(self, line: Figure) -> int | None:
        piece = line.subpath.pieces[0]
        toward = (
            piece.first if isinstance(piece, Cubic) else piece.control if isinstance(piece, Quadratic) else piece.end
        )
        return self._disc(line.subpath.start, line.subpath.start - toward, line)

    def at_end(self, line: Figure) -> int | None:
        pieces = line.subpath.pieces
        before = pieces[-2].end if len(pieces) > 1 else line.subpath.start
        return self._disc(pieces[-1].end, pieces[-1].end - _last_stop(before, pieces[-1]), line)

    def _disc(self, end: Point, heading: Point, line: Figure) -> int | None:
        length = heading.distance(Point(0.0, 0.0))
        if not len(self.centres) or not length:
            return None
        off = self.centres - end
        ahead = (off @ heading) / length
        beside = np.abs(off[:, 0] * heading.y - off[:, 1] * heading.x) / length
        gap = np.hypot(*off.T) - self.reaches
        reached = (gap >= -self.tolerance) & (gap <= line.shape.stroke_width / 2 + self.tolerance)
        reached &= (ahead > 0) & (beside < self.tolerance)
        return int(np.argmin(np.where(reached, gap, np.inf))) if reached.any() else None


def _last_stop(before: Point, piece: Piece) -> Point:
    """Return the point that determines a segment's direction at its end."""
    if isinstance(piece, Cubic):
        return piece.second
    return piece.control if isinstance(piece, Quadratic) else before


def _strokes(lines: Sequence[tuple[Figure, Sequence[tuple[Point, Point]]]]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the straight strokes, each once. A stroke on a wider one of another colour splits that into two, as TikZ's
    `double` does."""
    widths: dict[tuple[Point, Point], tuple[float, object, float]] = {}
    for line, segments in lines:
        width, paint = line.shape.stroke_width, line.shape.stroke
        for ends in segments:
            below = widths.get(ends)
            inner = width if below is not None and width < below[0] and paint != below[1] else 0.0
            widths[ends] = (below[0], below[1], inner) if below is not None and inner else (width, paint, 0.0)
    for (a, b), (outer, _, inner) in widths.items():
        if inner and a != b:
            aside = Point(a.y - b.y, b.x - a.x) * ((outer + inner) / 4 / a.distance(b))
            yield a + aside, b + aside
            yield a - aside, b - aside
        else:
            yield a, b


def _vertices(subpath: Subpath) -> list[Point]:
    points = [subpath.start, *(piece.end for piece in subpath.pieces)]
    if subpath.closed and points[-1] != points[0]:
        points.append(points[0])
    return points


def _nearest(points: Sequence[Spot], centres: Sequence[Spot], tolerance: float) -> list[int | None]:
    """Return the nearest centre within the tolerance for each point; nearly all match exactly."""
    exact = dict(zip(centres, range(len(centres)), strict=True))
    if len(exact) == len(centres):  # no two centres coincide
        atoms = list(map(exact.get, points))
        missed = [index for index, atom in enumerate(atoms) if atom is None]
        if missed:
            for index, atom in zip(
                missed, _strips([points[index] for index in missed], centres, tolerance), strict=True
            ):
                atoms[index] = atom
        return atoms
    return _strips(points, centres, tolerance)


def _strips(points: Sequence[Spot], centres: Sequence[Spot], tolerance: float) -> list[int | None]:
    """Return the same as `_nearest`, by distance.

    Centres are sorted by x and each point is compared with a strip of them, so that many atoms and lines are fast, and
    even coinciding atoms cost only a scan.
    """
    if not points or not centres:
        return [None] * len(points)
    spots = np.array(centres)
    order = np.argsort(spots[:, 0], kind="stable")
    spots = spots[order]
    ends = np.array(points)
    low = np.searchsorted(spots[:, 0], ends[:, 0] - tolerance, side="left")
    high = np.searchsorted(spots[:, 0], ends[:, 0] + tolerance, side="right")
    owners: list[int | None] = [None] * len(points)
    for index in np.flatnonzero(high > low):
        strip = slice(low[index], high[index])
        away = np.hypot(*(spots[strip] - ends[index]).T)
        best = int(np.argmin(away))
        if away[best] < tolerance:
            owners[index] = int(order[strip][best])
    return owners
