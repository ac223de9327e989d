"""The common values of all CAD dialects: plane curves, sketches, and parts made of extrusions. They depend neither on
file formats nor on OpenCASCADE. The modules of `dialects` produce these values; `solid` and `sketch` read them.
"""

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sgpkit.graphics.geometry import Point

Operation = Literal["new", "join", "cut", "intersect"]
OPERATIONS: tuple[Operation, ...] = ("new", "join", "cut", "intersect")


class Vector(NamedTuple):
    """A point or a direction in space."""

    x: float
    y: float
    z: float

    def __add__(self, other: "Vector") -> "Vector":  # type: ignore[override]  # a vector sum, not a tuple joined
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: "Vector") -> "Vector":
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor: float) -> "Vector":  # type: ignore[override]
        return Vector(self.x * factor, self.y * factor, self.z * factor)

    def dot(self, other: "Vector") -> float:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: "Vector") -> "Vector":
        """Return the vector product."""
        return Vector(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    @property
    def length(self) -> float:
        """The Euclidean length."""
        return math.hypot(self.x, self.y, self.z)


@dataclass(frozen=True)
class Line:
    """A straight line between two points."""

    start: Point
    end: Point


@dataclass(frozen=True)
class Arc:
    """Part of a circle, from `start` through `middle` to `end`."""

    start: Point
    middle: Point
    end: Point


@dataclass(frozen=True)
class Circle:
    """A whole circle."""

    center: Point
    radius: float


@dataclass(frozen=True)
class Ellipse:
    """`major` leads from the centre to a vertex; `ratio` is minor over major half-axis, above 0, at most 1."""

    center: Point
    major: Point
    ratio: float


@dataclass(frozen=True)
class EllipticArc:
    """Part of an ellipse. The angles are its parameter in radians, 0 at `center + major`; counter-clockwise where
    `to_angle` is above `from_angle`, clockwise where it is below."""

    center: Point
    major: Point
    ratio: float
    from_angle: float
    to_angle: float


@dataclass(frozen=True)
class Spline:
    """A NURBS curve. `knots` are written out with their repetitions. Clamped or not, `len(knots)` is
    `len(control_points) + degree + 1`; a `periodic` one is closed and smooth at its seam, and its control points and
    knots are wrapped round, so that the domain is `knots[degree]` to `knots[-degree - 1]` all the same. No `weights`:
    all are 1."""

    degree: int
    control_points: tuple[Point, ...]
    knots: tuple[float, ...]
    weights: tuple[float, ...] = ()
    periodic: bool = False


Curve = Line | Arc | Circle | Ellipse | EllipticArc | Spline
Loop = tuple[Curve, ...]
"""Closed, in order: each curve starts where the one before it ends. One circle, ellipse or closed spline is a loop."""


@dataclass(frozen=True)
class Region:
    """An area of a sketch: a closed outline, less its holes."""

    outer: Loop
    holes: tuple[Loop, ...] = ()


@dataclass(frozen=True)
class Frame:
    """The plane of a sketch: its origin and its two axes, unit and at right angles. Right-handed."""

    origin: Vector
    x_axis: Vector
    y_axis: Vector

    @property
    def normal(self) -> Vector:
        """The unit vector that stands on the plane: x axis cross y axis."""
        return self.x_axis.cross(self.y_axis)

    def to_space(self, point: Point, height: float = 0.0) -> Vector:
        """Return a point of the sketch in space, `height` above the plane."""
        return self.origin + self.x_axis * point.x + self.y_axis * point.y + self.normal * height


@dataclass(frozen=True)
class Extrusion:
    """The prism over all `regions` from `start` to `end`, signed distances along the frame's normal, start < end.

    The section equals the profile at the distance nearest to 0. Away from there, it is offset by tan(taper) times the
    distance, outwards if the taper is positive; `taper` (degrees) applies to increasing distances, `taper_back` to
    decreasing ones.
    """

    frame: Frame
    regions: tuple[Region, ...]
    start: float
    end: float
    operation: Operation = "new"
    taper: float = 0.0
    taper_back: float = 0.0


@dataclass(frozen=True)
class Part:
    """A solid part: extrusions that are combined in their order."""

    extrusions: tuple[Extrusion, ...]


@dataclass(frozen=True)
class Entity:
    """A drawn element of a sketch: a curve or a single point. Construction geometry is a guide and not part of
    outlines.
    """

    name: str
    shape: Curve | Point
    construction: bool = False


@dataclass(frozen=True)
class Constraint:
    """A relation between entities of a sketch; `kind` is one of `dialects.sketchgraphs.CONSTRAINTS`.

    `members` name entities, or points of them as `name.start`, `name.end`, `name.center`; also `origin`, `x-axis`,
    `y-axis`, and `external` for what lies outside the sketch. `value` is a length, or an angle in degrees."""

    kind: str
    members: tuple[str, ...]
    value: float | None = None


@dataclass(frozen=True)
class Sketch:
    """A flat drawing of entities, and the constraints on them."""

    entities: tuple[Entity, ...]
    constraints: tuple[Constraint, ...] = ()
