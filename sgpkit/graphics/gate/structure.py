"""References and nesting of elements: elements that browsers do not draw are removed, and links between gradients are
resolved.
"""

from collections.abc import Mapping

from sgpkit.graphics.gate import numbers, page
from sgpkit.graphics.gate.attributes import TRIVIAL
from sgpkit.graphics.gate.css import cascade, grammar
from sgpkit.graphics.gate.names import PLACED, SERVERS, SHAPES, words
from sgpkit.graphics.gate.refusals import Refusals
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element

LINKS = {
    "clip-path": words("clipPath"), "mask": words("mask"), "filter": words("filter"),
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), words("marker")),
}  # fmt: skip
"""By property, the elements that it refers to."""

USABLE = SHAPES | words("g a svg symbol use switch text image")
LINKED = words("use linearGradient radialGradient pattern textPath image filter")
GRADIENTS = words("linearGradient radialGradient")
COMMON = words("gradientUnits gradientTransform spreadMethod")
ENDS = {"linearGradient": words("x1 y1 x2 y2"), "radialGradient": words("cx cy r fx fy fr")}
MAX_CHAIN = 50
MARKERS = ("marker-start", "marker-mid", "marker-end")
UNMARKED = words("rect circle ellipse")
"""Shapes on which browsers draw no markers, but renderers do."""


class Structure:
    """One pass over a rewritten tree."""

    def __init__(self, root: Element, original: Mapping[str, Element], refusals: Refusals) -> None:
        self.root, self.original, self.refusals = root, original, refusals
        self.identifiers: dict[str, Element] = {}

    def run(self) -> None:
        """Change the tree. Raises Rejected."""
        elements = list(self.root.subtree())
        for element in elements:
            identifier = element.attributes.get("id")
            if identifier is not None and self.identifiers.setdefault(identifier, element) is not element:
                del element.attributes["id"]
        has_markers = any(name in element.attributes for element in elements for name in MARKERS)
        for element in elements:
            if has_markers and element.tag in UNMARKED:
                element.attributes |= dict.fromkeys(MARKERS, "none")
            self._links(element)
            self._paints(element)
        if has_markers:
            for element in elements:
                self._check_ends(element)
        for element in elements:
            if element.tag in GRADIENTS:
                self._resolve_gradient(element)
            elif element.tag == "use":
                self._place_symbol(element)
        for element in elements:
            if element.tag == "symbol":
                for name in PLACED:
                    element.attributes.pop(name, None)
        self._prune(elements)

    def target(self, element: Element) -> Element | None:
        """Return the element that an href refers to, as browsers read it."""
        text = element.attributes.get("href", element.attributes.get("xlink:href", ""))
        if "%" in text or (text.startswith("#") and text != text.rstrip()):
            self.refusals.refuse(f"href: {text}", element)
        return self.find(text[1:], element) if text.startswith("#") else None

    def find(self, identifier: str, at: Element) -> Element | None:
        """Return the element with an id, or None. Browsers also find elements that they do not draw, which were removed
        here.
        """
        if identifier not in self.identifiers and identifier in self.original:
            self.refusals.refuse("a reference into an element that is not drawn", at)
        return self.identifiers.get(identifier)

    def _links(self, element: Element) -> None:
        attributes = element.attributes
        if "href" in attributes and "xlink:href" in attributes:
            del attributes["xlink:href"]
        if element.tag not in LINKED:
            attributes.pop("href", None)
            attributes.pop("xlink:href", None)
        for name, tags in LINKS.items():
            identifier = grammar.reference(attributes[name]) if name in attributes else None
            if identifier is None:
                continue
            target = self.find(identifier, element)
            if target is None or target.tag not in tags:
                attributes[name] = "none"

    def _check_ends(self, shape: Element) -> None:
        """Refuse markers with automatic orientation at the ends of a closed shape, where browsers use the mean of two
        directions.
        """
        is_closed = shape.tag == "polygon" or (shape.tag == "path" and "z" in shape.attributes.get("d", "").lower())
        for name in ("marker-start", "marker-end") if is_closed else ():
            marker = self.find(grammar.reference(cascade.inherited(shape, name)) or "", shape)
            if marker is not None and marker.attributes.get("orient", "").startswith("auto"):
                self.refusals.refuse(f"{name} that turns at the end of a closed shape", shape)

    def _paints(self, element: Element) -> None:
        for name in ("fill", "stroke"):
            text = element.attributes.get(name, "")
            if not text.startswith("url("):
                continue
            link, _, fallback = text.partition(") ")
            target = self.find(grammar.reference(link.removesuffix(")") + ")") or "", element)
            if target is None or target.tag not in SERVERS:
                element.attributes[name] = fallback or "none"

    def _resolve_gradient(self, gradient: Element) -> None:
        """Copy the attributes and stops that a gradient inherits from others."""
        source: Element | None = gradient
        for _ in range(MAX_CHAIN):
            source = self.target(source) if source is not None else None
            if source is None or source.tag not in GRADIENTS:
                break
            names = COMMON | (ENDS[gradient.tag] if source.tag == gradient.tag else frozenset())
            for name in sorted(names & source.attributes.keys()):
                gradient.attributes.setdefault(name, source.attributes[name])
            if not any(child.tag == "stop" for child in gradient.children):
                gradient.children += [_copy(child, gradient) for child in source.children if child.tag == "stop"]
            if "href" not in source.attributes and "xlink:href" not in source.attributes:
                break

    def _shows_pages(self, use: Element, depth: int = 0) -> bool:
        """Return whether the target of a `use` contains nested drawings."""
        target = self.target(use)
        if target is None:
            return False
        inside = [element for element in target.subtree() if element is not target]
        return depth < MAX_CHAIN and any(
            element.tag == "svg" or (element.tag == "use" and self._shows_page_or_more(element, depth + 1))
            for element in inside
        )

    def _shows_page_or_more(self, use: Element, depth: int) -> bool:
        target = self.target(use)
        return target is not None and (target.tag == "svg" or self._shows_pages(use, depth))

    def _place_symbol(self, use: Element) -> None:
        """Give a `use` without a size that of its symbol, and add the symbol's position to its own."""
        symbol = self.target(use)
        if {"width", "height"} & use.attributes.keys() and self._shows_pages(use):
            self.refusals.refuse("a <use> with a size of what holds a nested <svg>", use)  # renderers resize it, too
        if symbol is None or symbol.tag != "symbol":
            return
        for name in sorted(PLACED & symbol.attributes.keys()):
            text = symbol.attributes[name]
            if name in ("width", "height") and (name in use.attributes or not text.endswith("%")):
                use.attributes.setdefault(name, text)
                continue
            steps = [values.number(text), values.number(use.attributes.get(name, "0"))]
            if None in steps:
                self.refusals.refuse(f"{name} of a <symbol>: {text}", symbol)
            else:
                use.attributes[name] = numbers.write(sum(step for step in steps if step is not None))
        box = page.symbol_box(use)
        if box is not None:
            use.attributes.setdefault("width", numbers.write(box.width))
            use.attributes.setdefault("height", numbers.write(box.height))

    def _prune(self, elements: list[Element]) -> None:
        for element in elements:
            if element.tag in GRADIENTS:
                element.attributes.pop("href", None)
                element.attributes.pop("xlink:href", None)
            kept = [child for child in element.children if self._is_drawn(child, element)]
            if len(kept) != len(element.children):
                drawn = set(map(id, kept))
                for child in element.children:
                    if id(child) not in drawn and child.attributes.get("filter", "none") != "none":
                        self.refusals.refuse(f"a filter on a <{child.tag}> that shows nothing", child)
                element.children[:] = kept

    def _is_drawn(self, child: Element, parent: Element) -> bool:
        attributes = child.attributes
        if parent.tag == "clipPath" and child.tag != "use" and cascade.inherited(child, "visibility") != "visible":
            return False
        if child.tag == "use":
            target = self.target(child)
            if target is None or target.tag not in USABLE:
                return False
            if parent.tag == "clipPath" and target.tag not in SHAPES and target.tag != "text":
                return False
            return target.tag not in ("symbol", "svg") or not _has_no_size(attributes)
        if child.tag == "svg":
            box = attributes.get("viewBox")
            numbers = values.numbers(box)[0] if box is not None else []
            is_empty = len(numbers) == 4 and (numbers[2] <= 0 or numbers[3] <= 0)
            return not is_empty and not _has_no_size(attributes)
        if child.tag == "textPath":
            target = self.target(child)
            return target is not None and target.tag == "path"
        if child.tag == "symbol":
            box = attributes.get("viewBox")
            numbers = values.numbers(box)[0] if box is not None else []
            if len(numbers) == 4 and (numbers[2] <= 0 or numbers[3] <= 0):
                child.children.clear()
        return True


def _has_no_size(attributes: dict[str, str]) -> bool:
    sizes = [values.length(attributes[name], 100.0) for name in ("width", "height") if name in attributes]
    return any(size is not None and size < TRIVIAL for size in sizes)


def _copy(stop: Element, parent: Element) -> Element:
    attributes = {name: text for name, text in stop.attributes.items() if name != "id"}
    if attributes.get("stop-color") == "currentColor":  # the colour at the stop, not at the gradient's user
        attributes["color"] = cascade.inherited(stop, "color")
    return stop.derive("stop", attributes, parent)
