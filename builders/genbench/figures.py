"""The plain figures in a drawing: every visible shape by its outline, its colour, its box and its place in the order.

Read from the scene, so neither the element's name nor its id counts: a path with four equal sides is a square. What is
none of the figures (texts, pictures, gradients, outlines of another form) has an empty name and is one figure too many.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from sgpkit.graphics import trace
from sgpkit.graphics.geometry import Circle, Point
from sgpkit.graphics.scene import Scene, Shape
from sgpkit.graphics.scene.removal import MAX_UNSEEN
from sgpkit.graphics.svg.outline import Subpath, bounding_box, flatten
from sgpkit.graphics.svg.paint import Color
from sgpkit.metrics.structure.recall import color_names
from sgpkit.metrics.structure.recall.shapes import corners_of, right_angled, seen

KINDS = ("circle", "ellipse", "square", "rectangle", "triangle", "diamond", "pentagon", "hexagon", "star")
"""The figures of our prompts. Hearts, crescents and crosses are left out, because they are often drawn as several
shapes.
"""

EQUAL = 0.05
"""The share by which two lengths may differ and still be equal."""

CLEARLY = 0.15
"""The share by which a rectangle is longer than wide, and an ellipse no circle."""

USUAL = 0.8
"""The least distance of a corner from the middle of a figure of the usual kind, by the largest."""

SMALLEST = 0.0005
"""The share of the page below which a shape is a speck that does not count."""

SEEN = 0.25
"""The least share of a figure's outline that is visible."""

INSIDE_PAGE = 0.95
"""Minimum share of a figure's width and height on the page."""

SIDE = 240
"""Side in pixels of the masks by which figures are compared."""

PAINTED, SAME_PAINT, FEW_PIXELS = 0.7, 16, 12
"""The share of a figure's visible pixels in its paint, by how much channels may differ, and pixels too few to tell."""

EDGE, MERGED = 0.6, 0.5
"""The least share of what lies around a figure that visibly differs from it, and the share of their pixels that two
figures of one color have in common if they are seen as one."""

MARGIN = 3
"""Pixels around a figure that count as its own."""

HIDDEN = 0.05
"""If a smaller share of a filled figure is outside the figures above it, only its blurred edge may be visible."""

Mask = npt.NDArray[np.bool_]


class Figure:
    """One visible figure: `kinds` are the names that fit its form, `color` its basic name, lengths as shares of the
    page's longer side; `outline` is the width of its stroke."""

    def __init__(
        self, kinds: frozenset[str], color: str, points: Sequence[Point], order: int, outline: float = 0.0
    ) -> None:
        self.kinds, self.color, self.order, self.outline = kinds, color, order, outline
        self.points = [Point(*point) for point in points] or [Point(0.0, 0.0)]
        across, down = [point[0] for point in self.points], [point[1] for point in self.points]
        self.left, self.right, self.top, self.bottom = min(across), max(across), min(down), max(down)
        self.width, self.height = self.right - self.left, self.bottom - self.top
        self.x, self.y = (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @cached_property
    def mask(self) -> Mask:
        """The pixels of the figure, covered or not."""
        page = Image.new("1", (SIDE, SIDE))
        ImageDraw.Draw(page).polygon([(point[0] * SIDE, point[1] * SIDE) for point in self.points], fill=1)
        return np.asarray(page, bool)

    def shared(self, other: "Figure") -> int:
        """Return the number of pixels that two figures have in common."""
        return int((self.mask & other.mask).sum())

    def overlap(self, other: "Figure") -> float:
        """Return the share of the pixels of two figures that both have; 0 of a figure with itself."""
        return self.shared(other) / max(1, int((self.mask | other.mask).sum())) if self is not other else 0.0


def of(drawing: Scene) -> list[Figure]:
    """Return the figures of a drawing in paint order."""
    return [figure for shape in drawing.shapes if shape.area >= SMALLEST for figure in of_shape(drawing, shape)]


def painted(figures: Sequence[Figure], pixels: npt.NDArray[np.uint8]) -> list[Figure]:
    """Return figures as they are painted: without those hidden by others, and nameless where a mask, a filter, a clip
    or the page's size shows another, or where they merge with others of their color."""
    from scipy.ndimage import binary_dilation, binary_erosion

    results = []
    for figure in figures:
        window = within(figure.mask, 2)
        mask, page = figure.mask[window], pixels[window]
        above = [other.mask[window] for other in figures if other.order > figure.order]
        cover = np.any(above, axis=0) if above else np.zeros_like(mask)
        shown = mask & ~cover
        if not figure.outline and is_hidden(mask, cover, page):
            continue
        kept = (binary_erosion(shown, iterations=2), binary_erosion(shown), shown)
        inside = page[next((part for part in kept if part.sum() >= FEW_PIXELS), shown)].astype(np.int16)
        if len(inside) >= FEW_PIXELS:
            color = np.median(inside, axis=0)
            like = (np.abs(inside - color).max(axis=1) <= SAME_PAINT).mean()
            red, green, blue = map(int, color)
            around = page[binary_dilation(mask, iterations=2) & ~binary_dilation(mask)]
            apart = (np.abs(around - color).max(axis=1) > MAX_UNSEEN).mean() if len(around) else 1.0
            merged = any(figure.overlap(other) > MERGED for other in figures if other.color == figure.color)
            if (
                min(like / PAINTED, apart / EDGE) < 1
                or merged
                or color_names.name_of((red, green, blue)) != figure.color
            ):
                figure = Figure(frozenset(), "", figure.points, figure.order, figure.outline)
        results.append(figure)
    return results


def is_hidden(mask: Mask, cover: Mask, page: npt.NDArray[np.uint8]) -> bool:
    """Return whether a filled figure lies below others and does not show through them: the page has the same color
    inside and next to it."""
    from scipy.ndimage import binary_dilation, binary_erosion

    area = mask.sum()
    if area < FEW_PIXELS or (mask & ~cover).sum() >= HIDDEN * area:
        return False
    cover = binary_erosion(cover, iterations=2, border_value=1)
    inside = page[cover & binary_erosion(mask, iterations=2)]
    near = page[cover & binary_dilation(mask, iterations=2) & ~binary_dilation(mask)]
    if len(inside) < FEW_PIXELS or len(near) < FEW_PIXELS:
        return True
    return bool(np.abs(np.median(inside, axis=0) - np.median(near, axis=0)).max() <= SAME_PAINT)


def besides(figures: Sequence[Figure], pixels: npt.NDArray[np.uint8]) -> float:
    """Return the share of the page that is painted outside figures and their outlines, by markers and filters, which
    are not shapes of a scene."""
    from scipy.ndimage import binary_dilation

    taken = np.zeros((SIDE, SIDE), bool)
    for figure in figures:
        steps = MARGIN + math.ceil(figure.outline * SIDE)
        window = within(figure.mask, steps)
        taken[window] |= binary_dilation(figure.mask[window], iterations=steps)
    inked = (255 - pixels.astype(np.int16)).max(axis=2) > MAX_UNSEEN
    return float((inked & ~taken).mean())


def within(mask: Mask, steps: int) -> tuple[slice, slice]:
    """Return the window of the page with all pixels within this number of steps of a mask."""
    spans = [np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0)]
    down, across = (slice(max(0, span[0] - steps), span[-1] + steps + 1) if len(span) else slice(1) for span in spans)
    return down, across


def of_shape(drawing: Scene, shape: Shape) -> Iterator[Figure]:
    """Yield a figure for each separate outline of a shape; a nameless one for other outlines."""
    boxes = [box for subpath in shape.outline if (box := bounding_box([subpath])) is not None]
    if len(boxes) != len(shape.outline) or not boxes or not all(gap(a, b) for a, b in combinations(boxes, 2)):
        yield Figure(frozenset(), "", corners(shape.box, drawing), shape.order)
        return
    color = color_of(shape)
    longest = max(drawing.window.width, drawing.window.height)
    stroke = shape.stroke_width / longest if seen(shape.stroke, shape.opacity) is not None else 0.0
    for subpath in shape.outline:
        outline = flatten(subpath, max(shape.box[2] - shape.box[0], shape.box[3] - shape.box[1], 1e-9) / 500)
        fits = drawing.visible_share(shape, outline) >= SEEN and on_page(outline, drawing)
        kinds = kinds_of(subpath, outline, shape) if fits else frozenset()
        yield Figure(kinds, color, [on_unit_page(point, drawing) for point in outline], shape.order, stroke)


def gap(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the distance of two boxes; 0 if they meet."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    return math.hypot(across, max(one[1] - other[3], other[1] - one[3], 0.0))


def corners(box: Sequence[float], drawing: Scene) -> list[Point]:
    """Return the corners of a box on the page."""
    left, top, right, bottom = box
    around = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    return [on_unit_page(point, drawing) for point in around]


def on_unit_page(point: Point, drawing: Scene) -> Point:
    """Return a point in shares of the square that the page is fitted into."""
    window = drawing.window
    side = max(window.width, window.height)
    return Point(
        (point[0] - window.x + (side - window.width) / 2) / side,
        (point[1] - window.y + (side - window.height) / 2) / side,
    )


def on_page(outline: Sequence[Point], drawing: Scene) -> bool:
    """Return whether an outline's box is on the page, nearly all of it."""
    window = drawing.window
    for values, low, high in (
        ([point[0] for point in outline], window.x, window.x + window.width),
        ([point[1] for point in outline], window.y, window.y + window.height),
    ):
        extent = max(values) - min(values)
        if min(max(values), high) - max(min(values), low) < INSIDE_PAGE * extent:
            return False
    return True


def color_of(shape: Shape) -> str:
    """Return the basic name of a shape's colour, or "" if it has two, a gradient, or none."""
    fill, stroke = seen(shape.fill, shape.opacity), seen(shape.stroke, shape.opacity)
    if fill is not None and not isinstance(fill, Color):
        return ""
    names = [color_names.name_of(paint[:3]) if isinstance(paint, Color) else "" for paint in (fill, stroke)]
    if fill is None:
        return names[1]
    thin = shape.stroke_width <= EQUAL * 2 * min(shape.box[2] - shape.box[0], shape.box[3] - shape.box[1])
    return names[0] if stroke is None or thin or names[0] == names[1] else ""


def kinds_of(subpath: Subpath, outline: Sequence[Point], shape: Shape) -> frozenset[str]:
    """Return the names that fit an outline."""
    box = bounding_box([subpath])
    assert box is not None
    size = max(box.right - box.left, box.bottom - box.top)
    if shape.round is not None and len(shape.outline) == 1:
        if isinstance(shape.round, Circle):
            return frozenset({"circle"})
        return named_by(shape.round.radius_x, shape.round.radius_y, "circle", "ellipse")
    angles = corners_of(outline, size)
    if len(angles) < 3 or (abs(trace.area(tuple(angles))) < 0.05 * size * size and len(angles) < 5):
        return frozenset()
    if len(angles) > 12 or any(not hasattr(piece, "end") or len(piece) > 1 for piece in subpath.pieces):
        return round_kind(angles)
    return polygon_kinds(angles)


def round_kind(points: Sequence[Point]) -> frozenset[str]:
    """Return "circle" or "ellipse" for an outline of curves or many sides that follows an upright one."""
    across, down = [point[0] for point in points], [point[1] for point in points]
    x, y = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    wide, high = (max(across) - min(across)) / 2, (max(down) - min(down)) / 2
    if min(wide, high) <= 0:
        return frozenset()
    reach = [math.hypot((point[0] - x) / wide, (point[1] - y) / high) for point in points]
    filled = abs(trace.area(tuple(points))) / (math.pi * wide * high)
    if min(reach) < 1 - EQUAL or max(reach) > 1 + EQUAL or not 0.93 <= filled <= 1.03:
        return frozenset()
    return named_by(wide, high, "circle", "ellipse")


def named_by(one: float, other: float, equal: str, unequal: str) -> frozenset[str]:
    """Return the name of a figure by its two lengths: those that are neither equal nor clearly not so have none."""
    share = min(one, other) / max(one, other)
    return frozenset({equal} if share >= 1 - EQUAL else {unequal} if share <= 1 - CLEARLY else ())


def polygon_kinds(points: Sequence[Point]) -> frozenset[str]:
    """Return the names of a polygon by its corners."""
    turns = [turn(points[index - 1], point, points[(index + 1) % len(points)]) for index, point in enumerate(points)]
    positive = sum(value > 0 for value in turns)
    convex = positive in (0, len(points))
    winds = abs(sum(turns)) > 3 * math.pi
    if len(points) == 5 and convex and winds:
        return frozenset({"star"}) if is_usual(points) else frozenset()
    if convex and not winds:
        if len(points) == 4:
            return quadrilateral_kinds(points)
        name = {3: "triangle", 5: "pentagon", 6: "hexagon"}.get(len(points))
        return frozenset({name} if name and (name == "triangle" or is_usual(points)) else ())
    alternates = len(points) % 2 == 0 and all((a > 0) != (b > 0) for a, b in pairwise(turns))
    tips = [point for point, value in zip(points, turns, strict=True) if (value > 0) == (sum(turns) > 0)]
    return frozenset({"star"} if alternates and 8 <= len(points) <= 16 and is_usual(tips) else ())


def is_usual(points: Sequence[Point]) -> bool:
    """Return whether corners are about equally far from their middle and from each other."""
    middle = Point(*(sum(values) / len(points) for values in zip(*points, strict=True)))
    reach = [point.distance(middle) for point in points]
    steps = [point.distance(points[index - 1]) for index, point in enumerate(points)]
    return min(reach) >= USUAL * max(reach) and min(steps) >= USUAL**2 * max(steps)


def quadrilateral_kinds(points: Sequence[Point]) -> frozenset[str]:
    """Return the names of a convex figure with four corners; a square on its tip is a diamond too."""
    sides = [point.distance(points[(index + 1) % 4]) for index, point in enumerate(points)]
    equal = min(sides) >= (1 - EQUAL) * max(sides)
    first, second = points[2] - points[0], points[3] - points[1]
    upright = all(min(abs(line[0]), abs(line[1])) <= 0.1 * max(abs(line[0]), abs(line[1])) for line in (first, second))
    names = set()
    if equal and upright:
        names.add("diamond")
    if right_angled(list(points)):
        return frozenset(names) | named_by(min(sides), max(sides), "square", "rectangle")
    return frozenset(names)


def turn(before: Point, corner: Point, after: Point) -> float:
    """Return the angle of a path's corner, in radians."""
    one, other = corner - before, after - corner
    return math.atan2(one.cross(other), one.dot(other))
