"""Replace style sheets, `style` and CSS by equivalent attributes, element by element from the root down.

The tree is changed in place. Constructs that are not understood are refused (`refusals`), or left unchanged if they are
allowed.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

from sgpkit.graphics.gate import attributes as own_attributes
from sgpkit.graphics.gate import boxes, checks, filters, names, page, placing, transforms
from sgpkit.graphics.gate.css import cascade, copies, grammar, sheets, texts
from sgpkit.graphics.gate.css.cascade import Value, Variables
from sgpkit.graphics.gate.refusals import Refusals, Unsupported
from sgpkit.graphics.gate.transforms import Frame
from sgpkit.graphics.geometry import IDENTITY, Affine, Point
from sgpkit.graphics.svg import tables
from sgpkit.graphics.svg.document import Document, Element

NOTHING: sheets.Matched = sheets.Matched([], False)


class Scope(NamedTuple):
    """The state that children inherit."""

    variables: Variables
    frame: Frame
    matrix: Affine
    is_shown_by_use: bool
    case: str = "none"
    """The value of `text-transform`."""


def rewrite(document: Document, refusals: Refusals) -> None:
    """Rewrite a whole tree. Raises Rejected."""
    _Rewriting(document, refusals).run()


class _Rewriting:
    def __init__(self, document: Document, refusals: Refusals) -> None:
        self.document, self.refusals = document, refusals
        self.matched = sheets.match(document, refusals)
        self.used = frozenset(map(id, copies.targets(document))) if "use" in document.code else frozenset()
        self.contexts: dict[int, tuple[Variables, str]] = {}
        """The inherited values at each target of a `use` and in each `use`, which are already written into the
        elements.
        """
        self.boxed: list[tuple[Element, str]] = []
        """Elements with a CSS shape, which becomes a clip path when the boxes of all contents are known."""
        self.added: list[Element] = []
        """Definitions of clip paths and filters that were given in CSS."""
        self.filters: list[tuple[Element, Frame]] = []
        """All filters, with the pages that their lengths refer to."""
        self.page = page.frame(document.root)
        self.root_matrix = IDENTITY
        self.is_root_sized = False
        self.side = max(self.page.width, self.page.height)
        self.has_dashes = "stroke-dasharray" in document.code.lower() or "&" in document.code

    def run(self) -> None:
        root = self.document.root
        waiting = [(root, Scope({}, self.page, IDENTITY, False))]
        while waiting:
            element, scope = waiting.pop()
            inner = self.element(element, scope)
            self._keep_children(element)
            waiting += [(child, inner) for child in element.children]
        for element, text in self.boxed:
            self._add_clip(element, text)
        if self.root_matrix != IDENTITY:
            page.move_contents(root, self.root_matrix, self._new_clip(page.outline(self.page), False, root))
        self._check_contexts()
        if self.added:
            root.children.insert(0, page.put_in("defs", {}, root, self.added))
        if self.added or "feDropShadow" in self.document.code:
            for element in list(root.subtree()):
                if element.tag == "feDropShadow":
                    self._replace_shadow(element)
        for whole, frame in self.filters:
            try:
                filters.widen(whole, frame)
            except Unsupported as unsupported:
                self.refusals.refuse(f"a filter with {unsupported}", whole)

    # --- elements

    def _keep_children(self, element: Element) -> None:
        """Remove the children that browsers do not draw in this element, and refuse unknown effects."""
        allowed = names.CHILDREN.get(element.tag, frozenset())
        kept: list[Element] = []
        removed = ""
        for child in element.children:
            tag = child.tag
            if tag in names.REFUSED_ELEMENTS:
                self.refusals.refuse(f"<{describe(child)}>", child)
                if tag not in tables.ANIMATION and tag != "tref":
                    kept.append(child)
                    continue
            elif tag in allowed or (tag in ("title", "desc") and element.tag not in names.TEXTS):
                kept.append(child)
                continue
            removed = child.tail
            if removed.strip() and element.tag in names.TEXTS:
                if kept:
                    kept[-1].tail += removed
                else:
                    element.text += removed
        if element.tag == "switch":  # browsers take the first element of SVG, drawn or not
            first = next((child for child in element.children if not child.tag.startswith("{")), None)
            kept = [first] if first is not None and first in kept and first.tag in names.GRAPHICS else []
            if kept and kept[0].tag == "a":
                self.refusals.refuse("an <a> in a <switch>", kept[0])  # it acts as a switch too
            element.tag = "g"
        if len(kept) != len(element.children):
            element.children[:] = kept

    def element(self, element: Element, scope: Scope) -> Scope:
        """Rewrite one element and return the scope of its children."""
        tag = element.tag
        matched = self.matched.get(id(element), NOTHING)
        if matched.is_other_in_copies:
            self.refusals.refuse("a selector that matches otherwise in the copies of a <use>", element)
        before = element.attributes
        if (
            matched is NOTHING
            and "style" not in before
            and not scope.variables
            and own_attributes.are_plain(tag, before)
        ):
            known = scope.variables
            declared: dict[str, Value] = {}
        else:
            declared, known = cascade.properties(before, matched.declarations, scope.variables)
            element.attributes = self._attributes(element, declared)
        if element.parent is None:
            self.is_root_sized = "font-size" in element.attributes
            page.rewrite_root(element, declared, self.refusals, "rem" in self.document.code)
        if tag == "svg" and element.parent is not None:
            page.complete_size(element)
        try:
            page.resolve_percentages(element, scope.frame, self.used)
        except Unsupported as unsupported:
            self.refusals.refuse(f"<{tag}> with {unsupported}", element)
        if element.attributes.get("flood-color") == "currentColor":  # which renderers do not read
            element.attributes["flood-color"] = cascade.inherited(element, "color")
        matrix = self._transform(element, declared, scope)
        shown = scope.is_shown_by_use or id(element) in self.used
        if element.attributes.get("filter", "none") != "none":
            self._set_filter(element, matrix, shown)
        if tag == "filter":
            self.filters.append((element, scope.frame))
        scale = math.sqrt(abs(matrix.determinant))
        checks.check(element, declared, scale, self.side, self.has_dashes, self.refusals)
        if tag == "text":
            texts.set_monospace_size(element, self.is_root_sized, self.refusals)
        if "vector-effect" in element.attributes:
            self._set_stroke(element, matrix, shown)
        is_page = tag == "symbol" or (tag == "svg" and element.parent is not None)
        frame = page.nested_frame(element, scope.frame) if is_page else scope.frame
        case = self._case(declared, scope.case)
        if case != "none" and (tag in names.TEXTS or tag == "a"):
            texts.change_case(element, case, self.refusals)
        if id(element) in self.used:
            self.contexts[id(element)] = (scope.variables, scope.case)
        if tag == "use":
            self.contexts[id(element)] = (known, case)
        return Scope(known, frame, matrix, shown, case)

    def _check_contexts(self) -> None:
        """Refuse copies that inherit other variables or another `text-transform` than their originals."""
        if not any(sign in self.document.code for sign in ("--", "text-transform", "&")):
            return
        for element in self.document.root.subtree():
            original = copies.target(element, self.document.identifiers) if element.tag == "use" else None
            if original is not None and self.contexts.get(id(original)) != self.contexts.get(id(element)):
                self.refusals.refuse("a <use> that inherits variables or text-transform", element)

    def _case(self, declared: Mapping[str, Value], above: str) -> str:
        written = declared.get("text-transform")
        if written is None or written.refused or written.text in ("inherit", "unset"):
            return above
        return written.text if written.text in grammar.CASES else "none"

    def _attributes(self, element: Element, declared: dict[str, Value]) -> dict[str, str]:
        result: dict[str, str] = {}
        own = tables.ELEMENTS.get(element.tag, frozenset())
        for name, text in element.attributes.items():
            if name in names.PLAIN_ATTRIBUTES:
                if name != "xmlns:xlink":
                    result[name] = text
            elif name in ("href", "xlink:href") or name == "transform":
                result[name] = text
            elif name in names.PRESENTATION and ("/*" in text or "\\" in text):
                self.refusals.refuse(f"a comment or an escape in {name}", element)
            elif name in names.CONDITIONS:
                self.refusals.refuse(f"{name}: {text}", element)
                result[name] = text
            elif name in names.PRESENTATION or name in names.IGNORED_ATTRIBUTES:
                continue
            elif name in own:
                self._own(element, name, text, result)
        self._write_properties(element, declared, result)
        return result

    def _own(self, element: Element, name: str, text: str, result: dict[str, str]) -> None:
        if element.parent is None and page.is_size_of_viewer(text):
            return
        try:
            read = own_attributes.read(element.tag, name, text)
        except Unsupported as unsupported:
            self.refusals.refuse(f"{element.tag} with {unsupported}", element)
            read = text
        if read is not None:
            result[name] = read

    def _write_properties(self, element: Element, declared: Mapping[str, Value], result: dict[str, str]) -> None:
        in_style: list[str] = []
        for name, (text, refused) in declared.items():
            if refused:
                if self._is_boxed(element, name, text):
                    continue
                if element.parent is None and name in ("width", "height") and page.is_size_of_viewer(text):
                    result.pop(name, None)
                    continue
                self.refusals.refuse(f"{name}: {text}", element)
                in_style.append(f"{name}:{text}")
            elif name == "text-transform":
                continue
            elif name in names.GEOMETRIC:
                self._set_geometry(element, name, text, result)
            elif name == "text-shadow":
                self._shade(element, text, declared, result)
            elif name == "white-space":
                self._set_space(text, result)
            elif name in grammar.READERS:
                text = self._used_value(element, name, text)
                if text and name in names.IN_STYLE:
                    in_style.append(f"{name}:{text}")
                elif text:
                    result[name] = text
        if in_style:
            result["style"] = ";".join(in_style)

    def _set_space(self, text: str, result: dict[str, str]) -> None:
        if text in ("inherit", "unset"):
            result.pop("xml:space", None)
        elif text not in grammar.GLOBAL or text == "initial":
            result["xml:space"] = "default" if text == "initial" else text

    def _shade(self, element: Element, text: str, declared: Mapping[str, Value], result: dict[str, str]) -> None:
        """Write the shadow of a text as a filter."""
        if text.lower() == "none" or text.lower() in grammar.GLOBAL:
            return
        try:
            if element.tag != "text" or "filter" in declared:
                raise Unsupported(text)
            result["filter"] = filters.text_shadow(text)
        except Unsupported:
            self.refusals.refuse(f"text-shadow: {text}", element)

    def _is_boxed(self, element: Element, name: str, text: str) -> bool:
        """Return whether a refused value is a CSS shape in `clip-path`."""
        if name != "clip-path" or boxes.BASIC.fullmatch(text.strip()) is None or element.parent is None:
            return False
        self.boxed.append((element, text))
        return True

    def _set_geometry(self, element: Element, name: str, text: str, result: dict[str, str]) -> None:
        if name not in names.GEOMETRY.get(element.tag, ()):
            return
        if element.tag == "svg" and element.parent is not None:
            self.refusals.refuse(f"{name}: {text} of a nested <svg> by CSS", element)
            return
        if text in grammar.GLOBAL:
            if text == "inherit":
                self.refusals.refuse(f"{name}: {text}", element)
            result.pop(name, None)
        elif text == "auto":
            result.pop(name, None)
        else:
            result[name] = text

    def _used_value(self, element: Element, name: str, text: str) -> str:
        """Return a value with the keywords that all properties have resolved; "" if the attribute can be omitted."""
        if text not in grammar.GLOBAL:
            return text
        inherited = name in names.INHERITED
        if text == "inherit" and not inherited:
            parent = element.parent
            if parent is None:
                return ""
            if name in names.IN_STYLE or name in ("overflow", "vector-effect") or id(element) in self.used:
                self.refusals.refuse(f"{name}: {text}", element)
                return ""
            return parent.attributes.get(name, "")
        return names.INITIAL[name] if inherited and text == "initial" else ""

    # --- transforms

    def _transform(self, element: Element, declared: Mapping[str, Value], scope: Scope) -> Affine:
        """Write an element's transforms as one attribute, and return its matrix to the page."""
        attributes = element.attributes
        moving = [name for name in ("css transform", "translate", "rotate", "scale") if name in declared]
        if "transform" not in attributes and not moving:
            return scope.matrix
        if element.tag not in names.TRANSFORMED:
            if element.tag in names.SERVERS or element.tag == "symbol":
                self.refusals.refuse(f"transform of <{element.tag}>", element)
            attributes.pop("transform", None)
            return scope.matrix
        try:
            by, is_changed = placing.matrix(element, declared, scope.frame, bool(self.matched))
        except Unsupported as unsupported:
            self.refusals.refuse(f"transform: {unsupported}", element)
            return scope.matrix
        if by is None or (is_changed and by == IDENTITY):
            attributes.pop("transform", None)
            return scope.matrix
        if is_changed:
            attributes["transform"] = transforms.write(by)
        if element.parent is None and by != IDENTITY:
            return self._root_transform(element, declared, by)
        if element.tag == "svg" and by != IDENTITY:
            self.refusals.refuse("transform of a nested <svg>", element)
        return scope.matrix @ by

    def _root_transform(self, root: Element, declared: Mapping[str, Value], by: Affine) -> Affine:
        """Return the transform of the contents that has the effect of the root's transform in browsers."""
        try:
            self.root_matrix = page.box_transform(root, declared, by)
        except Unsupported as unsupported:
            self.refusals.refuse(f"transform of the root, {unsupported}", root)
            return by
        root.attributes.pop("transform", None)
        return self.root_matrix

    # --- strokes, filters and clips

    def _set_stroke(self, element: Element, matrix: Affine, is_copied: bool) -> None:
        if self.root_matrix.determinant == 0:
            return
        try:
            placing.unscale_stroke(
                element, self.root_matrix.inverse() @ matrix, page.stroke_scale(self.document.root), is_copied
            )
        except Unsupported as unsupported:
            self.refusals.refuse(f"vector-effect: non-scaling-stroke, {unsupported}", element)

    def _set_filter(self, element: Element, matrix: Affine, is_copied: bool) -> None:
        if abs(matrix.b) + abs(matrix.c) > 1e-6 * (abs(matrix.a) + abs(matrix.d)):
            self.refusals.refuse("a filter on a turned or skewed element", element)
            return
        text = element.attributes["filter"]
        if not filters.is_function_list(text):
            return
        if matrix.determinant == 0:
            return
        side = self.side / math.sqrt(abs(matrix.determinant))
        try:
            steps = filters.primitives(text, side, "" if is_copied else cascade.inherited(element, "color"))
        except Unsupported as unsupported:
            self.refusals.refuse(f"filter: {unsupported}", element)
            return
        corner = matrix.inverse()(Point(self.page.x + self.page.width / 2, self.page.y + self.page.height / 2))
        region = (corner.x - 2 * side, corner.y - 2 * side, 4 * side, 4 * side)
        identifier = self._new_identifier()
        built = filters.build(steps, identifier, region, element)
        self.added.append(built)
        self.filters.append((built, self.page))
        element.attributes["filter"] = f"url(#{identifier})"

    def _replace_shadow(self, shadow: Element) -> None:
        try:
            filters.replace_shadow(shadow)
        except Unsupported as unsupported:
            self.refusals.refuse(f"feDropShadow with {unsupported}", shadow)

    def _new_identifier(self) -> str:
        identifier = f"gate-{len(self.added)}"
        while identifier in self.document.identifiers:
            identifier += "-"
        return identifier

    def _add_clip(self, element: Element, text: str) -> None:
        """Replace a CSS shape by a clip path."""
        try:
            data, is_even_odd = boxes.clip_outline(text, boxes.stroke_box(element))
        except Unsupported as unsupported:
            self.refusals.refuse(f"clip-path: {unsupported}", element)
            return
        element.attributes["clip-path"] = self._new_clip(data, is_even_odd, element)

    def _new_clip(self, data: str, is_even_odd: bool, at: Element) -> str:
        """Return a reference to a new clip path."""
        identifier = self._new_identifier()
        clip = at.derive("clipPath", {"id": identifier})
        outline = {"d": data} | ({"clip-rule": "evenodd"} if is_even_odd else {})
        clip.children.append(at.derive("path", outline, clip))
        self.added.append(clip)
        return f"url(#{identifier})"


def describe(element: Element) -> str:
    """Return an element's tag and attributes as one construct, so that a row's own animation can be recognised."""
    if element.tag not in tables.ANIMATION:
        return element.tag
    pairs = sorted((name, " ".join(text.split())) for name, text in element.attributes.items() if name != "id")
    return " ".join([element.tag, *(f'{name}="{text}"' for name, text in pairs)])
