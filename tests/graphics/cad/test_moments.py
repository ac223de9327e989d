"""Centres and second moments, against known formulas and against OpenCASCADE's rule where that is exact."""

import math

import numpy as np
import pytest

pytest.importorskip("OCP")

from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepBuilderAPI import (
    BRepBuilderAPI_MakeEdge,
    BRepBuilderAPI_MakeFace,
    BRepBuilderAPI_MakeWire,
    BRepBuilderAPI_Transform,
)
from OCP.BRepGProp import BRepGProp
from OCP.BRepPrimAPI import (
    BRepPrimAPI_MakeBox,
    BRepPrimAPI_MakeCone,
    BRepPrimAPI_MakeCylinder,
    BRepPrimAPI_MakePrism,
    BRepPrimAPI_MakeSphere,
    BRepPrimAPI_MakeTorus,
)
from OCP.collections import Array1_gp_Pnt, HArray1_gp_Pnt
from OCP.Geom import Geom_BezierCurve
from OCP.gp import gp_Ax1, gp_Ax2, gp_Dir, gp_Elips, gp_Pnt, gp_Trsf, gp_Vec
from OCP.GProp import GProp_GProps

from sgpkit.graphics.cad.measure.moments import moments, together

ORIGIN = gp_Pnt(0, 0, 0)


def by_opencascade(shape):
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape, properties)
    center, inertia = properties.CentreOfMass(), properties.MatrixOfInertia()
    axes = [inertia.Value(axis, axis) for axis in (1, 2, 3)]
    products = [-inertia.Value(2, 3), -inertia.Value(1, 3), -inertia.Value(1, 2)]
    return properties.Mass(), [center.X(), center.Y(), center.Z()], axes, products


def turned(shape):
    """Return a solid rotated about an axis other than a coordinate axis, and moved."""
    movement = gp_Trsf()
    movement.SetRotation(gp_Ax1(gp_Pnt(1, 2, 3), gp_Dir(1, 2, -1)), 0.7)
    return BRepBuilderAPI_Transform(shape, movement, True).Shape()


ROUND = {
    "box": lambda: BRepPrimAPI_MakeBox(2, 3, 5).Shape(),
    "cylinder": lambda: BRepPrimAPI_MakeCylinder(2, 3).Shape(),
    "cone": lambda: BRepPrimAPI_MakeCone(2, 0, 3).Shape(),
    "blunt cone": lambda: BRepPrimAPI_MakeCone(2, 1, 3, 2.0).Shape(),
    "sphere": lambda: BRepPrimAPI_MakeSphere(2).Shape(),
    "part of a sphere": lambda: BRepPrimAPI_MakeSphere(2, -0.5, 1.1, 4.0).Shape(),
    "ring": lambda: BRepPrimAPI_MakeTorus(4, 1).Shape(),
    "box with a hole": lambda: BRepAlgoAPI_Cut(
        BRepPrimAPI_MakeBox(6, 5, 4).Shape(),
        BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(2, 2, -1), gp_Dir(0, 0, 1)), 1, 9).Shape(),
    ).Shape(),
    "sphere on a box": lambda: BRepAlgoAPI_Fuse(
        BRepPrimAPI_MakeBox(6, 5, 4).Shape(), BRepPrimAPI_MakeSphere(gp_Pnt(3, 2, 4), 1.5).Shape()
    ).Shape(),
}


@pytest.mark.parametrize("name", ROUND)
def test_round_solids_are_as_opencascade_integrates_them(name):
    solid = turned(ROUND[name]())
    volume, center, axes, products = by_opencascade(solid)
    result = moments(solid)
    assert result.volume == pytest.approx(volume, rel=1e-10)
    assert result.center == pytest.approx(np.array(center), rel=1e-9, abs=1e-9)
    about_axes = [result.second[one] + result.second[other] for one, other in ((1, 2), (0, 2), (0, 1))]
    assert about_axes == pytest.approx(axes, rel=1e-9)
    assert result.second[3:] == pytest.approx(np.array(products), rel=1e-9, abs=1e-8 * volume)


PIECES = (((0, 0, 0), (1, 2, 5)), ((1, 0, 0), (1, 2, 5)), ((0, 2, 0), (2, 1, 5)))
"""Corners and sizes of three boxes that form one of 2 by 3 by 5."""


def test_the_pieces_of_a_solid_have_together_the_moments_of_the_whole():
    whole = moments(turned(BRepPrimAPI_MakeBox(2, 3, 5).Shape()))
    pieces = [turned(BRepPrimAPI_MakeBox(gp_Pnt(*corner), *size).Shape()) for corner, size in PIECES]
    result = together(list(map(moments, pieces)))
    assert result.volume == pytest.approx(2 * 3 * 5)
    assert result.center == pytest.approx(whole.center)
    assert result.second == pytest.approx(whole.second)


def extruded(edges, height):
    wire = BRepBuilderAPI_MakeWire(*edges).Wire()
    return BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(wire).Face(), gp_Vec(0, 0, height)).Shape()


def half_ellipse(long, short, height):
    ellipse = gp_Elips(gp_Ax2(ORIGIN, gp_Dir(0, 0, 1), gp_Dir(1, 0, 0)), long, short)
    arc = BRepBuilderAPI_MakeEdge(ellipse, 0.0, math.pi).Edge()
    return extruded([arc, BRepBuilderAPI_MakeEdge(gp_Pnt(-long, 0, 0), gp_Pnt(long, 0, 0)).Edge()], height)


def test_half_of_an_oval_bar_has_its_centre_where_books_say():
    result = moments(half_ellipse(5, 3, 2))
    assert result.volume == pytest.approx(math.pi * 5 * 3 / 2 * 2, rel=1e-10)
    assert result.center == pytest.approx(np.array((0, 4 * 3 / (3 * math.pi), 1)), abs=1e-9)
    squares = np.array((5**2 / 4, 3**2 / 4 - (4 * 3 / (3 * math.pi)) ** 2, 2**2 / 12))
    assert result.second[:3] == pytest.approx(result.volume * squares, rel=1e-9)
    assert result.second[3:] == pytest.approx(np.zeros(3), abs=1e-9)


def test_a_bar_under_a_parabola_has_its_moments_where_books_say():
    """The area under y = x (2 - x) has its centre at (1, 2/5). In a slanted bar, x and z are correlated."""
    points = Array1_gp_Pnt(1, 3)
    for number, corner in enumerate(((2, 0, 0), (1, 2, 0), (0, 0, 0)), 1):
        points.SetValue(number, gp_Pnt(*corner))
    arc = BRepBuilderAPI_MakeEdge(Geom_BezierCurve(points)).Edge()
    wire = BRepBuilderAPI_MakeWire(arc, BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(2, 0, 0)).Edge()).Wire()
    bar = BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(wire).Face(), gp_Vec(3, 0, 6)).Shape()
    result = moments(bar)
    area = 4 / 3
    assert result.volume == pytest.approx(area * 6, rel=1e-10)
    assert result.center == pytest.approx(np.array((1 + 1.5, 0.4, 3)), abs=1e-9)
    # x = x' + z / 2, so that the mean of (x - x̄)(z - z̄) is half the variance of z.
    assert result.second[3:] == pytest.approx(np.array((0, area * 6 * 0.5 * 36 / 12, 0)), abs=1e-8)


def through_points(height):
    """Return an outline with many knots, closed by a straight line."""
    from OCP.GeomAPI import GeomAPI_Interpolate

    corners = [(0, 0), (1, 2), (3, 1), (4, 3), (6, 2), (7, 0)]
    points = HArray1_gp_Pnt(1, len(corners))
    for number, (x, y) in enumerate(corners, 1):
        points.SetValue(number, gp_Pnt(x, y, 0))
    drawing = GeomAPI_Interpolate(points, False, 1e-9)
    drawing.Perform()
    curve = drawing.Curve()
    edges = [BRepBuilderAPI_MakeEdge(curve).Edge(), BRepBuilderAPI_MakeEdge(gp_Pnt(7, 0, 0), gp_Pnt(0, 0, 0)).Edge()]
    return curve, extruded(edges, height)


def test_outlines_with_knots_and_cuts_across_them_are_integrated_piece_by_piece():
    """The area is compared with many trapezia, and the cut with the sum of both halves."""
    curve, bar = through_points(2)
    positions = np.linspace(curve.FirstParameter(), curve.LastParameter(), 200_001)
    x, y = np.array([(curve.Value(item).X(), curve.Value(item).Y()) for item in positions.tolist()]).T
    area = np.trapezoid(y, x)
    whole = moments(bar)
    assert whole.volume == pytest.approx(2 * area, rel=1e-8)
    expected = np.array((np.trapezoid(x * y, x) / area, np.trapezoid(y * y / 2, x) / area, 1))
    assert whole.center == pytest.approx(expected, abs=1e-7)
    slanting = gp_Trsf()
    slanting.SetRotation(gp_Ax1(gp_Pnt(3, 0, 0), gp_Dir(1, 1, 0)), 0.4)
    knife = BRepBuilderAPI_Transform(
        BRepPrimAPI_MakeBox(gp_Pnt(3, -20, -20), 40, 40, 40).Shape(), slanting, True
    ).Shape()
    halves = [moments(BRepAlgoAPI_Cut(bar, knife).Shape())]
    halves.append(moments(BRepAlgoAPI_Cut(bar, BRepAlgoAPI_Cut(bar, knife).Shape()).Shape()))
    assert sum(half.volume for half in halves) == pytest.approx(whole.volume, rel=1e-6)
    together = sum(half.volume * half.center for half in halves) / whole.volume
    assert together == pytest.approx(whole.center, abs=1e-5)
    assert 0.1 < halves[0].volume / whole.volume < 0.9


def test_a_face_of_another_kind_is_left_to_opencascade():
    from OCP.BRepPrimAPI import BRepPrimAPI_MakeRevol

    curve, _ = through_points(1)
    edge = BRepBuilderAPI_MakeEdge(curve).Edge()
    base = BRepBuilderAPI_MakeEdge(gp_Pnt(7, 0, 0), gp_Pnt(0, 0, 0)).Edge()
    face = BRepBuilderAPI_MakeFace(BRepBuilderAPI_MakeWire(edge, base).Wire()).Face()
    vase = BRepPrimAPI_MakeRevol(face, gp_Ax1(gp_Pnt(0, -1, 0), gp_Dir(1, 0, 0)), 2.0).Shape()
    assert moments(vase) is None
