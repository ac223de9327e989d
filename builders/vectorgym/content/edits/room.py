"""Free areas of a canvas, for something new."""

from collections.abc import Iterable, Sequence

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Box

from ..scenes.scene import Part, Scene
from .additions import middle

GROUNDS = frozenset(
    (
        "background",
        "pattern",
        "sky",
        "ground",
        "water",
        "road",
        "hill",
        "mountain",
        "panel",
        "wall",
        "floor",
        "board",
        "tile",
    )
)
"""Roles of grounds and backgrounds, which may be covered."""


def solid(scene: Scene) -> tuple[Part, ...]:
    """Return the parts that must stay visible."""
    return tuple(part for part in scene.parts if part.role not in GROUNDS and part.inks)


def common(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return across * down if across > 0 and down > 0 else 0.0


def covered(area: Box, boxes: Iterable[Box]) -> float:
    """Return the share of an area that others cover, overlaps counted repeatedly."""
    size = (area.right - area.left) * (area.bottom - area.top)
    return sum(common(area, box) for box in boxes) / size


def is_clear(scene: Scene, area: Box, most: float) -> bool:
    """Return whether a thing at this position hides no text and little else."""
    parts = solid(scene)
    texts = [part.box for part in parts if any(ink.text is not None for ink in part.inks)]
    return covered(area, texts) == 0 and covered(area, [part.box for part in parts]) <= most


def around(speaker: Box, width: float, height: float, gap: float) -> list[Box]:
    """Return positions of a size around a box: above, to either side and straight, at its sides, then below."""
    x, _ = middle(speaker)
    tops = (speaker.top - gap - height, (speaker.top * 2 + speaker.bottom) / 3 - height / 2)
    lefts = [(x - width / 2, tops[0]), (speaker.right - gap, tops[0]), (speaker.left + gap - width, tops[0])]
    lefts += [(speaker.right + gap, tops[1]), (speaker.left - gap - width, tops[1])]
    return [Box(left, top, left + width, top + height) for left, top in lefts]


def inside(area: Box, scene: Scene, margin: float) -> Box:
    """Return the area moved onto the canvas."""
    across = max(margin - area.left, 0.0) + min(scene.width - margin - area.right, 0.0)
    down = max(margin - area.top, 0.0) + min(scene.height - margin - area.bottom, 0.0)
    return Box(area.left + across, area.top + down, area.right + across, area.bottom + down)


def best(offers: Sequence[Box], taken: Sequence[Box]) -> tuple[Box, float]:
    """Return the position with the smallest covered share, the first of equals, and that share."""
    shares = [covered(offer, taken) for offer in offers]
    index = shares.index(min(shares))
    return offers[index], shares[index]


def edge_towards(box: Box, point: Point, share: float = 0.8) -> Point:
    """Return a point slightly inside the ellipse of a box, towards another point."""
    centre = middle(box)
    across, down = (box.right - box.left) / 2, (box.bottom - box.top) / 2
    x, y = (point.x - centre.x) / across, (point.y - centre.y) / down
    reach = max((x * x + y * y) ** 0.5, 1e-9)
    return Point(centre.x + share * across * x / reach, centre.y + share * down * y / reach)
