"""Rigid motions of a drawing, the error for drawings that cannot be moved, and the writing of moved numbers."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from sgpkit.graphics.geometry import Affine, Point, rotation, translation
from sgpkit.graphics.raster import fit

# Moved numbers are rounded to the largest power of ten that is at most this fraction of the canvas: 0.001 on a canvas
# of 512, 0.0001 on one of 24. Half a step is a two-hundredth of a pixel in a rendering of 1,000 pixels.
PRECISION = 1e-5
MOST_DIGITS = 12


class Motion(NamedTuple):
    """A rotation about the centre of the viewBox (degrees, clockwise on the screen), then a shift in root user
    units."""

    translate: Point = Point(0.0, 0.0)
    rotate: float = 0.0


class Unsupported(Exception):
    """A drawing cannot be moved exactly: the path of the element, and the reason."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason

    def __reduce__(self) -> tuple[type["Unsupported"], tuple[str, str]]:
        return (type(self), (self.path, self.reason))  # exceptions cross process borders by pickle


def matrix(motion: Motion, window: fit.Window) -> Affine:
    """Return the motion as a matrix on the root's coordinates."""
    (dx, dy), degrees = motion
    middle = Point(window.x + window.width / 2, window.y + window.height / 2)
    return translation(dx, dy) @ rotation(degrees, middle) if degrees % 360 else translation(dx, dy)


def window_of(attributes: Mapping[str, str]) -> fit.Window:
    """Return the canvas: viewBox, else width and height. Raises Rejected if its area is zero."""
    return fit.window(attributes)


def digits(extent: float) -> int:
    """Return the decimals of the grid for a canvas of this size."""
    return min(max(math.ceil(-math.log10(extent * PRECISION) - 1e-9), 0), MOST_DIGITS)


def write(value: float, decimals: int) -> str:
    """Return a number rounded to `decimals`, without trailing zeros, exponent or `-0`."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def decimals_of(token: str) -> int:
    """Return the number of decimals of a token; 0 with an exponent, since none is ever written."""
    point = token.find(".")
    if point < 0 or "e" in token or "E" in token:
        return 0
    return min(len(token) - point - 1, MOST_DIGITS)


def strip_leading_zero(text: str) -> str:
    """Return a number without the zero before the decimal point: `.5`, `-.5`."""
    if text.startswith("0."):
        return text[1:]
    return "-" + text[2:] if text.startswith("-0.") else text


def write_like(value: float, decimals: int, is_bare: bool) -> str:
    """Return a number as `write` does; if `is_bare`, without a zero before the decimal point."""
    text = write(value, decimals)
    return strip_leading_zero(text) if is_bare else text
