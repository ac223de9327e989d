"""The background of the root as a rectangle behind everything: a colour, or a linear gradient.

https://www.w3.org/TR/css-images-3/#linear-gradients
"""

import math
import re

from sgpkit.graphics.gate import numbers
from sgpkit.graphics.gate.css import grammar
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.gate.transforms import Frame
from sgpkit.graphics.svg import paint as paints
from sgpkit.graphics.svg.document import Element

GRADIENT = re.compile(r"linear-gradient\((.*)\)", re.IGNORECASE | re.DOTALL)
COMMA = re.compile(r",(?![^()]*\))")
STOP = re.compile(r"(.*?)(?:\s+([\d.]+)%)?", re.DOTALL)
SIDES = {"to top": 0.0, "to right": 90.0, "to bottom": 180.0, "to left": 270.0}


def paint(root: Element, text: str, page: Frame, is_undistorted: bool) -> None:
    """Put a rectangle behind everything if the background is valid and not transparent. Raises Unsupported."""
    gradient = GRADIENT.fullmatch(text.strip())
    if gradient is not None:
        if not is_undistorted:
            raise Unsupported(text)
        put(root, page, f"url(#{_add_gradient(root, gradient[1], page)})")
        return
    shade = "none" if text.strip().lower() in ("none", "transparent") else grammar.color(text)
    if shade is None and not re.fullmatch(r"[a-zA-Z]+", text.strip()):  # more than an unknown word
        raise Unsupported(text)
    if shade not in (None, "none"):
        put(root, page, str(shade))


def put(holder: Element, area: Frame, shade: str) -> None:
    """Put a rectangle of one colour or gradient behind the contents of an element."""
    x, y, width, height = map(numbers.write, area)
    attributes = {"x": x, "y": y, "width": width, "height": height, "fill": shade, "stroke": "none"}
    attributes |= {"fill-opacity": "1", "visibility": "visible"}
    holder.children.insert(0, holder.derive("rect", attributes, holder))


def _add_gradient(root: Element, arguments: str, page: Frame) -> str:
    """Add a gradient to the root and return its id."""
    parts = [part.strip() for part in COMMA.split(arguments)]
    direction = " ".join(parts[0].lower().split())
    angle = SIDES.get(direction, numbers.angle(direction))
    stops = _stops(parts if angle is None else parts[1:], arguments)
    turned = math.radians(180.0 if angle is None else angle)
    across, along = math.sin(turned), -math.cos(turned)
    half = (abs(page.width * across) + abs(page.height * along)) / 2
    x, y = page.x + page.width / 2, page.y + page.height / 2
    ends = {"x1": x - half * across, "y1": y - half * along, "x2": x + half * across, "y2": y + half * along}
    identifier = "gate-background"
    if any(element.attributes.get("id") == identifier for element in root.subtree()):
        raise Unsupported(arguments)
    attributes = {"id": identifier, "gradientUnits": "userSpaceOnUse"}
    gradient = root.derive(
        "linearGradient", attributes | {name: numbers.write(end) for name, end in ends.items()}, root
    )
    for color, offset in stops:
        stop = root.derive(
            "stop", {"offset": numbers.write(offset), "stop-color": color, "stop-opacity": "1"}, gradient
        )
        gradient.children.append(stop)
    root.children.insert(0, gradient)
    return identifier


def _stops(parts: list[str], text: str) -> list[tuple[str, float]]:
    """Return opaque colours with their offsets, all given or all evenly spread. Raises Unsupported."""
    matches = [STOP.fullmatch(part) for part in parts]
    shades = [paints.color(match[1].strip()) if match is not None else None for match in matches]
    given = [float(match[2]) / 100 for match in matches if match is not None and match[2] is not None]
    if len(parts) < 2 or (given and (len(given) < len(parts) or given != sorted(given))):
        raise Unsupported(text)
    offsets = given or [index / (len(parts) - 1) for index in range(len(parts))]
    stops = [(shade.hex, offset) for shade, offset in zip(shades, offsets, strict=True) if shade and shade.alpha == 1]
    if len(stops) < len(parts):
        raise Unsupported(text)
    return stops
