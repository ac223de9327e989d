"""A part to an OpenCASCADE solid: profiles extruded, put together by their operations, merged, checked.

The part is built about as large as OpenCASCADE's tolerances (1e-7) expect, by a power of ten; `Built.scale` is that
factor. Every operation adds to or takes from one shape; pieces that do not touch stay apart, as separate bodies.
"""

import math
from typing import NamedTuple

from OCP.BRep import BRep_Builder
from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepLib import BRepLib
from OCP.ShapeFix import ShapeFix_Shape
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS_Compound, TopoDS_Shape

from sgpkit.graphics.cad.model import Extrusion, Part
from sgpkit.graphics.cad.solid import boolean as cad_boolean
from sgpkit.graphics.cad.solid import check as cad_check
from sgpkit.graphics.cad.solid import prism as cad_prism
from sgpkit.graphics.cad.solid import profile as cad_profile
from sgpkit.graphics.cad.solid.failure import refusing
from sgpkit.graphics.cad.solid.scale import scaled
from sgpkit.status import Rejected, Status

_EMPTY = 1e-9
"""The least volume of a solid, at the size at which it is built."""


_SMOOTH = 1e-6  # radians


class Built(NamedTuple):
    shape: TopoDS_Shape
    scale: float


def build(part: Part) -> Built:
    """Raises Rejected with the extrusion's number."""
    cad_check.check(part)
    for number, extrusion in enumerate(part.extrusions, 1):
        for region, place in cad_prism.places(extrusion, f"extrusion {number}"):
            cad_profile.check_closed(region, place)
    factor = 10.0 ** -round(math.log10(reach(part)) - 1)
    whole: TopoDS_Shape | None = None
    for number, extrusion in enumerate(scaled(part, factor).extrusions, 1):
        place = f"extrusion {number}"
        with refusing(place):
            whole = _combined(whole, extrusion, place)
    assert whole is not None
    with refusing("the solid"):
        return Built(finished(whole), factor)


def reach(part: Part) -> float:
    """About how large the part is, wherever it lies."""
    largest = 0.0
    for extrusion in part.extrusions:
        points = [point for curve in cad_check.curves_of(extrusion.regions) for point in cad_profile.points_of(curve)]
        for values in ([p.x for p in points], [p.y for p in points]):
            largest = max(largest, max(values, default=0.0) - min(values, default=0.0))
        largest = max(largest, extrusion.end - extrusion.start)
    if not 1e-12 < largest < 1e12:
        raise Rejected(Status.COMPILE_ERROR, f"a size of {largest:g}")
    return largest


def _combined(whole: TopoDS_Shape | None, extrusion: Extrusion, place: str) -> TopoDS_Shape:
    tool = cad_prism.prism(extrusion, place)
    if whole is None:
        return tool
    made = cad_boolean.combine(whole, tool, extrusion.operation, place)
    if not TopExp_Explorer(made, TopAbs_ShapeEnum.TopAbs_SOLID).More():
        raise Rejected(Status.COMPILE_ERROR, f"{place}: {extrusion.operation} leaves nothing")
    return made


def finished(whole: TopoDS_Shape) -> TopoDS_Shape:
    """Merged, checked, and only the solids. A solid that fails the check is mended once."""
    merged = solids_of(cad_boolean.merge(whole))
    if not BRepCheck_Analyzer(merged).IsValid():
        fix = ShapeFix_Shape(merged)
        fix.Perform()
        merged = solids_of(fix.Shape())
        if not BRepCheck_Analyzer(merged).IsValid():
            raise Rejected(Status.COMPILE_ERROR, "the solid is not valid: its faces do not bound a volume")
    filled = cad_boolean.volume(merged)
    if not filled > _EMPTY:
        raise Rejected(Status.COMPILE_ERROR, f"the solid is empty: a volume of {filled:g}")
    BRepLib.EncodeRegularity_s(merged, _SMOOTH)  # so that no seam of a merged face is drawn as an edge
    return merged


def solids_of(shape: TopoDS_Shape) -> TopoDS_Compound:
    builder, compound = BRep_Builder(), TopoDS_Compound()
    builder.MakeCompound(compound)
    explorer = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_SOLID)
    while explorer.More():
        builder.Add(compound, explorer.Current())
        explorer.Next()
    return compound
