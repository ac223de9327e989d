"""Flat sketches as line art: outlines solid, construction lines dashed, as a CAD program shows them."""

import math

from sgpkit.graphics import raster
from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, Entity, Line, Sketch
from sgpkit.graphics.cad.sketch.curves import Box, box, box_of_points, sample, turn_of
from sgpkit.graphics.geometry import Point

PAGE = 512
MARGIN = 32
LINE = 'fill="none" stroke="#1c2a3a" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"'
HELPING = 'fill="none" stroke="#7a8794" stroke-width="1.25" stroke-dasharray="9 5"'
DOT = 'fill="#1c2a3a"'
HELPING_DOT = 'fill="#7a8794"'
RADIUS = 3.5


def picture(drawing: str, size: int = PAGE) -> bytes:
    """Return a drawing of `svg` as PNG."""
    return raster.png(raster.paint(drawing, size))


def svg(sketch: Sketch) -> str:
    """Draw the sketch fitted into a square page, y upwards, never stretched; outlines lie over construction."""
    page = _Page(_extent(sketch))
    ordered = sorted(sketch.entities, key=lambda entity: (isinstance(entity.shape, Point), not entity.construction))
    body = "\n".join(page.element(entity) for entity in ordered)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {PAGE}" width="{PAGE}" height="{PAGE}">\n'
        f'<rect width="{PAGE}" height="{PAGE}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def _extent(sketch: Sketch) -> Box:
    boxes = [
        Box(*entity.shape, *entity.shape) if isinstance(entity.shape, Point) else box(entity.shape)
        for entity in sketch.entities
    ]
    corners = [Point(one.left, one.bottom) for one in boxes] + [Point(one.right, one.top) for one in boxes]
    return box_of_points(corners)


class _Page:
    """The map from the sketch's coordinates to the page's."""

    def __init__(self, extent: Box) -> None:
        self.scale = (PAGE - 2 * MARGIN) / extent.size if extent.size else 1.0
        self.middle = extent.center

    def at(self, point: Point) -> str:
        x = PAGE / 2 + (point.x - self.middle.x) * self.scale
        y = PAGE / 2 - (point.y - self.middle.y) * self.scale
        return f"{_short(x)} {_short(y)}"

    def element(self, entity: Entity) -> str:
        shape = entity.shape
        if isinstance(shape, Point):
            x, y = self.at(shape).split()
            return f'<circle cx="{x}" cy="{y}" r="{RADIUS}" {HELPING_DOT if entity.construction else DOT}/>'
        return self._curve(shape, HELPING if entity.construction else LINE)

    def _curve(self, shape: Curve, style: str) -> str:
        if isinstance(shape, Line):
            return f'<path d="M{self.at(shape.start)} L{self.at(shape.end)}" {style}/>'
        if isinstance(shape, Circle):
            x, y = self.at(shape.center).split()
            return f'<circle cx="{x}" cy="{y}" r="{_short(shape.radius * self.scale)}" {style}/>'
        if isinstance(shape, Ellipse):
            return self._ellipse(shape, style)
        turn = turn_of(shape) if isinstance(shape, Arc) else None
        if isinstance(shape, Arc) and turn is not None:
            radius = _short(turn.radius * self.scale)
            large, clockwise = int(abs(turn.sweep) > math.pi), int(turn.sweep < 0)
            arc = f"A{radius} {radius} 0 {large} {clockwise} {self.at(shape.end)}"
            return f'<path d="M{self.at(shape.start)} {arc}" {style}/>'
        along = " ".join(self.at(point) for point in sample(shape, 192))
        return f'<polyline points="{along}" {style}/>'

    def _ellipse(self, shape: Ellipse, style: str) -> str:
        x, y = self.at(shape.center).split()
        wide = math.hypot(*shape.major) * self.scale
        turned = -math.degrees(math.atan2(shape.major.y, shape.major.x))
        transform = f'transform="translate({x} {y}) rotate({_short(turned)})"'
        return f'<ellipse rx="{_short(wide)}" ry="{_short(wide * shape.ratio)}" {transform} {style}/>'


def _short(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
