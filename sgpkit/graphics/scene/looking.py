"""One drawing's shapes, and which of the page's pixels are theirs: proven by outlines, or else seen by painting."""

from collections.abc import Mapping, Sequence

import numpy as np

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.raster.fit import Window
from sgpkit.graphics.scene import leaves, removal, sandboxed
from sgpkit.graphics.scene.agreed import is_agreed
from sgpkit.graphics.scene.page import FARTHEST, NOBODY, SIDE, Box, Coverage, Page, within
from sgpkit.graphics.scene.shapes import NEAR, Mask, Shape
from sgpkit.graphics.svg.document import Document, Element
from sgpkit.graphics.svg.outline import Subpath, bounding_box, point_at, steps
from sgpkit.graphics.svg.paint import Color, Paint
from sgpkit.graphics.svg.style import Sheet

THIN = 0.25
"""Pixels: the width below which strokes are not painted here. Cairo takes a line that is thinner than about half of
`page.TOLERANCE` for none."""

SHARES = (0.2, 0.5, 0.8)
"""Shares of a piece of an outline at which is looked whether it is visible."""

Paintings = list[tuple[Paint, tuple[Box, Coverage], Coverage | None]]
"""Paints, each with what it may touch, and with what it surely covers where that is less."""


class Looking:
    """One drawing's shapes, and which of the page's pixels are theirs."""

    def __init__(self, document: Document, rules: Sheet, shown: Window, shapes: Sequence[svg.Shape]) -> None:
        self.document, self.rules, self.shown, self.shapes = document, rules, shown, shapes
        self.page = Page(shown)
        self.elements = {element.path: element for element in document.root.subtree() if element.tag in svg.DRAWN}
        self.effects = leaves.effects(document, rules)
        self.agreed = is_agreed(document)
        code = document.code
        self.two_joins, self.two_rules = "linejoin" in code or "miterlimit" in code, "evenodd" in code
        self.boxes: list[Box | None] = []
        self.off_page: set[int] = set()
        self.runs: dict[int, list[tuple[Element, Mask]]] = {}
        self.clips: dict[tuple[Subpath, ...], tuple[bool, tuple[Box, Coverage] | None]] = {}
        self.scale = SIDE / max(shown.width, shown.height)

    def masks(self) -> dict[int, tuple[Box, Mask]]:
        """Return the pixels that each visible shape decides."""
        for index, shape in enumerate(self.shapes):
            self.boxes.append(self.put(index, shape))
        owners = self.page.owners
        proven = self.page.proven()
        masks: dict[int, tuple[Box, Mask]] = {}
        if len(proven) + len(self.off_page) < len(self.shapes):
            proven = self.paint(proven, masks)
        for index in proven:
            box = self.boxes[index]
            if box is not None:
                left, top, right, bottom = box
                masks[index] = box, owners[top:bottom, left:right] == index
        return masks

    def put(self, index: int, shape: svg.Shape) -> Box | None:
        """Paint a shape on the page; return the box in which it paints, None for anywhere."""
        element = self.elements[shape.location.path]
        effects = self.effects.get(id(element), leaves.PLAIN)
        if effects.widened or not self.agreed:
            self.page.cover(None)
            return None
        if shape.tag in ("text", "image"):
            if shape.tag == "text":
                points = leaves.text_points(element, shape, self.document.code, self.rules)
            else:
                points = leaves.image_points(element, shape)
            box = None if points is None else self.page.box(points)
            if points is not None and box is None:
                self.off_page.add(index)
                return (0, 0, 0, 0)
            self.page.cover(box)
            return box
        return self.put_outline(index, shape, effects)

    def put_outline(self, index: int, shape: svg.Shape, effects: leaves.Effects) -> Box | None:
        page = self.page
        width = shape.stroke_width if shape.stroke is not None else 0.0
        if not page.trace(shape.outline) or not width * self.scale < FARTHEST:
            page.cover(None)
            return None
        if 0 < width * self.scale < THIN:  # too thin for cairo, which leaves it out; painting decides
            drawn = bounding_box(shape.outline)
            box = None if drawn is None else page.box((Point(drawn.left, drawn.top), Point(drawn.right, drawn.bottom)))
            page.cover(box)
            if box is None:
                self.off_page.add(index)
                return (0, 0, 0, 0)
            return box
        similar = shape.stroke is None or shape.matrix.is_similarity(1e-3)
        painted: Paintings = []
        if shape.fill is not None:
            filled = page.filled()
            if filled is not None:
                odd = page.filled(even_odd=True) if self.two_rules else None
                painted.append((shape.fill, filled, within(odd, filled[0]) if self.two_rules else None))
        if shape.stroke is not None:
            stretch = 1.0 if similar else _stretch(shape)
            stroked = page.stroked(width * stretch, shape.line_cap, "widest" if self.two_joins else "")
            if stroked is not None:
                bevel = page.stroked(width, shape.line_cap, "bevel") if self.two_joins else None
                painted.append((shape.stroke, stroked, within(bevel, stroked[0]) if self.two_joins else None))
        for clip in effects.clips:
            painted = self.clipped(painted, clip)
        if not painted:
            self.off_page.add(index)
            return (0, 0, 0, 0)
        flat = not effects.narrowed and similar and shape.opacity == 1.0
        flat = flat and all(isinstance(paint, Color) and paint.alpha == 1.0 for paint, _, _ in painted)
        if flat:
            for paint, touched, sure in painted:
                if isinstance(paint, Color):
                    page.put(index, paint, touched, sure)
        else:
            for _, (part, mask), _ in painted:
                page.cover(part, mask > 0)
        boxes = np.array([part for _, (part, _), _ in painted])
        left, top = boxes[:, :2].min(0).tolist()
        right, bottom = boxes[:, 2:].max(0).tolist()
        # Renderers differ by a pixel at edges.
        return (max(0, left - 1), max(0, top - 1), min(SIDE, right + 1), min(SIDE, bottom + 1))

    def clipped(self, painted: Paintings, clip: tuple[Subpath, ...]) -> Paintings:
        """Return what a clip path leaves of paintings; none where nothing is left."""
        if clip not in self.clips:
            self.clips[clip] = (self.page.trace(clip), self.page.filled())
        known, mask = self.clips[clip]
        kept: Paintings = []
        for paint, touched, sure in painted:
            if not known:
                kept.append((paint, touched, np.zeros_like(touched[1])))
                continue
            left = self.page.clipped(touched, mask)
            if left.any():
                surely = left if sure is None else np.minimum(sure, left)
                kept.append((paint, (touched[0], left), np.where(left == touched[1], surely, 0).astype(np.uint8)))
        return kept

    def paint(self, proven: set[int], masks: dict[int, tuple[Box, Mask]]) -> set[int]:
        """Add the masks of shapes that painting shows to be visible; return those that stay proven by their
        outlines."""
        units: list[tuple[int, Element]] = []
        for index, shape in enumerate(self.shapes):
            element = self.elements[shape.location.path]
            runs = [
                part for part in element.subtree() if part is not element and not part.children and part.text.strip()
            ]
            units += [(index, run) for run in runs] if shape.tag == "text" and runs else [(index, element)]
        parts = leaves.serialize(self.document, self.shown, frozenset(id(element) for _, element in units))
        asked = [
            removal.Leaf(*parts.starts[id(element)], self.boxes[index], index in proven)
            if index not in self.off_page
            else None
            for index, element in units
        ]
        numbers = np.full(len(self.shapes) + 1, NOBODY, np.int32)
        kept_units = [(unit, leaf) for unit, leaf in zip(units, asked, strict=True) if leaf is not None]
        for number, ((index, _), _) in enumerate(kept_units):
            numbers[index] = number
        owners = numbers[self.page.owners.ravel()]
        at = np.flatnonzero(owners != NOBODY)
        predicted = removal.Predicted(at.astype(np.int32), owners[at], self.page.colors(at))
        looked = sandboxed.look(parts.pieces, [leaf for _, leaf in kept_units], predicted, parts.plain, parts.lettered)
        if looked.blank:
            masks.clear()
            return set()
        whole = (0, 0, SIDE, SIDE)
        for ((index, element), _), mask in zip(kept_units, looked.masks, strict=True):
            if mask is None:
                continue
            self.runs.setdefault(index, []).append((element, mask))
            before = masks.get(index)
            masks[index] = whole, mask if before is None else before[1] | mask
        return {index for ((index, _), _), kept in zip(kept_units, looked.kept, strict=True) if kept}

    def shape(
        self, index: int, shape: svg.Shape, mask: tuple[Box, Mask], classes: Mapping[str, tuple[str, ...]]
    ) -> Shape:
        """Return a visible shape as a part of the scene."""
        text = shape.text
        element = self.elements[shape.location.path]
        runs = self.runs.get(index, [])
        if shape.tag == "text" and runs and runs[0][0] is not element:
            text = " ".join("".join(run.text + run.tail for run, _ in runs).split())
        outline = self.visible_outline(shape, mask)
        area = float(mask[1].sum()) / max(1, _size(self.page.shown))
        own = classes.get(shape.location.path, ()) if classes else ()
        return Shape(
            shape.tag,
            outline,
            shape.round,
            shape.fill,
            shape.stroke,
            shape.stroke_width,
            shape.line_cap,
            shape.opacity,
            text,
            (*shape.classes, *(name for name in own if name not in shape.classes)),
            shape.identifier,
            shape.location,
            index,
            area,
            self.painted_box(mask),
        )

    def visible_outline(self, shape: svg.Shape, mask: tuple[Box, Mask]) -> tuple[Subpath, ...]:
        """Return the subpaths of which something is visible."""
        if len(shape.outline) < 2:
            return shape.outline
        (left, top, _, _), pixels = mask
        reach = NEAR + (shape.stroke_width * self.scale / 2 if shape.stroke is not None else 0.0)
        kept = []
        for subpath in shape.outline:
            spots = [point_at(start, piece, share) for start, piece in steps(subpath) for share in SHARES]
            corner = np.array((self.page.left - left, self.page.top - top))
            at = np.array(spots or [subpath.start], float) * self.scale + corner
            low, high = np.floor(at - reach).astype(int), np.ceil(at + reach).astype(int)
            if any(
                pixels[max(0, y) : max(0, y_end), max(0, x) : max(0, x_end)].any()
                for (x, y), (x_end, y_end) in zip(low.tolist(), high.tolist(), strict=True)
            ):
                kept.append(subpath)
        return tuple(kept)

    def painted_box(self, mask: tuple[Box, Mask]) -> tuple[float, float, float, float]:
        """Return the box of the pixels that a shape decides, in the page's units."""
        (left, top, _, _), pixels = mask
        rows, columns = np.flatnonzero(pixels.any(1)), np.flatnonzero(pixels.any(0))
        if not len(rows):
            return (0.0, 0.0, 0.0, 0.0)
        x = [(number + left - self.page.left) / self.scale for number in (columns[0], columns[-1] + 1)]
        y = [(number + top - self.page.top) / self.scale for number in (rows[0], rows[-1] + 1)]
        return float(x[0]), float(y[0]), float(x[1]), float(y[1])


def _stretch(shape: svg.Shape) -> float:
    """Return the factor from the mean to the largest width of a stroke under an uneven transform."""
    matrix = np.array([[shape.matrix.a, shape.matrix.c], [shape.matrix.b, shape.matrix.d]])
    return float(np.linalg.norm(matrix, 2) / max(shape.matrix.scale, 1e-300))


def _size(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def inherited_classes(root: Element) -> dict[str, tuple[str, ...]]:
    """Return, by path, the classes of the groups around an element, for elements in such groups."""
    inherited: dict[str, tuple[str, ...]] = {}
    waiting: list[tuple[Element, tuple[str, ...]]] = [(root, ())]
    while waiting:
        element, above = waiting.pop()
        if above:
            inherited[element.path] = above
        if element.children:
            own = above + tuple((element.attributes.get("class") or "").split())
            waiting += [(child, own) for child in element.children]
    return inherited
