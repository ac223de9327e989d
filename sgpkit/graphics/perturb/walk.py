"""The walk over a document that moves it: the content of every coordinate system is moved by the same map.

An element with a transform T keeps moved content under M·T·M⁻¹; so content in `defs` is moved once, wherever it is
used. Content that cannot be moved (letters and pictures under a turn) stays as it is under M·T, if there is a T to
absorb M. The elements that use a definition determine which of the two it needs: `servers.py` moves it then.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sgpkit.graphics.geometry import IDENTITY, Affine, Point, translation
from sgpkit.graphics.guard.values import words
from sgpkit.graphics.perturb import lists, shapes
from sgpkit.graphics.perturb.frame import Frame
from sgpkit.graphics.perturb.lists import rewritten, stretch
from sgpkit.graphics.perturb.motion import Unsupported
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element

SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
GROUPS = frozenset(("g", "a", "switch", "defs"))
DEFINITIONS = frozenset(("linearGradient", "radialGradient", "pattern", "clipPath", "mask", "filter", "marker"))
TEXTS = frozenset(("text", "tspan", "tref", "textPath", "altGlyph"))
MOVING = frozenset(("animate", "animateTransform", "animateMotion", "animateColor", "set", "discard"))
# CSS properties that place or size things, which would overrule the attributes that are rewritten.
PLACING = words(
    "x y cx cy r rx ry width height d translate rotate scale offset offset-path offset-distance transform-origin "
    "transform-box clip x1 x2 y1 y2 points"
)
DECLARATION = re.compile(r"(?:^|;)\s*([a-zA-Z-]+)\s*:")
CSS_TRANSFORM = re.compile(r"(?:^|;)\s*transform\s*:\s*([^;]*?)\s*(?=;|$)")
REFERENCE = re.compile(r"url\(\s*[\"']?\s*#([^\"')]*?)\s*[\"']?\s*\)")
PAINTS = ("fill", "stroke")
MARKERS = ("marker", "marker-start", "marker-mid", "marker-end")
INHERITED = (*PAINTS, *MARKERS)
OWN = ("clip-path", "mask", "filter")


class Need(NamedTuple):
    """A definition, whether its user's content is moved, and the user."""

    definition: Element
    moved: bool
    user: Element


class Walk:
    """One pass over a document that rewrites coordinates and collects the definitions to move."""

    def __init__(self, frame: Frame) -> None:
        code = frame.document.code
        self.frame = frame
        self.refers = "url(" in code or any(name in code for name in OWN)
        self.zoom = _zoom(frame.document.root) if "<use" in code or ":use" in code else 1.0
        self.needs: list[Need] = []
        self.uses: list[tuple[Element, bool, float]] = []
        self.moved: dict[int, bool] = {}  # by element: whether its own coordinate system holds moved content

    def root(self) -> None:
        """Move the document, but for its definitions."""
        root = self.frame.document.root
        for name in ("transform", *OWN):
            if root.attributes.get(name, "none").strip() not in ("", "none"):
                raise Unsupported(root.path, f"{name} on the root")
        declared = {name for name, _ in _css_names(self, root)}
        if not declared.isdisjoint({"transform", *OWN}):
            raise Unsupported(root.path, "transform, clip, mask or filter on the root")
        inherited = self.inherit(root, {})
        for child in root.children:
            self.element(child, True, inherited, self.zoom)

    def inherit(self, element: Element, above: dict[str, str]) -> dict[str, str]:
        """Return the inherited paints and markers that refer to definitions."""
        if not self.refers:
            return above
        own = self.frame.declared(element)
        changed = {name: own[name] for name in INHERITED if name in own and own[name].strip() != "inherit"}
        return {**above, **changed} if changed else above

    def element(self, element: Element, moved: bool, inherited: dict[str, str], scale: float) -> None:
        """Move one element and its content; `scale` is the factor at which it is drawn."""
        tag = element.tag
        if tag in MOVING:
            raise Unsupported(element.path, "an animation")
        if tag in DEFINITIONS or tag.startswith("{"):
            return
        attributes = element.attributes
        placing: tuple[str, ...] = ()
        if "style" in attributes or self.frame.is_styled:
            placing = self.check_css(element)
        inherited = self.inherit(element, inherited)
        text = self.list_of(element, bool(placing))
        if text is None or tag == "use":
            self.moved[id(element)] = moved
            self.content(element, moved, inherited, scale, text)
            return
        now = values.transform(text)
        if isinstance(now, values.Problem):
            raise Unsupported(element.path, f"transform: {now.message}")
        if attributes.get("transform-origin") is not None:
            raise Unsupported(element.path, "transform-origin")
        scale = max(scale * stretch(now), 1e-9)
        self.moved[id(element)] = moved
        if not moved:
            self.content(element, False, inherited, scale, text)
            return
        state = self.frame.edits.mark(), len(self.needs), len(self.uses), len(self.frame.turned)
        try:
            self.set_list(
                element, text, self.frame.by @ now @ self.frame.back, bool(placing), scale / max(stretch(now), 1e-9)
            )
            self.content(element, True, inherited, scale, text)
        except Unsupported:
            self.frame.edits.back(state[0])
            del self.needs[state[1] :], self.uses[state[2] :], self.frame.turned[state[3] :]
            self.set_list(element, text, self.frame.by @ now, bool(placing), scale / max(stretch(now), 1e-9))
            self.content(element, False, inherited, scale, text)

    def check_css(self, element: Element) -> tuple[str, ...]:
        """Raise Unsupported for CSS that positions things; return ("transform",) if there is an inline transform."""
        properties = []
        for name, is_inline in _css_names(self, element):
            if name == "transform" and is_inline:
                properties.append(name)
            elif name in PLACING or name == "transform":
                raise Unsupported(element.path, f"{name} in a style sheet or style attribute")
        return tuple(properties)

    def list_of(self, element: Element, css: bool) -> str | None:
        """Return the element's transform list as it is written; None where there is none."""
        if css:
            raw = self.frame.edits.raw(element, "style")
            match = CSS_TRANSFORM.search(raw)
            if match is None or "&" in raw or "!" in match[1] or "/*" in raw:
                raise Unsupported(element.path, "a transform in a style attribute that cannot be read")
            return match[1]
        text = element.attributes.get("transform")
        return None if text is None or text.strip() in ("", "none") else text

    def set_list(self, element: Element, old: str, new: Affine, css: bool, scale: float) -> None:
        """Replace the element's transform list by one for the map `new`."""
        text = rewritten(old, new, self.frame.by, self.frame.scale_decimals(scale), css)
        if text == old:
            return
        if css:
            begin, _ = self.frame.edits.spans(element)["style"]
            match = CSS_TRANSFORM.search(self.frame.edits.raw(element, "style"))
            assert match is not None
            self.frame.edits.changes.append((begin + match.start(1), begin + match.end(1), text))
        else:
            self.frame.edits.put(element, "transform", text)

    def content(
        self, element: Element, moved: bool, inherited: dict[str, str], scale: float, listed: str | None
    ) -> None:
        """Move the coordinates of an element, or its content, inside its own transform list."""
        tag = element.tag
        if self.refers:
            self.refer(element, moved, inherited)
        if tag in SHAPES:
            for child in element.children:
                self.element(child, False, inherited, scale)
            if moved:
                shapes.move(self.frame, element, self.frame.scale_decimals(scale))
        elif tag in GROUPS:
            for child in element.children:
                self.element(child, moved, inherited, scale)
        elif tag == "symbol":
            self.still(element, inherited, scale)
        elif tag == "use":
            self.use(element, moved, inherited, scale, listed)
        elif tag == "text":
            self.text(element, moved, inherited, scale)
        elif tag in ("image", "svg"):
            if moved:
                if self.frame.degrees:
                    raise Unsupported(element.path, f"a turned {tag} needs a transform, and has none")
                self.frame.move_point(element, ("x", "y"), self.frame.scale_decimals(scale))
            if tag == "svg":
                self.still(element, inherited, scale)

    def still(self, element: Element, inherited: dict[str, str], scale: float) -> None:
        """Visit content inside a viewport of its own, which moves with the viewport."""
        for child in element.children:
            self.element(child, False, inherited, scale)

    def text(self, element: Element, moved: bool, inherited: dict[str, str], scale: float) -> None:
        """Move a text and its spans. Raises Unsupported for a turned one without a transform."""
        if moved and self.frame.degrees:
            raise Unsupported(element.path, "turned text needs a transform, and has none")
        decimals = self.frame.scale_decimals(scale)
        for part in element.subtree():
            if part.tag in MOVING or (part.tag in TEXTS and part.tag not in ("text", "tspan")):
                raise Unsupported(part.path, f"{part.tag} in a text")
            if part is not element and ("style" in part.attributes or self.frame.is_styled):
                self.check_css(part)
            if part is not element and self.refers:
                inherited = self.inherit(part, inherited)
                self.refer(part, moved, inherited)
            if moved and part.tag in ("text", "tspan"):
                shapes.move_text(self.frame, part, decimals, part is element)

    def refer(self, element: Element, moved: bool, inherited: Mapping[str, str]) -> None:
        """Note the definitions that an element needs, and whether they must be moved for it."""
        own = self.frame.declared(element)
        texts = [(name, own.get(name, "")) for name in OWN]
        if element.tag in SHAPES or element.tag in TEXTS or element.tag == "use":
            texts += [(name, inherited.get(name, "")) for name in INHERITED]
        for name, text in texts:
            match = REFERENCE.search(text)
            if match is None:
                if name in OWN and text.strip() not in ("", "none", "inherit") and not text.strip().startswith("url("):
                    raise Unsupported(element.path, f"{name}: {text.strip()[:40]} in place of a reference")
                continue
            definition = self.frame.document.identifiers.get(match[1])
            if definition is None:
                continue
            if element.tag == "use" and name in INHERITED:
                # The paint is used in the coordinate system of the element that it paints.
                target = self.target(element)
                moved_here = target is not None and target.tag not in ("symbol", "svg")
                self.needs.append(Need(definition, moved_here and moved, element))
                continue
            if moved and self.frame.degrees and definition.tag == "pattern":
                self.check_pattern(element, definition)
            if moved and self.frame.degrees and definition.tag in ("mask", "filter"):
                raise Unsupported(element.path, f"{definition.tag} region cannot be turned")
            self.needs.append(Need(definition, moved, element))

    def check_pattern(self, user: Element, pattern: Element) -> None:
        """Raise Unsupported for a pattern that cannot be turned."""
        chain = list(self.templates(pattern))
        units = next((e.attributes["patternUnits"] for e in chain if "patternUnits" in e.attributes), "")
        if units != "userSpaceOnUse" or not any("patternTransform" in e.attributes for e in chain):
            raise Unsupported(user.path, "a turned pattern needs user space and a patternTransform")

    def templates(self, definition: Element) -> Iterator[Element]:
        """Yield a gradient or pattern and those that it takes its missing attributes from."""
        seen: set[int] = set()
        current: Element | None = definition
        while current is not None and id(current) not in seen:
            seen.add(id(current))
            yield current
            current = self.target(current)

    def target(self, element: Element) -> Element | None:
        """Return the element that a `use`, gradient or pattern refers to; None where there is none."""
        name = (element.attributes.get("href") or element.attributes.get("xlink:href") or "").strip()
        return self.frame.document.identifiers.get(name[1:]) if name.startswith("#") else None

    # `use`: T·t(x, y) around content moved by `inner` must show the same as before, moved by `outer`.

    def use(self, element: Element, moved: bool, inherited: dict[str, str], scale: float, listed: str | None) -> None:
        """Note a `use` element, which is moved once its target has been visited."""
        target = self.target(element)
        if target is None:
            return
        if moved and self.frame.degrees and listed is None and target.tag in ("symbol", "svg"):
            raise Unsupported(element.path, f"a turned use of {target.tag} needs a transform, and has none")
        self.uses.append((element, moved, scale))

    def finish_uses(self) -> None:
        """Move the `use` elements, once it is known of every target whether it was moved."""
        for element, moved, scale in self.uses:
            target = self.target(element)
            assert target is not None
            inside = self.moved.get(id(target), False) and target.tag != "symbol"
            outer, inner = (self.frame.by if moved else IDENTITY), (self.frame.by if inside else IDENTITY)
            if not moved and not inside:
                continue
            if outer != inner and any(name in self.frame.declared(element) for name in OWN):
                raise Unsupported(element.path, "a clip, mask or filter on a use of what moves otherwise")
            css = "transform" in self.check_css(element)
            text = self.list_of(element, css)
            here = Point(self.frame.length(element, "x"), self.frame.length(element, "y"))
            decimals = self.frame.scale_decimals(scale)
            step = translation(*here)
            now = values.transform(text) if text is not None else IDENTITY
            if isinstance(now, values.Problem):
                raise Unsupported(element.path, f"transform: {now.message}")
            if element.attributes.get("transform-origin") is not None:
                raise Unsupported(element.path, "transform-origin")
            if text is not None and outer != inner:
                self.set_list(element, text, outer @ now @ step @ inner.inverse() @ step.inverse(), css, scale)
                continue
            if text is not None:
                self.set_list(element, text, outer @ now @ inner.inverse(), css, scale)
            new = outer @ step @ inner.inverse()
            if not lists.is_same(Affine(*new[:4]), IDENTITY):
                raise Unsupported(element.path, "a turned use of what stays needs a transform, and has none")
            for name, before, after in (("x", here.x, new.e), ("y", here.y, new.f)):
                if abs(after - before) > 10.0 ** -(decimals + 2):
                    self.frame.edits.put(
                        element, name, self.frame.number(after, element.attributes.get(name), decimals)
                    )


def _css_names(walk: Walk, element: Element) -> Iterator[tuple[str, bool]]:
    """Yield property names that CSS declares for an element, and whether its own style attribute does."""
    for name, _, _ in walk.frame.rules.matches.get(id(element), ()):
        yield name.lower(), False
    for match in DECLARATION.finditer(element.attributes.get("style", "")):
        yield match[1].lower(), True


def _zoom(root: Element) -> float:
    """Return the largest factor at which `use` may draw a definition, for the digits that it needs."""
    largest = 1.0
    waiting = [(root, 1.0)]
    while waiting:
        element, scale = waiting.pop()
        transform = values.transform(element.attributes.get("transform", ""))
        if isinstance(transform, Affine):
            scale *= max(stretch(transform), 1e-9)
        if element.tag == "use":
            largest = max(largest, scale)
        waiting += [(child, scale) for child in element.children]
    return largest
