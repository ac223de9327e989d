"""Definitions in a drawing's program, and which of them nothing that is drawn refers to, by however many steps."""

from collections.abc import Iterator

from sgpkit.graphics import svg
from sgpkit.graphics.guard.references import URL
from sgpkit.graphics.guard.values import unescaped, words

DEFINING = words("linearGradient radialGradient pattern clipPath mask marker filter symbol")
NO_DEFINITION = words("style title desc metadata defs script")


def definitions(document: svg.Document) -> list[svg.Element]:
    """Return what is only seen where something refers to it: gradients and the like, and whatever stands in `defs`.

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
    """Return the definitions that could be taken out without a visible change."""
    parts = definitions(document)
    owners = {id(inner): part for part in parts for inner in part.subtree()}
    used: set[int] = set()
    # Elements in no definition are drawn; what they refer to is used, and so is what that refers to.
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
