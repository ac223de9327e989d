"""Features that viewers show differently from the renderers used here: animations, conditional style sheets, page CSS,
units that depend on the viewer's window, system colours, and pages that are rotated or tiny.

Scores compare what the renderers paint, which is a single picture without these features; a viewer may show another.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from sgpkit.graphics.raster import fit
from sgpkit.graphics.scene.shapes import Scene
from sgpkit.graphics.svg import paint, style, tables, values
from sgpkit.graphics.svg.document import Element

CONDITIONS = ("systemLanguage", "requiredExtensions", "requiredFeatures")
"""Attributes that make an element conditional."""

PLAIN = tables.PRESENTATION | frozenset(
    (
        *("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "transform"),
        *("margin", "padding", "vertical-align", "max-width", "max-height", "min-width", "min-height", "user-select"),
    )
)
"""Properties that the renderers support, or that do not affect the drawing."""

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
AT_RULE = re.compile(r"@[a-zA-Z-]+")
PSEUDO = re.compile(r"::?[a-zA-Z-]+(?=[^{};]*\{)")
"""A pseudo-class: a colon before an opening brace."""

NESTED = re.compile(r"\{[^{}]*\{")
"""A nested rule, which viewers apply and the renderers skip."""

DECLARATION = re.compile(r"(?:^|[;{])\s*([a-zA-Z-]+)\s*:\s*([^;{}]*)")
BASIC_SHAPE = re.compile(r"\b(?:circle|ellipse|inset|polygon|path|rect|xywh)\(|gradient\(", re.IGNORECASE)
SHAPED = ("clip-path", "mask")

LENGTHS = frozenset(
    (
        *("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "dx", "dy"),
        *("font-size", "stroke-width", "stroke-dasharray"),
    )
)
RELATIVE = re.compile(
    r"\d(?:[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|r(?:em|ch|ex|lh|ic|cap)|ch|lh|ic|cap)\b|"
    r"\b(?:calc|min|max|clamp|var|env|attr|anchor)\(",
    re.IGNORECASE,
)
"""A length relative to the viewer's window or font, or a computed one."""

PAINTS = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
SUPPORTED_VALUES: Mapping[str, frozenset[str]] = {
    "mix-blend-mode": frozenset(("normal",)),
    "vector-effect": frozenset(("none",)),
    "transform-box": frozenset(("view-box",)),
}
"""Properties of which the renderers support only these values."""

GENERIC_VALUES = frozenset(("inherit", "initial", "unset", "revert", "revert-layer", "auto", ""))
TINY = 16.0
"""Side of a page in pixels below which its content cannot be recognised."""


def animations(drawing: Scene) -> Counter[str]:
    """Return the number of animations of each kind in a drawing."""
    return Counter(element.tag for element in drawing.document.root.subtree() if element.tag in tables.ANIMATION)


def viewer_dependent(drawing: Scene) -> Counter[str]:
    """Count the features that a viewer may show differently: elements and attributes by name, properties with their
    values."""
    elements = drawing.document.root.subtree()
    return Counter(name for element in elements for name in element_features(element)) + Counter(page_features(drawing))


def page_features(drawing: Scene) -> Iterator[str]:
    """Yield the viewer-dependent features of the page: transformed by CSS, showing its surroundings, or tiny."""
    root = drawing.document.root
    whole = style.declared(root, style.sheet(drawing.document))
    if whole.get("transform", "none") != root.attributes.get("transform", "none"):
        yield "a transform of the page by CSS"
    if whole.get("overflow", "hidden").split("-")[0] in ("visible", "auto", "scroll"):
        yield "drawing outside the page"
    for name in ("width", "height", "max-width", "max-height"):
        if name.startswith("max") and re.match(r"\s*0+(?:\.0*)?(?![\d.])", whole.get(name, "")):
            yield "an empty page"
        elif (fit.length(whole.get(name), name) or TINY) < TINY:
            yield "a tiny page"


def element_features(element: Element) -> Iterator[str]:
    """Yield the viewer-dependent features of one element."""
    if element.tag in tables.ANIMATION:
        yield element.tag
    yield from (name for name in CONDITIONS if name in element.attributes)
    for name, value in element.attributes.items():
        is_page = element.parent is None and name in ("width", "height")
        if name != "style" and not is_page and is_interpreted_differently(name, value):
            yield f"{name}: {value}"
    yield from unsupported_properties(element.attributes.get("style", ""))
    if element.tag == "style":
        text = COMMENT.sub("", element.all_text())
        yield from AT_RULE.findall(text)
        yield from PSEUDO.findall(text)
        yield from NESTED.findall(text)
        yield from unsupported_properties(text)
        if element.attributes.get("media", "all").strip().lower() not in ("", "all"):
            yield "media"


def unsupported_properties(text: str) -> Iterator[str]:
    """Yield the properties of a style that the renderers do not support, or not with that value, as "name: value"."""
    for name, value in DECLARATION.findall(COMMENT.sub("", text)):
        name, value = name.lower(), " ".join(value.lower().split())
        if name not in PLAIN or is_interpreted_differently(name, value.removesuffix("!important").strip()):
            yield f"{name}: {value}"


def is_interpreted_differently(name: str, value: str) -> bool:
    """Return whether a viewer interprets a property's value differently from the renderers."""
    value = value.strip().lower()
    if value in GENERIC_VALUES:
        return False
    if name in PAINTS:
        return paint.specified(value) == "invalid"
    if name == "transform":
        return isinstance(values.transform(value.replace("skewx", "skewX").replace("skewy", "skewY")), values.Problem)
    if name in SHAPED:
        return bool(BASIC_SHAPE.search(value))
    return value not in SUPPORTED_VALUES.get(name, (value,)) or (name in LENGTHS and bool(RELATIVE.search(value)))


def stands_alone(answer: Scene, target: Scene) -> bool:
    """Return whether an answer can be viewed as a file if the target can; without the SVG namespace it is only shown
    inside an HTML page."""
    return answer.document.namespaced or not target.document.namespaced


def alike(answer: Scene, target: Scene) -> bool:
    """Return whether an answer has the target's animations and no viewer-dependent features that the target does not
    have, so that viewers show no differences that the renderers miss."""
    return viewer_dependent(answer) <= viewer_dependent(target) and animations(answer) == animations(target)
