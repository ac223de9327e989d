"""Values that a machinist could measure on a solid: sizes, faces, holes, symmetry, outlines. `measure` takes them.

All values are measured on the built solid, none is read from the program. Lengths are in the units of the program.
Faces, edges and vertices are counted after faces that lie in one surface are merged. Uncertain measurements are named
in `Measurements.doubtful`; questions should not depend on them.
"""

from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from sgpkit.graphics.cad.model import Vector

Measured = TypeVar("Measured")

AXES = ("x", "y", "z")
PLANES = ("yz", "xz", "xy")
"""The three middle planes of the bounding box, in the order of the axes that stand on them."""


class FaceCounts(NamedTuple):
    """Faces by the kind of their surface."""

    plane: int = 0
    cylinder: int = 0
    cone: int = 0
    sphere: int = 0
    torus: int = 0
    spline: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """The number of all faces."""
        return sum(self)

    @property
    def curved(self) -> int:
        """The number of faces that are not plane."""
        return self.total - self.plane


class EdgeCounts(NamedTuple):
    """Edges by the kind of their curve. Seams, where a closed face meets itself, are invisible and not counted."""

    line: int = 0
    circle: int = 0
    ellipse: int = 0
    spline: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """The number of all edges."""
        return sum(self)

    @property
    def curved(self) -> int:
        """The number of edges that are not straight."""
        return self.total - self.line


class ByAxis(NamedTuple, Generic[Measured]):
    """One value for each axis: `measurements.outlines.z`."""

    x: Measured
    y: Measured
    z: Measured

    def named(self) -> dict[str, Measured]:
        """Return the values by the names of the axes."""
        return dict(zip(AXES, self, strict=True))


@dataclass(frozen=True)
class Hole:
    """A round hole: concave cylinders on one axis that follow each other, each closed all the way round.

    `diameters` run along the hole from its mouth, the wider end of a through hole first; more than one make a
    counterbore or a stepped bore. A hole is through where both its ends open into the air or into another hole.
    """

    diameters: tuple[float, ...]
    depth: float
    mouth: Vector
    axis: Vector
    through: bool

    @property
    def diameter(self) -> float:
        """The narrowest of the diameters."""
        return min(self.diameters)

    @property
    def stepped(self) -> bool:
        """True if the hole has more than one diameter."""
        return len(self.diameters) > 1


@dataclass(frozen=True)
class Outline:
    """The silhouette seen along an axis. `shape` names a form: a `slot` is a rectangle with two half-circles for ends,
    a `cross` has four arms. `openings` counts where one sees through the part, `round_openings` those that are circles;
    `filled` is the outline's area, openings filled in, over that of its box."""

    shape: str
    width: float
    height: float
    filled: float
    openings: int
    round_openings: int
    convex: bool
    corners: int
    """Straight-sided outlines: their corners. Else 0."""
    ring: bool
    """A circle with one round opening in its middle."""
    cells: str | None = None
    """Rows of a grid of five by five cells over its box, from the top, with X where the middle of a cell is covered;
    None if one is near the edge."""


@dataclass(frozen=True)
class Concentric:
    """Cylinders, each closed all the way round, on one axis. Diameters stand in order along the axis, each as often
    as it occurs: `outer` where the material is inside the cylinder, `inner` where it is around it."""

    point: Vector
    axis: Vector
    outer: tuple[float, ...]
    inner: tuple[float, ...]

    @property
    def diameters(self) -> tuple[float, ...]:
        """The distinct diameters, in growing order."""
        distinct: list[float] = []
        for diameter in sorted(self.outer + self.inner):
            if not distinct or diameter > distinct[-1] * (1 + 1e-4):
                distinct.append(diameter)
        return tuple(distinct)


@dataclass(frozen=True)
class Measurements:
    """The values measured on one solid."""

    volume: float
    area: float
    lower: Vector
    upper: Vector
    centroid: Vector
    bodies: int
    """Separate pieces."""
    voids: int
    """Closed hollows that nothing leads into."""
    genus: int
    """Ways through, of any profile, over all bodies: a plate with three holes has 3, a cup 0."""
    faces: FaceCounts
    edges: EdgeCounts
    vertices: int
    """Corners, where edges meet."""
    flat_share: float
    """The share of the surface that is plane."""
    holes: tuple[Hole, ...]
    concentric: tuple[Concentric, ...]
    """The axes that carry at least one closed cylinder, the one with most first."""
    outlines: ByAxis[Outline]
    """Seen from +x, +y and +z."""
    symmetry_planes: tuple[str, ...]
    """Those of `PLANES` in which the part mirrors into itself."""
    asymmetry: ByAxis[float]
    """The volume that mirroring in yz, xz, xy fails to cover, as a share of the part's."""
    revolved: tuple[str, ...]
    """The axes (through the middle of the part) about which any turn leaves the part as it is."""
    turns: ByAxis[int]
    """The number of positions about each axis through the middle that look the same: 1 for its own only, 0 for any."""
    doubtful: frozenset[str]
    """Names of the fields above that should not be relied on."""

    @property
    def extents(self) -> Vector:
        """The sides of the bounding box."""
        return self.upper - self.lower

    @property
    def size(self) -> float:
        """The largest extent."""
        return max(self.extents)

    @property
    def slenderness(self) -> float:
        """The largest extent over the smallest."""
        return self.size / min(self.extents)

    @property
    def fullness(self) -> float:
        """Volume over that of the bounding box."""
        return self.volume / (self.extents.x * self.extents.y * self.extents.z)

    @property
    def hollow(self) -> bool:
        """True if the solid has a closed hollow."""
        return self.voids > 0

    @property
    def through_holes(self) -> tuple[Hole, ...]:
        """The holes that are open at both ends."""
        return tuple(hole for hole in self.holes if hole.through)

    @property
    def blind_holes(self) -> tuple[Hole, ...]:
        """The holes that are open at one end."""
        return tuple(hole for hole in self.holes if not hole.through)

    @property
    def steps(self) -> tuple[float, ...]:
        """The outside diameters, in order, along the axis with most of them: a plain shaft has one."""
        return max((group.outer for group in self.concentric), key=len, default=())


def measurements_from(data: dict[str, Any]) -> Measurements:
    """Return measurements from the JSON form of `dataclasses.asdict`. Raises an error for anything else."""
    holes = tuple(
        Hole(tuple(h["diameters"]), h["depth"], Vector(*h["mouth"]), Vector(*h["axis"]), h["through"])
        for h in data["holes"]
    )
    concentric = tuple(
        Concentric(Vector(*c["point"]), Vector(*c["axis"]), tuple(c["outer"]), tuple(c["inner"]))
        for c in data["concentric"]
    )
    converted = {
        "lower": Vector(*data["lower"]),
        "upper": Vector(*data["upper"]),
        "centroid": Vector(*data["centroid"]),
        "faces": FaceCounts(*data["faces"]),
        "edges": EdgeCounts(*data["edges"]),
        "holes": holes,
        "concentric": concentric,
        "outlines": ByAxis(*(Outline(**outline) for outline in data["outlines"])),
        "symmetry_planes": tuple(data["symmetry_planes"]),
        "asymmetry": ByAxis(*data["asymmetry"]),
        "revolved": tuple(data["revolved"]),
        "turns": ByAxis(*data["turns"]),
        "doubtful": frozenset(data["doubtful"]),
    }
    return Measurements(**(data | converted))
