"""Boxes of elements and CSS shapes as paths: `transform-box: fill-box` refers to the fill, `clip-path` to fill and
stroke.

https://www.w3.org/TR/css-shapes-1/, https://www.w3.org/TR/css-masking-1/#typedef-geometry-box
"""

import math
import re

from sgpkit.graphics.gate import numbers
from sgpkit.graphics.gate.attributes import TRIVIAL
from sgpkit.graphics.gate.css import cascade
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.gate.transforms import HEIGHTS, WIDTHS, Frame, attribute, distance
from sgpkit.graphics.geometry import IDENTITY, Point
from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.document import Element
from sgpkit.graphics.svg.outline import Box
from sgpkit.graphics.svg.shape_outlines import READERS, Bad
from sgpkit.graphics.svg.values import length, number

BASIC = re.compile(r"(inset|circle|ellipse|polygon)\(([^()]*)\)", re.IGNORECASE)
MAX_DEPTH = 20


def fill_box(element: Element) -> Frame:
    """Return the box of an element's fill, in its own coordinates. Raises Unsupported if it is not known."""
    return _known(_box(element, False, 0))


def stroke_box(element: Element) -> Frame:
    """Return the box of an element's fill and stroke, as `fill_box` does."""
    return _known(_box(element, True, 0))


def _known(box: Box | None) -> Frame:
    if box is None:
        raise Unsupported("the box of an empty element")
    left, top, right, bottom = box
    return Frame(left, top, right - left, bottom - top)


def _box(element: Element, has_stroke: bool, depth: int) -> Box | None:
    if element.tag in READERS:
        try:
            read = READERS[element.tag](element.attributes, _length)
        except Bad:
            raise Unsupported("the box of a shape with lengths in other units") from None
        box = outline.bounding_box(read[0]) if read is not None else None
        return _widened(box, element) if box is not None and has_stroke else box
    if element.tag not in ("g", "a") or depth > MAX_DEPTH:
        raise Unsupported(f"the box of <{element.tag}>")
    corners = [point for child in element.children if _has_box(child) for point in _corners(child, has_stroke, depth)]
    xs, ys = [point.x for point in corners], [point.y for point in corners]
    return Box(min(xs), min(ys), max(xs), max(ys)) if corners else None


def _has_box(child: Element) -> bool:
    if child.tag in ("text", "use", "image", "svg", "switch"):
        raise Unsupported(f"the box of <{child.tag}>")
    return (child.tag in ("g", "a") or child.tag in READERS) and child.attributes.get("display") != "none"


def _corners(child: Element, has_stroke: bool, depth: int) -> list[Point]:
    """Return the corners of a child's box in its parent's coordinates: browsers map boxes, not outlines."""
    box = _box(child, has_stroke, depth + 1)
    by = attribute(child.attributes.get("transform", "")) or IDENTITY
    return [] if box is None else [by(Point(x, y)) for x in (box.left, box.right) for y in (box.top, box.bottom)]


def _widened(box: Box, element: Element) -> Box:
    """Return a box with half the width of its stroke on each side. Raises Unsupported for strokes with other boxes."""
    if cascade.inherited(element, "stroke") == "none":
        return box
    width = number(cascade.inherited(element, "stroke-width"))
    if width is None or element.tag not in ("rect", "circle", "ellipse"):
        raise Unsupported("the box of a stroke")
    half = width / 2
    return Box(box.left - half, box.top - half, box.right + half, box.bottom + half)


def _length(attributes: object, name: str, axis: str) -> float | None:
    text = attributes.get(name)  # type: ignore[attr-defined]
    if text is None or text == "auto":
        return None
    value = number(text.removesuffix("px"))
    if value is None:
        raise Bad
    return value


def has_outline(element: Element) -> bool:
    """Return whether an element is a shape with an outline."""
    if element.tag not in READERS:
        return False
    read = READERS[element.tag](element.attributes, lambda attributes, name, _: length(attributes.get(name, ""), 100.0))
    return read is not None and any(part.pieces for part in read[0])


def is_plain_text(element: Element) -> bool:
    """Return whether renderers and browsers see the same box of a text or a part of one: it has a size, and letters."""
    size = length(cascade.inherited(element, "font-size"), 16.0)
    if element.tag == "textPath" or (size is not None and size < TRIVIAL):
        return False
    letters = element.all_text().strip(" \t\r\n") if element.tag == "text" else "a"
    return letters != "" and all(letter.isprintable() or letter in "\t\r\n" for letter in letters)


def clip_outline(text: str, box: Frame) -> tuple[str, bool]:
    """Return the path data of a CSS shape and whether its fill rule is even-odd. Raises Unsupported."""
    text = numbers.without_calc(text.strip())
    match = BASIC.fullmatch(text)
    if match is None:
        raise Unsupported(text)
    name, arguments = match[1].lower(), match[2].strip()
    if name == "polygon":
        return _polygon(arguments, box, text)
    if name == "inset":
        return _inset(arguments, box, text), False
    return _round(name, arguments, box, text), False


def _distance(part: str, whole: float, text: str) -> float:
    value = number(part)
    value = distance(part, whole) if value is None else value
    if value is None:
        raise Unsupported(text)
    return value


def _polygon(arguments: str, box: Frame, text: str) -> tuple[str, bool]:
    points = [point.split() for point in arguments.split(",")]
    rule = points[0][0].lower() if points[0] else ""
    if rule in ("nonzero", "evenodd"):
        points = points[1:]
    if not points or any(len(point) != 2 for point in points):
        raise Unsupported(text)
    placed = [(box.x + _distance(x, box.width, text), box.y + _distance(y, box.height, text)) for x, y in points]
    return "M" + "L".join(f"{x!r} {y!r}" for x, y in placed) + "Z", rule == "evenodd"


def _inset(arguments: str, box: Frame, text: str) -> str:
    edges, _, rounding = arguments.partition("round")
    parts = edges.split()
    radii = rounding.split()
    if not 1 <= len(parts) <= 4 or len(radii) > 1:
        raise Unsupported(text)
    top, right, bottom, left = [
        parts[at] for at in {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1)}.get(len(parts), (0, 1, 2, 3))
    ]
    x, y = box.x + _distance(left, box.width, text), box.y + _distance(top, box.height, text)
    width = max(0.0, box.x + box.width - _distance(right, box.width, text) - x)
    height = max(0.0, box.y + box.height - _distance(bottom, box.height, text) - y)
    radius = _distance(radii[0], min(box.width, box.height), text) if radii and "%" not in radii[0] else 0.0
    if radii and "%" in radii[0]:
        raise Unsupported(text)
    radius = max(0.0, min(radius, width / 2, height / 2))
    if not width or not height:
        return "M0 0"
    if not radius:
        return f"M{x!r} {y!r}h{width!r}v{height!r}h{-width!r}Z"
    across, along, arc = width - 2 * radius, height - 2 * radius, f"a{radius!r} {radius!r} 0 0 1"
    return (
        f"M{x + radius!r} {y!r}h{across!r}{arc} {radius!r} {radius!r}v{along!r}{arc} {-radius!r} {radius!r}"
        f"h{-across!r}{arc} {-radius!r} {-radius!r}v{-along!r}{arc} {radius!r} {-radius!r}Z"
    )


def _round(name: str, arguments: str, box: Frame, text: str) -> str:
    sizes, at, centre = f" {arguments} ".partition(" at ")
    position = centre.split() if at else ["center", "center"]
    if len(position) == 1:
        position = (
            ["center", position[0]] if position[0] in HEIGHTS and position[0] != "center" else [position[0], "center"]
        )
    if len(position) != 2:
        raise Unsupported(text)
    if position[0] in ("top", "bottom") or position[1] in ("left", "right"):
        position.reverse()
    x = WIDTHS[position[0]] * box.width if position[0] in WIDTHS else _distance(position[0], box.width, text)
    y = HEIGHTS[position[1]] * box.height if position[1] in HEIGHTS else _distance(position[1], box.height, text)
    across, along = sorted((abs(x), abs(box.width - x))), sorted((abs(y), abs(box.height - y)))
    parts = sizes.split()
    if name == "circle":
        parts = parts or ["closest-side"]
        if len(parts) != 1:
            raise Unsupported(text)
        named = {"closest-side": min(across[0], along[0]), "farthest-side": max(across[1], along[1])}
        diagonal = math.hypot(box.width, box.height) / math.sqrt(2)
        radius_x = radius_y = named[parts[0]] if parts[0] in named else _distance(parts[0], diagonal, text)
    else:
        parts = parts or ["closest-side", "closest-side"]
        if len(parts) != 2:
            raise Unsupported(text)
        radius_x, radius_y = (
            ends[0] if part == "closest-side" else ends[1] if part == "farthest-side" else _distance(part, size, text)
            for part, ends, size in zip(parts, (across, along), (box.width, box.height), strict=True)
        )
    if radius_x < 0 or radius_y < 0:
        raise Unsupported(text)
    if not radius_x or not radius_y:
        return "M0 0"
    x, y = box.x + x, box.y + y
    arc = f"a{radius_x!r} {radius_y!r} 0 1 1"
    return f"M{x - radius_x!r} {y!r}{arc} {2 * radius_x!r} 0{arc} {-2 * radius_x!r} 0Z"
