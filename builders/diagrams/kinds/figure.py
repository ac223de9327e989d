"""Geometric figures: labelled points, segments between them and circles, with what must hold of them.

polygon A B C …     the sides between neighbours
segment A B         a line from A to B
midpoint M A B      M is the middle of AB
foot H C A B        H is on AB, and CH is perpendicular to AB
right A B C         the angle at B is right
equal A B C D       AB is as long as CD
parallel A B C D    AB is parallel to CD, and not on one line with it
through A B C …     a circle passes through these points
centred O A         a circle around O passes through A
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

from sgpkit.graphics.geometry import Point, Segment
from sgpkit.metrics.structure.scene_match.groups import Drawn

from ..content.sketch import PRINTERS, Circle, Line, Mark, Sketch, Text
from . import reading
from .geometry import Condition, Geometry, Positions, circles_of, lines_of, make
from .kind import Kind, Shown

ANGLE = 0.035
"""The largest sine, or cosine, of an angle that counts as none, or as right: two degrees."""

LENGTH = 0.03
"""Maximum relative difference of equal lengths."""

FAR = 0.1
"""Of the figure's diagonal: the largest distance of a label from its point."""

RULE = """\
Every point has its letter directly next to it, segments are straight lines, and nothing else is drawn: no marks of \
angles or lengths, and no other text."""


PHRASES = {
    "segment": "the segment {0}{1}",
    "midpoint": "{0} is the midpoint of {1}{2}",
    "foot": "{0} is the foot of the perpendicular from {1} to {2}{3}",
    "right": "the angle {0}{1}{2} is a right angle",
    "equal": "{0}{1} is as long as {2}{3}",
    "parallel": "{0}{1} is parallel to {2}{3}",
    "centred": "a circle around {0} passes through {1}",
}


def phrase(condition: Condition) -> str:
    """Return a condition in words."""
    if condition.name == "polygon":
        return f"the {'triangle' if len(condition.points) == 3 else 'quadrilateral'} {''.join(condition.points)}"
    if condition.name == "through":
        return f"one circle passes through {', '.join(condition.points[:-1])} and {condition.points[-1]}"
    return PHRASES[condition.name].format(*condition.points)


def describe(content: Geometry, draw: random.Random) -> str:
    """Describe the figure in a sentence each, or as a list."""
    drawn = [phrase(condition) for condition in content.conditions if condition.name in ("polygon", "segment")]
    holds = [phrase(condition) for condition in content.conditions if condition.name not in ("polygon", "segment")]
    lead = "Draw a geometric figure with the points " + ", ".join(label for label, _, _ in content.points)
    if draw.random() < 0.5:
        return "\n".join([f"{lead}.", "", *(f"- {one}" for one in (*(f"draw {one}" for one in drawn), *holds))])
    conditions = "".join(f" {one[0].upper()}{one[1:]}." for one in holds)
    return f"{lead}. Draw {', '.join(drawn)}.{conditions}"


def sketch(content: Geometry) -> Sketch:
    """Return the drawing, with letters outside."""
    positions = content.positions
    around = [p for c, r in content.circles for p in (Point(c.x - r, c.y - r), Point(c.x + r, c.y + r))]
    everything = [*positions.values(), *around]
    left, top = min(p.x for p in everything) - 24, min(p.y for p in everything) - 24
    right, bottom = max(p.x for p in everything) + 24, max(p.y for p in everything) + 24

    def at(point: Point) -> tuple[float, float]:
        return point.x - left, point.y - top

    marks: list[Mark] = [Line((at(positions[one]), at(positions[other]))) for one, other in content.lines]
    marks += [Circle(at(center), radius) for center, radius in content.circles]
    for label, point in positions.items():
        marks.append(Text(at(free_position(point, content)), label))
    return Sketch(round(right - left, 1), round(bottom - top, 1), tuple(marks))


def free_position(point: Point, content: Geometry) -> Point:
    """Return the position next to a point that is farthest from lines, circles and other points."""
    positions = content.positions
    ways = [(positions[one], positions[other]) for one, other in content.lines]

    def room(position: Point) -> float:
        gaps = [Segment(*way).distance(position) for way in ways]
        gaps += [abs(position.distance(center) - radius) for center, radius in content.circles]
        return min([*gaps, *(position.distance(other) - 8 for other in positions.values())])

    turns = (math.tau * step / 16 for step in range(16))
    return max((Point(point.x + 12 * math.cos(turn), point.y + 12 * math.sin(turn)) for turn in turns), key=room)


def show(drawn: Drawn, content: Geometry) -> Shown:
    """Return the number of conditions that hold, and the number of requested lines and circles."""
    near = reading.close(drawn)
    lines = [side for side in reading.segments(drawn, is_straight) if side[0].distance(side[1]) > near]
    circles = [round_of(figure.box) for figure in drawn.figures if figure.kind == "circle"]
    circles = [circle for circle in circles if circle[1] > near]  # without dots at points
    others = [figure for figure in drawn.figures if figure.kind != "circle" and not is_straight(figure)]
    positions = located(drawn, [label for label, _, _ in content.points], lines, near)
    hits = sum(holds(condition, positions, lines, circles, near) for condition in content.conditions)
    wanted = [
        (positions[one], positions[other]) for one, other in content.lines if one in positions and other in positions
    ]
    asked = [
        circle
        for condition in content.conditions
        if set(condition.points) <= positions.keys()
        for circle in circles_of(condition, positions)
    ]
    strays = sum(not is_covered(line, wanted, 2 * near) for line in lines) + len(others)
    strays += sum(not any(is_same(one, circle, near) for one in asked) for circle in circles)
    return Shown(reading.f_score(hits, len(content.conditions), hits + strays))


def is_straight(figure: Any) -> bool:
    """Return whether a figure consists of straight lines."""
    return figure.kind in ("line", "triangle", "rectangle", "polygon") or (not figure.closed and len(figure.points) > 2)


def round_of(box: Any) -> tuple[Point, float]:
    """Return the center and the radius of a circle by its box."""
    return reading.middle(box), (box.right - box.left) / 2


def located(drawn: Drawn, labels: Sequence[str], lines: Sequence[tuple[Point, Point]], near: float) -> Positions:
    """Return the point of each letter: distinct ends of lines with the minimum sum of distances."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    ends = reading.different((point for line in lines for point in line), near)
    boxes = {label: boxes[0] for label in labels if (boxes := drawn.boxes_of(label))}
    if not ends or not boxes:
        return {}
    middles = [reading.middle(box) for box in boxes.values()]
    far = FAR / reading.CLOSE * near
    costs = np.array([[distance if (distance := m.distance(end)) <= far else 1e6 for end in ends] for m in middles])
    rows, columns = linear_sum_assignment(costs)
    chosen = zip(rows, columns, strict=True)
    return {list(boxes)[row]: ends[column] for row, column in chosen if costs[row, column] < 1e6}


def holds(
    condition: Condition,
    positions: Positions,
    lines: Sequence[tuple[Point, Point]],
    circles: Sequence[tuple[Point, float]],
    near: float,
) -> float:
    """Return the degree to which a condition holds for the points of a drawing; for a polygon, the share of its
    sides.
    """
    if not set(condition.points) <= positions.keys():
        return 0.0
    at = [positions[label] for label in condition.points]
    if asked := lines_of(condition):
        return sum(is_covered((positions[one], positions[other]), lines, near) for one, other in asked) / len(asked)
    if asked_circles := circles_of(condition, positions):
        return float(any(is_same(asked_circles[0], circle, near) for circle in circles))
    return float(CHECKS[condition.name](at, near))


def is_covered(line: tuple[Point, Point], others: Sequence[tuple[Point, Point]], near: float) -> bool:
    """Return whether a segment is all on others."""
    start, end = line
    points = [Point(start.x + (end.x - start.x) * at / 12, start.y + (end.y - start.y) * at / 12) for at in range(13)]
    return all(any(Segment(*other).distance(point) <= near for other in others) for point in points)


def is_same(one: tuple[Point, float], other: tuple[Point, float], near: float) -> bool:
    """Return whether two circles are one."""
    return one[0].distance(other[0]) <= 2 * near and abs(one[1] - other[1]) <= 2 * near


def sine(a: Point, b: Point, c: Point, d: Point) -> float:
    """Return the sine of the angle between two lines."""
    size = a.distance(b) * c.distance(d)
    return abs((b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)) / size if size else 1.0


def cosine(a: Point, b: Point, c: Point, d: Point) -> float:
    """Return the cosine of the angle between two lines."""
    size = a.distance(b) * c.distance(d)
    return abs((b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y)) / size if size else 1.0


def _midpoint(at: Sequence[Point], near: float) -> bool:
    return at[0].distance(Point((at[1].x + at[2].x) / 2, (at[1].y + at[2].y) / 2)) <= near


def _foot(at: Sequence[Point], near: float) -> bool:
    return Segment(at[2], at[3]).distance(at[0]) <= near and cosine(at[0], at[1], at[2], at[3]) <= ANGLE


def _equal(at: Sequence[Point], near: float) -> bool:
    one, other = at[0].distance(at[1]), at[2].distance(at[3])
    return abs(one - other) <= LENGTH * max(one, other)


def _parallel(at: Sequence[Point], near: float) -> bool:
    return sine(*at[:4]) <= ANGLE and sine(at[0], at[1], at[0], at[2]) > ANGLE


CHECKS: dict[str, Callable[[Sequence[Point], float], bool]] = {
    "midpoint": _midpoint,
    "foot": _foot,
    "right": lambda at, near: cosine(at[1], at[0], at[1], at[2]) <= ANGLE,
    "equal": _equal,
    "parallel": _parallel,
}


def wrong(content: Geometry, draw: random.Random) -> Geometry:
    """Move a point, or leave out a line or a circle, such that some condition is violated."""
    steps = ((22.0, 0.0), (0.0, -22.0))
    changed = [moved(content, label, *step) for label, _, _ in content.points for step in steps]
    changed += [
        content._replace(conditions=tuple(one for one in content.conditions if one != condition))
        for condition in content.conditions
    ]
    return draw.choice([one for one in changed if truth(content.conditions, one) < len(content.conditions)])


def moved(content: Geometry, label: str, across: float, down: float) -> Geometry:
    """Return the figure with one point at another position."""
    points = ((name, x + across * (name == label), y + down * (name == label)) for name, x, y in content.points)
    return content._replace(points=tuple(points))


def truth(conditions: Sequence[Condition], content: Geometry) -> float:
    """Return the number of conditions that hold for the positions, lines and circles of a figure."""
    positions = content.positions
    lines = [(positions[one], positions[other]) for one, other in content.lines]
    return sum(holds(condition, positions, lines, content.circles, 2.0) for condition in conditions)


def renamed(content: Geometry, name: Callable[[str], str]) -> Geometry:
    """Return the figure with other letters."""
    conditions = tuple(
        Condition(condition.name, tuple(map(name, condition.points))) for condition in content.conditions
    )
    return content._replace(points=tuple((name(label), x, y) for label, x, y in content.points), conditions=conditions)


def labels(content: Geometry) -> tuple[str, ...]:
    """Return the letters."""
    return tuple(label for label, _, _ in content.points)


def as_plain(content: Geometry) -> dict[str, Any]:
    """Return the figure for JSON."""
    return {
        "points": [list(one) for one in content.points],
        "conditions": [[f.name, *f.points] for f in content.conditions],
    }


def from_plain(plain: Any) -> Geometry:
    """Return the figure of JSON."""
    points = tuple((str(label), float(x), float(y)) for label, x, y in plain["points"])
    return Geometry("", points, tuple(Condition(name, tuple(rest)) for name, *rest in plain["conditions"]))


KIND = Kind(
    name="figure",
    rule=RULE,
    make=make,
    describe=describe,
    sketch=sketch,
    native={},
    labels=labels,
    show=show,
    as_plain=as_plain,
    from_plain=from_plain,
    wrong=wrong,
    renamed=renamed,
    placed=frozenset(PRINTERS),
    anchors=labels,
)
