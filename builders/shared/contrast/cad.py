"""A scene of plain figures as the drawing of a CAD sketch: a square plate with openings, in SVG."""

from sgpkit.graphics.cad.model import Circle, Curve, Ellipse, Entity, Line, Sketch
from sgpkit.graphics.cad.sketch import drawing
from sgpkit.graphics.geometry import Point

from .scene import PAGE, Figure, Scene, corners
from .variations import Look


def program(scene: Scene, look: Look) -> str:
    """Return the drawing of a plate; the other tool draws from right to left, and lines in the opposite direction."""
    curves = [*sides([(0, 0), (PAGE, 0), (PAGE, PAGE), (0, PAGE)])]
    curves += [curve for figure in reversed(scene.figures) for curve in outline(figure)]
    if look.tool or look.paths:
        curves = [reverse(curve) for curve in reversed(curves)]
    return drawing.svg(Sketch(tuple(Entity(f"e{index}", curve) for index, curve in enumerate(curves))))


def outline(figure: Figure) -> list[Curve]:
    """Return the curves of an opening."""
    middle = Point(figure.x, PAGE - figure.y)
    if figure.shape == "circle":
        return [Circle(middle, figure.width / 2)]
    if figure.shape == "ellipse":
        return [Ellipse(middle, Point(figure.width / 2, 0.0), figure.height / figure.width)]
    return sides([(x, PAGE - y) for x, y in corners(figure)])


def sides(points: list[tuple[float, float]]) -> list[Curve]:
    """Return the lines around points."""
    return [Line(Point(*one), Point(*other)) for one, other in zip(points, (*points[1:], points[0]), strict=True)]


def reverse(curve: Curve) -> Curve:
    """Return a line in the opposite direction, and any other curve unchanged."""
    return Line(curve.end, curve.start) if isinstance(curve, Line) else curve
