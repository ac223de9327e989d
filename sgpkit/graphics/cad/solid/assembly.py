"""Building a part as an OpenCASCADE solid: profiles extruded, combined by their operations, merged, checked.

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
from sgpkit.graphics.cad.solid import boolean, check, prism, profile
from sgpkit.graphics.cad.solid.failure import refusing
from sgpkit.graphics.cad.solid.scale import scaled
from sgpkit.status import Rejected, Status

_EMPTY = 1e-9
"""The least volume of a solid, at the size at which it is built."""


_SMOOTH = 1e-6  # radians


class Built(NamedTuple):
    """A shape, and the factor by which it was enlarged for building."""

    shape: TopoDS_Shape
    scale: float


def build(part: Part) -> Built:
    """Build a part. Raises Rejected with the extrusion's number."""
    check.check(part)
    for number, extrusion in enumerate(part.extrusions, 1):
        for region, where in prism.labelled_regions(extrusion, f"extrusion {number}"):
            profile.check_closed(region, where)
    factor = 10.0 ** -round(math.log10(reach(part)) - 1)
    whole: TopoDS_Shape | None = None
    for number, extrusion in enumerate(scaled(part, factor).extrusions, 1):
        where = f"extrusion {number}"
        with refusing(where):
            whole = _combined(whole, extrusion, where)
    assert whole is not None
    with refusing("the solid"):
        return Built(finished(whole), factor)


def reach(part: Part) -> float:
    """Return about how large the part is, wherever it lies."""
    largest = 0.0
    for extrusion in part.extrusions:
        points = [point for curve in check.curves_of(extrusion.regions) for point in profile.points_of(curve)]
        for values in ([p.x for p in points], [p.y for p in points]):
            largest = max(largest, max(values, default=0.0) - min(values, default=0.0))
        largest = max(largest, extrusion.end - extrusion.start)
    if not 1e-12 < largest < 1e12:
        raise Rejected(Status.COMPILE_ERROR, f"a size of {largest:g}")
    return largest


def _combined(whole: TopoDS_Shape | None, extrusion: Extrusion, where: str) -> TopoDS_Shape:
    tool = prism.prism(extrusion, where)
    if whole is None:
        return tool
    made = boolean.combine(whole, tool, extrusion.operation, where)
    if not TopExp_Explorer(made, TopAbs_ShapeEnum.TopAbs_SOLID).More():
        raise Rejected(Status.COMPILE_ERROR, f"{where}: {extrusion.operation} leaves nothing")
    return made


def finished(whole: TopoDS_Shape) -> TopoDS_Shape:
    """Return the solids of a shape, merged and checked. A solid that fails the check is repaired once."""
    merged = solids_of(boolean.merge(whole))
    if not BRepCheck_Analyzer(merged).IsValid():
        fix = ShapeFix_Shape(merged)
        fix.Perform()
        merged = solids_of(fix.Shape())
        if not BRepCheck_Analyzer(merged).IsValid():
            raise Rejected(Status.COMPILE_ERROR, "the solid is not valid: its faces do not bound a volume")
    filled = boolean.volume(merged)
    if not filled > _EMPTY:
        raise Rejected(Status.COMPILE_ERROR, f"the solid is empty: a volume of {filled:g}")
    BRepLib.EncodeRegularity_s(merged, _SMOOTH)  # so that no seam of a merged face is drawn as an edge
    return merged


def solids_of(shape: TopoDS_Shape) -> TopoDS_Compound:
    """Return the solids of a shape without stray faces and edges."""
    builder, compound = BRep_Builder(), TopoDS_Compound()
    builder.MakeCompound(compound)
    explorer = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_SOLID)
    while explorer.More():
        builder.Add(compound, explorer.Current())
        explorer.Next()
    return compound
