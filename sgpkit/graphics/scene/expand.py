"""Expand a drawing: replace every `use` by a copy of its target, and put every run of text into its own element.

The result has one element per painted shape, so that each can be removed alone. Style sheets are first written into
`style` attributes, because their rules may not match the copies.
"""

from sgpkit.graphics import guard
from sgpkit.graphics.svg import style, values
from sgpkit.graphics.svg.document import Document, Element
from sgpkit.graphics.svg.style import Sheet
from sgpkit.status import Rejected, Status

USED = ("x", "y", "width", "height", "href", "xlink:href")
"""Attributes of `use` that are not copied to the group that replaces it."""

NOT_PAINTED = frozenset(
    ("defs", "symbol", "clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "filter")
) | frozenset(("style", "title", "desc", "metadata"))
"""Elements whose contents are painted only through references."""

VIEWPORT = frozenset(("x", "y", "width", "height", "viewBox", "preserveAspectRatio", "style"))
"""Attributes with which a symbol may have its own coordinate system or size."""

MAX_DEPTH = 200
"""Maximum nesting of elements after expansion."""


def expand(document: Document, limits: guard.Limits = guard.DEFAULT) -> Document:
    """Return an equivalent drawing without `use` outside definitions; the same object if nothing changes.

    Raises Rejected if it becomes too large.
    """
    if "<use" not in document.code and ":use" not in document.code and "<tspan" not in document.code:
        return document
    expansion = _Expansion(document, limits)
    root = expansion.copy(document.root, None, 0, frozenset(), False)
    identifiers: dict[str, Element] = {}
    for element in root.subtree():
        name = element.attributes.get("id")
        if name is not None and id(element) not in expansion.repeated:
            identifiers.setdefault(name, element)
    for element in root.subtree():
        if id(element) in expansion.repeated:
            element.attributes.pop("id", None)
    return Document(root, document.code, identifiers, False, document.namespaced)


class _Expansion:
    """One recursive copy of the tree, which counts the copied elements."""

    def __init__(self, document: Document, limits: guard.Limits) -> None:
        self.document, self.limits = document, limits
        self.rules: Sheet = style.sheet(document)
        self.copied = 0
        self.counts: dict[tuple[int, str], int] = {}
        self.repeated: set[int] = set()
        """`id()` of the copies that replace a `use`; they lose their id attributes, which belong to the originals."""

    def element(self, original: Element, tag: str, attributes: dict[str, str], parent: Element | None) -> Element:
        self.copied += 1
        if self.copied > self.limits.elements:
            raise Rejected(Status.TOO_LARGE, f"more than {self.limits.elements:,} elements after expanding `use`")
        index = self.counts[id(parent), tag] = self.counts.get((id(parent), tag), 0) + 1
        copy = Element(tag, attributes, parent, index, original.line, original.column, original.byte)
        if parent is not None:
            parent.children.append(copy)
        return copy

    def inline_styles(self, original: Element) -> dict[str, str]:
        """Return an element's attributes, with the declarations of style sheets added to its `style`."""
        attributes = dict(original.attributes)
        if self.rules.matches:
            text = style.inline_text(original, self.rules)
            if text:
                attributes["style"] = text
        return attributes

    def duplicate(self, original: Element, parent: Element | None, repeated: bool) -> Element:
        """Return a copy of one element with its text, but without children and tail."""
        copy = self.element(original, original.tag, self.inline_styles(original), parent)
        copy.text = original.text
        if repeated:
            self.repeated.add(id(copy))
        return copy

    def copy(
        self, original: Element, parent: Element | None, depth: int, using: frozenset[str], repeated: bool
    ) -> Element:
        if depth > MAX_DEPTH:
            raise Rejected(Status.TOO_LARGE, f"elements are drawn more than {MAX_DEPTH} deep")
        copy = self.duplicate(original, parent, repeated)
        copy.tail = original.tail
        if original.tag in NOT_PAINTED:
            self.definition(original, copy, depth, repeated)
        elif original.tag == "text" and original.children:
            self.runs(original, copy, depth, repeated)
        else:
            for child in original.children:
                if child.tag == "use":
                    self.use(child, copy, depth + 1, using, repeated)
                else:
                    self.copy(child, copy, depth + 1, using, repeated)
        return copy

    def definition(self, original: Element, copy: Element, depth: int, repeated: bool) -> None:
        """Copy a definition unchanged, including any `use` in it."""
        if original.tag == "style":  # its rules are now in attributes
            copy.text = ""
            return
        for child in original.children:
            if depth > MAX_DEPTH:
                raise Rejected(Status.TOO_LARGE, f"elements are nested more than {MAX_DEPTH} deep")
            inner = self.duplicate(child, copy, repeated)
            inner.tail = child.tail
            self.definition(child, inner, depth + 1, repeated)

    def runs(self, original: Element, copy: Element, depth: int, repeated: bool) -> None:
        """Copy a text's contents, with each run of characters in its own `tspan`."""
        if original.text.strip():
            self.element(original, "tspan", {}, copy).text = original.text
            copy.text = ""
        for child in original.children:
            inner = self.duplicate(child, copy, repeated)
            if child.children:
                if depth > MAX_DEPTH:
                    raise Rejected(Status.TOO_LARGE, f"elements are drawn more than {MAX_DEPTH} deep")
                self.runs(child, inner, depth + 1, repeated)
            if child.tail.strip():
                self.element(original, "tspan", {}, copy).text = child.tail
            else:
                inner.tail = child.tail

    def use(self, original: Element, parent: Element, depth: int, using: frozenset[str], repeated: bool) -> None:
        """Replace a `use` by a group with a copy of its target."""
        attributes = self.inline_styles(original)
        name = (attributes.get("href") or attributes.get("xlink:href") or "").strip().removeprefix("#")
        target = self.document.identifiers.get(name)
        if target is None or name in using:
            return
        moved = {axis: values.length(attributes.get(axis, "0"), 0.0) or 0.0 for axis in ("x", "y")}
        if any("%" in attributes.get(axis, "") for axis in ("x", "y")):
            raise Rejected(Status.UNSAFE, "a `use` at a position in percent is not read")
        group = {key: text for key, text in attributes.items() if key not in USED}
        if moved["x"] or moved["y"]:
            before = group.get("transform", "")
            group["transform"] = f"{before} translate({moved['x']!r} {moved['y']!r})".strip()
        group_element = self.element(original, "g", group, parent)
        group_element.tail = original.tail
        if repeated:
            self.repeated.add(id(group_element))
        below = using | {name}
        if target.tag not in ("symbol", "svg"):
            if target.tag == "use":
                self.use(target, group_element, depth + 1, below, True)
            else:
                self.copy(target, group_element, depth + 1, below, True)
            return
        inner = self.inline_styles(target)
        inner |= {side: attributes[side] for side in ("width", "height") if side in attributes}
        if target.tag == "symbol":
            inner.pop("display", None)
        tag = "svg"
        if target.tag == "symbol" and inner.get("overflow") == "visible" and VIEWPORT.isdisjoint(inner):
            del inner["overflow"]  # compilers write glyphs like this: a plain group suffices
            tag = "g"
        nested = self.element(target, tag, inner, group_element)
        self.repeated.add(id(nested))
        for child in target.children:
            if child.tag == "use":
                self.use(child, nested, depth + 2, below, True)
            else:
                self.copy(child, nested, depth + 2, below, True)
