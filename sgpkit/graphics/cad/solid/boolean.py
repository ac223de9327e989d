"""Boolean operations on two solids, checked by comparing volumes.

If faces almost coincide, OpenCASCADE sometimes returns half of the result, or nothing. This is rarer after merging
faces in one surface, and with a wider tolerance. So an impossible result leads to another attempt.
"""

from OCP.BRepAlgoAPI import BRepAlgoAPI_BooleanOperation, BRepAlgoAPI_Common, BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepGProp import BRepGProp
from OCP.collections import List_TopoDS_Shape
from OCP.GProp import GProp_GProps
from OCP.ShapeUpgrade import ShapeUpgrade_UnifySameDomain
from OCP.TopoDS import TopoDS_Shape

from sgpkit.graphics.cad.model import Operation
from sgpkit.graphics.cad.solid.failure import refusing
from sgpkit.status import Rejected, Status

_KINDS = {"cut": BRepAlgoAPI_Cut, "intersect": BRepAlgoAPI_Common}
_ATTEMPTS = ((False, 0.0), (True, 0.0), (True, 1e-5), (True, 1e-4))
"""Whether faces are merged first, and the tolerance."""
_INACCURATE = 0.01
"""The error of volumes by OpenCASCADE's quick rule on spline surfaces."""


def combine(first: TopoDS_Shape, second: TopoDS_Shape, operation: Operation, where: str) -> TopoDS_Shape:
    """Combine two solids; the result is empty if nothing is left. Raises Rejected if every attempt fails."""
    one, two = volume(first), volume(second)
    slack = _INACCURATE * max(one, two)
    least, most = {"cut": (one - two, one), "intersect": (0.0, min(one, two))}.get(
        operation, (max(one, two), one + two)
    )
    for merging, tolerance in _ATTEMPTS:
        shapes = (merge(first), merge(second)) if merging else (first, second)
        try:
            made = _combined(_KINDS.get(operation, BRepAlgoAPI_Fuse)(), *shapes, tolerance, where)
        except Rejected:
            continue
        if least - slack <= volume(made) <= most + slack:
            return made
    raise Rejected(Status.COMPILE_ERROR, f"{where}: OpenCASCADE cannot {operation} it with the part so far")


def _combined(
    operation: BRepAlgoAPI_BooleanOperation, first: TopoDS_Shape, second: TopoDS_Shape, tolerance: float, where: str
) -> TopoDS_Shape:
    arguments, tools = List_TopoDS_Shape(), List_TopoDS_Shape()
    arguments.Append(first)
    tools.Append(second)
    operation.SetArguments(arguments)
    operation.SetTools(tools)
    operation.SetNonDestructive(True)
    if tolerance:
        operation.SetFuzzyValue(tolerance)
    with refusing(where):
        operation.Build()
        if not operation.IsDone():
            raise Rejected(Status.COMPILE_ERROR, f"{where}: OpenCASCADE cannot combine it with the part so far")
        return operation.Shape()


def volume(shape: TopoDS_Shape) -> float:
    """Return the volume by a quick rule that is off by up to a per cent on spline surfaces."""
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape, properties)
    return float(properties.Mass())


def merge(shape: TopoDS_Shape) -> TopoDS_Shape:
    """Join faces in one surface to one face, edges in one curve to one edge."""
    unify = ShapeUpgrade_UnifySameDomain(shape, True, True, False)
    unify.Build()
    return unify.Shape()
