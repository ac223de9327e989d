"""Fusion 360 reconstructions as one-line text: commands ↔ parts.

The reconstruction files are JSON; the text that SGP-Bench made of them for its `3d-complex` questions is not in the
data that its authors published alongside their code. This form follows their text of DeepCAD, with decimal numbers in
the files' units (centimetres), every curve with both its ends, and a plane for every sketch:

    Plane:(0,0,0,1,0,0,0,1,0);Profile;Loop;Line:(0,0,4,0);Arc:(4,0,4,2,180);…;Loop;Circle:(2,1,0.5);
    Extrude:(NewBody,OneSide,2);Plane:(0,0,2,1,0,0,0,1,0);Profile;Loop;Ellipse:(2,1,1,0,0.5);Extrude:(Cut,OneSide,-1);End

`Plane` states the origin, x axis and y axis of the following sketches, `Profile` begins a region (its first loop is the
outer boundary, the others are holes), and `Extrude` extrudes all profiles since the last one.
"""

from collections.abc import Iterator, Sequence

from sgpkit.graphics.cad.dialects import curve_text
from sgpkit.graphics.cad.dialects.document import checked_frame
from sgpkit.graphics.cad.dialects.text import Command, rounded
from sgpkit.graphics.cad.model import Curve, Extrusion, Frame, Loop, Operation, Part, Region, Vector
from sgpkit.graphics.cad.sketch.loops import chain, check_simple, nest
from sgpkit.status import Rejected, Status

OPERATIONS: dict[str, Operation] = {"NewBody": "new", "Join": "join", "Cut": "cut", "Intersect": "intersect"}
DISTANCES = {"OneSide": 1, "Symmetric": 1, "TwoSides": 2}
NAMES = {operation: name for name, operation in OPERATIONS.items()}
STEEPEST = 89.0  # degrees


def checked(commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return the commands. Raises Rejected unless each is known and in its order; `part` checks what they draw."""
    inside, profiles, extruded = "nothing", 0, 0
    for command in commands:
        if inside == "end":
            raise command.wrong("nothing may follow End")
        if command.name in curve_text.KINDS:
            if inside not in ("loop", "curves"):
                raise command.wrong("a curve outside of a loop; expected Loop before it")
            inside = "curves"
            continue
        if inside == "loop" or (inside == "profile" and command.name != "Loop"):
            raise command.wrong(f"expected {'curves' if inside == 'loop' else 'Loop'} before it")
        if command.name == "Plane":
            command.numbers(9)
            inside = "plane" if inside == "nothing" else "profiles" if profiles else "plane"
        elif command.name == "Profile":
            if inside == "nothing":
                raise command.wrong("a profile without a plane; expected Plane before it")
            inside, profiles = "profile", profiles + 1
        elif command.name == "Loop":
            if inside not in ("profile", "curves"):
                raise command.wrong("a loop outside of a profile; expected Profile before it")
            inside = "loop"
        elif command.name == "Extrude":
            if not profiles:
                raise command.wrong("an extrusion without a profile before it")
            _extent(command)
            inside, profiles, extruded = "plane", 0, extruded + 1
        elif command.name == "End":
            if profiles:
                raise command.wrong("a profile that is never extruded")
            inside = "end"
        else:
            known = ", ".join(("Plane", "Profile", "Loop", *curve_text.KINDS, "Extrude", "End"))
            raise command.wrong(f"unknown command; expected one of: {known}")
        if command.name in ("Profile", "Loop", "End") and command.arguments:
            raise command.wrong("takes no arguments")
    if inside != "end":
        raise Rejected(Status.PARSE_ERROR, f"after {commands[-1].where}: End is missing; the text is cut off")
    if not extruded:
        raise Rejected(Status.PARSE_ERROR, "no extrusion in the text")
    return tuple(commands)


def _extent(command: Command) -> tuple[Operation, float, float, float, float]:
    """Return operation, start, end and the two tapers."""
    operation, kind = command.word(0), command.word(1)
    if operation not in OPERATIONS:
        raise command.wrong(f"{operation!r} is not one of {', '.join(OPERATIONS)}")
    if kind not in DISTANCES:
        raise command.wrong(f"{kind!r} is not one of {', '.join(DISTANCES)}")
    count = DISTANCES[kind]
    numbers = [command.number(index) for index in range(2, len(command.arguments))]
    if len(numbers) not in (count, 2 * count):
        raise command.wrong(f"{kind} takes {count} or, with tapers, {2 * count} numbers, got {len(numbers)}")
    distances, tapers = numbers[:count], numbers[count:] or [0.0] * count
    if any(abs(taper) >= STEEPEST for taper in tapers):
        raise command.wrong(f"expected a taper between -{STEEPEST:g} and {STEEPEST:g} degrees", Status.COMPILE_ERROR)
    if kind == "OneSide":
        start, end = min(0.0, distances[0]), max(0.0, distances[0])
        taper, back = (tapers[0], 0.0) if end else (0.0, tapers[0])
    elif kind == "Symmetric":
        end = abs(distances[0])
        start, taper, back = -end, tapers[0], tapers[0]
    else:
        start, end = min(0.0, distances[0], -distances[1]), max(0.0, distances[0], -distances[1])
        taper, back = tapers
    return OPERATIONS[operation], start, end, taper, back


# --- commands → part --------------------------------------------------------------------------------------------------


def part(commands: Sequence[Command]) -> Part:
    """Return the part that the commands build. Raises Rejected for commands without a geometric meaning."""
    return Part(tuple(_extrusions(commands)))


def _extrusions(commands: Sequence[Command]) -> Iterator[Extrusion]:
    frame = Frame(Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0))
    drawn: dict[Frame, list[Region]] = {}
    profile: list[tuple[Command, list[Curve]]] = []
    for command in commands:
        if command.name in ("Profile", "Plane", "Extrude") and profile:
            drawn.setdefault(frame, []).extend(nest([_loop(begin, curves) for begin, curves in profile]))
            profile = []
        if command.name == "Plane":
            numbers = command.numbers(9)
            axes = (Vector(*numbers[3:6]), Vector(*numbers[6:]))
            frame = checked_frame(Frame(Vector(*numbers[:3]), *axes), command.where)
        elif command.name == "Loop":
            profile.append((command, []))
        elif command.name == "Extrude":
            operation, start, end, taper, back = _extent(command)
            if start == end:
                raise command.wrong("the extrusion has no length", Status.COMPILE_ERROR)
            if operation == "intersect" and len(drawn) > 1:
                raise command.wrong("an intersection with profiles in several planes", Status.COMPILE_ERROR)
            for plane, regions in drawn.items():
                yield Extrusion(plane, tuple(regions), start, end, operation, taper, back)
            drawn = {}
        elif command.name in curve_text.KINDS:
            profile[-1][1].append(curve_text.curve(command.name, command))


def _loop(begin: Command, curves: Sequence[Curve]) -> Loop:
    loop = chain(curves, begin.where)
    check_simple(loop, begin.where)
    return loop


# --- part → commands --------------------------------------------------------------------------------------------------


def commands(part: Part, decimals: int) -> tuple[Command, ...]:
    """Return the commands of a part, lengths rounded to this number of decimals."""
    written = [command for extrusion in part.extrusions for command in _extrusion(extrusion, decimals)]
    return tuple(
        Command(command.name, command.arguments, position)
        for position, command in enumerate([*written, Command("End")], 1)
    )


def _extrusion(extrusion: Extrusion, decimals: int) -> Iterator[Command]:
    frame, start, end = extrusion.frame, extrusion.start, extrusion.end
    if start > 0 or end < 0:  # the text's extrusions begin in the sketch's plane, so the plane is moved
        off = start if start > 0 else end
        frame = Frame(frame.origin + frame.normal * off, frame.x_axis, frame.y_axis)
        start, end = start - off, end - off
    axes = (rounded(value, curve_text.RATIO_DECIMALS) for axis in (frame.x_axis, frame.y_axis) for value in axis)
    yield Command("Plane", (*(rounded(value, decimals) for value in frame.origin), *axes))
    for region in extrusion.regions:
        yield Command("Profile")
        for loop in (region.outer, *region.holes):
            yield Command("Loop")
            for curve in loop:
                yield Command(curve_text.kind_of(curve), curve_text.arguments_of(curve, decimals))
    kind: str
    distances: tuple[float, ...]
    tapers: tuple[float, ...]
    if start == 0:
        kind, distances, tapers = "OneSide", (end,), (extrusion.taper,)
    elif end == 0:
        kind, distances, tapers = "OneSide", (start,), (extrusion.taper_back,)
    elif rounded(-start, decimals) == rounded(end, decimals) and extrusion.taper == extrusion.taper_back:
        kind, distances, tapers = "Symmetric", (end,), (extrusion.taper,)
    else:
        kind, distances, tapers = "TwoSides", (end, -start), (extrusion.taper, extrusion.taper_back)
    numbers = [rounded(value, decimals) for value in distances]
    if any(tapers):
        numbers += [rounded(value, curve_text.ANGLE_DECIMALS) for value in tapers]
    yield Command("Extrude", (NAMES[extrusion.operation], kind, *numbers))
