"""Rewrite transform lists for a moved drawing.

In a drawing moved by M, a list T becomes M·T·M⁻¹ if its content is moved too, and M·T if its content stays:
https://www.w3.org/TR/css-transforms-1/#transform-rendering.
"""

import math
import re

from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.perturb.motion import decimals_of, write
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
LINEAR_DIGITS = 9  # significant digits of the four linear coefficients


def is_same(first: Affine, second: Affine, tolerance: float = SAME) -> bool:
    """Return whether two matrices are equal within a relative tolerance."""
    size = max(map(abs, (*first, *second)))
    return all(abs(a - b) <= tolerance * size for a, b in zip(first, second, strict=True))


def rewrite(text: str, new: Affine, by: Affine, decimals: int, css: bool) -> str:
    """Return a transform list for the matrix `new`, as similar to the old one as possible; `by` moves the centre of a
    rotation."""
    old = values.transform(text)
    assert isinstance(old, Affine)
    if is_same(old, new):
        return text
    if not css and is_same(Affine(*old[:4]), Affine(*new[:4]), CLOSE):
        return _shifted(text, new.e - old.e, new.f - old.f, new, by, decimals)
    linear = new[:4]
    deep = LINEAR_DIGITS - 1 - math.floor(math.log10(max(map(abs, linear))))
    numbers = [write(number, max(deep, 0)) for number in linear] + [write(number, decimals) for number in new[4:]]
    return f"matrix({(', ' if css else ' ').join(numbers)})"


def _shifted(text: str, x: float, y: float, new: Affine, by: Affine, decimals: int) -> str:
    """Return the list preceded by a shift, which is merged into its first transform if possible."""
    form = ROTATE.fullmatch(text)
    if form is not None:
        middle = by(Point(float(form[3] or 0), float(form[4] or 0)))
        deep = max(decimals, decimals_of(form[3] or ""), decimals_of(form[4] or ""))
        gap = form[2] or " "
        turn = f"rotate({form[1]}{gap}{write(middle.x, deep)}{gap}{write(middle.y, deep)})"
        written = values.transform(turn)
        if isinstance(written, Affine) and _near(written, new, 10.0**-decimals):
            return turn
    for form in (TRANSLATE.match(text), MATRIX.match(text)):
        if form is not None:
            numbers = [
                write(float(old or 0) + shift, max(decimals, decimals_of(old or "")))
                for old, shift in ((form[2], x), (form[4], y))
            ]
            return f"{form[1]}{numbers[0]}{form[3] or ' '}{numbers[1]}{text[form.end() :]}"
    return f"translate({write(x, decimals)} {write(y, decimals)}) {text.lstrip()}"


def _near(first: Affine, second: Affine, step: float) -> bool:
    return is_same(Affine(*first[:4]), Affine(*second[:4]), CLOSE) and all(
        abs(a - b) <= 2 * step for a, b in zip(first[4:], second[4:], strict=True)
    )


def max_scale(by: Affine) -> float:
    """Return the largest factor by which a matrix scales lengths: its larger singular value."""
    total = by.a * by.a + by.b * by.b + by.c * by.c + by.d * by.d
    return math.sqrt((total + math.sqrt(max(total * total - 4 * by.determinant**2, 0.0))) / 2)
