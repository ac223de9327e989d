"""The position of a drawing relative to the reference, by the given part, which both contain.

SVG and EPS give the position of each element. A compiled TikZ drawing is cropped, which shifts it by an unknown vector;
that vector is determined from the given part. SSVG-Bench converts TikZ and EPS to SVG before grading (paper, appendix
F) and does not say how positions are mapped back.
"""

from dataclasses import dataclass

import numpy as np

from sgpkit.graphics import formats
from sgpkit.graphics.elements import Elements, is_added
from sgpkit.graphics.geometry import Circle, Point
from sgpkit.metrics.structure.geometry import distances, overlap
from sgpkit.metrics.structure.geometry.distances import Numbers
from sgpkit.metrics.structure.geometry.published import Matches, lines, outlines

NEAR = 1.0
"""Maximum displacement in units of an element of the given part, since programs round to hundredths of a centimetre."""

DOT = 6.0
"""Maximum radius in units of a filled circle that marks a point."""

SAME = 0.98
"""Minimum overlap of two ellipses that count as the same."""

CANDIDATES = 24
"""Number of shifts to try: those that match most points."""

ALTERNATIVES = 8
"""Maximum number of equally good shifts of the given part, of which the best for the answer counts."""

SCALES = 12
"""Number of scales to try in order to explain why the given part is missing."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Shifts that align an output with the reference; none if the output has nothing of the given part. `whole` is
    True if all of the given part is there; otherwise, `note` explains the change.
    """

    shifts: tuple[Point, ...]
    whole: bool
    note: str = ""


def align(given: Elements, output: Elements, format: str) -> Alignment:
    """Return the alignment of an output with the given part of the reference."""
    if not given.count:
        return Alignment((Point(0.0, 0.0),), True)
    if output.placed:
        unchanged = untouched(given, output).every
        note = "" if all(unchanged) else _changed(given, output, format, unchanged.count(False))
        return Alignment((Point(0.0, 0.0),), all(unchanged), note)
    best = _best_shifts(given, output, format, CANDIDATES)
    if not best:
        scale = _scale(given, output, format)
        why = f"scaled by {scale:.4g}" if scale else "not in the drawing"
        return Alignment((), False, f"the given part is {why}, so the positions of the rest are unknown")
    missing = untouched(_back(given, best[0]), output).every.count(False)
    return Alignment(tuple(best), not missing, _changed(given, output, format, missing) if missing else "")


def untouched(given: Elements, output: Elements, tolerance: float = NEAR) -> Matches:
    """Return the elements of the given part that are in an output, at their positions."""
    curves = [item.geometry for item in given.curves]
    dots = [item.geometry.centre for item in output.circles if is_dot(item.geometry)]
    return Matches(
        list(distances.covered([item.geometry for item in given.segments], lines(output), tolerance)),
        [
            any(item.geometry.centre.distance(dot) <= tolerance for dot in dots)
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
    """Return whether a circle is the mark of a point."""
    return circle.radius <= DOT


def same_circle(one: Circle, other: Circle, tolerance: float) -> bool:
    """Return whether the centres and the radii of two circles are within the tolerance."""
    return one.centre.distance(other.centre) <= tolerance and abs(one.radius - other.radius) <= tolerance


def _changed(given: Elements, output: Elements, format: str, missing: int) -> str:
    """Describe the change of a given part that is not complete at its position."""
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
    """Return the factor by which the whole given part was scaled, if it was only scaled and moved."""
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
    """Return the shifts under which most of the given part is found, best first; none if nothing is found."""
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
    """Return the given part moved by the inverse of a shift of the output, which is cheaper than moving the output."""
    return given.moved(Point(-shift.x, -shift.y))


def _candidates(given: Elements, output: Elements, candidates: int) -> list[Point]:
    """Return shifts that map many points of one onto points of the other, counted in squares with side `NEAR`."""
    differences: list[Numbers] = []
    for kind, points in _anchors(given).items():
        others = _anchors(output).get(kind)
        if others is not None:
            differences.append((points[:, None, :2] - others[None, :, :2]).reshape(-1, 2)[_alike(points, others)])
    if not differences:
        return []
    shifts = np.concatenate(differences)
    cells, cell_of, votes = np.unique(
        np.round(shifts / NEAR).astype(np.int64), axis=0, return_inverse=True, return_counts=True
    )
    order = np.lexsort((cells[:, 1], cells[:, 0], -votes))[:candidates]
    candidate_shifts = []
    for cell in order:
        middle = shifts[cell_of.reshape(-1) == cell].mean(axis=0)
        around = shifts[np.hypot(*(shifts - middle).T) <= NEAR]
        candidate_shifts.append(Point(*np.median(around, axis=0).tolist()))
    return list(dict.fromkeys(candidate_shifts))


def _anchors(elements: Elements) -> dict[str, Numbers]:
    """Return the points by which elements are recognised, by kind, each with a size that must agree."""
    anchors: dict[str, list[tuple[float, float, float]]] = {}
    for item in elements.segments:
        for end in item.geometry:
            anchors.setdefault("end", []).append((*end, 0.0))
    for round_item in elements.circles:
        centre, radius = round_item.geometry
        dot = is_dot(round_item.geometry)
        anchors.setdefault("dot" if dot else "circle", []).append((*centre, 0.0 if dot else radius))
    for oval in elements.ellipses:
        anchors.setdefault("ellipse", []).append((*oval.geometry.centre, oval.geometry.radius_x))
    for curve in elements.curves:
        for end in (curve.geometry.points[0], curve.geometry.points[-1]):
            anchors.setdefault("curve", []).append((*end, 0.0))
    return {kind: np.array(points) for kind, points in anchors.items()}


def _alike(points: Numbers, others: Numbers) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return (np.abs(points[:, None, 2] - others[None, :, 2]) <= NEAR).reshape(-1)


def _off(given: Elements, output: Elements) -> float:
    """Return the sum of the distances, at most `NEAR` each, of the given part's points from those of the output."""
    others = _anchors(output)
    total = 0.0
    for kind, points in _anchors(given).items():
        if kind in others:
            table = np.hypot(*(points[:, None, :2] - others[kind][None, :, :2]).transpose(2, 0, 1))
            total += float(np.minimum(table.min(axis=1), NEAR).sum())
    return total
