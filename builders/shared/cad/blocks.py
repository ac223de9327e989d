"""Blocks with holes, pockets and hollows, and parts composed of several blocks."""

import random

from sgpkit.graphics.cad.model import Region

from . import loops
from .bars import oblong
from .piece import Bore, Feature, Piece


def counterbored_plate(draw: random.Random) -> Piece:
    count, radius = draw.choice((2, 3)), draw.randint(3, 5)
    wide, pitch, height = radius + draw.randint(3, 4), draw.randint(22, 28), draw.randint(12, 22)
    sunk = draw.randint(4, height // 2)
    centers = [((2 * number - count + 1) * (pitch // 2), 0) for number in range(count)]
    half, deep = (count - 1) * (pitch // 2) + wide + draw.randint(4, 8), wide + draw.randint(5, 12)
    plate = Region(
        loops.rectangle(-half, -deep, half, deep), tuple(loops.circle(*center, radius) for center in centers)
    )
    sinks = [Feature(Region(loops.circle(*center, wide)), height - sunk, height, "cut") for center in centers]
    return Piece(
        "counterbored plate",
        (Feature(plate, 0, height, "new"), *sinks),
        (Bore(2, 2 * radius),) * count,
        flat=6 + count,
        curved=2 * count,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), oblong(half, deep)),
        ways_through=count,
        adds_up=False,
    )


def manifold_block(draw: random.Random) -> Piece:
    """One bore along x low down, and one or two that come down from the top and end above it."""
    half, deep, height = draw.randint(30, 46), draw.randint(14, 24), draw.randint(42, 58)
    radius, across, count = draw.randint(3, 6), draw.randint(4, 7), draw.choice((1, 2))
    low = across + draw.randint(3, 6)
    # What is drilled from above stays clear of the cross bore by more than that is wide.
    depth = draw.randint(8, height - low - 2 * across - 2)
    pitch = 2 * (half // (count + 1))
    centers = [(pitch * (2 * number - count + 1) // 2, 0) for number in range(count)]
    radii = [radius, radius if draw.random() < 0.5 else radius + draw.randint(1, 2)][:count]
    drilled = [
        Feature(Region(loops.circle(*center, size)), height - depth, height, "cut")
        for center, size in zip(centers, radii, strict=True)
    ]
    return Piece(
        "manifold block",
        (
            Feature(Region(loops.rectangle(-half, -deep, half, deep)), 0, height, "new"),
            Feature(Region(loops.circle(0, low, across)), -half, half, "cut", 0),
            *drilled,
        ),
        (Bore(0, 2 * across), *(Bore(2, 2 * size, through=False) for size in radii)),
        flat=6 + count,
        curved=1 + count,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), oblong(half, deep)),
        pockets=count,
        ways_through=1,
    )


def open_box(draw: random.Random) -> Piece:
    half, deep, height, wall = draw.randint(24, 42), draw.randint(18, 36), draw.randint(16, 44), draw.randint(3, 6)
    return Piece(
        "open box",
        (
            Feature(Region(loops.rectangle(-half, -deep, half, deep)), 0, height, "new"),
            Feature(Region(loops.rectangle(wall - half, wall - deep, half - wall, deep - wall)), wall, height, "cut"),
        ),
        flat=11,
        curved=0,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), oblong(half, deep)),
        pockets=1,
        ways_through=0,
    )


def closed_box(draw: random.Random) -> Piece:
    half, deep, height, wall = draw.randint(24, 42), draw.randint(18, 36), draw.randint(20, 48), draw.randint(3, 6)
    inside = Region(loops.rectangle(wall - half, wall - deep, half - wall, deep - wall))
    return Piece(
        "closed hollow box",
        (
            Feature(Region(loops.rectangle(-half, -deep, half, deep)), 0, height, "new"),
            Feature(inside, wall, height - wall, "cut"),
        ),
        flat=12,
        curved=0,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), oblong(half, deep)),
        cavities=1,
        ways_through=0,
    )


def locating_block(draw: random.Random) -> Piece:
    """Blind holes in a row, all of one depth."""
    count, radius, gap = draw.choice((1, 2, 3, 4)), draw.randint(4, 8), draw.choice((4, 6, 8))
    deep, height = radius + draw.randint(4, 9), draw.randint(16, 34)
    depth = draw.randint(6, height - 5)
    pitch = 2 * radius + gap
    half = (count * pitch + gap) // 2
    centers = [((2 * number - count + 1) * pitch // 2, 0) for number in range(count)]
    drilled = tuple(Feature(Region(loops.circle(*center, radius)), height - depth, height, "cut") for center in centers)
    return Piece(
        "block with blind holes",
        (Feature(Region(loops.rectangle(-half, -deep, half, deep)), 0, height, "new"), *drilled),
        (Bore(2, 2 * radius, through=False),) * count,
        flat=6 + count,
        curved=count,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), oblong(half, deep)),
        pockets=count,
        ways_through=0,
    )


def sealed_capsule(draw: random.Random) -> Piece:
    half, radius, height, wall = draw.randint(14, 30), draw.randint(12, 20), draw.randint(18, 44), draw.randint(3, 5)
    return Piece(
        "sealed capsule",
        (
            Feature(Region(loops.slot(-half, half, 0, radius)), 0, height, "new"),
            Feature(Region(loops.slot(-half, half, 0, radius - wall)), wall, height - wall, "cut"),
        ),
        None,
        flat=8,
        curved=4,
        outlines=(oblong(2 * radius, height), oblong(2 * (half + radius), height), "slot"),
        cavities=1,
        ways_through=0,
    )


def gauge_blocks(draw: random.Random) -> Piece:
    count, thick = draw.choice((2, 3, 4)), draw.randint(6, 10)
    pitch, deep, height = thick + draw.randint(4, 9), draw.randint(14, 24), draw.randint(24, 50)
    return Piece(
        "row of separate blocks",
        tuple(
            Feature(Region(loops.rectangle(number * pitch, -deep, number * pitch + thick, deep)), 0, height, "new")
            for number in range(count)
        ),
        flat=6 * count,
        curved=0,
        outlines=(oblong(2 * deep, height), None, None),
        bodies=count,
        ways_through=0,
    )


def pillow_block(draw: random.Random) -> Piece:
    half, deep, base = draw.randint(32, 44), draw.randint(10, 14), draw.randint(7, 11)
    round_, thick, rise = draw.randint(13, 18), draw.randint(6, 9), draw.randint(14, 22)
    bore, bolt = draw.randint(5, round_ - 5), draw.randint(2, 4)
    away = (half + round_) // 2 + 1
    # On the plane at right angles to y the first coordinate is z, the second x.
    housing = loops.chain(
        [
            ((base, -round_), None),
            ((base + rise, -round_), (base + rise + round_, 0)),
            ((base + rise, round_), None),
            ((base, round_), None),
        ]
    )
    return Piece(
        "pillow block",
        (
            Feature(
                Region(
                    loops.rectangle(-half, -deep, half, deep),
                    (loops.circle(-away, 0, bolt), loops.circle(away, 0, bolt)),
                ),
                0,
                base,
                "new",
            ),
            Feature(Region(housing, (loops.circle(base + rise, 0, bore),)), -thick, thick, "join", 1),
        ),
        (Bore(2, 2 * bolt), Bore(2, 2 * bolt), Bore(1, 2 * bore)),
        flat=10,
        curved=4,
        outlines=("T", None, oblong(half, deep)),
        ways_through=3,
    )


def clevis(draw: random.Random) -> Piece:
    half, tall, thick = draw.randint(15, 22), draw.randint(34, 52), draw.randint(5, 8)
    deep, base, radius = draw.randint(9, 14), draw.randint(8, 14), draw.randint(3, 6)
    section = [(base, half - thick), (tall, half - thick), (tall, half), (0, half)]
    points = [(0, -half), (tall, -half), (tall, thick - half), (base, thick - half), *section]
    return Piece(
        "clevis",
        (
            Feature(Region(loops.polygon(points)), -deep, deep, "new", 1),
            Feature(Region(loops.circle(0, tall - radius - draw.randint(4, 6), radius)), -half, half, "cut", 0),
        ),
        None,
        flat=10,
        curved=2,
        outlines=(oblong(2 * deep, tall), "U", oblong(half, deep)),
        ways_through=2,
        adds_up=False,
    )


KINDS = (
    counterbored_plate,
    manifold_block,
    open_box,
    closed_box,
    locating_block,
    sealed_capsule,
    gauge_blocks,
    pillow_block,
    clevis,
)
