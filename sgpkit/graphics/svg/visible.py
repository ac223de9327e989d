"""List the painted primitives of a drawing in root coordinates, in paint order, with their paints.

Follows https://www.w3.org/TR/SVG2/struct.html (groups, `use`, `symbol`, `switch`) and
https://www.w3.org/TR/SVG2/coords.html (transforms, viewports). Clipping, masks, filters, markers and occlusion are not
considered; see `scene` for those.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sgpkit.graphics import guard
from sgpkit.graphics.geometry import IDENTITY, Affine, Circle, Ellipse, image_of_circle, translation
from sgpkit.graphics.svg import style, values
from sgpkit.graphics.svg.document import Document, Element, Location, parse
from sgpkit.graphics.svg.outline import Line, Subpath, map_piece
from sgpkit.graphics.svg.paint import CURRENT, Paint, Reference
from sgpkit.graphics.svg.roundness import circle_or_ellipse
from sgpkit.graphics.svg.shape_outlines import READERS, Attributes, Bad
from sgpkit.graphics.svg.style import INITIAL, PROPERTIES, Resolved, Style
from sgpkit.status import Rejected, Status

CONTAINERS = frozenset(("g", "a", "svg", "switch", "use"))
DRAWN = CONTAINERS | READERS.keys() | {"text", "image"}
CONDITIONS = frozenset(("requiredExtensions", "systemLanguage"))
SERVERS = frozenset(("linearGradient", "radialGradient", "pattern", "solidcolor"))
REPEATS = 5  # limit on points after expanding `use`, as a multiple of the limit on a drawing's points
DEEPEST = 220  # nesting of elements after expanding `use`; with three calls per level, this fits into Python's stack
ORIGINS = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


@dataclass(frozen=True, slots=True)
class Shape:
    """One painted primitive, with lengths in user units of the root."""

    tag: str
    location: Location
    identifier: str | None
    classes: tuple[str, ...]
    fill: Paint
    stroke: Paint
    stroke_width: float
    opacity: float  # product of its own opacity and that of its groups, without the paints' alpha
    outline: tuple[Subpath, ...]  # () for text and image
    round: Circle | Ellipse | None  # the circle or ellipse, if the outline is a complete one
    text: str = ""
    line_cap: str = "butt"  # a round cap turns a line without length into a dot
    matrix: Affine = IDENTITY  # from its coordinates to the root's
    font_size: float = 0.0  # of a text, in its own coordinates


def shapes(code: str, limits: guard.Limits = guard.DEFAULT) -> list[Shape]:
    """Return all painted primitives of a drawing. Raises Rejected if it cannot be parsed or is unsafe to render."""
    return shapes_of(parse(code, limits), limits)


def shapes_of(
    document: Document, limits: guard.Limits = guard.DEFAULT, rules: style.Sheet | None = None
) -> list[Shape]:
    """Return all painted primitives of a parsed drawing; `rules` are its style sheets, if already matched. Raises
    Rejected if it is unsafe to render."""
    root = document.root
    view = root_size(root)
    if view is None:
        return []
    walk = _Walk(document, limits, style.sheet(document) if rules is None else rules)
    resolved = walk.resolve(walk.declared(root), INITIAL)
    if resolved.is_displayed and resolved.opacity > 0:
        scope = _Scope(IDENTITY, resolved.style, resolved.opacity, view[0], view[1], 0, frozenset())
        walk.draw(root.children, scope)
    return walk.shapes


def root_size(root: Element) -> tuple[float, float] | None:
    """Return the width and height of the root's coordinate system, or None if a zero size disables rendering."""
    box = values.view_box(root.attributes.get("viewBox", ""))
    if box is not None and not (box.width and box.height):
        return None
    # The size of a replaced element without one: https://www.w3.org/TR/CSS2/visudet.html#inline-replaced-width
    sizes = []
    for name, fallback in (("width", 300.0), ("height", 150.0)):
        size = values.length(root.attributes.get(name, "100%"), fallback)
        if size == 0:
            return None
        sizes.append(size if size is not None and size > 0 else fallback)
    return (box.width, box.height) if box is not None else (sizes[0], sizes[1])


@dataclass(frozen=True, slots=True)
class _Scope:
    """The state that children inherit."""

    matrix: Affine
    style: Style
    opacity: float
    width: float
    height: float
    depth: int
    using: frozenset[str]

    @property
    def diagonal(self) -> float:
        """The reference of percentages of lengths that are neither horizontal nor vertical."""
        return math.sqrt((self.width**2 + self.height**2) / 2)


class _Walk:
    """A recursive walk of the tree. Resolved styles are cached by the texts of their properties, since drawings repeat
    a few."""

    def __init__(self, document: Document, limits: guard.Limits, rules: style.Sheet) -> None:
        self.document, self.limits, self.rules = document, limits, rules
        self.shapes: list[Shape] = []
        self.drawn = self.pieces = 0
        self.resolved: dict[int, dict[tuple[str | None, ...], Resolved]] = {}
        self.kept: list[Style] = []  # keeps the styles alive whose `id()` are keys above
        self.width = self.height = self.font_size = 0.0

    def declared(self, element: Element) -> Attributes:
        if self.rules.matches or "style" in element.attributes:
            return style.declared(element, self.rules)
        return element.attributes

    def resolve(self, attributes: Attributes, above: Style) -> Resolved:
        texts = tuple(map(attributes.get, PROPERTIES))
        cache = self.resolved.get(id(above))
        if cache is None:
            cache = self.resolved[id(above)] = {}
            self.kept.append(above)
        resolved = cache.get(texts)
        if resolved is None:
            resolved = cache[texts] = style.resolve(above, texts)
        return resolved

    def draw(self, elements: Iterable[Element], scope: _Scope) -> None:
        if scope.depth > DEEPEST:
            raise Rejected(Status.TOO_LARGE, f"elements are drawn more than {DEEPEST} deep")
        for element in elements:
            tag = element.tag
            if tag not in DRAWN:
                continue
            self.drawn += 1
            if self.drawn > self.limits.elements:
                raise Rejected(Status.TOO_LARGE, f"more than {self.limits.elements:,} elements are drawn")
            attributes = self.declared(element)
            resolved = self.resolve(attributes, scope.style)
            opacity = scope.opacity * resolved.opacity
            if not resolved.is_displayed or opacity <= 0:
                continue
            if not CONDITIONS.isdisjoint(attributes) and not self.is_chosen(attributes):
                continue
            matrix = scope.matrix
            if resolved.transform is not None:
                matrix = matrix @ self.transform(resolved, scope)
                if not matrix.determinant:
                    continue
                if not max(map(abs, matrix)) <= self.limits.coordinate:
                    raise Rejected(Status.TOO_LARGE, f"transforms that grow beyond {self.limits.coordinate:g}")
            if tag in CONTAINERS:
                below = _Scope(matrix, resolved.style, opacity, scope.width, scope.height, scope.depth + 1, scope.using)
                self.descend(element, attributes, below)
            elif resolved.style.is_visible:
                self.primitive(element, attributes, resolved, opacity, matrix, scope)

    def primitive(
        self,
        element: Element,
        attributes: Attributes,
        resolved: Resolved,
        opacity: float,
        matrix: Affine,
        scope: _Scope,
    ) -> None:
        tag = element.tag
        self.width, self.height, self.font_size = scope.width, scope.height, resolved.style.font_size
        fill, stroke = resolved.fill, resolved.stroke
        if isinstance(fill, Reference):
            fill = self.server(fill, resolved)
        if isinstance(stroke, Reference):
            stroke = self.server(stroke, resolved)
        width = 0.0
        if stroke is not None:
            text = resolved.style.stroke_width
            whole = scope.diagonal if "%" in text else 0.0
            width = values.length(text, whole, self.font_size) or 0.0
            stroke = stroke if width > 0 else None
            width = 0.0 if stroke is None else width if matrix is IDENTITY else width * matrix.scale
        outline: tuple[Subpath, ...] = ()
        figure: Circle | Ellipse | None = None
        text = ""
        if tag == "text":
            text = " ".join(element.all_text().split())
        elif tag == "image":
            fill = stroke = None
            width = 0.0
        elif tag == "line":
            fill = None
        if (tag != "image" and fill is None and stroke is None) or (tag == "text" and not text):
            return
        reader = READERS.get(tag)
        try:
            if reader is not None:
                read = reader(attributes, self.length)
                if read is None:
                    return
                outline, figure = read
                if all(map(is_dot, outline)) and (stroke is None or resolved.style.line_cap == "butt"):
                    return
                self.pieces += sum([len(subpath.pieces) for subpath in outline])
                if self.pieces > REPEATS * self.limits.points:  # a long path that `use` repeats many times
                    raise Rejected(Status.TOO_LARGE, f"more than {REPEATS * self.limits.points:,} segments are drawn")
            elif tag == "image" and not self.is_image(attributes):
                return
        except Bad:
            return
        if matrix is not IDENTITY:
            outline = tuple([_transform(subpath, matrix) for subpath in outline])
        if figure is not None:
            figure = _transform_figure(tag, figure, outline, matrix)
        words = attributes.get("class")
        self.shapes.append(
            Shape(
                tag,
                element.location,
                attributes.get("id"),
                tuple(words.split()) if words else (),
                fill,
                stroke,
                width,
                opacity,
                outline,
                figure,
                text,
                resolved.style.line_cap,
                matrix,
                self.font_size if tag == "text" else 0.0,
            )
        )

    def length(self, attributes: Attributes, name: str, axis: str) -> float | None:
        text = attributes.get(name)
        if text is None or text == "auto":
            return None
        if values.PLAIN.fullmatch(text) is not None:
            return float(text)
        whole = self.width if axis == "x" else self.height
        if axis == "both":
            whole = math.sqrt((self.width**2 + self.height**2) / 2)
        length = values.length(text, whole, self.font_size)
        if length is None:
            raise Bad
        return length

    def is_image(self, attributes: Attributes) -> bool:
        target = attributes.get("href") or attributes.get("xlink:href")
        return bool(target) and all(self.length(attributes, name, "x") != 0 for name in ("width", "height"))

    def server(self, reference: Reference, resolved: Resolved) -> Paint:
        """Return the referenced gradient or pattern, or the fallback if it does not exist."""
        target = self.document.identifiers.get(reference.identifier)
        if target is not None and target.tag in SERVERS:
            return Reference(reference.identifier)
        return resolved.style.color if reference.fallback == CURRENT else reference.fallback  # type: ignore[return-value]

    def is_chosen(self, attributes: Attributes) -> bool:
        """Return whether conditional processing accepts the element: without extensions, in English."""
        for name in CONDITIONS:
            text = attributes.get(name)
            if text is not None:
                languages = [word.strip().lower().partition("-")[0] for word in text.split(",")]
                if name == "requiredExtensions" or "en" not in languages:
                    return False
        return True

    def transform(self, resolved: Resolved, scope: _Scope) -> Affine:
        """Return the element's matrix; an invalid transform is ignored."""
        transform = values.transform(resolved.transform or "")
        if isinstance(transform, values.Problem):
            return IDENTITY
        if resolved.origin is None:
            return transform
        sizes = [scope.width, scope.height]
        words = resolved.origin.split()[:2]
        if words and (words[0] in ("top", "bottom") or (len(words) == 2 and words[1] in ("left", "right"))):
            words.reverse()
        origin = [0.5 * size for size in sizes]
        for axis, word in enumerate(words):
            if word in ORIGINS:
                origin[axis] = ORIGINS[word] * sizes[axis]
            else:
                length = values.length(word, sizes[axis], resolved.style.font_size)
                origin[axis] = origin[axis] if length is None else length
        return translation(*origin) @ transform @ translation(-origin[0], -origin[1])

    def descend(self, element: Element, attributes: Attributes, scope: _Scope) -> None:
        tag = element.tag
        if tag == "switch":
            for child in element.children:
                if child.tag in DRAWN and self.is_chosen(child.attributes):
                    self.draw((child,), scope)
                    return
        elif tag == "svg":
            inner = self.viewport(element, attributes, scope, {})
            if inner is not None:
                self.draw(element.children, inner)
        elif tag == "use":
            self.use(attributes, scope)
        else:
            self.draw(element.children, scope)

    def use(self, attributes: Attributes, scope: _Scope) -> None:
        name = (attributes.get("href") or attributes.get("xlink:href") or "").strip().removeprefix("#")
        target = self.document.identifiers.get(name)
        if target is None or name in scope.using:
            return
        self.width, self.height, self.font_size = scope.width, scope.height, scope.style.font_size
        try:
            x, y = self.length(attributes, "x", "x") or 0.0, self.length(attributes, "y", "y") or 0.0
        except Bad:
            return
        matrix = scope.matrix @ translation(x, y) if x or y else scope.matrix
        inner = _Scope(matrix, scope.style, scope.opacity, scope.width, scope.height, scope.depth, scope.using | {name})
        if target.tag not in ("symbol", "svg"):
            self.draw((target,), inner)
            return
        own = self.declared(target)
        resolved = self.resolve(own, scope.style)
        # The size of a `use` overrides that of its `svg` or `symbol`.
        sizes = {side: attributes[side] for side in ("width", "height") if side in attributes}
        opacity = scope.opacity * resolved.opacity
        # Browsers hide `symbol` by a user agent style sheet, which does not apply inside `use`; so only `svg` can be
        # hidden.
        if opacity <= 0 or (target.tag == "svg" and not resolved.is_displayed):
            return
        if resolved.transform is not None:
            matrix = matrix @ self.transform(resolved, scope)
        inner = _Scope(
            matrix, resolved.style, opacity, scope.width, scope.height, scope.depth + 1, scope.using | {name}
        )
        below = self.viewport(target, own, inner, sizes)
        if below is not None and below.matrix.determinant:
            self.draw(target.children, below)

    def viewport(
        self, element: Element, attributes: Attributes, scope: _Scope, sizes: Mapping[str, str]
    ) -> _Scope | None:
        """Return the scope inside a nested `svg` or used `symbol`, or None if a zero size disables it."""
        self.width, self.height, self.font_size = scope.width, scope.height, scope.style.font_size
        both = {**attributes, **sizes}
        try:
            x, y = self.length(both, "x", "x") or 0.0, self.length(both, "y", "y") or 0.0
            width, height = self.length(both, "width", "x"), self.length(both, "height", "y")
        except Bad:
            return None
        width = scope.width if width is None else width
        height = scope.height if height is None else height
        if width <= 0 or height <= 0:
            return None
        matrix = scope.matrix @ translation(x, y) if x or y else scope.matrix
        box = values.view_box(attributes.get("viewBox", ""))
        if box is not None:
            if not box.width or not box.height:
                return None
            matrix = matrix @ values.fit(box, width, height, attributes.get("preserveAspectRatio", "xMidYMid meet"))
            width, height = box.width, box.height
        return _Scope(matrix, scope.style, scope.opacity, width, height, scope.depth, scope.using)


def is_dot(subpath: Subpath) -> bool:
    """Return whether an outline has no length: only its caps are visible
    (https://www.w3.org/TR/SVG2/painting.html#LineCaps)."""
    return all(isinstance(piece, Line) and piece.end == subpath.start for piece in subpath.pieces)


def _transform(subpath: Subpath, by: Affine) -> Subpath:
    pieces = tuple([map_piece(piece, by) for piece in subpath.pieces])
    return Subpath(by(subpath.start), pieces, subpath.closed)


def _transform_figure(
    tag: str, figure: Circle | Ellipse, outline: tuple[Subpath, ...], matrix: Affine
) -> Circle | Ellipse | None:
    if tag == "path":
        # Recognise it again after the transform, because an ellipse may have become a circle.
        return figure if matrix is IDENTITY else circle_or_ellipse(outline[0])
    if isinstance(figure, Circle):
        if matrix is IDENTITY:
            return figure
        return image_of_circle(figure.centre, figure.radius, figure.radius, matrix)
    return image_of_circle(figure.centre, figure.radius_x, figure.radius_y, matrix)


__all__ = ["Shape", "is_dot", "root_size", "shapes", "shapes_of"]
