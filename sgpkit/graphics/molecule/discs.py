"""Find the atoms of a drawing: its visible discs with their colours.

A disc is a filled circle, however it is written, a circle that is filled by its stroke, or a dot: a line without length
with round caps. Discs that later discs cover do not count.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sgpkit.graphics import scene
from sgpkit.graphics.geometry import Circle, Ellipse
from sgpkit.graphics.molecule.graph import PALETTE, UNFILLED
from sgpkit.graphics.svg.outline import Line, Subpath
from sgpkit.graphics.svg.paint import Color, Paint, Reference
from sgpkit.graphics.svg.roundness import circle_or_ellipse
from sgpkit.graphics.svg.visible import is_dot

SNAP = 3
"""Maximum difference, of 255, between a fill's channels and an element's colour, since EPS rounds to two decimals."""

_SAME_OUTLINE = 1e-3
"""Maximum distance, relative to the radius, between a stroked circle and the filled one of which it is the outline;
converters draw the two separately."""

_BLOCK = 256
"""Number of circles that are compared with all others at once, which bounds memory for thousands of circles."""

_PALETTE_CHANNELS = {
    color: (int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)) for color in PALETTE.values()
}


class Figure(NamedTuple):
    """One outline of a shape, and the circle or ellipse that it forms, if any."""

    shape: scene.Shape
    subpath: Subpath
    round: Circle | Ellipse | None

    @property
    def is_stroked(self) -> bool:
        """Return whether the outline has a visible stroke."""
        return self.shape.stroke_width > 0 and _shows(self.shape.stroke, self.shape.opacity)

    @property
    def is_dot(self) -> bool:
        """Return whether the outline is a line without length."""
        return self.round is None and is_dot(self.subpath)


@dataclass(frozen=True, slots=True)
class Disc:
    """A visible disc, which represents an atom."""

    circle: Circle
    color: str
    reach: float
    """The radius plus half the stroke width."""
    hides: float
    """The radius within which it covers earlier shapes; 0 if it is transparent."""


def figures(shape: scene.Shape) -> list[Figure]:
    """Return the outlines of a shape; one path may contain atoms and bonds, as in `\\draw (0,0) -- (1,0) circle
    (2pt)`."""
    if len(shape.outline) == 1 and shape.round is not None:
        return [Figure(shape, shape.outline[0], shape.round)]
    return [Figure(shape, subpath, _round(shape, subpath)) for subpath in shape.outline]


def _round(shape: scene.Shape, subpath: Subpath) -> Circle | Ellipse | None:
    """Return the circle or ellipse that an outline forms. If it is only filled, it may start with a line, which
    PostScript adds for a `moveto` before `arc`."""
    whole = circle_or_ellipse(subpath)
    if whole is not None or shape.fill is None or shape.stroke is not None or len(subpath.pieces) < 2:
        return whole
    first, *rest = subpath.pieces
    return circle_or_ellipse(Subpath(first.end, tuple(rest), closed=False)) if isinstance(first, Line) else None


def visible_discs(drawn: Sequence[Figure]) -> list[Disc]:
    """Return the visible discs of a drawing in paint order."""
    return _drop_covered(_drop_outlines(_discs(drawn)))


@lru_cache(maxsize=1024)
def color_of_hex(text: str) -> str:
    """Return the colour of a fill given as `#rrggbb`: an element's colour if it is equal within rounding, else its
    own."""
    return _snap_to_palette((int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)))


def _color(paint: Color | Reference) -> str:
    """Return an element's colour if the paint is equal within rounding, else the paint's own."""
    if isinstance(paint, Reference):
        return f"url(#{paint.identifier})"
    return _snap_to_palette((paint.red, paint.green, paint.blue))


@lru_cache(maxsize=1024)
def _snap_to_palette(own: tuple[int, int, int]) -> str:
    for color, channels in _PALETTE_CHANNELS.items():
        if all(abs(a - b) <= SNAP for a, b in zip(own, channels, strict=True)):
            return color
    return "#{:02X}{:02X}{:02X}".format(*own)


def _shows(paint: Paint, opacity: float) -> bool:
    if isinstance(paint, Color):
        return paint.alpha * opacity > 0
    return paint is not None and opacity > 0


def _is_opaque(paint: Paint, opacity: float) -> bool:
    return isinstance(paint, Color) and paint.alpha * opacity >= 1


def _discs(drawn: Sequence[Figure]) -> list[Disc]:
    """Return all discs in paint order."""
    discs: list[Disc] = []
    for figure in drawn:
        shape, stroked = figure.shape, figure.is_stroked
        half = shape.stroke_width / 2 if stroked else 0.0
        circle = figure.round
        if stroked and shape.line_cap == "round" and figure.is_dot:
            circle = Circle(figure.subpath.start, 0.0)
        elif not isinstance(circle, Circle) or not circle.radius > 0:
            continue
        if not all(map(math.isfinite, circle.centre)):
            continue
        reach = circle.radius + half
        if stroked and shape.stroke is not None and half >= circle.radius * (1 - _SAME_OUTLINE):
            opaque = _is_opaque(shape.stroke, shape.opacity)
            whole = Circle(circle.centre, reach)
            discs.append(Disc(whole, _color(shape.stroke), reach, hides=reach if opaque else 0.0))
        elif shape.fill is not None and _shows(shape.fill, shape.opacity):
            opaque = _is_opaque(shape.fill, shape.opacity)
            discs.append(Disc(circle, _color(shape.fill), reach, hides=circle.radius if opaque else 0.0))
        elif stroked:
            discs.append(Disc(circle, UNFILLED, reach, hides=0.0))
    return discs


def _drop_outlines(discs: Sequence[Disc]) -> list[Disc]:
    """Drop unfilled circles around a filled one, which are its stroke, drawn separately."""
    filled = [disc.circle for disc in discs if disc.color != UNFILLED]
    if len(filled) in (0, len(discs)):
        return list(discs)
    centres = np.array([circle.centre for circle in filled])
    radii = np.array([circle.radius for circle in filled])

    def runs_around_one(circle: Circle) -> bool:
        off = np.maximum(np.hypot(*(centres - circle.centre).T), np.abs(radii - circle.radius))
        return bool(off.min() <= _SAME_OUTLINE * circle.radius)

    return [disc for disc in discs if disc.color != UNFILLED or not runs_around_one(disc.circle)]


def _drop_covered(discs: Sequence[Disc]) -> list[Disc]:
    """Drop discs that a later one covers completely."""
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
