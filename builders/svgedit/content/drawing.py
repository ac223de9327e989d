"""Drawings as parts that can be changed: every part has a shape and a colour that no other has."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sgpkit.graphics.geometry import Affine, Point

PAGE = 400
BACKGROUND = "#f5f1e6"
COLORS: Mapping[str, str] = {
    "red": "#d32f2f",
    "orange": "#f57c00",
    "yellow": "#fbc02d",
    "green": "#388e3c",
    "cyan": "#00acc1",
    "blue": "#1976d2",
    "purple": "#7b1fa2",
    "pink": "#f06292",
    "brown": "#6d4c41",
    "gray": "#9e9e9e",
    "black": "#212121",
}
SHAPES = ("circle", "ellipse", "square", "rectangle", "triangle", "star", "arrow", "half circle")
ROUND = ("circle",)
"""Shapes that look the same after every turn about their middle."""


@dataclass(frozen=True, slots=True)
class Part:
    """One element: its middle and its size, its paint, and the transforms that it has been through, the last one
    first."""

    shape: str
    color: str
    x: float
    y: float
    width: float
    height: float
    stroke: str = ""
    stroke_width: float = 0.0
    opacity: float = 1.0
    transforms: tuple[tuple[str, Affine], ...] = ()
    fade_to: str = ""
    """The colour at the right of a gradient over its box, whose left has the part's own."""

    @property
    def name(self) -> str:
        """The part in words, which fit no other."""
        return f"the {self.color} {self.shape}"

    @property
    def middle(self) -> Point:
        """Its middle on the page."""
        point = Point(self.x, self.y)
        for _, by in reversed(self.transforms):
            point = by(point)
        return point

    def through(self, written: str, by: Affine) -> "Part":
        """Return the part after one more transform of the page."""
        return replace(self, transforms=((written, by), *self.transforms))

    def element(self) -> str:
        """Return the text of the part."""
        paint = [f'fill="{f"url(#{self.gradient_name})" if self.fade_to else COLORS[self.color]}"']
        if self.stroke:
            paint += [f'stroke="{COLORS[self.stroke]}"', f'stroke-width="{number(self.stroke_width)}"']
        if self.opacity < 1:
            paint.append(f'opacity="{number(self.opacity)}"')
        if self.transforms:
            paint.append(f'transform="{" ".join(written for written, _ in self.transforms)}"')
        return f"<{self.outline()} {' '.join(paint)}/>"

    @property
    def gradient_name(self) -> str:
        """The id of its gradient."""
        return f"{self.color}-to-{self.fade_to}"

    def gradient(self) -> str:
        """Return the definition of its gradient."""
        stops = zip((0, 1), (self.color, self.fade_to), strict=True)
        written = "".join(f'<stop offset="{offset}" stop-color="{COLORS[color]}"/>' for offset, color in stops)
        return f'<linearGradient id="{self.gradient_name}">{written}</linearGradient>'

    def outline(self) -> str:
        """Return the tag with the attributes of the form."""
        x, y, width, height = self.x, self.y, self.width, self.height
        left, top = x - width / 2, y - height / 2
        if self.shape == "circle":
            return f'circle cx="{number(x)}" cy="{number(y)}" r="{number(width / 2)}"'
        if self.shape == "ellipse":
            return f'ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(width / 2)}" ry="{number(height / 2)}"'
        if self.shape in ("square", "rectangle"):
            return f'rect x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"'
        if self.shape == "half circle":
            radius = number(width / 2)
            return f'path d="M{number(left)} {number(y)}A{radius} {radius} 0 0 1 {number(left + width)} {number(y)}Z"'
        points = [(x + width * across, y + height * down) for across, down in FORMS[self.shape]]
        return f'polygon points="{" ".join(f"{number(across)},{number(down)}" for across, down in points)}"'


def number(value: float) -> str:
    """Return a number to two decimals, without zeros at its end."""
    return f"{round(value, 2):g}"


def star_points() -> list[tuple[float, float]]:
    """Return the corners of a star in a box of one unit around its middle."""
    return [
        (reach * math.sin(math.pi * index / 5), -reach * math.cos(math.pi * index / 5))
        for index in range(10)
        for reach in ((0.5, 0.22)[index % 2],)
    ]


FORMS: Mapping[str, Sequence[tuple[float, float]]] = {
    "triangle": [(0, -0.5), (0.5, 0.5), (-0.5, 0.5)],
    "star": star_points(),
    "arrow": [(-0.5, -0.15), (0.1, -0.15), (0.1, -0.4), (0.5, 0), (0.1, 0.4), (0.1, 0.15), (-0.5, 0.15)],
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """Parts in paint order, and the part of the page that is shown."""

    parts: tuple[Part, ...]
    view: tuple[float, float, float, float] = (0, 0, PAGE, PAGE)

    def code(self) -> str:
        """Return the program."""
        view = " ".join(map(number, self.view))
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">']
        lines += [f'  <rect width="{PAGE}" height="{PAGE}" fill="{BACKGROUND}"/>']
        gradients = dict.fromkeys(part.gradient() for part in self.parts if part.fade_to)
        lines += [f"  <defs>{''.join(gradients)}</defs>"] if gradients else []
        return "\n".join([*lines, *(f"  {part.element()}" for part in self.parts), "</svg>"])

    def with_part(self, index: int, part: Part) -> "Drawing":
        """Return the drawing with one part replaced."""
        return replace(self, parts=(*self.parts[:index], part, *self.parts[index + 1 :]))

    def free_colors(self) -> list[str]:
        """Return the colours that no part is filled or outlined with."""
        used = {color for part in self.parts for color in (part.color, part.stroke, part.fade_to)}
        return [color for color in COLORS if color not in used]


def make(chance: random.Random, count: int) -> Drawing:
    """Return a drawing of different parts in cells of the page; the last one covers a corner of the one before."""
    names = chance.sample([(shape, color) for shape in SHAPES for color in COLORS], 4 * count)
    unique: list[tuple[str, str]] = []
    for shape, color in names:
        if len(unique) < count and color not in [other for _, other in unique]:
            unique.append((shape, color))
    cells = chance.sample([(across, down) for across in range(3) for down in range(3)], min(9, count))
    parts: list[Part] = []
    for (shape, color), (across, down) in zip(unique, cells, strict=False):
        size = chance.choice([70, 80, 90])
        height = size * (0.6 if shape in ("ellipse", "rectangle") else 1)
        x, y = 70 + 130 * across + chance.randint(-10, 10), 70 + 130 * down + chance.randint(-10, 10)
        parts.append(Part(shape, color, x, y, size, height))
    if len(parts) > 2:
        before = parts[-2]
        parts[-1] = replace(parts[-1], x=before.x + before.width * 0.35, y=before.y + before.height * 0.2)
    return Drawing(tuple(parts))
