"""Combinations of attributes that browsers draw otherwise, or that exhaust the memory."""

from collections.abc import Container

from sgpkit.graphics.gate import names
from sgpkit.graphics.gate.attributes import MAX_REGION
from sgpkit.graphics.gate.refusals import Refusals
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element

MAX_TEXT = 8.0
"""The largest font size and text stroke, in sides of the page; browsers do not paint larger letters as we do."""


def check(element: Element, declared: Container[str], scale: float, side: float, refusals: Refusals) -> None:
    """Refuse combinations of attributes. `declared` are the element's properties, `scale` is that of its units on
    the page, whose longer side is `side`."""
    tag, attributes = element.tag, element.attributes
    if tag in names.TEXTS or (tag == "g" and "font-size" in attributes):
        _check_text(element, scale, side, refusals)
    if (tag in names.DEFINITIONS or tag == "symbol") and attributes.get("display") == "none":
        refusals.refuse(f"display: none of <{tag}>", element)
    if tag in names.SERVERS and "transform-origin" in declared:
        refusals.refuse(f"transform-origin of <{tag}>", element)
    if tag == "mask" and attributes.get("mask", "none") != "none":
        refusals.refuse("a mask on a mask", element)
    if tag == "filter" and ("href" in attributes or "xlink:href" in attributes):
        refusals.refuse("href of a filter", element)
    if tag in ("filter", "pattern"):
        _check_region(element, side, refusals)
    if "pathLength" in attributes:
        if "stroke-dasharray" in attributes:
            refusals.refuse("pathLength of a dashed line", element)
        del attributes["pathLength"]
    if tag == "feMorphology" and max(values.numbers(attributes.get("radius", "0"))[0], default=0.0) > side / 8:
        refusals.refuse(f"feMorphology with radius {attributes['radius']}", element)
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
    for name in ("textLength", "rotate"):
        if name in element.attributes and element.children:
            refusals.refuse(f"{name} of a text with parts", element)


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
