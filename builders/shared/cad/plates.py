"""Parts cut from plate or forged flat: links, gussets, gears, nuts and bolts."""

import random

from sgpkit.graphics.cad.model import Region

from . import loops
from .bars import oblong
from .piece import Bore, Feature, Piece


def base_plate(draw: random.Random) -> Piece:
    wide, deep, height = draw.randint(28, 46), draw.randint(20, 40), draw.randint(5, 12)
    radius, inset = draw.randint(2, 4), draw.randint(7, 9)
    centers = [(x, y) for x in (inset - wide, wide - inset) for y in (inset - deep, deep - inset)]
    holes = [loops.circle(x, y, radius) for x, y in centers]
    bores = [Bore(2, 2 * radius)] * 4
    middle = draw.choice((0, 0, 6, 8, 10))
    if middle:
        holes.append(loops.circle(0, 0, middle))
        bores.append(Bore(2, 2 * middle))
    corner = draw.choice((0, 4, 6))
    outer = loops.rounded(-wide, -deep, wide, deep, corner) if corner else loops.rectangle(-wide, -deep, wide, deep)
    return Piece(
        "base plate",
        (Feature(Region(outer, tuple(holes)), 0, height),),
        tuple(bores),
        flat=6,
        curved=len(holes) + (4 if corner else 0),
        outlines=(
            oblong(2 * deep, height),
            oblong(2 * wide, height),
            "rounded rectangle" if corner else oblong(wide, deep),
        ),
        ways_through=len(holes),
    )


def slotted_plate(draw: random.Random) -> Piece:
    count, radius, gap = draw.choice((1, 2, 3, 4, 5)), draw.randint(2, 4), draw.choice((6, 8))
    half, run, height = draw.randint(30, 46), draw.randint(16, 24), draw.randint(4, 10)
    deep = (count * (2 * radius + gap) + gap) // 2
    pitch = 2 * radius + gap
    slots = tuple(loops.slot(-run, run, (2 * number - count + 1) * pitch // 2, radius) for number in range(count))
    return Piece(
        "slotted plate",
        (Feature(Region(loops.rectangle(-half, -deep, half, deep), slots), 0, height),),
        flat=6 + 2 * count,
        curved=2 * count,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), oblong(half, deep)),
        ways_through=count,
    )


def link_plate(draw: random.Random) -> Piece:
    half, radius, height = draw.randint(18, 32), draw.randint(9, 14), draw.randint(4, 10)
    first = draw.randint(3, radius - 4)
    second = draw.choice((first, draw.randint(3, radius - 4)))
    holes = (loops.circle(-half, 0, first), loops.circle(half, 0, second))
    return Piece(
        "link plate",
        (Feature(Region(loops.slot(-half, half, 0, radius), holes), 0, height),),
        (Bore(2, 2 * first), Bore(2, 2 * second)),
        flat=4,
        curved=4,
        outlines=(oblong(2 * radius, height), oblong(2 * (half + radius), height), "slot"),
        ways_through=2,
    )


def parallel_key(draw: random.Random) -> Piece:
    half, radius, height = draw.randint(18, 36), draw.randint(6, 12), draw.randint(6, 14)
    return Piece(
        "parallel key",
        (Feature(Region(loops.slot(-half, half, 0, radius)), 0, height),),
        flat=4,
        curved=2,
        outlines=(oblong(2 * radius, height), oblong(2 * (half + radius), height), "slot"),
        ways_through=0,
    )


def chain_link(draw: random.Random) -> Piece:
    half, radius, wall, height = draw.randint(14, 28), draw.randint(11, 18), draw.randint(4, 6), draw.randint(5, 12)
    outer, inner = loops.slot(-half, half, 0, radius), loops.slot(-half, half, 0, radius - wall)
    return Piece(
        "chain link",
        (Feature(Region(outer, (inner,)), 0, height),),
        flat=6,
        curved=4,
        outlines=(oblong(2 * radius, height), oblong(2 * (half + radius), height), "slot"),
        ways_through=1,
    )


def gusset(draw: random.Random) -> Piece:
    wide, tall, height = draw.randint(48, 80), draw.randint(48, 80), draw.randint(4, 10)
    count, radius = draw.choice((1, 2, 3)), draw.randint(3, 5)
    centers = [(11, 11), (wide * 5 // 9, 11), (11, tall * 5 // 9)][:count]
    return Piece(
        "gusset plate",
        (
            Feature(
                Region(
                    loops.polygon([(0, 0), (wide, 0), (0, tall)]),
                    tuple(loops.circle(*center, radius) for center in centers),
                ),
                0,
                height,
            ),
        ),
        (Bore(2, 2 * radius),) * count,
        flat=5,
        curved=count,
        outlines=(oblong(tall, height), oblong(wide, height), "triangle"),
        ways_through=count,
    )


def hex_nut(draw: random.Random) -> Piece:
    radius = draw.randint(20, 44)
    bore, height = draw.randint(radius * 2 // 5, radius * 3 // 5), draw.randint(radius // 2, radius)
    hexagon = loops.polygon(loops.around(6, radius, 0.0))
    return Piece(
        "hexagon nut",
        (Feature(Region(hexagon, (loops.circle(0, 0, bore),)), 0, height),),
        (Bore(2, 2 * bore),),
        flat=8,
        curved=1,
        outlines=(None, None, "hexagon"),
        ways_through=1,
    )


def hex_bolt(draw: random.Random) -> Piece:
    radius = draw.randint(16, 26)
    shank, height, length = draw.randint(radius // 2 - 1, radius * 3 // 5), draw.randint(7, 14), draw.randint(40, 80)
    return Piece(
        "hexagon bolt",
        (
            Feature(Region(loops.polygon(loops.around(6, radius, 0.0))), 0, height, "new"),
            Feature(Region(loops.circle(0, 0, shank)), height, height + length),
        ),
        flat=9,
        curved=1,
        outlines=("T", "T", "hexagon"),
        ways_through=0,
        steps=1,
    )


def gear(draw: random.Random) -> Piece:
    count, radius = draw.choice((8, 10, 12, 14, 16)), draw.randint(34, 46)
    root, bore, height = radius - draw.randint(5, 8), draw.randint(5, 12), draw.randint(6, 16)
    points = []
    for number in range(count):
        middle = 90 + 360 * number / count
        step = 360 / count
        for share, reach in ((-0.30, root), (-0.14, radius), (0.14, radius), (0.30, root)):
            x, y = loops.quarter(0, 0, reach, middle + share * step)
            points.append((loops.nearest(x), loops.nearest(y)))
    return Piece(
        "gear wheel",
        (Feature(Region(loops.polygon(points), (loops.circle(0, 0, bore),)), 0, height),),
        (Bore(2, 2 * bore),),
        flat=4 * count + 2,
        curved=1,
        ways_through=1,
    )


def crank(draw: random.Random) -> Piece:
    half, radius, height = draw.randint(18, 28), draw.randint(9, 12), draw.randint(6, 10)
    shaft, pin = draw.randint(5, radius - 2), draw.randint(3, 6)
    down, up = draw.randint(16, 34), draw.randint(14, 30)
    return Piece(
        "crank",
        (
            Feature(Region(loops.slot(-half, half, 0, radius)), 0, height, "new"),
            Feature(Region(loops.circle(-half, 0, shaft)), -down, 0),
            Feature(Region(loops.circle(half, 0, pin)), height, height + up),
        ),
        flat=6,
        curved=4,
        outlines=(None, None, "slot"),
        ways_through=0,
    )


def hinge_leaf(draw: random.Random) -> Piece:
    thick, reach, deep = draw.choice((2, 3)), draw.randint(34, 50), draw.randint(20, 36)
    knuckle, hole, count = draw.randint(6, 9), draw.randint(2, 4), draw.choice((2, 3, 4))
    bore = draw.randint(2, knuckle - thick - 1)
    pitch = 2 * deep // count
    centers = [((reach + knuckle) // 2 + 1, (2 * number - count + 1) * pitch / 2) for number in range(count)]
    centers = [(x, loops.nearest(y)) for x, y in centers]
    leaf = Region(
        loops.rectangle(bore + 1, -deep, reach, deep), tuple(loops.circle(*center, hole) for center in centers)
    )
    barrel = Region(loops.circle(0, 0, knuckle), (loops.circle(0, 0, bore),))
    return Piece(
        "hinge leaf",
        (Feature(leaf, -thick, thick, "new"), Feature(barrel, -deep, deep, "join", 1)),
        (Bore(1, 2 * bore), *(Bore(2, 2 * hole),) * count),
        flat=5,
        curved=2 + count,
        outlines=(oblong(2 * deep, 2 * knuckle), None, oblong(reach + knuckle, 2 * deep)),
        ways_through=1 + count,
        in_one=True,
        adds_up=False,
    )


KINDS = (
    base_plate,
    slotted_plate,
    link_plate,
    parallel_key,
    chain_link,
    gusset,
    hex_nut,
    hex_bolt,
    gear,
    crank,
    hinge_leaf,
)
