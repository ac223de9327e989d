"""Parts that cannot be made with a lathe and a saw: free curves, tapers, intersections. In centimetres."""

import math
import random

from sgpkit.graphics.cad.model import Line, Region
from sgpkit.graphics.geometry import Point

from . import loops
from .bars import oblong
from .piece import Bore, Feature, Piece
from .turned_parts import ROUND, disc


def size(draw: random.Random, least: float, most: float) -> float:
    return round(draw.uniform(least, most), 2)


def cam(draw: random.Random) -> Piece:
    base, lift, height = size(draw, 1.6, 2.4), size(draw, 1.2, 2.4), size(draw, 0.6, 1.4)
    bore, hub, rise = size(draw, 0.5, 0.7), size(draw, 0.9, 1.2), size(draw, 0.5, 1.5)
    points = []
    for number in range(12):
        angle = math.tau * number / 12
        reach = base + lift * max(0.0, math.cos(angle)) ** 2
        points.append(loops.decimals(reach * math.cos(angle), reach * math.sin(angle), 3))
    return Piece(
        "cam",
        (
            Feature(Region(loops.smooth(points), (loops.circle(0, 0, bore),)), 0, height),
            Feature(disc(hub, (0, 0, bore)), height, round(height + rise, 2)),
        ),
        (Bore(2, 2 * bore),),
        flat=3,
        curved=3,
        outlines=(None, None, None),
        ways_through=1,
        steps=1,
        coaxial=2,
        adds_up=False,
        mirrors=(False, True, False),
    )


def blade(draw: random.Random) -> Piece:
    chord, thick, tall = size(draw, 4, 6), size(draw, 0.45, 0.8), size(draw, 5, 9)
    camber, base = size(draw, 0.3, 0.8), size(draw, 0.8, 1.6)
    tail = round(thick * 0.12, 3)
    upper = [(chord, tail), (chord * 0.65, thick + camber), (chord * 0.25, thick + camber), (0, thick * 0.7)]
    lower = [
        (-0.15, 0),
        (0, -thick * 0.6),
        (chord * 0.25, camber - thick * 0.7),
        (chord * 0.65, camber - thick),
        (chord, -tail),
    ]
    spline = loops.swept([loops.decimals(x, y, 3) for x, y in upper + lower])
    ends = spline.control_points[-1], spline.control_points[0]
    section = (spline, Line(*ends))
    root = loops.rectangle(-1, round(-thick - 1, 2), round(chord + 1, 2), round(thick + camber + 1, 2))
    return Piece(
        "turbine blade on its root",
        (Feature(Region(root), -base, 0), Feature(Region(section), 0, tall)),
        flat=8,
        curved=1,
        outlines=(None, None, oblong(chord + 2, 2 * thick + camber + 2)),
        ways_through=0,
        mirrors=(False, False, False),
        adds_up=False,
    )


def punch(draw: random.Random) -> Piece:
    radius, shank, nose = size(draw, 1, 2), size(draw, 3, 7), size(draw, 1.5, 4)
    taper = -round(math.degrees(math.atan(radius * draw.uniform(0.4, 0.75) / nose)), 1)
    return Piece(
        "tapered punch",
        (Feature(disc(radius), 0, shank), Feature(disc(radius), shank, round(shank + nose, 2), taper=taper)),
        flat=2,
        curved=2,
        outlines=(None, None, ROUND),
        ways_through=0,
        steps=1,
        coaxial=1,
        adds_up=False,
    )


def nozzle(draw: random.Random) -> Piece:
    rim, height, tall = size(draw, 3.4, 4.8), size(draw, 0.5, 1), size(draw, 3, 6)
    neck, bore = size(draw, 1.9, 2.3), size(draw, 0.4, 0.8)
    taper = -round(math.degrees(math.atan((neck - bore) * draw.uniform(0.4, 0.6) / tall)), 1)
    count, bolt = draw.choice((3, 4, 5, 6, 8)), size(draw, 0.18, 0.3)
    centers = [loops.decimals(x, y, 3) for x, y in loops.around(count, (rim + neck) / 2, whole=False)]
    return Piece(
        "nozzle with a flange",
        (
            Feature(disc(rim, *((x, y, bolt) for x, y in centers)), 0, height),
            Feature(disc(neck), height, round(height + tall, 2), taper=taper),
            Feature(disc(bore), 0, round(height + tall, 2), "cut"),
        ),
        (Bore(2, 2 * bore), *(Bore(2, 2 * bolt),) * count),
        flat=3,
        curved=3 + count,
        outlines=(None, None, ROUND),
        ways_through=1 + count,
        steps=1,
        coaxial=2,
        adds_up=False,
    )


def flatted_shaft(draw: random.Random) -> Piece:
    radius, length, journal = size(draw, 1.4, 2.4), size(draw, 4, 9), size(draw, 1.5, 4)
    flat, thin = round(radius * draw.uniform(0.6, 0.85), 2), round(radius * draw.uniform(0.35, 0.5), 2)
    return Piece(
        "shaft with two flats",
        (
            Feature(disc(radius), 0, length),
            Feature(Region(loops.rectangle(-radius - 1, -flat, radius + 1, flat)), 0, length, "intersect"),
            Feature(disc(thin), length, round(length + journal, 2)),
        ),
        flat=5,
        curved=3,
        outlines=(None, None, None),
        ways_through=0,
        steps=1,
        coaxial=1,
        adds_up=False,
    )


def rounded_nut(draw: random.Random) -> Piece:
    """A hexagonal prism and a disc, and of both what they share."""
    radius, height = size(draw, 2, 4), size(draw, 1, 3)
    flat = radius * math.cos(math.pi / 6)
    cut, bore = round(flat + (radius - flat) * draw.uniform(0.3, 0.7), 2), round(radius * draw.uniform(0.35, 0.55), 2)
    corners = [loops.decimals(x, y, 4) for x, y in loops.around(6, radius, 0.0, whole=False)]
    return Piece(
        "nut with rounded corners",
        (
            Feature(Region(loops.polygon(corners), (loops.circle(0, 0, bore),)), 0, height),
            Feature(disc(cut), 0, height, "intersect"),
        ),
        (Bore(2, 2 * bore),),
        flat=8,
        curved=7,
        outlines=(None, None, None),
        ways_through=1,
        coaxial=1,
        adds_up=False,
    )


def tapered_foot(draw: random.Random) -> Piece:
    half, deep, height = size(draw, 2.5, 4), size(draw, 1.8, 2.4), size(draw, 1.5, 3)
    radius = size(draw, 0.3, 0.6)
    taper = -round(math.degrees(math.atan((deep - radius) * draw.uniform(0.25, 0.5) / height)), 1)
    return Piece(
        "tapered foot",
        (
            Feature(Region(loops.rectangle(-half, -deep, half, deep)), 0, height, taper=taper),
            Feature(disc(radius), 0, height, "cut"),
        ),
        (Bore(2, 2 * radius),),
        flat=6,
        curved=1,
        outlines=("trapezoid", "trapezoid", oblong(half, deep)),
        ways_through=1,
        coaxial=1,
        adds_up=False,
    )


def roller(draw: random.Random) -> Piece:
    waist, half, bore = size(draw, 0.9, 1.5), size(draw, 2, 4), size(draw, 0.3, 0.6)
    taper = round(draw.uniform(8, 22), 1)
    return Piece(
        "hourglass roller",
        (
            Feature(disc(waist), -half, half, taper=taper, plane=0.0),
            Feature(disc(bore), -half, half, "cut"),
        ),
        (Bore(2, 2 * bore),),
        flat=2,
        curved=3,
        outlines=(None, None, ROUND),
        ways_through=1,
        coaxial=1,
        adds_up=False,
    )


def star_knob(draw: random.Random) -> Piece:
    count, reach, height = draw.choice((3, 4, 5, 6, 7, 8)), size(draw, 2.4, 3.6), size(draw, 0.8, 1.6)
    dip, bore, rise = round(reach * draw.uniform(0.70, 0.8), 2), size(draw, 0.3, 0.6), size(draw, 0.5, 1.6)
    hub = round(dip * draw.uniform(0.5, 0.7), 2)
    between = reach * 0.88
    steps = []
    for number in range(2 * count):
        start = math.degrees(math.tau * (number - 0.5) / (2 * count)) + 90
        middle = start + 180 / (2 * count)
        top = reach if number % 2 == 0 else dip
        steps.append((loops.quarter(0, 0, between, start), loops.quarter(0, 0, top, middle)))
    return Piece(
        "star knob",
        (
            Feature(Region(loops.chain(steps), (loops.circle(0, 0, bore),)), 0, height),
            Feature(disc(hub, (0, 0, bore)), height, round(height + rise, 2)),
        ),
        (Bore(2, 2 * bore),),
        flat=3,
        curved=2 * count + 2,
        outlines=(None, None, None),
        ways_through=1,
        steps=1,
        coaxial=2,
    )


def connecting_rod(draw: random.Random) -> Piece:
    large, small, apart = size(draw, 1.8, 2.4), size(draw, 1, 1.5), size(draw, 7, 10)
    height, web, half = size(draw, 1, 1.8), size(draw, 0.3, 0.6), size(draw, 0.4, 0.7)
    bore, pin = round(large * draw.uniform(0.55, 0.7), 2), round(small * draw.uniform(0.45, 0.65), 2)
    inside, outline = round((large + bore) / 2, 3), round(apart - (small + pin) / 2, 3)
    return Piece(
        "connecting rod",
        (
            Feature(disc(large, (0, 0, bore)), -height / 2, height / 2),
            Feature(Region(loops.circle(apart, 0, small), (loops.circle(apart, 0, pin),)), -height / 2, height / 2),
            Feature(Region(loops.rectangle(inside, -half, outline, half)), -web / 2, web / 2),
        ),
        (Bore(2, 2 * bore), Bore(2, 2 * pin)),
        flat=8,
        curved=4,
        outlines=(oblong(2 * large, height), None, None),
        ways_through=2,
        adds_up=False,
    )


def gasket(draw: random.Random) -> Piece:
    half, deep, height = size(draw, 4, 5.5), size(draw, 2.8, 3.6), size(draw, 0.15, 0.4)
    count, bolt = draw.choice((4, 6)), size(draw, 0.22, 0.36)
    points = []
    for number in range(12):
        angle = math.tau * number / 12
        swell = 1.12 if number % 2 == 0 else 0.98
        # Rounded twice, so that mirror images stay mirror images.
        along, across = round(math.cos(angle), 9), round(math.sin(angle), 9)
        points.append((round(half * swell * along, 3), round(deep * swell * across, 3)))
    opening = loops.ellipse(0, 0, round(half * draw.uniform(0.4, 0.6), 2), round(deep * draw.uniform(0.4, 0.6), 2))
    chosen = range(0, 12, 2) if count == 6 else (0, 4, 6, 10) if draw.random() < 0.5 else (2, 4, 8, 10)
    centers = [(round(points[number][0] * 0.78, 3), round(points[number][1] * 0.78, 3)) for number in chosen]
    holes = (opening, *(loops.circle(*center, bolt) for center in centers))
    return Piece(
        "gasket",
        (Feature(Region(loops.smooth(points), holes), 0, height),),
        (Bore(2, 2 * bolt),) * count,
        flat=2,
        curved=2 + count,
        outlines=(None, None, None),
        ways_through=1 + count,
        adds_up=False,
    )


def saddle_clamp(draw: random.Random) -> Piece:
    inner, thick, lug = size(draw, 1.4, 2.4), size(draw, 0.3, 0.6), size(draw, 1.6, 2.4)
    deep, bolt = size(draw, 0.8, 1.6), size(draw, 0.25, 0.45)
    outer, end = round(inner + thick, 2), round(inner + thick + lug, 2)
    edge = round(math.sqrt(outer**2 - thick**2), 4)
    # First coordinate z, second x: the plane at right angles to y.
    section = loops.chain(
        [
            ((0, -end), None),
            ((thick, -end), None),
            ((thick, -edge), (outer, 0)),
            ((thick, edge), None),
            ((thick, end), None),
            ((0, end), None),
            ((0, inner), (inner, 0)),
            ((0, -inner), None),
        ]
    )
    away = round((outer + end) / 2, 2)
    drilled = [Feature(Region(loops.circle(x, 0, bolt)), 0, thick, "cut") for x in (-away, away)]
    return Piece(
        "saddle clamp",
        (Feature(Region(section), -deep, deep, "new", 1), *drilled),
        (Bore(2, 2 * bolt),) * 2,
        flat=8,
        curved=4,
        outlines=(oblong(2 * deep, outer), None, oblong(2 * end, 2 * deep)),
        ways_through=2,
    )


def corrugated_sheet(draw: random.Random) -> Piece:
    waves, pitch, swing, thick = (
        draw.choice((2, 3, 4)),
        size(draw, 1.6, 2.4),
        size(draw, 0.6, 1.2),
        size(draw, 0.2, 0.4),
    )
    below = [(round(number * pitch / 2, 3), swing * (number % 2)) for number in range(2 * waves + 1)]
    above = [(x, round(y + thick, 3)) for x, y in reversed(below)]
    section = (
        loops.swept(below),
        Line(Point(*below[-1]), Point(*above[0])),
        loops.swept(above),
        Line(Point(*above[-1]), Point(*below[0])),
    )
    return Piece(
        "corrugated sheet",
        (Feature(Region(section), 0, size(draw, 4, 9)),),
        flat=4,
        curved=2,
        outlines=(None, None, None),
        ways_through=0,
        adds_up=False,
    )


def taper_pins(draw: random.Random) -> Piece:
    count, radius, height = draw.choice((2, 3, 4)), size(draw, 0.5, 0.9), size(draw, 3, 6)
    pitch = round(2 * radius + size(draw, 0.3, 0.8), 2)
    taper = -round(math.degrees(math.atan(radius * draw.uniform(0.3, 0.6) / height)), 1)
    return Piece(
        "row of separate taper pins",
        tuple(
            Feature(Region(loops.circle(round(number * pitch, 2), 0, radius)), 0, height, "new", taper=taper)
            for number in range(count)
        ),
        flat=2 * count,
        curved=count,
        outlines=(None, None, None),
        bodies=count,
        ways_through=0,
        adds_up=False,
    )


KINDS = (
    cam,
    blade,
    punch,
    nozzle,
    flatted_shaft,
    rounded_nut,
    tapered_foot,
    roller,
    star_knob,
    connecting_rod,
    gasket,
    saddle_clamp,
    corrugated_sheet,
    taper_pins,
)
