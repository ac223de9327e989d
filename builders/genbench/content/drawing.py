"""The elements of our own drawings: each figure in its box."""

import math
from collections.abc import Mapping, Sequence

from sgpkit.metrics.structure.recall.color_names import PLAIN

PAGE = 400
"""Units of the square page of our own drawings."""

ASPECTS: Mapping[str, float] = {"ellipse": 0.6, "rectangle": 0.55, "diamond": 1.3}
"""Height by width of figures that are not as high as wide; 1 for the others."""

INNER = 0.45
"""The inner by the outer radius of a star."""


def height(shape: str, width: float, wanted: float | None = None) -> float:
    """Return how high a figure is drawn."""
    if wanted is not None and shape in (*ASPECTS, "triangle"):
        return wanted
    return width * ASPECTS.get(shape, 1.0)


def element(shape: str, fill: str, x: float, y: float, width: float, height: float) -> str:
    """Return the element of a figure with its middle at x and y."""
    left, top = x - width / 2, y - height / 2
    if shape == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{width / 2:g}" fill="{fill}"/>'
    if shape == "ellipse":
        return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{width / 2:g}" ry="{height / 2:g}" fill="{fill}"/>'
    if shape in ("square", "rectangle"):
        return f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'
    if shape == "triangle":
        points = [(x, top), (left + width, top + height), (left, top + height)]
    elif shape == "diamond":
        points = [(x, top), (left + width, y), (x, top + height), (left, y)]
    else:
        points = boxed(corners(shape), x, y, width, height)
    return f'<polygon points="{" ".join(f"{across:.2f},{down:.2f}" for across, down in points)}" fill="{fill}"/>'


def corners(shape: str) -> list[tuple[float, float]]:
    """Return the corners of a regular figure, the first at the top."""
    count = {"pentagon": 5, "hexagon": 6, "star": 10}[shape]
    reach = [1.0, INNER] if shape == "star" else [1.0]
    return [
        (reach[index % len(reach)] * math.sin(angle), -reach[index % len(reach)] * math.cos(angle))
        for index in range(count)
        for angle in (2 * math.pi * index / count,)
    ]


def boxed(
    points: list[tuple[float, float]], x: float, y: float, width: float, height: float
) -> list[tuple[float, float]]:
    """Return points stretched into a box."""
    across, down = [point[0] for point in points], [point[1] for point in points]
    return [
        (
            x + width * ((point[0] - min(across)) / (max(across) - min(across)) - 0.5),
            y + height * ((point[1] - min(down)) / (max(down) - min(down)) - 0.5),
        )
        for point in points
    ]


def grid(named: Sequence[tuple[str, str]]) -> str:
    """Return a drawing of figures in a grid."""
    side = max(1, math.ceil(math.sqrt(len(named))))
    size = PAGE / side
    shapes = [
        element(
            shape,
            PLAIN[color],
            (index % side + 0.5) * size,
            (index // side + 0.5) * size,
            size * 0.6,
            height(shape, size * 0.6),
        )
        for index, (shape, color) in enumerate(named)
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {PAGE}">{"".join(shapes)}</svg>'
