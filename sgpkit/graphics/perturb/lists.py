"""Transform lists rewritten so that what stands inside them can move with everything else.

For a drawing moved by M, a list T around content that is moved by M itself becomes M·T·M⁻¹, around content that stays
as it is M·T: https://www.w3.org/TR/css-transforms-1/#transform-rendering.
"""

import math
import re

from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.perturb.motion import places_of, write
from sgpkit.graphics.svg import values

NUMBER = values.NUMBER.pattern
GAP = r"[ \t\n\r\f]*,?[ \t\n\r\f]*"
SPACE = r"[ \t\n\r\f]*"
ROTATE = re.compile(rf"{SPACE}rotate{SPACE}\({SPACE}({NUMBER})(?:({GAP})({NUMBER}){GAP}({NUMBER}))?{SPACE}\){SPACE}")
TRANSLATE = re.compile(rf"({SPACE}translate{SPACE}\({SPACE})({NUMBER})(?:({GAP})({NUMBER}))?(?={SPACE}\))")
MATRIX = re.compile(
    rf"({SPACE}matrix{SPACE}\({SPACE}(?:{NUMBER}{GAP}){{4}})({NUMBER})({GAP})({NUMBER})(?={SPACE}\){SPACE}\Z)"
)
SAME = 1e-12
CLOSE = 1e-9
LINEAR_DIGITS = 9  # significant ones, of the four numbers that turn and stretch


def is_same(first: Affine, second: Affine, tolerance: float = SAME) -> bool:
    size = max(map(abs, (*first, *second)))
    return all(abs(a - b) <= tolerance * size for a, b in zip(first, second, strict=True))


def rewritten(text: str, new: Affine, by: Affine, places: int, css: bool) -> str:
    """A list that stands for `new`, as much as can be in the words of the old one: `by` moves the centre of a turn."""
    old = values.transform(text)
    assert isinstance(old, Affine)
    if is_same(old, new):
        return text
    if not css and is_same(Affine(*old[:4]), Affine(*new[:4]), CLOSE):
        return _shifted(text, new.e - old.e, new.f - old.f, new, by, places)
    linear = new[:4]
    deep = LINEAR_DIGITS - 1 - math.floor(math.log10(max(map(abs, linear))))
    numbers = [write(number, max(deep, 0)) for number in linear] + [write(number, places) for number in new[4:]]
    return f"matrix({(', ' if css else ' ').join(numbers)})"


def _shifted(text: str, x: float, y: float, new: Affine, by: Affine, places: int) -> str:
    """The list with a shift in front of it, taken up by what it begins with if that can be."""
    form = ROTATE.fullmatch(text)
    if form is not None:
        middle = by(Point(float(form[3] or 0), float(form[4] or 0)))
        deep = max(places, places_of(form[3] or ""), places_of(form[4] or ""))
        gap = form[2] or " "
        turn = f"rotate({form[1]}{gap}{write(middle.x, deep)}{gap}{write(middle.y, deep)})"
        written = values.transform(turn)
        if isinstance(written, Affine) and _near(written, new, 10.0**-places):
            return turn
    for form in (TRANSLATE.match(text), MATRIX.match(text)):
        if form is not None:
            numbers = [
                write(float(old or 0) + shift, max(places, places_of(old or "")))
                for old, shift in ((form[2], x), (form[4], y))
            ]
            return f"{form[1]}{numbers[0]}{form[3] or ' '}{numbers[1]}{text[form.end() :]}"
    return f"translate({write(x, places)} {write(y, places)}) {text.lstrip()}"


def _near(first: Affine, second: Affine, step: float) -> bool:
    return is_same(Affine(*first[:4]), Affine(*second[:4]), CLOSE) and all(
        abs(a - b) <= 2 * step for a, b in zip(first[4:], second[4:], strict=True)
    )


def stretch(by: Affine) -> float:
    """By how much a map makes lengths grow at most: its larger singular value."""
    total = by.a * by.a + by.b * by.b + by.c * by.c + by.d * by.d
    return math.sqrt((total + math.sqrt(max(total * total - 4 * by.determinant**2, 0.0))) / 2)
