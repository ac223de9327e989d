"""References and nesting of elements: elements that browsers do not draw are removed, and links between gradients are
resolved.
"""

from collections.abc import Iterator, Mapping
from itertools import count

from sgpkit.graphics.gate import boxes, filters, numbers, page, transforms
from sgpkit.graphics.gate.attributes import TRIVIAL
from sgpkit.graphics.gate.css import cascade, grammar
from sgpkit.graphics.gate.names import GRAPHICS, PLACED, SERVERS, SHAPES, TEXTS, words
from sgpkit.graphics.gate.refusals import Refusals, Unsupported
from sgpkit.graphics.geometry import translation
from sgpkit.graphics.svg import path, values
from sgpkit.graphics.svg.document import Element
from sgpkit.graphics.svg.outline import Cubic, bounding_box

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
WRAPPED = ("id", "transform", "clip-path", "mask", "filter", "opacity", "style")
"""The attributes of a `use` that apply to all that it shows as a group."""

MAX_CHAIN = 50
MAX_CLIP_PARTS = 40
"""The largest number of parts of a clip path that Chromium joins to one outline, about."""

MARKERS = ("marker-start", "marker-mid", "marker-end")
MARKED = words("path line polyline polygon")
BOX, USER = "objectBoundingBox", "userSpaceOnUse"
BOX_UNITS = {
    "clip-path": {"clipPathUnits": USER},
    "mask": {"maskUnits": BOX, "maskContentUnits": USER},
    "filter": {"filterUnits": BOX},
}
"""By property, the attributes of its elements that may refer to a box, with their initial values."""

PAINT_UNITS = {"gradientUnits": BOX}
BY_BOX = words("clipPath mask filter linearGradient radialGradient pattern")
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
        has_boxes = any(element.tag in BY_BOX for element in elements)
        for element in elements:
            if has_markers and element.tag in UNMARKED:
                element.attributes |= dict.fromkeys(MARKERS, "none")
            self._links(element)
            self._paints(element)
        for element in elements:
            if has_markers:
                self._check_ends(element)
            if element.tag in GRADIENTS:
                self._resolve_gradient(element)
            elif element.tag == "use":
                if self._has_moved_effects(element):
                    elements.append(self._wrap(element))
                self._place_symbol(element)
        for element in elements if has_boxes else ():
            self._check_box(element)
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

    def _markers(self, element: Element) -> dict[str, Element]:
        """Return the markers that an element shows, by property."""
        if element.tag not in MARKED:
            return {}
        links = {name: grammar.reference(cascade.inherited(element, name)) for name in MARKERS}
        markers = {name: self.find(link, element) for name, link in links.items() if link is not None}
        return {name: marker for name, marker in markers.items() if marker is not None}

    def _check_box(self, element: Element) -> None:
        """Refuse effects and paints by a box that renderers compute otherwise than browsers."""
        attributes = element.attributes
        boxed = [
            name for name in BOX_UNITS if name in attributes and self._is_by_box(attributes[name], BOX_UNITS[name])
        ]
        data = attributes.get("d", "")
        if data.count("M") + data.count("m") > 1 and _ends_with_move(data):
            paints = {name: cascade.inherited(element, name) for name in ("fill", "stroke")}
            boxed += [name for name, text in paints.items() if self._is_by_box(text, PAINT_UNITS)]
        for inner in self._shown(element) if boxed else ():
            odd = self._oddity(inner, inner is element)
            if odd is not None:
                self.refusals.refuse(f"{boxed[0]} by the box of {odd}", element)
                return
        if "filter" in boxed:
            self._widen_filter(element)

    def _widen_filter(self, element: Element) -> None:
        """Give an element a wider filter of its own if renderers would cut off what the filter blurs."""
        identifier = grammar.reference(element.attributes["filter"])
        whole = self.find(identifier, element) if identifier is not None else None
        if whole is None or whole.parent is None or not filters.blurs(whole):
            return
        try:
            box = boxes.fill_box(element)
        except Unsupported:
            if filters.is_cut_off(whole):
                self.refusals.refuse("a blur of a source that the region of the filter cuts off", element)
            return
        has_stroke = any(cascade.inherited(inner, "stroke") != "none" for inner in self._shown(element))
        if not (has_stroke or filters.blurs_widely(whole, box)):
            return
        unused = next(name for at in count() if (name := f"gate-filter-{at}") not in self.identifiers)
        wider = filters.in_user_space(whole, box, unused)
        if wider is not None:
            try:
                filters.widen(wider, page.frame(self.root))
            except Unsupported as unsupported:
                self.refusals.refuse(f"a filter with {unsupported}", element)
                return
            self.identifiers[unused] = wider
            whole.parent.children.append(wider)
            element.attributes["filter"] = f"url(#{unused})"

    def _is_by_box(self, text: str, units: Mapping[str, str]) -> bool:
        """Return whether an effect or a paint depends on the box of the element that has it."""
        identifier = grammar.reference(text.partition(") ")[0].removesuffix(")") + ")")
        target = self.find(identifier, self.root) if identifier is not None else None
        return target is not None and any(target.attributes.get(name, units[name]) == BOX for name in units)

    def _shown(self, element: Element) -> Iterator[Element]:
        """Yield the elements that an element shows, itself and through `use`, each once."""
        seen: set[int] = set()
        waiting = [element]
        while waiting:
            inner = waiting.pop()
            if id(inner) not in seen:
                seen.add(id(inner))
                yield inner
                waiting += [child for child in inner.children if child.tag in GRAPHICS | TEXTS]
                target = self.target(inner) if inner.tag == "use" else None
                waiting += [target] if target is not None else []

    def _oddity(self, element: Element, is_outer: bool) -> str | None:
        """Return what changes the box of an element in renderers or browsers only, if anything."""
        attributes, tag = element.attributes, element.tag
        if self._markers(element):
            return "a shape with markers"
        if tag == "path" and _ends_with_move(attributes.get("d", "")):
            return "a path that ends with a moveto"
        if is_outer:
            return None
        if any(attributes.get(name, "none") != "none" for name in BOX_UNITS):
            return f"a <{tag}> with an effect of its own"
        by = transforms.attribute(attributes.get("transform", ""))
        if by is not None and not by.determinant:
            return f"a <{tag}> without an inverse transform"
        if attributes.get("display") == "none" or not self._has_box(element):
            return f"a <{tag}> that shows nothing"  # renderers include its origin, or browsers its letters
        return None

    def _has_box(self, element: Element) -> bool:
        """Return whether an element has a box in renderers, if all that it contains has one."""
        if element.tag in TEXTS or (element.parent is not None and element.parent.tag in TEXTS):
            return boxes.is_plain_text(element)
        if element.tag == "use":
            return self.target(element) is not None
        if element.tag == "image":
            return "href" in element.attributes or "xlink:href" in element.attributes
        return any(child.tag in GRAPHICS for child in element.children) or boxes.has_outline(element)

    def _check_ends(self, shape: Element) -> None:
        """Refuse markers with automatic orientation where browsers choose another direction: at the ends of a closed
        shape, they use the mean of two.
        """
        is_closed = shape.tag == "polygon" or "z" in shape.attributes.get("d", "").lower()
        for name, marker in self._markers(shape).items():
            if marker.attributes.get("orient", "").startswith("auto"):
                if is_closed and name != "marker-mid":
                    self.refusals.refuse(f"{name} that turns at the end of a closed shape", shape)
                if _starts_at_control_point(shape):
                    self.refusals.refuse(f"{name} that turns on a curve that starts at its control point", shape)

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
        if "%" in "".join(cascade.inherited(use, name) for name in page.STROKES):
            self.refusals.refuse("a percentage of a stroke on a <use> of a <symbol>", use)
        box = page.symbol_box(use)
        if box is not None:
            use.attributes.setdefault("width", numbers.write(box.width))
            use.attributes.setdefault("height", numbers.write(box.height))

    def _has_moved_effects(self, use: Element) -> bool:
        target = self.target(use)
        is_symbol = target is not None and target.tag == "symbol"
        return is_symbol and any(use.attributes.get(name, "none") != "none" for name in BOX_UNITS)

    def _wrap(self, use: Element) -> Element:
        """Put a `use` of a symbol into a group with its effects, because browsers apply these in the coordinate system
        that its position moves. Return the group.
        """
        x, y = (values.number(use.attributes.get(name, "0")) for name in ("x", "y"))
        by = transforms.attribute(use.attributes.get("transform", ""))
        if x is None or y is None or by is None or use.parent is None:
            self.refusals.refuse("an effect on a <use> of a <symbol> with a position in other units", use)
            return use
        moved = {name: use.attributes.pop(name) for name in WRAPPED if name in use.attributes}
        use.attributes |= {"x": "0", "y": "0"}
        siblings = use.parent.children
        at = next(at for at, sibling in enumerate(siblings) if sibling is use)
        group = use.derive("g", moved | {"transform": transforms.write(by @ translation(x, y))}, use.parent)
        group.children, siblings[at], use.parent = [use], group, group
        return group

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
            if element.tag == "clipPath":
                self._order_parts(element)

    def _order_parts(self, clip: Element) -> None:
        """Put the clipped part of a clip path first, because resvg does not show where it overlaps those before it.
        Refuse opacity if browsers use the clip path as a mask, which they do unless all its parts are plain outlines.
        """
        shown = [one for part in clip.children for one in (part, self._shown_by(part)) if one is not None]
        is_mask = len(clip.children) > MAX_CLIP_PARTS or any(
            one.tag == "text" or "clip-path" in one.attributes for one in (clip, *shown)
        )
        for one in (inner for part in (clip, *shown) for inner in part.subtree()) if is_mask else ():
            if (values.number(one.attributes.get("opacity", "1")) or 0.0) < 1:
                self.refusals.refuse("opacity in a clip path of texts or clipped parts", one)
        clipped = [part for part in clip.children if self._is_clipped(part)]
        if len(clipped) > 1:
            self.refusals.refuse("several clipped parts in a clip path", clip)
        elif clipped:
            clip.children.sort(key=lambda part: part is not clipped[0])

    def _is_clipped(self, part: Element) -> bool:
        shown = (part, self._shown_by(part))
        return any(one.attributes.get("clip-path", "none") != "none" for one in shown if one is not None)

    def _shown_by(self, part: Element) -> Element | None:
        return self.target(part) if part.tag == "use" else None

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
            if target.tag not in ("symbol", "svg") or not _has_no_size(attributes):
                return True
            if target.attributes.get("overflow") == "visible":  # which browsers draw
                self.refusals.refuse(f"a <use> without a size of a visible <{target.tag}>", child)
            return False
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


def _ends_with_move(data: str) -> bool:
    """Return whether a path ends with a moveto outside of its box: browsers, unlike renderers, include its point.

    Cairo ends closed paths with a moveto to their start, which changes nothing.
    """
    parsed = path.parse(data)
    drawn = parsed.commands[: parsed.drawn]
    if not drawn or drawn[-1].letter not in "Mm":
        return False
    return bounding_box(path.subpaths(data)) != bounding_box(path.subpaths(f"{data.rstrip()}h0"))


def _starts_at_control_point(shape: Element) -> bool:
    """Return whether a curve of a path starts in no direction."""
    for part in path.subpaths(shape.attributes.get("d", "")):
        start = part.start
        for piece in part.pieces:
            if isinstance(piece, Cubic) and piece.first == start:
                return True
            start = piece.end
    return False


def _has_no_size(attributes: dict[str, str]) -> bool:
    sizes = [values.length(attributes[name], 100.0) for name in ("width", "height") if name in attributes]
    return any(size is not None and size < TRIVIAL for size in sizes)


def _copy(stop: Element, parent: Element) -> Element:
    attributes = {name: text for name, text in stop.attributes.items() if name != "id"}
    if attributes.get("stop-color") == "currentColor":  # the colour at the stop, not at the gradient's user
        attributes["color"] = cascade.inherited(stop, "color")
    return stop.derive("stop", attributes, parent)
