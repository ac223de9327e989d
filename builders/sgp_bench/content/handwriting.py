"""Hands and pens: the strokes of writing, written again by another hand.

A pen may be so broad that it closes a hole, so the result must be checked.
"""

import math
import random
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.graphics.geometry import Point

if TYPE_CHECKING:
    import numpy as np

TURNED, SLANT, LEANING, TALL, BENT, UNEVEN = 0.36, 0.42, 0.58, 0.4, 0.05, 0.45
"""How far hands turn and slant digits, lean them by both together, stretch and bend them, and how much more room they
give to one end than to the other, at most."""

PENS = 1.3, 4.5
"""Radii of the finest and the broadest pen, in hundredths of a picture's side."""

ROUND = 0.7
"""Pixels over which the edge of ink is smoothed."""


class Hand(NamedTuple):
    """The way in which a digit is written: turned (in radians), slanted, taller than wide, bent along each axis by a
    wave of an amplitude (as a share of the picture's side), a length (in sides) and a phase, with more room along each
    axis for one of its ends, and by a pen of a radius (in hundredths of the side)."""

    turn: float
    slant: float
    tall: float
    waves: tuple[tuple[float, float, float], ...]
    uneven: tuple[float, float]
    pen: float

    @classmethod
    def choose(cls, draw: random.Random) -> "Hand":
        """Return a hand that leaves digits legible."""
        waves = [(draw.uniform(0, BENT), draw.uniform(0.7, 1.5), draw.uniform(0, math.tau)) for _ in range(2)]
        turn = draw.uniform(-TURNED, TURNED)
        slant = draw.uniform(max(-SLANT, -LEANING - turn), min(SLANT, LEANING - turn))
        tall = draw.uniform(-TALL, TALL)
        uneven = draw.uniform(-UNEVEN, UNEVEN), draw.uniform(-UNEVEN, UNEVEN)
        pen = math.exp(draw.uniform(*map(math.log, PENS)))
        return cls(turn, slant, tall, tuple(waves), uneven, pen)

    def at(self, point: Point) -> Point:
        """Return where a point of the upright digit comes to lie, the picture's side being 1."""
        (along, wide, first), (down, high, second) = self.waves
        x, y = (
            value + share / math.pi * math.sin(math.pi * value) for value, share in zip(point, self.uneven, strict=True)
        )
        x, y = (
            x + along * math.sin(math.tau * y / wide + first),
            y + down * math.sin(math.tau * x / high + second),
        )
        factor = math.exp(self.tall / 2)
        x, y = (x - 0.5) / factor - self.slant * (y - 0.5), (y - 0.5) * factor
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return Point(cos * x - sin * y, sin * x + cos * y)


def inked(lines: "np.ndarray[Any, Any]", pen: float) -> "np.ndarray[Any, Any]":
    """Return the depth of each pixel within the strokes of a pen of this radius along lines; negative outside."""
    from scipy import ndimage

    depth: np.ndarray[Any, Any] = ndimage.gaussian_filter(pen - ndimage.distance_transform_edt(~lines), ROUND)
    return depth
