"""Parts → DeepCAD's 256 levels: scaled into its cube, loops ordered its way, every number rounded to a level.

Follows `CADSequence.normalize` and `numericalize` of https://github.com/ChrisWu1997/DeepCAD (revision
30c5a0e279b488d05bd2d026dd0e6f3b135aa518): the part is scaled about the origin so that its farthest coordinate is 0.75;
each region is an extrusion of its own; a sketch is scaled by its size and shifted so that it starts in the middle.
"""

import math
from collections.abc import Iterator

from sgpkit.graphics.cad.dialects.deepcad import LEVELS, MIDDLE, OPERATIONS, SPREAD, angles_of_frame
from sgpkit.graphics.cad.dialects.text import Command
from sgpkit.graphics.cad.model import Arc, Circle, Extrusion, Line, Loop, Operation, Part, Region, Vector
from sgpkit.graphics.cad.sketch.curves import Box, box_of, ends, outline, signed_area, sweep_of, turned_loop
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

FILLED = 0.75
NAMES = {operation: name for name, operation in OPERATIONS.items()}


def commands(part: Part) -> tuple[Command, ...]:
    """Return a part's commands. Raises Rejected for curves and tapers that DeepCAD cannot express."""
    scale = normalising_factor(part)
    written: list[Command] = []
    for number, extrusion in enumerate(part.extrusions, 1):
        where = f"extrusion {number}"
        if extrusion.taper or extrusion.taper_back:
            raise Rejected(Status.COMPILE_ERROR, f"{where}: DeepCAD's text has no taper")
        if extrusion.operation == "intersect" and len(extrusion.regions) > 1:
            raise Rejected(Status.COMPILE_ERROR, f"{where}: DeepCAD's text intersects with one profile at a time")
        for index, region in enumerate(extrusion.regions):
            operation: Operation = "join" if extrusion.operation == "new" and index else extrusion.operation
            written += _region(extrusion, region, operation, scale, where)
    return tuple(
        Command(command.name, command.arguments, position)
        for position, command in enumerate([*written, Command("EOS")], 1)
    )


def normalising_factor(part: Part) -> float:
    """Return the factor that scales a part into DeepCAD's cube. Raises Rejected for a part without extent."""
    farthest = max((abs(value) for corner in corners(part) for value in corner), default=0.0)
    if farthest == 0:
        raise Rejected(Status.COMPILE_ERROR, "a part without extent")
    return FILLED / farthest


def corners(part: Part) -> Iterator[Vector]:
    """Yield points whose box holds every prism of the part that adds material."""
    for extrusion in part.extrusions:
        if extrusion.operation in ("new", "join"):
            for region in extrusion.regions:
                for point in _extremes(extrusion, region.outer):
                    yield extrusion.frame.to_space(point, extrusion.start)
                    yield extrusion.frame.to_space(point, extrusion.end)


def _extremes(extrusion: Extrusion, loop: Loop) -> list[Point]:
    """Return the points, in a loop's own plane, where it is farthest along the world's axes."""
    frame = extrusion.frame
    points = outline(loop, 1440)
    chosen = []
    for axis in range(3):
        across, along = frame.x_axis[axis], frame.y_axis[axis]
        if math.hypot(across, along) > 1e-9:
            chosen.append(max(points, key=lambda point: point.x * across + point.y * along))
            chosen.append(min(points, key=lambda point: point.x * across + point.y * along))
    if abs(frame.x_axis[0]) == 1 or abs(frame.y_axis[0]) == 1:  # the usual case, exactly
        box = box_of(loop)
        chosen += [Point(box.left, box.bottom), Point(box.right, box.top)]
    return chosen


def _region(extrusion: Extrusion, region: Region, operation: Operation, scale: float, where: str) -> Iterator[Command]:
    loops = [_begun_low(region.outer), *sorted(map(_begun_low, region.holes), key=_corner)]
    begin = _start(loops[0])
    box = box_of([curve for loop in loops for curve in loop])
    size = max(abs(value) for value in _reach(box, begin))
    factor = SPREAD / size
    for loop in loops:
        yield Command("SOL")
        yield from _loop(loop, begin, factor, where)
    frame = extrusion.frame
    theta, phi, gamma = (_level(value / math.pi) for value in angles_of_frame(frame))
    origin = frame.to_space(begin) * scale
    one, two, extent = _extents(extrusion.start * scale, extrusion.end * scale)
    yield Command(
        "Ext",
        (
            *(theta, phi, gamma),
            *(_level(value) for value in origin),
            _clipped(size * scale / 2 * LEVELS),
            *(_level(one), _level(two)),
            *(NAMES[operation], extent),
        ),
    )


def _extents(start: float, end: float) -> tuple[float, float, str]:
    if start == 0:
        return end, 0.0, "One-sided"
    if end == 0:
        return start, 0.0, "One-sided"
    if math.isclose(-start, end):
        return end, 0.0, "Symmetric"
    if start < 0 < end:
        return end, -start, "Two-sided"
    raise Rejected(Status.COMPILE_ERROR, "DeepCAD's text knows no extrusion that starts off its sketch's plane")


def _loop(loop: Loop, begin: Point, factor: float, where: str) -> Iterator[Command]:
    def level(point: Point) -> tuple[int, int]:
        return _clipped((point.x - begin.x) * factor + MIDDLE), _clipped((point.y - begin.y) * factor + MIDDLE)

    for curve in loop:
        if isinstance(curve, Circle):
            yield Command("Circle", (*level(curve.center), max(1, _clipped(curve.radius * factor))))
        elif isinstance(curve, Line):
            yield Command("Line", level(curve.end))
        elif isinstance(curve, Arc):
            sweep = sweep_of(curve)
            turn = max(1, _clipped(abs(sweep) / math.tau * LEVELS))
            yield Command("Arc", (*level(curve.end), turn, int(sweep > 0)))
        else:
            raise Rejected(Status.COMPILE_ERROR, f"{where}: DeepCAD's text has no {type(curve).__name__.lower()}")


def _begun_low(loop: Loop) -> Loop:
    """Return the loop counter-clockwise from its leftmost corner, or the lowest of several."""
    if isinstance(loop[0], Circle):
        return loop
    if signed_area(outline(loop)) < 0:
        loop = turned_loop(loop)
    starts = [ends(curve)[0] for curve in loop]
    first = min(range(len(loop)), key=lambda index: (round(starts[index].x, 9), round(starts[index].y, 9)))
    return loop[first:] + loop[:first]


def _start(loop: Loop) -> Point:
    """Return the start of a loop; a circle starts at its leftmost point."""
    first = loop[0]
    return first.center - Point(first.radius, 0) if isinstance(first, Circle) else ends(first)[0]


def _corner(loop: Loop) -> tuple[float, float]:
    box = box_of(loop)
    return round(box.left, 6), round(box.bottom, 6)


def _reach(box: Box, begin: Point) -> tuple[float, float, float, float]:
    return box.left - begin.x, box.bottom - begin.y, box.right - begin.x, box.top - begin.y


def _level(value: float) -> int:
    """Return the level of a value from -1 to 1."""
    return _clipped((value + 1) / 2 * LEVELS)


def _clipped(value: float) -> int:
    return min(LEVELS - 1, max(0, round(value)))
