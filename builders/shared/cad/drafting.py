"""Outlines → a constrained sketch: what is level, meets, touches or repeats becomes a constraint, as in a sketcher.

Constraints are derived from the numbers, so each of them holds. Kinds are SketchGraphs'
(`sgpkit/graphics/cad/dialects/sketchgraphs.py`).
"""

import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sgpkit.graphics.cad.dialects import sketchgraphs as cad_sketchgraphs
from sgpkit.graphics.cad.dialects import text as cad_text
from sgpkit.graphics.cad.model import Arc, Circle, Constraint, Curve, Entity, Line, Loop, Sketch
from sgpkit.graphics.geometry import Point

from .piece import arc_circle

DECIMALS = (3, 4)
"""Decimals of a millimetre."""

AWAY = 120.0
"""Millimetres between the origin and the middle of a sketch, at most, along each axis."""

SHARES = (0.05, 1.0)
"""The shares of its constraints that a sketch states."""

MAX_CONCENTRIC = 2
"""Pairs of circles that a sketch states to have one centre, at most."""

CLOSE = 1e-6
"""Lengths and slopes that differ by less are the same: drawn numbers are rounded only afterwards."""


class Drawing(NamedTuple):
    """A sketch: its outlines, and construction lines, which guide and are no outline."""

    name: str
    loops: tuple[Loop, ...]
    construction: tuple[Curve, ...] = ()
    separate: bool = False
    """Whether the outlines are next to each other; else all others are inside the first."""
    nested: bool = False
    """Whether some of these contain further outlines, so that it is disputable which ones are holes."""


def text(drawing: Drawing, draw: random.Random) -> str:
    """Return a sketch as text, in two cases of three scaled and away from the origin, so that lengths and places are as
    crooked as those of real documents."""
    factor = draw.choice((1.0, draw.uniform(0.6, 1.6), draw.uniform(0.6, 1.6)))
    shift = draw.choice((Point(0.0, 0.0), *(Point(draw.uniform(-AWAY, AWAY), draw.uniform(-AWAY, AWAY)),) * 2))
    placed = mapped(drawing, lambda point: point * factor + shift, factor)
    return cad_text.write(cad_sketchgraphs.commands(sketch(placed, draw), draw.choice(DECIMALS)))


def scaled(drawing: Drawing, factor: float) -> Drawing:
    return mapped(drawing, lambda point: point * factor, factor)


def quarter_turned(drawing: Drawing) -> Drawing:
    """Return the drawing turned by 90 degrees, counter-clockwise."""
    return mapped(drawing, lambda point: Point(0.0 - point.y, point.x), 1.0)


def mapped(drawing: Drawing, turn: Callable[[Point], Point], factor: float) -> Drawing:
    """Return the drawing with every point moved and every radius times a factor."""

    def bend(curve: Curve) -> Curve:
        match curve:
            case Line(start, end):
                return Line(turn(start), turn(end))
            case Arc(start, middle, end):
                return Arc(turn(start), turn(middle), turn(end))
            case Circle(center, radius):
                return Circle(turn(center), radius * factor)
        raise TypeError(f"no sketch of ours has a {type(curve).__name__.lower()}")

    loops = tuple(tuple(map(bend, loop)) for loop in drawing.loops)
    return drawing._replace(loops=loops, construction=tuple(map(bend, drawing.construction)))


def sketch(drawing: Drawing, draw: random.Random) -> Sketch:
    """Each outline's curves with the constraints within it, then those between outlines."""
    numbers = itertools.count(1)
    entities: list[Entity] = []
    constraints: list[Constraint] = []
    for loop in drawing.loops:
        named = [Entity(f"c{next(numbers)}", curve) for curve in loop]
        entities += named
        constraints += within(named, draw)
    guides = [Entity(f"c{next(numbers)}", curve, construction=True) for curve in drawing.construction]
    constraints += between(entities, guides, draw)
    # Some sketches state every constraint, some few: else the length of the text would give the drawing away.
    share = draw.uniform(*SHARES)
    kept = [constraint for constraint in constraints if draw.random() < share]
    return Sketch(tuple(entities + guides), tuple(kept or constraints))


def within(loop: Sequence[Entity], draw: random.Random) -> Iterator[Constraint]:
    if len(loop) > 1:
        for one, next_ in zip(loop, [*loop[1:], loop[0]], strict=True):
            yield Constraint("Coincident", (f"{one.name}.end", f"{next_.name}.start"))
            if not (isinstance(one.shape, Line) and isinstance(next_.shape, Line)) and touching(one.shape, next_.shape):
                yield Constraint("Tangent", (one.name, next_.name))
    lines = [entity for entity in loop if isinstance(entity.shape, Line)]
    yield from directions(lines)
    for entity in draw.sample(lines, min(2, len(lines))):
        assert isinstance(entity.shape, Line)
        yield Constraint("Length", (entity.name,), entity.shape.start.distance(entity.shape.end))
    yield from equal_radii([entity for entity in loop if isinstance(entity.shape, Arc)], "Radius")


def directions(lines: Sequence[Entity]) -> Iterator[Constraint]:
    """Yield directions of lines: level, upright, or parallel and at right angles to an earlier one."""
    slanted: list[Entity] = []
    for entity in lines:
        along = direction(entity.shape)
        if abs(along.y) < CLOSE:
            yield Constraint("Horizontal", (entity.name,))
        elif abs(along.x) < CLOSE:
            yield Constraint("Vertical", (entity.name,))
        else:
            for other in slanted:
                if abs(along.cross(direction(other.shape))) < CLOSE:
                    yield Constraint("Parallel", (other.name, entity.name))
                    break
                if abs(along.dot(direction(other.shape))) < CLOSE:
                    yield Constraint("Perpendicular", (other.name, entity.name))
                    break
            slanted.append(entity)


def equal_radii(rounds: Sequence[Entity], dimension: str) -> Iterator[Constraint]:
    """The first of each size is given its size, the others are equal to it."""
    first: dict[float, Entity] = {}
    for entity in rounds:
        radius = radius_of(entity.shape)
        same = next((known for known in first if math.isclose(known, radius, rel_tol=CLOSE)), None)
        if same is not None:
            yield Constraint("Equal", (first[same].name, entity.name))
            continue
        first[radius] = entity
        yield Constraint(dimension, (entity.name,), radius * (2 if dimension == "Diameter" else 1))


def between(entities: Sequence[Entity], guides: Sequence[Entity], draw: random.Random) -> Iterator[Constraint]:
    circles = [entity for entity in entities if isinstance(entity.shape, Circle)]
    yield from equal_radii(circles, "Diameter")
    yield from directions([guide for guide in guides if isinstance(guide.shape, Line)])
    yield from equal_radii([guide for guide in guides if isinstance(guide.shape, Circle)], "Diameter")
    centred: list[Entity] = []
    concentric: list[Constraint] = []
    for entity in [*entities, *guides]:
        if not isinstance(entity.shape, Circle | Arc):
            continue
        same = next(
            (other for other in centred if center_of(other.shape).distance(center_of(entity.shape)) < CLOSE), None
        )
        if same is not None:
            concentric.append(Constraint("Concentric", (same.name, entity.name)))
        else:
            centred.append(entity)
    # Any number of them, for they would else count the centres that circles share.
    yield from draw.sample(concentric, min(len(concentric), draw.randint(0, MAX_CONCENTRIC)))
    for guide in guides:
        for entity in circles:
            if (
                isinstance(guide.shape, Circle)
                and abs(guide.shape.center.distance(center_of(entity.shape)) - guide.shape.radius) < CLOSE
            ):
                yield Constraint("Coincident", (f"{entity.name}.center", guide.name))
    lines = [entity for entity in entities if isinstance(entity.shape, Line)]
    for entity in circles:
        for line in lines:
            if touches(line.shape, entity.shape):  # type: ignore[arg-type]
                yield Constraint("Tangent", (line.name, entity.name))
    apart = [entity for entity in circles if entity in centred]
    for one, other in list(itertools.pairwise(apart))[: draw.randint(0, 2)]:
        yield Constraint(
            "Distance",
            (f"{one.name}.center", f"{other.name}.center"),
            center_of(one.shape).distance(center_of(other.shape)),
        )


# --- what the numbers say ---------------------------------------------------------------------------------------------


def direction(shape: object) -> Point:
    assert isinstance(shape, Line)
    along = shape.end - shape.start
    return along * (1 / math.hypot(*along))


def center_of(shape: object) -> Point:
    return shape.center if isinstance(shape, Circle) else arc_circle(shape)[0]  # type: ignore[arg-type]


def radius_of(shape: object) -> float:
    return shape.radius if isinstance(shape, Circle) else arc_circle(shape)[1]  # type: ignore[arg-type]


def touching(one: object, next_: object) -> bool:
    """Return whether the second continues the first: from its end, in its direction."""
    return abs(heading(one, at_end=True).cross(heading(next_, at_end=False))) < CLOSE


def heading(shape: object, at_end: bool) -> Point:
    """The tangent at an end, as a unit vector of either sign."""
    if isinstance(shape, Line):
        return direction(shape)
    if isinstance(shape, Arc):
        center, radius = arc_circle(shape)
        out = (shape.end if at_end else shape.start) - center
        return Point(-out.y / radius, out.x / radius)
    raise TypeError(f"no tangent is known of a {type(shape).__name__}")


def touches(line: Line, circle: Circle) -> bool:
    """The line ends on, or passes, a circle that it is tangent to."""
    along = direction(line)
    out = circle.center - line.start
    reach = out.dot(along)
    return (
        abs(abs(along.cross(out)) - circle.radius) < CLOSE and -CLOSE <= reach <= line.start.distance(line.end) + CLOSE
    )
