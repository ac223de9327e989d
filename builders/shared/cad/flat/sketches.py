"""Sketches that a machinist would make before the part: faces and sections, in millimetres about the origin."""

import math
import random
from collections.abc import Callable

from sgpkit.graphics.cad.model import Line
from sgpkit.graphics.geometry import Point

from .. import loops
from ..drafting import Drawing
from . import hollow
from .strokes import centre_lines, guide_circle, mirrored, polygon, size, some, upright_line


def flange_face(draw: random.Random) -> Drawing:
    outer, bore, count = size(draw, 30, 50), size(draw, 8, 16), draw.choice((3, 4, 5, 6, 8))
    ring, hole = round((outer + bore) / 2, 1), size(draw, 1.5, 3.5)
    centers = loops.around(count, ring, whole=False)
    holes = [loops.circle(x, y, hole) for x, y in centers]
    return Drawing(
        "flange face",
        (loops.circle(0, 0, outer), loops.circle(0, 0, bore), *holes),
        some(draw, guide_circle(ring), *centre_lines(outer + 3, outer + 3)),
    )


def ring_face(draw: random.Random) -> Drawing:
    outer = size(draw, 20, 50)
    ranges = draw.choice((((0.3, 0.8),), ((0.65, 0.85), (0.25, 0.5)), ((0.78, 0.88), (0.5, 0.65), (0.2, 0.4))))
    radii = [outer, *(round(outer * draw.uniform(*span), 1) for span in ranges)]
    return Drawing(
        "concentric rings",
        tuple(loops.circle(0, 0, radius) for radius in radii),
        some(draw, *centre_lines(outer + 2, outer + 2)),
        nested=len(radii) > 2,
    )


def base_plate(draw: random.Random) -> Drawing:
    half, deep, hole, inset = size(draw, 30, 50), size(draw, 20, 28), size(draw, 2, 3.5), size(draw, 6, 8)
    corner = draw.choice((0.0, size(draw, 3, 6)))
    x, y = round(half - inset, 1), round(deep - inset, 1)
    outer = loops.rounded(-half, -deep, half, deep, corner) if corner else loops.rectangle(-half, -deep, half, deep)
    holes = [loops.circle(*center, hole) for center in ((-x, -y), (x, -y), (x, y), (-x, y))]
    if draw.random() < 0.5:
        holes.append(loops.circle(0, 0, size(draw, 5, 10)))
    return Drawing("base plate", (outer, *holes), some(draw, *centre_lines(half, deep)))


def slotted_plate(draw: random.Random) -> Drawing:
    count, radius, gap = draw.choice((1, 2, 3, 4)), size(draw, 2, 4), size(draw, 4, 7)
    run, half = size(draw, 14, 24), size(draw, 32, 46)
    pitch = round(2 * radius + gap, 1)
    deep = round(count * pitch / 2 + gap, 2)
    slots = [loops.slot(-run, run, round((number - (count - 1) / 2) * pitch, 2), radius) for number in range(count)]
    return Drawing(
        "slotted plate", (loops.rectangle(-half, -deep, half, deep), *slots), some(draw, *centre_lines(half, deep))
    )


def link(draw: random.Random) -> Drawing:
    half, radius = size(draw, 18, 34), size(draw, 9, 14)
    first = size(draw, 3, 6)
    second = round(first * draw.choice((1.0, 1.0, 0.6, 0.75, 1.3)), 2)
    return Drawing(
        "link plate",
        (loops.slot(-half, half, 0, radius), loops.circle(-half, 0, first), loops.circle(half, 0, second)),
        some(draw, *centre_lines(half, radius)[:1]),
    )


def chain_link(draw: random.Random) -> Drawing:
    half, radius, wall = size(draw, 12, 28), size(draw, 10, 18), size(draw, 3, 6)
    inner = loops.slot(-half, half, 0, round(radius - wall, 1))
    return Drawing("chain link", (loops.slot(-half, half, 0, radius), inner), some(draw, *centre_lines(half, radius)))


def angle_section(draw: random.Random) -> Drawing:
    wide, tall, thick = size(draw, 30, 60), size(draw, 30, 60), size(draw, 4, 9)
    corner = polygon((0, 0), (wide, 0), (wide, thick), (thick, thick), (thick, tall), (0, tall))
    return Drawing("angle section", (corner,))


def channel_section(draw: random.Random) -> Drawing:
    half, tall, thick = size(draw, 16, 30), size(draw, 20, 46), size(draw, 3, 7)
    right = [(half, 0), (half, tall), (half - thick, tall), (half - thick, thick)]
    return Drawing("U section", (mirrored(right),), some(draw, upright_line(tall)))


def tee_section(draw: random.Random) -> Drawing:
    half, tall, thick, web = size(draw, 18, 32), size(draw, 26, 54), size(draw, 3, 8), size(draw, 2, 5)
    right = [(web, 0), (web, tall - thick), (half, tall - thick), (half, tall)]
    return Drawing("T section", (mirrored(right),), some(draw, upright_line(tall)))


def beam_section(draw: random.Random) -> Drawing:
    half, tall, thick, web = size(draw, 14, 28), size(draw, 17, 32), size(draw, 3, 7), size(draw, 1.5, 4)
    right = [
        (half, -tall),
        (half, thick - tall),
        (web, thick - tall),
        (web, tall - thick),
        (half, tall - thick),
        (half, tall),
    ]
    return Drawing("I section", (mirrored(right),), some(draw, *centre_lines(half, tall)))


def zed_section(draw: random.Random) -> Drawing:
    leg, tall, thick = size(draw, 16, 30), size(draw, 30, 50), size(draw, 3, 7)
    points = [(thick - leg, 0), (thick, 0), (thick, tall - thick), (leg, tall - thick)]
    return Drawing("Z section", (polygon(*points, (leg, tall), (0, tall), (0, thick), (thick - leg, thick)),))


def cross_section(draw: random.Random) -> Drawing:
    arm, half = size(draw, 20, 44), size(draw, 5, 10)
    right = [(half, -arm), (half, -half), (arm, -half), (arm, half), (half, half), (half, arm)]
    holes = [loops.circle(0, 0, size(draw, 2, half - 1))] if draw.random() < 0.6 else []
    return Drawing("cross spider", (mirrored(right), *holes), some(draw, *centre_lines(arm, arm)))


def hexagon_nut(draw: random.Random) -> Drawing:
    radius = size(draw, 16, 40)
    bore = round(radius * draw.uniform(0.35, 0.6), 1)
    first = draw.choice((0.0, 30.0))
    guide = guide_circle(radius if draw.random() < 0.5 else radius * math.cos(math.pi / 6))
    return Drawing(
        "hexagon nut",
        (loops.polygon(loops.around(6, radius, first, whole=False)), loops.circle(0, 0, bore)),
        some(draw, guide, *centre_lines(radius, radius)),
    )


def gusset(draw: random.Random) -> Drawing:
    wide, tall, hole = size(draw, 46, 80), size(draw, 46, 80), size(draw, 2.5, 5)
    centers = [(11.0, 11.0), (round(wide * 0.55, 1), 11.0), (11.0, round(tall * 0.55, 1))][: draw.choice((1, 2, 3))]
    holes = [loops.circle(*center, hole) for center in centers]
    return Drawing("gusset plate", (polygon((0, 0), (wide, 0), (0, tall)), *holes))


def keyhole_plate(draw: random.Random) -> Drawing:
    half, tall, wide = size(draw, 20, 32), size(draw, 30, 44), size(draw, 6, 10)
    narrow, drop = round(wide * 0.6, 4), size(draw, 14, 20)
    across = round(wide * 0.8, 4)
    keyhole = loops.chain(
        [
            ((-narrow, -drop), None),
            ((narrow, -drop), None),
            ((narrow, -across), (0, wide)),
            ((-narrow, -across), None),
        ]
    )
    return Drawing(
        "keyhole plate", (loops.rectangle(-half, -tall, half, tall), keyhole), some(draw, centre_lines(half, tall)[1])
    )


def half_disc(draw: random.Random) -> Drawing:
    radius, hole = size(draw, 20, 44), size(draw, 3, 6)
    section = loops.chain([((radius, 0), (0, radius)), ((-radius, 0), None)])
    middle = round(radius * 0.45, 1)
    holes = [loops.circle(0, middle, hole)] if draw.random() < 0.6 else []
    return Drawing("half disc", (section, *holes), some(draw, upright_line(radius)))


def belt_drive(draw: random.Random) -> Drawing:
    """Two wheels of different size and the belt that touches both, with the wheels inside it."""
    large, apart = size(draw, 16, 24), size(draw, 50, 70)
    small = round(large * draw.uniform(0.4, 0.75), 1)
    lean = math.acos((large - small) / apart)
    up = [loops.quarter(0, 0, large, math.degrees(lean)), loops.quarter(apart, 0, small, math.degrees(lean))]
    down = [(x, -y) for x, y in up]
    belt = loops.chain(
        [(down[0], None), (down[1], (apart + small, 0)), (up[1], None), (up[0], (-large, 0))],
    )
    wheels = [loops.circle(0, 0, round(large * 0.6, 1)), loops.circle(apart, 0, round(small * 0.6, 1))]
    return Drawing("belt round two pulleys", (belt, *wheels), some(draw, Line(Point(0.0, 0.0), Point(apart, 0.0))))


def kidney_slot(draw: random.Random) -> Drawing:
    """A bent slot in a disc, for turning it a little."""
    outer, bore, half = size(draw, 34, 48), size(draw, 5, 9), size(draw, 2, 3.5)
    middle, opening = round((outer + bore) / 2, 1), draw.choice((30.0, 45.0, 60.0))
    count = draw.choice((1, 2, 3))
    slots = []
    for number in range(count):
        aim = 90.0 + 360.0 * number / count
        first, last = aim - opening / 2 - 5, aim + opening / 2 + 5
        outline, inside = middle + half, middle - half
        ends = [loops.quarter(0, 0, middle, angle) for angle in (last, first)]
        tips = [
            (x - sign * half * math.sin(math.radians(angle)), y + sign * half * math.cos(math.radians(angle)))
            for (x, y), angle, sign in zip(ends, (last, first), (1, -1), strict=True)
        ]
        slots.append(
            loops.chain(
                [
                    (loops.quarter(0, 0, outline, first), loops.quarter(0, 0, outline, aim)),
                    (loops.quarter(0, 0, outline, last), tips[0]),
                    (loops.quarter(0, 0, inside, last), loops.quarter(0, 0, inside, aim)),
                    (loops.quarter(0, 0, inside, first), tips[1]),
                ]
            )
        )
    return Drawing(
        "disc with bent slots",
        (loops.circle(0, 0, outer), loops.circle(0, 0, bore), *slots),
        some(draw, guide_circle(middle)),
    )


def stairs_section(draw: random.Random) -> Drawing:
    count, tread, rise = draw.choice((3, 4, 5)), size(draw, 8, 14), size(draw, 6, 12)
    points = [(0.0, 0.0), (count * tread, 0.0)]
    for number in range(count):
        x = (count - number) * tread
        points += [(x, (number + 1) * rise), (x - tread, (number + 1) * rise)]
    return Drawing("step block", (polygon(*points),))


def vee_block(draw: random.Random) -> Drawing:
    half, tall = size(draw, 20, 36), size(draw, 32, 50)
    mouth = round(half * draw.uniform(0.4, 0.75), 1)
    right = [(half, 0), (half, tall), (mouth, tall)]
    left = [(-x, y) for x, y in reversed(right)]
    return Drawing("V-block", (polygon(*right, (0.0, tall - mouth), *left),), some(draw, upright_line(tall)))


def dovetail(draw: random.Random) -> Drawing:
    half, base, tail, neck = size(draw, 26, 40), size(draw, 8, 18), size(draw, 8, 16), size(draw, 7, 12)
    right = [(half, 0), (half, base), (neck, base), (neck + size(draw, 4, 9), base + tail)]
    return Drawing("dovetail slide", (mirrored(right),), some(draw, upright_line(base + tail)))


def heat_sink(draw: random.Random) -> Drawing:
    count, fin, gap = draw.choice((3, 4, 5, 6, 7)), size(draw, 2, 4), size(draw, 3, 6)
    base, tall = size(draw, 4, 8), size(draw, 18, 40)
    points = [(0.0, 0.0), (count * fin + (count - 1) * gap, 0.0)]
    for number in reversed(range(count)):
        left = number * (fin + gap)
        points += [(left + fin, tall), (left, tall)]
        if number:
            points += [(left, base), (left - gap, base)]
    return Drawing("heat sink", (polygon(*points),))


def tube_section(draw: random.Random) -> Drawing:
    half, deep, wall, corner = size(draw, 18, 40), size(draw, 14, 30), size(draw, 2, 5), size(draw, 5, 8)
    outer = loops.rounded(-half, -deep, half, deep, corner)
    inner = loops.rounded(
        wall - half, wall - deep, half - wall, deep - wall, round(corner - wall + 1, 1) if corner > wall else 1
    )
    return Drawing("box tube section", (outer, inner), some(draw, *centre_lines(half, deep)))


def lobed_knob(draw: random.Random) -> Drawing:
    count, reach, bore = draw.choice((3, 4, 5, 6)), size(draw, 24, 36), size(draw, 3, 7)
    dip, between = round(reach * 0.74, 1), reach * 0.88
    steps = []
    for number in range(2 * count):
        start = 360.0 * (number - 0.5) / (2 * count) + 90
        top = reach if number % 2 == 0 else dip
        steps.append((loops.quarter(0, 0, between, start), loops.quarter(0, 0, top, start + 90 / count)))
    return Drawing("star knob", (loops.chain(steps), loops.circle(0, 0, bore)), some(draw, guide_circle(reach)))


def separate_discs(draw: random.Random) -> Drawing:
    count, radius = draw.choice((2, 3, 4, 5)), size(draw, 6, 12)
    pitch = round(2 * radius + size(draw, 3, 9), 1)
    first = -(count - 1) / 2
    discs = [loops.circle(round((first + number) * pitch, 2), 0, radius) for number in range(count)]
    end = round((count - 1) / 2 * pitch, 2)
    return Drawing(
        "row of separate discs", tuple(discs), some(draw, Line(Point(-end, 0.0), Point(end, 0.0))), separate=True
    )


KINDS: tuple[Callable[[random.Random], Drawing], ...] = (
    *hollow.KINDS,
    flange_face,
    ring_face,
    base_plate,
    slotted_plate,
    link,
    chain_link,
    angle_section,
    channel_section,
    tee_section,
    beam_section,
    zed_section,
    cross_section,
    hexagon_nut,
    gusset,
    keyhole_plate,
    half_disc,
    belt_drive,
    kidney_slot,
    stairs_section,
    vee_block,
    dovetail,
    heat_sink,
    tube_section,
    lobed_knob,
    separate_discs,
)
