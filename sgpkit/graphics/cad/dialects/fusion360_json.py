"""Fusion 360 reconstruction JSON → parts. DeepCAD's `cad_json` has the same form, with fewer kinds of curve.

The form is that of K. Willis et al., "Fusion 360 Gallery: A Dataset and Environment for Programmatic CAD Construction
from Human Design Sequences" (2021): `timeline` (DeepCAD: `sequence`) orders `entities`; sketches hold profiles, whose
loops hold curves in the sketch's plane; extrusions name profiles. Lengths are centimetres (DeepCAD: metres).
https://github.com/AutodeskAILab/Fusion360GalleryDataset, docs/reconstruction.md, revision
08f8be56e6094ad8eaffd1bba499bae5c0d4d4a3; that a symmetric distance may be whole or one side's, and that an arc's
angles count from its reference vector about its normal, as in its importer.
"""

import math
from collections.abc import Iterator
from typing import Any

from sgpkit.graphics.cad.dialects import document
from sgpkit.graphics.cad.dialects.text import MOST_COMMANDS, finite, shown
from sgpkit.graphics.cad.model import (
    Arc,
    Circle,
    Curve,
    Ellipse,
    EllipticArc,
    Extrusion,
    Frame,
    Line,
    Loop,
    Operation,
    Part,
    Region,
    Spline,
)
from sgpkit.graphics.cad.sketch.curves import arc_by_angles, arc_by_sweep, turn_of
from sgpkit.graphics.cad.sketch.loops import chain, check_simple, nest
from sgpkit.graphics.cad.sketch.splines import checked_spline
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

OPERATIONS: dict[str, Operation] = {
    "NewBodyFeatureOperation": "new",
    "NewComponentFeatureOperation": "new",
    "JoinFeatureOperation": "join",
    "CutFeatureOperation": "cut",
    "IntersectFeatureOperation": "intersect",
}


def part(data: Any) -> Part:
    """Return the part that a document builds. Raises Rejected, naming the position of what is missing or impossible."""
    entities = document.names(document.get(data, "entities", "the document"), "'entities'")
    order = "timeline" if "timeline" in data else "sequence"
    steps = document.items(document.get(data, order, "the document"), repr(order))
    if len(steps) > MOST_COMMANDS:
        raise Rejected(Status.TOO_LARGE, f"{len(steps):,} steps; at most {MOST_COMMANDS:,} are read")
    extrusions: list[Extrusion] = []
    for number, step in enumerate(steps):
        name = document.word(step, "entity", f"{order} {number}")
        entity = document.names(document.get(entities, name, "'entities'"), f"entity {shown(name)}")
        where = f"{entity.get('name') or 'entity'} ({shown(name)})"
        kind = document.word(entity, "type", where)
        if kind == "Sketch":
            _check_references(entity, where)
        elif kind == "ExtrudeFeature":
            extrusions += _extrude(entity, entities, where)
        else:
            raise Rejected(
                Status.PARSE_ERROR, f"{where}: unknown type {shown(kind)}; expected Sketch or ExtrudeFeature"
            )
    if not extrusions:
        raise Rejected(Status.COMPILE_ERROR, "nothing is extruded in the document")
    return Part(tuple(extrusions))


def _check_references(sketch: document.Names, where: str) -> None:
    """Raise Rejected unless the document has every point that a sketch's curves name."""
    if "curves" not in sketch or "points" not in sketch:
        return  # DeepCAD's documents hold profiles only
    points, curves = document.names(sketch["points"], where), document.names(sketch["curves"], where)
    named = [
        value
        for curve in curves.values()
        for key, value in document.names(curve, where).items()
        if key in ("start_point", "end_point", "center_point") and isinstance(value, str)
    ]
    missing = list(dict.fromkeys(value for value in named if value not in points))
    if missing:
        raise Rejected(
            Status.PARSE_ERROR,
            f"{where}: its curves name points that are missing: {', '.join(map(shown, missing[:5]))}",
        )


# --- extrusions -------------------------------------------------------------------------------------------------------


def _extrude(entity: document.Names, entities: document.Names, where: str) -> Iterator[Extrusion]:
    operation = OPERATIONS.get(document.word(entity, "operation", where))
    if operation is None:
        raise Rejected(
            Status.PARSE_ERROR, f"{where}: operation {entity['operation']!r} is not one of {', '.join(OPERATIONS)}"
        )
    start, end, taper, back = _extents(entity, where)
    offset = _offset(entity, where)
    sketches: dict[str, list[Region]] = {}
    for chosen in document.items(document.get(entity, "profiles", where), where):
        sketch_name = document.word(chosen, "sketch", where)
        sketch = document.get(entities, sketch_name, f"{where}: sketches")
        profiles = document.get(sketch, "profiles", shown(sketch_name))
        profile_name = document.word(chosen, "profile", where)
        profile = document.get(profiles, profile_name, f"{where}: profiles of {shown(sketch_name)}")
        sketches.setdefault(sketch_name, []).extend(_regions(profile, f"{where}, profile {shown(profile_name)}"))
    if not sketches:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: no profiles to extrude")
    if operation == "intersect" and len(sketches) > 1:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: an intersection with the profiles of several sketches")
    for sketch_name, regions in sketches.items():
        frame = document.frame(entities[sketch_name], shown(sketch_name))
        if offset:
            frame = Frame(frame.origin + frame.normal * offset, frame.x_axis, frame.y_axis)
        yield Extrusion(frame, tuple(regions), start, end, operation, taper, back)


def _offset(entity: document.Names, where: str) -> float:
    extent = document.get(entity, "start_extent", where)
    kind = document.word(extent, "type", where)
    if kind == "ProfilePlaneStartDefinition":
        return 0.0
    if kind == "OffsetStartDefinition":
        return document.number(document.get(extent, "offset", where), "value", f"{where}, 'offset'")
    raise Rejected(Status.COMPILE_ERROR, f"{where}: starts at {shown(kind)}, which only the application can resolve")


def _extents(entity: document.Names, where: str) -> tuple[float, float, float, float]:
    kind = document.word(entity, "extent_type", where)
    one, first = _distance(entity, "extent_one", where)
    if kind == "OneSideFeatureExtentType":
        start, end = min(0.0, one), max(0.0, one)
        taper, back = (first, 0.0) if one > 0 else (0.0, first)
    elif kind == "TwoSidesFeatureExtentType":
        two, second = _distance(entity, "extent_two", where)
        start, end = min(0.0, one, -two), max(0.0, one, -two)
        taper, back = first, second
    elif kind == "SymmetricFeatureExtentType":
        whole = document.names(entity["extent_one"], where).get("is_full_length") is True
        end = abs(one) / 2 if whole else abs(one)
        start, taper, back = -end, first, first
    else:
        raise Rejected(Status.PARSE_ERROR, f"{where}: unknown extent type {shown(kind)}")
    if start == end:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: the extrusion has no length")
    return start, end, taper, back


def _distance(entity: document.Names, side: str, where: str) -> tuple[float, float]:
    """Return a distance and its taper in degrees; the file has radians."""
    extent, where = document.names(document.get(entity, side, where), where), f"{where}, {side!r}"
    distance = document.number(document.get(extent, "distance", where), "value", where)
    taper = extent.get("taper_angle")
    return distance, 0.0 if taper is None else math.degrees(document.number(taper, "value", where))


# --- profiles ---------------------------------------------------------------------------------------------------------


def _regions(profile: Any, where: str) -> tuple[Region, ...]:
    loops = document.items(document.get(profile, "loops", where), where)
    if not loops:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: no loops")
    return nest([_loop(loop, f"{where}, loop {number}") for number, loop in enumerate(loops, 1)])


def _loop(loop: Any, where: str) -> Loop:
    drawn = document.items(document.get(loop, "profile_curves", where), where)
    curves = [_curve(curve, f"{where}, curve {number}") for number, curve in enumerate(drawn, 1)]
    closed = chain(curves, where)
    check_simple(closed, where)
    return closed


def _curve(curve: Any, where: str) -> Curve:
    kind = document.word(curve, "type", where)
    if kind == "Line3D":
        return Line(document.point(curve, "start_point", where), document.point(curve, "end_point", where))
    if kind == "Arc3D":
        return _arc(curve, where)
    if kind == "Circle3D":
        return Circle(document.point(curve, "center_point", where), document.positive(curve, "radius", where))
    if kind in ("Ellipse3D", "EllipticalArc3D"):
        return _ellipse(curve, kind, where)
    if kind == "NurbsCurve3D":
        return _spline(curve, where)
    known = "Line3D, Arc3D, Circle3D, Ellipse3D, EllipticalArc3D, NurbsCurve3D"
    raise Rejected(Status.PARSE_ERROR, f"{where}: unknown curve {shown(kind)}; expected one of: {known}")


def _arc(curve: Any, where: str) -> Arc | Line:
    start, end = document.point(curve, "start_point", where), document.point(curve, "end_point", where)
    center, radius = document.point(curve, "center_point", where), document.positive(curve, "radius", where)
    reference = document.point(curve, "reference_vector", where)
    begun, ended = document.number(curve, "start_angle", where), document.number(curve, "end_angle", where)
    # Fusion's normals are in the sketch; DeepCAD's are in the world, and its arcs counter-clockwise in the sketch.
    in_sketch = "type" in curve["start_point"]
    sense = -1 if in_sketch and document.vector(curve, "normal", where).z < 0 else 1
    base = math.atan2(reference.y, reference.x)
    arc = arc_by_angles(center, radius, base + sense * begun, sense * (ended - begun))
    if _apart(arc, start, end) > 1e-3 * radius:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: the arc's ends and its angles contradict each other")
    if start.distance(arc.start) > start.distance(arc.end):
        arc = Arc(arc.end, arc.middle, arc.start)
    turn = turn_of(arc)
    return Line(start, end) if turn is None else arc_by_sweep(start, end, turn.sweep)


def _apart(arc: Arc, start: Point, end: Point) -> float:
    return min(
        arc.start.distance(start) + arc.end.distance(end),
        arc.start.distance(end) + arc.end.distance(start),
    )


def _ellipse(curve: Any, kind: str, where: str) -> Ellipse | EllipticArc:
    center, axis = document.point(curve, "center_point", where), document.point(curve, "major_axis", where)
    major, minor = (
        document.positive(curve, "major_axis_radius", where),
        document.positive(curve, "minor_axis_radius", where),
    )
    along = math.hypot(axis.x, axis.y)
    if along == 0:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: the major axis has no direction")
    axis, begin = axis * (major / along), 0.0
    if minor > major:  # the longer half-axis is the major one, whatever the file calls it
        axis, begin, major, minor = Point(-axis.y, axis.x) * (minor / major), -math.pi / 2, minor, major
    if kind == "Ellipse3D":
        return Ellipse(center, axis, minor / major)
    sense = -1 if document.vector(curve, "normal", where).z < 0 else 1
    one, two = (document.number(curve, key, where) for key in ("start_angle", "end_angle"))
    return EllipticArc(center, axis, minor / major, begin + sense * one, begin + sense * two)


def _spline(curve: Any, where: str) -> Spline:
    listed = document.items(document.get(curve, "control_points", where), where)
    points = tuple(Point(document.number(one, "x", where), document.number(one, "y", where)) for one in listed)
    knots = tuple(finite(knot, where) for knot in document.items(document.get(curve, "knots", where), where))
    weights = tuple(finite(one, where) for one in document.items(curve.get("weights") or [], where))
    if not curve.get("rational"):
        weights = ()
    degree = document.number(curve, "degree", where)
    return checked_spline(degree, points, knots, weights, curve.get("periodic") is True, where)
