"""The visible and the hidden edges of a solid, by OpenCASCADE's exact removal of hidden lines."""

from typing import NamedTuple

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.BRepLib import BRepLib
from OCP.GCPnts import GCPnts_TangentialDeflection
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt
from OCP.HLRAlgo import HLRAlgo_Projector
from OCP.HLRBRep import HLRBRep_Algo, HLRBRep_HLRToShape
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Shape

from sgpkit.graphics.cad.view.camera import Camera, Numbers

_ANGLE = 0.15  # radians between neighbouring pieces of a curve
_DEFLECTION = 4e-4  # of the part's size


class Lines(NamedTuple):
    """Polylines in the camera's right and up, in an order that depends on their coordinates only."""

    sharp: list[Numbers]
    smooth: list[Numbers]
    """Edges at which two faces meet without a corner."""
    hidden: list[Numbers]


def lines(shape: TopoDS_Shape, camera: Camera, size: float) -> Lines:
    """Return the edges of a solid of this size as a camera sees them."""
    algorithm = HLRBRep_Algo()
    algorithm.Add(shape)
    axes = gp_Ax2(gp_Pnt(0, 0, 0), gp_Dir(*camera.eye), gp_Dir(*camera.right))
    algorithm.Projector(HLRAlgo_Projector(axes))
    algorithm.Update()
    algorithm.Hide()
    shapes = HLRBRep_HLRToShape(algorithm)
    return Lines(
        _polylines((shapes.VCompound(), shapes.OutLineVCompound()), size),
        _polylines((shapes.Rg1LineVCompound(),), size),
        _polylines((shapes.HCompound(), shapes.OutLineHCompound()), size),
    )


def _polylines(shapes: tuple[TopoDS_Shape | None, ...], size: float) -> list[Numbers]:
    drawn = []
    for shape in shapes:
        if shape is None or shape.IsNull():
            continue
        BRepLib.BuildCurves3d_s(shape)
        explorer = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_EDGE)
        while explorer.More():
            curve = BRepAdaptor_Curve(TopoDS.Edge(explorer.Current()))
            points = GCPnts_TangentialDeflection(curve, _ANGLE, size * _DEFLECTION, 2)
            values = [points.Value(number) for number in range(1, points.NbPoints() + 1)]
            line = np.array([(point.X(), point.Y()) for point in values])
            if np.abs(line - line[0]).max() > size * 1e-5:
                drawn.append(line if tuple(line[0]) <= tuple(line[-1]) else line[::-1])
            explorer.Next()
    return sorted(drawn, key=lambda line: [round(float(value) / size, 5) for value in (*line[0], *line[-1], *line[1])])
