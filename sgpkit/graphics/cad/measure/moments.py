"""Centre and second moments of a solid whose faces are swept from lines and circles or extruded from any curve.

By Gauss's theorem they are integrals over the faces, by Green's over the faces' edges in the parameters u and v of the
surface. Between the knots of the curves these are polynomials or nearly so, for which few points give all digits:
OpenCASCADE's Gauss-Kronrod rule takes seconds where a centre lies near the origin, as its error is relative to it.

This file also measures solids of CAD programs, with OpenCASCADE 7.9 and without the rest of this package.
"""

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepGProp import BRepGProp
from OCP.GeomAbs import GeomAbs_CurveType, GeomAbs_Shape, GeomAbs_SurfaceType
from OCP.gp import gp_Pnt, gp_Pnt2d, gp_Vec, gp_Vec2d
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Face, TopoDS_Shape

try:
    from OCP.collections import Array1_double
except ImportError:  # before OpenCASCADE 8
    from OCP.TColStd import TColStd_Array1OfReal as Array1_double

Numbers = npt.NDArray[np.float64]

_FACE, _EDGE = TopAbs_ShapeEnum.TopAbs_FACE, TopAbs_ShapeEnum.TopAbs_EDGE
_SMOOTH = GeomAbs_Shape.GeomAbs_CN
_LINE = GeomAbs_CurveType.GeomAbs_Line
_PLANE = GeomAbs_SurfaceType.GeomAbs_Plane
_ALONG_V = {
    _PLANE: 4,
    GeomAbs_SurfaceType.GeomAbs_Cylinder: 4,
    GeomAbs_SurfaceType.GeomAbs_Cone: 4,
    GeomAbs_SurfaceType.GeomAbs_SurfaceOfExtrusion: 4,
    GeomAbs_SurfaceType.GeomAbs_Sphere: 24,
    GeomAbs_SurfaceType.GeomAbs_Torus: 24,
}
"""Points across a face: where v is a length, the integrand is a polynomial of degree 4 in it."""
_ALONG_LINE, _ALONG_CURVE = 4, 12
"""Points along an edge, on a line in a plane and on any other."""
_QUARTER = math.pi / 2
_SAMPLES = 64
"""The number of pieces in which a curve is searched for crossings of a knot."""
_HALVINGS = 45
_DIGITS = 1e-7
_ALIKE = 1e-6
"""The largest relative difference of two volumes of one solid."""


class Moments(NamedTuple):
    """The moments of a solid of density 1."""

    volume: float
    center: Numbers
    second: Numbers
    """About the centre: the integrals of xx, yy, zz, yz, xz and xy."""

    @property
    def inertia(self) -> Numbers:
        """Return the matrix of inertia about the centre: xx, yy, zz, xy, xz, yz."""
        xx, yy, zz, yz, xz, xy = self.second
        return np.array((yy + zz, xx + zz, xx + yy, -xy, -xz, -yz))


def together(bodies: Sequence[Moments]) -> Moments:
    """Return the moments of several bodies, since OpenCASCADE's own result for several is wrong."""
    volume = float(sum(body.volume for body in bodies))
    center = sum((body.volume * body.center for body in bodies), np.zeros(3)) / (volume or 1.0)
    moved = (body.second + body.volume * second_of(body.center - center) for body in bodies)
    return Moments(volume, center, sum(moved, np.zeros(6)))


def usual(solid: TopoDS_Shape) -> Moments:
    """Return the moments by OpenCASCADE's usual rule, which is exact on simple faces and edges only."""
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(solid, properties)
    return _read(properties)


def integrated(solid: TopoDS_Shape) -> Moments:
    """Return the moments of a solid of any faces. The volume alone takes OpenCASCADE's Gauss-Kronrod rule milliseconds,
    centre and moments up to seconds; it is asked for those only where the volumes disagree, or a face is of a kind that
    `moments` does not know."""
    properties = GProp_GProps()
    BRepGProp.VolumePropertiesGK_s(solid, properties, _DIGITS, True, False, False, False)
    volume, own = properties.Mass(), moments(solid)
    if own is not None and abs(own.volume - volume) < _ALIKE * abs(volume):
        return own._replace(volume=volume)
    properties = GProp_GProps()
    BRepGProp.VolumePropertiesGK_s(solid, properties, _DIGITS, True, False, True, True)
    return _read(properties)


def _read(properties: GProp_GProps) -> Moments:
    center, inertia = properties.CentreOfMass(), properties.MatrixOfInertia()
    axes = np.array([inertia.Value(number, number) for number in (1, 2, 3)])
    products = -np.array([inertia.Value(2, 3), inertia.Value(1, 3), inertia.Value(1, 2)])
    second = np.concatenate([axes.sum() / 2 - axes, products])
    return Moments(properties.Mass(), np.array((center.X(), center.Y(), center.Z())), second)


def moments(solid: TopoDS_Shape) -> Moments | None:
    """Return the moments of a solid; None if a face is of another kind, or nothing is enclosed."""
    surfaces = [(TopoDS.Face(face), BRepAdaptor_Surface(TopoDS.Face(face), False)) for face in _parts(solid, _FACE)]
    if any(surface.GetType() not in _ALONG_V for _, surface in surfaces):
        return None
    volume, *sums = np.sum([_integrals(face, surface) for face, surface in surfaces], axis=0)
    if not volume:
        return None
    center = np.array(sums[:3]) / volume
    return Moments(float(volume), center, np.array(sums[3:]) - volume * second_of(center))


def second_of(offset: Numbers) -> Numbers:
    """Return the second moments of a unit of mass at an offset."""
    x, y, z = offset
    return np.array((x * x, y * y, z * z, y * z, x * z, x * y))


def _integrals(face: TopoDS_Face, surface: BRepAdaptor_Surface) -> Numbers:
    """Return the contribution of a face to the integrals of 1, x, y, z, xx, yy, zz, yz, xz and xy over the solid."""
    edges = list(_along_edges(face, surface))
    if not edges:
        return np.zeros(10)
    u, v, weight = np.array(edges).T
    across, share = _rule(_ALONG_V[surface.GetType()])
    start = v.mean()
    # Along each v from where all begin: the integral over the area is minus that of this along the edges, over u.
    points, normals = _evaluated(surface, np.repeat(u, len(across)), (start + np.outer(v - start, across)).ravel())
    normals *= np.outer(-weight * (v - start), share).reshape(-1, 1)
    if face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED:
        normals = -normals
    x, y, z = points.T
    dx, dy, dz = normals.T
    return np.array(
        [
            (x * dx + y * dy + z * dz).sum() / 3,
            *((x * x * dx).sum() / 2, (y * y * dy).sum() / 2, (z * z * dz).sum() / 2),
            *((x * x * x * dx).sum() / 3, (y * y * y * dy).sum() / 3, (z * z * z * dz).sum() / 3),
            *((y * y * z * dy).sum() / 2, (z * z * x * dz).sum() / 2, (x * x * y * dx).sum() / 2),
        ]
    )


def _along_edges(face: TopoDS_Face, surface: BRepAdaptor_Surface) -> Iterator[tuple[float, float, float]]:
    """Yield points on the edges of a face: u, v, and the weight of the point times the change of u."""
    outward = TopoDS.Face(face.Oriented(TopAbs_Orientation.TopAbs_FORWARD))
    knots = _inner_knots(surface)
    point, change = gp_Pnt2d(), gp_Vec2d()
    for part in _parts(outward, _EDGE):
        edge: TopoDS_Edge = TopoDS.Edge(part)
        sign = 1.0 if edge.Orientation() == TopAbs_Orientation.TopAbs_FORWARD else -1.0
        curve = BRepAdaptor_Curve2d(edge, outward)
        straight = surface.GetType() == _PLANE and curve.GetType() == _LINE
        positions, shares = _rule(_ALONG_LINE if straight else _ALONG_CURVE)
        for first, last in _pieces(curve, knots, by_angle=not straight and not knots):
            for position, share in zip(positions.tolist(), shares.tolist(), strict=True):
                curve.D1(first + (last - first) * position, point, change)
                yield point.X(), point.Y(), sign * share * (last - first) * change.X()


def _parts(shape: TopoDS_Shape, kind: TopAbs_ShapeEnum) -> Iterator[TopoDS_Shape]:
    """Yield the sub-shapes of one kind, each as often as it bounds another sub-shape."""
    explorer = TopExp_Explorer(shape, kind)
    while explorer.More():
        yield explorer.Current()
        explorer.Next()


def _inner_knots(surface: BRepAdaptor_Surface) -> list[float]:
    """Return the parameters at which an extruded curve is not smooth; other surfaces are smooth."""
    if surface.GetType() != GeomAbs_SurfaceType.GeomAbs_SurfaceOfExtrusion:
        return []
    ends = Array1_double(1, surface.NbUIntervals(_SMOOTH) + 1)
    surface.UIntervals(ends, _SMOOTH)
    return [ends.Value(number) for number in range(2, ends.Length())]


def _pieces(curve: BRepAdaptor_Curve2d, inner: list[float], by_angle: bool) -> Iterator[tuple[float, float]]:
    """Yield the pieces of an edge between the knots of its own curve and of its surface; with `by_angle` none is over a
    quarter turn."""
    ends = Array1_double(1, curve.NbIntervals(_SMOOTH) + 1)
    curve.Intervals(ends, _SMOOTH)
    knots = [ends.Value(number) for number in range(1, ends.Length() + 1)]
    knots = sorted([*knots, *_crossings(curve, inner, knots[0], knots[-1])])
    for first, last in itertools.pairwise(knots):
        count = max(1, math.ceil((last - first) / _QUARTER)) if by_angle else 1
        step = (last - first) / count
        for number in range(count):
            yield first + number * step, first + (number + 1) * step


def _crossings(curve: BRepAdaptor_Curve2d, knots: list[float], first: float, last: float) -> Iterator[float]:
    """Yield the parameters of a curve at which its u is a knot of the surface."""
    if not knots:
        return
    parameters = np.linspace(first, last, _SAMPLES + 1).tolist()
    along = [curve.Value(parameter).X() for parameter in parameters]
    for knot in knots:
        for low, high, before, after in zip(parameters, parameters[1:], along, along[1:], strict=False):
            if (before - knot) * (after - knot) >= 0:
                continue
            for _ in range(_HALVINGS):
                middle = (low + high) / 2
                if (curve.Value(middle).X() - knot) * (before - knot) > 0:
                    low = middle
                else:
                    high = middle
            yield low


def _evaluated(surface: BRepAdaptor_Surface, u: Numbers, v: Numbers) -> tuple[Numbers, Numbers]:
    """Return points of a surface, and the vectors that are normal there and as long as the area grows with u and v."""
    if surface.GetType() == _PLANE:
        axes = surface.Plane()
        origin = axes.Location()
        one, two = (
            np.array((direction.X(), direction.Y(), direction.Z()))
            for direction in (axes.XAxis().Direction(), axes.YAxis().Direction())
        )
        points = np.array((origin.X(), origin.Y(), origin.Z())) + np.outer(u, one) + np.outer(v, two)
        return points, np.tile(np.cross(one, two), (len(u), 1))
    point, by_u, by_v = gp_Pnt(), gp_Vec(), gp_Vec()
    rows = []
    for parameters in zip(u.tolist(), v.tolist(), strict=True):
        surface.D1(*parameters, point, by_u, by_v)
        rows.append((point.X(), point.Y(), point.Z(), by_u.X(), by_u.Y(), by_u.Z(), by_v.X(), by_v.Y(), by_v.Z()))
    values = np.array(rows)
    return values[:, :3], np.cross(values[:, 3:6], values[:, 6:])


@functools.cache
def _rule(count: int) -> tuple[Numbers, Numbers]:
    """Return the positions and weights of Gauss's rule between 0 and 1."""
    positions, weights = np.polynomial.legendre.leggauss(count)
    return (positions + 1) / 2, weights / 2
