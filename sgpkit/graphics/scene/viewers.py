"""Differences between viewers and the renderers here: animations, style sheets that apply now and then, CSS of pages,
units of the viewer's window, colors of its own, and pages that are turned or too small to be seen.

No renderer here paints them, so that the first picture of a drawing is all that is compared; a viewer may show another.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from sgpkit.graphics.raster import fit
from sgpkit.graphics.scene.shapes import Scene
from sgpkit.graphics.svg import paint, style, tables, values
from sgpkit.graphics.svg.document import Element

CONDITIONS = ("systemLanguage", "requiredExtensions", "requiredFeatures")
"""Attributes by which a viewer decides whether it shows an element."""

PLAIN = tables.PRESENTATION | frozenset(
    (
        *("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "transform"),
        *("margin", "padding", "vertical-align", "max-width", "max-height", "min-width", "min-height", "user-select"),
    )
)
"""Properties that the renderers read, or that say nothing about the drawing."""

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
AT_RULE = re.compile(r"@[a-zA-Z-]+")
PSEUDO = re.compile(r"::?[a-zA-Z-]+(?=[^{};]*\{)")
"""A pseudo-class: a colon before an opening brace."""

NESTED = re.compile(r"\{[^{}]*\{")
"""A rule within a rule, which viewers apply and the renderers skip."""

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
"""A length in units of the viewer's window or font, or one that is computed."""

PAINTS = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
USUAL: Mapping[str, frozenset[str]] = {
    "mix-blend-mode": frozenset(("normal",)),
    "vector-effect": frozenset(("none",)),
    "transform-box": frozenset(("view-box",)),
}
"""Properties that the renderers read with these values only."""

EVERYWHERE = frozenset(("inherit", "initial", "unset", "revert", "revert-layer", "auto", ""))
TINY = 16.0
"""Pixels of a page's side below which nobody sees what is on it."""


def animations(drawing: Scene) -> Counter[str]:
    """Return how many animations of each kind a drawing has."""
    return Counter(element.tag for element in drawing.document.root.subtree() if element.tag in tables.ANIMATION)


def dependent(drawing: Scene) -> Counter[str]:
    """Return all that a viewer may show in another way, each with its number: elements and attributes by their names,
    properties with their values."""
    elements = drawing.document.root.subtree()
    return Counter(name for element in elements for name in names(element)) + Counter(of_page(drawing))


def of_page(drawing: Scene) -> Iterator[str]:
    """Yield how the page itself is shown in another way: turned by CSS, with what lies beside it, or hardly at all."""
    root = drawing.document.root
    whole = style.declared(root, style.sheet(drawing.document))
    if whole.get("transform", "none") != root.attributes.get("transform", "none"):
        yield "a transform of the page by CSS"
    if whole.get("overflow", "hidden").split("-")[0] in ("visible", "auto", "scroll"):
        yield "what lies beside the page"
    for name in ("width", "height", "max-width", "max-height"):
        if name.startswith("max") and re.match(r"\s*0+(?:\.0*)?(?![\d.])", whole.get(name, "")):
            yield "a page of no size"
        elif (fit.length(whole.get(name), name) or TINY) < TINY:
            yield "a tiny page"


def names(element: Element) -> Iterator[str]:
    """Yield all that depends on the viewer in one element."""
    if element.tag in tables.ANIMATION:
        yield element.tag
    yield from (name for name in CONDITIONS if name in element.attributes)
    for name, value in element.attributes.items():
        is_page = element.parent is None and name in ("width", "height")
        if name != "style" and not is_page and is_read_otherwise(name, value):
            yield f"{name}: {value}"
    yield from declared(element.attributes.get("style", ""))
    if element.tag == "style":
        text = COMMENT.sub("", element.all_text())
        yield from AT_RULE.findall(text)
        yield from PSEUDO.findall(text)
        yield from NESTED.findall(text)
        yield from declared(text)
        if element.attributes.get("media", "all").strip().lower() not in ("", "all"):
            yield "media"


def declared(text: str) -> Iterator[str]:
    """Yield the properties in a style that the renderers do not read, or not with their value: "name: value"."""
    for name, value in DECLARATION.findall(COMMENT.sub("", text)):
        name, value = name.lower(), " ".join(value.lower().split())
        if name not in PLAIN or is_read_otherwise(name, value.removesuffix("!important").strip()):
            yield f"{name}: {value}"


def is_read_otherwise(name: str, value: str) -> bool:
    """Return whether a viewer reads a property's value in another way than the renderers."""
    value = value.strip().lower()
    if value in EVERYWHERE:
        return False
    if name in PAINTS:
        return paint.specified(value) == "invalid"
    if name == "transform":
        return isinstance(values.transform(value.replace("skewx", "skewX").replace("skewy", "skewY")), values.Problem)
    if name in SHAPED:
        return bool(BASIC_SHAPE.search(value))
    return value not in USUAL.get(name, (value,)) or (name in LENGTHS and bool(RELATIVE.search(value)))


def stands_alone(answer: Scene, target: Scene) -> bool:
    """Return whether a file of an answer is an SVG where one of the wanted drawing is: without its namespace it shows
    only within a page."""
    return answer.document.namespaced or not target.document.namespaced


def alike(answer: Scene, target: Scene) -> bool:
    """Return whether viewers show an answer as they show the wanted drawing, as far as that can be said of what the
    renderers do not paint: it has nothing of the kind that the wanted drawing has not, and loses no animation."""
    return dependent(answer) <= dependent(target) and animations(answer) == animations(target)
