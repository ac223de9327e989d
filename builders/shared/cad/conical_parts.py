"""Parts made of cones, ovals and shared bodies, which differ from others with the same commands only in their numbers.
In centimetres."""

import math
import random

from sgpkit.graphics.cad.model import Region

from . import loops
from .bars import oblong
from .curved_parts import size
from .piece import Bore, Feature, Piece
from .turned_parts import ROUND, disc


def lean(across: float, along: float) -> float:
    """Return the taper, in degrees, that moves a wall by so much over a height."""
    return round(math.degrees(math.atan(across / along)), 1)


def countersunk_rivet(draw: random.Random) -> Piece:
    radius, shank, head = size(draw, 0.5, 1.5), size(draw, 2, 7), size(draw, 0.6, 1.6)
    return Piece(
        "countersunk rivet",
        (
            Feature(disc(radius), 0, shank),
            Feature(disc(radius), shank, round(shank + head, 2), taper=lean(radius * draw.uniform(0.6, 1.0), head)),
        ),
        flat=2,
        curved=2,
        outlines=(None, None, ROUND),
        ways_through=0,
        steps=1,
        coaxial=1,
        adds_up=False,
    )


def bung(draw: random.Random) -> Piece:
    narrow, tall = size(draw, 0.8, 1.8), size(draw, 1.5, 4)
    flare = narrow * draw.uniform(0.2, 0.5)
    grip, rise = round(narrow * draw.uniform(0.5, 0.9), 2), size(draw, 0.6, 2)
    return Piece(
        "bung with a grip",
        (
            Feature(disc(narrow), 0, tall, taper=lean(flare, tall)),
            Feature(disc(grip), tall, round(tall + rise, 2)),
        ),
        flat=3,
        curved=2,
        outlines=(None, None, ROUND),
        ways_through=0,
        steps=1,
        coaxial=1,
        adds_up=False,
    )


def tapered_bushing(draw: random.Random) -> Piece:
    radius, tall = size(draw, 1.2, 2.8), size(draw, 2, 6)
    bore = round(radius * draw.uniform(0.25, 0.45), 2)
    return Piece(
        "tapered bushing",
        (
            Feature(disc(radius), 0, tall, taper=-lean((radius - bore) * draw.uniform(0.3, 0.6), tall)),
            Feature(disc(bore), 0, tall, "cut"),
        ),
        (Bore(2, 2 * bore),),
        flat=2,
        curved=2,
        outlines=("trapezoid", "trapezoid", ROUND),
        ways_through=1,
        coaxial=1,
        adds_up=False,
    )


def pedestal(draw: random.Random) -> Piece:
    half, tall, rise = size(draw, 1.8, 3.2), size(draw, 2, 6), size(draw, 0.5, 1.6)
    drawn_in = half * draw.uniform(0.15, 0.35)
    top = round((half - drawn_in) * draw.uniform(0.55, 0.85), 2)
    return Piece(
        "pedestal with a round top",
        (
            Feature(Region(loops.rectangle(-half, -half, half, half)), 0, tall, taper=-lean(drawn_in, tall)),
            Feature(disc(top), tall, round(tall + rise, 2)),
        ),
        flat=7,
        curved=1,
        outlines=(None, None, "square"),
        ways_through=0,
        steps=1,
        coaxial=1,
        adds_up=False,
    )


def oval_tray(draw: random.Random) -> Piece:
    half, deep, height, wall = size(draw, 2.4, 4), size(draw, 1.4, 2.2), size(draw, 0.9, 4), size(draw, 0.2, 0.5)
    inside = loops.ellipse(0, 0, round(half - wall, 2), round(deep - wall, 2))
    return Piece(
        "oval tray",
        (
            Feature(Region(loops.ellipse(0, 0, half, deep)), 0, height),
            Feature(Region(inside), wall, height, "cut"),
        ),
        None,
        flat=3,
        curved=2,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), "ellipse"),
        pockets=1,
        ways_through=0,
    )


def oval_shim(draw: random.Random) -> Piece:
    half, deep, wall, height = size(draw, 2, 4.5), size(draw, 1.2, 1.9), size(draw, 0.2, 0.5), size(draw, 0.1, 0.5)
    inner = loops.ellipse(0, 0, round(half - wall, 2), round(deep - wall, 2))
    return Piece(
        "oval shim",
        (Feature(Region(loops.ellipse(0, 0, half, deep), (inner,)), 0, height),),
        flat=2,
        curved=2,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), "ellipse"),
        ways_through=1,
    )


def oval_knob(draw: random.Random) -> Piece:
    half, deep, height = size(draw, 1.6, 3), size(draw, 1, 1.5), size(draw, 0.6, 1.4)
    stem, long = round(deep * draw.uniform(0.4, 0.75), 2), size(draw, 1.5, 5)
    return Piece(
        "oval knob on a stem",
        (
            Feature(disc(stem), 0, long),
            Feature(Region(loops.ellipse(0, 0, half, deep)), long, round(long + height, 2)),
        ),
        flat=3,
        curved=2,
        outlines=("T", "T", "ellipse"),
        ways_through=0,
        steps=1,
        coaxial=1,
    )


def oval_cover(draw: random.Random) -> Piece:
    half, height, count = size(draw, 3, 5), size(draw, 0.2, 0.8), draw.choice((2, 4, 6))
    deep, bolt = round(half * draw.uniform(0.55, 0.75), 2), size(draw, 0.18, 0.32)
    ring = [
        loops.quarter(0, 0, 1, 360 * number / count + (0 if count == 2 else 180 / count)) for number in range(count)
    ]
    centers = [loops.decimals(x * half * 0.78, y * deep * 0.78, 3) for x, y in ring]
    return Piece(
        "oval cover with screw holes",
        (
            Feature(
                Region(loops.ellipse(0, 0, half, deep), tuple(loops.circle(*center, bolt) for center in centers)),
                0,
                height,
            ),
        ),
        (Bore(2, 2 * bolt),) * count,
        flat=2,
        curved=1 + count,
        outlines=(oblong(2 * deep, height), oblong(2 * half, height), "ellipse"),
        ways_through=count,
    )


def rosette(draw: random.Random) -> Piece:
    count, reach, height = draw.choice((5, 6, 7, 8)), size(draw, 2, 3.6), size(draw, 0.3, 1.2)
    bore, dip = size(draw, 0.4, 0.8), draw.uniform(0.68, 0.85)
    points = [
        loops.quarter(0, 0, reach * (1 if number % 2 == 0 else dip), 180 * number / count)
        for number in range(2 * count)
    ]
    outer = loops.smooth([loops.decimals(x, y, 3) for x, y in points])
    return Piece(
        "wavy rosette",
        (Feature(Region(outer, (loops.circle(0, 0, bore),)), 0, height),),
        (Bore(2, 2 * bore),),
        flat=2,
        curved=2,
        outlines=(None, None, None),
        ways_through=1,
        mirrors=(count % 2 == 0, True, True),
        adds_up=False,
    )


def dee_shaft(draw: random.Random) -> Piece:
    radius, length, journal = size(draw, 1.2, 2.4), size(draw, 3, 9), size(draw, 1.2, 4)
    flat, thin = round(radius * draw.uniform(0.4, 0.8), 2), round(radius * draw.uniform(0.25, 0.38), 2)
    return Piece(
        "D-shaft with a journal",
        (
            Feature(disc(radius), 0, length),
            Feature(
                Region(loops.rectangle(-radius - 1, -flat, radius + 1, round(radius + 1, 2))), 0, length, "intersect"
            ),
            Feature(disc(thin), length, round(length + journal, 2)),
        ),
        flat=4,
        curved=2,
        outlines=(None, None, None),
        ways_through=0,
        steps=1,
        coaxial=1,
        adds_up=False,
    )


def rounded_block(draw: random.Random) -> Piece:
    """A square prism and a disc, and of both what they share."""
    half, height = size(draw, 1.6, 3), size(draw, 0.8, 4)
    cut, bore = round(half * draw.uniform(1.1, 1.3), 2), round(half * draw.uniform(0.25, 0.6), 2)
    return Piece(
        "square collar with rounded corners",
        (
            Feature(Region(loops.rectangle(-half, -half, half, half), (loops.circle(0, 0, bore),)), 0, height),
            Feature(disc(cut), 0, height, "intersect"),
        ),
        (Bore(2, 2 * bore),),
        flat=6,
        curved=5,
        outlines=(None, None, None),
        ways_through=1,
        coaxial=1,
        adds_up=False,
    )


KINDS = (
    countersunk_rivet,
    bung,
    tapered_bushing,
    pedestal,
    oval_tray,
    oval_shim,
    oval_knob,
    oval_cover,
    rosette,
    dee_shaft,
    rounded_block,
)
