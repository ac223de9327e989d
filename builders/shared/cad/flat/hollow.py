"""Sketches of hooks, jaws, profiles and toothed parts: outlines with hollows, or that are fuller on one side."""

import math
import random
from collections.abc import Callable

from sgpkit.graphics.cad.model import Loop

from .. import loops
from ..drafting import Drawing
from .strokes import centre_lines, guide_circle, mirrored, polygon, size, some, upright_line


def lipped_channel(draw: random.Random) -> Drawing:
    half, tall, thick, lip = size(draw, 18, 32), size(draw, 26, 46), size(draw, 2.5, 5), size(draw, 7, 11)
    right = [(half, 0), (half, tall), (half - lip, tall), (half - lip, tall - thick)]
    right += [(half - thick, tall - thick), (half - thick, thick)]
    return Drawing("C section with lips", (mirrored(right),), some(draw, upright_line(tall)))


def bend(half: float, inner: float, right: float, left: float) -> Loop:
    """A bar bent by half a turn, with the heights of its two ends."""
    return loops.chain(
        [
            ((half, 0), None),
            ((half, right), None),
            ((inner, right), None),
            ((inner, 0), (0, -inner)),
            ((-inner, 0), None),
            ((-inner, left), None),
            ((-half, left), None),
            ((-half, 0), (0, -half)),
        ]
    )


def clevis_fork(draw: random.Random) -> Drawing:
    inner, wall, tall = size(draw, 6, 14), size(draw, 5, 9), size(draw, 18, 40)
    half = inner + wall
    return Drawing("clevis fork", (bend(half, inner, tall, tall),), some(draw, upright_line(tall), guide_circle(inner)))


def hook(draw: random.Random) -> Drawing:
    inner, wall, tall = size(draw, 7, 14), size(draw, 4, 8), size(draw, 30, 50)
    half, tip = inner + wall, size(draw, 2, 9)
    return Drawing("J hook", (bend(half, inner, tip, tall),), some(draw, guide_circle(inner)))


def retaining_ring(draw: random.Random) -> Drawing:
    outer, gap = size(draw, 20, 40), size(draw, 18, 40)
    inner = round(outer * draw.uniform(0.62, 0.84), 1)
    first, last = 90 + gap, 90 - gap
    ring = loops.chain(
        [
            (loops.quarter(0, 0, outer, first), (0, -outer)),
            (loops.quarter(0, 0, outer, last), None),
            (loops.quarter(0, 0, inner, last), (0, -inner)),
            (loops.quarter(0, 0, inner, first), None),
        ]
    )
    return Drawing("retaining ring", (ring,), some(draw, *centre_lines(outer, outer)))


def spanner_jaw(draw: random.Random) -> Drawing:
    radius = size(draw, 22, 40)
    mouth, floor = round(radius * draw.uniform(0.35, 0.5), 1), round(radius * draw.uniform(-0.25, 0.1), 1)
    edge = math.sqrt(radius**2 - mouth**2)
    jaw = loops.chain(
        [
            ((mouth, edge), None),
            ((mouth, floor), None),
            ((-mouth, floor), None),
            ((-mouth, edge), (0, -radius)),
        ]
    )
    return Drawing("open spanner jaw", (jaw,), some(draw, guide_circle(radius)))


def pointer(draw: random.Random) -> Drawing:
    half, tall, tip, hole = size(draw, 10, 20), size(draw, 26, 50), size(draw, 12, 26), size(draw, 2, 5)
    outer = polygon((half, 0), (half, tall), (0, tall + tip), (-half, tall), (-half, 0))
    holes = [loops.circle(0, round(tall * 0.3, 1), hole)] if draw.random() < 0.6 else []
    return Drawing("pointed tag", (outer, *holes), some(draw, upright_line(tall + tip)))


def rack(draw: random.Random) -> Drawing:
    count, pitch, depth, base = draw.choice((3, 4, 5, 6)), size(draw, 8, 13), size(draw, 5, 10), size(draw, 8, 18)
    points = [(0.0, 0.0), (count * pitch, 0.0)]
    for number in reversed(range(count)):
        points += [((number + 1) * pitch, base), ((number + 0.5) * pitch, base + depth)]
    return Drawing("toothed rack", (polygon(*points, (0.0, base)),))


def wedge(draw: random.Random) -> Drawing:
    long, low = size(draw, 44, 80), size(draw, 6, 14)
    high = round(low + size(draw, 12, 30), 1)
    holes = [loops.circle(round(long * 0.22, 1), round(high * 0.45, 1), size(draw, 1.5, 3))]
    outer = polygon((0, 0), (long, 0), (long, low), (0, high))
    return Drawing("wedge", (outer, *holes[: draw.choice((0, 1))]))


def eye_lug(draw: random.Random) -> Drawing:
    half, tall = size(draw, 12, 22), size(draw, 18, 44)
    eye = round(half * draw.uniform(0.35, 0.6), 1)
    outer = loops.chain(
        [((half, 0), None), ((half, tall), (0, tall + half)), ((-half, tall), None), ((-half, 0), None)]
    )
    return Drawing("lug with an eye", (outer, loops.circle(0, tall, eye)), some(draw, upright_line(tall + half)))


def quadrant(draw: random.Random) -> Drawing:
    radius = size(draw, 30, 60)
    hole = round(radius * draw.uniform(0.05, 0.09), 1)
    edge = loops.quarter(0, 0, radius, 45)
    outer = loops.chain([((0, 0), None), ((radius, 0), edge), ((0, radius), None)])
    spots = [(0.16, 0.16), (0.62, 0.16), (0.16, 0.62), (0.45, 0.45)][: draw.choice((0, 1, 3, 4))]
    holes = [loops.circle(round(radius * x, 1), round(radius * y, 1), hole) for x, y in spots]
    return Drawing("quarter-circle plate", (outer, *holes))


def eff_section(draw: random.Random) -> Drawing:
    wide, tall, thick = size(draw, 24, 44), size(draw, 40, 60), size(draw, 4, 7)
    low = round(tall * draw.uniform(0.35, 0.55), 1)
    short = round(wide * draw.uniform(0.55, 1.0), 1)
    points = [(0, 0), (thick, 0), (thick, low), (short, low), (short, low + thick), (thick, low + thick)]
    points += [(thick, tall - thick), (wide, tall - thick), (wide, tall), (0, tall)]
    return Drawing("F section", (polygon(*points),))


def hat_section(draw: random.Random) -> Drawing:
    half, brim, tall, thick = size(draw, 12, 22), size(draw, 9, 18), size(draw, 20, 36), size(draw, 2.5, 5)
    right = [(half - thick, 0), (half + brim, 0), (half + brim, thick), (half, thick), (half, tall)]
    left = [(-x, y) for x, y in reversed(right)]
    inner = [(thick - half, tall - thick), (half - thick, tall - thick)]
    return Drawing("hat section", (polygon(*right, *left, *inner),), some(draw, upright_line(tall)))


def turned_half(draw: random.Random) -> Drawing:
    """Return the half above the axis of a stepped shaft."""
    levels = draw.sample([8, 12, 16, 20, 24], draw.choice((3, 4)))
    runs = [size(draw, 10, 24) for _ in levels]
    points, at = [(0.0, 0.0), (round(sum(runs), 1), 0.0)], sum(runs)
    for level, run in zip(reversed(levels), reversed(runs), strict=True):
        points += [(round(at, 1), float(level)), (round(at - run, 1), float(level))]
        at -= run
    return Drawing("half of a stepped shaft", (polygon(*points[:-1], (0.0, float(levels[0]))),))


def square_nut(draw: random.Random) -> Drawing:
    half = size(draw, 14, 34)
    bore = round(half * draw.uniform(0.45, 0.7), 1)
    return Drawing(
        "square nut",
        (loops.rectangle(-half, -half, half, half), loops.circle(0, 0, bore)),
        some(draw, *centre_lines(half, half)),
    )


def triangular_cover(draw: random.Random) -> Drawing:
    """Three lines that touch three arcs about the holes."""
    reach, corner, hole = size(draw, 24, 38), size(draw, 6, 10), size(draw, 2, 4)
    steps: list[tuple[tuple[float, float], tuple[float, float] | None]] = []
    centers = loops.around(3, reach, whole=False)
    for number, (x, y) in enumerate(centers):
        aim = 90.0 + 120 * number
        steps.append((loops.quarter(x, y, corner, aim - 60), loops.quarter(x, y, corner, aim)))
        steps.append((loops.quarter(x, y, corner, aim + 60), None))
    holes = [loops.circle(x, y, hole) for x, y in centers]
    if draw.random() < 0.5:
        holes.append(loops.circle(0, 0, size(draw, 5, 9)))
    return Drawing("three-cornered cover", (loops.chain(steps), *holes), some(draw, guide_circle(reach)))


def ratchet(draw: random.Random) -> Drawing:
    count, outer, bore = draw.choice((6, 8, 10, 12)), size(draw, 26, 44), size(draw, 4, 9)
    root = round(outer * draw.uniform(0.72, 0.84), 1)
    points = []
    for number in range(count):
        angle = 360.0 * number / count
        points += [loops.quarter(0, 0, root, angle), loops.quarter(0, 0, outer, angle)]
    return Drawing("ratchet wheel", (polygon(*points), loops.circle(0, 0, bore)), some(draw, guide_circle(outer)))


def spur_gear(draw: random.Random) -> Drawing:
    count, outer, bore = draw.choice((6, 8, 10, 12)), size(draw, 28, 46), size(draw, 4, 9)
    root, pitch = round(outer * draw.uniform(0.74, 0.84), 1), 360.0 / count
    points = []
    for number in range(count):
        for radius, share in ((root, -0.27), (outer, -0.15), (outer, 0.15), (root, 0.27)):
            points.append(loops.quarter(0, 0, radius, pitch * (number + share)))
    return Drawing("spur gear", (polygon(*points), loops.circle(0, 0, bore)), some(draw, guide_circle(root)))


KINDS: tuple[Callable[[random.Random], Drawing], ...] = (
    lipped_channel,
    clevis_fork,
    hook,
    retaining_ring,
    spanner_jaw,
    pointer,
    rack,
    wedge,
    eye_lug,
    quadrant,
    eff_section,
    hat_section,
    turned_half,
    square_nut,
    triangular_cover,
    ratchet,
    spur_gear,
)
