"""Move a document in one pass over its elements, rewriting coordinates in place.

For a motion M, every coordinate system gets one of two treatments. Preferably its coordinates are moved by M itself;
the transform T of an element around them then becomes M·T·M⁻¹. So content in `defs` is moved once, whatever uses it.
Text and images cannot be rotated by their coordinates; they stay unchanged, and T becomes M·T, which requires a T to
rewrite. Definitions must be treated as the elements that use them require: the walk collects these needs, and
`definitions.py` moves the definitions afterwards.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sgpkit.graphics.geometry import IDENTITY, Affine, Point, translation
from sgpkit.graphics.guard.values import words
from sgpkit.graphics.perturb import lists, shapes
from sgpkit.graphics.perturb.frame import Frame
from sgpkit.graphics.perturb.lists import max_scale, rewrite
from sgpkit.graphics.perturb.motion import Unsupported
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element

SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
GROUPS = frozenset(("g", "a", "switch", "defs"))
DEFINITIONS = frozenset(("linearGradient", "radialGradient", "pattern", "clipPath", "mask", "filter", "marker"))
TEXTS = frozenset(("text", "tspan", "tref", "textPath", "altGlyph"))
ANIMATIONS = frozenset(("animate", "animateTransform", "animateMotion", "animateColor", "set", "discard"))
# CSS properties that set positions or sizes, which would override the rewritten attributes.
POSITIONING = words(
    "x y cx cy r rx ry width height d translate rotate scale offset offset-path offset-distance transform-origin "
    "transform-box clip x1 x2 y1 y2 points"
)
DECLARATION = re.compile(r"(?:^|;)\s*([a-zA-Z-]+)\s*:")
CSS_TRANSFORM = re.compile(r"(?:^|;)\s*transform\s*:\s*([^;]*?)\s*(?=;|$)")
REFERENCE = re.compile(r"url\(\s*[\"']?\s*#([^\"')]*?)\s*[\"']?\s*\)")
PAINTS = ("fill", "stroke")
MARKERS = ("marker", "marker-start", "marker-mid", "marker-end")
INHERITED = (*PAINTS, *MARKERS)
NOT_INHERITED = ("clip-path", "mask", "filter")


class Need(NamedTuple):
    """A definition, whether the coordinates of the element that uses it are moved, and that element."""

    definition: Element
    moved: bool
    user: Element


class Walk:
    """One pass over a document that rewrites coordinates and collects the definitions to move."""

    def __init__(self, frame: Frame) -> None:
        code = frame.document.code
        self.frame = frame
        self.has_references = "url(" in code or any(name in code for name in NOT_INHERITED)
        self.zoom = _largest_use_scale(frame.document.root) if "<use" in code or ":use" in code else 1.0
        self.needs: list[Need] = []
        self.uses: list[tuple[Element, bool, float]] = []
        self.moved: dict[int, bool] = {}  # by id(element): whether the coordinates in its parent's system are moved

    def move_root(self) -> None:
        """Move the document except its definitions."""
        root = self.frame.document.root
        for name in ("transform", *NOT_INHERITED):
            if root.attributes.get(name, "none").strip() not in ("", "none"):
                raise Unsupported(root.path, f"{name} on the root")
        declared = {name for name, _ in _css_names(self, root)}
        if not declared.isdisjoint({"transform", *NOT_INHERITED}):
            raise Unsupported(root.path, "transform, clip, mask or filter on the root")
        inherited = self.inherit(root, {})
        for child in root.children:
            self.move_element(child, True, inherited, self.zoom)

    def inherit(self, element: Element, above: dict[str, str]) -> dict[str, str]:
        """Return the inherited paints and markers that refer to definitions."""
        if not self.has_references:
            return above
        own = self.frame.declared(element)
        changed = {name: own[name] for name in INHERITED if name in own and own[name].strip() != "inherit"}
        return {**above, **changed} if changed else above

    def move_element(self, element: Element, moved: bool, inherited: dict[str, str], scale: float) -> None:
        """Move one element and its content. If not `moved`, its coordinates stay as they are; `scale` is the factor at
        which they are drawn."""
        tag = element.tag
        if tag in ANIMATIONS:
            raise Unsupported(element.path, "an animation")
        if tag in DEFINITIONS or tag.startswith("{"):
            return
        attributes = element.attributes
        placing: tuple[str, ...] = ()
        if "style" in attributes or self.frame.is_styled:
            placing = self.check_css(element)
        inherited = self.inherit(element, inherited)
        text = self.transform_list(element, bool(placing))
        if text is None or tag == "use":
            self.moved[id(element)] = moved
            self.move_content(element, moved, inherited, scale, text)
            return
        now = values.transform(text)
        if isinstance(now, values.Problem):
            raise Unsupported(element.path, f"transform: {now.message}")
        if attributes.get("transform-origin") is not None:
            raise Unsupported(element.path, "transform-origin")
        scale = max(scale * max_scale(now), 1e-9)
        self.moved[id(element)] = moved
        if not moved:
            self.move_content(element, False, inherited, scale, text)
            return
        # First try to move the content. If something in it cannot be moved, undo all changes, leave the content as it
        # is, and put the whole motion into the transform.
        state = self.frame.edits.mark(), len(self.needs), len(self.uses), len(self.frame.became_paths)
        try:
            self.set_transform_list(
                element,
                text,
                self.frame.matrix @ now @ self.frame.inverse,
                bool(placing),
                scale / max(max_scale(now), 1e-9),
            )
            self.move_content(element, True, inherited, scale, text)
        except Unsupported:
            self.frame.edits.undo_to(state[0])
            del self.needs[state[1] :], self.uses[state[2] :], self.frame.became_paths[state[3] :]
            self.set_transform_list(
                element, text, self.frame.matrix @ now, bool(placing), scale / max(max_scale(now), 1e-9)
            )
            self.move_content(element, False, inherited, scale, text)

    def check_css(self, element: Element) -> tuple[str, ...]:
        """Raise Unsupported for CSS that positions elements; return ("transform",) if there is an inline transform."""
        properties = []
        for name, is_inline in _css_names(self, element):
            if name == "transform" and is_inline:
                properties.append(name)
            elif name in POSITIONING or name == "transform":
                raise Unsupported(element.path, f"{name} in a style sheet or style attribute")
        return tuple(properties)

    def transform_list(self, element: Element, css: bool) -> str | None:
        """Return the element's transform list as it is written, or None if it has none."""
        if css:
            raw = self.frame.edits.raw(element, "style")
            match = CSS_TRANSFORM.search(raw)
            if match is None or "&" in raw or "!" in match[1] or "/*" in raw:
                raise Unsupported(element.path, "unreadable transform in a style attribute")
            return match[1]
        text = element.attributes.get("transform")
        return None if text is None or text.strip() in ("", "none") else text

    def set_transform_list(self, element: Element, old: str, new: Affine, css: bool, scale: float) -> None:
        """Replace the element's transform list by one for the matrix `new`."""
        text = rewrite(old, new, self.frame.matrix, self.frame.scale_decimals(scale), css)
        if text == old:
            return
        if css:
            begin, _ = self.frame.edits.spans(element)["style"]
            match = CSS_TRANSFORM.search(self.frame.edits.raw(element, "style"))
            assert match is not None
            self.frame.edits.changes.append((begin + match.start(1), begin + match.end(1), text))
        else:
            self.frame.edits.put(element, "transform", text)

    def move_content(
        self, element: Element, moved: bool, inherited: dict[str, str], scale: float, listed: str | None
    ) -> None:
        """Move an element's own coordinates and its children, inside its transform."""
        tag = element.tag
        if self.has_references:
            self.note_references(element, moved, inherited)
        if tag in SHAPES:
            for child in element.children:
                self.move_element(child, False, inherited, scale)
            if moved:
                shapes.move(self.frame, element, self.frame.scale_decimals(scale))
        elif tag in GROUPS:
            for child in element.children:
                self.move_element(child, moved, inherited, scale)
        elif tag == "symbol":
            self.visit_viewport(element, inherited, scale)
        elif tag == "use":
            self.note_use(element, moved, inherited, scale, listed)
        elif tag == "text":
            self.move_text(element, moved, inherited, scale)
        elif tag in ("image", "svg"):
            if moved:
                if self.frame.degrees:
                    raise Unsupported(element.path, f"rotating {tag} requires a transform to rewrite")
                self.frame.move_point(element, ("x", "y"), self.frame.scale_decimals(scale))
            if tag == "svg":
                self.visit_viewport(element, inherited, scale)

    def visit_viewport(self, element: Element, inherited: dict[str, str], scale: float) -> None:
        """Visit content inside its own viewport. Its coordinates stay, since the viewport is moved."""
        for child in element.children:
            self.move_element(child, False, inherited, scale)

    def move_text(self, element: Element, moved: bool, inherited: dict[str, str], scale: float) -> None:
        """Move a text and its spans. Raises Unsupported for a rotated text without a transform."""
        if moved and self.frame.degrees:
            raise Unsupported(element.path, "rotating text requires a transform to rewrite")
        decimals = self.frame.scale_decimals(scale)
        for part in element.subtree():
            if part.tag in ANIMATIONS or (part.tag in TEXTS and part.tag not in ("text", "tspan")):
                raise Unsupported(part.path, f"{part.tag} in a text")
            if part is not element and ("style" in part.attributes or self.frame.is_styled):
                self.check_css(part)
            if part is not element and self.has_references:
                inherited = self.inherit(part, inherited)
                self.note_references(part, moved, inherited)
            if moved and part.tag in ("text", "tspan"):
                shapes.move_text(self.frame, part, decimals, part is element)

    def note_references(self, element: Element, moved: bool, inherited: Mapping[str, str]) -> None:
        """Record the definitions that an element refers to, and whether they must be moved for it."""
        own = self.frame.declared(element)
        texts = [(name, own.get(name, "")) for name in NOT_INHERITED]
        if element.tag in SHAPES or element.tag in TEXTS or element.tag == "use":
            texts += [(name, inherited.get(name, "")) for name in INHERITED]
        for name, text in texts:
            match = REFERENCE.search(text)
            if match is None:
                if (
                    name in NOT_INHERITED
                    and text.strip() not in ("", "none", "inherit")
                    and not text.strip().startswith("url(")
                ):
                    raise Unsupported(element.path, f"{name}: {text.strip()[:40]} instead of a reference")
                continue
            definition = self.frame.document.identifiers.get(match[1])
            if definition is None:
                continue
            if element.tag == "use" and name in INHERITED:
                # An inherited paint applies in the coordinate system of the target.
                target = self.target(element)
                moved_here = target is not None and target.tag not in ("symbol", "svg")
                self.needs.append(Need(definition, moved_here and moved, element))
                continue
            if moved and self.frame.degrees and definition.tag == "pattern":
                self.check_pattern(element, definition)
            if moved and self.frame.degrees and definition.tag in ("mask", "filter"):
                raise Unsupported(element.path, f"{definition.tag} region cannot be rotated")
            self.needs.append(Need(definition, moved, element))

    def check_pattern(self, user: Element, pattern: Element) -> None:
        """Raise Unsupported for a pattern that cannot be rotated."""
        chain = list(self.templates(pattern))
        units = next((e.attributes["patternUnits"] for e in chain if "patternUnits" in e.attributes), "")
        if units != "userSpaceOnUse" or not any("patternTransform" in e.attributes for e in chain):
            raise Unsupported(user.path, "rotating a pattern requires user space units and a patternTransform")

    def templates(self, definition: Element) -> Iterator[Element]:
        """Yield a gradient or pattern and the ones that it inherits missing attributes from."""
        seen: set[int] = set()
        current: Element | None = definition
        while current is not None and id(current) not in seen:
            seen.add(id(current))
            yield current
            current = self.target(current)

    def target(self, element: Element) -> Element | None:
        """Return the element that a `use`, gradient or pattern refers to, or None."""
        name = (element.attributes.get("href") or element.attributes.get("xlink:href") or "").strip()
        return self.frame.document.identifiers.get(name[1:]) if name.startswith("#") else None

    # A `use` draws its target under T·t(x, y). If the target was moved by `inner`, the new transform and position must
    # draw it as before, moved by `outer`.

    def note_use(
        self, element: Element, moved: bool, inherited: dict[str, str], scale: float, listed: str | None
    ) -> None:
        """Record a `use` element, which is moved after its target has been visited."""
        target = self.target(element)
        if target is None:
            return
        if moved and self.frame.degrees and listed is None and target.tag in ("symbol", "svg"):
            raise Unsupported(element.path, f"rotating a use of {target.tag} requires a transform to rewrite")
        self.uses.append((element, moved, scale))

    def finish_uses(self) -> None:
        """Move the `use` elements, after all targets have been visited."""
        for element, moved, scale in self.uses:
            target = self.target(element)
            assert target is not None
            inside = self.moved.get(id(target), False) and target.tag != "symbol"
            outer, inner = (self.frame.matrix if moved else IDENTITY), (self.frame.matrix if inside else IDENTITY)
            if not moved and not inside:
                continue
            if outer != inner and any(name in self.frame.declared(element) for name in NOT_INHERITED):
                raise Unsupported(element.path, "a clip, mask or filter on a use whose target is not moved with it")
            css = "transform" in self.check_css(element)
            text = self.transform_list(element, css)
            here = Point(self.frame.length(element, "x"), self.frame.length(element, "y"))
            decimals = self.frame.scale_decimals(scale)
            step = translation(*here)
            now = values.transform(text) if text is not None else IDENTITY
            if isinstance(now, values.Problem):
                raise Unsupported(element.path, f"transform: {now.message}")
            if element.attributes.get("transform-origin") is not None:
                raise Unsupported(element.path, "transform-origin")
            if text is not None and outer != inner:
                self.set_transform_list(
                    element, text, outer @ now @ step @ inner.inverse() @ step.inverse(), css, scale
                )
                continue
            if text is not None:
                self.set_transform_list(element, text, outer @ now @ inner.inverse(), css, scale)
            new = outer @ step @ inner.inverse()
            if not lists.is_same(Affine(*new[:4]), IDENTITY):
                raise Unsupported(element.path, "rotating a use of unmoved content requires a transform to rewrite")
            for name, before, after in (("x", here.x, new.e), ("y", here.y, new.f)):
                if abs(after - before) > 10.0 ** -(decimals + 2):
                    self.frame.edits.put(
                        element, name, self.frame.number(after, element.attributes.get(name), decimals)
                    )


def _css_names(walk: Walk, element: Element) -> Iterator[tuple[str, bool]]:
    """Yield the properties that CSS declares for an element, each with whether its style attribute does."""
    for name, _, _ in walk.frame.rules.matches.get(id(element), ()):
        yield name.lower(), False
    for match in DECLARATION.finditer(element.attributes.get("style", "")):
        yield match[1].lower(), True


def _largest_use_scale(root: Element) -> float:
    """Return the largest factor at which a `use` may draw a definition, which determines the decimals to write."""
    largest = 1.0
    waiting = [(root, 1.0)]
    while waiting:
        element, scale = waiting.pop()
        transform = values.transform(element.attributes.get("transform", ""))
        if isinstance(transform, Affine):
            scale *= max(max_scale(transform), 1e-9)
        if element.tag == "use":
            largest = max(largest, scale)
        waiting += [(child, scale) for child in element.children]
    return largest
