"""Things that edits draw into a scene: bubbles, ribbons, frames, weather. They depend only on their position; nothing
is random."""

from collections.abc import Sequence

from sgpkit.families.shared.drawings.forms import Form, box, circle, line, polygon, shape, spread, star
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Box

from ..scenes.colors import darker, lighter
from ..scenes.ink import Ink, filled, outlined, readable_on, stroked, text_width, words

RAINBOW = ("#E53935", "#FB8C00", "#FDD835", "#43A047", "#1E88E5", "#5E35B1", "#8E24AA")
"""Red, orange, yellow, green, blue, indigo, violet: Newton's seven, https://en.wikipedia.org/wiki/Rainbow#Number_of_colours_in_a_spectrum_or_a_rainbow"""


def middle(area: Box) -> Point:
    return Point((area.left + area.right) / 2, (area.top + area.bottom) / 2)


def bubble_size(text: str, size: float) -> tuple[float, float]:
    return text_width(text, size, bold=True) + 1.6 * size, 2.2 * size


def bubble(area: Box, toward: Point, text: str, size: float, color: str, ink: str) -> tuple[Ink, ...]:
    """Return a speech bubble that fills the area, with its tail towards a point above or below it."""
    left, top, right, bottom = area
    radius = min(right - left, bottom - top) * 0.35
    below = toward.y > (top + bottom) / 2
    root = min(max(toward.x, left + radius + size), right - radius - size)
    half = 0.42 * size
    edge = bottom if below else top
    # The tip of the tail does not touch the speaker.
    tip = Point(root + (toward.x - root) * 0.8, edge + (toward.y - edge) * 0.8)
    tail_below = f"L{root + half} {bottom}L{tip.x} {tip.y}L{root - half} {bottom}" if below else ""
    tail_above = "" if below else f"L{root - half} {top}L{tip.x} {tip.y}L{root + half} {top}"
    outline = shape(
        f"M{left + radius} {top}{tail_above}L{right - radius} {top}A{radius} {radius} 0 0 1 {right} {top + radius}"
        f"L{right} {bottom - radius}A{radius} {radius} 0 0 1 {right - radius} {bottom}{tail_below}"
        f"L{left + radius} {bottom}A{radius} {radius} 0 0 1 {left} {bottom - radius}"
        f"L{left} {top + radius}A{radius} {radius} 0 0 1 {left + radius} {top}Z"
    )
    centre = middle(area)
    return (
        outlined(outline, color, ink, size * 0.12),
        words(text, centre.x, centre.y + 0.35 * size, size, readable_on(color), bold=True),
    )


def corner_ribbon(width: float, reach: float, text: str, color: str) -> tuple[Ink, ...]:
    """Return a banner over the upper right corner: a horizontal stripe with a notched end and its words."""
    size = reach * 0.2
    long = text_width(text, size, bold=True) + 3 * size
    left, top, bottom = width - long, reach * 0.14, reach * 0.14 + 2 * size
    notch = left + size * 0.6
    body = polygon((left, top), (width, top), (width, bottom), (left, bottom), (notch, (top + bottom) / 2))
    fold = polygon((width - size * 0.7, bottom), (width, bottom), (width - size * 0.7, bottom + size * 0.5))
    return (
        filled(fold, darker(color)),
        filled(body, color),
        stroked(
            line((notch + size * 0.5, top + 0.25 * size), (width - size * 0.2, top + 0.25 * size)),
            lighter(color),
            size * 0.08,
        ),
        stroked(
            line((notch + size * 0.5, bottom - 0.25 * size), (width - size * 0.2, bottom - 0.25 * size)),
            lighter(color),
            size * 0.08,
        ),
        words(text, (notch + width) / 2, (top + bottom) / 2 + 0.35 * size, size, readable_on(color), bold=True),
    )


def frame(width: float, height: float, thick: float, color: str, ornament: str) -> tuple[Ink, ...]:
    """Return a border along the edges of the canvas with a medallion at each corner."""
    outer, inner = box(0, 0, width, height), box(thick, thick, width - 2 * thick, height - 2 * thick)
    corners = [(x, y) for x in (thick * 0.9, width - thick * 0.9) for y in (thick * 0.9, height - thick * 0.9)]
    return (
        filled(outer.without(inner), color),
        stroked(box(thick * 0.5, thick * 0.5, width - thick, height - thick), lighter(color), thick * 0.14),
        *(filled(circle(x, y, thick * 0.85), ornament) for x, y in corners),
        *(filled(star(x, y, thick * 0.6), color) for x, y in corners),
    )


def rainbow(x: float, ground: float, radius: float, band: float) -> tuple[Ink, ...]:
    """Return seven half rings over (x, ground), red outside."""
    inks = []
    for index, color in enumerate(RAINBOW):
        reach = radius - band * (index + 0.5)
        arc = shape(f"M{x - reach} {ground}A{reach} {reach} 0 0 1 {x + reach} {ground}")
        inks.append(stroked(arc, color, band))
    return tuple(inks)


def rain(area: Box, columns: int, rows: int, color: str, width: float) -> tuple[Ink, ...]:
    """Return slanted strokes, every second row shifted by half a step."""
    across, down = (area.right - area.left) / columns, (area.bottom - area.top) / rows
    drops = []
    for row in range(rows):
        for column in range(columns):
            x = area.left + (column + (0.75 if row % 2 else 0.3)) * across
            y = area.top + (row + 0.2) * down
            drops.append(stroked(line((x, y), (x - 0.12 * across, y + 0.5 * down)), color, width))
    return tuple(drops)


def cloud(x: float, y: float, width: float) -> Form:
    """Return a cloud with its flat side on y."""
    unit = width / 10
    return shape(
        f"M{x - 4 * unit} {y}C{x - 5.6 * unit} {y} {x - 5.6 * unit} {y - 2.4 * unit} {x - 3.7 * unit} {y - 2.3 * unit}"
        f"C{x - 3.6 * unit} {y - 4.6 * unit} {x - 0.9 * unit} {y - 5 * unit} {x - 0.3 * unit} {y - 3.4 * unit}"
        f"C{x + 0.8 * unit} {y - 4.9 * unit} {x + 3.3 * unit} {y - 4.2 * unit} {x + 3.2 * unit} {y - 2.2 * unit}"
        f"C{x + 5.4 * unit} {y - 2.5 * unit} {x + 5.5 * unit} {y} {x + 4 * unit} {y}Z"
    )


def birds(area: Box, count: int, size: float, color: str) -> tuple[Ink, ...]:
    """Return a flock in a rising line, with two arcs per bird."""
    inks = []
    for index, x in enumerate(spread(area.left + size, area.right - size, count)):
        y = area.bottom - (area.bottom - area.top) * (index / max(1, count - 1)) * 0.7 - size * 0.6
        tips, roots = y - 0.4 * size, y - 0.7 * size
        wings = shape(
            f"M{x - size} {tips}C{x - 0.7 * size} {roots} {x - 0.25 * size} {roots} {x} {y}"
            f"C{x + 0.25 * size} {roots} {x + 0.7 * size} {roots} {x + size} {tips}"
        )
        inks.append(stroked(wings, color, size * 0.16))
    return tuple(inks)


def drops(points: Sequence[Point], size: float, color: str) -> tuple[Ink, ...]:
    """Return tears that hang from the points."""
    inks: list[Ink] = []
    for x, y in points:
        inks.append(
            filled(
                shape(
                    f"M{x} {y}C{x + 0.35 * size} {y + 0.6 * size} {x + 0.55 * size} {y + 0.8 * size} {x + 0.55 * size}"
                    f" {y + 1.1 * size}A{0.55 * size} {0.55 * size} 0 0 1 {x - 0.55 * size} {y + 1.1 * size}"
                    f"C{x - 0.55 * size} {y + 0.8 * size} {x - 0.35 * size} {y + 0.6 * size} {x} {y}Z"
                ),
                color,
            )
        )
        inks.append(filled(circle(x - 0.18 * size, y + 1.15 * size, 0.13 * size), lighter(lighter(color))))
    return tuple(inks)


def snores(start: Point, size: float, color: str, leftwards: bool = False) -> tuple[Ink, ...]:
    """Return three letters Z, larger towards the top."""
    inks, (x, y) = [], start
    for index in range(3):
        height = size * (0.6 + 0.35 * index)
        inks.append(words("Z" if index else "z", x, y, height * 1.5, color, bold=True))
        x += (-1 if leftwards else 1) * height * 0.95
        y -= height * 1.05
    return tuple(inks)


def ground_shadow(x: float, ground: float, width: float, opacity: float = 0.4) -> Ink:
    """Return a flat oval below a thing."""
    reach, flat = width * 0.55, max(3.0, width * 0.1)
    oval = shape(
        f"M{x - reach} {ground}A{reach} {flat} 0 1 0 {x + reach} {ground}A{reach} {flat} 0 1 0 {x - reach} {ground}Z"
    )
    return filled(oval, "#1A1A1A", opacity)


def burst(x: float, y: float, radius: float, color: str, text: str) -> tuple[Ink, ...]:
    """Return a price sticker: a star of sixteen blunt points with words on it."""
    size = min(radius * 0.62, radius * 1.35 / max(0.1, text_width(text, 1.0, bold=True)))
    return (
        filled(star(x, y, radius, 16, 0.84), color),
        stroked(circle(x, y, radius * 0.74), lighter(lighter(color)), radius * 0.05),
        words(text, x, y + 0.35 * size, size, readable_on(color), bold=True),
    )


def return_arrow(start: Point, end: Point, by: float, color: str, width: float) -> tuple[Ink, ...]:
    """Return an arrow from a point to the left, up or down along x = `by`, and to the right into another point."""
    long = 3.4 * width
    shaft = line((start.x - 3, start.y), (by, start.y), (by, end.y), (end.x - long, end.y))
    tip = polygon((end.x - 2, end.y), (end.x - long, end.y - 2.2 * width), (end.x - long, end.y + 2.2 * width))
    return (stroked(shaft, color, width, (3 * width, 2 * width)), filled(tip, color))
