"""CSS transforms with units, their origins, and the properties `translate`, `rotate` and `scale`, as one matrix.

https://www.w3.org/TR/css-transforms-1/. Unlike the attribute, CSS requires units for rotations, and for lengths other
than 0: browsers drop declarations without them.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sgpkit.graphics.gate import numbers
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.geometry import IDENTITY, Affine, Point, rotation, scaling, translation
from sgpkit.graphics.svg import values

FUNCTION = re.compile(r"\s*([a-zA-Z0-9]+)\(([^()]*)\)")
THREE_DIMENSIONAL = re.compile(r"3d$|^(?:perspective|(?:rotate|translate|scale)z?[xyz])$", re.IGNORECASE)
WIDTHS = {"left": 0.0, "center": 0.5, "right": 1.0}
HEIGHTS = {"top": 0.0, "center": 0.5, "bottom": 1.0}
EMPTY = ("", "none")


class Frame(NamedTuple):
    """The reference box of percentages."""

    x: float
    y: float
    width: float
    height: float


UNKNOWN = Frame(0.0, 0.0, math.nan, math.nan)
"""A box whose percentages make a matrix without finite numbers."""


@lru_cache(maxsize=2048)
def matrix(text: str, box: Frame) -> Affine | None:
    """Return the matrix of a CSS `transform`, or None if it is invalid. Raises Unsupported for 3-D transforms."""
    text = numbers.without_calc(text.strip())
    if text.lower() in EMPTY:
        return IDENTITY
    whole, position = IDENTITY, 0
    while position < len(text):
        match = FUNCTION.match(text, position)
        if match is None:
            if "(" in text[position:] or not text[position:].strip():
                raise Unsupported(text)
            return None
        step = _step(match[1].lower(), [part.strip() for part in match[2].split(",")], box, text)
        if step is None:
            return None
        whole, position = whole @ step, match.end()
    return whole


def _step(name: str, parts: Sequence[str], box: Frame, text: str) -> Affine | None:
    count = len(parts)
    if name == "matrix":
        entries = [values.number(part) for part in parts]
        return None if count != 6 or None in entries else Affine(*map(float, entries))  # type: ignore[arg-type]
    if name in ("translate", "translatex", "translatey"):
        return _translation(name, parts, box)
    if name in ("scale", "scalex", "scaley"):
        return _scaling(name, parts)
    if name in ("rotate", "rotatez"):
        turned = numbers.angle(parts[0]) if count == 1 else None
        return None if turned is None else rotation(turned)
    if name in ("skewx", "skewy", "skew"):
        angles = [numbers.angle(part) for part in parts]
        if None in angles or count > (2 if name == "skew" else 1):
            return None
        return _skew(name, [float(one) for one in angles if one is not None])
    if THREE_DIMENSIONAL.search(name):
        raise Unsupported(text)
    return None


def _skew(name: str, angles: Sequence[float]) -> Affine:
    first, second = (math.tan(math.radians(one)) for one in (*angles, 0.0)[:2])
    return Affine(1, first, 0, 1, 0, 0) if name == "skewy" else Affine(1, second, first, 1, 0, 0)


def _translation(name: str, parts: Sequence[str], box: Frame) -> Affine | None:
    if len(parts) > (2 if name == "translate" else 1):
        return None
    sizes = (box.height,) if name == "translatey" else (box.width, box.height)
    moved = [distance(part, size) for part, size in zip(parts, sizes, strict=False)]
    if None in moved:
        return None
    first, second = (float(one or 0.0) for one in (*moved, 0.0)[:2])
    return translation(0.0, first) if name == "translatey" else translation(first, second)


def _scaling(name: str, parts: Sequence[str]) -> Affine | None:
    if len(parts) > (2 if name == "scale" else 1):
        return None
    factors = [numbers.number(part) for part in parts]
    if None in factors:
        return None
    first, second = (float(one) for one in (*factors, factors[-1])[:2] if one is not None)
    return (
        scaling(first, 1.0) if name == "scalex" else scaling(1.0, first) if name == "scaley" else scaling(first, second)
    )


def distance(text: str, whole: float) -> float | None:
    """Return a length of CSS in pixels, with percentages of `whole`, or None if it is invalid."""
    text = text.strip()
    if values.number(text) is not None:
        return 0.0 if values.number(text) == 0 else None
    written = numbers.length(text)
    if written is None:
        return None
    if written.endswith("em"):
        raise Unsupported(text)
    return float(written[:-1]) * whole / 100 if written.endswith("%") else float(written)


def origin(text: str, box: Frame) -> Point | None:
    """Return a transform origin, or None if it is invalid."""
    parts = numbers.without_calc(text.strip().lower()).split()
    if not 1 <= len(parts) <= 3:
        return None
    if len(parts) == 1:
        parts = ["center", parts[0]] if parts[0] in ("top", "bottom") else [parts[0], "center"]
    if parts[0] in ("top", "bottom") or parts[1] in ("left", "right"):
        parts[:2] = parts[1], parts[0]
    x, y = _place(parts[0], WIDTHS, box.width), _place(parts[1], HEIGHTS, box.height)
    return None if x is None or y is None else Point(box.x + x, box.y + y)


def _place(word: str, named: Mapping[str, float], size: float) -> float | None:
    if word in named:
        return named[word] * size
    if values.number(word) is not None:  # CSS in SVG documents: pixels
        return values.number(word)
    return distance(word, size)


def single(name: str, text: str, box: Frame) -> Affine | None:
    """Return the matrix of the property `translate`, `rotate` or `scale`, or None if it is invalid."""
    text = numbers.without_calc(text.strip())
    if text.lower() in EMPTY:
        return IDENTITY
    parts = text.split()
    if name == "rotate":
        if len(parts) > 1:
            raise Unsupported(text)
        return _step("rotate", parts, box, text)
    if len(parts) > 2:
        raise Unsupported(text)
    return _step(name, parts, box, text)


ANY_FRAME = Frame(0.0, 0.0, 1.0, 1.0)
BOXES = frozenset(("view-box", "fill-box", "content-box", "stroke-box", "border-box"))


def is_valid(name: str, text: str) -> bool:
    """Return whether browsers keep, or may keep, a declaration of a property that moves elements."""
    word = text.strip().lower()
    try:
        if name == "transform-box":
            return word in BOXES
        if not word:
            return False
        if name == "transform":
            return matrix(text, ANY_FRAME) is not None
        if name == "transform-origin":
            has_units = not any(values.number(part) for part in word.split())
            return has_units and origin(text, ANY_FRAME) is not None
        return single(name, text, ANY_FRAME) is not None
    except Unsupported:
        return True


def attribute(text: str) -> Affine | None:
    """Return the matrix of a `transform` attribute, or None if it is invalid and has no effect."""
    read = values.transform(text)
    if isinstance(read, values.Problem) or any(unit in text for unit in ("deg", "px", "rad", "turn", "%", "em")):
        return None
    return read


def write(by: Affine) -> str:
    """Return a matrix as the text of an attribute."""
    return f"matrix({' '.join(map(numbers.write, by))})"
