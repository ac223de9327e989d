"""DeepCAD's sketch-and-extrude sequences in 256 levels: commands ↔ parts.

The commands and their numbers are those of R. Wu, C. Xiao, C. Zheng, "DeepCAD: A Deep Generative Network for
Computer-Aided Design Models" (ICCV 2021), code at https://github.com/ChrisWu1997/DeepCAD, revision
30c5a0e279b488d05bd2d026dd0e6f3b135aa518; the one-line text is SGP-Bench's:

    SOL;Line:(223,128);…;SOL;Circle:(176,128,48);Ext:(192,64,192,34,128,62,189,207,128,Newbody,One-sided);EOS

A loop starts at the end of its last curve. An arc's flag 1 is counter-clockwise: the published hint says the opposite,
and with it a ninth of the published solids would be broken.
"""

import math
from collections.abc import Iterator, Sequence

from sgpkit.graphics.cad.dialects.text import Command
from sgpkit.graphics.cad.model import Circle, Curve, Extrusion, Frame, Line, Loop, Operation, Part, Vector
from sgpkit.graphics.cad.sketch.curves import arc_by_sweep
from sgpkit.graphics.cad.sketch.loops import check_simple, nest
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

LEVELS = 256
MIDDLE = LEVELS // 2
SPREAD = MIDDLE * 0.75 - 1
"""The number of levels for a sketch's size, from its start in the middle; the remaining levels were kept for
augmentation.
"""
OPERATIONS: dict[str, Operation] = {"Newbody": "new", "Join": "join", "Cut": "cut", "Intersect": "intersect"}
EXTENTS = ("One-sided", "Symmetric", "Two-sided")
COUNTS = {"SOL": 0, "EOS": 0, "Line": 2, "Arc": 4, "Circle": 3, "Ext": 11}


def checked(commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return the commands. Raises Rejected unless each is DeepCAD's, in range, and in an order that has a meaning."""
    state = "between"  # between sketches, in a sketch, in a loop of curves, after a circle, after EOS
    for command in commands:
        _check_arguments(command)
        if state == "ended":
            raise command.wrong("nothing may follow EOS")
        if command.name == "SOL":
            if state == "begun":
                raise command.wrong("the loop before it has no curves")
            state = "begun"
        elif command.name in ("Line", "Arc", "Circle"):
            if state == "between":
                raise command.wrong("a curve outside of a loop; expected SOL before it")
            if state == "circle" or (command.name == "Circle" and state != "begun"):
                raise command.wrong("a circle must be the only curve of its loop; expected SOL before it")
            state = "circle" if command.name == "Circle" else "curves"
        elif command.name == "Ext":
            if state in ("between", "begun"):
                raise command.wrong("an extrusion without a sketch before it")
            state = "between"
        else:
            if state != "between":
                raise command.wrong("a sketch that is never extruded")
            state = "ended"
    if state != "ended":
        raise Rejected(Status.PARSE_ERROR, f"after {commands[-1].where}: EOS is missing; the text is cut off")
    if all(command.name == "EOS" for command in commands):
        raise Rejected(Status.PARSE_ERROR, "no extrusion in the text")
    return tuple(commands)


def _check_arguments(command: Command) -> None:
    expected = COUNTS.get(command.name)
    if expected is None:
        raise command.wrong(f"unknown command; expected one of: {', '.join(COUNTS)}")
    if len(command.arguments) != expected:
        raise command.wrong(f"expected {expected} arguments, got {len(command.arguments)}")
    whole = expected - 2 if command.name == "Ext" else expected
    for index in range(whole):
        value = command.number(index)
        if value != int(value) or not 0 <= value < LEVELS:
            raise command.wrong(f"argument {index + 1} must be a whole number from 0 to {LEVELS - 1}, got {value:g}")
    if command.name == "Arc" and command.number(3) not in (0, 1):
        raise command.wrong(f"an arc's flag is 0 or 1, got {command.number(3):g}")
    if command.name == "Ext":
        for index, known in ((9, tuple(OPERATIONS)), (10, EXTENTS)):
            if command.word(index) not in known:
                raise command.wrong(f"{command.word(index)!r} is not one of {', '.join(known)}")


# --- commands → part --------------------------------------------------------------------------------------------------


def part(commands: Sequence[Command]) -> Part:
    """Return the part that the commands build. Raises Rejected for commands without a geometric meaning."""
    return Part(tuple(_extrusions(commands)))


def _extrusions(commands: Sequence[Command]) -> Iterator[Extrusion]:
    drawn: list[tuple[Command, list[Command]]] = []
    for command in commands:
        if command.name == "SOL":
            drawn.append((command, []))
        elif command.name == "Ext":
            yield _extrusion(command, drawn)
            drawn = []
        elif command.name != "EOS":
            drawn[-1][1].append(command)


def _extrusion(ext: Command, drawn: Sequence[tuple[Command, list[Command]]]) -> Extrusion:
    theta, phi, gamma, *origin, scale, one, two = (int(ext.number(index)) for index in range(9))
    factor = scale / LEVELS * 2 / SPREAD
    if factor == 0:
        raise ext.wrong("the sketch is scaled to nothing", Status.COMPILE_ERROR)
    loops = [_loop(begin, curves, factor) for begin, curves in drawn]
    x, y, z = map(position, origin)
    frame = frame_of_angles(angle(theta), angle(phi), angle(gamma), Vector(x, y, z))
    start, end = span(position(one), position(two), ext.word(10))
    if start == end:
        raise ext.wrong("the extrusion has no length", Status.COMPILE_ERROR)
    return Extrusion(frame, nest(loops), start, end, OPERATIONS[ext.word(9)])


def span(one: float, two: float, extent: str) -> tuple[float, float]:
    """Return start and end along the normal. Two-sided is the union of the two prisms, whatever their signs."""
    if extent == "One-sided":
        return min(0.0, one), max(0.0, one)
    if extent == "Symmetric":
        return -abs(one), abs(one)
    return min(0.0, one, -two), max(0.0, one, -two)


def _loop(begin: Command, commands: Sequence[Command], factor: float) -> Loop:
    def placed(command: Command) -> Point:
        return Point((command.number(0) - MIDDLE) * factor, (command.number(1) - MIDDLE) * factor)

    if commands[0].name == "Circle":
        radius = commands[0].number(2)
        if radius == 0:
            raise commands[0].wrong("a circle without radius", Status.COMPILE_ERROR)
        return (Circle(placed(commands[0]), radius * factor),)
    curves: list[Curve] = []
    at = placed(commands[-1])
    for command in commands:
        to = placed(command)
        if to == at:
            continue
        if command.name == "Arc":
            sweep = command.number(2) / LEVELS * math.tau
            curves.append(arc_by_sweep(at, to, sweep if command.number(3) else -sweep))
        else:
            curves.append(Line(at, to))
        at = to
    loop = tuple(curves)
    if len(loop) < 2 or (len(loop) == 2 and all(isinstance(curve, Line) for curve in loop)):
        raise begin.wrong("the loop encloses nothing", Status.COMPILE_ERROR)
    check_simple(loop, begin.where)
    return loop


def position(level: float) -> float:
    """Return the coordinate of a level, from -1 to almost 1."""
    return level / LEVELS * 2 - 1


def angle(level: float) -> float:
    """Return the angle of a level in radians, from -π to almost π."""
    return (level / LEVELS * 2 - 1) * math.pi


# --- planes by three angles -------------------------------------------------------------------------------------------


def frame_of_angles(theta: float, phi: float, gamma: float, origin: Vector) -> Frame:
    """Return the plane whose normal has polar angle `theta` and azimuth `phi`, its x axis turned by `gamma`."""
    east, north = _carried(theta, phi)
    x_axis = east * math.cos(gamma) + north * math.sin(gamma)
    y_axis = north * math.cos(gamma) - east * math.sin(gamma)
    return Frame(origin, _clean(x_axis), _clean(y_axis))


def angles_of_frame(frame: Frame) -> tuple[float, float, float]:
    """Return the three angles of a plane: the inverse of `frame_of_angles`."""
    normal = frame.normal
    theta = math.atan2(math.hypot(normal.x, normal.y), normal.z)
    phi = math.atan2(normal.y, normal.x) if math.hypot(normal.x, normal.y) > 1e-12 else 0.0
    east, north = _carried(theta, phi)
    return theta, phi, math.atan2(frame.x_axis.dot(north), frame.x_axis.dot(east))


def _carried(theta: float, phi: float) -> tuple[Vector, Vector]:
    east = Vector(math.cos(theta) * math.cos(phi), math.cos(theta) * math.sin(phi), -math.sin(theta))
    north = Vector(-math.sin(phi), math.cos(phi), 0.0)
    return east, north


def _clean(axis: Vector) -> Vector:
    """Return the axis without the rounding errors of cosines of right angles, so that equal planes coincide."""
    return Vector(*(float(round(value)) if abs(value - round(value)) < 1e-12 else value for value in axis))
