"""Illusions of direction: which lines are straight, parallel or in line, among others that bend them for the eye."""

import itertools
import math
import random

from .figure import INK, SAME, SOFT, TARGET, Kind, any_of_three, around, element, line, program

BOTH = 2


def poggendorff(truth: int, lure: int, draw: random.Random) -> str:
    """Poggendorff (1860): behind an upright bar, the piece that truly continues a slanted line looks shifted away
    from it, and one further along the bar looks right. `lure` is the piece shifted that way."""
    slope = draw.choice((-1, 1)) * math.tan(math.radians(draw.uniform(38, 48)))
    left, right = draw.uniform(176, 190), draw.uniform(312, 330)
    reach = 105.0
    middle = 256.0
    meet = middle + slope * (right - left) / 2
    gap = draw.uniform(34, 42)
    # Where the pieces leave the bar: the eye's place is towards the line that comes in.
    eye = -math.copysign(gap, slope)
    shifts = {truth: 0.0, lure: eye} if truth != SAME else {lure: eye}
    spare = [-eye, 2 * eye] if truth == SAME else [draw.choice((-eye, 2 * eye))]
    for piece in range(3):
        if piece not in shifts:
            shifts[piece] = spare.pop()
    start = middle - slope * (right - left) / 2
    elements = [line(left - reach, start - slope * reach, left, start, draw.choice(INK), 4)]
    for piece, color in enumerate(("#d62828", "#1d4ed8", "#2a9d3a")):
        y = meet + shifts[piece]
        elements.append(line(right, y, right + reach, y + slope * reach, color, 4))
    elements.append(element("rect", x=left, y=16, width=right - left, height=480, fill=draw.choice(SOFT)))
    return program(elements, draw, turn=25)


def another_piece(truth: int, draw: random.Random) -> int:
    return draw.choice([piece for piece in range(3) if piece != truth])


def zollner(truth: int, lure: int, draw: random.Random) -> str:
    """Zöllner (1860): short strokes across a line seem to rotate it; one line has them in the other direction."""
    ink = draw.choice(INK)
    lean = draw.choice((-1, 1)) * draw.uniform(28, 36)
    tilt = draw.choice((-1, 1)) * draw.uniform(3.2, 4.4)
    elements, targets = [], []
    apart = draw.uniform(90, 130)
    for index in range(3):
        y = 256 + (index - 1) * apart + draw.uniform(-14, 14)
        turn = tilt if index == truth else 0.0
        way = -lean if index == lure else lean
        middle, count = 256 + draw.uniform(-40, 40), draw.randint(5, 7)
        for step in range(-count, count + 1):
            x, on = around(middle, y, 24.0 * step, turn)
            ends = (around(x, on, 20, way + side) for side in (0, 180))
            (a, b), (c, d) = ends
            elements.append(line(a, b, c, d, ink, 2.5))
        a, b = around(middle, y, 24.0 * count + 16, turn + 180)
        c, d = around(middle, y, 24.0 * count + 16, turn)
        targets.append(line(a, b, c, d, TARGET, 4))
    return program([*elements, *targets], draw, turn=20)


def hering(truth: int, lure: int, draw: random.Random) -> str:
    """Hering (1861): over rays from the middle, two straight level lines seem to bow away from it."""
    ink = draw.choice(INK)
    count = draw.randint(20, 26)
    rays = []
    for step in range(count):
        degrees = 180 * (step + 0.5) / count
        reach = min(230 / max(abs(math.cos(math.radians(degrees))), 1e-9), 230 / abs(math.sin(math.radians(degrees))))
        rays.append(line(*around(256, 256, reach, degrees), *around(256, 256, reach, degrees + 180), ink, 1.5))
    away = draw.uniform(58, 70)
    return program([*rays, *bowed_pair(truth, away, draw, upright=False)], draw)


def wundt(truth: int, lure: int, draw: random.Random) -> str:
    """Wundt (1896): over rays from two points at the sides, two straight lines seem to bow towards the middle."""
    ink = draw.choice(INK)
    count = draw.randint(9, 12)
    rays = []
    for end in (26.0, 486.0):
        for step in range(count):
            x = 26 + 460 * (step + 0.5) / count
            rays.append(line(256, end, x, 256, ink, 1.5))
    away = draw.uniform(48, 58)
    return program([*rays, *bowed_pair(truth, away, draw, upright=True)], draw)


def bowed_pair(truth: int, away: float, draw: random.Random, upright: bool) -> list[str]:
    """Two orange lines at this distance from the middle; the ones that `truth` names are arcs."""
    lines = []
    for index, side in enumerate((-1, 1)):
        bent = truth in (index, BOTH)
        bow = draw.choice((-1, 1)) * draw.uniform(11, 15) if bent else 0.0
        at, middle = 256 + side * away, 256 + side * away + 2 * bow
        if upright:
            data = f"M{at:.2f} 60Q{middle:.2f} 256 {at:.2f} 452" if bent else f"M{at:.2f} 60L{at:.2f} 452"
        else:
            data = f"M60 {at:.2f}Q256 {middle:.2f} 452 {at:.2f}" if bent else f"M60 {at:.2f}L452 {at:.2f}"
        lines.append(element("path", d=data, fill="none", stroke=TARGET, stroke_width=4))
    return lines


def both(truth: int, draw: random.Random) -> int:
    return BOTH


def cafe_wall(truth: int, lure: int, draw: random.Random) -> str:
    """Café wall (Gregory and Heard 1979): between rows of tiles shifted against each other the joint seems to slope."""
    dark = draw.choice(INK)
    tile = 56.0
    shift = draw.choice((-1, 1)) * tile * draw.uniform(0.3, 0.4)
    rise = draw.choice((-1, 1)) * draw.uniform(9, 12)
    joints = (146.0, 256.0, 366.0)
    edges = [36.0, *joints, 476.0]
    elements = [element("rect", x=20, y=36, width=472, height=440, fill="#ffffff")]
    offset = 0.0
    for row, (top, bottom) in enumerate(itertools.pairwise(edges)):
        if row > 0:
            offset += shift if row - 1 == lure else 0.0
        x = 20.0 + offset - 2 * tile
        while x < 492:
            a, b = max(x, 20.0), min(x + tile, 492.0)
            if b > a:
                elements.append(element("rect", x=a, y=top, width=b - a, height=bottom - top, fill=dark))
            x += 2 * tile
    for index, y in enumerate(joints):
        half = rise if index == truth else 0.0
        elements.append(line(20, y - half, 492, y + half, TARGET, 4))
    return program(elements, draw)


KINDS = {
    "poggendorff": Kind(
        "alignment",
        (
            "The dark line runs behind the bar. Which colored piece on the other side lies on the same straight line?",
            "Which colored piece is the straight continuation of the dark line behind the bar?",
        ),
        ("the red piece", "the blue piece", "the green piece", "none of the three"),
        poggendorff,
        another_piece,
    ),
    "zollner": Kind(
        "angle",
        (
            "Which of the three long orange lines is not parallel to the other two?",
            "Two or three of the long orange lines are parallel. Which one is not?",
        ),
        ("the upper one", "the middle one", "the lower one", "none: all three are parallel"),
        zollner,
        any_of_three,
    ),
    "hering": Kind(
        "straightness",
        (
            "Which of the two orange lines is curved?",
            "Hold a ruler to the two orange lines. Which of them is not straight?",
        ),
        ("only the upper one", "only the lower one", "both of them", "neither: both are straight"),
        hering,
        both,
    ),
    "wundt": Kind(
        "straightness",
        (
            "Which of the two upright orange lines is curved?",
            "Hold a ruler to the two upright orange lines. Which of them is not straight?",
        ),
        ("only the left one", "only the right one", "both of them", "neither: both are straight"),
        wundt,
        both,
    ),
    "cafe-wall": Kind(
        "angle",
        (
            "Which of the three orange lines across the tiles is not level?",
            "One of the orange lines may slope. Which one?",
        ),
        ("the upper one", "the middle one", "the lower one", "none: all three are level"),
        cafe_wall,
        any_of_three,
    ),
}
