"""SSVG-Bench's printed evaluation of SVG with one answer, taken literally (paper, appendix F.1, figures 23 to 30).

It reads the program's text, not the drawing: `line`, `polygon`, `polyline`, `rect`, the absolute moves and lines of
paths, circles, and ellipses with their own transform; whether or not any of it is visible, inside a definition or
outside the page. Groups, `use`, style and units are not read, and a drawing without SVG's namespace fails. Only the
overlap of ellipses is exact here: as printed it is estimated from 2,000 random points, and differs from run to run.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar
from xml.etree import ElementTree

from sgpkit.graphics.elements import OUTPUT_CLASS
from sgpkit.graphics.geometry import (
    IDENTITY,
    Affine,
    Circle,
    Ellipse,
    Point,
    Segment,
    image_of_circle,
    rotation,
    scaling,
    translation,
)
from sgpkit.metrics.structure.geometry import overlap
from sgpkit.metrics.structure.geometry.published import (
    MIN_OVERLAP,
    TOLERANCE,
    as_ellipse,
    joined_pairs,
    segments_found,
)

MOST = 5_000
"""Maximum number of figures of a drawing; one with more fails."""

EXACT = 12
"""Decimals to which ends are equal."""

_NUMBER = r"[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?"
_STEP = re.compile(rf"[ML]|{_NUMBER}")
_TRANSFORM = re.compile(r"(matrix|translate|rotate|scale|skewX|skewY)\s*\(([^)]+)\)", re.IGNORECASE)
_SPACE = re.compile(r"[,\s]+")

_Figure = TypeVar("_Figure", Circle, Ellipse)


class Figures(NamedTuple):
    """The figures of a drawing that the printed parser reads."""

    segments: list[Segment]
    circles: list[Circle]
    ellipses: list[Ellipse]


def verdict(reference: str, output: str) -> bool:
    """Return the printed verdict on an SVG drawing; one that cannot be parsed is wrong."""
    try:
        wanted, drawn = read(reference, OUTPUT_CLASS), read(output)
    except (ElementTree.ParseError, ValueError, IndexError, OverflowError):
        return False
    if len(drawn.segments) + len(drawn.circles) + len(drawn.ellipses) > MOST:
        return False
    lines = [*drawn.segments, *joined_pairs(drawn.segments, EXACT)]
    return (
        all(segments_found(wanted.segments, lines))
        and _all_matched(wanted.circles, drawn.circles, overlap.of_circles, _same_circle)
        and _all_matched(wanted.ellipses, drawn.ellipses, overlap.of_ellipses, lambda share, *_: share >= MIN_OVERLAP)
    )


def read(code: str, wanted: str = "") -> Figures:
    """Return the figures of a drawing, or those with a class. Raises the same errors as the printed parser."""
    figures = Figures([], [], [])
    for element in ElementTree.fromstring(code).iter():
        name = element.tag.split("}")[1]
        if not wanted or wanted in element.get("class", "").split():
            figures.segments.extend(_segments(name, element))
            figures.circles.extend(_circles(name, element))
            figures.ellipses.extend(_ellipses(name, element))
    return figures


def _segments(name: str, element: ElementTree.Element) -> Iterator[Segment]:
    match name:
        case "line":
            x1, y1, x2, y2 = (_number_or_zero(element.get(key, "0")) for key in ("x1", "y1", "x2", "y2"))
            yield Segment(Point(x1, y1), Point(x2, y2))
        case "polygon" | "polyline":
            numbers = _numbers(element.get("points", ""))
            points = list(map(Point, numbers[0::2], numbers[1::2]))
            yield from map(Segment._make, pairwise(points))
            if name == "polygon" and points:
                yield Segment(points[-1], points[0])
        case "rect":
            x, y, width, height = _values(element, "x", "y", "width", "height")
            corners = [Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height)]
            yield from map(Segment._make, pairwise([*corners, corners[0]]))
        case "path":
            yield from _path(_STEP.findall(element.get("d", "")))


def _path(words: Sequence[str]) -> Iterator[Segment]:
    """Yield a line for each `L` with its first pair of numbers; every other command is skipped."""
    here: Point | None = None
    for index, word in enumerate(words):
        if word not in ("M", "L"):
            continue
        there = Point(float(words[index + 1]), float(words[index + 2]))
        if word == "M":
            here = there
        elif here is not None:
            yield Segment(here, there)
            here = there


def _circles(name: str, element: ElementTree.Element) -> Iterator[Circle]:
    if name == "circle":
        x, y, radius = _values(element, "cx", "cy", "r")
        yield Circle(Point(x, y), radius)


def _ellipses(name: str, element: ElementTree.Element) -> Iterator[Ellipse]:
    """Yield an ellipse, and a circle with a transform."""
    transform = element.get("transform", "")
    if name == "ellipse":
        x, y, across, along = _values(element, "cx", "cy", "rx", "ry")
    elif name == "circle" and transform:
        x, y, across, along = _values(element, "cx", "cy", "r", "r")
    else:
        return
    image = image_of_circle(Point(x, y), across, along, _matrix(transform))
    yield as_ellipse(image) if isinstance(image, Circle) else image


def _matrix(transform: str) -> Affine:
    """Return the product of an element's transforms; skewX and skewY are exchanged, as printed."""
    matrix = IDENTITY
    for name, words in _TRANSFORM.findall(transform):
        values = _numbers(words)
        match name.lower(), values:
            case "matrix", [_, _, _, _, _, _]:
                matrix = matrix @ Affine(*values)
            case "translate", [x, *rest]:
                matrix = matrix @ translation(x, rest[0] if rest else 0.0)
            case "rotate", [angle, x, y, *_]:
                matrix = matrix @ translation(x, y) @ rotation(angle) @ translation(-x, -y)
            case "rotate", [angle, *_]:
                matrix = matrix @ rotation(angle)
            case "scale", [x, *rest]:
                matrix = matrix @ scaling(x, rest[0] if rest else x)
            case "skewx", [angle, *_]:
                matrix = matrix @ Affine(b=math.tan(math.radians(angle)))
            case "skewy", [angle, *_]:
                matrix = matrix @ Affine(c=math.tan(math.radians(angle)))
    return matrix


def _numbers(text: str) -> list[float]:
    return [_finite(word) for word in _SPACE.split(text.strip()) if word]


def _values(element: ElementTree.Element, *names: str) -> list[float]:
    return [_finite(element.get(name, "0")) for name in names]


def _finite(word: str) -> float:
    value = float(word)
    if not math.isfinite(value):
        raise ValueError(f"{word} is not finite")
    return value


def _number_or_zero(word: str) -> float:
    try:
        return _finite(word)
    except ValueError:
        return 0.0


def _all_matched(
    wanted: Sequence[_Figure],
    drawn: Sequence[_Figure],
    share: Callable[[_Figure, _Figure], float],
    enough: Callable[[float, _Figure, _Figure], bool],
) -> bool:
    """Return whether each figure, in turn, is near enough to the unused figure with the largest overlap."""
    left = list(drawn)
    for figure in wanted:
        shares = [share(figure, other) for other in left]
        best = max(range(len(left)), key=shares.__getitem__, default=None)
        if best is None or not enough(shares[best], figure, left[best]):
            return False
        del left[best]
    return True


def _same_circle(_: float, one: Circle, other: Circle) -> bool:
    return one.centre.distance(other.centre) <= TOLERANCE and abs(one.radius - other.radius) <= TOLERANCE
