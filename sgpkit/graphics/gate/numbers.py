"""Numbers, lengths and angles of CSS as canonical text, and `calc()` of constants.

https://www.w3.org/TR/css-values-4/. In SVG documents, browsers read lengths of CSS without a unit as pixels.
"""

import math
import re
from functools import lru_cache

from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.svg import values

NUMBER = re.compile(r"[+-]?(?:[0-9]*\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?")
LENGTH = re.compile(rf"({NUMBER.pattern})(px|pt|pc|in|cm|mm|em|q|rem|%|)", re.IGNORECASE)
UNITS = {
    "px": 1.0,
    "rem": 16.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "q": 2.4 / 2.54,
}
ANGLE = re.compile(rf"({NUMBER.pattern})(deg|grad|rad|turn)", re.IGNORECASE)
CALC = re.compile(r"(?<![\w-])calc\(", re.IGNORECASE)
TERM = re.compile(rf"\s*(?:({NUMBER.pattern})([a-z%]*)|([()*/+-])|(calc\())", re.IGNORECASE)
MAX_CALC = 200  # characters
ENDS_WITH_POINT = re.compile(r"[0-9]+\.(?![0-9])")
PLAIN_WORD = re.compile(r"[\w\s.,%#+-]*")


def path_data(text: str) -> str:
    """Return path data up to a number that ends with a point, which browsers treat as an error but renderers do not."""
    match = ENDS_WITH_POINT.search(text)
    return text if match is None else f"{text[: match.start()]}?"


def write(value: float) -> str:
    """Return a number as short text."""
    return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def number(text: str) -> float | None:
    """Return a number or a percentage as a fraction, or None if it is invalid."""
    text = text.strip()
    whole = text.endswith("%")
    value = values.number(text.removesuffix("%"))
    return None if value is None or text[-2:-1].isspace() else value / 100 if whole else value


def length(text: str, negative: bool = True) -> str | None:
    """Return a length or percentage as canonical text, or None if it is invalid. Raises Unsupported for units that
    depend on the viewer."""
    text = text.strip()
    match = LENGTH.fullmatch(text)
    if match is None:
        if PLAIN_WORD.fullmatch(text) is None or (
            text and (text[0].isdigit() or text[0] in "+-.") and text[-1].isalpha()
        ):
            raise Unsupported(text)
        return None
    value, unit = float(match[1]), match[2].lower()
    if not math.isfinite(value) or (value < 0 and not negative):
        return None
    if unit in ("%", "em"):
        return f"{write(value)}{unit}"
    return write(value * UNITS.get(unit, 1.0))


def angle(text: str) -> float | None:
    """Return an angle in degrees, or None if it is invalid."""
    text = text.strip()
    match = ANGLE.fullmatch(text)
    if match is None:
        return 0.0 if values.number(text) == 0 else None
    return float(match[1]) * values.ANGLES[match[2].lower()]


@lru_cache(maxsize=512)
def without_calc(text: str) -> str:
    """Return a value with each `calc()` of constants replaced by its result. Raises Unsupported for others."""
    match = CALC.search(text)
    while match is not None:
        if len(text) > MAX_CALC:
            raise Unsupported(text)
        result, end = _Sum(text, match.end()).read()
        text = text[: match.start()] + result + text[end:]
        match = CALC.search(text)
    return text


class _Sum:
    """Reads one calculation, in which all operands have the same unit or none."""

    def __init__(self, text: str, position: int) -> None:
        self.text, self.position = text, position
        self.unit = ""

    def read(self) -> tuple[str, int]:
        value = self._sum()
        self._expect(")")
        if not math.isfinite(value):
            raise Unsupported(self.text)
        return f"{write(value)}{self.unit}", self.position

    def _peek(self) -> re.Match[str]:
        match = TERM.match(self.text, self.position)
        if match is None:
            raise Unsupported(self.text)
        return match

    def _expect(self, sign: str) -> None:
        match = self._peek()
        if match[3] != sign:
            raise Unsupported(self.text)
        self.position = match.end()

    def _sum(self) -> float:
        value, has_unit = self._product()
        while (match := self._operator("+-")) is not None:
            other, other_has_unit = self._product()
            if has_unit != other_has_unit:
                raise Unsupported(self.text)
            value = value + other if match == "+" else value - other
        self.has_unit = has_unit
        return value

    def _product(self) -> tuple[float, bool]:
        value, has_unit = self._operand()
        while (sign := self._operator("*/")) is not None:
            other, other_has_unit = self._operand()
            if (has_unit and other_has_unit) or (sign == "/" and (other_has_unit or other == 0)):
                raise Unsupported(self.text)
            value = value * other if sign == "*" else value / other
            has_unit = has_unit or other_has_unit
        return value, has_unit

    def _operator(self, signs: str) -> str | None:
        match = TERM.match(self.text, self.position)
        if match is not None and match[3] and match[3] in signs:
            self.position = match.end()
            return match[3]
        if match is not None and match[1] and match[1][0] in "+-" and signs == "+-":
            raise Unsupported(self.text)  # CSS needs blanks around the sign
        return None

    def _operand(self) -> tuple[float, bool]:
        match = self._peek()
        self.position = match.end()
        if match[3] == "(" or match[4]:
            value = self._sum()
            self._expect(")")
            return value, self.has_unit
        if match[1] is None:
            raise Unsupported(self.text)
        unit = match[2].lower()
        if unit and self.unit and unit != self.unit:
            raise Unsupported(self.text)
        self.unit = self.unit or unit
        return float(match[1]), bool(unit)
