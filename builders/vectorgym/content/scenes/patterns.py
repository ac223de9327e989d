"""Patterns of small signs on the ground around the middle of a scene."""

import math
import random

from sgpkit.families.shared.drawings.emblems import emblem
from sgpkit.families.shared.drawings.forms import box, circle, polygon
from sgpkit.graphics.geometry import Point

from .ink import Ink, filled, stroked

SIZE = 512
"""The width and height of the canvases that patterns cover."""

NOUNS = {
    "dots": "round dots",
    "rays": "rays that spread from the middle",
    "confetti": "confetti",
    "rings": "thin rings",
    "stripes": "upright stripes",
    "hearts": "small hearts",
    "stars": "small stars",
}
"""What descriptions call each pattern."""


def inks(pattern: str, colors: tuple[str, str], seed: int, middle: Point, radius: float) -> tuple[Ink, ...]:
    """Return a pattern in two colours. Its positions depend on the seed only; small signs lie outside a circle."""
    generator = random.Random(seed)
    x, y = middle
    one, other = colors
    if pattern == "rays":
        return tuple(ray(middle, 22.5 * step, one if step % 2 else other) for step in range(16))
    if pattern == "stripes":
        return tuple(filled(box(34.0 * step + 8, 0, 18, SIZE), one if step % 2 else other) for step in range(15))
    signs: list[Ink] = []
    for index, (x, y) in enumerate(scattered(generator, middle, radius)):
        color = one if index % 2 else other
        size = generator.uniform(8, 15)
        if pattern == "dots":
            signs.append(filled(circle(x, y, size), color))
        elif pattern == "rings":
            signs.append(stroked(circle(x, y, size), color, 4))
        elif pattern == "confetti":
            signs.append(filled(box(x - 10, y - 4, 20, 8, 2).turned(generator.uniform(0, 180), x, y), color))
        else:
            signs.append(filled(emblem(pattern[:-1], x, y, size), color))
    return tuple(signs)


def ray(middle: Point, degrees: float, color: str) -> Ink:
    x, y = middle
    a, b = math.radians(degrees), math.radians(degrees + 11.25)
    reach = 400
    ends = [(x + reach * math.cos(angle), y + reach * math.sin(angle)) for angle in (a, b)]
    return filled(polygon((x, y), *ends), color)


def scattered(generator: random.Random, middle: Point, radius: float) -> list[tuple[float, float]]:
    """Return a jittered grid of points outside a circle."""
    points = [
        (34 + 74 * column + generator.uniform(-16, 16), 34 + 74 * row + generator.uniform(-16, 16))
        for row in range(7)
        for column in range(7)
    ]
    return [(x, y) for x, y in points if math.hypot(x - middle.x, y - middle.y) > radius]
