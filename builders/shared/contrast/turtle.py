"""A scene of plain figures as a turtle program: outlines in black."""

from .scene import PAGE, Figure, Scene, corners
from .variations import Look

SIDES = 36
"""Corners of an ellipse."""


def program(scene: Scene, look: Look) -> str:
    """Return the program of a scene. Another tool writes a function for the lines of a figure."""
    body = [
        line for figure in reversed(scene.figures) for line in (calls(figure) if look.tool else lines(figure, look))
    ]
    head = ["import turtle", "", "t = turtle.Turtle()", "t.speed(0)"]
    return "\n".join([*head, *(DEFINITION if look.tool else ()), *body, "t.hideturtle()", ""])


DEFINITION = (
    *("", "def outline(points):", "    t.penup()", "    t.setpos(points[0])", "    t.pendown()"),
    *("    for point in points[1:] + points[:1]:", "        t.setpos(point)", ""),
)


def lines(figure: Figure, look: Look) -> list[str]:
    """Return the calls that draw a figure."""
    if figure.shape == "circle" and not look.paths:
        x, y = at(figure.x, figure.y + figure.width / 2)
        return [
            "t.penup()",
            f"t.goto({x:g}, {y:g})",
            "t.setheading(0)",
            "t.pendown()",
            f"t.circle({figure.width / 2:g})",
        ]
    first, *rest = points(figure)
    start = ["t.penup()", f"t.goto({first[0]:g}, {first[1]:g})", "t.pendown()"]
    return [*start, *(f"t.goto({x:g}, {y:g})" for x, y in (*rest, first))]


def calls(figure: Figure) -> list[str]:
    """Return the call that draws a figure by its points."""
    return [f"outline([{', '.join(f'({x:g}, {y:g})' for x, y in points(figure))}])"]


def points(figure: Figure) -> list[tuple[float, float]]:
    """Return the points of a figure's outline, in the turtle's coordinates."""
    import math

    if not figure.is_round:
        return [at(x, y) for x, y in corners(figure)]
    angles = [2 * math.pi * index / SIDES for index in range(SIDES)]
    return [
        at(figure.x + figure.width / 2 * math.sin(angle), figure.y + figure.height / 2 * math.cos(angle))
        for angle in angles
    ]


def at(x: float, y: float) -> tuple[float, float]:
    """Return a point of the page in the turtle's coordinates: the origin in the middle, y upwards."""
    return round(x - PAGE / 2, 2), round(PAGE / 2 - y, 2)
