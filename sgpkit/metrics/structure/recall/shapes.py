"""The shapes in a drawing, by the words that a caption uses for them; heads of arrows do not count."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sgpkit.graphics.geometry import Circle, Point
from sgpkit.graphics.scene import Shape
from sgpkit.graphics.svg.outline import Box, Line, Subpath, bounding_box
from sgpkit.graphics.svg.paint import Color, Paint
from sgpkit.graphics.svg.roundness import circle_or_ellipse

SAME = 0.02
"""As a share of the longer side: the distance below which points are one point, and the height below which corners
do not count.
"""

SQUARE = 0.06
"""Maximum absolute cosine of an angle that counts as a right angle."""

HEAD = 0.06
"""Maximum size of an arrow's head, as a share of the drawing's diagonal."""

GLYPH = "glyph"
"""The class of letters' outlines in a compiled drawing."""


class Figure(NamedTuple):
    """One closed or open outline. `kind` is a word of `named.COUNTED`, or "" if it has no simple name."""

    kind: str
    box: Box
    outline: Subpath
    closed: bool
    stroke: Paint
    fill: Paint

    @property
    def start(self) -> Point:
        """Its first point."""
        return self.outline.start

    @property
    def end(self) -> Point:
        """Its last point."""
        return self.outline.end

    @property
    def points(self) -> tuple[Point, ...]:
        """The ends of its pieces."""
        return (self.outline.start, *(piece.end for piece in self.outline.pieces))


def figures(shapes: Iterable[Shape]) -> tuple[list[Figure], list[Figure]]:
    """Return every outline, once, in paint order, and separately the heads of arrows."""
    drawn = outlined(shapes)
    heads = set(arrow_heads(drawn))
    return (
        [figure for index, figure in enumerate(drawn) if index not in heads],
        [drawn[index] for index in sorted(heads)],
    )


def outlined(shapes: Iterable[Shape]) -> list[Figure]:
    """Return every outline, once, in paint order."""
    by_key: dict[object, Figure] = {}
    for shape in shapes:
        if GLYPH in shape.classes:
            continue
        stroke, fill = seen(shape.stroke, shape.opacity), seen(shape.fill, shape.opacity)
        if stroke is None and fill is None:
            continue
        for figure in outlines(shape, stroke, fill):
            ends = () if figure.closed else tuple(sorted((rounded(figure.start), rounded(figure.end))))
            key = (figure.kind, ends, *(round(value, 1) for value in figure.box))
            by_key.setdefault(key, figure)  # a figure that is filled and then stroked is one figure
    return list(by_key.values())


def rounded(point: Point) -> tuple[float, float]:
    """Return a point to one decimal."""
    return round(point.x, 1), round(point.y, 1)


def seen(paint: Paint, opacity: float = 1.0) -> Paint:
    """Return the paint as it looks on white paper, or None for a transparent one. Gradients are unchanged."""
    if not isinstance(paint, Color):
        return paint
    alpha = min(1.0, paint.alpha * opacity)
    if alpha <= 0:
        return None
    if alpha == 1:
        return paint
    red, green, blue = (round(255 + (channel - 255) * alpha) for channel in paint[:3])
    return Color(red, green, blue, 1.0)


def counts(drawn: Sequence[Figure]) -> Counter[str]:
    """Count the figures of each kind."""
    return Counter(figure.kind for figure in drawn if figure.kind)


def outlines(shape: Shape, stroke: Paint, fill: Paint) -> Iterator[Figure]:
    """Yield a figure for each subpath of a shape."""
    for subpath in shape.outline:
        box = bounding_box([subpath])
        if box is None or (size := size_of(box)) <= 0:
            continue
        filled = fill is not None and open_kind(subpath, size) != "line"  # a straight line has no inside
        closed = subpath.closed or filled or subpath.start.distance(subpath.end) <= SAME * size
        round_ = shape.round if len(shape.outline) == 1 else circle_or_ellipse(subpath)
        if round_ is not None:
            kind = "circle" if isinstance(round_, Circle) else "ellipse"
        else:
            kind = closed_kind(subpath, size) if closed else open_kind(subpath, size)
        yield Figure(kind, box, subpath, closed, stroke, fill)


def closed_kind(subpath: Subpath, size: float) -> str:
    """Return the kind of a closed outline."""
    straight = [piece for piece in subpath.pieces if isinstance(piece, Line)]
    bent = len(subpath.pieces) - len(straight)
    if bent == 4 and 3 <= len(straight) <= 5:
        return "rectangle" if rounded_rectangle(subpath) else ""
    if bent:
        return ""
    corners = corners_of([subpath.start, *(piece.end for piece in straight)], size)
    if len(corners) == 4 and right_angled(corners):
        return "rectangle"
    return {0: "", 1: "", 2: "line", 3: "triangle"}.get(len(corners), "polygon")


def open_kind(subpath: Subpath, size: float) -> str:
    """Return "line" for an open outline that is straight, else "curve"."""
    points = [subpath.start]
    for piece in subpath.pieces:
        points += [part for part in piece if isinstance(part, Point)]
        if not isinstance(piece, Line) and not hasattr(piece, "first") and not hasattr(piece, "control"):
            return "curve"  # the points of an arc do not determine its bend
    span = subpath.start.distance(subpath.end)
    if span <= SAME * size:
        return "curve"
    return "line" if all(off_line(point, subpath.start, subpath.end) <= SAME * size for point in points) else "curve"


def corners_of(points: Sequence[Point], size: float) -> list[Point]:
    """Return the corners of a closed outline, without equal neighbours and points on a straight side."""
    kept: list[Point] = []
    for point in points:
        if not kept or point.distance(kept[-1]) > SAME * size:
            kept.append(point)
    while len(kept) > 1 and kept[0].distance(kept[-1]) <= SAME * size:
        kept.pop()
    if len(kept) < 3:
        return kept
    return [
        point
        for index, point in enumerate(kept)
        if off_line(point, kept[index - 1], kept[(index + 1) % len(kept)]) > SAME * size
    ]


def off_line(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the line through two others."""
    across, up = end.x - start.x, end.y - start.y
    length = math.hypot(across, up)
    if not length:
        return point.distance(start)
    return abs(across * (start.y - point.y) - up * (start.x - point.x)) / length


def right_angled(corners: Sequence[Point]) -> bool:
    """Return whether all corners are right angles."""
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % len(corners)]
        one = (before.x - corner.x, before.y - corner.y)
        other = (after.x - corner.x, after.y - corner.y)
        if abs(one[0] * other[0] + one[1] * other[1]) > SQUARE * math.hypot(*one) * math.hypot(*other):
            return False
    return True


def rounded_rectangle(subpath: Subpath) -> bool:
    """Return whether an outline has four straight sides at right angles, with a bend between them."""
    sides, here = [], subpath.start
    for piece in subpath.pieces:
        if isinstance(piece, Line) and here.distance(piece.end) > 0:
            sides.append((piece.end.x - here.x, piece.end.y - here.y))
        here = piece.end
    if subpath.closed and here.distance(subpath.start) > 0:
        sides.append((subpath.start.x - here.x, subpath.start.y - here.y))
    if len(sides) == 5:  # the outline starts in the middle of a side
        sides = sides[:4]
    return len(sides) in (3, 4) and all(
        abs(a[0] * b[0] + a[1] * b[1]) <= SQUARE * math.hypot(*a) * math.hypot(*b) for a, b in pairwise(sides)
    )


def arrow_heads(drawn: Sequence[Figure]) -> Iterator[int]:
    """Yield the indices of arrow heads: small figures at the end of a line of the same colour, neither round nor
    rectangular.

    The line must be longer than any head or, since in large graphs all edges are short, than the figure if that is
    closed, or than twice the figure if that has a bend and is right at the line's end.
    """
    if not drawn:
        return
    reach = HEAD * diagonal([figure.box for figure in drawn])
    lines = [figure for figure in drawn if not figure.closed]
    for index, figure in enumerate(drawn):
        if figure.kind in ("circle", "ellipse", "rectangle") or size_of(figure.box) > reach:
            continue
        paint, size = figure.fill or figure.stroke, size_of(figure.box)
        is_bent = not figure.closed and figure.kind != "line" and len(figure.outline.pieces) > 1
        for line in lines:
            if line.stroke != paint:
                continue
            length = size_of(line.box)
            away = min(distance(line.start, figure.box), distance(line.end, figure.box))
            if (length > (size if figure.closed else reach) and away <= reach / 4) or (
                is_bent and length > 2 * size and away <= min(reach, size) / 4
            ):
                yield index
                break


def size_of(box: Box) -> float:
    """Return the longer side of a box."""
    return max(box.right - box.left, box.bottom - box.top)


def diagonal(boxes: Sequence[Box]) -> float:
    """Return the diagonal of the bounding box of all of these."""
    if not boxes:
        return 0.0
    across = max(box.right for box in boxes) - min(box.left for box in boxes)
    return math.hypot(across, max(box.bottom for box in boxes) - min(box.top for box in boxes))


def distance(point: Point, box: Box) -> float:
    """Return the distance of a point from a box; 0 inside."""
    return math.hypot(
        max(box.left - point.x, 0.0, point.x - box.right), max(box.top - point.y, 0.0, point.y - box.bottom)
    )
