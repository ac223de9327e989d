"""Combinations of attributes that browsers draw differently from our renderers, or that exhaust the memory."""

import re
from collections.abc import Container

from sgpkit.graphics.gate import filters, names
from sgpkit.graphics.gate.attributes import MAX_REGION
from sgpkit.graphics.gate.css import cascade
from sgpkit.graphics.gate.refusals import Refusals
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element

MAX_TEXT = 8.0
"""The largest font size and text stroke, in sides of the page; browsers paint larger letters differently from our
renderers.
"""

INNER_END = re.compile(r"[zZ][\s,]*[^\s,]")
ARC = re.compile(r"[aA]")
BITMAP = re.compile(r"\s*data:image/(png|jpe?g|gif|webp);base64,", re.IGNORECASE)
STARTS = {"png": "iVBORw0KGgo", "jpg": "/9j/", "jpeg": "/9j/", "gif": "R0lGOD", "webp": "UklGR"}
"""The first bytes of each format, in base64."""


def check(
    element: Element, declared: Container[str], scale: float, side: float, has_dashes: bool, refusals: Refusals
) -> None:
    """Refuse combinations of attributes. `declared` are the element's properties, `scale` is the factor from its units
    to those of the page, `side` is the page's longer side, and `has_dashes` says whether any element may be dashed.
    """
    tag, attributes = element.tag, element.attributes
    if tag in names.TEXTS or (tag == "g" and "font-size" in attributes):
        _check_text(element, scale, side, refusals)
    if (tag in names.DEFINITIONS or tag == "symbol") and attributes.get("display") == "none":
        refusals.refuse(f"display: none of <{tag}>", element)
    if tag in names.SERVERS and "transform-origin" in declared:
        refusals.refuse(f"transform-origin of <{tag}>", element)
    if "mix-blend-mode" in declared and any(
        above.tag in ("svg", "symbol") and above.parent for above in element.ancestors()
    ):
        refusals.refuse("mix-blend-mode in a nested drawing", element)  # our renderers isolate it, browsers do not
    if tag == "mask" and attributes.get("mask", "none") != "none":
        refusals.refuse("a mask on a mask", element)
    if tag == "filter" and ("href" in attributes or "xlink:href" in attributes):
        refusals.refuse("href of a filter", element)
    if tag in ("filter", "pattern"):
        _check_region(element, side, refusals)
    if "pathLength" in attributes:
        if has_dashes:
            refusals.refuse("pathLength in a drawing with dashes", element)
        del attributes["pathLength"]
    has_closed_parts = tag == "path" and INNER_END.search(attributes.get("d", "")) is not None
    if has_closed_parts and cascade.inherited(element, "marker-mid") != "none":
        refusals.refuse("marker-mid of a path with closed parts", element)  # renderers differ on the closing point
    if tag == "path" and ARC.search(attributes.get("d", "")) and cascade.inherited(element, "marker-mid") != "none":
        refusals.refuse("marker-mid of a path with arcs", element)  # renderers mark the pieces of arcs
    if tag == "image":
        _check_image(element, refusals)
    if tag == "feOffset":
        _check_offset(element, refusals)
    if tag == "feGaussianBlur" and _is_of_flood(element):
        refusals.refuse("feGaussianBlur of an feFlood", element)  # which has no edges in browsers
    if tag == "feMorphology":
        _check_morphology(element, side, refusals)
    if tag == "feColorMatrix" and attributes.get("type") == "saturate":
        amount = values.number(attributes.get("values", "1"))
        if amount is None or not 0 <= amount <= 1:
            refusals.refuse(f"saturate by {attributes['values']}", element)


def _check_text(element: Element, scale: float, side: float, refusals: Refusals) -> None:
    size = values.length(element.attributes.get("font-size", "16"), 16.0)
    if size is not None and size * max(scale, 0.0) > MAX_TEXT * side:
        refusals.refuse("text of that size", element)
    width = values.length(element.attributes.get("stroke-width", "0"), side)
    if width is not None and width * scale > side:
        refusals.refuse("a stroke of that width on text", element)
    moved = element.attributes.get("dx", "").replace(",", " ").split()
    is_start = element.tag == "text" or "x" in element.attributes
    if len(moved) > (1 if is_start else 0) and cascade.inherited(element, "text-anchor") != "start":
        refusals.refuse("dx inside an anchored text", element)  # browsers include it in the width
    spaced = ("letter-spacing", "word-spacing")
    if "textLength" in element.attributes and (
        moved
        or cascade.inherited(element, "text-anchor") != "start"
        or any(cascade.inherited(element, name) not in ("normal", "0") for name in spaced)
    ):
        refusals.refuse("textLength of a text with dx, spacing or an anchor", element)
    for name in ("textLength", "rotate"):
        if name in element.attributes and element.children:
            refusals.refuse(f"{name} of a text with parts", element)


def _check_image(element: Element, refusals: Refusals) -> None:
    """Refuse bitmaps whose data has another format than declared, because browsers go by the data."""
    text = element.attributes.get("href", element.attributes.get("xlink:href", ""))
    match = BITMAP.match(text)
    if match is None or not text[match.end() :].lstrip().startswith(STARTS[match[1].lower()]):
        refusals.refuse(f"a bitmap with other data: {text[:40]}", element)


def _check_morphology(element: Element, side: float, refusals: Refusals) -> None:
    """Refuse erosion, which browsers also apply at the edges of the region, and radii without a defined effect."""
    radii = values.numbers(element.attributes.get("radius", ""))[0]
    is_dilation = element.attributes.get("operator", "erode") == "dilate"
    if not is_dilation or not radii or not all(0 < radius <= side / 8 for radius in radii):
        operator = element.attributes.get("operator", "erode")
        refusals.refuse(f"feMorphology: {operator} by {element.attributes.get('radius', 0)}", element)


def _check_offset(element: Element, refusals: Refusals) -> None:
    """Refuse to move a source of which the filter's region may cut off a part, because browsers move it first."""
    whole = element.parent
    if whole is None or all(values.number(element.attributes.get(name, "0")) == 0 for name in ("dx", "dy")):
        return
    default = "SourceGraphic" if whole.children[0] is element else ""
    if not element.attributes.get("in", default).strip().startswith("Source"):
        return
    if whole.attributes.get("filterUnits") == "userSpaceOnUse" or filters.is_cut_off(whole):
        refusals.refuse("feOffset of a source that the region of the filter cuts off", element)


def _is_of_flood(blur: Element) -> bool:
    """Return whether a primitive blurs a flood, which is its input by name or the primitive before it."""
    before = blur.parent.children[: blur.parent.children.index(blur)] if blur.parent is not None else []
    name = blur.attributes.get("in", "").strip()
    named = [primitive for primitive in before if primitive.attributes.get("result", "").strip() == name]
    sources = named[-1:] if name else before[-1:]
    return any(source.tag == "feFlood" for source in sources)


def _check_region(element: Element, side: float, refusals: Refusals) -> None:
    """Refuse filter regions and pattern tiles far larger than the page, which exhaust the memory."""
    units = "filterUnits" if element.tag == "filter" else "patternUnits"
    most = MAX_REGION
    if element.attributes.get(units) == "userSpaceOnUse":
        most *= side
    for name in ("x", "y", "width", "height"):
        size = values.length(element.attributes.get(name, "0"), 1.0)
        if size is not None and abs(size) > most and not element.attributes[name].strip().endswith("%"):
            refusals.refuse(f"{name} of a {element.tag}: {element.attributes[name]}", element)
