"""Constrained sketches as one-line text: commands ↔ sketches.

The data are those of A. Seff et al., "SketchGraphs: A Large-Scale Dataset for Modeling Relational Geometry in
Computer-Aided Design" (2020), https://github.com/PrincetonLIPS/SketchGraphs, revision
083fca943d0d9e52910cf7cf40ad5f4c9366cd15, whose names for constraints are kept. The text that SGP-Bench made of them for
its `2d` questions is not in the data that its authors published alongside their code; this form follows their DeepCAD:

    Line1:(0,0,4,0);Arc2:(4,0,4,2,180);Line3:(4,1,9,1,construction);Point4:(2,2);
    Coincident:(Line1.end,Arc2.start);Horizontal:(Line1);Length:(Line1,4);Radius:(Arc2,1);End

An entity is its kind and its own number. Constraints name entities, or points of them (`.start`, `.end`, `.center`),
and end with their value where they have one: a length, or degrees.
"""

import re
from collections.abc import Sequence

from sgpkit.graphics.cad.dialects import curve_text
from sgpkit.graphics.cad.dialects.text import Argument, Command, rounded
from sgpkit.graphics.cad.model import Arc, Circle, Constraint, Curve, Ellipse, EllipticArc, Entity, Line, Sketch, Spline
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

CONSTRAINTS: dict[str, tuple[int, int, bool]] = {
    # fewest and most members, and whether a value belongs to it
    "Coincident": (2, 2, False),
    "Concentric": (2, 2, False),
    "Equal": (2, 2, False),
    "Parallel": (2, 2, False),
    "Perpendicular": (2, 2, False),
    "Tangent": (2, 2, False),
    "Normal": (2, 2, False),
    "Horizontal": (1, 2, False),
    "Vertical": (1, 2, False),
    "Midpoint": (2, 3, False),
    "Mirror": (3, 3, False),
    "Fix": (1, 1, False),
    "Length": (1, 1, True),
    "Distance": (2, 2, True),
    "Diameter": (1, 1, True),
    "Radius": (1, 1, True),
    "Angle": (1, 2, True),
    "Offset": (1, 64, True),
    "Projected": (1, 2, False),
    "Pierce": (1, 2, False),
    "Quadrant": (1, 3, False),
    "Intersected": (1, 3, False),
    "Silhoutted": (1, 2, False),  # spelt so in the data
    "Centerline_Dimension": (1, 3, True),
    "Minor_Diameter": (1, 1, True),
    "Major_Diameter": (1, 1, True),
    "Rho": (1, 1, True),
    "Linear_Pattern": (1, 1024, False),
    "Circular_Pattern": (1, 1024, False),
}
OUTSIDE = ("external", "origin", "x-axis", "y-axis")
"""Names that constraints may have besides the sketch's own entities; the data call most of these `external`."""
CONSTRUCTION = "construction"

_NUMBERED = re.compile(r"([A-Za-z]+?)(\d+)")
_PARTS: dict[str, tuple[type, ...]] = {
    "start": (Line, Arc, EllipticArc, Spline),
    "end": (Line, Arc, EllipticArc, Spline),
    "center": (Arc, Circle, Ellipse, EllipticArc),
}


def checked(commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return the commands. Raises Rejected unless all are known and every name stands for something."""
    if commands[-1].name != "End":
        raise Rejected(Status.PARSE_ERROR, f"after {commands[-1].where}: End is missing; the text is cut off")
    for command in commands[:-1]:
        if command.name == "End":
            raise command.wrong("nothing may follow End")
        if command.name not in CONSTRAINTS and _entity_kind(command.name) is None:
            kinds = ", ".join(f"{kind}1" for kind in ("Point", *curve_text.KINDS))
            raise command.wrong(f"unknown command; expected one of: {kinds} and so on; {', '.join(CONSTRAINTS)}")
    sketch(commands)
    return tuple(commands)


def _entity_kind(name: str) -> str | None:
    matched = _NUMBERED.fullmatch(name)
    return matched[1] if matched and matched[1] in ("Point", *curve_text.KINDS) else None


# --- commands → sketch ------------------------------------------------------------------------------------------------


def sketch(commands: Sequence[Command]) -> Sketch:
    """Return the sketch that the commands draw. Raises Rejected for commands without a geometric meaning."""
    entities: dict[str, Entity] = {}
    constraints = []
    for command in commands:
        kind = _entity_kind(command.name)
        if kind is not None:
            if command.name in entities:
                raise command.wrong("an entity of this name exists already")
            entities[command.name] = _entity(kind, command)
        elif command.name != "End":
            constraints.append(_constraint(command, entities))
    if not entities:
        raise Rejected(Status.PARSE_ERROR, "nothing is drawn in the sketch")
    return Sketch(tuple(entities.values()), tuple(constraints))


def _entity(kind: str, command: Command) -> Entity:
    construction = bool(command.arguments) and command.arguments[-1] == CONSTRUCTION
    bare = Command(command.name, command.arguments[:-1], command.position) if construction else command
    if kind == "Point":
        return Entity(command.name, Point(*bare.numbers(2)), construction)
    return Entity(command.name, curve_text.curve(kind, bare), construction)


def _constraint(command: Command, entities: dict[str, Entity]) -> Constraint:
    fewest, most, valued = CONSTRAINTS[command.name]
    arguments = list(command.arguments)
    value = None
    if arguments and not isinstance(arguments[-1], str):
        if not valued:
            raise command.wrong("this constraint takes no value")
        value = float(command.number(len(arguments) - 1))
        arguments.pop()
    members = tuple(command.word(index) for index in range(len(arguments)))
    if not fewest <= len(members) <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise command.wrong(f"expected {wanted} members, got {len(members)}")
    for member in members:
        _check_member(member, entities, command)
    return Constraint(command.name, members, value)


def _check_member(member: str, entities: dict[str, Entity], command: Command) -> None:
    name, _, part = member.partition(".")
    if member in OUTSIDE:
        return
    if name not in entities:
        raise command.wrong(f"{name!r} has not been drawn before it")
    if part and (part not in _PARTS or not isinstance(entities[name].shape, _PARTS[part])):
        raise command.wrong(f"{name!r} has no point {part!r}")


# --- sketch → commands ------------------------------------------------------------------------------------------------


def commands(sketch: Sketch, decimals: int) -> tuple[Command, ...]:
    """Return the commands of a sketch, lengths rounded to this number of decimals. Entities are renumbered in their
    order."""
    names = {entity.name: f"{_kind(entity.shape)}{number}" for number, entity in enumerate(sketch.entities, 1)}
    written = [Command(names[entity.name], _entity_arguments(entity, decimals)) for entity in sketch.entities]
    for constraint in sketch.constraints:
        members: list[Argument] = [_renamed(member, names) for member in constraint.members]
        if constraint.value is not None:
            angular = constraint.kind == "Angle"
            members.append(rounded(constraint.value, curve_text.ANGLE_DECIMALS if angular else decimals))
        written.append(Command(constraint.kind, tuple(members)))
    numbered = [*written, Command("End")]
    return tuple(Command(command.name, command.arguments, position) for position, command in enumerate(numbered, 1))


def _kind(shape: Curve | Point) -> str:
    return "Point" if isinstance(shape, Point) else curve_text.kind_of(shape)


def _entity_arguments(entity: Entity, decimals: int) -> tuple[Argument, ...]:
    if isinstance(entity.shape, Point):
        arguments: tuple[Argument, ...] = tuple(rounded(value, decimals) for value in entity.shape)
    else:
        arguments = curve_text.arguments_of(entity.shape, decimals)
    return (*arguments, CONSTRUCTION) if entity.construction else arguments


def _renamed(member: str, names: dict[str, str]) -> str:
    name, dot, part = member.rpartition(".")
    if dot and name in names and part in _PARTS:
        return f"{names[name]}.{part}"
    return names.get(member, member)
