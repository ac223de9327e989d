"""Measuring a built solid: faces, holes, symmetry, outlines and mass."""

from OCP.Bnd import Bnd_Box
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepBndLib import BRepBndLib
from OCP.TopoDS import TopoDS_Shape

from sgpkit.graphics.cad.measure import holes
from sgpkit.graphics.cad.measure import mass as cad_mass
from sgpkit.graphics.cad.measure import outline as cad_outline
from sgpkit.graphics.cad.measure import symmetry as cad_symmetry
from sgpkit.graphics.cad.measure import topology as cad_topology
from sgpkit.graphics.cad.measure.measurements import ByAxis, Concentric, Hole, Measurements, Outline
from sgpkit.graphics.cad.measure.topology import surface_kind
from sgpkit.graphics.cad.model import Vector
from sgpkit.graphics.cad.view.mesh import Mesh


def box(shape: TopoDS_Shape) -> tuple[Vector, Vector]:
    """Return two opposite corners of the exact bounding box, also for curved faces."""
    bounds = Bnd_Box()
    BRepBndLib.AddOptimal_s(shape, bounds, False, False)
    bounds.SetGap(0.0)
    lower, upper = bounds.CornerMin(), bounds.CornerMax()
    return Vector(lower.X(), lower.Y(), lower.Z()), Vector(upper.X(), upper.Y(), upper.Z())


def measure(shape: TopoDS_Shape, mesh: Mesh, lower: Vector, upper: Vector, unit: float = 1.0) -> Measurements:
    """Measure a built solid. Lengths are multiplied by `unit`, which gives those of the program."""
    size = max(upper - lower)
    mass = cad_mass.mass(shape, mesh)
    symmetry = cad_symmetry.symmetry(shape, mesh, mass, (lower + upper) * 0.5, size)
    topology = cad_topology.topology(shape)
    features = holes.features(shape, size)
    area = float(mass.areas.sum())
    kinds = [surface_kind(BRepAdaptor_Surface(face)) for face in cad_topology.faces_of(shape)]
    flat = sum(float(area) for area, kind in zip(mass.areas, kinds, strict=True) if kind == "plane")
    doubtful = set(symmetry.doubtful)
    if not topology.manifold:
        doubtful |= {"genus", "bodies", "edges", "vertices"}
    if features.doubtful:
        doubtful |= {"holes", "concentric"}
    return Measurements(
        volume=mass.volume * unit**3,
        area=area * unit**2,
        lower=lower * unit,
        upper=upper * unit,
        centroid=mass.centroid * unit,
        bodies=topology.bodies,
        voids=topology.voids,
        genus=topology.genus,
        faces=topology.faces,
        edges=topology.edges,
        vertices=topology.vertices,
        flat_share=flat / area,
        holes=tuple(_hole(hole, unit) for hole in features.holes),
        concentric=tuple(_concentric(group, unit) for group in features.concentric),
        outlines=ByAxis(*(_outline(outline, unit) for outline in cad_outline.outlines(mesh))),
        symmetry_planes=symmetry.planes,
        asymmetry=symmetry.asymmetry,
        revolved=symmetry.revolved,
        turns=symmetry.turns,
        doubtful=frozenset(doubtful),
    )


def _hole(hole: Hole, unit: float) -> Hole:
    diameters = tuple(diameter * unit for diameter in hole.diameters)
    return Hole(diameters, hole.depth * unit, hole.mouth * unit, hole.axis, hole.through)


def _concentric(group: Concentric, unit: float) -> Concentric:
    outer, inner = (tuple(value * unit for value in values) for values in (group.outer, group.inner))
    return Concentric(group.point * unit, group.axis, outer, inner)


def _outline(outline: Outline, unit: float) -> Outline:
    return Outline(**(vars(outline) | {"width": outline.width * unit, "height": outline.height * unit}))
