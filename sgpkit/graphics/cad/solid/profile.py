"""Closed loops of plane curves to OpenCASCADE faces.

Curves that should meet and miss each other by less than `GAP` of the drawing are joined; more is an open loop. A face
that crosses itself is refused by OpenCASCADE's own check.
"""

import math
from itertools import groupby

from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepTools import BRepTools
from OCP.collections import Array1_double, Array1_gp_Pnt, Array1_int
from OCP.GC import GC_MakeArcOfCircle
from OCP.Geom import Geom_BSplineCurve, Geom_Circle, Geom_Curve, Geom_Ellipse, Geom_Plane
from OCP.gp import gp_Ax2, gp_Ax3, gp_Circ, gp_Dir, gp_Elips, gp_Pnt
from OCP.ShapeFix import ShapeFix_Face
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Face, TopoDS_Vertex, TopoDS_Wire

from sgpkit.graphics.cad.model import (
    Arc,
    Circle,
    Curve,
    Ellipse,
    EllipticArc,
    Frame,
    Line,
    Loop,
    Region,
    Spline,
    Vector,
)
from sgpkit.graphics.cad.solid import heal as cad_heal
from sgpkit.graphics.cad.solid.failure import refusing
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

GAP = 1e-4
"""Of the loop's size. Published JSON rounds coordinates to seven digits, and arcs to less."""


def pnt(vector: Vector) -> gp_Pnt:
    return gp_Pnt(*vector)


def direction(vector: Vector) -> gp_Dir:
    return gp_Dir(*vector)


def plane_axes(frame: Frame, center: Point, toward: Point) -> gp_Ax2:
    """An axis through `center`, standing on the sketch, with x towards `toward`."""
    along = frame.x_axis * toward.x + frame.y_axis * toward.y
    return gp_Ax2(pnt(frame.place(center)), direction(frame.normal), direction(along))


def face(region: Region, frame: Frame, place: str) -> TopoDS_Face:
    """`place` opens the reason of a refusal. Holes are turned as they must be."""
    axes = gp_Ax3(pnt(frame.origin), direction(frame.normal), direction(frame.x_axis))
    outline = wire(region.outer, frame, f"{place}, outer loop")
    openings = [wire(hole, frame, f"{place}, inner loop {number}") for number, hole in enumerate(region.holes, 1)]
    made = _checked(BRepBuilderAPI_MakeFace(Geom_Plane(axes).Pln(), outline, True), openings)
    if made is None:
        # The loops one by one, each mended if it must be: then it is known which of them bounds no face.
        whole = _mended(axes, outline, f"{place}, outer loop")
        parts = [_mended(axes, each, f"{place}, inner loop {number}") for number, each in enumerate(openings, 1)]
        holes = [BRepTools.OuterWire_s(part) for part in parts]
        made = _checked(BRepBuilderAPI_MakeFace(whole), holes) if holes else whole
    if made is None:
        raise Rejected(Status.COMPILE_ERROR, f"{place}: a loop crosses another")
    return made


def _checked(maker: BRepBuilderAPI_MakeFace, holes: list[TopoDS_Wire]) -> TopoDS_Face | None:
    for hole in holes:
        maker.Add(hole)
    if not maker.IsDone():
        return None
    made = maker.Face()
    if holes or not BRepCheck_Analyzer(made).IsValid():
        fix = ShapeFix_Face(made)
        fix.FixOrientation()
        made = fix.Face()
    return made if BRepCheck_Analyzer(made).IsValid() else None


def _mended(axes: gp_Ax3, outline: TopoDS_Wire, place: str) -> TopoDS_Face:
    made = _checked(BRepBuilderAPI_MakeFace(Geom_Plane(axes).Pln(), outline, True), [])
    made = made or cad_heal.largest_face(outline)
    if made is None:
        raise Rejected(Status.COMPILE_ERROR, f"{place}: crosses itself")
    return made


def wire(loop: Loop, frame: Frame, place: str) -> TopoDS_Wire:
    if not loop:
        raise Rejected(Status.COMPILE_ERROR, f"{place}: no curves")
    with refusing(place):
        return _wire(loop, frame, place)


def _wire(loop: Loop, frame: Frame, place: str) -> TopoDS_Wire:
    size = loop_size(loop)
    maker = BRepBuilderAPI_MakeWire()
    if len(loop) == 1 and is_closed(loop[0], size * GAP):
        maker.Add(BRepBuilderAPI_MakeEdge(_whole(loop[0], frame)).Edge())
        return maker.Wire()
    ends = [_ends(curve) for curve in loop]
    vertices = [
        _vertex(frame.place((end + start) * 0.5), start.distance(end))
        for (_, end), (start, _) in zip(ends, (*ends[1:], ends[0]), strict=True)
    ]
    for number, curve in enumerate(loop):
        before, after = vertices[number - 1], vertices[number]
        maker.Add(_edge(curve, frame, before, after, f"{place}, curve {number + 1}"))
        if not maker.IsDone():
            raise Rejected(Status.COMPILE_ERROR, f"{place}: curve {number + 1} does not join")
    return maker.Wire()


def check_closed(region: Region, place: str) -> None:
    """Raises Rejected where a loop is open, with the coordinates as they are given."""
    names = ["outer loop", *(f"inner loop {number}" for number in range(1, len(region.holes) + 1))]
    for name, loop in zip(names, (region.outer, *region.holes), strict=True):
        with refusing(f"{place}, {name}"):
            ends = [_ends(curve) for curve in loop]
        for number, (_, end) in enumerate(ends):
            start = ends[(number + 1) % len(ends)][0]
            if not start.distance(end) <= GAP * loop_size(loop):
                raise Rejected(
                    Status.COMPILE_ERROR,
                    f"{place}, {name}: open, curve {number + 1} ends at ({end.x:.6g}, {end.y:.6g}), "
                    f"curve {(number + 1) % len(ends) + 1} starts at ({start.x:.6g}, {start.y:.6g})",
                )


def start_of(curve: Curve) -> Point:
    return _ends(curve)[0]


def _ends(curve: Curve) -> tuple[Point, Point]:
    match curve:
        case Line(start, end) | Arc(start, _, end):
            return start, end
        case Circle(center, radius):
            point = Point(center.x + radius, center.y)
            return point, point
        case Ellipse(center, major, _):
            return center + major, center + major
        case EllipticArc():
            return _on_ellipse(curve, curve.from_angle), _on_ellipse(curve, curve.to_angle)
        case Spline():
            placed = _spline(curve, _FLAT)
            first, last = placed.StartPoint(), placed.EndPoint()
            return Point(first.X(), first.Y()), Point(last.X(), last.Y())


_FLAT = Frame(Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0))


def _on_ellipse(curve: EllipticArc, angle: float) -> Point:
    minor = Point(-curve.major.y, curve.major.x) * curve.ratio
    return curve.center + curve.major * math.cos(angle) + minor * math.sin(angle)


def is_closed(curve: Curve, tolerance: float) -> bool:
    if isinstance(curve, Line | Arc):
        return False
    start, end = _ends(curve)
    return start.distance(end) <= tolerance


def points_of(curve: Curve) -> tuple[Point, ...]:
    """Points whose box is about the curve's."""
    match curve:
        case Line(start, end):
            return (start, end)
        case Arc(start, middle, end):
            return (start, middle, end)
        case Circle(center, radius):
            return (Point(center.x - radius, center.y - radius), Point(center.x + radius, center.y + radius))
        case Ellipse(center, major, _) | EllipticArc(center, major, _, _, _):
            half = math.hypot(*major)
            reach = Point(half, half)
            return (center - reach, center + reach)
        case Spline():
            return curve.control_points


def loop_size(loop: Loop) -> float:
    points = [point for curve in loop for point in points_of(curve)]
    width = max(p.x for p in points) - min(p.x for p in points)
    return max(width, max(p.y for p in points) - min(p.y for p in points))


def _vertex(at: Vector, gap: float) -> TopoDS_Vertex:
    made = TopoDS_Vertex()
    BRep_Builder().MakeVertex(made, pnt(at), max(1e-7, gap))
    return made


def _whole(curve: Curve, frame: Frame) -> Geom_Curve:
    """The closed curve of a loop that is one curve."""
    match curve:
        case Circle(center, radius):
            return Geom_Circle(gp_Circ(plane_axes(frame, center, Point(1, 0)), radius))
        case Ellipse() | EllipticArc():
            return _ellipse(curve, frame)
        case Spline():
            return _spline(curve, frame)
    raise AssertionError(f"{type(curve).__name__} is never closed")


def _ellipse(curve: Ellipse | EllipticArc, frame: Frame) -> Geom_Ellipse:
    major = math.hypot(*curve.major)
    return Geom_Ellipse(gp_Elips(plane_axes(frame, curve.center, curve.major), major, major * curve.ratio))


def _spline(curve: Spline, frame: Frame) -> Geom_BSplineCurve:
    """A wrapped periodic spline is given to OpenCASCADE as an open one over its domain: the same points."""
    grouped = [(knot, len(list(same))) for knot, same in groupby(curve.knots)]
    poles = Array1_gp_Pnt(1, len(curve.control_points))
    for number, point in enumerate(curve.control_points, 1):
        poles.SetValue(number, pnt(frame.place(point)))
    weights = Array1_double(1, len(curve.control_points))
    for number in range(1, len(curve.control_points) + 1):
        weights.SetValue(number, curve.weights[number - 1] if curve.weights else 1.0)
    knots, repeats = Array1_double(1, len(grouped)), Array1_int(1, len(grouped))
    for number, (knot, count) in enumerate(grouped, 1):
        knots.SetValue(number, knot)
        repeats.SetValue(number, count)
    made = Geom_BSplineCurve(poles, weights, knots, repeats, curve.degree, False)
    first, last = curve.knots[curve.degree], curve.knots[-curve.degree - 1]
    if (first, last) != (curve.knots[0], curve.knots[-1]):
        made.Segment(first, last)
    return made


def _edge(curve: Curve, frame: Frame, before: TopoDS_Vertex, after: TopoDS_Vertex, place: str) -> TopoDS_Edge:
    start, end = BRep_Tool.Pnt_s(before), BRep_Tool.Pnt_s(after)
    if start.Distance(end) < 1e-9 and not isinstance(curve, Spline | EllipticArc):
        raise Rejected(Status.COMPILE_ERROR, f"{place}: without length")
    match curve:
        case Line():
            maker = BRepBuilderAPI_MakeEdge(before, after)
        case Arc():
            through = GC_MakeArcOfCircle(start, pnt(frame.place(curve.middle)), end)
            if not through.IsDone():
                raise Rejected(Status.COMPILE_ERROR, f"{place}: an arc whose three points lie on one line")
            arc = through.Value()
            maker = BRepBuilderAPI_MakeEdge(arc, before, after, arc.FirstParameter(), arc.LastParameter())
        case EllipticArc(_, _, _, from_angle, to_angle):
            ellipse = _ellipse(curve, frame)
            if from_angle < to_angle:
                maker = BRepBuilderAPI_MakeEdge(ellipse, before, after, from_angle, to_angle)
            else:
                backward = BRepBuilderAPI_MakeEdge(ellipse, after, before, to_angle, from_angle)
                return TopoDS.Edge(backward.Edge().Reversed()) if backward.IsDone() else _unmade(place)
        case Spline():
            spline = _spline(curve, frame)
            maker = BRepBuilderAPI_MakeEdge(spline, before, after, spline.FirstParameter(), spline.LastParameter())
        case _:
            raise Rejected(Status.COMPILE_ERROR, f"{place}: a whole {type(curve).__name__.lower()} among other curves")
    return maker.Edge() if maker.IsDone() else _unmade(place)


def _unmade(place: str) -> TopoDS_Edge:
    raise Rejected(Status.COMPILE_ERROR, f"{place}: OpenCASCADE makes no edge of it")
