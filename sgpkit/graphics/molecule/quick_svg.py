"""A fast reader for simple drawings of molecules: only lines and circles in the root, as in the prompts.

Nearly all scored drawings have this form, which needs no styles, transforms or paths. For any other drawing, and for
those that are not completely visible (`is_fully_visible`), the general reader is used.
"""

import operator
import re
from itertools import chain, compress
from typing import NamedTuple
from xml.etree import ElementTree

ROOT_TAGS = frozenset(("{http://www.w3.org/2000/svg}svg", "svg"))
ROOT_ATTRIBUTES = frozenset(("viewBox", "width", "height", "version"))
LINE_ATTRIBUTES = ("x1", "y1", "x2", "y2", "stroke", "stroke-width")
CIRCLE_ATTRIBUTES = ("cx", "cy", "r", "fill")
line_of = operator.itemgetter(*LINE_ATTRIBUTES)
circle_of = operator.itemgetter(*CIRCLE_ATTRIBUTES)
MAX_LENGTH = 200_000
NUMBER = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{1,15})?|\.[0-9]{1,15})"
NUMBERS = re.compile(rf"(?:{NUMBER} )*{NUMBER}")
POSITIVE = re.compile(r"(?!0*\.?0*$)[0-9]{1,9}(?:\.[0-9]{1,15})?")
OPAQUE = re.compile("#[0-9A-Fa-f]{6}")

Spot = tuple[float, float]


class SimpleDrawing(NamedTuple):
    """Circles in paint order, with equal radii and different centres, and lines with a length above 0."""

    fills: tuple[str, ...]
    centres: list[Spot]
    starts: list[Spot]
    ends: list[Spot]
    radius: float
    widths: tuple[float, ...]
    """The distinct widths of lines."""
    strokes: tuple[str, ...]
    """The distinct colours of lines, as #rrggbb."""
    page: tuple[float, float, float, float] | None
    """Left, top, right and bottom of the visible region, or None if it is the drawing's bounding box."""


def read(code: str) -> SimpleDrawing | None:
    """Return the circles and lines of a simple drawing, or None for any other text."""
    if len(code) > MAX_LENGTH or "<!" in code or "<?" in code:  # document types may declare entities
        return None
    try:
        root = ElementTree.fromstring(code)
    except (ElementTree.ParseError, ValueError):
        return None
    if root.tag not in ROOT_TAGS or not root.attrib.keys() <= ROOT_ATTRIBUTES or not has_size(root.attrib):
        return None
    line, circle = root.tag[:-3] + "line", root.tag[:-3] + "circle"
    lines = [element.attrib for element in root if element.tag == line]
    circles = [element.attrib for element in root if element.tag == circle]
    if not lines or not circles or len(lines) + len(circles) != len(root) or any(map(len, root)):
        return None
    # If all expected attributes are present and their number is right, there are no others.
    if {*map(len, lines)} != {len(LINE_ATTRIBUTES)} or {*map(len, circles)} != {len(CIRCLE_ATTRIBUTES)}:
        return None
    try:
        x1, y1, x2, y2, strokes, widths = zip(*map(line_of, lines), strict=True)
        cx, cy, radii, fills = zip(*map(circle_of, circles), strict=True)
    except KeyError:
        return None
    if (
        len({*radii}) != 1
        or not NUMBERS.fullmatch(" ".join(chain(x1, y1, x2, y2, cx, cy)))
        or not all(map(OPAQUE.fullmatch, {*fills}))
        or not all(map(OPAQUE.fullmatch, {*strokes} - {"black"}))
        or not all(map(POSITIVE.fullmatch, {*widths, *radii}))
        or (len({*widths}) > 1 and len({*strokes}) > 1)  # a narrow white line on a wide black one looks like two lines
    ):
        return None
    centres = list(zip(map(float, cx), map(float, cy), strict=True))
    if len({*centres}) != len(centres):  # circles of equal size cover each other only if they share a centre
        return None
    starts = list(zip(map(float, x1), map(float, y1), strict=True))
    ends = list(zip(map(float, x2), map(float, y2), strict=True))
    if any(map(operator.eq, starts, ends)):
        seen = list(map(operator.ne, starts, ends))
        starts, ends = list(compress(starts, seen)), list(compress(ends, seen))
    colors = tuple("#000000" if stroke == "black" else stroke for stroke in {*strokes})
    return SimpleDrawing(
        fills, centres, starts, ends, float(radii[0]), tuple(map(float, {*widths})), colors, _page(root.attrib)
    )


def _page(attributes: dict[str, str]) -> tuple[float, float, float, float]:
    box = attributes.get("viewBox")
    if box is not None:
        left, top, width, height = map(float, box.split(" "))
    else:
        left = top = 0.0
        width, height = (
            float(attributes.get(name, default).removesuffix("px"))
            for name, default in (("width", "300"), ("height", "150"))
        )
    return left, top, left + width, top + height


def has_size(attributes: dict[str, str]) -> bool:
    """Return whether the root's sizes are simple numbers above zero."""
    box = attributes.get("viewBox")
    if box is not None:
        numbers = box.split(" ")
        if len(numbers) != 4 or not NUMBERS.fullmatch(box) or not all(map(POSITIVE.fullmatch, numbers[2:])):
            return False
    return all(POSITIVE.fullmatch(attributes.get(name, "1").removesuffix("px")) for name in ("width", "height"))
