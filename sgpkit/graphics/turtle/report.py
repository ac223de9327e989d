"""Parse the report of a turtle's sandbox into a figure. Every value is validated, because a program may have forged the
report."""

import json
import math
import re
from collections.abc import Callable
from typing import Any

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.turtle.figure import Dot, Figure, Fill, Mark, Stamp, Stroke, Text
from sgpkit.status import Rejected, Status
from sgpkit.values import clean

MOST_POINTS = 200_000
MAX_DISTANCE = 20_000.0
"""Maximum distance from the origin in pixels; a screen shows about 500."""
MAX_WIDTH = 2_000.0
MAX_TEXT = 2_000
MAX_BYTES = 40 * MOST_POINTS
"""Maximum length of a report: `MOST_POINTS` points in full precision."""

COLOUR = re.compile(r"(?:#[0-9a-f]{6})?")
_ALLOWED_STATUSES = (Status.PARSE_ERROR, Status.COMPILE_ERROR, Status.TOO_LARGE)


class _InvalidReport(Exception):
    """The report has a value that the recording module never writes."""


def figure(content: bytes) -> Figure:
    """Return the figure in a report. Raises Rejected if the program failed, drew too much or too far, or the report is
    invalid."""
    if len(content) > MAX_BYTES:
        raise Rejected(Status.TOO_LARGE, f"the report of the drawing has {len(content):,} bytes")
    try:
        report = json.loads(content)
        failure = report.get("failure")
        if failure is not None:
            status, reason = failure
            if Status(status) not in _ALLOWED_STATUSES:
                raise _InvalidReport
            raise Rejected(Status(status), str(reason)[:300])
        return Figure(
            _join_lines([_mark(*entry) for entry in report["marks"]]), _colour(report["background"]) or "#ffffff"
        )
    except (_InvalidReport, ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        raise Rejected(Status.COMPILE_ERROR, "the program's drawing cannot be read") from None


def _mark(kind: str, flat: list[float], *details: Any) -> Mark:
    return _READERS[kind](_points(flat), *details)


def _points(flat: list[float]) -> tuple[Point, ...]:
    if len(flat) < 2 or len(flat) % 2 or not {type(number) for number in flat} <= {int, float}:
        raise _InvalidReport
    farthest = max(map(abs, flat)) if not any(map(math.isnan, flat)) else math.nan
    if not farthest <= MAX_DISTANCE:
        raise Rejected(Status.TOO_LARGE, f"the turtle goes to {farthest:.3g}; at most {MAX_DISTANCE:,.0f} is allowed")
    numbers = [float(number) for number in flat]
    return tuple(map(Point, numbers[::2], numbers[1::2]))


def _colour(text: str) -> str:
    if not COLOUR.fullmatch(text):
        raise _InvalidReport
    return text


def _width(value: float) -> float:
    if type(value) not in (int, float) or math.isnan(value):
        raise _InvalidReport
    if value > MAX_WIDTH:
        raise Rejected(Status.TOO_LARGE, f"a pen or dot is {value:.3g} wide; at most {MAX_WIDTH:,.0f} is allowed")
    return max(float(value), 0.0)


def _stroke(points: tuple[Point, ...], colour: str, width: float) -> Mark:
    return Stroke(points, _colour(colour), _width(width))


def _fill(points: tuple[Point, ...], colour: str) -> Mark:
    return Fill(points, _colour(colour))


def _dot(points: tuple[Point, ...], colour: str, diameter: float, by_pen: bool) -> Mark:
    return Dot(points[0], _colour(colour), None if by_pen else _width(diameter))


def _stamp(points: tuple[Point, ...], fill: str, outline: str, width: float) -> Mark:
    return Stamp(points, _colour(fill), _colour(outline), _width(width))


def _text(points: tuple[Point, ...], colour: str, text: str, align: str, family: str, size: int, style: str) -> Mark:
    words = [clean(word)[:MAX_TEXT] for word in (text, align, family, style)]
    if type(size) is not int:
        raise _InvalidReport
    _width(abs(size))
    return Text(points[0], words[0], _colour(colour), words[1], words[2], size, words[3])


_READERS: dict[str, Callable[..., Mark]] = {
    "line": _stroke,
    "fill": _fill,
    "dot": _dot,
    "stamp": _stamp,
    "text": _text,
}


def _join_lines(marks: list[Mark]) -> tuple[Mark, ...]:
    """Join consecutive lines with equal colour and width that continue each other."""
    whole: list[Mark] = []
    pieces: list[tuple[Point, ...]] = []
    points = 0
    for mark in marks:
        points += len(mark.points) if isinstance(mark, Stroke | Fill | Stamp) else 1
        if points > MOST_POINTS:
            raise Rejected(Status.TOO_LARGE, f"more than {MOST_POINTS:,} points are drawn")
        last = whole[-1] if whole else None
        if (
            isinstance(mark, Stroke)
            and isinstance(last, Stroke)
            and mark[1:] == last[1:]
            and pieces[-1][-1] == mark.points[0]
        ):
            pieces.append(mark.points[1:] or mark.points)
            continue
        _close(whole, pieces)
        whole.append(mark)
        pieces = [mark.points] if isinstance(mark, Stroke) else []
    _close(whole, pieces)
    return tuple(whole)


def _close(whole: list[Mark], pieces: list[tuple[Point, ...]]) -> None:
    last = whole[-1] if whole else None
    if isinstance(last, Stroke) and len(pieces) > 1:
        whole[-1] = last._replace(points=tuple(point for piece in pieces for point in piece))
