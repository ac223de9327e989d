"""Answers to the questions about flat sketches, twice: as measured (`SketchMeasurements`), and as the recipe knows
them."""

import math
from collections.abc import Callable, Mapping

from sgpkit.families.shared.cad.drafting import CLOSE, Drawing, center_of, direction, radius_of, touching
from sgpkit.families.shared.cad.flat import form, symmetry
from sgpkit.families.shared.cad.piece import area, plane_box
from sgpkit.graphics.cad.model import Arc, Circle, Curve, Line
from sgpkit.graphics.cad.sketch.measurements import SketchMeasurements

from .solid_answers import Value, can_be_told_apart

BOTH, UPRIGHT, LEVEL, NEITHER = (
    "both of them",
    "the vertical one only",
    "the horizontal one only",
    "neither of them",
)
SAME = 1e-3
"""Radii that differ by less, relatively, are one size."""


def curves(drawing: Drawing) -> list[Curve]:
    return [curve for loop in drawing.loops for curve in loop]


def sizes(values: list[float]) -> list[float]:
    radii: list[float] = []
    for value in sorted(values):
        if not radii or value > radii[-1] * (1 + SAME):
            radii.append(value)
    return radii


def mirrors(upright: bool, level: bool) -> str:
    return BOTH if upright and level else UPRIGHT if upright else LEVEL if level else NEITHER


# --- as the recipe knows it -------------------------------------------------------------------------------------------


def _count(kind: type) -> Callable[[Drawing], int]:
    return lambda drawing: sum(isinstance(curve, kind) for curve in curves(drawing))


def _joints(drawing: Drawing) -> list[bool]:
    """Return for each joint of an outline whether it is smooth."""
    return [
        touching(one, next_)
        for loop in drawing.loops
        if len(loop) > 1
        for one, next_ in zip(loop, loop[1:] + loop[:1], strict=True)
    ]


def _slanting(drawing: Drawing) -> int:
    along = [direction(curve) for curve in curves(drawing) if isinstance(curve, Line)]
    return sum(min(abs(vector.x), abs(vector.y)) > CLOSE for vector in along)


def _box(drawing: Drawing) -> tuple[float, float]:
    boxes = [plane_box(loop) for loop in drawing.loops]
    width = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    return width, max(box[3] for box in boxes) - min(box[1] for box in boxes)


def _ratio(drawing: Drawing) -> float:
    low, high = sorted(_box(drawing))
    return high / low


def _fullness(drawing: Drawing) -> float | None:
    if drawing.nested:
        return None
    areas = [area(loop) for loop in drawing.loops]
    inside = sum(areas) if drawing.separate else 2 * areas[0] - sum(areas)
    return inside / math.prod(_box(drawing))


def _radii(drawing: Drawing) -> list[float]:
    return [curve.radius for curve in curves(drawing) if isinstance(curve, Circle)]


def _corners(count: Callable[[Drawing], Value | None]) -> Callable[[Drawing], Value | None]:
    """Return a way to count corners or smooth joints, None if some corner is hardly seen."""
    return lambda drawing: None if form.has_faint_corners(drawing) else count(drawing)


def _circle_sizes(count: Callable[[list[float]], int]) -> Callable[[Drawing], Value | None]:
    """Return a way to count by size, None if some sizes are hard to distinguish."""
    return lambda drawing: count(_radii(drawing)) if can_be_told_apart(sizes(_radii(drawing))) else None


def _most_alike(values: list[float]) -> int:
    return max((sum(abs(other - value) < SAME * value for other in values) for value in values), default=0)


def _shared_centres(drawing: Drawing) -> int:
    groups: list[tuple[float, float, list[float]]] = []
    for curve in curves(drawing):
        if not isinstance(curve, Circle | Arc):
            continue
        center, radius = center_of(curve), radius_of(curve)
        for x, y, radii in groups:
            if math.hypot(center.x - x, center.y - y) < CLOSE * 100:
                radii.append(radius)
                break
        else:
            groups.append((center.x, center.y, [radius]))
    return sum(len(sizes(radii)) > 1 for _, _, radii in groups)


def _span(drawing: Drawing) -> float | None:
    """The longer side over the largest circle's diameter; None if that circle is the outline itself."""
    radii = _radii(drawing)
    return max(_box(drawing)) / (2 * max(radii)) if radii else None


EXPECTED: Mapping[str, Callable[[Drawing], Value | None]] = {
    "part": lambda drawing: drawing.name,
    "use": lambda drawing: drawing.name,
    "lines": _count(Line),
    "arcs": _count(Arc),
    "circles": _count(Circle),
    "outlines": lambda drawing: len(drawing.loops),
    "holes": lambda drawing: None if drawing.nested else 0 if drawing.separate else len(drawing.loops) - 1,
    "pieces": lambda drawing: None if drawing.nested else len(drawing.loops) if drawing.separate else 1,
    "corners": _corners(lambda drawing: sum(not smooth for smooth in _joints(drawing))),
    "smooth-joints": _corners(lambda drawing: sum(_joints(drawing))),
    "slanting-lines": _slanting,
    "circle-sizes": _circle_sizes(lambda radii: len(sizes(radii))),
    "equal-circles": _circle_sizes(_most_alike),
    "shared-centres": _shared_centres,
    "cells": form.cells,
    "fullest-half": form.fullest_half,
    "emptiest-quarter": form.emptiest_quarter,
    "opening": form.opening,
    "inward-corners": _corners(form.inward_corners),
    "symmetric": lambda drawing: mirrors(symmetry.mirrored(curves(drawing), 0), symmetry.mirrored(curves(drawing), 1)),
    "turns": lambda drawing: symmetry.positions(curves(drawing)),
    "extent-ratio": _ratio,
    "fullness": _fullness,
    "circle-span": _span,
}


def expected(drawing: Drawing, aspect: str) -> Value | None:
    return EXPECTED[aspect](drawing)


# --- as measured ------------------------------------------------------------------------------------------------------


def _measured_holes(measures: SketchMeasurements) -> int | None:
    return measures.holes if measures.loops == measures.regions + measures.holes else None


MEASURED: Mapping[str, Callable[[SketchMeasurements], Value | None]] = {
    "lines": lambda measures: measures.lines,
    "arcs": lambda measures: measures.arcs,
    "circles": lambda measures: measures.circles,
    "outlines": lambda measures: measures.loops,
    "holes": _measured_holes,
    "pieces": lambda measures: measures.regions,
    "corners": lambda measures: measures.sharp_corners,
    "smooth-joints": lambda measures: measures.smooth_joints,
    "slanting-lines": lambda measures: measures.lines - measures.horizontal - measures.vertical,
    "circle-sizes": lambda measures: len(measures.diameters),
    "equal-circles": lambda measures: measures.equal_circles,
    "shared-centres": lambda measures: measures.concentric,
    "cells": lambda measures: measures.form.cells,
    "fullest-half": lambda measures: measures.form.fullest_half,
    "emptiest-quarter": lambda measures: measures.form.emptiest_quarter,
    "opening": lambda measures: measures.form.opening,
    "inward-corners": lambda measures: measures.inward_corners,
    "symmetric": lambda measures: mirrors("vertical" in measures.mirror_axes, "horizontal" in measures.mirror_axes),
    "turns": lambda measures: measures.turns or None,
    "extent-ratio": lambda measures: measures.aspect,
    "fullness": lambda measures: measures.area / (measures.width * measures.height),
    "circle-span": lambda measures: 1 / measures.largest_circle if measures.largest_circle else None,
}


def measured(measures: SketchMeasurements, aspect: str) -> Value | None:
    """Return the measured answer, None if it cannot be determined."""
    return MEASURED[aspect](measures) if aspect in MEASURED else None
