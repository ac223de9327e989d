"""Changes to a drawing that make no other part of it: corners cut or rounded, holes, counterbores.

So that two sketches of one part differ in their numbers of lines, arcs and circles, and what is asked of them has to be
counted there.
"""

import itertools
import math
import random
from collections.abc import Iterator, Sequence

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Line, Loop
from sgpkit.graphics.geometry import Point

from ..drafting import Drawing, center_of, radius_of
from ..piece import arc_circle, arc_sweep, plane_box

PLATES = (
    "base plate",
    "slotted plate",
    "keyhole plate",
    "gusset plate",
    "disc with bent slots",
    "half disc",
    "cross spider",
    "step block",
    "V-block",
    "heat sink",
)
"""Parts that may have holes anywhere."""

SMALLEST = 1.0
"""Millimetres of a radius, of a cut and of what stays between two curves, at least."""

CUT = (0.1, 0.24)
"""The share of the shorter side that is cut away at a corner."""

FLAT = 0.35
"""Radians by which a corner turns at least, to be cut or rounded."""

SAME, APART = 1.000001, 1.06
"""Factors below which two radii are one size, and above which they are two."""

MAX_HOLES = 4
TRIES = 12


def machined(drawing: Drawing, draw: random.Random) -> Drawing:
    """Return the drawing with corners cut or rounded and, for plates, with more holes; some drawings stay unchanged."""
    loops = [cornered(loop, draw) for loop in drawing.loops]
    if drawing.name in PLATES and not drawing.nested:
        loops += holes(loops, draw)
    bored = [] if drawing.separate else list(counterbores(loops, draw))
    if not are_distinct([*loops, *bored]):
        return drawing
    return drawing._replace(loops=(*loops, *bored), nested=drawing.nested or bool(bored))


def are_distinct(loops: Sequence[Loop]) -> bool:
    """Return whether circles of different sizes differ enough to be seen as different."""
    radii = sorted(curve.radius for loop in loops for curve in loop if isinstance(curve, Circle))
    return all(other < one * SAME or other > one * APART for one, other in itertools.pairwise(radii))


def cornered(loop: Loop, draw: random.Random) -> Loop:
    """Return an outline with none, one, some or all of its corners between lines cut or rounded."""
    chance = draw.choice((0.0, 0.0, 0.3, 0.6, 1.0))
    share, rounds = draw.uniform(*CUT), draw.random() < 0.5
    if not chance or len(loop) < 3:
        return loop
    result: list[Curve] = []
    start: Point | None = None
    first: Point | None = None
    for number, curve in enumerate(loop):
        after = loop[(number + 1) % len(loop)]
        if start is not None and isinstance(curve, Line):
            curve = Line(start, curve.end)
        start = None
        corner = corner_of(loop[number], after, share, rounds) if draw.random() < chance else None
        if corner is None or not isinstance(curve, Line):
            result.append(curve)
            continue
        start = corner.end
        result += [Line(curve.start, corner.start), corner]
        if number == len(loop) - 1:
            first = start
    if first is not None and isinstance(result[0], Line):
        result[0] = Line(first, result[0].end)
    return tuple(result)


def corner_of(before: Curve, after: Curve, share: float, rounds: bool) -> Line | Arc | None:
    """Return the replacement of the corner between two curves, or None if the corner stays."""
    if not (isinstance(before, Line) and isinstance(after, Line)):
        return None
    into, out = before.end - before.start, after.end - after.start
    shorter = min(math.hypot(*into), math.hypot(*out))
    reach = share * shorter
    into, out = into * (1 / math.hypot(*into)), out * (1 / math.hypot(*out))
    turn = math.atan2(into.cross(out), into.dot(out))
    corner = before.end
    start, end = corner - into * reach, corner + out * reach
    if reach < SMALLEST or not FLAT < abs(turn) < math.pi - FLAT:
        return None
    if not rounds:
        return Line(start, end)
    radius = reach / math.tan(abs(turn) / 2)
    side = math.copysign(radius, turn)
    centre = start + Point(-into.y, into.x) * side
    middle = centre + (corner - centre) * (radius / corner.distance(centre))
    return Arc(start, middle, end) if radius >= SMALLEST else None


def holes(loops: list[Loop], draw: random.Random) -> Iterator[Loop]:
    """Yield round holes in one or two sizes, where there is room for them."""
    wanted = draw.choice((0, *range(MAX_HOLES + 1)))
    if not wanted:
        return
    left, bottom, right, top = plane_box(loops[0])
    sizes = [draw.uniform(0.03, 0.09) * min(right - left, top - bottom) for _ in range(draw.choice((1, 2)))]
    rings = [ring(loop) for loop in loops]
    taken: list[Curve] = []
    for _ in range(TRIES):
        if len(taken) == wanted:
            return
        centre, radius = Point(draw.uniform(left, right), draw.uniform(bottom, top)), draw.choice(sizes)
        if radius < SMALLEST or room([*loops, taken], centre) < radius + SMALLEST:
            continue
        if is_inside(centre, rings[0]) and not any(is_inside(centre, other) for other in rings[1:]):
            hole = Circle(centre, radius)
            if all(isinstance(other, Circle) and other.center.distance(centre) > other.radius for other in taken):
                taken.append(hole)
                yield (hole,)


def counterbores(loops: list[Loop], draw: random.Random) -> Iterator[Loop]:
    """Yield wider circles around some round holes, where there is room for them."""
    if draw.random() < 0.7:
        return
    whole = draw.random() < 0.5
    factor = draw.uniform(1.3, 1.8)
    for number, loop in enumerate(loops):
        if number == 0 or not isinstance(loop[0], Circle) or not (whole or draw.random() < 0.5):
            continue
        centre, radius = loop[0].center, factor * loop[0].radius
        # Circles around two holes that are neighbours must not meet either.
        free = room([other for other in loops if other is not loop], centre) / (1 if len(loops) < 3 else 1.4)
        if free > radius + SMALLEST:
            yield (Circle(centre, radius),)


def room(loops: Sequence[Sequence[Curve]], point: Point) -> float:
    """Return the distance of a point from the nearest curve, arcs taken as whole circles."""
    return min((distance(point, curve) for loop in loops for curve in loop), default=math.inf)


def distance(point: Point, curve: Curve) -> float:
    """Return the distance of a point from a line, or from the circle of a curve."""
    if isinstance(curve, Line):
        along, off = curve.end - curve.start, point - curve.start
        share = max(0.0, min(1.0, off.dot(along) / along.dot(along)))
        return point.distance(curve.start + along * share)
    centre, radius = center_of(curve), radius_of(curve)
    return abs(point.distance(centre) - radius)


def ring(loop: Loop) -> list[Point]:
    """Return points on an outline, close together where it is round."""
    points: list[Point] = []
    for curve in loop:
        if isinstance(curve, Circle):
            steps = [math.tau * step / 32 for step in range(32)]
            points += [curve.center + Point(math.cos(angle), math.sin(angle)) * curve.radius for angle in steps]
        elif isinstance(curve, Arc):
            (centre, _), sweep = arc_circle(curve), arc_sweep(curve)
            off = curve.start - centre
            for step in range(12):
                cos, sin = math.cos(sweep * step / 12), math.sin(sweep * step / 12)
                points.append(centre + Point(off.x * cos - off.y * sin, off.x * sin + off.y * cos))
        elif isinstance(curve, Line):
            points.append(curve.start)
    return points


def is_inside(point: Point, ring: Sequence[Point]) -> bool:
    """Return whether a point is inside a polygon."""
    inside = False
    for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (one.y > point.y) != (other.y > point.y):
            at = one.x + (point.y - one.y) / (other.y - one.y) * (other.x - one.x)
            inside ^= at > point.x
    return inside
