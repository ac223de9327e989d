"""Filter functions of CSS as filter elements, since browsers do not confine them to the element's box.

https://www.w3.org/TR/filter-effects-1/#FilterPrimitivesOverview gives the equivalent elements.
"""

import re
from collections.abc import Mapping
from operator import ge, le
from typing import NamedTuple

from sgpkit.graphics.gate import numbers
from sgpkit.graphics.gate.css import cascade, grammar
from sgpkit.graphics.gate.names import PLACED
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.gate.transforms import Frame, distance
from sgpkit.graphics.svg import paint, values
from sgpkit.graphics.svg.document import Element
from sgpkit.graphics.svg.outline import Box

FUNCTION = re.compile(r"\s*([a-z-]+)\(((?:[^()]|\([^()]*\))*)\)\s*")
PARTS = re.compile(r"(?:[^\s()]|\([^()]*\))+")
PARENTHESES = re.compile(r"\([^()]*\)")
MAX_OFFSET = 0.5
"""The largest offset and blur of a shadow, in sides of the page; our renderers do not paint beyond the page."""

REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
"""The attributes of a filter's region, with their initial values."""

MIN_MARGIN = 0.4
"""The smallest distance from a box to the edge of a filter's region, in standard deviations, at which renderers lose no
visible part of the blur.
"""

MAX_SPREAD = 0.6
"""The distance by which a region is widened at most, in sides of the page or the region, because blurs take time."""


MARGIN = 3.0
"""The distance from a region within which blurred shapes are painted, in standard deviations."""

BLURS = {"feGaussianBlur": "0", "feDropShadow": "2"}
"""Primitives that blur, and their initial standard deviation."""

UNPLACED = ("feOffset", "feFlood")
"""Primitives whose regions renderers shift or enlarge."""

FLOOD = ("flood-color", "flood-opacity")
RGB = ("feFuncR", "feFuncG", "feFuncB")


class Primitive(NamedTuple):
    """A filter primitive and its children, each with its attributes."""

    tag: str
    attributes: dict[str, str]
    children: tuple[tuple[str, dict[str, str]], ...] = ()


def is_function_list(text: str) -> bool:
    """Return whether a filter is a list of functions."""
    return "(" in text and grammar.reference(text) is None


def primitives(text: str, side: float, current: str) -> list[Primitive]:
    """Return the primitives of a list of functions; `current` is the element's colour. Raises Unsupported."""
    result, position = [], 0
    while position < len(text):
        match = FUNCTION.match(text.lower(), position)
        if match is None:
            raise Unsupported(text)
        result.append(_primitive(match[1], text[match.start(2) : match.end(2)].strip(), side, current, text))
        position = match.end()
    return result


def _primitive(name: str, argument: str, side: float, current: str, text: str) -> Primitive:
    if name == "drop-shadow":
        return _shadow(argument, side, current, text)
    if name == "blur":
        radius = distance(argument or "0", 0.0)
        if radius is None or not 0 <= radius <= MAX_OFFSET * side:
            raise Unsupported(text)
        return Primitive("feGaussianBlur", {"stdDeviation": numbers.write(radius)})
    if name == "hue-rotate":
        turned = numbers.angle(argument or "0")
        if turned is None:
            raise Unsupported(text)
        return Primitive("feColorMatrix", {"type": "hueRotate", "values": numbers.write(turned)})
    amount = numbers.number(argument or "1")
    if amount is None or amount < 0:
        raise Unsupported(text)
    share = min(1.0, amount)
    if name in ("brightness", "contrast"):
        intercept = 0.5 - 0.5 * amount if name == "contrast" else 0.0
        linear = {"type": "linear", "slope": numbers.write(amount), "intercept": numbers.write(intercept)}
        return _transfer(RGB, linear)
    if name == "invert":
        return _transfer(RGB, {"type": "table", "tableValues": f"{share!r} {1 - share!r}"})
    if name == "opacity":
        return _transfer(("feFuncA",), {"type": "table", "tableValues": f"0 {share!r}"})
    if name == "saturate" and amount <= 1:
        return Primitive("feColorMatrix", {"type": "saturate", "values": numbers.write(amount)})
    if name == "grayscale":
        return Primitive("feColorMatrix", {"type": "saturate", "values": numbers.write(1 - share)})
    if name == "sepia":
        return _sepia(1 - share)
    raise Unsupported(text)


def _transfer(channels: tuple[str, ...], attributes: dict[str, str]) -> Primitive:
    return Primitive("feComponentTransfer", {}, tuple((channel, dict(attributes)) for channel in channels))


def _sepia(rest: float) -> Primitive:
    rows = (
        (0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest),
        (0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest),
        (0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest),
    )
    matrix = " ".join(f"{red!r} {green!r} {blue!r} 0 0" for red, green, blue in rows)
    return Primitive("feColorMatrix", {"type": "matrix", "values": f"{matrix} 0 0 0 1 0"})


def _shadow(argument: str, side: float, current: str, text: str) -> Primitive:
    parts = PARTS.findall(argument)
    lengths = [distance(part, 0.0) if part[0] in "+-.0123456789" else None for part in parts]
    shades = [part for part, length in zip(parts, lengths, strict=True) if length is None]
    amounts = [length for length in lengths if length is not None]
    if len(shades) > 1 or not 2 <= len(amounts) <= 3 or any(abs(length) > MAX_OFFSET * side for length in amounts):
        raise Unsupported(text)
    shade = grammar.color(shades[0]) if shades else "currentColor"
    color = paint.color(current if shade == "currentColor" else shade or "")
    blur = amounts[2] if len(amounts) > 2 else 0.0
    if color is None or blur < 0:
        raise Unsupported(text)
    moved = {"dx": numbers.write(amounts[0]), "dy": numbers.write(amounts[1]), "stdDeviation": numbers.write(blur)}
    flood = {"flood-color": color.hex, "flood-opacity": numbers.write(color.alpha)}
    return Primitive("feDropShadow", moved | flood)


def text_shadow(text: str) -> str:
    """Return one `text-shadow` as a filter function, whose blur is half as large. Raises Unsupported."""
    parts = PARTS.findall(text)
    lengths = [at for at, part in enumerate(parts) if part[0] in "+-.0123456789"]
    if "," in PARENTHESES.sub("", text) or not 2 <= len(lengths) <= 3:
        raise Unsupported(text)
    if len(lengths) == 3:
        parts[lengths[2]] = f"calc({parts[lengths[2]]} / 2)"
    return numbers.without_calc(f"drop-shadow({' '.join(parts)})")


def build(steps: list[Primitive], identifier: str, region: tuple[float, float, float, float], at: Element) -> Element:
    """Return a filter element."""
    x, y, width, height = map(numbers.write, region)
    attributes = {"id": identifier, "filterUnits": "userSpaceOnUse", "x": x, "y": y, "width": width, "height": height}
    attributes["color-interpolation-filters"] = "sRGB"
    whole = at.derive("filter", attributes)
    for step in steps:
        primitive = at.derive(step.tag, step.attributes, whole)
        primitive.children += [at.derive(tag, inner, primitive) for tag, inner in step.children]
        whole.children.append(primitive)
    return whole


def widen(whole: Element, page: Frame) -> None:
    """Widen the region of a filter that blurs, and give its own region to each primitive instead. Renderers cut off
    shapes at the region before they blur them, and each step of the blur; browsers cut off the result. Raises
    Unsupported for a primitive whose region is not known, or outside of that of the filter.
    """
    if whole.attributes.get("filterUnits") != "userSpaceOnUse":
        return
    if not blurs(whole):
        return
    region = _region(REGION | whole.attributes, page)
    shown = [_shown(primitive, region, page) for primitive in whole.children if primitive.tag not in UNPLACED]
    most = MAX_SPREAD * max(page.width, page.height, region.right - region.left, region.bottom - region.top)
    across, down = (min(spread, most) for spread in _spread(whole))
    wide = Box(
        min(box.left for box in shown) - across, min(box.top for box in shown) - down,
        max(box.right for box in shown) + across, max(box.bottom for box in shown) + down,
    )  # fmt: skip
    if all(map(ge, wide[:2], region[:2])) and all(map(le, wide[2:], region[2:])):
        return
    whole.attributes |= _written(wide)
    if whole.children[-1].tag in UNPLACED:
        end = whole.derive("feMerge", {"color-interpolation-filters": "sRGB"}, whole)
        end.children.append(whole.derive("feMergeNode", {}, end))
        whole.children.append(end)
    for primitive in whole.children:
        if primitive.tag not in UNPLACED:
            primitive.attributes |= _written(_shown(primitive, region, page))


def _shown(primitive: Element, region: Box, page: Frame) -> Box:
    """Return the part of a filter's region that a primitive paints. Raises Unsupported if there is none."""
    own = _region(_written(region) | primitive.attributes, page)
    shown = Box(*map(max, region[:2], own[:2]), *map(min, region[2:], own[2:]))
    if shown.left >= shown.right or shown.top >= shown.bottom:
        raise Unsupported(f"<{primitive.tag}> outside of its region")
    return shown


def _region(attributes: Mapping[str, str], page: Frame) -> Box:
    """Return a region in user units. Raises Unsupported."""
    sides = (page.width, page.height) * 2
    lengths = [values.length(attributes[name], side) for name, side in zip(REGION, sides, strict=True)]
    if None in lengths:
        raise Unsupported("a region in other units")
    x, y, width, height = (length or 0.0 for length in lengths)
    return Box(x, y, x + width, y + height)


def _written(box: Box) -> dict[str, str]:
    lengths = (box.left, box.top, box.right - box.left, box.bottom - box.top)
    return dict(zip(REGION, map(numbers.write, lengths), strict=True))


def in_user_space(whole: Element, box: Frame, identifier: str) -> Element | None:
    """Return a copy of a filter for an element with this box, with its region in user units. Return None if the region
    is not known.
    """
    shares = [numbers.number(whole.attributes.get(name, initial)) for name, initial in REGION.items()]
    if None in shares or not box.width or not box.height:
        return None
    x, y, width, height = (share or 0.0 for share in shares)
    left, top = box.x + x * box.width, box.y + y * box.height
    copied = _copy(whole, whole.parent)
    copied.attributes |= {"id": identifier, "filterUnits": "userSpaceOnUse"}
    copied.attributes |= _written(Box(left, top, left + width * box.width, top + height * box.height))
    return copied


def _copy(element: Element, parent: Element | None) -> Element:
    copied = element.derive(element.tag, dict(element.attributes), parent)
    copied.children += [_copy(child, copied) for child in element.children]
    return copied


def is_cut_off(whole: Element) -> bool:
    """Return whether the region of a filter, in units of a box, leaves out a part of the box."""
    x, y, width, height = (numbers.number(whole.attributes.get(name, text)) or 0.0 for name, text in REGION.items())
    return max(x, y) > 0 or min(x + width, y + height) < 1


def blurs(whole: Element) -> bool:
    """Return whether a filter blurs."""
    return any(primitive.tag in BLURS for primitive in whole.children) and any(_spread(whole))


def blurs_widely(whole: Element, box: Frame) -> bool:
    """Return whether a filter blurs so much that its region, given in units of this box, has too small a margin."""
    x, y, width, height = (numbers.number(whole.attributes.get(name, text)) or 0.0 for name, text in REGION.items())
    across, down = min(-x, x + width - 1) * box.width, min(-y, y + height - 1) * box.height
    needed = [spread * MIN_MARGIN / MARGIN for spread in _spread(whole)]
    return across < needed[0] or down < needed[1]


def _spread(whole: Element) -> tuple[float, float]:
    """Return how far a filter blurs and dilates shapes, across and down."""
    across = down = 0.0
    for primitive in whole.children:
        if primitive.tag == "feMorphology":
            text, times = primitive.attributes.get("radius", "0"), 1.0
        elif primitive.tag in BLURS:
            text, times = primitive.attributes.get("stdDeviation", BLURS[primitive.tag]), MARGIN
        else:
            continue
        radii = values.numbers(text)[0]
        if 1 <= len(radii) <= 2 and min(radii) >= 0:
            across, down = across + times * radii[0], down + times * radii[-1]
    return across, down


def replace_shadow(shadow: Element) -> None:
    """Write an feDropShadow in sRGB as its parts, since renderers mix its color in another space. Raises Unsupported.

    https://www.w3.org/TR/filter-effects-1/#feDropShadowElement
    """
    attributes, parent = shadow.attributes, shadow.parent
    color = paint.color(attributes.get("flood-color", "black"))
    is_same_in_both = color is not None and set(color[:3]) <= {0, 255}
    if parent is None or is_same_in_both or cascade.inherited(shadow, "color-interpolation-filters") != "sRGB":
        return
    if PLACED & attributes.keys():
        raise Unsupported("a region of its own")
    at = parent.children.index(shadow)
    above = "SourceGraphic"
    if at:
        above = parent.children[at - 1].attributes.setdefault("result", f"gate-before-{at}")
    source, moved = attributes.get("in", above), f"gate-shadow-{at}"
    steps: tuple[tuple[str, dict[str, str]], ...] = (
        ("feGaussianBlur", {"in": source, "stdDeviation": attributes.get("stdDeviation", "2")}),
        ("feOffset", {"dx": attributes.get("dx", "2"), "dy": attributes.get("dy", "2"), "result": moved}),
        (
            "feFlood",
            {name: attributes[name] for name in ("color", "flood-color", "flood-opacity") if name in attributes},
        ),
        ("feComposite", {"operator": "in", "in2": moved, "result": f"{moved}-colored"}),
        ("feMerge", {"result": attributes["result"]} if "result" in attributes else {}),
    )
    parts = [parent.derive(tag, inner | {"color-interpolation-filters": "sRGB"}, parent) for tag, inner in steps]
    merge = parts[-1]
    merge.children += [parent.derive("feMergeNode", {"in": name}, merge) for name in (f"{moved}-colored", source)]
    parent.children[at : at + 1] = parts
