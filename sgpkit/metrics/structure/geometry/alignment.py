"""Where a drawing lies: mapped back to the reference's places by the given part, which stands in both.

SVG and EPS say where each element is. A compiled TikZ drawing is cropped, so that all of it is shifted by an unknown
amount: it is found as the shift under which the given part appears. SSVG-Bench converts TikZ and EPS to SVG before
grading (paper, appendix F) and does not say how its places are mapped back.
"""

from dataclasses import dataclass

import numpy as np

from sgpkit import formats
from sgpkit.graphics.elements import Elements, is_added
from sgpkit.graphics.geometry import Circle, Point
from sgpkit.metrics.structure.geometry import distances, overlap
from sgpkit.metrics.structure.geometry.distances import Numbers
from sgpkit.metrics.structure.geometry.published import Found, lines, outlines

NEAR = 1.0
"""Units within which an element of the given part is where it was: programs round to hundredths of a centimetre."""

DOT = 6.0
"""Units: a filled circle of at most this radius is a point's mark, whatever its size."""

SAME = 0.98
"""Overlap of two ellipses that are one."""

CANDIDATES = 24
"""Shifts that are looked at, those that bring most points together."""

ALTERNATIVES = 8
"""Shifts under which as much of the given part appears, of which the best for the answer is taken."""

SCALES = 12
"""Scales that are looked at to tell why the given part is not found."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Shifts that bring an output to the reference's places; none where nothing of the given part is found.

    `whole` says whether all of the given part is there; `note` what became of it where it is not.
    """

    shifts: tuple[Point, ...]
    whole: bool
    note: str = ""


def align(given: Elements, output: Elements, format: str) -> Alignment:
    if not given.count:
        return Alignment((Point(0.0, 0.0),), True)
    if output.placed:
        found = untouched(given, output).every
        note = "" if all(found) else _changed(given, output, format, found.count(False))
        return Alignment((Point(0.0, 0.0),), all(found), note)
    best = _best_shifts(given, output, format, CANDIDATES)
    if not best:
        scale = _scale(given, output, format)
        why = f"scaled by {scale:.4g}" if scale else "not in the drawing"
        return Alignment((), False, f"the given part is {why}, so that the places of the rest cannot be told")
    missing = untouched(_back(given, best[0]), output).every.count(False)
    return Alignment(tuple(best), not missing, _changed(given, output, format, missing) if missing else "")


def untouched(given: Elements, output: Elements, tolerance: float = NEAR) -> Found:
    """Which elements of the given part are in an output, at their places."""
    curves = [item.geometry for item in given.curves]
    spots = [item.geometry.centre for item in output.circles if is_dot(item.geometry)]
    return Found(
        list(distances.covered([item.geometry for item in given.segments], lines(output), tolerance)),
        [
            any(item.geometry.centre.distance(spot) <= tolerance for spot in spots)
            if is_dot(item.geometry)
            else any(same_circle(item.geometry, other.geometry, tolerance) for other in output.circles)
            for item in given.circles
        ],
        [
            any(overlap.of_ellipses(item.geometry, other.geometry) >= SAME for other in output.ellipses)
            for item in given.ellipses
        ],
        list(distances.along(curves, outlines(output), tolerance)) if curves else (),
    )


def is_dot(circle: Circle) -> bool:
    return circle.radius <= DOT


def same_circle(one: Circle, other: Circle, tolerance: float) -> bool:
    return one.centre.distance(other.centre) <= tolerance and abs(one.radius - other.radius) <= tolerance


def _changed(given: Elements, output: Elements, format: str, missing: int) -> str:
    """What became of a given part that is not whole at its place."""
    if output.placed:
        shifts = _best_shifts(given, output, format, 3)
        if shifts and all(untouched(_back(given, shifts[0]), output).every):
            right, down = -shifts[0].x, -shifts[0].y
            return f"the given part was moved by ({right:.4g}, {-down if formats.get(format).upward else down:.4g})"
    scale = _scale(given, output, format)
    if scale:
        return f"the given part was scaled by {scale:.4g}"
    if missing == given.count:
        return "the given part is missing"
    return f"of the given part {missing} of {given.count} elements are changed or missing"


def _scale(given: Elements, output: Elements, format: str) -> float | None:
    """The factor by which the whole given part grew, if it did nothing but grow and move."""
    sizes = np.array(sorted(_sizes(given), reverse=True)[:1])
    others = np.array(_sizes(output))
    if not sizes.size or not others.size:
        return None
    ratios = others / sizes[0]
    for ratio in np.unique(ratios[(ratios > 0.02) & (ratios < 50) & (np.abs(ratios - 1) > 0.005)].round(3))[:SCALES]:
        grown = given.moved(Point(0.0, 0.0), float(ratio))
        shifts = _best_shifts(grown, output, format, 3)
        if shifts and all(untouched(_back(grown, shifts[0]), output).every):
            return float(ratio)
    return None


def _sizes(elements: Elements) -> list[float]:
    return [
        *(item.geometry.length for item in elements.segments),
        *(2 * item.geometry.radius for item in elements.circles if not is_dot(item.geometry)),
        *(2 * item.geometry.radius_x for item in elements.ellipses),
    ]


def _best_shifts(given: Elements, output: Elements, format: str, candidates: int) -> list[Point]:
    """The shifts under which most of the given part appears, best first; none if none of it does."""
    black = output.where(lambda item: not is_added(item, format))
    scored: list[tuple[tuple[int, int, float], Point]] = []
    for shift in _candidates(given, output, candidates):
        there = _back(given, shift)
        count = sum(untouched(there, output).every)
        if count:
            unmarked = sum(untouched(there, black).every)
            scored.append(((-unmarked, -count, round(_off(there, output), 2)), shift))
    scored.sort()
    best: list[Point] = []
    for (unmarked, count, _), shift in scored:
        if (unmarked, count) == scored[0][0][:2] and all(shift.distance(other) > NEAR for other in best):
            best.append(shift)
    return best[:ALTERNATIVES]


def _back(given: Elements, shift: Point) -> Elements:
    """The given part where it stands in an output that the shift brings to it: cheaper than to move the output."""
    return given.moved(Point(-shift.x, -shift.y))


def _candidates(given: Elements, output: Elements, candidates: int) -> list[Point]:
    """Shifts that bring many points of the one to points of the other: counted in squares as wide as `NEAR`."""
    differences: list[Numbers] = []
    for kind, places in _anchors(given).items():
        others = _anchors(output).get(kind)
        if others is not None:
            differences.append((places[:, None, :2] - others[None, :, :2]).reshape(-1, 2)[_alike(places, others)])
    if not differences:
        return []
    shifts = np.concatenate(differences)
    cells, place, votes = np.unique(
        np.round(shifts / NEAR).astype(np.int64), axis=0, return_inverse=True, return_counts=True
    )
    order = np.lexsort((cells[:, 1], cells[:, 0], -votes))[:candidates]
    found = []
    for cell in order:
        middle = shifts[place.reshape(-1) == cell].mean(axis=0)
        around = shifts[np.hypot(*(shifts - middle).T) <= NEAR]
        found.append(Point(*np.median(around, axis=0).tolist()))
    return list(dict.fromkeys(found))


def _anchors(elements: Elements) -> dict[str, Numbers]:
    """Points that elements are known by, by kind, each with a size that must agree."""
    found: dict[str, list[tuple[float, float, float]]] = {}
    for item in elements.segments:
        for end in item.geometry:
            found.setdefault("end", []).append((*end, 0.0))
    for round_item in elements.circles:
        centre, radius = round_item.geometry
        dot = is_dot(round_item.geometry)
        found.setdefault("dot" if dot else "circle", []).append((*centre, 0.0 if dot else radius))
    for oval in elements.ellipses:
        found.setdefault("ellipse", []).append((*oval.geometry.centre, oval.geometry.radius_x))
    for curve in elements.curves:
        for end in (curve.geometry.points[0], curve.geometry.points[-1]):
            found.setdefault("curve", []).append((*end, 0.0))
    return {kind: np.array(places) for kind, places in found.items()}


def _alike(places: Numbers, others: Numbers) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return (np.abs(places[:, None, 2] - others[None, :, 2]) <= NEAR).reshape(-1)


def _off(given: Elements, output: Elements) -> float:
    """How far the given part's points are from the nearest ones of the output, altogether; at most `NEAR` each."""
    others = _anchors(output)
    total = 0.0
    for kind, places in _anchors(given).items():
        if kind in others:
            table = np.hypot(*(places[:, None, :2] - others[kind][None, :, :2]).transpose(2, 0, 1))
            total += float(np.minimum(table.min(axis=1), NEAR).sum())
    return total
