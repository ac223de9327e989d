"""Molecules: from a structure to a drawing, and from a drawing to a graph of coloured atoms.

A drawing is read as SSVG-Bench does (its appendix F.2): a circle is an atom whose element is its fill, a line a bond
between the atoms whose centres lie at its ends. The visible drawing is read, however it was written: circles made of
arcs or Béziers, nodes and dots, bonds as lines, polylines or paths, under any transforms and colours. TikZ and EPS are
compiled first, and the result is read in the same way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from sgpkit.graphics import formats, guard, scene
from sgpkit.graphics.geometry import Ellipse, Point
from sgpkit.graphics.molecule import discs as molecule_discs
from sgpkit.graphics.molecule import plain as molecule_plain
from sgpkit.graphics.molecule import plain_programs
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
from sgpkit.graphics.molecule.graph import PALETTE, Graph, canonical, difference, same
from sgpkit.graphics.molecule.open_view import is_open
from sgpkit.graphics.molecule.plain import Plain, Spot
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

ALONG = tuple(number / 10 for number in range(1, 10))
"""Shares of a bond's length at which is looked whether it is visible; discs and letters cover the ends."""

ACROSS = 0.4
"""Stroke widths from the middle of a line at which is looked too: a narrower line may run upon it."""

SMALLEST_LINE = 100
"""Pages are this many times wider than strokes that may be shorter than they are wide, as pieces of curves are."""

TOLERANCE = 0.1
"""The largest distance of a line's end from the centre of an atom, in units of the root; the published value."""

LIMITS = guard.Limits(elements=10_000, points=20_000)
"""Far above any molecule that has a name, and far below the sizes that slow a grader down."""

COMPILED_LIMITS = guard.Limits(elements=20_000, points=160_000)
"""The same for compilers' output: each of 10,000 circles as four Bézier curves, atoms with a stroke in two paths."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The graph that a drawing shows, and the parts of it that were ignored."""

    graph: Graph
    centres: tuple[Spot, ...]
    loose_ends: int
    """Ends of lines that touch no atom."""
    ignored_ellipses: int
    """Ellipses that are no circles."""
    starts: Sequence[Spot] = field(default=(), compare=False)
    ends: Sequence[Spot] = field(default=(), compare=False)
    """The ends of every straight stroke, bond or not: a second one parallel to a bond shows its order."""
    others: int = field(default=0, compare=False)
    """Visible marks that are neither discs nor strokes nor texts: areas, ellipses, pictures."""


def from_drawing(code: str, format: str = "svg", tolerance: float = TOLERANCE) -> Graph:
    """Return the graph that a drawing shows. Raises Rejected for a drawing that cannot be read."""
    return read(code, format, tolerance).graph


def read(code: str, format: str = "svg", tolerance: float = TOLERANCE) -> Reading:
    """Return the graph that a drawing shows, with the details that explain it. Raises Rejected as `from_drawing`
    does."""
    (drawing,) = read_many([code], format, tolerance)
    if isinstance(drawing, Rejected):
        raise drawing
    return drawing


def read_many(
    codes: Sequence[str], format: str = "svg", tolerance: float = TOLERANCE, workers: int | None = None
) -> list[Reading | Rejected]:
    """Return the readings or rejections of many drawings, aligned with them."""
    return list(read_each(codes, format, tolerance, workers))


def read_each(
    codes: Sequence[str], format: str = "svg", tolerance: float = TOLERANCE, workers: int | None = None
) -> Iterator[Reading | Rejected]:
    """Yield the readings or rejections one by one. All programs are compiled before the first, equal ones once."""
    language = formats.get(format)
    if not tolerance > 0:
        raise ValueError(f"tolerance {tolerance!r}: a length above 0 is needed, in units of the drawing's root")
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


_PLAIN = {"svg": molecule_plain.parts, "tikz": plain_programs.tikz, "eps": plain_programs.eps}


def _quick(code: str, format: str, tolerance: float) -> Reading | None:
    """Return the reading of a plain drawing; None for others, and where lines end on the outlines of discs."""
    plain = _PLAIN[format](code) if format in _PLAIN else None
    if plain is None or not is_open(plain):
        return None
    drawing = _from_plain(plain, tolerance)
    return None if drawing.loose_ends else drawing


def _general(code: str, format: str, tolerance: float) -> Reading | Rejected:
    try:
        if formats.get(format).convert is None:
            return from_scene(scene.from_svg(code, LIMITS), tolerance)
        return from_compiled(code, tolerance)
    except Rejected as rejected:
        return rejected


def from_compiled(code: str, tolerance: float = TOLERANCE) -> Reading:
    """Return the reading of an SVG that `tex.to_svg` or `eps.to_svg` has made.

    Texts have become outlines there, and are ignored as in SVG: the dot of an i is no atom.
    """
    return from_scene(scene.from_svg(code, COMPILED_LIMITS), tolerance)


def from_scene(drawn: scene.Scene, tolerance: float = TOLERANCE) -> Reading:
    """Return the reading of a drawing from what is visible of it."""
    shapes = [shape for shape in drawn.shapes if "glyph" not in shape.classes]
    figures = [figure for shape in shapes for figure in molecule_discs.figures(shape)]
    discs = molecule_discs.visible(figures)
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
        visible += [True] * (len(walk) - 1 - len(visible))  # the line that closes it
        strokes.append((line, [ends for ends, shows in zip(pairwise(walk), visible, strict=True) if shows]))
        last: int | None = None
        for vertex, atom in enumerate(matched):
            if vertex and not visible[vertex - 1]:
                last = None
            if atom is not None:  # bends at no atom are skipped
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
    """Return whether a figure is an area or an ellipse; what is neither filled nor stroked is a picture's frame."""
    if figure.round is None:
        return figure.shape.fill is not None and not figure.is_stroked and not figure.is_dot
    return isinstance(figure.round, Ellipse)


def is_line(drawn: scene.Scene, shape: scene.Shape, start: Point, piece: Piece) -> bool:
    """Return whether a stroke can be seen as a line: visible somewhere, and longer than wide unless it is a small piece
    of a curve."""
    length = start.distance(piece.end)
    if max(drawn.width, drawn.height) / SMALLEST_LINE < length <= shape.stroke_width:
        return False
    across = (piece.end - start) * (ACROSS * shape.stroke_width / length) if length else Point(0.0, 0.0)
    aside = Point(-across.y, across.x)
    points = [point_at(start, piece, share) for share in ALONG]
    return drawn.visible_share(shape, [point + aside * side for point in points for side in (-1, 0, 1)]) > 0


def _from_plain(plain: Plain, tolerance: float) -> Reading:
    nearest = _nearest(plain.starts + plain.ends, plain.centres, tolerance)
    lines = zip(nearest, nearest[len(plain.starts) :], strict=False)
    bonds = tuple([(a, b) for a, b in lines if a is not None and b is not None and a != b])
    colors = tuple(map(molecule_discs.color_of_hex, plain.fills))
    return Reading(Graph(colors, bonds), tuple(plain.centres), nearest.count(None), 0, plain.starts, plain.ends)


class _Aim:
    """The disc that a line runs into: one that it ends on the outline of, heading for the centre.

    This is how TikZ draws `(a) -- (b)` between round nodes, and it looks the same as a line from centre to centre. It
    may stop half a stroke before the outline, since nodes keep that distance by themselves.
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
    """Return the point from which a piece heads for its end."""
    if isinstance(piece, Cubic):
        return piece.second
    return piece.control if isinstance(piece, Quadratic) else before


def _strokes(lines: Sequence[tuple[Figure, Sequence[tuple[Point, Point]]]]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the straight strokes, each once; one upon a wider one of another colour splits that, as TikZ's `double`."""
    widths: dict[tuple[Point, Point], tuple[float, object, float]] = {}
    for line, stretches in lines:
        width, paint = line.shape.stroke_width, line.shape.stroke
        for ends in stretches:
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
    """Return for each point the nearest centre within the tolerance, nearly always an exact match."""
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
    """Return the same by distance.

    Centres are sorted by x and each point is compared with a strip of them, so that many atoms and lines stay quick,
    and even all atoms on one spot cost no more than a scan."""
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
