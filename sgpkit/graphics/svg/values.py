"""Parse SVG attribute values other than paths and paints: numbers, lengths, points, transforms, viewBox.

https://www.w3.org/TR/css-values-4/ (lengths), https://www.w3.org/TR/css-transforms-1/#svg-syntax (transform lists),
https://www.w3.org/TR/SVG2/coords.html (viewBox, preserveAspectRatio). Parsers return None for invalid values.
"""

import math
import re
from functools import lru_cache
from typing import NamedTuple

from sgpkit.graphics.geometry import IDENTITY, Affine, Point, rotation, scaling, translation

# No possessive quantifier on a group here or in the other readers: Python before 3.11.4 matches those wrongly.
NUMBER = re.compile(r"[+-]?+(?:[0-9]*+\.[0-9]++|[0-9]++)(?:[eE][+-]?+[0-9]++)?")
SPACE = " \t\n\r\f"
LENGTH = re.compile(rf"[{SPACE}]*+({NUMBER.pattern})(%|[a-zA-Z]*+)[{SPACE}]*+")
PLAIN = re.compile(r"-?+[0-9]{1,12}+(?:\.[0-9]++)?")  # most lengths in drawings
COMMA = re.compile(rf"[{SPACE}]*+,?+[{SPACE}]*+")
FUNCTION = re.compile(rf"[{SPACE},]*+([a-zA-Z]++)[{SPACE}]*+\(([^()]*+)\)")
ARGUMENT = re.compile(rf"({NUMBER.pattern})([a-zA-Z%]*+)")
# User units (CSS pixels, 96 per inch) per unit; `length` handles units that depend on the font or window.
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54}
FONT_UNITS = {"em": 1.0, "rem": 1.0, "ex": 0.5, "ch": 0.5}
ANGLES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


class ViewBox(NamedTuple):
    """The four numbers of a `viewBox`."""

    x: float
    y: float
    width: float
    height: float


class Problem(NamedTuple):
    """An error in a value at an offset in its text."""

    offset: int
    message: str


def number(text: str) -> float | None:
    """Return a number without a unit, or None."""
    match = NUMBER.fullmatch(text.strip(SPACE))
    if match is None:
        return None
    value = float(match[0])
    return value if math.isfinite(value) else None


@lru_cache(maxsize=4096)
def split_length(text: str) -> tuple[float, str] | None:
    """Return the number and the lower-case unit of a length, or None."""
    match = LENGTH.fullmatch(text)
    if match is None:
        return None
    value, unit = float(match[1]), match[2].lower()
    known = unit in UNITS or unit in FONT_UNITS or unit in ("%", "vw", "vh")
    return (value, unit) if known and math.isfinite(value) else None


def length(text: str, whole: float, font_size: float = 16.0) -> float | None:
    """Return a length in user units, with percentages of `whole`, or None."""
    if PLAIN.fullmatch(text) is not None:
        return float(text)
    parts = split_length(text)
    if parts is None:
        return None
    value, unit = parts
    if unit == "" or unit == "px":
        return value
    if unit in UNITS:
        return value * UNITS[unit]
    return value * font_size * FONT_UNITS[unit] if unit in FONT_UNITS else value * whole / 100


def numbers(text: str) -> tuple[list[float], list[tuple[int, int]], Problem | None]:
    """Return the numbers before the first problem, their spans, and the problem. Numbers may be separated by one
    comma."""
    values: list[float] = []
    spans: list[tuple[int, int]] = []
    position = len(text) - len(text.lstrip(SPACE))
    while position < len(text):
        match = NUMBER.match(text, position)
        if match is None:
            return values, spans, Problem(position, f"{text[position]!r} where a number was expected")
        value = float(match[0])
        if not math.isfinite(value):
            return values, spans, Problem(position, f"number {match[0][:40]!r} is too large")
        values.append(value)
        spans.append(match.span())
        position = match.end()
        after = COMMA.match(text, position).end()  # type: ignore[union-attr]  # the pattern also matches nothing
        comma = text.find(",", position, after)
        if comma >= 0 and after == len(text):
            return values, spans, Problem(comma, "comma after the last number")
        position = after
    return values, spans, None


def points(text: str) -> tuple[list[Point], Problem | None]:
    """Return the points of a polyline or polygon before the first problem, such as an odd number of coordinates."""
    values, spans, problem = numbers(text)
    if problem is None and len(values) % 2:
        problem = Problem(spans[-1][0], f"{len(values)} coordinates: the last point has no y")
    return [Point(*pair) for pair in zip(values[::2], values[1::2], strict=False)], problem


def view_box(text: str) -> ViewBox | None:
    """Return a `viewBox`, or None if it is invalid."""
    values, _, problem = numbers(text)
    if problem is not None or len(values) != 4 or values[2] < 0 or values[3] < 0:
        return None
    return ViewBox(*values)


ALIGN = {"xMin": 0.0, "xMid": 0.5, "xMax": 1.0, "YMin": 0.0, "YMid": 0.5, "YMax": 1.0}
FIT = re.compile(r"\s*(?:defer\s+)?(none|(x(?:Min|Mid|Max))(Y(?:Min|Mid|Max)))(?:\s+(meet|slice))?\s*")


def fit(box: ViewBox, width: float, height: float, aspect: str = "xMidYMid meet") -> Affine:
    """Return the map from a viewBox to a viewport:
    https://www.w3.org/TR/SVG2/coords.html#ComputingAViewportsTransform."""
    across, along = width / box.width, height / box.height
    how = FIT.fullmatch(aspect) or FIT.fullmatch("xMidYMid meet")
    assert how is not None
    if how[1] == "none":
        return Affine(across, 0.0, 0.0, along, -box.x * across, -box.y * along)
    size = max(across, along) if how[4] == "slice" else min(across, along)
    x = (width - box.width * size) * ALIGN[how[2]]
    y = (height - box.height * size) * ALIGN[how[3]]
    return Affine(size, 0.0, 0.0, size, x - box.x * size, y - box.y * size)


MAX_TRANSFORMS = 1_000
"""Maximum number of functions in one `transform` attribute."""


@lru_cache(maxsize=2048)
def transform(text: str) -> Affine | Problem:
    """Return the matrix of a `transform` attribute or CSS property, or its first problem."""
    if text.strip(SPACE) in ("", "none"):
        return IDENTITY
    whole = IDENTITY
    position = count = 0
    end = len(text.rstrip(SPACE))
    while position < end:
        count += 1
        if count > MAX_TRANSFORMS:
            return Problem(position, f"more than {MAX_TRANSFORMS:,} transforms in one list")
        match = FUNCTION.match(text, position)
        if match is None:
            begin = position + len(text[position:]) - len(text[position:].lstrip(SPACE + ","))
            return Problem(min(begin, len(text) - 1), "a transform such as translate(1 2) was expected here")
        if position == 0 and "," in text[: match.start(1)]:
            return Problem(text.index(","), "comma before the first transform")
        step = _function(match[1], match[2], match.start(1), match.start(2))
        if isinstance(step, Problem):
            return step
        whole = whole @ step
        position = match.end()
    return whole if all(map(math.isfinite, whole)) else Problem(0, "transform with numbers that are too large")


def _function(name: str, text: str, begin: int, inside: int) -> Affine | Problem:
    values: list[float] = []
    position = len(text) - len(text.lstrip(SPACE))
    while position < len(text):
        match = ARGUMENT.match(text, position)
        factor = None if match is None else _factor(name, match[2].lower(), len(values))
        if match is None or factor is None:
            return Problem(inside + position, f"{text[position : position + 12]!r} is not an argument of {name}")
        values.append(float(match[1]) * factor)
        position = COMMA.match(text, match.end()).end()  # type: ignore[union-attr]
    if text.rstrip(SPACE).endswith(","):
        return Problem(inside + text.rindex(","), "comma after the last argument")
    step = _affine(name, values)
    if step is None:
        return Problem(begin, f"{name} does not take {len(values)} numbers")
    return step


def _factor(name: str, unit: str, index: int) -> float | None:
    if name in ("rotate", "rotateZ", "skewX", "skewY", "skew") and index in (0, 1 if name == "skew" else 0):
        return ANGLES.get(unit)
    if name.startswith("scale"):
        return {"": 1.0, "%": 0.01}.get(unit)
    return UNITS.get(unit)


def _affine(name: str, values: list[float]) -> Affine | None:
    count = len(values)
    if name == "matrix":
        return Affine(*values) if count == 6 else None
    if name == "translate":
        return translation(values[0], values[1] if count == 2 else 0.0) if count in (1, 2) else None
    if name == "scale":
        return scaling(values[0], values[-1]) if count in (1, 2) else None
    if name == "rotate" and count in (1, 3):
        return rotation(values[0], Point(values[1], values[2]) if count == 3 else Point(0.0, 0.0))
    if name == "skew" and count in (1, 2):
        down = math.tan(math.radians(values[1])) if count == 2 else 0.0
        return Affine(1.0, down, math.tan(math.radians(values[0])), 1.0)
    if count != 1:
        return None
    single = values[0]
    if name == "skewX":
        return Affine(c=math.tan(math.radians(single)))
    if name == "skewY":
        return Affine(b=math.tan(math.radians(single)))
    more = {
        "translateX": translation(single, 0.0),
        "translateY": translation(0.0, single),
        "scaleX": scaling(single, 1.0),
        "scaleY": scaling(1.0, single),
        "rotateZ": rotation(single),
    }
    return more.get(name)
