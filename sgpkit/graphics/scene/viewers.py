"""Differences between viewers and the renderers here: animations, style sheets that apply now and then, CSS of pages.

No renderer here paints them, so that the first picture of a drawing is all that is compared; a viewer may show another.
"""

import re
from collections import Counter
from collections.abc import Iterator

from sgpkit.graphics.scene.shapes import Scene
from sgpkit.graphics.svg import tables
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

DECLARATION = re.compile(r"(?:^|[;{])\s*([a-zA-Z-]+)\s*:\s*([^;{}]*)")
BASIC_SHAPE = re.compile(r"\b(?:circle|ellipse|inset|polygon|path|rect|xywh)\(|gradient\(", re.IGNORECASE)
SHAPED = ("clip-path", "mask")


def animations(drawing: Scene) -> Counter[str]:
    """Return how many animations of each kind a drawing has."""
    return Counter(element.tag for element in drawing.document.root.subtree() if element.tag in tables.ANIMATION)


def dependent(drawing: Scene) -> Counter[str]:
    """Return all that a viewer may show in another way, each with its number: elements and attributes by their names,
    properties with their values."""
    return Counter(name for element in drawing.document.root.subtree() for name in names(element))


def names(element: Element) -> Iterator[str]:
    """Yield all that depends on the viewer in one element."""
    if element.tag in tables.ANIMATION:
        yield element.tag
    yield from (name for name in CONDITIONS if name in element.attributes)
    yield from (name for name in SHAPED if BASIC_SHAPE.search(element.attributes.get(name, "")))
    yield from ("mix-blend-mode" for text in [element.attributes.get("mix-blend-mode", "normal")] if text != "normal")
    yield from declared(element.attributes.get("style", ""))
    if element.tag == "style":
        text = COMMENT.sub("", element.all_text())
        yield from AT_RULE.findall(text)
        yield from PSEUDO.findall(text)
        yield from declared(text)
        if element.attributes.get("media", "all").strip().lower() not in ("", "all"):
            yield "media"


def declared(text: str) -> Iterator[str]:
    """Yield the properties in a style that the renderers do not read, or not with their value: "name: value"."""
    for name, value in DECLARATION.findall(COMMENT.sub("", text)):
        name, value = name.lower(), " ".join(value.lower().split())
        blends = name == "mix-blend-mode" and value != "normal"
        if name not in PLAIN or blends or (name in SHAPED and BASIC_SHAPE.search(value)):
            yield f"{name}: {value}"


def stands_alone(answer: Scene, target: Scene) -> bool:
    """Return whether a file of an answer is an SVG where one of the wanted drawing is: without its namespace it shows
    only within a page."""
    return answer.document.namespaced or not target.document.namespaced


def alike(answer: Scene, target: Scene) -> bool:
    """Return whether viewers show an answer as they show the wanted drawing, as far as that can be said of what the
    renderers do not paint: it has nothing of the kind that the wanted drawing has not, and loses no animation."""
    return dependent(answer) <= dependent(target) and animations(answer) == animations(target)
