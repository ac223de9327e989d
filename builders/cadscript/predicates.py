"""Predicates on the measurements of a solid: each holds or not, independent of the program. Positions are relative to
the middle of the solid's box, so that the position of a part does not matter; its axes do, since the detailed prompts
name them.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Measures = Mapping[str, Any]

CLOSE = 0.0003
"""The share by which a volume may differ."""

AREA = 0.002
"""The share by which an area may differ: OpenCASCADE 7.9 is off by up to 0.13 % on a wall over an ellipse."""

LENGTH = 0.02
"""The share of the longest side within which lengths and places are equal, at most `FIRM` units."""

FIRM = 0.05

OFFSET = 0.0003
"""The share of the longest side within which centres of mass are equal."""

MOMENT = 0.0005
"""The tolerance of second moments, as shares of volume times the square of the longest side."""

PROPORTION, FULLNESS = 0.03, 0.02
"""The tolerance of an abstract prompt's statements about the box: a share of a ratio, and a share of the box."""

EVEN, NEAR_CORNER = 0.02, 1 / 6
"""The difference of angles up to which steps around a circle are equal, and the share of a side from the middle at
which the corners begin."""


def holds(predicate: Mapping[str, Any], measures: Measures) -> bool:
    """Return whether a predicate holds of a solid; none does of one that is not valid, or with bodies that touch or
    overlap."""
    if not (measures["valid"] and measures["apart"]):
        return False
    return CHECKS[predicate["kind"]](measures, predicate)


def extents(measures: Measures) -> list[float]:
    """Return the sizes of the box along the axes."""
    return [high - low for low, high in zip(measures["low"], measures["high"], strict=True)]


def tolerance(measures: Measures) -> float:
    """Return the difference up to which two lengths are equal."""
    return min(FIRM, LENGTH * max(extents(measures)))


def has_solids(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the solid has this number of bodies."""
    return bool(measures["solids"] == predicate["value"])


def has_extents(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the box has the sizes."""
    pairs = zip(extents(measures), predicate["value"], strict=True)
    return all(abs(ours - wanted) <= tolerance(measures) for ours, wanted in pairs)


def has_ratio(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether two sides have this ratio; with a ratio other than 1, along either axis."""
    one, other, wanted = predicate["value"]
    sides = extents(measures)
    ratio = sides[one] / max(sides[other], 1e-9)
    return bool(abs(ratio / wanted - 1) <= 0.03 or abs(ratio * wanted - 1) <= 0.03)


def has_center(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the centre of mass lies where it should, from the middle of the box."""
    middle = [(low + high) / 2 for low, high in zip(measures["low"], measures["high"], strict=True)]
    offset = [value - center for value, center in zip(measures["center"], middle, strict=True)]
    return all(
        abs(ours - wanted) <= OFFSET * max(extents(measures))
        for ours, wanted in zip(offset, predicate["value"], strict=True)
    )


def has_moments(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the matrix of inertia is right, which distinguishes a part from its mirror image and rotations."""
    pairs = zip(measures["moments"], predicate["value"], strict=True)
    return all(abs(ours - wanted) <= MOMENT for ours, wanted in pairs)


def has_proportions(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the sides of the box are to the shortest as they should be."""
    sides = extents(measures)
    shortest = max(min(sides), 1e-9)
    pairs = zip(sides, predicate["value"], strict=True)
    return all(abs(side / shortest / wanted - 1) <= PROPORTION for side, wanted in pairs)


def has_fullness(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the part fills the share of its box that it should."""
    share = measures["volume"] / max(math.prod(extents(measures)), 1e-9)
    return bool(abs(share - predicate["value"]) <= FULLNESS)


def has_bores(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether this number of axes along x, y and z have a round hole."""
    unit = max(*extents(measures), 1e-9) / 100
    counts = [len({rounded(at, unit) for _, at in round_faces(measures, True, axis)}) for axis in range(3)]
    return bool(counts == predicate["value"])


def has_faces(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the solid has these numbers of flat and curved faces."""
    flat = measures["faces"].get("PLANE", 0)
    return bool([flat, sum(measures["faces"].values()) - flat] == predicate["value"])


def has_mirrors(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the part mirrors into itself in exactly the middle planes that it should; None is not asked."""
    pairs = zip(measures["symmetric"], predicate["value"], strict=True)
    return all(wanted is None or ours == wanted for ours, wanted in pairs)


def round_faces(measures: Measures, hole: bool, axis: int | None = None) -> list[tuple[float, list[float]]]:
    """Return radius and position of whole round holes, or of whole round pins: halves of one count once."""
    middle = [(low + high) / 2 for low, high in zip(measures["low"], measures["high"], strict=True)]
    unit = max(*extents(measures), 1e-9) / 100
    angles: dict[tuple[float, ...], float] = {}
    exact: dict[tuple[float, ...], tuple[float, list[float]]] = {}
    for face in measures["cylinders"]:
        along = max(range(3), key=lambda index: abs(face["axis"][index]))
        if face["hole"] != hole or abs(face["axis"][along]) < 0.999 or (axis is not None and along != axis):
            continue
        position = [value - center for value, center in zip(face["through"], middle, strict=True)]
        position[along] = 0.0
        key = (round(face["radius"] / unit, 3), along, *rounded(position, unit))
        angles[key] = angles.get(key, 0.0) + face["angle"]
        exact.setdefault(key, (face["radius"], position))
    return [exact[key] for key, angle in angles.items() if angle >= 2 * math.pi - 0.01]


def rounded(position: Sequence[float], unit: float) -> tuple[float, ...]:
    """Return a position in units of the part, such that equal ones are the same; without a negative zero."""
    return tuple(round(value / unit, 2) + 0.0 for value in position)


def same_radius(one: float, other: float, measures: Measures) -> bool:
    """Return whether two radii are equal, in any unit."""
    return abs(one - other) <= 1e-5 * max(extents(measures))


def has_round(hole: bool) -> Callable[[Measures, Mapping[str, Any]], bool]:
    """Return a check of all round holes, or of all pins, by radius and position."""

    def check(measures: Measures, predicate: Mapping[str, Any]) -> bool:
        present = round_faces(measures, hole, predicate["axis"])
        if len(present) != len(predicate["value"]):
            return False
        limit = tolerance(measures)
        return all(
            any(
                abs(radius - wanted[0]) <= limit / 2 and math.dist(position, wanted[1:]) <= 2 * limit
                for radius, position in present
            )
            for wanted in predicate["value"]
        )

    return check


def has_equal_holes(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether exactly this number of round holes have one radius; others are not counted."""
    radii = [radius for radius, _ in round_faces(measures, True)]
    return any(sum(same_radius(radius, other, measures) for other in radii) == predicate["value"] for radius in radii)


def has_rounded(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether this number of edges along an axis are rounded, with the radius if one is given."""
    radius, count = predicate["value"]
    quarters = [
        face["radius"]
        for face in measures["cylinders"]
        if not face["hole"]
        and abs(face["angle"] - math.pi / 2) < 0.01
        and abs(face["axis"][predicate["axis"]]) >= 0.999
    ]
    fitting = [value for value in quarters if not radius or abs(value - radius) <= tolerance(measures) / 2]
    return bool(len(fitting) == count)


def equal_positions(measures: Measures, count: int) -> list[list[float]]:
    """Return the places along x and y, from the middle of the box, of the `count` holes that have one radius; none if
    no radius has exactly this number."""
    holes = round_faces(measures, True, 2)
    for radius, _ in holes:
        same = [position[:2] for other, position in holes if same_radius(radius, other, measures)]
        if len(same) == count:
            return same
    return []


def has_ring(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether this number of equal holes along z are evenly spaced on a circle around the middle."""
    count = predicate["value"]
    centers = equal_positions(measures, count)
    if not centers:
        return False
    reach = [math.hypot(*center) for center in centers]
    angles = sorted(math.atan2(center[1], center[0]) for center in centers)
    steps = [after - before for before, after in zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True)]
    even = all(abs(step - 2 * math.pi / count) <= EVEN for step in steps)
    return even and max(reach) - min(reach) <= 2 * tolerance(measures)


def has_corner_holes(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether four equal holes along z lie one near each corner."""
    sides = extents(measures)
    centers = equal_positions(measures, predicate["value"])
    away = all(abs(center[axis]) >= NEAR_CORNER * sides[axis] for center in centers for axis in (0, 1))
    return away and len({(x > 0, y > 0) for x, y in centers}) == 4


def has_wide_bore(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether a round hole through the middle is wider than this number of equal ones around it."""
    around, holes = predicate["value"], round_faces(measures, True, 2)
    middle = [radius for radius, position in holes if math.hypot(*position) <= tolerance(measures)]
    others = [radius for radius, position in holes if math.hypot(*position) > tolerance(measures)]
    return len(middle) == 1 and len(others) == around and middle[0] > max(others)


def is_bottom_heavy(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the centre of mass is below the middle of the box: the narrower end is on top."""
    return bool(measures["center"][2] < (measures["low"][2] + measures["high"][2]) / 2 - tolerance(measures))


def is_thin(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the side along z is at most such a share of both others."""
    sides = extents(measures)
    return bool(sides[2] <= predicate["value"] * min(sides[:2]))


def has_pin_share(measures: Measures, predicate: Mapping[str, Any]) -> bool:
    """Return whether the widest pin has a diameter of that share of a side."""
    axis, wanted = predicate["value"]
    radii = [radius for radius, _ in round_faces(measures, False)]
    return bool(radii) and abs(2 * max(radii) / extents(measures)[axis] - wanted) <= 0.02


CHECKS: Mapping[str, Callable[[Measures, Mapping[str, Any]], bool]] = {
    "solids": has_solids,
    "voids": lambda measures, predicate: bool(measures["voids"] == predicate["value"]),
    "genus": lambda measures, predicate: abs(measures["genus"] - predicate["value"]) < 0.01,
    "volume": lambda measures, predicate: abs(measures["volume"] / predicate["value"] - 1) <= CLOSE,
    "area": lambda measures, predicate: abs(measures["area"] / predicate["value"] - 1) <= AREA,
    "extents": has_extents,
    "center": has_center,
    "moments": has_moments,
    "proportions": has_proportions,
    "fullness": has_fullness,
    "bores": has_bores,
    "faces": has_faces,
    "mirror planes": has_mirrors,
    "ratio": has_ratio,
    "holes": has_round(True),
    "pins": has_round(False),
    "equal holes": has_equal_holes,
    "rounded": has_rounded,
    "pin share": has_pin_share,
    "ring": has_ring,
    "corner holes": has_corner_holes,
    "thin": is_thin,
    "wide bore": has_wide_bore,
    "bottom heavy": is_bottom_heavy,
    "symmetric": lambda measures, predicate: all(measures["symmetric"][index] for index in predicate["value"]),
}


def failed(predicates: Sequence[Mapping[str, Any]], measures: Measures) -> list[str]:
    """Return the kinds of predicates that do not hold."""
    return [str(predicate["kind"]) for predicate in predicates if not holds(predicate, measures)]
