"""The root and nested pages: sizes, the page's background, and effects on the whole page, which browsers show
differently."""

import math
import re
from collections.abc import Callable, Container, Mapping

from sgpkit.graphics.gate import background, numbers
from sgpkit.graphics.gate.css import grammar
from sgpkit.graphics.gate.css.cascade import Value
from sgpkit.graphics.gate.names import BOXES, DEFINITIONS, GRAPHICS, TEXTS, words
from sgpkit.graphics.gate.refusals import Refusals, Unsupported
from sgpkit.graphics.gate.transforms import UNKNOWN, Frame, write
from sgpkit.graphics.geometry import Affine, scaling, translation
from sgpkit.graphics.raster import fit
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element
from sgpkit.status import Rejected

TINY = 16.0
"""Side of a page in pixels below which its content cannot be recognised."""

TINY_SHARE = 0.05
USUAL = (100.0, 2000.0)
"""Range of the longer side, in pixels, of pages that viewers show unscaled."""

MAX_STRETCH = 1.01
REFUSED_EFFECTS = words("clip-path mask mix-blend-mode")
ZERO_MARGIN = re.compile(r"\s*(?:(?:0(?:px|em|%)?|auto)\s*){1,4}")
VIEWER_SIZE = re.compile(r"(\d+(?:\.\d*)?)[sld]?v(?:w|h|i|b|min|max)")
EFFECTLESS = words("max-width max-height box-sizing vertical-align")
BACKGROUND = words("background background-color")
HOLDERS = DEFINITIONS | {"svg", "symbol"}
STROKES = ("stroke-width", "stroke-dasharray", "stroke-dashoffset")
SIDES: Mapping[str, Callable[[Frame], float]] = {
    **dict.fromkeys(("x", "width", "cx", "rx", "x1", "x2", "dx"), lambda frame: frame.width),
    **dict.fromkeys(("y", "height", "cy", "ry", "y1", "y2", "dy"), lambda frame: frame.height),
    **dict.fromkeys(("r", *STROKES), lambda frame: math.hypot(frame.width, frame.height) / math.sqrt(2)),
}
"""By attribute, the length that is 100 %."""


def frame(root: Element) -> Frame:
    """Return the page in user units: the reference of percentages."""
    try:
        return Frame(*fit.window(root.attributes))
    except Rejected:
        return Frame(0.0, 0.0, fit.DEFAULT_WIDTH, fit.DEFAULT_HEIGHT)


def scale(root: Element) -> float | None:
    """Return the number of pixels per unit of the page at its declared size, by default that of its viewBox; None if
    the viewer determines it, or if the page is distorted or has margins.
    """
    sizes = zip(map(root.attributes.get, ("width", "height")), frame(root)[2:], strict=True)
    scales = [(fit.length(text, "size") or 0.0) / side for text, side in sizes if text is not None and side]
    if not scales:
        return 1.0
    return scales[0] if min(scales) > 0 and max(scales) <= MAX_STRETCH * min(scales) else None


def stroke_scale(root: Element) -> float | None:
    """Return the number of pixels per unit of the page for strokes that do not scale with it; None for small and huge
    pages, which viewers scale.
    """
    pixels = scale(root)
    return pixels if pixels and USUAL[0] <= pixels * max(frame(root)[2:]) <= USUAL[1] else None


def box_transform(root: Element, declared: Mapping[str, Value], by: Affine) -> Affine:
    """Return the transform of the contents that equals a transform of the root. Browsers transform the root's box, in
    pixels and about its centre. Raises Unsupported if the result depends on the viewer.
    """
    if BACKGROUND & declared.keys():
        raise Unsupported("which has a background")
    if declared.keys() & {"transform-origin", "transform-box"} or "%" in declared.get("css transform", Value("")).text:
        raise Unsupported("with an origin or percentages")
    is_sized = "viewBox" not in root.attributes or not {"width", "height"}.isdisjoint(root.attributes)
    pixels = scale(root)
    if not pixels or not (is_sized or (by.e, by.f) == (0.0, 0.0)):
        raise Unsupported("whose box depends on the viewer")
    window = frame(root)
    middle = translation(window.x + window.width / 2, window.y + window.height / 2)
    return middle @ scaling(1 / pixels, 1 / pixels) @ by @ scaling(pixels, pixels) @ middle.inverse()


def nested_frame(element: Element, outer: Frame) -> Frame:
    """Return the page of a nested drawing or a symbol. That of a symbol without a viewBox depends on its uses."""
    box = values.view_box(element.attributes.get("viewBox", ""))
    if box is not None:
        return Frame(*box)
    if element.tag == "symbol":
        return UNKNOWN
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
        try:
            background.paint(root, text, frame(root), scale(root) is not None)
        except Unsupported:
            refusals.refuse(f"{name} of the root: {text}", root)
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
    """Return whether a size of the root is that of the viewer's window, so that the drawing fills its container."""
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


def complete_size(page: Element) -> None:
    """Write both sides of a nested page, since renderers clip the contents only if both are given."""
    for name in ("width", "height"):
        page.attributes.setdefault(name, "100%")


def symbol_box(use: Element) -> values.ViewBox | None:
    """Return the viewBox of the symbol that contains a `use`, if any."""
    above = next((above for above in use.ancestors() if above.tag in ("svg", "symbol")), None)
    return None if above is None or above.tag == "svg" else values.view_box(above.attributes.get("viewBox", ""))


def resolve_percentages(element: Element, frame: Frame, used: Container[int]) -> None:
    """Write the lengths of a `use`, or of an element inside a symbol, in units, since renderers resolve percentages
    there against another box. `frame` is the page, and `used` has the `id()` of the elements that a `use` shows. Raises
    Unsupported if the page depends on the use.
    """
    attributes, is_use = element.attributes, element.tag == "use"
    written = [name for name, text in attributes.items() if "%" in text and name in SIDES]
    if not written or element.parent is None or element.tag not in GRAPHICS | TEXTS:
        return
    above = list(element.ancestors())
    depth = next(depth for depth, at in enumerate(above) if at.tag in HOLDERS or at.parent is None)
    holder, is_in_symbol = above[depth], any(at.tag == "symbol" for at in above)
    if not (is_in_symbol if holder.tag in DEFINITIONS else is_use or holder.tag == "symbol"):
        return
    if holder.tag in DEFINITIONS and not is_use:
        return  # renderers resolve these as browsers do
    definition = next((at.tag for at in above if at.tag in DEFINITIONS), None)
    if definition is not None:
        raise Unsupported(f"percentages in a symbol or a nested drawing in a <{definition}>")
    if math.isnan(frame.width) or math.isnan(frame.height):
        if is_use:
            raise Unsupported("percentages in a symbol without a viewBox")
        return
    if holder.tag == "symbol" and any(id(one) in used for one in (element, *above[:depth])):
        raise Unsupported("percentages in a symbol of which another <use> shows a part")
    for name in written:
        parts = attributes[name].replace(",", " ").split()
        attributes[name] = " ".join(_resolved(part, SIDES[name](frame)) for part in parts)


def _resolved(part: str, side: float) -> str:
    return numbers.write(float(part[:-1]) * side / 100) if part.endswith("%") else part


def put_in(tag: str, attributes: dict[str, str], root: Element, contents: list[Element]) -> Element:
    """Return a new child of the root with these contents."""
    holder = root.derive(tag, attributes, root)
    holder.children = contents
    for child in contents:
        child.parent = holder
    return holder


def move_contents(root: Element, by: Affine, cut: str) -> None:
    """Put the contents of the root into a group with a transform that contains a group with a clip path."""
    inside = put_in("g", {"clip-path": cut}, root, root.children)
    root.children = [put_in("g", {"transform": write(by)}, root, [inside])]


def outline(page: Frame) -> str:
    """Return the path of a page's edge."""
    x, y, width, height = map(numbers.write, page)
    return f"M{x} {y}h{width}v{height}h-{width}Z"
