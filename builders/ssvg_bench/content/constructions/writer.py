"""A figure as a program: SVG with the four classes of SSVG-Bench, TikZ, or EPS (paper, appendix B).

The given part is black, added elements are red; in SVG the classes also distinguish them. One unit is 1/72 inch in SVG
and EPS, and TeX's point in TikZ, so that two decimals do in all three; y points up in TikZ and EPS. The given part
reads the same whether or not more follows.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from sgpkit.graphics.geometry import Circle, Point, Segment

from .engine import CANVAS, Figure

DOT_RADIUS = 2.0
LABEL_SIZE = 14
LABEL_DISTANCE = 15.0

SVG_HEAD = f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CANVAS:g} {CANVAS:g}" width="{CANVAS:g}" height="{CANVAS:g}">
<style>
.input_object {{ fill: none; stroke: black; stroke-width: 1; }}
.input_text {{ fill: black; stroke: none; font-family: serif; font-size: {LABEL_SIZE}px; text-anchor: middle; }}
.output_object {{ fill: none; stroke: red; stroke-width: 1; }}
.output_text {{ fill: red; stroke: none; font-family: serif; font-size: {LABEL_SIZE}px; text-anchor: middle; }}
</style>"""
TIKZ_HEAD = """\
\\documentclass[tikz]{standalone}
\\begin{document}
\\begin{tikzpicture}[x=1pt,y=1pt]"""
TIKZ_END = """\
\\end{tikzpicture}
\\end{document}"""
EPS_HEAD = f"""\
%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 {CANVAS:g} {CANVAS:g}
1 setlinewidth
/Times-Roman findfont {LABEL_SIZE} scalefont setfont"""


class Part(NamedTuple):
    """A figure with the places of its labels, and the points that are shown as dots."""

    figure: Figure
    labels: Mapping[str, Point]
    dots: tuple[Point, ...]


def program(given: Figure, added: Figure | None, format: str) -> str:
    """The complete drawing in "svg", "tikz" or "eps"; with None for the added elements, only the given part."""
    try:
        write = _WRITERS[format]
    except KeyError:
        raise ValueError(f"no format {format!r}; there are {', '.join(_WRITERS)}") from None
    ends = {end for segment in given.segments for end in segment}
    dots = tuple(point for point in given.points.values() if point not in ends)
    first = Part(given, _label_places(given.points, (given,)), dots)
    second = Part(added, _label_places(added.points, (given, added)), ()) if added is not None else None
    return "\n".join(write(first, second)) + "\n"


def number(value: float, decimals: int = 2) -> str:
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".") if decimals else f"{value:.0f}"
    return "0" if text in ("-0", "") else text


def _label_places(points: Mapping[str, Point], figures: Iterable[Figure]) -> dict[str, Point]:
    """Return the position of each point's label, where there is most room: as far as may be from lines, circles and
    other points."""
    figures = tuple(figures)
    segments = [segment for figure in figures for segment in figure.segments]
    # Control points keep to one side of their curve, which is near enough for finding room.
    segments += [Segment(*ends) for figure in figures for curve in figure.curves for ends in pairwise(curve.points)]
    circles = [circle for figure in figures for circle in figure.circles]
    others = [point for figure in figures for point in figure.points.values()]
    placed: dict[str, Point] = {}
    for label, point in points.items():
        obstacles = [*(other for other in others if other != point), *placed.values()]
        choices = []
        for step in range(16):
            angle = math.tau * step / 16
            candidate = Point(point.x + LABEL_DISTANCE * math.cos(angle), point.y + LABEL_DISTANCE * math.sin(angle))
            choices.append((min(_clearance(candidate, segments, circles, obstacles), LABEL_DISTANCE), -step, candidate))
        placed[label] = max(choices)[2]
    return placed


def _clearance(position: Point, segments: list[Segment], circles: list[Circle], obstacles: list[Point]) -> float:
    room = min(position.x, position.y, CANVAS - position.x, CANVAS - position.y)
    for start, end in segments:
        along, towards = end - start, position - start
        share = min(max(towards.dot(along) / (along.dot(along) or 1.0), 0.0), 1.0)
        room = min(room, position.distance(start + along * share))
    for centre, radius in circles:
        room = min(room, abs(position.distance(centre) - radius))
    for other in obstacles:
        room = min(room, position.distance(other) - LABEL_DISTANCE / 2)
    return room


def outlines(segments: tuple[Segment, ...]) -> Iterator[tuple[Point, ...]]:
    """Split segments into lines (two points each) and polygons: runs in which each begins where the last one ended, up
    to the start of the first. Each piece is the points of its corners."""
    index = 0
    while index < len(segments):
        count = _loop(segments[index:])
        yield tuple(segment.start for segment in segments[index : index + count]) if count else tuple(segments[index])
        index += count or 1


def _loop(segments: tuple[Segment, ...]) -> int:
    """Return the number of segments at the start of a list that form a polygon, 0 if none do."""
    for count, segment in enumerate(segments, start=1):
        if segment.end == segments[0].start:
            return count if count > 2 else 0
        if count == len(segments) or segments[count].start != segment.end:
            return 0
    return 0


def _svg(given: Part, added: Part | None) -> Iterator[str]:
    yield SVG_HEAD
    yield from _svg_part(given, "input")
    if added is not None:
        yield from _svg_part(added, "output")
    yield "</svg>"


def _svg_part(part: Part, kind: str) -> Iterator[str]:
    figure, drawn, written = part.figure, f'class="{kind}_object"', f'class="{kind}_text"'
    for outline in outlines(figure.segments):
        (x1, y1), (x2, y2), *more = outline
        if more:
            yield f'<polygon {drawn} points="{" ".join(f"{number(x)},{number(y)}" for x, y in outline)}"/>'
        else:
            yield f'<line {drawn} x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"/>'
    for (x, y), radius in figure.circles:
        yield f'<circle {drawn} cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
    for (x, y), radius_x, radius_y, angle in figure.ellipses:
        turn = f' transform="rotate({number(angle, 3)} {number(x)} {number(y)})"' if angle else ""
        radii = f'rx="{number(radius_x)}" ry="{number(radius_y)}"'
        yield f'<ellipse {drawn} cx="{number(x)}" cy="{number(y)}" {radii}{turn}/>'
    for curve in figure.curves:
        start, *rest = (f"{number(x)} {number(y)}" for x, y in curve.points)
        pieces = " ".join(f"C {' '.join(rest[index : index + 3])}" for index in range(0, len(rest), 3))
        yield f'<path {drawn} d="M {start} {pieces}"/>'
    for x, y in part.dots:
        fill = "black" if kind == "input" else "red"
        yield f'<circle {drawn} cx="{number(x)}" cy="{number(y)}" r="{number(DOT_RADIUS)}" style="fill: {fill}"/>'
    for label, (x, y) in part.labels.items():
        yield f'<text {written} x="{number(x)}" y="{number(y + LABEL_SIZE / 3)}">{label}</text>'


def _tikz(given: Part, added: Part | None) -> Iterator[str]:
    yield TIKZ_HEAD
    yield from _tikz_part(given, "")
    if added is not None:
        yield from _tikz_part(added, "red")
    yield TIKZ_END


def _tikz_part(part: Part, color: str) -> Iterator[str]:
    def coordinates(point: Point) -> str:
        return f"({number(point.x)},{number(CANVAS - point.y)})"

    figure, options = part.figure, f"[{color}]" if color else ""
    for outline in outlines(figure.segments):
        closing = " -- cycle" if len(outline) > 2 else ""
        yield f"\\draw{options} {' -- '.join(map(coordinates, outline))}{closing};"
    for centre, radius in figure.circles:
        yield f"\\draw{options} {coordinates(centre)} circle [radius={number(radius)}];"
    for centre, radius_x, radius_y, angle in figure.ellipses:
        turned = f"rotate around={{{number(-angle, 3)}:{coordinates(centre)}}}" if angle else ""
        both = ", ".join(option for option in (color, turned) if option)
        radii = f"[x radius={number(radius_x)}, y radius={number(radius_y)}]"
        yield f"\\draw{f'[{both}]' if both else ''} {coordinates(centre)} ellipse {radii};"
    for curve in figure.curves:
        first, *rest = (coordinates(point) for point in curve.points)
        pieces = (
            f".. controls {rest[index]} and {rest[index + 1]} .. {rest[index + 2]}" for index in range(0, len(rest), 3)
        )
        yield f"\\draw{options} {first} {' '.join(pieces)};"
    for point in part.dots:
        yield f"\\fill{options} {coordinates(point)} circle [radius={number(DOT_RADIUS)}];"
    for label, point in part.labels.items():
        indexed = re.sub(r"(\d+)", r"_{\1}", label)
        yield f"\\node{options} at {coordinates(point)} {{${indexed}$}};"


def _eps(given: Part, added: Part | None) -> Iterator[str]:
    yield EPS_HEAD
    yield "0 0 0 setrgbcolor"
    yield from _eps_part(given)
    if added is not None:
        yield "1 0 0 setrgbcolor"
        yield from _eps_part(added)
    yield "showpage"
    yield "%%EOF"


def _eps_part(part: Part) -> Iterator[str]:
    def coordinates(point: Point) -> str:
        return f"{number(point.x)} {number(CANVAS - point.y)}"

    figure = part.figure
    for start, *others in outlines(figure.segments):
        onward = " ".join(f"{coordinates(point)} lineto" for point in others)
        closing = "closepath " if len(others) > 1 else ""
        yield f"newpath {coordinates(start)} moveto {onward} {closing}stroke"
    for centre, radius in figure.circles:
        yield f"newpath {coordinates(centre)} {number(radius)} 0 360 arc closepath stroke"
    for centre, radius_x, radius_y, angle in figure.ellipses:
        # The path is made in stretched coordinates and stroked in plain ones, so that the line is evenly wide.
        frame = (
            f"{coordinates(centre)} translate {number(-angle, 3)} rotate {number(radius_x)} {number(radius_y)} scale"
        )
        yield f"matrix currentmatrix {frame} newpath 0 0 1 0 360 arc closepath setmatrix stroke"
    for curve in figure.curves:
        first, *rest = (coordinates(point) for point in curve.points)
        pieces = (f"{' '.join(rest[index : index + 3])} curveto" for index in range(0, len(rest), 3))
        yield f"newpath {first} moveto {' '.join(pieces)} stroke"
    for point in part.dots:
        yield f"newpath {coordinates(point)} {number(DOT_RADIUS)} 0 360 arc closepath fill"
    for label, (x, y) in part.labels.items():
        # PostScript sets text from its left end: centred by half the width of its letters.
        left = x - 0.3 * LABEL_SIZE * len(label)
        yield f"{number(left)} {number(CANVAS - y - LABEL_SIZE / 3)} moveto ({label}) show"


_WRITERS: Mapping[str, Callable[[Part, Part | None], Iterator[str]]] = {"svg": _svg, "tikz": _tikz, "eps": _eps}
