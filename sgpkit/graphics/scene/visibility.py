"""Determine which pixels of the page each shape of a drawing decides, from outlines where possible, else by
rendering."""

from collections.abc import Mapping, Sequence

import numpy as np

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Point, contains
from sgpkit.graphics.raster.fit import Window
from sgpkit.graphics.scene import leaves, removal, sandboxed
from sgpkit.graphics.scene.page import COVERED, MAX_DISTANCE, NO_OWNER, SIDE, Box, Coverage, Page, crop_coverage
from sgpkit.graphics.scene.shapes import NEAR, Mask, Shape
from sgpkit.graphics.scene.unambiguous import is_unambiguous
from sgpkit.graphics.svg.document import Document, Element
from sgpkit.graphics.svg.outline import Subpath, bounding_box, flatten, point_at, steps
from sgpkit.graphics.svg.paint import Color, Paint
from sgpkit.graphics.svg.style import Sheet

THIN = 0.25
"""Width in pixels below which strokes are not painted here, because cairo skips lines thinner than about half of
`page.TOLERANCE`."""

SAMPLE_POSITIONS = (0.2, 0.5, 0.8)
"""Positions along each segment of an outline, as fractions, that are sampled for visibility."""

Paintings = list[tuple[Paint, tuple[Box, Coverage], Coverage | None]]
"""Paints, each with the coverage that it may have, and the coverage that is certain, or None if that is the same."""


class VisibilityPass:
    """Determines the visible shapes of one drawing and their pixels.

    `masks` first paints all shapes on a `Page` from their outlines, which proves most of them visible, then tests the
    remaining ones by rendering.
    """

    def __init__(self, document: Document, rules: Sheet, window: Window, shapes: Sequence[svg.Shape]) -> None:
        self.document, self.rules, self.window, self.shapes = document, rules, window, shapes
        self.page = Page(window)
        self.elements = {element.path: element for element in document.root.subtree() if element.tag in svg.DRAWN}
        self.effects = leaves.effects(document, rules)
        self.is_unambiguous = is_unambiguous(document)
        code = document.code
        self.two_joins, self.two_rules = "linejoin" in code or "miterlimit" in code, "evenodd" in code
        self.boxes: list[Box | None] = []
        self.off_page: set[int] = set()
        self.covering: set[int] = set()
        self.opaque: set[int] = set()
        self.runs: dict[int, list[tuple[Element, Mask]]] = {}
        self.clips: dict[tuple[Subpath, ...], tuple[bool, tuple[Box, Coverage] | None]] = {}
        self.scale = SIDE / max(window.width, window.height)

    def masks(self) -> dict[int, tuple[Box, Mask]]:
        """Return, by index of each visible shape, a box and the mask of the pixels in it that the shape decides."""
        for index, shape in enumerate(self.shapes):
            self.boxes.append(self.add_shape(index, shape))
        owners = self.page.owners
        proven = self.page.proven_shapes()
        masks: dict[int, tuple[Box, Mask]] = {}
        # Rendering is needed only if some shape on the page is unproven.
        if len(proven) + len(self.off_page) < len(self.shapes):
            proven = self.test_by_painting(proven, masks)
        for index in proven:
            box = self.boxes[index]
            if box is not None:
                left, top, right, bottom = box
                masks[index] = box, owners[top:bottom, left:right] == index
        return masks

    def add_shape(self, index: int, shape: svg.Shape) -> Box | None:
        """Paint a shape on the page from its outline. Return the box in which it may paint, or None for anywhere."""
        element = self.elements[shape.location.path]
        effects = self.effects.get(id(element), leaves.PLAIN)
        if effects.widened or not self.is_unambiguous:
            if self.may_cover(shape):  # find out whether it covers the page; its pixels remain unknown
                self.add_outline(index, shape, effects)
                self.off_page.discard(index)
                self.opaque.discard(index)
            self.page.mark_unknown(None)
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
            self.page.mark_unknown(box)
            return box
        return self.add_outline(index, shape, effects)

    def add_outline(self, index: int, shape: svg.Shape, effects: leaves.Effects) -> Box | None:
        page = self.page
        width = shape.stroke_width if shape.stroke is not None else 0.0
        has_dots = width > 0 and shape.line_cap != "butt" and any(map(_is_dot, shape.outline))  # cairo may skip them
        if has_dots or not page.trace(shape.outline) or not width * self.scale < MAX_DISTANCE:
            page.mark_unknown(None)
            if not effects.clips and (_surrounds(shape.outline, self.window) or not width * self.scale < MAX_DISTANCE):
                self.covering.add(index)
            return None
        if 0 < width * self.scale < THIN:  # cairo would skip it: mark its box, so that rendering decides
            drawn = bounding_box(shape.outline)
            box = None if drawn is None else page.box((Point(drawn.left, drawn.top), Point(drawn.right, drawn.bottom)))
            page.mark_unknown(box)
            if box is None:
                self.off_page.add(index)
                return (0, 0, 0, 0)
            return box
        # Where joins or fill rules may differ from the defaults, the widest outline bounds what is touched, and the
        # narrowest one what is certain.
        similar = shape.stroke is None or shape.matrix.is_similarity(1e-3)
        painted: Paintings = []
        if shape.fill is not None:
            filled = page.fill_coverage()
            if filled is not None:
                odd = page.fill_coverage(even_odd=True) if self.two_rules else None
                painted.append((shape.fill, filled, crop_coverage(odd, filled[0]) if self.two_rules else None))
        if shape.stroke is not None:
            stretch = 1.0 if similar else _stretch(shape)
            stroked = page.stroke_coverage(width * stretch, shape.line_cap, "widest" if self.two_joins else "")
            if stroked is not None:
                bevel = page.stroke_coverage(width, shape.line_cap, "bevel") if self.two_joins else None
                painted.append((shape.stroke, stroked, crop_coverage(bevel, stroked[0]) if self.two_joins else None))
        for clip in effects.clips:
            painted = self.apply_clip(painted, clip)
        if not painted:
            self.off_page.add(index)
            return (0, 0, 0, 0)
        if any(page.is_covered(touched) for _, touched, _ in painted):
            self.covering.add(index)
        # Only a flat opaque paint gives pixels a known colour; any other makes them unknown.
        flat = not effects.narrowed and similar and shape.opacity == 1.0
        flat = flat and all(isinstance(paint, Color) and paint.alpha == 1.0 for paint, _, _ in painted)
        if flat:
            self.opaque.add(index)
            for paint, touched, sure in painted:
                if isinstance(paint, Color):
                    page.paint(index, paint, touched, sure)
        else:
            for _, (box, mask), _ in painted:
                page.mark_unknown(box, mask > 0)
        boxes = np.array([box for _, (box, _), _ in painted])
        left, top = boxes[:, :2].min(0).tolist()
        right, bottom = boxes[:, 2:].max(0).tolist()
        # Renderers may differ by a pixel at edges.
        return (max(0, left - 1), max(0, top - 1), min(SIDE, right + 1), min(SIDE, bottom + 1))

    def is_thin(self, index: int) -> bool:
        """Return whether a shape has a stroke that is thinner than a pixel of the page."""
        shape = self.shapes[index]
        return shape.stroke is not None and 0 < shape.stroke_width * self.scale < 1

    def may_cover(self, shape: svg.Shape) -> bool:
        """Return whether the box of an outline and its stroke is as large as the page."""
        box = bounding_box(shape.outline)
        if box is None:
            return False
        half, page = shape.stroke_width / 2 if shape.stroke is not None else 0.0, self.window
        across = min(box.right + half, page.x + page.width) - max(box.left - half, page.x)
        down = min(box.bottom + half, page.y + page.height) - max(box.top - half, page.y)
        return across >= COVERED * page.width and down >= COVERED * page.height

    def apply_clip(self, painted: Paintings, clip: tuple[Subpath, ...]) -> Paintings:
        """Return paintings reduced to a clip path, without those of which nothing is left."""
        if clip not in self.clips:
            self.clips[clip] = (self.page.trace(clip), self.page.fill_coverage())
        is_traced, mask = self.clips[clip]
        clipped: Paintings = []
        for paint, touched, sure in painted:
            if not is_traced:  # the clip is unknown: nothing of the paint is certain
                clipped.append((paint, touched, np.zeros_like(touched[1])))
                continue
            rest = self.page.clip_coverage(touched, mask)
            if rest.any():
                certain = rest if sure is None else np.minimum(sure, rest)
                clipped.append((paint, (touched[0], rest), np.where(rest == touched[1], certain, 0).astype(np.uint8)))
        return clipped

    def test_by_painting(self, proven: set[int], masks: dict[int, tuple[Box, Mask]]) -> set[int]:
        """Add the masks of shapes that are visible by rendering. Return the shapes whose proof by outlines the
        rendering confirms."""
        # The lines of a text are tested separately, since only some may be visible.
        units: list[tuple[int, Element]] = []
        for index, shape in enumerate(self.shapes):
            element = self.elements[shape.location.path]
            runs = [
                child
                for child in element.subtree()
                if child is not element and not child.children and child.text.strip()
            ]
            units += [(index, run) for run in runs] if shape.tag == "text" and runs else [(index, element)]
        drawing = leaves.serialize(self.document, self.window, frozenset(id(element) for _, element in units))
        tested = [
            removal.Leaf(*drawing.starts[id(element)], self.boxes[index], index in proven, self.is_thin(index))
            if index not in self.off_page
            else None
            for index, element in units
        ]
        # Translate the page's owners, which are numbers of shapes, into numbers of tested units.
        numbers = np.full(len(self.shapes) + 1, NO_OWNER, np.int32)
        tested_units = [(unit, leaf) for unit, leaf in zip(units, tested, strict=True) if leaf is not None]
        for number, ((index, _), _) in enumerate(tested_units):
            numbers[index] = number
        owners = numbers[self.page.owners.ravel()]
        at = np.flatnonzero(owners != NO_OWNER)
        predicted = removal.Predictions(at.astype(np.int32), owners[at], self.page.colors(at))
        visibility = sandboxed.find_visible(
            drawing.pieces, [leaf for _, leaf in tested_units], predicted, drawing.plain, drawing.lettered
        )
        if visibility.blank:
            masks.clear()
            return set()
        whole = (0, 0, SIDE, SIDE)
        for ((index, element), _), mask in zip(tested_units, visibility.masks, strict=True):
            if mask is None:
                continue
            self.runs.setdefault(index, []).append((element, mask))
            before = masks.get(index)
            masks[index] = whole, mask if before is None else before[1] | mask
        return {
            index for ((index, _), _), is_proven in zip(tested_units, visibility.confirmed, strict=True) if is_proven
        }

    def shape(
        self, index: int, shape: svg.Shape, mask: tuple[Box, Mask], classes: Mapping[str, tuple[str, ...]]
    ) -> Shape:
        """Return a visible shape of the scene."""
        text = shape.text
        element = self.elements[shape.location.path]
        runs = self.runs.get(index, [])
        if shape.tag == "text" and runs and runs[0][0] is not element:
            text = " ".join("".join(run.text + run.tail for run, _ in runs).split())
        outline = self.visible_outline(shape, mask)
        area = float(mask[1].sum()) / max(1, _size(self.page.visible_box))
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
            index in self.covering,
            index in self.opaque,
        )

    def visible_outline(self, shape: svg.Shape, mask: tuple[Box, Mask]) -> tuple[Subpath, ...]:
        """Return the subpaths that are at least partly visible."""
        if len(shape.outline) < 2:
            return shape.outline
        (left, top, _, _), pixels = mask
        reach = NEAR + (shape.stroke_width * self.scale / 2 if shape.stroke is not None else 0.0)
        visible = []
        for subpath in shape.outline:
            samples = [point_at(start, piece, share) for start, piece in steps(subpath) for share in SAMPLE_POSITIONS]
            corner = np.array((self.page.left - left, self.page.top - top))
            at = np.array(samples or [subpath.start], float) * self.scale + corner
            low, high = np.floor(at - reach).astype(int), np.ceil(at + reach).astype(int)
            if any(
                pixels[max(0, y) : max(0, y_end), max(0, x) : max(0, x_end)].any()
                for (x, y), (x_end, y_end) in zip(low.tolist(), high.tolist(), strict=True)
            ):
                visible.append(subpath)
        return tuple(visible)

    def painted_box(self, mask: tuple[Box, Mask]) -> tuple[float, float, float, float]:
        """Return the box of the pixels that a shape decides, in user units."""
        (left, top, _, _), pixels = mask
        rows, columns = np.flatnonzero(pixels.any(1)), np.flatnonzero(pixels.any(0))
        if not len(rows):
            return (0.0, 0.0, 0.0, 0.0)
        x = [(number + left - self.page.left) / self.scale for number in (columns[0], columns[-1] + 1)]
        y = [(number + top - self.page.top) / self.scale for number in (rows[0], rows[-1] + 1)]
        return float(x[0]), float(y[0]), float(x[1]), float(y[1])


def _is_dot(subpath: Subpath) -> bool:
    """Return whether a subpath has no length, so that only its caps are painted."""
    return all(piece.end == subpath.start for piece in subpath.pieces)


def _surrounds(outline: Sequence[Subpath], window: Window) -> bool:
    """Return whether the corners of the page lie inside an outline, by the even-odd rule."""
    corners = [Point(x, y) for x in (window.x, window.x + window.width) for y in (window.y, window.y + window.height)]
    chains = [chain for subpath in outline if (chain := list(flatten(subpath, window.width / 100)))]
    return all(sum(contains(chain, corner) for chain in chains) % 2 for corner in corners)


def _stretch(shape: svg.Shape) -> float:
    """Return the ratio of the largest to the mean width of a stroke under a transform that scales unevenly."""
    matrix = np.array([[shape.matrix.a, shape.matrix.c], [shape.matrix.b, shape.matrix.d]])
    return float(np.linalg.norm(matrix, 2) / max(shape.matrix.scale, 1e-300))


def _size(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def inherited_classes(root: Element) -> dict[str, tuple[str, ...]]:
    """Return, by element path, the classes of the groups that contain the element, if any."""
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
