"""Grounds of places: hills, mountains, water, beach, road; in painting order, the farthest first."""

import random
from collections.abc import Callable

from sgpkit.families.shared.drawings.forms import Form, Pair, box, circle, ellipse, line, polygon, shape, smooth
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Line, Subpath

from ..colors import darker, lighter
from ..ink import Ink, filled, shaded, stroked
from ..scene import Part
from ..specs import Place

WIDTH, HEIGHT = 640, 480
FIELDS = {
    "spring": ("#A4D037", "#43A047"),
    "summer": ("#43A047", "#2E9B4F"),
    "autumn": ("#D9A520", "#7B8B3A"),
    "winter": ("#FFFFFF", "#DDE2E7"),
}
"""By season: the colours of the far hill and of the near ground."""

NIGHT = {
    "#A4D037": "#7B8B3A",
    "#43A047": "#2A7530",
    "#2E9B4F": "#1F5A36",
    "#D9A520": "#7A4A21",
    "#7B8B3A": "#6C7B2F",
    "#FFFFFF": "#BFBFBF",
    "#DDE2E7": "#9E9E9E",
}
SEA = {"day": "#1E88E5", "evening": "#17629E", "night": "#16224D"}
SAND = {"day": "#F2DCA2", "evening": "#CFAE7C", "night": "#795548"}


def fields(spec: Place) -> tuple[str, str]:
    far, near = FIELDS[spec.season]
    return (NIGHT[far], NIGHT[near]) if spec.time == "night" else (far, near)


def ridge(spec: Place, level: float, swing: float, salt: str) -> Form:
    """Return the area from a wavy ground line across the canvas down to the lower edge."""
    generator = random.Random(f"{spec.seed}:{salt}")
    points: list[Pair] = [(-20.0 + 85 * step, level + generator.uniform(-swing, swing)) for step in range(9)]
    top = smooth(*points, closed=False).loops[0]
    foot = (Line(Point(top.end.x, HEIGHT)), Line(Point(top.start.x, HEIGHT)))
    return Form((Subpath(top.start, (*top.pieces, *foot), True),))


def tufts(spec: Place, low: float, high: float, count: int, color: str, salt: str) -> list[Ink]:
    """Return short strokes in the grass."""
    generator = random.Random(f"{spec.seed}:{salt}")
    inks = []
    for _ in range(count):
        x, y = generator.uniform(12, WIDTH - 12), generator.uniform(low, high)
        inks.append(stroked(shape(f"M{x:.1f} {y:.1f}l-5 -9M{x:.1f} {y:.1f}l0 -12M{x:.1f} {y:.1f}l5 -9"), color, 2))
    return inks


def countryside(spec: Place) -> list[Part]:
    far, near = fields(spec)
    hill = ridge(spec, 262, 26, "far")
    path = shape(
        "M300 480C330 440 300 410 330 380C352 356 340 336 348 318L356 318C352 340 370 356 354"
        " 384C334 420 392 440 400 480Z"
    )
    return [
        Part("hill-far", "far hill", (shaded(hill, far, darker(far)),), "hill", (far,), "{0} hills behind"),
        Part(
            "ground",
            "field",
            (filled(ridge(spec, 322, 8, "near"), near), *tufts(spec, 350, 470, 9, darker(near), "tufts")),
            "ground",
            (near,),
            "a {0} field in front",
        ),
        Part(
            "path",
            "path",
            (filled(path, "#D8B98A"), stroked(shape("M306 472C334 436 306 408 336 382"), "#AE7F52", 2)),
            "road",
            ("#D8B98A",),
            "a winding {0} path",
        ),
    ]


def park(spec: Place) -> list[Part]:
    far, near = fields(spec)
    water = "#CFE6F7" if spec.season == "winter" else SEA[spec.time]
    pond = smooth((196, 424), (250, 396), (340, 392), (430, 404), (460, 432), (400, 462), (290, 466), (214, 452))
    waves = [
        stroked(smooth((x, y), (x + 12, y - 4), (x + 24, y), (x + 36, y - 4), closed=False), lighter(water), 2.4)
        for x, y in ((250, 424), (320, 412), (360, 440), (282, 448), (396, 424))
    ]
    name = "a frozen {0} pond" if spec.season == "winter" else "a {0} pond with light waves"
    return [
        Part(
            "hill-far",
            "row of hedges",
            (filled(ridge(spec, 268, 10, "far"), far),),
            "hill",
            (far,),
            "a {0} meadow behind",
        ),
        Part(
            "ground",
            "lawn",
            (filled(ridge(spec, 320, 4, "near"), near), *tufts(spec, 346, 470, 8, darker(near), "tufts")),
            "ground",
            (near,),
            "a {0} lawn in front",
        ),
        Part(
            "pond",
            "pond",
            (filled(pond.scaled(1.03, 1.06, 328, 430), "#CFAE7C"), filled(pond, water), *waves),
            "water",
            (water,),
            name,
        ),
    ]


def mountains(spec: Place) -> list[Part]:
    generator = random.Random(spec.seed)
    _, near = fields(spec)
    stone = "#4A5A68"
    inks: list[Ink] = []
    for x, half, high in ((90, 150, 150), (470, 190, 190), (270, 170, 225), (610, 130, 140)):
        rise = high * generator.uniform(0.92, 1.05)
        foot, tip = 330.0, 330.0 - rise
        zig = [
            (x - 0.28 * half, tip + 0.28 * rise),
            (x - 0.1 * half, tip + 0.22 * rise),
            (x + 0.04 * half, tip + 0.31 * rise),
            (x + 0.16 * half, tip + 0.2 * rise),
            (x + 0.3 * half, tip + 0.3 * rise),
        ]
        inks += [
            filled(polygon((x, tip), (x + half, foot), (x - half, foot)), stone),
            filled(
                polygon((x, tip), (x + half, foot), (x + 0.2 * half, foot), (x + 0.08 * half, tip + 0.5 * rise)),
                darker(stone),
            ),
            filled(polygon((x, tip), *reversed(zig)), "#FFFFFF"),
        ]
    water = SEA[spec.time]
    lake = [
        stroked(line((x, y), (x + long, y)), lighter(water), 2.4)
        for x, y, long in (
            (60, 350, 70),
            (190, 362, 46),
            (330, 352, 84),
            (470, 366, 60),
            (560, 350, 44),
            (260, 378, 52),
            (410, 382, 60),
        )
    ]
    shore = ridge(spec, 404, 7, "shore")
    return [
        Part(
            "mountains",
            "mountains",
            tuple(inks),
            "mountain",
            (stone, "#FFFFFF"),
            "four {0} mountains with {1} snowy tops",
        ),
        Part(
            "lake",
            "lake",
            (filled(box(0, 328, WIDTH, 110), water), *lake),
            "water",
            (water,),
            "a {0} lake at their foot",
        ),
        Part(
            "ground",
            "shore",
            (filled(shore, near), *tufts(spec, 430, 474, 7, darker(near), "tufts")),
            "ground",
            (near,),
            "a {0} shore in front",
        ),
    ]


def seaside(spec: Place) -> list[Part]:
    water, sand = SEA[spec.time], SAND[spec.time]
    generator = random.Random(spec.seed)
    waves = []
    for _ in range(9):
        x, y = generator.uniform(10, 590), generator.uniform(252, 344)
        waves.append(
            stroked(
                smooth((x, y), (x + 9, y - 4), (x + 18, y), (x + 27, y - 4), (x + 36, y), closed=False),
                lighter(water),
                2,
            )
        )
    beach = ridge(spec, 368, 8, "beach")
    foam = beach.moved(0, -7)
    shells = [
        filled(circle(generator.uniform(20, 620), generator.uniform(420, 470), generator.uniform(2, 4)), darker(sand))
        for _ in range(9)
    ]
    return [
        Part(
            "sea",
            "sea",
            (filled(box(0, 238, WIDTH, 150), water), *waves),
            "water",
            (water,),
            "a {0} sea with short waves",
        ),
        Part(
            "ground",
            "beach",
            (filled(foam, "#FFFFFF"), filled(beach, sand), *shells),
            "ground",
            (sand,),
            "a {0} beach in front",
        ),
    ]


def street(spec: Place) -> list[Part]:
    generator = random.Random(spec.seed)
    far = {"day": "#BCA9E6", "evening": "#661A80", "night": "#263238"}[spec.time]
    lights = "#CFE6F7" if spec.time == "day" else "#FFDA2D"
    town: list[Ink] = []
    lit: list[Ink] = []
    x = -6.0
    while x < WIDTH:
        wide, high = generator.uniform(56, 92), generator.uniform(88, 146)
        town.append(filled(box(round(x, 1), round(330 - high, 1), round(wide, 1), round(high, 1)), far))
        for column in range(2):
            lit += [
                filled(
                    box(round(x + wide * (0.22 + 0.36 * column)), round(330 - high + 14 + 24 * row), 8, 11), lights, 0.6
                )
                for row in range(2)
            ]
        x += wide + generator.uniform(-4, 10)
    pavement, road = "#9E9E9E", "#3A3F45"
    slabs = [stroked(line((24.0 * step, 330), (24.0 * step - 12, 362)), "#757575", 1.5) for step in range(1, 28, 2)]
    dashes = [filled(box(18 + 92.0 * step, 413, 46, 6), "#FFFFFF") for step in range(7)]
    snow = (
        [filled(ellipse(60 + 130 * step, 362, 40, 5), "#FFFFFF") for step in range(5)]
        if spec.season == "winter"
        else []
    )
    return [
        Part("town", "skyline", (*town, *lit), "hill", (far,), "a {0} skyline in the distance"),
        Part(
            "pavement",
            "pavement",
            (filled(box(0, 328, WIDTH, 36), pavement), *slabs),
            "ground",
            (pavement,),
            "a {0} pavement with slabs",
        ),
        Part(
            "road",
            "road",
            (filled(box(0, 362, WIDTH, 118), road), filled(box(0, 360, WIDTH, 5), "#E3E7EB"), *dashes, *snow),
            "road",
            (road, "#FFFFFF"),
            "a {0} road with a dashed {1} line",
        ),
    ]


DRAWN: dict[str, Callable[[Place], list[Part]]] = {
    "countryside": countryside,
    "park": park,
    "mountains": mountains,
    "seaside": seaside,
    "street": street,
}
