"""Drawings of lines, boxes, circles and texts at given places, and their programs in languages that can place them.

Lengths are in points, y down. Texts are centred on their point.
"""

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

Point = tuple[float, float]
SIZE = 11.0
"""The size of letters."""


class Text(NamedTuple):
    """A text, centred on a point."""

    at: Point
    text: str


class Line(NamedTuple):
    """A line through points, with an arrow head at its end if `arrow`."""

    points: tuple[Point, ...]
    arrow: bool = False


class Box(NamedTuple):
    """A rectangle by its upper left corner and its size."""

    corner: Point
    width: float
    height: float
    filled: bool = False


class Circle(NamedTuple):
    """A circle."""

    center: Point
    radius: float


Mark = Text | Line | Box | Circle


class Sketch(NamedTuple):
    """Marks on a page, in paint order."""

    width: float
    height: float
    marks: tuple[Mark, ...]

    def scaled(self, factor: float) -> "Sketch":
        """Return it larger, with letters of the same size, and painted in the opposite order."""
        marks = tuple(scaled(mark, factor) for mark in reversed(self.marks))
        return Sketch(self.width * factor, self.height * factor, marks)


def scaled(mark: Mark, factor: float) -> Mark:
    """Return a mark with all lengths multiplied by a factor."""

    def at(point: Point) -> Point:
        return point[0] * factor, point[1] * factor

    match mark:
        case Text(middle, text):
            return Text(at(middle), text)
        case Line(points, arrow):
            return Line(tuple(map(at, points)), arrow)
        case Box(corner, width, height, filled):
            return Box(at(corner), width * factor, height * factor, filled)
        case Circle(center, radius):
            return Circle(at(center), radius * factor)


def svg(sketch: Sketch) -> str:
    """Return a sketch as SVG."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sketch.width:g} {sketch.height:g}">',
            f'<g font-family="sans-serif" font-size="{SIZE:g}" text-anchor="middle" fill="none" stroke="black">',
            *(line for mark in sketch.marks for line in _svg_mark(mark)),
            "</g>",
            "</svg>",
        ]
    )


def _svg_mark(mark: Mark) -> Iterator[str]:
    match mark:
        case Text((x, y), text):
            yield f'<text x="{x:.1f}" y="{y + 4:.1f}" fill="black" stroke="none">{html.escape(text)}</text>'
        case Line(points, arrow):
            yield f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'
            if arrow:
                yield f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in head(points))}" fill="black"/>'
        case Box((x, y), width, height, filled):
            fill = ' fill="#b9d3ee"' if filled else ""
            yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{fill}/>'
        case Circle((x, y), radius):
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def head(points: Sequence[Point], size: float = 8.0) -> list[Point]:
    """Return the three corners of an arrow head at the end of a line."""
    (x0, y0), (x, y) = points[-2:]
    length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
    dx, dy = (x - x0) / length * size, (y - y0) / length * size
    return [(x, y), (x - dx - 0.4 * dy, y - dy + 0.4 * dx), (x - dx + 0.4 * dy, y - dy - 0.4 * dx)]


def tikz(sketch: Sketch) -> str:
    """Return a sketch as a TikZ document."""
    return "\n".join(
        [
            "\\documentclass[tikz,border=6pt]{standalone}",
            "\\begin{document}",
            "\\begin{tikzpicture}[x=1pt, y=-1pt, every node/.style={font=\\sffamily\\small, inner sep=1pt}, >=latex]",
            *map(_tikz_mark, sketch.marks),
            "\\end{tikzpicture}",
            "\\end{document}",
        ]
    )


def _tikz_mark(mark: Mark) -> str:
    match mark:
        case Text(at, text):
            return f"\\node at {_pair(at)} {{{text}}};"
        case Line(points, arrow):
            return f"\\draw{'[->]' if arrow else ''} {' -- '.join(map(_pair, points))};"
        case Box((x, y), width, height, filled):
            fill = "[fill=blue!20]" if filled else ""
            return f"\\draw{fill} {_pair((x, y))} rectangle {_pair((x + width, y + height))};"
        case Circle(center, radius):
            return f"\\draw {_pair(center)} circle[radius={radius:.1f}pt];"


def _pair(point: Point) -> str:
    return f"({point[0]:.1f},{point[1]:.1f})"


def typst(sketch: Sketch) -> str:
    """Return a sketch as a Typst document."""
    return "\n".join(
        [
            f"#set page(width: {sketch.width:g}pt, height: {sketch.height:g}pt, margin: 0pt)",
            f"#set text(size: {SIZE - 1:g}pt)",
            "#let note(x, y, body) = place(dx: x - 100pt, dy: y - 10pt,",
            "  box(width: 200pt, height: 20pt, align(center + horizon, body)))",
            *(line for mark in sketch.marks for line in _typst_mark(mark)),
        ]
    )


def _typst_mark(mark: Mark) -> Iterator[str]:
    match mark:
        case Text((x, y), text):
            yield f"#note({x:.1f}pt, {y:.1f}pt)[{text}]"
        case Line(points, arrow):
            first, *rest = map(_typst_point, points)
            ways = ", ".join(f"curve.line({point})" for point in rest)
            yield f"#place(curve(stroke: 1pt, curve.move({first}), {ways}))"
            if arrow:
                yield f"#place(polygon(fill: black, {', '.join(map(_typst_point, head(points)))}))"
        case Box((x, y), width, height, filled):
            fill = ", fill: aqua" if filled else ""
            size = f"width: {width:.1f}pt, height: {height:.1f}pt"
            yield f"#place(dx: {x:.1f}pt, dy: {y:.1f}pt, rect({size}, stroke: 1pt{fill}))"
        case Circle((x, y), radius):
            corner = f"dx: {x - radius:.1f}pt, dy: {y - radius:.1f}pt"
            yield f"#place({corner}, circle(radius: {radius:.1f}pt, stroke: 1pt))"


def _typst_point(point: Point) -> str:
    return f"({point[0]:.1f}pt, {point[1]:.1f}pt)"


def dot(sketch: Sketch) -> str:
    """Return a sketch as a Graphviz graph whose nodes are all pinned."""
    lines = [
        "digraph {",
        "  graph [layout=neato, inputscale=72, splines=line];",
        f'  node [shape=plaintext, label="", width=0, height=0, margin=0, fontname="sans-serif", fontsize={SIZE:g}];',
        "  edge [arrowsize=0.8];",
    ]
    for number, mark in enumerate(sketch.marks):
        lines += [f"  {line};" for line in _dot_mark(mark, f"n{number}")]
    return "\n".join([*lines, "}"])


def _dot_mark(mark: Mark, name: str) -> Iterator[str]:
    match mark:
        case Text(at, text):
            yield f'{name} [label="{text}", {_pin(at)}]'
        case Line(points, arrow):
            for number, point in enumerate(points):
                yield f"{name}_{number} [shape=point, style=invis, {_pin(point)}]"
            for number in range(len(points) - 1):
                direction = "forward" if arrow and number == len(points) - 2 else "none"
                yield f"{name}_{number} -> {name}_{number + 1} [dir={direction}]"
        case Box((x, y), width, height, filled):
            style = ', style=filled, fillcolor="#b9d3ee"' if filled else ""
            yield f"{name} [shape=box, {_sizes(width, height)}, {_pin((x + width / 2, y + height / 2))}{style}]"
        case Circle(center, radius):
            yield f"{name} [shape=circle, {_sizes(2 * radius, 2 * radius)}, {_pin(center)}]"


def _pin(point: Point) -> str:
    return f'pos="{point[0]:.1f},{-point[1]:.1f}!"'


def _sizes(width: float, height: float) -> str:
    return f"fixedsize=true, width={width / 72:.3f}, height={height / 72:.3f}"


PRINTERS: Mapping[str, Callable[[Sketch], str]] = {"svg": svg, "tikz": tikz, "dot": dot, "typst": typst}
