"""The position of a drawing in a square picture: fitted, centred and undistorted.

The visible region is the root's viewBox, else its width and height (https://www.w3.org/TR/SVG2/coords.html), by default
300 by 150 as in browsers.
"""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from sgpkit.status import Rejected, Status

DEFAULT_WIDTH, DEFAULT_HEIGHT = 300.0, 150.0
LARGEST = 1e9  # larger numbers exceed the 24 or 53 bits of renderers
STEEPEST = 10_000.0  # at this aspect ratio the shorter side is below a tenth of a pixel at any supported size

# CSS pixels per unit (https://www.w3.org/TR/css-values-4/#absolute-lengths); em and ex for the default of 16 pixels.
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6}
UNITS |= {"em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?(?:nan|inf\w*))\s*([a-z]*|%)\s*", re.IGNORECASE)


class Window(NamedTuple):
    """The visible region of a drawing, in user units of the root."""

    x: float
    y: float
    width: float
    height: float


class Fit(NamedTuple):
    """A window's position in the square picture, in pixels."""

    window: Window
    left: float
    top: float
    width: float
    height: float


def window(attributes: Mapping[str, str]) -> Window:
    """Return the visible region of a drawing. Raises Rejected if it is empty, or so large that renderers crash."""
    sides = {name: length(attributes.get(name), name) for name in ("width", "height")}
    written = attributes.get("viewBox")
    if written is None or not written.strip():
        width, height = sides["width"] or DEFAULT_WIDTH, sides["height"] or DEFAULT_HEIGHT
        return _checked(Window(0.0, 0.0, width, height), "width and height")
    try:
        numbers = [float(number) for number in re.split(r"[\s,]+", written.strip())]
    except ValueError:
        numbers = []
    if len(numbers) != 4:
        raise Rejected(Status.PARSE_ERROR, f"viewBox={written[:60]!r}: expected four numbers")
    return _checked(Window(*numbers), f"viewBox={written[:60]!r}")


def length(written: str | None, name: str) -> float | None:
    """Return a root's width or height in pixels, or None if it depends on the surroundings (absent, `auto`,
    percent)."""
    match = _LENGTH.fullmatch(written or "")
    if match is None or match[2] == "%" or match[2].lower() not in UNITS:
        return None
    pixels = float(match[1]) * UNITS[match[2].lower()]
    if not pixels > 0:
        raise Rejected(Status.PARSE_ERROR, f"{name}={match[0].strip()!r}: expected a size above 0")
    if pixels > LARGEST:
        raise Rejected(Status.TOO_LARGE, f"{name}={match[0].strip()!r}: at most {LARGEST:g} pixels")
    return pixels


def _checked(shown: Window, source: str) -> Window:
    if not (all(map(math.isfinite, shown)) and shown.width > 0 and shown.height > 0):
        raise Rejected(Status.PARSE_ERROR, f"{source}: shows no area")
    if max(map(abs, shown)) > LARGEST:
        raise Rejected(Status.TOO_LARGE, f"{source}: numbers above {LARGEST:g}")
    if max(shown.width / shown.height, shown.height / shown.width) > STEEPEST:
        raise Rejected(Status.TOO_LARGE, f"{source}: one side is more than {STEEPEST:g} times the other")
    if min(shown.width, shown.height) < 1 / LARGEST:
        raise Rejected(Status.PARSE_ERROR, f"{source}: shows almost no area")
    return shown


def fit(shown: Window, size: int) -> Fit:
    """Return the position of a window in a square picture of `size` pixels."""
    scale = size / max(shown.width, shown.height)
    width, height = shown.width * scale, shown.height * scale
    return Fit(shown, (size - width) / 2, (size - height) / 2, width, height)
