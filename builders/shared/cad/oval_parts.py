"""Parts with ellipses for outlines, openings and bosses. In centimetres."""

import math
import random

from sgpkit.graphics.cad.model import Region

from . import loops
from .bars import oblong
from .curved_parts import size
from .piece import Bore, Feature, Piece
from .turned_parts import ROUND, disc


def oval_flange(draw: random.Random) -> Piece:
    half, ratio, height = size(draw, 4, 6), draw.uniform(0.5, 0.68), size(draw, 0.5, 1.2)
    deep = round(half * ratio, 2)
    bore, bolt = size(draw, 0.8, deep - 1), size(draw, 0.25, 0.45)
    away = round((half + bore) / 2, 2)
    hub, rise = round(bore + size(draw, 0.3, 0.55), 2), size(draw, 0.8, 2.5)
    raised = draw.random() < 0.5
    holes = ((0, 0, bore), (-away, 0, bolt), (away, 0, bolt))
    features = [
        Feature(Region(loops.ellipse(0, 0, half, deep), tuple(loops.circle(*hole) for hole in holes)), 0, height)
    ]
    if raised:
        features.append(Feature(disc(hub, (0, 0, bore)), height, round(height + rise, 2)))
    flat = oblong(2 * half, height), oblong(2 * deep, height)
    return Piece(
        "oval flange",
        tuple(features),
        (Bore(2, 2 * bore), Bore(2, 2 * bolt), Bore(2, 2 * bolt)),
        flat=2 + raised,
        curved=4 + raised,
        outlines=("T" if raised else flat[1], "T" if raised else flat[0], "ellipse"),
        ways_through=3,
        coaxial=1 + raised,
    )


def oval_tube(draw: random.Random) -> Piece:
    half, deep, wall, height = size(draw, 2, 4), size(draw, 1.2, 1.9), size(draw, 0.2, 0.5), size(draw, 5, 11)
    inner = loops.ellipse(0, 0, round(half - wall, 2), round(deep - wall, 2))
    return Piece(
        "oval tube",
        (Feature(Region(loops.ellipse(0, 0, half, deep), (inner,)), 0, height),),
        flat=2,
        curved=2,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), "ellipse"),
        ways_through=1,
    )


def vent_cover(draw: random.Random) -> Piece:
    count, deep, gap = draw.choice((2, 3, 4, 5)), size(draw, 0.22, 0.4), size(draw, 0.3, 0.5)
    pitch, half, height = round(2 * deep + gap, 2), size(draw, 1.4, 2), size(draw, 0.2, 0.5)
    rim = round(math.hypot(half, pitch * count / 2) + size(draw, 0.3, 1), 2)
    openings = tuple(
        loops.ellipse(0, round((number - (count - 1) / 2) * pitch, 3), half, deep) for number in range(count)
    )
    return Piece(
        "vent cover",
        (Feature(Region(loops.circle(0, 0, rim), openings), 0, height),),
        flat=2,
        curved=1 + count,
        outlines=(oblong(2 * rim, height), oblong(2 * rim, height), ROUND),
        ways_through=count,
        steps=1,
    )


def bossed_plate(draw: random.Random) -> Piece:
    half, deep, height = size(draw, 3.6, 5), size(draw, 2.4, 3.4), size(draw, 0.5, 1)
    major, minor, rise = size(draw, 1.6, 2.2), size(draw, 1, 1.4), size(draw, 0.8, 2)
    bore, bolt = size(draw, 0.4, 0.8), size(draw, 0.2, 0.35)
    corners = [
        (x, y)
        for x in (round(0.7 - half, 2), round(half - 0.7, 2))
        for y in (round(0.7 - deep, 2), round(deep - 0.7, 2))
    ]
    # Two corners across from each other may be bored for pins of another size.
    pin = bolt if draw.random() < 0.5 else round(bolt * draw.uniform(1.25, 1.6), 2)
    radii = (bolt, pin, pin, bolt)
    bored = tuple(loops.circle(*center, radius) for center, radius in zip(corners, radii, strict=True))
    plate = Region(loops.rectangle(-half, -deep, half, deep), bored)
    return Piece(
        "plate with an oval boss",
        (
            Feature(plate, 0, height),
            Feature(Region(loops.ellipse(0, 0, major, minor)), height, round(height + rise, 2)),
            Feature(disc(bore), 0, round(height + rise, 2), "cut"),
        ),
        (Bore(2, 2 * bore), *(Bore(2, 2 * radius) for radius in radii)),
        flat=7,
        curved=6,
        outlines=("T", "T", oblong(half, deep)),
        ways_through=5,
        coaxial=1,
    )


def oval_vessel(draw: random.Random) -> Piece:
    half, deep, height, wall = size(draw, 2.4, 4), size(draw, 1.4, 2.2), size(draw, 2, 7), size(draw, 0.2, 0.5)
    inside = loops.ellipse(0, 0, round(half - wall, 2), round(deep - wall, 2))
    return Piece(
        "sealed oval vessel",
        (
            Feature(Region(loops.ellipse(0, 0, half, deep)), 0, height),
            Feature(Region(inside), wall, round(height - wall, 2), "cut"),
        ),
        None,
        flat=4,
        curved=2,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), "ellipse"),
        cavities=1,
        ways_through=0,
    )


def locating_pad(draw: random.Random) -> Piece:
    count, radius = draw.choice((1, 2, 3, 4)), size(draw, 0.3, 0.5)
    pitch, height = round(2 * radius + size(draw, 0.3, 0.6), 2), size(draw, 0.8, 2)
    half, deep = round(count * pitch / 2 + size(draw, 1.2, 2.2), 2), size(draw, 1.1, 1.5)
    depth = round(height * draw.uniform(0.3, 0.7), 2)
    centers = [(round((number - (count - 1) / 2) * pitch, 3), 0) for number in range(count)]
    drilled = [
        Feature(Region(loops.circle(*center, radius)), round(height - depth, 2), height, "cut") for center in centers
    ]
    return Piece(
        "oval pad with blind holes",
        (Feature(Region(loops.ellipse(0, 0, half, deep)), 0, height), *drilled),
        (Bore(2, 2 * radius, through=False),) * count,
        flat=2 + count,
        curved=1 + count,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), "ellipse"),
        pockets=count,
        ways_through=0,
        coaxial=1,
    )


def roller_set(draw: random.Random) -> Piece:
    count, half, deep = draw.choice((2, 3, 4)), size(draw, 0.9, 1.6), size(draw, 0.4, 0.8)
    pitch, height = round(2 * deep + size(draw, 0.3, 0.8), 2), size(draw, 2, 6)
    return Piece(
        "row of separate oval rods",
        tuple(
            Feature(Region(loops.ellipse(0, round(number * pitch, 2), half, deep)), 0, height, "new")
            for number in range(count)
        ),
        flat=2 * count,
        curved=count,
        outlines=(None, oblong(2 * half, height), None),
        bodies=count,
        ways_through=0,
    )


KINDS = (
    oval_flange,
    oval_tube,
    vent_cover,
    bossed_plate,
    oval_vessel,
    locating_pad,
    roller_set,
)
