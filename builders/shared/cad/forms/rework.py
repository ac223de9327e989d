"""Steps of a part's history that leave no trace on it: openings that are cut later, pockets that are filled again, and
intersections with something larger than the part.

Without them, the commands of a part would give its kind away.
"""

import math
import random
from collections.abc import Sequence

from sgpkit.graphics.cad.model import Loop, Region

from .. import loops
from ..piece import Feature, box
from . import absorbed

ROOM = (1.04, 1.6)
"""Factors by which something that a part is intersected with is larger."""

POCKET = 0.7
"""Share of the radius of what fills a pocket that the pocket itself may take."""


def with_openings_cut(features: Sequence[Feature], share: float, draw: random.Random) -> list[Feature]:
    """Return the features with this share of their openings cut out of what was drawn without them."""
    result: list[Feature] = []
    for number, feature in enumerate(features):
        kept: list[Loop] = []
        cut: list[Loop] = []
        able = feature.operation in ("new", "join") and not feature.taper and is_alone(feature, features[:number])
        for hole in feature.region.holes:
            (cut if able and draw.random() < share else kept).append(hole)
        result.append(feature._replace(region=Region(feature.region.outer, tuple(kept))))
        result += [feature._replace(region=Region(hole), operation="cut") for hole in cut]
    return result


def is_alone(feature: Feature, earlier: Sequence[Feature]) -> bool:
    """Return whether a feature has no height in common with earlier ones, so that only it is cut."""
    return all(
        other.axis == feature.axis and (other.end <= feature.start or other.start >= feature.end)
        for other in earlier
        if other.operation in ("new", "join")
    )


def refilled(feature: Feature, draw: random.Random) -> list[Feature]:
    """Return a pocket inside a feature and the body that fills it again, or nothing if no room for them was found."""
    room = absorbed.room_inside(feature, draw)
    if room is None:
        return []
    x, y, radius, start, end = room
    inner = absorbed.form(draw.choice(absorbed.FORMS), x, y, round(POCKET * radius, 2), draw)
    low, high = (round(start + (end - start) * part, 3) for part in (0.2, 0.8))
    if not start < low < high < end:
        return []
    corners = loops.around(draw.choice((6, 8)), radius, draw.choice((0.0, 30.0, 90.0)), whole=False)
    polygon = loops.polygon([(round(x + dx, 3), round(y + dy, 3)) for dx, dy in corners])
    outer = Region(draw.choice((polygon, loops.circle(x, y, radius))))
    return [
        Feature(inner, low, high, "cut", feature.axis),
        Feature(outer, start, end, "join", feature.axis),
    ]


def intersection(features: Sequence[Feature], draw: random.Random) -> Feature:
    """Return an intersection that does not change features."""
    lower, upper = box(features)
    axis = draw.randrange(3)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    factor = draw.uniform(*ROOM)
    middle = [(low + high) / 2 for low, high in zip(lower, upper, strict=True)]
    half = [(high - low) / 2 * factor for low, high in zip(lower, upper, strict=True)]
    x, y = round(middle[first], 2), round(middle[second], 2)
    wide, deep, tall = (round(half[side] + 0.1, 2) for side in (first, second, axis))
    outer = draw.choice(
        (
            loops.rectangle(round(x - wide, 2), round(y - deep, 2), round(x + wide, 2), round(y + deep, 2)),
            loops.circle(x, y, round(math.hypot(wide, deep), 2)),
            loops.slot(round(x - wide, 2), round(x + wide, 2), y, deep),
        )
    )
    at = round(middle[axis], 2)
    return Feature(Region(outer), round(at - tall, 2), round(at + tall, 2), "intersect", axis)
