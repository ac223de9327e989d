"""Points, affine maps and geometric figures, independent of file formats."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


class Point(NamedTuple):
    """A point or a vector in the plane."""

    x: float
    y: float

    def __add__(self, other: "Point") -> "Point":  # type: ignore[override]  # vector sum instead of tuple concatenation
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other: "Point") -> "Point":
        return Point(self.x - other.x, self.y - other.y)

    def __mul__(self, factor: float) -> "Point":  # type: ignore[override]
        return Point(self.x * factor, self.y * factor)

    def distance(self, other: "Point") -> float:
        """Return the distance to another point."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def dot(self, other: "Point") -> float:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y

    def cross(self, other: "Point") -> float:
        """Return the third component of the vector product."""
        return self.x * other.y - self.y * other.x


class Affine(NamedTuple):
    """The map x' = a·x + c·y + e, y' = b·x + d·y + f, with the numbers in the order of SVG and PostScript."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, inner: "Affine") -> "Affine":
        """Return the map that applies `inner` first, then `self`."""
        a, b, c, d, e, f = self
        p, q, r, s, t, u = inner
        return Affine(a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)

    def __call__(self, point: Point) -> Point:
        x, y = point
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    @property
    def determinant(self) -> float:
        """The signed factor by which areas change."""
        return self.a * self.d - self.b * self.c

    @property
    def scale(self) -> float:
        """Return the mean factor by which lengths change: the square root of the factor of areas."""
        return math.sqrt(abs(self.determinant))

    def is_similarity(self, tolerance: float = 1e-6) -> bool:
        """Return whether circles stay circles: the images of the axes are perpendicular and equally long."""
        along, across = math.hypot(self.a, self.b), math.hypot(self.c, self.d)
        largest = max(along, across, 1e-300)
        return (
            abs(along - across) <= tolerance * largest
            and abs(self.a * self.c + self.b * self.d) <= tolerance * largest * largest
        )

    def inverse(self) -> "Affine":
        """Return the inverse map. Raises ZeroDivisionError if it does not exist."""
        a, b, c, d, e, f = self
        size = self.determinant
        return Affine(d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)


IDENTITY = Affine()


def translation(x: float, y: float) -> Affine:
    """Return the map that shifts by (x, y)."""
    return Affine(e=x, f=y)


def scaling(x: float, y: float) -> Affine:
    """Return the map that scales the axes by x and y."""
    return Affine(a=x, d=y)


def rotation(degrees: float, about: Point = Point(0.0, 0.0)) -> Affine:
    """Return a rotation, clockwise on a screen with the y axis down, as in SVG."""
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    x, y = about
    return Affine(cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)


class Segment(NamedTuple):
    """A straight line between two points."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """The distance of the two ends."""
        return self.start.distance(self.end)

    def distance(self, point: Point) -> float:
        """Return the distance of a point from the nearest point of the segment."""
        along, off = self.end - self.start, point - self.start
        square = along.dot(along)
        share = max(0.0, min(1.0, off.dot(along) / square)) if square else 0.0
        return point.distance(self.start + along * share)


def contains(polygon: Sequence[Point], point: Point) -> bool:
    """Return whether a point lies inside a polygon, by the even-odd rule."""
    inside = False
    for one, other in pairwise([*polygon, polygon[0]]):
        if (one.y > point.y) != (other.y > point.y):
            crossing = one.x + (point.y - one.y) / (other.y - one.y) * (other.x - one.x)
            inside ^= crossing > point.x
    return inside


class Circle(NamedTuple):
    """A circle by its centre and radius."""

    centre: Point
    radius: float

    def covers(self, other: "Circle") -> bool:
        """Return whether another circle lies within this one."""
        return self.centre.distance(other.centre) + other.radius <= self.radius * (1 + 1e-9)


class Ellipse(NamedTuple):
    """An ellipse by its half axes and the angle of the first one, in degrees, from the x axis."""

    centre: Point
    radius_x: float
    radius_y: float
    angle: float = 0.0


def image_of_circle(centre: Point, radius_x: float, radius_y: float, by: Affine) -> Circle | Ellipse:
    """Return the image of an axis-aligned ellipse under an affine map; a circle if its axes are equal within 10⁻⁴."""
    # The columns of M = linear part · diag(rx, ry); its singular values are the new half axes.
    a, b = by.a * radius_x, by.b * radius_x
    c, d = by.c * radius_y, by.d * radius_y
    mean, half = (a * a + b * b + c * c + d * d) / 2, (a * a + b * b - c * c - d * d) / 2
    spread = math.hypot(half, a * c + b * d)
    longer, shorter = math.sqrt(mean + spread), math.sqrt(max(mean - spread, 0.0))
    moved = by(centre)
    if longer - shorter <= 1e-4 * longer:
        return Circle(moved, (longer + shorter) / 2)
    # The longer axis is the image of the unit vector that M scales most.
    turn = math.atan2(2 * (a * c + b * d), 2 * half) / 2
    x, y = a * math.cos(turn) + c * math.sin(turn), b * math.cos(turn) + d * math.sin(turn)
    return Ellipse(moved, longer, shorter, math.degrees(math.atan2(y, x)) % 180.0)
