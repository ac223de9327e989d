"""One element of a scene: an outline or a line of text, with its paint. These are values; `writing.py` turns them into
SVG."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from sgpkit.families.shared.drawings.forms import Form
from sgpkit.graphics.geometry import IDENTITY, Affine, Point
from sgpkit.graphics.svg.outline import Box

LETTER = 0.6
"""The mean width of a letter of a sans-serif face, as a share of its size; bold letters are wider by a twelfth."""

Anchor = Literal["start", "middle", "end"]
Run = Literal["down", "across", "radial"]


class Ramp(NamedTuple):
    """A gradient over the element's own box, from its top, its left edge or its center."""

    start: str
    end: str
    run: Run = "down"


class Text(NamedTuple):
    """A line of text with its baseline at (x, y). If `turned`, it is read from bottom to top."""

    words: str
    x: float
    y: float
    size: float
    anchor: Anchor = "middle"
    bold: bool = False
    turned: bool = False
    face: str = "sans-serif"


@dataclass(frozen=True, slots=True)
class Ink:
    """A painted element, which is not filled if `fill` is None. `holes` states whether inner loops are holes by the
    even-odd rule."""

    form: Form | None = None
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    ramp: Ramp | None = None
    opacity: float = 1.0
    dashes: tuple[float, ...] = ()
    text: Text | None = None
    holes: bool = True

    @property
    def box(self) -> Box:
        """The area that the element covers, its stroke included; an estimate for text."""
        if self.text is not None:
            return text_box(self.text)
        if self.form is None:
            raise ValueError("an ink has a form or a text")
        half = self.width / 2 if self.stroke else 0.0
        left, top, right, bottom = form_box(self.form)
        return Box(left - half, top - half, right + half, bottom + half)

    def mapped(self, by: Affine) -> "Ink":
        if by == IDENTITY:
            return self
        text = None
        if self.text is not None:
            x, y = by(Point(self.text.x, self.text.y))
            text = self.text._replace(x=x, y=y, size=self.text.size * by.scale)
        form = None if self.form is None else self.form.mapped(by)
        dashes = tuple(dash * by.scale for dash in self.dashes)
        return replace(self, form=form, text=text, width=self.width * by.scale, dashes=dashes)


@lru_cache(maxsize=65536)
def curved_box(form: Form) -> Box:
    return form.box


def form_box(form: Form) -> Box:
    """Return the box of a form: from the numbers of a plain shape, else from the outline."""
    if form.primitive is None:
        return curved_box(form)
    tag, numbers = form.primitive
    if tag in ("polygon", "polyline"):
        return Box(min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2]))
    if tag == "rect":
        x, y, width, height, _ = numbers
        return Box(x, y, x + width, y + height)
    x, y, across, down = (*numbers, numbers[-1]) if tag == "circle" else numbers
    return Box(x - across, y - down, x + across, y + down)


def filled(form: Form, color: str, opacity: float = 1.0) -> Ink:
    return Ink(form, fill=color, opacity=opacity)


def outlined(form: Form, color: str, line: str, width: float) -> Ink:
    return Ink(form, fill=color, stroke=line, width=width)


def shaded(form: Form, start: str, end: str, run: Run = "down") -> Ink:
    return Ink(form, fill=start, ramp=Ramp(start, end, run))


def stroked(form: Form, color: str, width: float, dashes: tuple[float, ...] = ()) -> Ink:
    return Ink(form, stroke=color, width=width, dashes=dashes)


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    color: str,
    anchor: Anchor = "middle",
    bold: bool = False,
    turned: bool = False,
    face: str = "sans-serif",
) -> Ink:
    return Ink(fill=color, text=Text(text, x, y, size, anchor, bold, turned, face))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return an estimate of the width that needs no font and distinguishes narrow and wide letters."""
    units = sum(0.6 if letter in "ijlI.,:;'|! " else 1.55 if letter in "mwMW@%" else 1.0 for letter in text)
    units += 0.2 * sum(letter.isupper() for letter in text)
    return units * size * LETTER * (13 / 12 if bold else 1.0)


def text_box(text: Text) -> Box:
    width = text_width(text.words, text.size, text.bold)
    shift = {"start": 0.0, "middle": -width / 2, "end": -width}[text.anchor]
    if text.turned:
        first = text.y - shift
        return Box(text.x - 0.8 * text.size, first - width, text.x + 0.25 * text.size, first)
    return Box(text.x + shift, text.y - 0.8 * text.size, text.x + shift + width, text.y + 0.25 * text.size)


def around(boxes: "list[Box] | tuple[Box, ...]") -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def mapped_box(box: Box, by: Affine) -> Box:
    corners = [by(Point(x, y)) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


def luminance(color: str) -> float:
    """Return the relative luminance of WCAG 2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance."""
    channels = [int(color[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else math.pow((value + 0.055) / 1.055, 2.4) for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def readable_on(color: str, dark: str = "#1F2A37", light: str = "#FFFFFF") -> str:
    """Return the colour of text, `dark` or `light`, that contrasts more with the ground."""
    ground = luminance(color)
    contrasts = [(max(ground, luminance(ink)) + 0.05) / (min(ground, luminance(ink)) + 0.05) for ink in (dark, light)]
    return dark if contrasts[0] >= contrasts[1] else light
