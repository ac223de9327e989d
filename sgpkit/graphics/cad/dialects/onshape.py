"""SketchGraphs' two published forms → sketches: Onshape's JSON of a sketch feature, and its sequences of operations.

Parameters as in `sketchgraphs/data/_entity.py` and `_constraint.py` of https://github.com/PrincetonLIPS/SketchGraphs
(revision 344e28ed09dd039c9397f5fe38e0dc93ea0a635a): a line is a point, a direction and two distances along it; an arc a
circle with two angles from its direction. Lengths are metres.
"""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from sgpkit.graphics.cad.dialects import document
from sgpkit.graphics.cad.dialects.sketchgraphs import CONSTRAINTS
from sgpkit.graphics.cad.dialects.text import MOST_COMMANDS, finite, shown
from sgpkit.graphics.cad.model import Circle, Constraint, Curve, Ellipse, EllipticArc, Entity, Line, Sketch, Spline
from sgpkit.graphics.cad.sketch.constraints import in_likeliest_order
from sgpkit.graphics.cad.sketch.curves import arc_by_angles
from sgpkit.graphics.cad.sketch.splines import checked_spline, through
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

_KINDS = {kind.upper(): kind for kind in CONSTRAINTS}
_UNITS = {
    **dict.fromkeys(("m", "meter", "meters", "METER"), 1.0),
    **dict.fromkeys(("mm", "millimeter", "millimeters"), 0.001),
    **dict.fromkeys(("cm", "centimeter", "centimeters"), 0.01),
    **dict.fromkeys(("in", "inch", "inches"), 0.0254),
    **dict.fromkeys(("ft", "foot", "feet"), 0.3048),
    **dict.fromkeys(("yd", "yard", "yards"), 0.9144),
    **dict.fromkeys(("deg", "degree", "degrees", "DEGREE"), 1.0),
    **dict.fromkeys(("rad", "radian", "radians", "RADIAN"), 180 / math.pi),
}
_QUANTITY = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)\s*\*?\s*([A-Za-z]+)")


# --- Onshape JSON -----------------------------------------------------------------------------------------------------


def sketches(data: Any) -> list[Sketch]:
    """Return the sketches that draw something in a document, which is one sketch feature or a list of them."""
    features = data if isinstance(data, list) else [data]
    drawn = []
    for number, feature in enumerate(features, 1):
        where = f"sketch {number}"
        if isinstance(feature, dict) and isinstance(feature.get("message"), dict):
            feature = feature["message"]
        sketch = _sketch(feature, where)
        if sketch.entities:
            drawn.append(sketch)
    if not drawn:
        raise Rejected(Status.PARSE_ERROR, "nothing is drawn in the document")
    return drawn


def _sketch(feature: Any, where: str) -> Sketch:
    drawn = document.items(document.get(feature, "entities", where), f"{where}, 'entities'")
    related = document.items(feature.get("constraints", []), f"{where}, 'constraints'")
    if len(drawn) + len(related) > MOST_COMMANDS:
        count = len(drawn) + len(related)
        raise Rejected(Status.TOO_LARGE, f"{where}: {count:,} entities and constraints; at most {MOST_COMMANDS:,}")
    entities = []
    for number, item in enumerate(drawn, 1):
        entity = _entity(item, f"{where}, entity {number}")
        if entity is not None:
            entities.append(entity)
    points = _point_names(drawn)
    known = {entity.name for entity in entities}
    constraints = []
    for number, item in enumerate(related, 1):
        constraint = _constraint(item, points, known, f"{where}, constraint {number}")
        if constraint is not None:
            constraints.append(constraint)
    return _ordered(Sketch(tuple(entities), tuple(constraints)))


def _ordered(sketch: Sketch) -> Sketch:
    """Return the sketch with the members of its constraints in order, which sequences lose and documents vary."""
    ordered = (
        in_likeliest_order(sketch, one) if one.kind in ("Midpoint", "Mirror") else one for one in sketch.constraints
    )
    return Sketch(sketch.entities, tuple(ordered))


def _entity(item: Any, where: str) -> Entity | None:
    """Return the entity in an item; None for what is no geometry, such as text."""
    message = document.get(item, "message", where)
    kind = document.word(item, "typeName", where)
    name = document.word(message, "entityId", where)
    construction = bool(message.get("isConstruction"))
    if kind == "BTMSketchPoint":
        at = Point(document.number(message, "x", where), document.number(message, "y", where))
        return Entity(name, at, construction)
    if "geometry" not in message:
        return None
    geometry = message["geometry"]
    shape = document.word(geometry, "typeName", where).removeprefix("BTCurveGeometry")
    numbers = document.get(geometry, "message", where)
    bounds = None
    if kind == "BTMSketchCurveSegment":
        bounds = document.number(message, "startParam", where), document.number(message, "endParam", where)
    curve = _curve(shape, numbers, bounds, where)
    return Entity(name, curve, construction)


def _curve(shape: str, numbers: Any, bounds: tuple[float, float] | None, where: str) -> Curve:
    if shape == "Line" and bounds is not None:
        return _line(numbers, bounds, where)
    if shape == "Circle":
        return _circle(numbers, bounds, where)
    if shape == "Ellipse":
        return _ellipse(numbers, bounds, where)
    if shape in ("Spline", "ControlPointSpline"):
        points = _flat(numbers, "controlPoints", where)
        knots = tuple(finite(knot, where) for knot in document.items(document.get(numbers, "knots", where), where))
        periodic = numbers.get("isPeriodic") is True
        return checked_spline(document.number(numbers, "degree", where), points, knots, (), periodic, where)
    if shape == "InterpolatedSpline":
        return _interpolated(numbers, where)
    raise Rejected(Status.COMPILE_ERROR, f"{where}: curves of the kind {shown(shape)} are not read")


def _line(numbers: Any, bounds: tuple[float, float], where: str) -> Line:
    base = Point(document.number(numbers, "pntX", where), document.number(numbers, "pntY", where))
    along = Point(document.number(numbers, "dirX", where), document.number(numbers, "dirY", where))
    start, end = (base + along * bound for bound in bounds)
    if start == end:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a line without length")
    return Line(start, end)


def _circle(numbers: Any, bounds: tuple[float, float] | None, where: str) -> Curve:
    center = Point(document.number(numbers, "xCenter", where), document.number(numbers, "yCenter", where))
    radius = document.positive(numbers, "radius", where)
    if bounds is None:
        return Circle(center, radius)
    base = math.atan2(document.number(numbers, "yDir", where), document.number(numbers, "xDir", where))
    sense = -1 if numbers.get("clockwise") is True else 1
    sweep = (bounds[1] - bounds[0]) % math.tau or math.tau
    if sweep == math.tau:
        return Circle(center, radius)
    return arc_by_angles(center, radius, base + sense * bounds[0], sense * sweep)


def _ellipse(numbers: Any, bounds: tuple[float, float] | None, where: str) -> Curve:
    center = Point(document.number(numbers, "xCenter", where), document.number(numbers, "yCenter", where))
    axis = Point(document.number(numbers, "xDir", where), document.number(numbers, "yDir", where))
    major, minor = document.positive(numbers, "radius", where), document.positive(numbers, "minorRadius", where)
    along = math.hypot(axis.x, axis.y)
    if along == 0:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: the ellipse's axis has no direction")
    axis, begin = axis * (major / along), 0.0
    if minor > major:
        axis, begin, major, minor = Point(-axis.y, axis.x) * (minor / major), -math.pi / 2, minor, major
    if bounds is None:
        return Ellipse(center, axis, minor / major)
    sense = -1 if numbers.get("clockwise") is True else 1
    sweep = (bounds[1] - bounds[0]) % math.tau or math.tau
    first = begin + sense * bounds[0]
    return EllipticArc(center, axis, minor / major, first, first + sense * sweep)


def _flat(numbers: Any, key: str, where: str) -> tuple[Point, ...]:
    values = [finite(value, f"{where}, {key!r}") for value in document.items(document.get(numbers, key, where), where)]
    if len(values) % 2:
        raise Rejected(Status.PARSE_ERROR, f"{where}: {key!r} holds an odd number of coordinates")
    return tuple(Point(x, y) for x, y in zip(values[::2], values[1::2], strict=True))


def _interpolated(numbers: Any, where: str) -> Spline:
    points = _flat(numbers, "interpolationPoints", where)
    if len(points) < 2:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a spline through {len(points)} points")
    slopes: list[Point | None] = []
    for side in ("start", "end"):
        given = [numbers.get(f"{side}Derivative{axis}") for axis in "XY"]
        slopes.append(None if None in given else Point(*(finite(value, where) for value in given)))
    return through(points, slopes[0], slopes[1], numbers.get("isPeriodic") is True, where)


# --- constraints ------------------------------------------------------------------------------------------------------


def _point_names(drawn: Sequence[Any]) -> dict[str, str]:
    """Return our names (`entity.start` and so on) of the ends and centres of curves, by the document's names."""
    named = {}
    for item in drawn:
        message = item["message"] if isinstance(item, dict) and isinstance(item.get("message"), dict) else {}
        for key, part in (("startPointId", "start"), ("endPointId", "end"), ("centerId", "center")):
            if isinstance(message.get(key), str) and message[key]:
                named[message[key]] = f"{message.get('entityId')}.{part}"
    return named


def _constraint(item: Any, points: dict[str, str], known: set[str], where: str) -> Constraint | None:
    """Return the constraint in an item; None for unknown kinds, and for those on things that are no geometry here."""
    message = document.get(item, "message", where)
    kind = _KINDS.get(document.word(message, "constraintType", where))
    members: list[str] = []
    value = None
    for parameter in document.items(message.get("parameters", []), where):
        inner = document.names(document.get(parameter, "message", where), where)
        key, named = str(inner.get("parameterId", "")), inner.get("value")
        if key.startswith("local") and isinstance(named, str):
            members.append(points.get(named) or named)
        elif key.startswith("external"):
            members.append("external")
        elif key in ("length", "angle") and isinstance(inner.get("expression"), str):
            value = quantity(inner["expression"])
    return _kept(kind, members, value, known)


def _kept(kind: str | None, members: Sequence[str], value: float | None, known: set[str]) -> Constraint | None:
    if kind is None:
        return None
    fewest, most, valued = CONSTRAINTS[kind]
    here = all(member == "external" or _owner(member) in known for member in members)
    if not here or not fewest <= len(members) <= most:
        return None
    return Constraint(kind, tuple(members), value if valued else None)


def _owner(member: str) -> str:
    name, dot, part = member.rpartition(".")
    return name if dot and part in ("start", "end", "center") else member


def quantity(expression: str) -> float | None:
    """Return `8 in`, `0.5*m`, `90 deg` in metres or degrees; None for formulas, which only Onshape can evaluate."""
    matched = _QUANTITY.fullmatch(expression.strip())
    if matched is None or matched[2] not in _UNITS:
        return None
    return float(matched[1]) * _UNITS[matched[2]]


# --- sequences of operations ------------------------------------------------------------------------------------------

Operation = tuple[str, str, tuple[int, ...], document.Names]
"""("node" or "edge", label, references, parameters)"""

_PARTS = {"SN_Start": "start", "SN_End": "end", "SN_Center": "center"}


def operations(data: Any) -> Iterator[Operation]:
    """Yield operations from JSON objects with `kind` (NodeOp, EdgeOp), `label`, `references`, `parameters`."""
    for number, item in enumerate(document.items(data, "the document"), 1):
        where = f"operation {number}"
        kind = document.word(item, "kind", where)
        if kind not in ("NodeOp", "EdgeOp"):
            raise Rejected(Status.PARSE_ERROR, f"{where}: {shown(kind)} is neither NodeOp nor EdgeOp")
        given = item.get("references", [])
        listed = re.findall(r"\d+", given) if isinstance(given, str) else document.items(given, where)
        references = tuple(_node_index(one, where) for one in listed)
        parameters = document.names(item.get("parameters", {}), where)
        yield kind[:4].lower(), document.word(item, "label", where), references, parameters


def _node_index(value: Any, where: str) -> int:
    if isinstance(value, str):
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise Rejected(Status.PARSE_ERROR, f"{where}: a reference must be a number, found {shown(value)}")
        return int(value)
    return int(finite(value, where))


def sketch_of_operations(sequence: Sequence[Operation]) -> Sketch:
    """Return the sketch of a sequence. Nodes count from 0, which is everything external; points follow their curve."""
    if len(sequence) > MOST_COMMANDS:
        raise Rejected(Status.TOO_LARGE, f"{len(sequence):,} operations; at most {MOST_COMMANDS:,} are read")
    nodes: list[str] = []
    entities: list[Entity] = []
    constraints = []
    owner = ""
    for number, (kind, label, references, parameters) in enumerate(sequence, 1):
        where = f"operation {number} ({shown(label)})"
        if kind == "edge":
            if any(not 0 <= one < len(nodes) for one in references):
                raise Rejected(Status.PARSE_ERROR, f"{where}: refers to node {max(references)} of {len(nodes)}")
            known = _KINDS.get(label.upper())
            value = parameters.get("length", parameters.get("angle"))
            amount = quantity(value) if isinstance(value, str) else None
            members = [nodes[one] for one in reversed(references)]
            kept = _kept(known, members, amount, {entity.name for entity in entities})
            if kept is not None:
                constraints.append(kept)
        elif label in _PARTS:
            if not owner:
                raise Rejected(Status.PARSE_ERROR, f"{where}: the point of a curve, without a curve before it")
            nodes.append(f"{owner}.{_PARTS[label]}")
        elif label in ("External", "Stop"):
            nodes.append("external")
        else:
            owner = str(len(nodes))
            nodes.append(owner)
            entities.append(_node(owner, label, parameters, where))
    if not entities:
        raise Rejected(Status.PARSE_ERROR, "nothing is drawn in the sequence")
    return _ordered(Sketch(tuple(entities), tuple(constraints)))


def _node(name: str, label: str, parameters: document.Names, where: str) -> Entity:
    construction = parameters.get("isConstruction") is True
    if label == "Point":
        at = Point(document.number(parameters, "x", where), document.number(parameters, "y", where))
        return Entity(name, at, construction)
    shape = "Circle" if label == "Arc" else label
    bounds = None
    if label in ("Line", "Arc"):
        bounds = document.number(parameters, "startParam", where), document.number(parameters, "endParam", where)
    if shape not in ("Line", "Circle", "Ellipse"):
        raise Rejected(Status.COMPILE_ERROR, f"{where}: entities of this kind are not read")
    return Entity(name, _curve(shape, parameters, bounds, where), construction)
