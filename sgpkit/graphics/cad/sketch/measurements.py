"""Measurements of a flat sketch: the things drawn, relations of lines, enclosed areas, symmetry.

All values are measured on the drawn geometry, not read from names or listed constraints, except for `constraints`,
which counts the latter. Construction geometry is only counted.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, EllipticArc, Line, Loop, Region, Sketch, Spline
from sgpkit.graphics.cad.sketch.constraints import center_of, direction, radius_of
from sgpkit.graphics.cad.sketch.curves import (
    Box,
    area,
    box_of,
    box_of_points,
    ends,
    is_closed,
    outline,
    reversed_curve,
    sample,
    signed_area,
    turn_of,
)
from sgpkit.graphics.cad.sketch.form import Form, form_of
from sgpkit.graphics.cad.sketch.loops import nest
from sgpkit.graphics.cad.sketch.symmetry import mirror_axes, turns
from sgpkit.graphics.geometry import Point

NEAR = 1e-3
"""Lengths are the same if they differ by less than this share of the sketch's size; angles, if by less than this."""
SHARP = 0.02
"""Radians by which a direction jumps at a corner."""


@dataclass(frozen=True)
class SketchMeasurements:
    """Values measured on one sketch."""

    # the drawing; construction is counted apart
    lines: int
    arcs: int
    circles: int
    ellipses: int
    """Whole ellipses and parts of them."""
    splines: int
    points: int
    construction: int
    # what it encloses
    loops: int
    """Closed outlines, holes among them."""
    regions: int
    holes: int
    area: float
    """The area of all regions, holes left out."""
    outline: tuple[int, int]
    """Straight and curved pieces of the largest outline."""
    convex: bool
    """True if the largest outline is."""
    sharp_corners: int
    smooth_joints: int
    """Joints of two pieces of an outline: where the direction jumps, and where it does not."""
    inward_corners: int
    """Sharp corners of the largest outline whose inside angle is more than 180 degrees."""
    # how its pieces relate
    horizontal: int
    vertical: int
    concentric: int
    """Centres that circles or arcs of different radii share."""
    equal_circles: int
    """The most whole circles of one size."""
    diameters: tuple[float, ...]
    """Diameters of whole circles: each size once, falling."""
    # its form as a whole
    width: float
    height: float
    mirror_axes: tuple[str, ...]
    """Those of `vertical`, `horizontal`, `diagonal` through the middle that mirror the drawing onto itself."""
    form: Form
    """Where material is within the box."""
    turns: int
    """The number of turns within a whole one that map the drawing onto itself; 0 for any, as for concentric circles."""
    # its constraints
    constraints: tuple[tuple[str, int], ...]
    """The number of each kind, by name."""

    @property
    def aspect(self) -> float:
        """The longer side of the box over the shorter one; infinite for a single straight line."""
        low, high = sorted((self.width, self.height))
        return high / low if low else math.inf

    @property
    def largest_circle(self) -> float:
        """The diameter of the largest whole circle over the longer side of the box; 0 without circles."""
        return self.diameters[0] / max(self.width, self.height) if self.diameters else 0.0


def measure(sketch: Sketch) -> SketchMeasurements:
    """Measure a sketch."""
    drawn = [entity for entity in sketch.entities if not entity.construction]
    curves = [entity.shape for entity in drawn if not isinstance(entity.shape, Point)]
    points = [entity.shape for entity in drawn if isinstance(entity.shape, Point)]
    extent = box_of(curves) if curves else _box(points)
    near = NEAR * (extent.size or 1.0)
    loops = closed_loops(curves, near)
    regions = nest(loops)
    largest = max((region.outer for region in regions), key=area, default=())
    lines = [curve for curve in curves if isinstance(curve, Line)]
    circles = [curve for curve in curves if isinstance(curve, Circle)]
    arcs = [curve for curve in curves if isinstance(curve, Arc)]
    turned = [turn for loop in loops for turn in _joints(loop)]
    sharp = sum(abs(turn) > SHARP for turn in turned)
    return SketchMeasurements(
        lines=len(lines),
        arcs=len(arcs),
        circles=len(circles),
        ellipses=sum(isinstance(curve, Ellipse | EllipticArc) for curve in curves),
        splines=sum(isinstance(curve, Spline) for curve in curves),
        points=len(points),
        construction=len(sketch.entities) - len(drawn),
        loops=len(loops),
        regions=len(regions),
        holes=sum(len(region.holes) for region in regions),
        area=sum(_area(region) for region in regions),
        outline=_pieces(largest),
        convex=_convex(largest),
        sharp_corners=sharp,
        smooth_joints=len(turned) - sharp,
        inward_corners=_inward_corners(largest),
        horizontal=sum(abs(direction(line).y) < NEAR for line in lines),
        vertical=sum(abs(direction(line).x) < NEAR for line in lines),
        concentric=_concentric([*circles, *arcs], near),
        equal_circles=max((len(group) for group in _alike((circle.radius for circle in circles), near)), default=0),
        diameters=tuple(2 * group[0] for group in _alike((circle.radius for circle in circles), near)),
        width=extent.width,
        height=extent.height,
        mirror_axes=mirror_axes(curves, extent),
        form=form_of(regions, extent),
        turns=turns(curves, extent),
        constraints=tuple(sorted(Counter(constraint.kind for constraint in sketch.constraints).items())),
    )


# --- outlines ---------------------------------------------------------------------------------------------------------


def closed_loops(curves: Sequence[Curve], near: float) -> list[Loop]:
    """Return the closed outlines that curves form end to end.

    Where more than two ends meet in a point the outlines there are ambiguous, and none is followed through it.
    """
    loops: list[Loop] = [(curve,) for curve in curves if is_closed(curve)]
    rest = [curve for curve in curves if not is_closed(curve)]
    corners = [(index, side, ends(curve)[side]) for index, curve in enumerate(rest) for side in (0, 1)]
    meeting: dict[tuple[int, int], list[tuple[int, int]]] = {
        (index, side): [(i, s) for i, s, other in corners if (i, s) != (index, side) and at.distance(other) <= near]
        for index, side, at in corners
    }
    seen: set[int] = set()
    for start in range(len(rest)):
        chain, here = [], (start, 0)
        while here[0] not in seen:
            seen.add(here[0])
            chain.append(here)
            beyond = meeting[(here[0], 1 - here[1])]
            if len(beyond) != 1:
                break
            here = beyond[0]
            if here == (start, 0):
                loops.append(tuple(_turned(rest[index], side) for index, side in chain))
                break
    return loops


def _turned(curve: Curve, side: int) -> Curve:
    return reversed_curve(curve) if side else curve


def _pieces(loop: Loop) -> tuple[int, int]:
    straight = sum(isinstance(curve, Line) for curve in loop)
    return straight, len(loop) - straight


def _convex(loop: Loop) -> bool:
    """Return whether the outline never turns to the other side, except for errors of sampling."""
    if not loop:
        return False
    points = outline(loop)
    sense = math.copysign(1, signed_area(points))
    size = max(one.distance(points[0]) for one in points)
    following = zip(points, points[1:] + points[:1], points[2:] + points[:2], strict=True)
    return all(sense * (b - a).cross(c - b) > -1e-6 * size * size for a, b, c in following)


def _joints(loop: Loop) -> list[float]:
    """Return the angles by which the direction jumps where two pieces of an outline meet."""
    if len(loop) == 1:
        return []
    turned = []
    for before, after in zip(loop, loop[1:] + loop[:1], strict=True):
        into, out_of = _tangent(before, -1), _tangent(after, 0)
        turned.append(math.atan2(into.cross(out_of), into.dot(out_of)))
    return turned


def _inward_corners(loop: Loop) -> int:
    sense = math.copysign(1, signed_area(outline(loop))) if loop else 0
    return sum(sense * turn < -SHARP for turn in _joints(loop)) if loop else 0


def _tangent(curve: Curve, at: int) -> Point:
    """Return the direction at the start (0) or the end (-1) of a curve."""
    turn = turn_of(curve) if isinstance(curve, Arc) else None
    if turn is not None:
        angle = turn.start + (turn.sweep if at else 0.0) + math.copysign(math.pi / 2, turn.sweep)
        return Point(math.cos(angle), math.sin(angle))
    points = sample(curve, 4096)
    return points[-1] - points[-2] if at else points[1] - points[0]


def _area(region: Region) -> float:
    return area(region.outer) - sum(area(hole) for hole in region.holes)


# --- pieces -----------------------------------------------------------------------------------------------------------


def _alike(values: Iterable[float], near: float) -> list[list[float]]:
    """Group values that are the same, the groups in falling order."""
    groups: list[list[float]] = []
    for value in sorted(values, reverse=True):
        if groups and groups[-1][0] - value <= near:
            groups[-1].append(value)
        else:
            groups.append([value])
    return groups


def _concentric(curves: Sequence[Curve], near: float) -> int:
    centers: list[tuple[Point, set[int]]] = []
    for curve in curves:
        center, radius = center_of(curve), radius_of(curve)
        if center is None or radius is None:
            continue
        size = round(radius / (2 * near))
        for known, sizes in centers:
            if known.distance(center) <= near:
                sizes.add(size)
                break
        else:
            centers.append((center, {size}))
    return sum(max(sizes) - min(sizes) > 1 for _, sizes in centers)


def _box(points: Sequence[Point]) -> Box:
    return box_of_points(points) if points else Box(0.0, 0.0, 0.0, 0.0)
