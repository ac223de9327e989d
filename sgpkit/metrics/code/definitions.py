"""Definitions in a drawing's program, and those that no visible element refers to, directly or indirectly."""

from collections.abc import Iterator

from sgpkit.graphics import svg
from sgpkit.graphics.guard.references import URL
from sgpkit.graphics.guard.values import unescaped, words

DEFINING = words("linearGradient radialGradient pattern clipPath mask marker filter symbol")
NO_DEFINITION = words("style title desc metadata defs script")


def definitions(document: svg.Document) -> list[svg.Element]:
    """Return the elements that are only visible by reference: gradients and the like, and all children of `defs`.

    A definition inside another is a part of it.
    """
    outermost: list[svg.Element] = []
    waiting = [document.root]
    while waiting:
        element = waiting.pop()
        inside = element.parent is not None and element.parent.tag == "defs"
        if element.tag in DEFINING or (inside and element.tag not in NO_DEFINITION):
            outermost.append(element)
        else:
            waiting.extend(reversed(element.children))
    return outermost


def unused(document: svg.Document) -> list[svg.Element]:
    """Return the definitions that could be removed without a visible change."""
    parts = definitions(document)
    owners = {id(inner): part for part in parts for inner in part.subtree()}
    used: set[int] = set()
    # Elements outside definitions are drawn; everything that they refer to, directly or indirectly, is used.
    waiting = [element for element in document.root.subtree() if id(element) not in owners]
    while waiting:
        for name in references(waiting.pop()):
            target = document.identifiers.get(name)
            owner = owners.get(id(target)) if target is not None else None
            if owner is not None and id(owner) not in used:
                used.add(id(owner))
                waiting.extend(owner.subtree())
    return [part for part in parts if id(part) not in used]


def references(element: svg.Element) -> Iterator[str]:
    """Yield the ids that an element refers to by an attribute, or as a style sheet."""
    for name, value in element.attributes.items():
        if name.rpartition(":")[2] == "href" and value.strip().startswith("#"):
            yield value.strip()[1:]
        elif "(" in value:
            yield from (name.strip() for name in URL.findall(unescaped(value)))
    if element.tag == "style":
        yield from (name.strip() for name in URL.findall(unescaped(element.all_text())))
