"""The same outline through other points: curves joined or split, started elsewhere, run the other way."""

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.outline import Cubic, Line, Piece, Subpath

Numbers = npt.NDArray[np.float64]

NEAR = 0.05
"""Design units by which a joined curve may stray."""

SMOOTH = 0.995
"""The cosine of the angle up to which one piece smoothly continues the last one."""

TURN = 1.7
"""Radians that one cubic may turn."""

SAMPLED = 0.34, 0.67, 1.0
"""Where a curve of a run is sampled; its end is that of the next one, or of the run."""

STEPS = np.linspace(0, 1, 25)[:, None]
WEIGHTS = np.hstack([(1 - STEPS) ** 3, 3 * (1 - STEPS) ** 2 * STEPS, 3 * (1 - STEPS) * STEPS**2, STEPS**3])
"""What the four points of a cubic weigh in 25 points of it."""


def mapped(loop: Subpath, by: Callable[[Point], Point]) -> Subpath:
    """Return a loop of lines and cubics with every point moved."""
    pieces: list[Piece] = []
    for piece in outline.without_arcs(loop).pieces:
        if isinstance(piece, Cubic):
            pieces.append(Cubic(by(piece.first), by(piece.second), by(piece.end)))
        else:
            pieces.append(Line(by(piece.end)))
    return Subpath(by(loop.start), tuple(pieces), loop.closed)


def reversed_loop(loop: Subpath) -> Subpath:
    """Return the loop run the other way."""
    steps = list(outline.steps(Subpath(loop.start, loop.pieces, False)))
    pieces: list[Piece] = []
    for start, piece in reversed(steps):
        pieces.append(Cubic(piece.second, piece.first, start) if isinstance(piece, Cubic) else Line(start))
    if loop.closed and steps and distance(loop.end, loop.start) > 1e-9:
        return Subpath(loop.end, tuple(pieces), True)
    return Subpath(loop.end, tuple(pieces), loop.closed)


def started(loop: Subpath, index: int) -> Subpath:
    """Return a closed loop that starts at the end of its piece of this number."""
    if not loop.closed or len(loop.pieces) < 2:
        return loop
    pieces = list(loop.pieces)
    if distance(loop.end, loop.start) > 1e-9:
        pieces.append(Line(loop.start))
    index %= len(pieces)
    if index == len(pieces) - 1:
        return Subpath(loop.start, tuple(pieces), True)
    turned = (*pieces[index + 1 :], *pieces[: index + 1])
    return Subpath(pieces[index].end, turned, True)


def split(loop: Subpath, chance: float, generator: random.Random) -> Subpath:
    """Return the loop with some of its pieces in two."""
    pieces: list[Piece] = []
    for start, piece in outline.steps(Subpath(loop.start, loop.pieces, False)):
        if generator.random() >= chance or distance(start, piece.end) < 6:
            pieces.append(piece)
            continue
        share = generator.uniform(0.3, 0.7)
        if isinstance(piece, Cubic):
            pieces += halves(start, piece, share)
        else:
            pieces += [Line(between(start, piece.end, share)), piece]
    return Subpath(loop.start, tuple(pieces), loop.closed)


def halves(start: Point, cubic: Cubic, share: float) -> tuple[Cubic, Cubic]:
    """Return a curve in two, by de Casteljau's construction."""
    a, b, c = (
        between(start, cubic.first, share),
        between(cubic.first, cubic.second, share),
        between(cubic.second, cubic.end, share),
    )
    d, e = between(a, b, share), between(b, c, share)
    middle = between(d, e, share)
    return Cubic(a, d, middle), Cubic(e, c, cubic.end)


def lines_as_curves(loop: Subpath, chance: float, generator: random.Random) -> Subpath:
    """Return the loop with some of its lines written as curves, as outlines from a font editor have them."""
    pieces: list[Piece] = []
    for start, piece in outline.steps(Subpath(loop.start, loop.pieces, False)):
        if isinstance(piece, Line) and generator.random() < chance:
            piece = Cubic(between(start, piece.end, 1 / 3), between(start, piece.end, 2 / 3), piece.end)
        pieces.append(piece)
    return Subpath(loop.start, tuple(pieces), loop.closed)


def joined(loop: Subpath) -> Subpath:
    """Return the loop with runs of curves that one curve can follow as one, and lines in one direction as one."""
    loop = _from_a_corner(loop)
    pieces: list[Piece] = []
    starts: list[Point] = []
    run: list[tuple[Point, Cubic]] = []

    def finished() -> None:
        for start, cubic in _joined_run(run):
            starts.append(start)
            pieces.append(cubic)
        run.clear()

    for start, piece in outline.steps(Subpath(loop.start, loop.pieces, False)):
        if isinstance(piece, Cubic) and _is_straight(start, piece):
            piece = Line(piece.end)
        if isinstance(piece, Cubic):
            run.append((start, piece))
            continue
        finished()
        if pieces and isinstance(pieces[-1], Line) and _on_line(starts[-1], pieces[-1].end, piece.end):
            pieces[-1] = Line(piece.end)
            continue
        starts.append(start)
        pieces.append(piece)
    finished()
    return Subpath(loop.start, tuple(pieces), loop.closed)


def _from_a_corner(loop: Subpath) -> Subpath:
    """Return the loop started at a corner, so that no run of curves is cut in two."""
    count = len(loop.pieces)
    if not loop.closed or count < 3:
        return loop
    steps = list(outline.steps(Subpath(loop.start, loop.pieces, False)))
    for index in range(count):
        (start, piece), (after_start, after) = steps[index], steps[(index + 1) % count]
        if distance(piece.end, after_start) > 1e-6:
            continue
        if _cosine(_leaving(start, piece), _entering(after_start, after)) < SMOOTH:
            return started(loop, index)
    return loop


class _Curve(NamedTuple):
    """A curve of a run: its start, its directions there and at its end, its turn and its length."""

    start: Point
    cubic: Cubic
    entering: Point
    leaving: Point
    turn: float
    length: float

    @classmethod
    def of(cls, start: Point, cubic: Cubic) -> "_Curve":
        entering, leaving = _entering(start, cubic), _leaving(start, cubic)
        turn = math.atan2(entering.x * leaving.y - entering.y * leaving.x, _cosine(entering, leaving))
        return cls(start, cubic, entering, leaving, turn, _length(start, cubic))


def _joined_run(steps: Sequence[tuple[Point, Cubic]]) -> Sequence[tuple[Point, Cubic]]:
    if len(steps) < 2:
        return steps
    run = [_Curve.of(*step) for step in steps]
    result: list[tuple[Point, Cubic]] = []
    sampled: dict[int, tuple[Point, ...]] = {}
    first = 0
    while first < len(run):
        last, best = first, run[first].cubic
        while last + 1 < len(run):
            if _cosine(run[last].leaving, run[last + 1].entering) < SMOOTH:
                break
            fitted = _fitted(run, first, last + 2, sampled)
            if fitted is None:
                break
            last, best = last + 1, fitted
        result.append((run[first].start, best))
        first = last + 1
    return result


def _fitted(run: Sequence[_Curve], first: int, stop: int, sampled: dict[int, tuple[Point, ...]]) -> Cubic | None:
    """Return one cubic for a part of a run, None if none comes near enough. `sampled` keeps points of its curves."""
    part = run[first:stop]
    start, end = part[0].start, part[-1].cubic.end
    out, into = part[0].entering, part[-1].leaving
    total = sum([curve.length for curve in part])
    if abs(sum([curve.turn for curve in part])) > TURN or total < 1e-6:
        return None
    # Handles as long as those of a curve that turns as far, stretched to what the samples say.
    samples = []
    done = 0.0
    for index, curve in enumerate(part, first):
        if index not in sampled:
            sampled[index] = tuple([outline.point_at(curve.start, curve.cubic, share) for share in SAMPLED])
        for share, point in zip(SAMPLED, sampled[index], strict=True):
            samples.append(((done + share * curve.length) / total, point))
        done += curve.length
    samples.pop()
    handles = _solved(start, end, out, into, samples)
    if handles is None:
        return None
    cubic = Cubic(
        Point(start.x + out.x * handles[0], start.y + out.y * handles[0]),
        Point(end.x - into.x * handles[1], end.y - into.y * handles[1]),
        end,
    )
    return cubic if _is_near(WEIGHTS @ np.array((start, *cubic)), np.array([point for _, point in samples])) else None


def _is_near(chain: Numbers, spots: Numbers) -> bool:
    """Return whether all points are near a chain of lines."""
    x, y = chain[:-1].T
    across, down = (chain[1:] - chain[:-1]).T
    beside, below = spots[:, :1] - x, spots[:, 1:] - y
    shares = (beside * across + below * down) / np.maximum(across * across + down * down, 1e-12)
    shares = np.minimum(np.maximum(shares, 0.0), 1.0)
    beside -= shares * across
    below -= shares * down
    return bool((beside * beside + below * below).min(1).max() <= NEAR * NEAR)


def _solved(
    start: Point, end: Point, out: Point, into: Point, samples: Sequence[tuple[float, Point]]
) -> tuple[float, float] | None:
    """Return the lengths of both handles by least squares (Schneider, Graphics Gems, 1990)."""
    c00 = c01 = c11 = x0 = x1 = 0.0
    for share, point in samples:
        rest = 1 - share
        b1, b2 = 3 * share * rest * rest, 3 * share * share * rest
        b0, b3 = rest**3 + b1, share**3 + b2
        ax, ay, bx, by = out.x * b1, out.y * b1, -into.x * b2, -into.y * b2
        dx, dy = point.x - start.x * b0 - end.x * b3, point.y - start.y * b0 - end.y * b3
        c00 += ax * ax + ay * ay
        c01 += ax * bx + ay * by
        c11 += bx * bx + by * by
        x0 += ax * dx + ay * dy
        x1 += bx * dx + by * dy
    determinant = c00 * c11 - c01 * c01
    if abs(determinant) < 1e-12:
        return None
    one, other = (x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant
    return (one, other) if min(one, other) > 1e-3 else None


def distance(one: Point, other: Point) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def between(one: Point, other: Point, share: float) -> Point:
    return Point(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)


def _entering(start: Point, piece: Piece) -> Point:
    for spot in piece if isinstance(piece, Cubic) else (piece.end,):
        x, y = spot.x - start.x, spot.y - start.y
        size = math.hypot(x, y)
        if size > 1e-4:
            return Point(x / size, y / size)
    return Point(0, 0)


def _leaving(start: Point, piece: Piece) -> Point:
    end = piece.end
    for spot in (piece.second, piece.first, start) if isinstance(piece, Cubic) else (start,):
        x, y = end.x - spot.x, end.y - spot.y
        size = math.hypot(x, y)
        if size > 1e-4:
            return Point(x / size, y / size)
    return Point(0, 0)


def _cosine(one: Point, other: Point) -> float:
    return one.x * other.x + one.y * other.y


def _length(start: Point, cubic: Cubic) -> float:
    net = distance(start, cubic.first) + distance(cubic.first, cubic.second) + distance(cubic.second, cubic.end)
    return (net + distance(start, cubic.end)) / 2


def _to_segment(point: Point, one: Point, other: Point) -> float:
    x, y = other.x - one.x, other.y - one.y
    size = x * x + y * y
    share = 0.0 if not size else max(0.0, min(1.0, ((point.x - one.x) * x + (point.y - one.y) * y) / size))
    return math.hypot(point.x - one.x - share * x, point.y - one.y - share * y)


def _is_straight(start: Point, cubic: Cubic) -> bool:
    return all(_to_segment(spot, start, cubic.end) < 0.015 for spot in (cubic.first, cubic.second))


def _on_line(one: Point, middle: Point, other: Point) -> bool:
    ahead = (middle.x - one.x) * (other.x - middle.x) + (middle.y - one.y) * (other.y - middle.y) > 0
    return ahead and _to_segment(middle, one, other) < 0.01
