"""The root and nested pages: sizes, the page's background, and effects on the whole page, which browsers show
differently."""

import re
from collections.abc import Mapping

from sgpkit.graphics.gate import grammar, numbers
from sgpkit.graphics.gate.cascade import Value
from sgpkit.graphics.gate.names import BOXES, words
from sgpkit.graphics.gate.refusals import Refusals, Unsupported
from sgpkit.graphics.gate.transforms import Frame
from sgpkit.graphics.raster import fit
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element
from sgpkit.status import Rejected

TINY = 16.0
"""Side of a page in pixels below which its content cannot be recognised."""

TINY_SHARE = 0.05
MAX_STRETCH = 1.01
REFUSED_EFFECTS = words("clip-path mask mix-blend-mode")
ZERO_MARGIN = re.compile(r"\s*(?:(?:0(?:px|em|%)?|auto)\s*){1,4}")
VIEWER_SIZE = re.compile(r"(\d+(?:\.\d*)?)[sld]?v(?:w|h|i|b|min|max)")
EFFECTLESS = words("max-width max-height box-sizing vertical-align")
BACKGROUND = words("background background-color")


def frame(root: Element) -> Frame:
    """Return the page in user units: the reference of percentages."""
    try:
        return Frame(*fit.window(root.attributes))
    except Rejected:
        return Frame(0.0, 0.0, fit.DEFAULT_WIDTH, fit.DEFAULT_HEIGHT)


def nested_frame(element: Element, outer: Frame) -> Frame:
    """Return the page of a nested drawing."""
    box = values.view_box(element.attributes.get("viewBox", ""))
    if box is not None:
        return Frame(*box)
    sides = [
        values.length(element.attributes.get(name, "100%"), size) or 0.0
        for name, size in (("width", outer.width), ("height", outer.height))
    ]
    return Frame(0.0, 0.0, *sides)


def rewrite_root(
    root: Element, declared: Mapping[str, Value], refusals: Refusals, uses_root_units: bool = False
) -> None:
    """Rewrite the root's own properties, and refuse pages that browsers show differently."""
    attributes = root.attributes
    if attributes.get("overflow") == "visible":
        refusals.refuse("overflow of the root: visible", root)
    for name in ("display", "overflow", "x", "y"):
        attributes.pop(name, None)
    for name in REFUSED_EFFECTS:
        value = declared.get(name)
        if value is not None and not value.refused and value.text not in ("none", "normal", *grammar.GLOBAL):
            refusals.refuse(f"{name} of the root", root)
    for name in BOXES & declared.keys():
        _rewrite_box(root, name, declared[name].text, refusals)
    _check_size(root, refusals)
    if uses_root_units and values.length(attributes.get("font-size", "16"), 16.0) != 16.0:
        refusals.refuse("rem with a font size of the root", root)
    _set_font_size(root)


def _rewrite_box(root: Element, name: str, text: str, refusals: Refusals) -> None:
    word = text.strip().lower()
    if word in grammar.GLOBAL:
        return
    if name in BACKGROUND:
        _paint_background(root, name, text, refusals)
    elif name in ("max-width", "max-height"):
        if _is_tiny(word):
            refusals.refuse(f"{name} of the root: {text}", root)
    elif not _is_without_effect(name, word):
        refusals.refuse(f"{name} of the root: {text}", root)


def _is_without_effect(name: str, word: str) -> bool:
    if name in EFFECTLESS or word in ("none", "0", "0px", "static", "relative"):
        return True
    return name.startswith("margin") and ZERO_MARGIN.fullmatch(word) is not None


def is_size_of_viewer(text: str) -> bool:
    """Return whether a size of the root is that of the viewer's window, so that the drawing fills what is around it."""
    match = VIEWER_SIZE.fullmatch(text.strip().lower())
    return match is not None and float(match[1]) >= 100 * TINY_SHARE


def _is_tiny(word: str) -> bool:
    if word in ("none", "100%"):
        return False
    number = numbers.number(word) if word.endswith("%") else None
    if number is not None:
        return number < TINY_SHARE
    size = values.length(word, 100.0)
    return size is None or size < TINY


def _paint_background(root: Element, name: str, text: str, refusals: Refusals) -> None:
    """Put a rectangle behind everything, over the whole page."""
    try:
        shade = "none" if text.strip().lower() in ("none", "transparent") else grammar.color(text)
    except Unsupported:
        shade = None
    if shade is None and re.fullmatch(r"[a-zA-Z]+", text.strip()):
        return  # not a colour
    if shade is None:
        refusals.refuse(f"{name} of the root: {text}", root)
        return
    if shade == "none":
        return
    x, y, width, height = map(numbers.write, frame(root))
    attributes = {"x": x, "y": y, "width": width, "height": height, "fill": shade, "stroke": "none"}
    attributes |= {"fill-opacity": "1", "visibility": "visible"}
    rectangle = Element("rect", attributes, root, 0, root.line, root.column, root.byte)
    root.children.insert(0, rectangle)


def _check_size(root: Element, refusals: Refusals) -> None:
    attributes = root.attributes
    box = values.view_box(attributes.get("viewBox", ""))
    sides = {"width": box.width, "height": box.height} if box is not None else {}
    sizes = []
    for name in ("width", "height"):
        text = attributes.get(name)
        if text is None:
            continue
        if text.strip().endswith("%"):
            if (numbers.number(text) or 0.0) < TINY_SHARE:
                refusals.refuse(f"{name} of the root: {text}", root)
            continue
        size = values.length(text, 100.0)
        if size is not None and 0 < size < min(
            TINY, sides.get(name, 0.0)
        ):  # compilers make small pages, not shrunk ones
            refusals.refuse(f"{name} of the root: {text}", root)
        sizes.append(size)
    how = attributes.get("preserveAspectRatio", "")
    if box is None or not box.width or not box.height or len(sizes) < 2 or None in sizes:
        return
    width, height = (float(size or 0.0) for size in sizes)
    if ("none" in how or "slice" in how) and width > 0 and height > 0:
        stretch = (width / height) / (box.width / box.height)
        if max(stretch, 1 / stretch) > MAX_STRETCH:
            refusals.refuse(f"preserveAspectRatio of the root: {how}", root)


def _set_font_size(root: Element) -> None:
    """Set the initial size, since renderers assume 12 instead of 16 for units of the font."""
    root.attributes.setdefault("font-size", "16")
