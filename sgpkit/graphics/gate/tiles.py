"""Patterns whose tile hides what lies below them.

Renderers paint a tile as a bitmap of whole pixels and repeat it, so that drawings show through between the tiles where
browsers show none. A tile that is opaque everywhere gets a ground: a rectangle of its mean colour, behind its contents,
that extends beyond its edges.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape

from sgpkit.graphics import raster
from sgpkit.graphics.gate import background, boxes, page, writing
from sgpkit.graphics.gate.css import cascade, grammar
from sgpkit.graphics.gate.names import INHERITED, INITIAL, TEXTS
from sgpkit.graphics.gate.refusals import Refusals, Unsupported
from sgpkit.graphics.gate.transforms import Frame
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import SVG, XLINK, Element
from sgpkit.graphics.svg.shape_outlines import READERS
from sgpkit.status import Rejected

SIDE = 60
"""Side in pixels of the picture of a tile. It has many divisors, so that equal parts of a tile end at pixels."""

MIN_ALPHA = 239
"""The least alpha of a tile, of 255, that hides what lies below: it then changes no channel by more than
`scene.removal.MAX_UNSEEN`.
"""

MAX_TILES = 64
"""Maximum number of different tiles of one drawing, each of which is rendered."""

MAX_CHAIN = 20
BOX, USER = "objectBoundingBox", "userSpaceOnUse"
REFERENCE = re.compile(r"#([^)\"'&]+)")


def add_grounds(root: Element, identifiers: Mapping[str, Element], refusals: Refusals) -> None:
    """Give a ground to each pattern that paints an element and has an opaque tile. Raises Rejected."""
    elements = list(root.subtree())
    if any(element.tag == "pattern" for element in elements):
        _Grounds(root, elements, identifiers, refusals).run()


class _Grounds:
    def __init__(
        self, root: Element, elements: Sequence[Element], identifiers: Mapping[str, Element], refusals: Refusals
    ) -> None:
        self.elements, self.identifiers, self.refusals = elements, identifiers, refusals
        self.page = page.frame(root)
        self.painted: dict[str, list[Element]] = {}
        """By the identifier of a paint, the elements that it paints."""
        for element in elements:
            if element.tag in READERS or element.tag in TEXTS or element.tag == "use":
                for name in ("fill", "stroke"):
                    text = cascade.inherited(element, name).partition(") ")[0].removesuffix(")")
                    if text.startswith("url("):
                        self.painted.setdefault(grammar.reference(f"{text})") or "", []).append(element)
        self.seen: set[int] = set()
        self.tiles: set[str] = set()

    def run(self) -> None:
        for element in self.elements:
            if element.tag == "pattern":
                self.add(element)

    def add(self, pattern: Element) -> None:
        """Give a ground to a pattern, and first to the patterns that its tile contains."""
        if id(pattern) in self.seen:
            return
        self.seen.add(id(pattern))
        source, attributes = self.resolve(pattern)
        painted = self.painted.get(pattern.attributes.get("id", ""), [])
        if "id" not in pattern.attributes or not painted or not source.children:
            return
        definitions = self.definitions(source)
        for inner in definitions:
            if inner.tag == "pattern":
                self.add(inner)
        try:
            cells = {cell for element in painted for cell in self.cells(element, attributes, 0)}
        except Unsupported:
            return
        contents = "".join(["<defs>", *map(_text, definitions), "</defs>", *map(_text, source.children)])
        colors = [self.opaque_color(contents, cell, pattern) for cell in sorted(cells)]
        if not colors or None in colors:
            return
        if source is not pattern:
            pattern.attributes = {"id": pattern.attributes["id"], **attributes}
            holder = source.derive("g", _context(source), pattern)
            holder.children = [_copy(child, holder) for child in source.children]
            pattern.children = [holder]
        left, top = min(cell.x - cell.width for cell in cells), min(cell.y - cell.height for cell in cells)
        right = max(cell.x + 2 * cell.width for cell in cells)
        bottom = max(cell.y + 2 * cell.height for cell in cells)
        background.put(pattern, Frame(left, top, right - left, bottom - top), str(colors[0]))

    def resolve(self, pattern: Element) -> tuple[Element, dict[str, str]]:
        """Return the pattern whose contents a pattern has, and its attributes with those that it takes from others."""
        attributes: dict[str, str] = {}
        source = at = pattern
        for _ in range(MAX_CHAIN):
            attributes = at.attributes | attributes
            source = source if source.children else at
            link = at.attributes.get("href", at.attributes.get("xlink:href", ""))
            target = self.identifiers.get(link[1:])
            if target is None or target.tag != "pattern":
                break
            at = target
        return source, {name: text for name, text in attributes.items() if name not in ("id", "href", "xlink:href")}

    def cells(self, element: Element, attributes: Mapping[str, str], depth: int) -> Iterator[Frame]:
        """Yield the tile that an element shows, or those that the shapes of a `use` show, in the coordinates of the
        pattern's contents. Raises Unsupported if a box is not known.
        """
        if element.tag == "use" and _has_box_units(attributes):
            link = element.attributes.get("href", element.attributes.get("xlink:href", ""))
            target = self.identifiers.get(link[1:])
            if depth > MAX_CHAIN or target is None:
                raise Unsupported("the box of a <use>")
            for inner in target.subtree():
                if inner.tag in READERS or inner.tag in TEXTS or inner.tag == "use":
                    yield from self.cells(inner, attributes, depth + 1)
            return
        is_shape = element.tag in READERS and _has_box_units(attributes)
        cell = _cell(attributes, boxes.fill_box(element) if is_shape else self.page, self.page)
        if cell is not None:
            yield cell

    def definitions(self, source: Element) -> list[Element]:
        """Return the elements to which a pattern's contents refer, and those to which these refer."""
        result: dict[int, Element] = {}
        waiting = list(source.children)
        while waiting:
            text = writing.write(waiting.pop())
            for name in REFERENCE.findall(text) if "url(" in text or "href" in text else ():
                target = self.identifiers.get(unescape(name))
                if target is not None and target is not source and id(target) not in result:
                    result[id(target)] = target
                    waiting.append(target)
        return list(result.values())

    def opaque_color(self, contents: str, cell: Frame, pattern: Element) -> str | None:
        """Return the mean colour of a tile that is opaque, else None."""
        by = f"scale({SIDE / cell.width!r} {SIDE / cell.height!r}) translate({-cell.x!r} {-cell.y!r})"
        drawing = (
            f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" viewBox="0 0 {SIDE} {SIDE}" font-size="16">'
            f'<g transform="{by}">{contents}</g></svg>'
        )
        self.tiles.add(drawing)
        if len(self.tiles) > MAX_TILES:
            self.refusals.refuse(f"more than {MAX_TILES} tiles of patterns", pattern)
            return None
        return _opaque_color(drawing)


def _has_box_units(attributes: Mapping[str, str]) -> bool:
    return attributes.get("patternUnits") != USER or attributes.get("patternContentUnits") == BOX


def _cell(attributes: Mapping[str, str], box: Frame, page_frame: Frame) -> Frame | None:
    """Return the tile in the coordinates of the contents, or None if it has no size."""
    is_user = attributes.get("patternUnits") == USER
    texts = [attributes.get(name, "0") for name in ("width", "height")]
    sides = page_frame[2:] if is_user else (1.0, 1.0)
    width, height = (values.length(text, side) or 0.0 for text, side in zip(texts, sides, strict=True))
    if not is_user:
        width, height = width * box.width, height * box.height
    view = values.view_box(attributes.get("viewBox", ""))
    corners = [Point(0.0, 0.0), Point(width, height)]
    if not (math.isfinite(width) and math.isfinite(height)) or min(width, height) <= 0:
        return None
    if view is not None:
        if not view.width or not view.height:
            return None
        back = values.fit(view, width, height, attributes.get("preserveAspectRatio", "")).inverse()
        corners = [back(corner) for corner in corners]
    elif attributes.get("patternContentUnits") == BOX:
        if not box.width or not box.height:
            return None
        corners = [Point(corner.x / box.width, corner.y / box.height) for corner in corners]
    (left, top), (right, bottom) = corners
    return Frame(left, top, right - left, bottom - top)


def _context(element: Element) -> dict[str, str]:
    """Return the properties that the contents of an element inherit, except those with their initial values."""
    values_by_name = {name: cascade.inherited(element, name) for name in sorted(INHERITED)}
    return {name: text for name, text in values_by_name.items() if text != INITIAL[name]}


def _text(element: Element) -> str:
    """Return an element as text, with the properties that it inherits."""
    holder = element.derive("g", {} if element.parent is None else _context(element.parent))
    holder.children = [element]
    return writing.write(holder)


@lru_cache(maxsize=512)
def _opaque_color(drawing: str) -> str | None:
    try:
        pixels = raster.render(drawing, SIDE, None)
    except Rejected:
        return None
    if pixels[..., 3].min() < MIN_ALPHA:
        return None
    red, green, blue = pixels[..., :3].reshape(-1, 3).mean(0).round().astype(int).tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def _copy(element: Element, parent: Element) -> Element:
    """Return a copy of an element and its contents without identifiers."""
    attributes = {name: text for name, text in element.attributes.items() if name != "id"}
    copy = element.derive(element.tag, attributes, parent)
    copy.text, copy.tail = element.text, element.tail
    copy.children = [_copy(child, copy) for child in element.children]
    return copy
