"""Write a tree as text."""

from html import escape

from sgpkit.graphics.svg.document import SVG, XLINK, Element


def write(root: Element) -> str:
    """Return a tree of SVG elements as a document."""
    parts: list[str] = []
    waiting: list[Element | str] = [root]
    while waiting:
        element = waiting.pop()
        if isinstance(element, str):
            parts.append(element)
            continue
        attributes = "".join([f' {name}="{escape(text)}"' for name, text in element.attributes.items()])
        if element is root:
            attributes = f' xmlns="{SVG}" xmlns:xlink="{XLINK}"{attributes}'
        attributes = attributes.replace("\n", "&#10;").replace("\t", "&#9;").replace("\r", "&#13;")
        tail = escape(element.tail, False) if element is not root else ""
        if not element.children and not element.text:
            parts.append(f"<{element.tag}{attributes}/>{tail}")
            continue
        parts.append(f"<{element.tag}{attributes}>{escape(element.text, False)}")
        waiting.append(f"</{element.tag}>{tail}")
        waiting += reversed(element.children)
    return "".join(parts)
