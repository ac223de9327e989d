"""Lines as a hand draws them: they waver slowly, miss corners, stop short or overshoot, have gaps, and are repeated.

All amounts are in pixels of a picture of `sketches.SIDE`. One slight bend applies to the whole drawing (`Bend`), so
that touching strokes keep touching; each stroke also wavers separately.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .outlines import STEP, Line, Points


class Hand(NamedTuple):
    """The steadiness of a hand: sizes in pixels, and probabilities of events at an end or on a long stroke."""

    waver: float
    tremor: float
    misplaced: float
    runs_on: float
    stops_short: float
    lifts: float
    twice: float


PAPER = Hand(waver=0.95, tremor=0.2, misplaced=0.9, runs_on=0.45, stops_short=0.25, lifts=0.3, twice=0.2)
TABLET = Hand(waver=1.0, tremor=0.0, misplaced=0.8, runs_on=0.35, stops_short=0.3, lifts=0.15, twice=0.08)

LONG = 110.0
"""The minimum length in pixels of a stroke with a gap."""

SMALL = 26.0
"""The length in pixels below which a stroke is drawn carefully, so that letters and eyes stay recognisable."""


class Stroke(NamedTuple):
    """A stroke of the pen: points, a width at each, and the colour."""

    points: Points
    widths: NDArray[np.float64]
    color: tuple[int, int, int]


class Bend(NamedTuple):
    """A slow wave over the sheet: amplitudes, wave vectors and phases of each axis."""

    amplitudes: NDArray[np.float64]
    waves: NDArray[np.float64]
    phases: NDArray[np.float64]

    def __call__(self, points: Points) -> Points:
        angles = points @ self.waves.reshape(-1, 2).T + self.phases.ravel()
        shifts = np.sin(angles) * self.amplitudes.ravel()
        bent: Points = points + shifts.reshape(len(points), 2, -1).sum(axis=2)
        return bent


def bend(random: np.random.Generator, size: int) -> Bend:
    count = 3
    lengths = random.uniform(0.35, 1.1, (2, count)) * size
    angles = random.uniform(0, 2 * np.pi, (2, count))
    waves = np.stack((np.cos(angles), np.sin(angles)), axis=2) * (2 * np.pi / lengths)[..., None]
    return Bend(random.uniform(0.8, 2.2, (2, count)), waves, random.uniform(0, 2 * np.pi, (2, count)))


def drawn(lines: Sequence[Line], hand: Hand, pen: float, bent: Bend, random: np.random.Generator) -> list[Stroke]:
    """Return the strokes of a hand that draws the lines with a pen of this width."""
    strokes = []
    for line in lines:
        times = 2 if random.random() < hand.twice and length_of(line.points) > SMALL else 1
        for _ in range(times):
            for points in lifted(ended(line, hand, random), hand, random):
                strokes.append(stroke(points, line, hand, pen, bent, random))
    return strokes


def length_of(points: Points) -> float:
    return (len(points) - 1) * STEP


def ended(line: Line, hand: Hand, random: np.random.Generator) -> Points:
    """Return the line with ends that overshoot or stop short. A loop starts at a random point, and its ends do not
    quite meet."""
    points = line.points
    if len(points) < 4:
        return points
    care = min(1.0, length_of(points) / SMALL) ** 2
    if line.closed:
        start = int(random.integers(len(points) - 1))
        ring = np.vstack((points[start:-1], points[:start]))
        more = round(float(random.uniform(2, 12)) * care / STEP)
        if random.random() < 0.65:
            return np.vstack((ring, ring[: more + 1]))
        return ring[: max(4, len(ring) - min(more // 2, len(ring) // 8))]
    for _ in range(2):
        chance = random.random()
        if chance < hand.runs_on:
            reach = float(random.uniform(1.5, 6.0)) * care
            way = points[-1] - points[max(-4, -len(points))]
            length = float(np.hypot(*way))
            if length > 0:
                points = np.vstack((points, points[-1] + way / length * reach))
        elif chance < hand.runs_on + hand.stops_short:
            cut = round(float(random.uniform(0.5, 4.0)) * care / STEP)
            points = points[: max(3, len(points) - cut)]
        points = points[::-1]
    return points


def lifted(points: Points, hand: Hand, random: np.random.Generator) -> list[Points]:
    if length_of(points) < LONG or random.random() > hand.lifts:
        return [points]
    middle = round(len(points) * float(random.uniform(0.25, 0.75)))
    gap = int(random.integers(-3, 3))  # below 0 the second stroke begins on the first
    return [points[: middle + max(0, -gap)], points[middle + max(0, gap) :]]


def stroke(points: Points, line: Line, hand: Hand, pen: float, bent: Bend, random: np.random.Generator) -> Stroke:
    length = length_of(points)
    care = min(1.0, (length / LONG) ** 0.7 + 0.15)
    along = np.arange(len(points), dtype=np.float64) * STEP
    middle = points.mean(axis=0)
    turn, grow = np.radians(random.normal(0, 0.7)), 1 + random.normal(0, 0.008) * care
    cosine, sine = np.cos(turn) * grow, np.sin(turn) * grow
    moved = (points - middle) @ np.array([[cosine, sine], [-sine, cosine]]) + middle
    moved = bent(moved) + random.normal(0, hand.misplaced * care, 2)
    for axis in (0, 1):
        moved[:, axis] += hand.waver * care * waves(along, (45.0, 140.0), random)
        if hand.tremor:
            moved[:, axis] += hand.tremor * waves(along, (7.0, 16.0), random)
    thick = 0.5 + 0.22 * min(line.thickness, 6.0) if line.thickness else 1.0
    pressure = 1 + 0.28 * waves(along, (30.0, 120.0), random)
    ends = np.minimum(along, along[::-1] if len(along) else along)
    taper = 0.55 + 0.45 * np.clip(ends / 7.0, 0, 1)
    widths = pen * thick * pressure * taper
    if line.thickness and length < LONG:
        # Small letters are written with thin strokes, or they would merge.
        widths = np.minimum(widths, 0.7 + line.thickness)
    return Stroke(moved, np.clip(widths, 0.5, None), line.color)


def waves(along: NDArray[np.float64], lengths: tuple[float, float], random: np.random.Generator) -> NDArray[np.float64]:
    """Return smooth noise of about unit size along a stroke."""
    periods = random.uniform(*lengths, 3)
    phases = random.uniform(0, 2 * np.pi, 3)
    sway: NDArray[np.float64] = np.sin(along[:, None] * (2 * np.pi / periods) + phases).sum(axis=1) / 1.6
    return sway
