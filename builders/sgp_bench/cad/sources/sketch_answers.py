"""Questions on a flat sketch, answered twice: as measured (`SketchMeasurements`), and as its recipe knows it."""

import math
from collections.abc import Callable, Mapping

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Line
from sgpkit.graphics.cad.sketch.measurements import SketchMeasurements

from ..content import symmetry
from ..content.drafting import CLOSE, Drawing, center_of, direction, radius_of, touching
from ..content.piece import area, plane_box
from .solid_answers import Value

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
    found: list[float] = []
    for value in sorted(values):
        if not found or value > found[-1] * (1 + SAME):
            found.append(value)
    return found


def mirrors(upright: bool, level: bool) -> str:
    return BOTH if upright and level else UPRIGHT if upright else LEVEL if level else NEITHER


# --- as the recipe knows it -------------------------------------------------------------------------------------------


def _count(kind: type) -> Callable[[Drawing], int]:
    return lambda drawing: sum(isinstance(curve, kind) for curve in curves(drawing))


def _joints(drawing: Drawing) -> list[bool]:
    """For each joint of an outline whether it is smooth."""
    return [
        touching(one, next_)
        for loop in drawing.loops
        if len(loop) > 1
        for one, next_ in zip(loop, loop[1:] + loop[:1], strict=True)
    ]


def _slanting(drawing: Drawing) -> int:
    along = [direction(curve) for curve in curves(drawing) if isinstance(curve, Line)]
    return sum(min(abs(each.x), abs(each.y)) > CLOSE for each in along)


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


def _most_alike(values: list[float]) -> int:
    return max((sum(abs(each - value) < SAME * value for each in values) for value in values), default=0)


def _shared_centres(drawing: Drawing) -> int:
    found: list[tuple[float, float, list[float]]] = []
    for curve in curves(drawing):
        if not isinstance(curve, Circle | Arc):
            continue
        center, radius = center_of(curve), radius_of(curve)
        for x, y, radii in found:
            if math.hypot(center.x - x, center.y - y) < CLOSE * 100:
                radii.append(radius)
                break
        else:
            found.append((center.x, center.y, [radius]))
    return sum(len(sizes(radii)) > 1 for _, _, radii in found)


def _span(drawing: Drawing) -> float | None:
    """The longer side over the largest circle's diameter; None where that circle is the outline itself."""
    radii = _radii(drawing)
    return max(_box(drawing)) / (2 * max(radii)) if radii else None


EXPECTED: Mapping[str, Callable[[Drawing], Value | None]] = {
    "part": lambda drawing: drawing.name,
    "lines": _count(Line),
    "arcs": _count(Arc),
    "circles": _count(Circle),
    "construction": lambda drawing: len(drawing.construction),
    "outlines": lambda drawing: len(drawing.loops),
    "holes": lambda drawing: None if drawing.nested else 0 if drawing.separate else len(drawing.loops) - 1,
    "pieces": lambda drawing: None if drawing.nested else len(drawing.loops) if drawing.separate else 1,
    "corners": lambda drawing: sum(not smooth for smooth in _joints(drawing)),
    "smooth-joints": lambda drawing: sum(_joints(drawing)),
    "slanting-lines": _slanting,
    "circle-sizes": lambda drawing: len(sizes(_radii(drawing))),
    "equal-circles": lambda drawing: _most_alike(_radii(drawing)),
    "shared-centres": _shared_centres,
    "mirrors": lambda drawing: mirrors(symmetry.mirrored(curves(drawing), 0), symmetry.mirrored(curves(drawing), 1)),
    "turns": lambda drawing: symmetry.positions(curves(drawing)),
    "extent-ratio": _ratio,
    "fullness": _fullness,
    "circle-span": _span,
}


def expected(drawing: Drawing, aspect: str) -> Value | None:
    return EXPECTED[aspect](drawing)


# --- as measured ------------------------------------------------------------------------------------------------------


def _measured_holes(facts: SketchMeasurements) -> int | None:
    return facts.holes if facts.loops == facts.regions + facts.holes else None


MEASURED: Mapping[str, Callable[[SketchMeasurements], Value | None]] = {
    "lines": lambda facts: facts.lines,
    "arcs": lambda facts: facts.arcs,
    "circles": lambda facts: facts.circles,
    "construction": lambda facts: facts.construction,
    "outlines": lambda facts: facts.loops,
    "holes": _measured_holes,
    "pieces": lambda facts: facts.regions,
    "corners": lambda facts: facts.sharp_corners,
    "smooth-joints": lambda facts: facts.smooth_joints,
    "slanting-lines": lambda facts: facts.lines - facts.horizontal - facts.vertical,
    "circle-sizes": lambda facts: len(facts.diameters),
    "equal-circles": lambda facts: facts.equal_circles,
    "shared-centres": lambda facts: facts.concentric,
    "mirrors": lambda facts: mirrors("vertical" in facts.mirror_axes, "horizontal" in facts.mirror_axes),
    "turns": lambda facts: facts.turns or None,
    "extent-ratio": lambda facts: facts.aspect,
    "fullness": lambda facts: facts.area / (facts.width * facts.height),
    "circle-span": lambda facts: 1 / facts.largest_circle if facts.largest_circle else None,
}


def measured(facts: SketchMeasurements, aspect: str) -> Value | None:
    """None where it cannot be told."""
    return MEASURED[aspect](facts) if aspect in MEASURED else None
