"""Building one extrusion as an OpenCASCADE solid: the prism over its profiles, straight or tapered."""

import math

from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepGProp import BRepGProp
from OCP.BRepOffsetAPI import BRepOffsetAPI_DraftAngle
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Ax3, gp_Pln, gp_Vec
from OCP.GProp import GProp_GProps
from OCP.LocOpe import LocOpe_DPrism
from OCP.TopoDS import TopoDS_Face, TopoDS_Shape

from sgpkit.graphics.cad.measure.topology import faces_of
from sgpkit.graphics.cad.model import Extrusion, Frame, Region, Vector
from sgpkit.graphics.cad.solid import boolean, profile
from sgpkit.graphics.cad.solid.failure import refusing
from sgpkit.status import Rejected, Status

_DRAFTABLE = (GeomAbs_SurfaceType.GeomAbs_Plane, GeomAbs_SurfaceType.GeomAbs_Cylinder)


def labelled_regions(extrusion: Extrusion, where: str) -> list[tuple[Region, str]]:
    """Return each region with its name for messages."""
    if len(extrusion.regions) == 1:
        return [(extrusion.regions[0], where)]
    return [(region, f"{where}, profile {number}") for number, region in enumerate(extrusion.regions, 1)]


def prism(extrusion: Extrusion, where: str) -> TopoDS_Shape:
    """Build the prism over all regions of one extrusion."""
    whole: TopoDS_Shape | None = None
    for region, label in labelled_regions(extrusion, where):
        for piece in _prisms(extrusion, region, label):
            whole = piece if whole is None else boolean.combine(whole, piece, "join", label)
    assert whole is not None
    return whole


def _prisms(extrusion: Extrusion, region: Region, where: str) -> list[TopoDS_Shape]:
    start, end = extrusion.start, extrusion.end
    if not extrusion.taper and not extrusion.taper_back:
        return [_straight(region, extrusion.frame, start, end, where)]
    if start >= 0:
        return [_tapered(region, extrusion.frame, start, end, extrusion.taper, where)]
    if end <= 0:
        return [_tapered(region, extrusion.frame, end, start, extrusion.taper_back, where)]
    return [
        _tapered(region, extrusion.frame, 0.0, end, extrusion.taper, where),
        _tapered(region, extrusion.frame, 0.0, start, extrusion.taper_back, where),
    ]


def _lifted(frame: Frame, height: float) -> Frame:
    return Frame(frame.origin + frame.normal * height, frame.x_axis, frame.y_axis)


def _vector(vector: Vector) -> gp_Vec:
    return gp_Vec(*vector)


def _straight(region: Region, frame: Frame, start: float, end: float, where: str) -> TopoDS_Shape:
    face = profile.face(region, _lifted(frame, start), where)
    return BRepPrimAPI_MakePrism(face, _vector(frame.normal * (end - start))).Shape()


def _tapered(region: Region, frame: Frame, near: float, far: float, taper: float, where: str) -> TopoDS_Shape:
    """Build the prism from the profile at `near` to `far`, growing by tan(taper) if it is positive; holes then narrow.

    The sides of a straight prism are tilted, which keeps corners sharp. If a side is neither plane nor round, the
    profile is offset instead, which rounds corners that move outwards.
    """
    low, high = sorted((near, far))
    if not taper:
        return _straight(region, frame, low, high, where)
    if not abs(taper) < 89:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a taper of {taper:g} degrees")
    base = _lifted(frame, near)
    made = _tilted(region, frame, near, far, taper, where)
    if made is None:
        made = _offset(profile.face(Region(region.outer), base, where), far - near, taper, where)
        for hole in region.holes:
            opening = _offset(profile.face(Region(hole), base, where), far - near, -taper, where)
            made = boolean.combine(made, opening, "cut", where)
    if not _grows_evenly(made, frame, near, far, (high - low) * math.tan(math.radians(taper))):
        raise Rejected(Status.COMPILE_ERROR, f"{where}: the taper of {taper:g} degrees closes the profile")
    return made


def _grows_evenly(made: TopoDS_Shape, frame: Frame, near: float, far: float, grown: float) -> bool:
    """Return whether no part of the outline has turned inside out on the way from `near` to `far`.

    An outline that moves outwards by a little gains its length times that in area; its length grows evenly too, as
    long as none of its pieces vanishes: the area gained in all is `grown` times the mean of the two lengths.
    """
    (one, length), (two, other) = (_section(made, frame, height) for height in (near, far))
    ends_in_a_line = other > 1e-9 * length and two < 1e-9 * one  # of which OpenCASCADE makes a point
    return not ends_in_a_line and abs(two - one - grown * (length + other) / 2) < 1e-3 * abs(grown) * length


def _section(made: TopoDS_Shape, frame: Frame, height: float) -> tuple[float, float]:
    """Return area and length of the outline of the faces that lie at this height."""
    normal, area, length = profile.direction(frame.normal), 0.0, 0.0
    for face in faces_of(made):
        surface = BRepAdaptor_Surface(face)
        if surface.GetType() != GeomAbs_SurfaceType.GeomAbs_Plane:
            continue
        axis = surface.Plane().Axis()
        at = axis.Location()
        height_here = (Vector(at.X(), at.Y(), at.Z()) - frame.origin).dot(frame.normal)
        if axis.Direction().IsParallel(normal, 1e-9) and abs(height_here - height) < 1e-6:
            properties = GProp_GProps()
            BRepGProp.SurfaceProperties_s(face, properties)
            area += properties.Mass()
            edges = GProp_GProps()
            BRepGProp.LinearProperties_s(face, edges)
            length += edges.Mass()
    return area, length


def _tilted(region: Region, frame: Frame, near: float, far: float, taper: float, where: str) -> TopoDS_Shape | None:
    face = profile.face(region, _lifted(frame, near), where)
    upward = frame.normal * math.copysign(1.0, far - near)
    straight = BRepPrimAPI_MakePrism(face, _vector(upward * abs(far - near))).Shape()
    sides = _sides(straight, frame)
    if any(BRepAdaptor_Surface(side).GetType() not in _DRAFTABLE for side in sides):
        return None
    axis = gp_Ax3(profile.pnt(frame.to_space(profile.start_of(region.outer[0]), near)), profile.direction(upward))
    draft = BRepOffsetAPI_DraftAngle(straight)
    try:
        with refusing(where):
            for side in sides:
                draft.Add(side, profile.direction(upward), -math.radians(taper), gp_Pln(axis))
                if not draft.AddDone():
                    return None
            draft.Build()
            made: TopoDS_Shape = draft.Shape()
    except Rejected:
        return None
    return made if BRepCheck_Analyzer(made).IsValid() else None


def _sides(straight: TopoDS_Shape, frame: Frame) -> list[TopoDS_Face]:
    """Return the faces of a prism without its two ends."""
    normal = profile.direction(frame.normal)
    sides = []
    for side in faces_of(straight):
        surface = BRepAdaptor_Surface(side)
        flat = surface.GetType() == GeomAbs_SurfaceType.GeomAbs_Plane
        if not (flat and surface.Plane().Axis().Direction().IsParallel(normal, 1e-9)):
            sides.append(side)
    return sides


def _offset(face: TopoDS_Face, height: float, taper: float, where: str) -> TopoDS_Shape:
    angle = math.radians(taper)
    reason = f"{where}: the taper of {taper:g} degrees closes the profile"
    with refusing(reason):
        made: TopoDS_Shape = LocOpe_DPrism(face, height / math.cos(angle), -math.copysign(1.0, height) * angle).Shape()
    if made is None or made.IsNull() or not BRepCheck_Analyzer(made).IsValid():
        raise Rejected(Status.COMPILE_ERROR, reason)
    return made
