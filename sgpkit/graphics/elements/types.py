"""The elements of a geometry drawing: segments, circles, ellipses and curves, with class and paint.

The package `elements` reads them from drawings.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from sgpkit.graphics import formats
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment
from sgpkit.graphics.svg.paint import Color, Paint

RED = 0.4
"""Maximum ratio of green and blue to red in a colour that counts as red."""

OUTPUT_CLASS = "output_object"
"""The class of elements that a model adds, which SSVG-Bench requires in SVG; in TikZ and EPS they are red."""


class Curve(NamedTuple):
    """A curve other than a complete circle or ellipse, as a chain of points within 0.05 units of it.

    `part_of` is its circle, if it is an arc.
    """

    points: tuple[Point, ...]
    closed: bool
    part_of: Circle | None = None


Geometry = TypeVar("Geometry", Segment, Circle, Ellipse, Curve)


class Item(NamedTuple, Generic[Geometry]):
    """One element. `stroke` and `fill` are resolved colours or None."""

    geometry: Geometry
    classes: tuple[str, ...] = ()
    stroke: Paint = None
    fill: Paint = None


@dataclass(frozen=True, slots=True)
class Elements:
    """All elements of one drawing, each kind in paint order. `unread` lists skipped contents.

    `placed` is True if positions are the program's own. In TikZ they are not, because the page is cropped to the
    drawing: all elements are shifted by an unknown vector. `images` counts pictures.
    """

    segments: tuple[Item[Segment], ...] = ()
    circles: tuple[Item[Circle], ...] = ()
    ellipses: tuple[Item[Ellipse], ...] = ()
    curves: tuple[Item[Curve], ...] = ()
    texts: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    placed: bool = True
    images: int = 0
    tints: int = 0
    """The number of areas as large as the page that are not paper: over other elements, or translucent and coloured."""

    @property
    def unlisted(self) -> int:
        """The number of visible marks that are none of the elements."""
        return self.images + self.tints

    @property
    def items(self) -> tuple["AnyItem", ...]:
        """All elements, kind by kind."""
        return (*self.segments, *self.circles, *self.ellipses, *self.curves)

    @property
    def count(self) -> int:
        """The number of all elements."""
        return len(self.segments) + len(self.circles) + len(self.ellipses) + len(self.curves)

    def where(self, holds: "Callable[[AnyItem], bool]") -> "Elements":
        """Return the elements for which the predicate holds."""
        return replace(
            self,
            segments=tuple(filter(holds, self.segments)),
            circles=tuple(filter(holds, self.circles)),
            ellipses=tuple(filter(holds, self.ellipses)),
            curves=tuple(filter(holds, self.curves)),
        )

    def moved(self, by: Point, scale: float = 1.0) -> "Elements":
        """Return the elements scaled about the origin and then shifted."""

        def mapped(point: Point) -> Point:
            return Point(point.x * scale + by.x, point.y * scale + by.y)

        def circle(figure: Circle) -> Circle:
            return Circle(mapped(figure.centre), figure.radius * scale)

        def ellipse(figure: Ellipse) -> Ellipse:
            return Ellipse(mapped(figure.centre), figure.radius_x * scale, figure.radius_y * scale, figure.angle)

        def curve(figure: Curve) -> Curve:
            points = tuple([mapped(point) for point in figure.points])
            return Curve(points, figure.closed, circle(figure.part_of) if figure.part_of is not None else None)

        return replace(
            self,
            segments=tuple([item._replace(geometry=Segment(*map(mapped, item.geometry))) for item in self.segments]),
            circles=tuple([item._replace(geometry=circle(item.geometry)) for item in self.circles]),
            ellipses=tuple([item._replace(geometry=ellipse(item.geometry)) for item in self.ellipses]),
            curves=tuple([item._replace(geometry=curve(item.geometry)) for item in self.curves]),
        )


AnyItem = Item[Segment] | Item[Circle] | Item[Ellipse] | Item[Curve]


def is_added(item: AnyItem, format: str) -> bool:
    """Return whether an element is marked as added by a model."""
    if formats.get(format).classes:
        return OUTPUT_CLASS in item.classes
    paint = item.stroke if item.stroke is not None else item.fill
    return isinstance(paint, Color) and paint.red >= 128 and max(paint.green, paint.blue) <= RED * paint.red
