"""Building OpenCASCADE faces from closed loops of plane curves.

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
from sgpkit.graphics.cad.solid import heal
from sgpkit.graphics.cad.solid.failure import refusing
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

GAP = 1e-4
"""Relative to the loop's size. Published JSON rounds coordinates to seven digits, and arcs to less."""


def pnt(vector: Vector) -> gp_Pnt:
    """Return a vector as OpenCASCADE's point."""
    return gp_Pnt(*vector)


def direction(vector: Vector) -> gp_Dir:
    """Return a vector as OpenCASCADE's direction."""
    return gp_Dir(*vector)


def plane_axes(frame: Frame, center: Point, toward: Point) -> gp_Ax2:
    """Return the axes at `center`, z standing on the sketch and x towards `toward`."""
    along = frame.x_axis * toward.x + frame.y_axis * toward.y
    return gp_Ax2(pnt(frame.to_space(center)), direction(frame.normal), direction(along))


def face(region: Region, frame: Frame, where: str) -> TopoDS_Face:
    """Build the face of a region, its holes oriented. Raises Rejected with a reason that begins with `where`."""
    axes = gp_Ax3(pnt(frame.origin), direction(frame.normal), direction(frame.x_axis))
    outline = wire(region.outer, frame, f"{where}, outer loop")
    openings = [wire(hole, frame, f"{where}, inner loop {number}") for number, hole in enumerate(region.holes, 1)]
    made = _checked(BRepBuilderAPI_MakeFace(Geom_Plane(axes).Pln(), outline, True), openings)
    if made is None:
        # Build the loops one by one, repairing each if necessary, so that the message can name the one that bounds
        # no face.
        whole = _mended(axes, outline, f"{where}, outer loop")
        parts = [_mended(axes, opening, f"{where}, inner loop {number}") for number, opening in enumerate(openings, 1)]
        holes = [BRepTools.OuterWire_s(part) for part in parts]
        made = _checked(BRepBuilderAPI_MakeFace(whole), holes) if holes else whole
    if made is None:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a loop crosses another")
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


def _mended(axes: gp_Ax3, outline: TopoDS_Wire, where: str) -> TopoDS_Face:
    made = _checked(BRepBuilderAPI_MakeFace(Geom_Plane(axes).Pln(), outline, True), [])
    made = made or heal.largest_face(outline)
    if made is None:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: crosses itself")
    return made


def wire(loop: Loop, frame: Frame, where: str) -> TopoDS_Wire:
    """Build the wire of a closed loop. Raises Rejected with a reason that begins with `where`."""
    if not loop:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: no curves")
    with refusing(where):
        return _wire(loop, frame, where)


def _wire(loop: Loop, frame: Frame, where: str) -> TopoDS_Wire:
    size = loop_size(loop)
    maker = BRepBuilderAPI_MakeWire()
    if len(loop) == 1 and is_closed(loop[0], size * GAP):
        maker.Add(BRepBuilderAPI_MakeEdge(_whole(loop[0], frame)).Edge())
        return maker.Wire()
    ends = [_ends(curve) for curve in loop]
    vertices = [
        _vertex(frame.to_space((end + start) * 0.5), start.distance(end))
        for (_, end), (start, _) in zip(ends, (*ends[1:], ends[0]), strict=True)
    ]
    for number, curve in enumerate(loop):
        before, after = vertices[number - 1], vertices[number]
        maker.Add(_edge(curve, frame, before, after, f"{where}, curve {number + 1}"))
        if not maker.IsDone():
            raise Rejected(Status.COMPILE_ERROR, f"{where}: curve {number + 1} does not join")
    return maker.Wire()


def check_closed(region: Region, where: str) -> None:
    """Raise Rejected if a loop is open, with the coordinates as they are given."""
    names = ["outer loop", *(f"inner loop {number}" for number in range(1, len(region.holes) + 1))]
    for name, loop in zip(names, (region.outer, *region.holes), strict=True):
        with refusing(f"{where}, {name}"):
            ends = [_ends(curve) for curve in loop]
        for number, (_, end) in enumerate(ends):
            start = ends[(number + 1) % len(ends)][0]
            if not start.distance(end) <= GAP * loop_size(loop):
                raise Rejected(
                    Status.COMPILE_ERROR,
                    f"{where}, {name}: open, curve {number + 1} ends at ({end.x:.6g}, {end.y:.6g}), "
                    f"curve {(number + 1) % len(ends) + 1} starts at ({start.x:.6g}, {start.y:.6g})",
                )


def start_of(curve: Curve) -> Point:
    """Return the first point of a curve."""
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
    """Return whether a curve ends where it starts."""
    if isinstance(curve, Line | Arc):
        return False
    start, end = _ends(curve)
    return start.distance(end) <= tolerance


def points_of(curve: Curve) -> tuple[Point, ...]:
    """Return points whose box is about the curve's."""
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
    """Return the longer side of a loop's approximate box."""
    points = [point for curve in loop for point in points_of(curve)]
    width = max(p.x for p in points) - min(p.x for p in points)
    return max(width, max(p.y for p in points) - min(p.y for p in points))


def _vertex(at: Vector, gap: float) -> TopoDS_Vertex:
    made = TopoDS_Vertex()
    BRep_Builder().MakeVertex(made, pnt(at), max(1e-7, gap))
    return made


def _whole(curve: Curve, frame: Frame) -> Geom_Curve:
    """Return the closed curve of a loop that is one curve."""
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
    """Build a spline. A wrapped periodic one becomes an open one over its domain, with the same points."""
    grouped = [(knot, len(list(same))) for knot, same in groupby(curve.knots)]
    poles = Array1_gp_Pnt(1, len(curve.control_points))
    for number, point in enumerate(curve.control_points, 1):
        poles.SetValue(number, pnt(frame.to_space(point)))
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


def _edge(curve: Curve, frame: Frame, before: TopoDS_Vertex, after: TopoDS_Vertex, where: str) -> TopoDS_Edge:
    start, end = BRep_Tool.Pnt_s(before), BRep_Tool.Pnt_s(after)
    if start.Distance(end) < 1e-9 and not isinstance(curve, Spline | EllipticArc):
        raise Rejected(Status.COMPILE_ERROR, f"{where}: without length")
    match curve:
        case Line():
            maker = BRepBuilderAPI_MakeEdge(before, after)
        case Arc():
            through = GC_MakeArcOfCircle(start, pnt(frame.to_space(curve.middle)), end)
            if not through.IsDone():
                raise Rejected(Status.COMPILE_ERROR, f"{where}: an arc whose three points lie on one line")
            arc = through.Value()
            maker = BRepBuilderAPI_MakeEdge(arc, before, after, arc.FirstParameter(), arc.LastParameter())
        case EllipticArc(_, _, _, from_angle, to_angle):
            ellipse = _ellipse(curve, frame)
            if from_angle < to_angle:
                maker = BRepBuilderAPI_MakeEdge(ellipse, before, after, from_angle, to_angle)
            else:
                backward = BRepBuilderAPI_MakeEdge(ellipse, after, before, to_angle, from_angle)
                return TopoDS.Edge(backward.Edge().Reversed()) if backward.IsDone() else _unmade(where)
        case Spline():
            spline = _spline(curve, frame)
            maker = BRepBuilderAPI_MakeEdge(spline, before, after, spline.FirstParameter(), spline.LastParameter())
        case _:
            raise Rejected(Status.COMPILE_ERROR, f"{where}: a whole {type(curve).__name__.lower()} among other curves")
    return maker.Edge() if maker.IsDone() else _unmade(where)


def _unmade(where: str) -> TopoDS_Edge:
    raise Rejected(Status.COMPILE_ERROR, f"{where}: OpenCASCADE makes no edge of it")
