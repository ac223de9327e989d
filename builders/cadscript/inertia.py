"""The matrix of inertia of a part, which the project's measurements have not: it tells a part from its mirror image."""

from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_ShapeEnum

from sgpkit.graphics.cad.measure import mass
from sgpkit.graphics.cad.measure.topology import children
from sgpkit.graphics.cad.model import Part
from sgpkit.graphics.cad.solid import assembly

CELLS = ((1, 1), (2, 2), (3, 3), (1, 2), (1, 3), (2, 3))


def moments(part: Part, size: float) -> tuple[float, ...]:
    """Return the matrix of inertia about the centre, xx, yy, zz, xy, xz, yz, as shares of volume times the square of
    the longest side."""
    built = assembly.build(part)
    exact = mass.is_analytic(built.shape)
    bodies = []
    for solid in children(built.shape, TopAbs_ShapeEnum.TopAbs_SOLID):
        properties = GProp_GProps()
        if exact:
            BRepGProp.VolumeProperties_s(solid, properties)
        else:
            BRepGProp.VolumePropertiesGK_s(solid, properties, 1e-7, True, False, True, True)
        bodies.append(properties)
    volume = sum(body.Mass() for body in bodies)
    centers = [(body.CentreOfMass().X(), body.CentreOfMass().Y(), body.CentreOfMass().Z()) for body in bodies]
    middle = [
        sum(center[axis] * body.Mass() for center, body in zip(centers, bodies, strict=True)) / volume
        for axis in range(3)
    ]
    total = [0.0] * 6
    for body, center in zip(bodies, centers, strict=True):
        x, y, z = (value - origin for value, origin in zip(center, middle, strict=True))
        moved = (y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z)
        for index, (row, column) in enumerate(CELLS):
            total[index] += body.MatrixOfInertia().Value(row, column) + body.Mass() * moved[index]
    longest = size * built.scale
    return tuple(value / (volume * longest * longest) for value in total)
