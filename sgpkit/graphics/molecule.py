"""Molecules: from a name's structure to a drawing, from a drawing to a graph of coloured atoms.

A drawing is read as SSVG-Bench does (its appendix F.2): a circle is an atom whose element is its fill, a line a bond
between the atoms whose centres lie at its ends. What is read is what is seen, however it was written: circles made of
arcs or Béziers, bonds as lines, polylines or paths, under any transforms and colours.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sgpkit.graphics import guard, molecule_plain, svg
from sgpkit.graphics.geometry import Circle, Ellipse, Point
from sgpkit.graphics.molecule_drawing import MAX_SMILES, Structure, crowded, draw, draw_graph, lay_out, structure
from sgpkit.graphics.molecule_graph import PALETTE, UNFILLED, Graph, canonical, difference, same
from sgpkit.graphics.outline import Subpath
from sgpkit.graphics.paint import Color, Paint, Reference
from sgpkit.graphics.roundness import circle_or_ellipse

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
    "from_drawing",
    "from_shapes",
    "lay_out",
    "read",
    "same",
    "structure",
]

TOLERANCE = 0.1
"""How far a line may end from the centre of an atom, in units of the root; the published value."""

LIMITS = guard.Limits(elements=10_000, points=20_000)
"""Far above any molecule that has a name, and far below what keeps a grader busy."""

SNAP = 3
"""How far, of 255, each channel of a fill may be from an element's colour: EPS rounds colours to two decimals."""

_SAME_OUTLINE = 1e-3
"""Of the radius: a stroked circle this near to a filled one is its outline; converters paint the two one by one."""

_BLOCK = 256
"""Circles compared with all others at once; keeps the table small where there are thousands."""

_PALETTE_CHANNELS = {
    color: (int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)) for color in PALETTE.values()
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a drawing shows, and what of it counted for nothing."""

    graph: Graph
    centres: tuple[Point, ...]
    loose_ends: int
    """Ends of lines that touch no atom."""
    ignored_ellipses: int
    """Ellipses that are no circles."""


_Spot = Point | tuple[float, float]


class _Figure(NamedTuple):
    shape: svg.Shape
    subpath: Subpath
    round: Circle | Ellipse | None


@dataclass(frozen=True, slots=True)
class _Disc:
    circle: Circle
    color: str
    reach: float
    """The radius with half the stroke."""
    hides: float
    """The radius within which nothing painted before can be seen; 0 if it lets light through."""


def from_drawing(code: str, format: str = "svg", tolerance: float = TOLERANCE) -> Graph:
    """The graph that a drawing shows."""
    return read(code, format, tolerance).graph


def read(code: str, format: str = "svg", tolerance: float = TOLERANCE) -> Reading:
    """The graph that a drawing shows, with what is needed to explain it."""
    if format != "svg":
        raise ValueError(
            f"drawings of molecules are read as 'svg', not as {format!r}; convert the drawing to SVG first"
        )
    plain = molecule_plain.parts(code) if tolerance > 0 else None
    if plain is not None:
        return _from_plain(plain, tolerance)
    return from_shapes(svg.shapes(code, LIMITS), tolerance)


def from_shapes(shapes: Iterable[svg.Shape], tolerance: float = TOLERANCE) -> Reading:
    """The same for a drawing whose shapes are at hand."""
    if not tolerance > 0:
        raise ValueError(f"tolerance {tolerance!r}: a length above 0 is needed, in units of the drawing's root")
    figures = [figure for shape in shapes for figure in _figures(shape)]
    discs = _visible(_without_outlines(_discs(figures)))
    centres = tuple(disc.circle.centre for disc in discs)
    lines = [
        figure.subpath
        for figure in figures
        if figure.round is None and figure.subpath.pieces and _is_stroked(figure.shape)
    ]
    walks = [_vertices(subpath) for subpath in lines]
    bonds: set[tuple[int, int]] = set()
    loose_ends = 0
    nearest = _nearest([point for walk in walks for point in walk], centres, tolerance)
    start = 0
    for subpath, walk in zip(lines, walks, strict=True):
        matched = nearest[start : start + len(walk)]
        start += len(walk)
        if not subpath.closed:
            loose_ends += (matched[0] is None) + (matched[-1] is None)
        met = [atom for atom in matched if atom is not None]  # bends at no atom are passed over
        bonds.update((a, b) for a, b in pairwise(met) if a != b)
    return Reading(
        graph=Graph(tuple(disc.color for disc in discs), tuple(bonds)),
        centres=centres,
        loose_ends=loose_ends,
        ignored_ellipses=sum(isinstance(figure.round, Ellipse) for figure in figures),
    )


def _from_plain(plain: molecule_plain.Plain, tolerance: float) -> Reading:
    starts = _nearest(plain.starts, plain.centres, tolerance)
    ends = _nearest(plain.ends, plain.centres, tolerance)
    bonds = tuple([(a, b) for a, b in zip(starts, ends, strict=True) if a is not None and b is not None and a != b])
    colors = tuple(map(_color_of_hex, plain.fills))
    loose_ends = starts.count(None) + ends.count(None)
    return Reading(Graph(colors, bonds), tuple(map(Point._make, plain.centres)), loose_ends, ignored_ellipses=0)


def _figures(shape: svg.Shape) -> list[_Figure]:
    """A path of several subpaths may hold atoms and bonds together, as TikZ's `\\draw (0,0) -- (1,0) circle (2pt)`."""
    if len(shape.outline) == 1:
        return [_Figure(shape, shape.outline[0], shape.round)]
    return [_Figure(shape, subpath, circle_or_ellipse(subpath)) for subpath in shape.outline]


def _shows(paint: Paint, opacity: float) -> bool:
    if isinstance(paint, Color):
        return paint.alpha * opacity > 0
    return paint is not None and opacity > 0


def _is_stroked(shape: svg.Shape) -> bool:
    return shape.stroke_width > 0 and _shows(shape.stroke, shape.opacity)


def _fill_color(paint: Color | Reference) -> str:
    """An element's colour if the fill is within a rounding of it, else its own."""
    if isinstance(paint, Reference):
        return f"url(#{paint.identifier})"
    return _snapped((paint.red, paint.green, paint.blue))


@lru_cache(maxsize=1024)
def _color_of_hex(text: str) -> str:
    return _snapped((int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)))


@lru_cache(maxsize=1024)
def _snapped(own: tuple[int, int, int]) -> str:
    for color, channels in _PALETTE_CHANNELS.items():
        if all(abs(a - b) <= SNAP for a, b in zip(own, channels, strict=True)):
            return color
    return "#{:02X}{:02X}{:02X}".format(*own)


def _discs(figures: Sequence[_Figure]) -> list[_Disc]:
    """Every painted circle, in the order of painting."""
    discs: list[_Disc] = []
    for shape, _, circle in figures:
        if not isinstance(circle, Circle) or not circle.radius > 0 or not all(map(math.isfinite, circle.centre)):
            continue
        stroked = _is_stroked(shape)
        reach = circle.radius + (shape.stroke_width / 2 if stroked else 0.0)
        if shape.fill is not None and _shows(shape.fill, shape.opacity):
            opaque = isinstance(shape.fill, Color) and shape.fill.alpha * shape.opacity >= 1
            discs.append(_Disc(circle, _fill_color(shape.fill), reach, hides=circle.radius if opaque else 0.0))
        elif stroked:
            discs.append(_Disc(circle, UNFILLED, reach, hides=0.0))
    return discs


def _without_outlines(discs: Sequence[_Disc]) -> list[_Disc]:
    """Without the unfilled circles that run around a filled one: they are its stroke, painted apart."""
    filled = [disc.circle for disc in discs if disc.color != UNFILLED]
    if len(filled) in (0, len(discs)):
        return list(discs)
    centres = np.array([circle.centre for circle in filled])
    radii = np.array([circle.radius for circle in filled])

    def runs_around_one(circle: Circle) -> bool:
        off = np.maximum(np.hypot(*(centres - circle.centre).T), np.abs(radii - circle.radius))
        return bool(off.min() <= _SAME_OUTLINE * circle.radius)

    return [disc for disc in discs if disc.color != UNFILLED or not runs_around_one(disc.circle)]


def _visible(discs: Sequence[_Disc]) -> list[_Disc]:
    """The discs of which something can be seen: not those that lie wholly under one painted later."""
    if len(discs) < 2:
        return list(discs)
    centres = np.array([disc.circle.centre for disc in discs])
    reaches = np.array([disc.reach for disc in discs])
    hiding = np.array([disc.hides for disc in discs]) * (1 + 1e-9)
    turn = np.arange(len(discs))
    covered = np.zeros(len(discs), dtype=bool)
    for start in range(0, len(discs), _BLOCK):
        later = slice(start, start + _BLOCK)
        away = np.hypot(*(centres[later, None] - centres).transpose(2, 0, 1))
        covered |= ((away + reaches <= hiding[later, None]) & (turn < turn[later, None])).any(axis=0)
    return [disc for disc, hidden in zip(discs, covered, strict=True) if not hidden]


def _vertices(subpath: Subpath) -> list[Point]:
    points = [subpath.start, *(piece.end for piece in subpath.pieces)]
    if subpath.closed and points[-1] != points[0]:
        points.append(points[0])
    return points


def _nearest(points: Sequence[_Spot], centres: Sequence[_Spot], tolerance: float) -> list[int | None]:
    """For each point the nearest centre that is less than the tolerance away. Nearly always it is exactly there."""
    exact = dict(zip(centres, range(len(centres)), strict=True))
    if len(exact) == len(centres):  # no two centres are as near as can be
        found = list(map(exact.get, points))
        missed = [place for place, atom in enumerate(found) if atom is None]
        if missed:
            for place, atom in zip(
                missed, _strips([points[place] for place in missed], centres, tolerance), strict=True
            ):
                found[place] = atom
        return found
    return _strips(points, centres, tolerance)


def _strips(points: Sequence[_Spot], centres: Sequence[_Spot], tolerance: float) -> list[int | None]:
    """The same by distance.

    Centres are sorted by x and each point looks at a strip of them, so that many atoms and many lines stay quick, and
    even all atoms on one spot cost no more than a scan.
    """
    if not points or not centres:
        return [None] * len(points)
    spots = np.array(centres)
    order = np.argsort(spots[:, 0], kind="stable")
    spots = spots[order]
    ends = np.array(points)
    low = np.searchsorted(spots[:, 0], ends[:, 0] - tolerance, side="left")
    high = np.searchsorted(spots[:, 0], ends[:, 0] + tolerance, side="right")
    found: list[int | None] = [None] * len(points)
    for index in np.flatnonzero(high > low):
        strip = slice(low[index], high[index])
        away = np.hypot(*(spots[strip] - ends[index]).T)
        best = int(np.argmin(away))
        if away[best] < tolerance:
            found[index] = int(order[strip][best])
    return found
