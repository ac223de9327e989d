"""Changes between two drawings, derived from the difference of their scenes, for edits with only a start and a target.
A shape that is the same in both scenes is unchanged. Of the others, one with the same outline elsewhere in the other
scene is recolored, one with the same outline and paint after a shift is moved; the rest was removed or added.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from sgpkit.graphics import gate, scene
from sgpkit.graphics.scene import Scene, Shape
from sgpkit.metrics.pictures.edit_list import Box, Change, shares
from sgpkit.status import Rejected

MOST = 200
"""Maximum number of changed shapes to list; with more, the whole difference counts as one thing."""

GRID = 1
"""Decimals to which lengths are rounded before they are compared."""

Pair = tuple[Shape, Shape]


def between(start: str, target: str) -> tuple[Change, ...]:
    """Return the changes from one SVG program to another; none if a scene cannot be read, or too many shapes change."""
    before, after = scene.read_many([start, target], "svg", allowed=gate.EVERYTHING)
    if isinstance(before, Rejected) or isinstance(after, Rejected):
        return ()
    gone, come = unmatched(before.shapes, after.shapes, whole)
    if len(gone) + len(come) > MOST:
        return ()
    recolored, gone, come = matched(gone, come, outline)
    moved, gone, come = matched(gone, come, look)
    return (
        *(Change(name(new), "recolored", (share(before, old), share(after, new))) for old, new in recolored),
        *(Change(name(new), "moved", (share(before, old), share(after, new))) for old, new in moved),
        *(Change(name(new), "added", (share(after, new),)) for new in come),
        *(Change(name(old), "removed", (share(before, old),)) for old in gone),
    )


def unmatched(
    before: Iterable[Shape], after: Iterable[Shape], key: Callable[[Shape], Hashable]
) -> tuple[list[Shape], list[Shape]]:
    """Return the shapes that only the first scene has, and those that only the second has, by key and multiplicity."""
    _, gone, come = matched(before, after, key)
    return gone, come


def matched(
    before: Iterable[Shape], after: Iterable[Shape], key: Callable[[Shape], Hashable]
) -> tuple[list[Pair], list[Shape], list[Shape]]:
    """Return pairs with equal keys, in paint order, and the rest of either scene."""
    waiting: dict[Hashable, list[Shape]] = defaultdict(list)
    for shape in before:
        waiting[key(shape)].append(shape)
    pairs, come = [], []
    for shape in after:
        if waiting[key(shape)]:
            pairs.append((waiting[key(shape)].pop(0), shape))
        else:
            come.append(shape)
    gone = sorted((shape for shapes in waiting.values() for shape in shapes), key=lambda shape: shape.order)
    return pairs, gone, come


def whole(shape: Shape) -> Hashable:
    """Return the properties that make two shapes look the same."""
    return outline(shape), paint(shape)


def outline(shape: Shape) -> Hashable:
    """Return the position and the text of a shape."""
    left, top, *_ = shape.box
    return round(left, GRID), round(top, GRID), form(shape)


def look(shape: Shape) -> Hashable:
    """Return a shape's form and paint, without its position."""
    return form(shape), paint(shape)


def form(shape: Shape) -> Hashable:
    """Return the size and the words of a shape, and its points relative to its upper left corner."""
    left, top, right, bottom = shape.box
    points = tuple(
        (round(point.x - left, GRID), round(point.y - top, GRID))
        for subpath in shape.outline
        for point in (subpath.start, *(piece.end for piece in subpath.pieces))
    )
    return round(right - left, GRID), round(bottom - top, GRID), points, shape.text


def paint(shape: Shape) -> Hashable:
    """Return a shape's colours, width and opacity."""
    return shape.fill, shape.stroke, round(shape.stroke_width, GRID), round(shape.opacity, GRID)


def name(shape: Shape) -> str:
    """Return the name of a shape: its words, its id, or its kind."""
    return (f"text “{shape.text}”" if shape.text else shape.identifier or shape.kind)[:60]


def share(drawing: Scene, shape: Shape) -> Box:
    """Return a shape's box, its stroke included, in shares of the square picture that the page is fitted into."""
    return shares(drawing, joined([shape.box, shape.painted]))


def joined(boxes: Sequence[Box]) -> Box:
    """Return the box around boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
