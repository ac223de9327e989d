"""Draw the figures that a regular expression finds in a caption side by side, ignoring relations."""

import math
import re
from collections.abc import Mapping

from sgpkit.metrics.structure.recall import color_names, mentions

PAGE = 400
MAX_FIGURES = 60

SHAPES: Mapping[str, str] = {
    "circle": "circle",
    **dict.fromkeys(("dot", "disc", "disk", "ball", "node"), "circle"),
    "ellipse": "ellipse",
    "oval": "ellipse",
    "square": "square",
    "box": "rectangle",
    **dict.fromkeys(("rectangle", "bar"), "rectangle"),
    "triangle": "triangle",
    "diamond": "diamond",
    "rhombus": "diamond",
    "pentagon": "pentagon",
    "hexagon": "hexagon",
    "star": "star",
}
SIDES = {"triangle": 3, "diamond": 4, "pentagon": 5, "hexagon": 6}
FLAT = ("ellipse", "rectangle")

FIGURE = re.compile(
    rf"\b(?:(?P<the>the|all)\s+)?(?:(?P<number>an?|\d{{1,2}}|{'|'.join(mentions.NUMBERS)})\s+)?"
    rf"(?:(?:small|large|big|tiny|filled|solid)\s+)*(?:(?P<color>{'|'.join(sorted(color_names.WORDS, key=len))})\s+)?"
    rf"(?P<shape>{'|'.join(SHAPES)})(?:e?s)?\b(?P<but>\s+of any colou?r but (?P<barred>\w+))?",
    re.IGNORECASE,
)
"""A figure in words; one that starts with "the" or "all" was mentioned before."""


GRID, ROW, COLUMN = "grid", "row", "column"
LAYOUTS = (GRID, ROW, COLUMN)


def listed(caption: str, layout: str = GRID) -> str:
    """Return a drawing of the figures that a caption names, each in its colour and number, ignoring the rest."""
    figures: list[tuple[str, str]] = []
    for match in FIGURE.finditer(caption):
        if match["the"]:
            continue
        number = (match["number"] or "one").casefold()
        count = int(number) if number.isdecimal() else 1 if number in ("a", "an") else mentions.NUMBERS[number]
        barred = (match["barred"] or "").casefold()
        color = plain(match["color"].casefold()) if match["color"] else "red" if barred == "blue" else "blue"
        figures += [(SHAPES[match["shape"].casefold()], color)] * count
    return page(figures[:MAX_FIGURES], layout)


def plain(word: str) -> str:
    """Return the basic colour of a colour word."""
    return next(name for name in sorted(color_names.meant(word)) if name in color_names.PLAIN)


def page(figures: list[tuple[str, str]], layout: str) -> str:
    """Return a drawing of shapes in a grid, a row or a column."""
    side = max(1, math.ceil(math.sqrt(len(figures))) if layout == GRID else len(figures))
    step = PAGE / side
    across = 1 if layout == COLUMN else side
    shapes = [
        element(
            shape, color_names.PLAIN[color], step * (index % across + 0.5), step * (index // across + 0.5), step * 0.3
        )
        for index, (shape, color) in enumerate(figures)
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {PAGE}">{"".join(shapes)}</svg>'


def element(shape: str, color: str, x: float, y: float, half: float) -> str:
    """Return one shape, given its middle."""
    paint = f'fill="{color}"'
    if shape == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}" {paint}/>'
    if shape == "ellipse":
        return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{half:g}" ry="{half * 0.6:g}" {paint}/>'
    if shape in ("square", "rectangle"):
        high = half * (0.6 if shape in FLAT else 1)
        box = f'x="{x - half:g}" y="{y - high:g}" width="{2 * half:g}" height="{2 * high:g}"'
        return f"<rect {box} {paint}/>"
    corners = SIDES.get(shape, 5) * (2 if shape == "star" else 1)
    reach = [half * (0.45 if shape == "star" and index % 2 else 1) for index in range(corners)]
    angles = [2 * math.pi * index / corners for index in range(corners)]
    points = (f"{x + r * math.sin(a):.1f},{y - r * math.cos(a):.1f}" for r, a in zip(reach, angles, strict=True))
    return f'<polygon points="{" ".join(points)}" {paint}/>'
