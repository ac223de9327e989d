"""Outlines with a shape word. What a person would call by two words (a turned square, a diamond) is here under one."""

from sgpkit.families.shared import tables

from .forms import Form, box, circle, ellipse, polygon, regular, shape, star

DATA = tables.read(__file__, "emblems.toml")

WORDS: tuple[str, ...] = DATA["words"]
BADGES = ("circle", "square", "triangle", "star", "heart", "diamond", "hexagon", "cross", "crescent", "drop")
"""Shapes of about the same size in both directions, for pendants, prints, buttons and logos."""

PLATES = ("circle", "square", "triangle", "diamond", "hexagon", "oval", "rectangle")
"""Shapes that can hold something: faces, tops, windows, signs."""

ALIKE = (
    frozenset(("circle", "oval")),
    frozenset(("square", "rectangle")),
    frozenset(("square", "diamond")),
    frozenset(("hexagon", "pentagon")),
    frozenset(("rectangle", "rounded rectangle")),
    frozenset(("hexagon", "octagon")),
    frozenset(("trapezoid", "rectangle")),
    frozenset(("trapezoid", "square")),
    frozenset(("trapezoid", "triangle")),
    frozenset(("semicircle", "circle")),
    frozenset(("semicircle", "oval")),
)
"""Words that are not offered against each other."""


def emblem(word: str, x: float, y: float, radius: float) -> Form:
    """The shape about (x, y), reaching about `radius` in every direction."""
    if word == "circle":
        return circle(x, y, radius)
    if word == "square":
        return box(x - 0.86 * radius, y - 0.86 * radius, 1.72 * radius, 1.72 * radius)
    if word == "triangle":
        return polygon((x, y - radius), (x + radius, y + 0.8 * radius), (x - radius, y + 0.8 * radius))
    if word == "star":
        return star(x, y + 0.06 * radius, 1.1 * radius)
    if word == "heart":
        unit = radius / 10
        form = shape(
            "M0 9C-4 5.5 -10 1.5 -10 -3.5C-10 -7 -7.5 -9 -5 -9C-2.8 -9 -1 -7.6 0 -5.4C1 -7.6 2.8 -9"
            " 5 -9C7.5 -9 10 -7 10 -3.5C10 1.5 4 5.5 0 9Z"
        )
        return form.scaled(unit, unit, 0, 0).moved(x, y)
    if word == "diamond":
        return polygon((x, y - 1.1 * radius), (x + 0.8 * radius, y), (x, y + 1.1 * radius), (x - 0.8 * radius, y))
    if word == "hexagon":
        return regular(x, y, radius, 6, 30)
    if word == "pentagon":
        return regular(x, y, radius, 5)
    if word == "octagon":
        return regular(x, y, 1.04 * radius, 8, 22.5)
    if word == "cross":
        near, far = 0.34 * radius, radius
        corners = [(near, far), (near, near), (far, near)]
        points = [(a, -b) for a, b in corners] + [(a, b) for a, b in reversed(corners)]
        points += [(-a, b) for a, b in corners] + [(-a, -b) for a, b in reversed(corners)]
        return polygon(*((x + a, y + b) for a, b in points))
    if word == "crescent":
        unit = radius / 10
        form = shape("M3.5 -9.4A10 10 0 1 0 3.5 9.4A7.9 7.9 0 1 1 3.5 -9.4Z")
        return form.scaled(unit, unit, 0, 0).moved(x + 0.2 * radius, y)
    if word == "oval":
        return ellipse(x, y, radius, 0.62 * radius)
    if word == "rectangle":
        return box(x - radius, y - 0.58 * radius, 2 * radius, 1.16 * radius)
    if word == "drop":
        unit = radius / 10
        form = shape("M0 -11C2 -6 7 -1 7 4C7 8 4 10.5 0 10.5C-4 10.5 -7 8 -7 4C-7 -1 -2 -6 0 -11Z")
        return form.scaled(unit, unit, 0, 0).moved(x, y)
    if word == "arrow":
        tips = ((-1, -0.35), (0.1, -0.35), (0.1, -0.9), (1, 0), (0.1, 0.9), (0.1, 0.35), (-1, 0.35))
        return polygon(*((x + a * radius, y + b * radius) for a, b in tips))
    raise ValueError(f"no shape is called {word!r}")
