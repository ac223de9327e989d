"""Things of nature in places, in addition to the grammar's objects: trees, plants, clouds, sun and moon.

Each kind is drawn around (50, 50) in its own units, and the caller scales it. A function takes the generator and the
season, and returns elements, a phrase and the colours of the phrase.
"""

import math
import random
from collections.abc import Callable

from sgpkit.families.shared.drawings.forms import Form, Pair, box, circle, ellipse, line, polygon, shape, smooth, star

from ..colors import darker, lighter, some
from ..ink import Ink, filled, shaded, stroked
from ..wording import counted

Drawn = tuple[tuple[Ink, ...], str, tuple[str, ...]]

LEAVES = {"spring": "lime green", "summer": "green", "autumn": "orange", "winter": "green"}


def blob(x: float, y: float, across: float, down: float, bumps: int, depth: float, generator: random.Random) -> Form:
    """Return a round outline with bumps, for foliage, a puff of a cloud or a bush."""
    points: list[Pair] = []
    for step in range(2 * bumps):
        angle = math.pi * step / bumps
        reach = 1.0 if step % 2 == 0 else 1.0 - depth
        reach *= generator.uniform(0.94, 1.06)
        points.append((x + across * reach * math.cos(angle), y + down * reach * math.sin(angle)))
    return smooth(*points)


def leafy_tree(generator: random.Random, season: str) -> Drawn:
    trunk = some("brown", generator)
    leaf = some(LEAVES[season], generator)
    inks = [filled(shape("M46 100C47 84 46 74 45 60L55 60C54 74 53 84 55 100C52 98 49 98 46 100Z"), trunk)]
    inks.append(filled(shape("M50.5 98C52 84 52.5 74 52 62L55 60C54 74 53 84 55 100Z"), darker(trunk)))
    twigs = [((50, 70), (36, 52), (24, 46)), ((50, 66), (64, 48), (76, 42)), ((50, 62), (48, 40), (50, 22))]
    inks += [stroked(smooth(*points, closed=False), trunk, 4) for points in twigs]
    if season == "winter":
        small = [
            ((36, 52), (34, 38)),
            ((64, 48), (66, 34)),
            ((48, 40), (38, 28)),
            ((49, 36), (60, 24)),
            ((30, 49), (22, 38)),
        ]
        inks += [stroked(line(*points), trunk, 2) for points in small]
        snow = [(24, 45), (35, 37), (76, 41), (66, 33), (50, 21), (38, 27), (60, 23)]
        inks += [filled(ellipse(x, y, 6, 2.6), "#FFFFFF") for x, y in snow]
        return tuple(inks), "a bare tree with a {0} trunk and snow on its branches", (trunk,)
    inks += [
        filled(blob(50, 32, 36, 28, 7, 0.16, generator), darker(leaf)),
        filled(blob(47, 29, 31, 23, 7, 0.16, generator), leaf),
        filled(blob(40, 22, 16, 11, 5, 0.18, generator), lighter(leaf)),
    ]
    spots = [(30, 34), (46, 42), (66, 36), (58, 22), (38, 20)]
    if season == "spring":
        inks += [filled(circle(x, y, 2.6), "#F9BFD2") for x, y in spots]
        return tuple(inks), "a tree with a {0} trunk, a round {1} crown and pink blossoms", (trunk, leaf)
    inks += [stroked(smooth((x - 5, y), (x, y + 3), (x + 5, y), closed=False), darker(leaf), 1.2) for x, y in spots]
    return tuple(inks), "a tree with a {0} trunk and a round {1} crown", (trunk, leaf)


def pine_tree(generator: random.Random, season: str) -> Drawn:
    trunk, leaf = some("brown", generator), some("forest green", generator)
    inks = [filled(box(46, 84, 8, 16), trunk), filled(box(50, 84, 4, 16), darker(trunk))]
    for top, bottom, half in ((46, 88, 32), (24, 64, 26), (4, 40, 19)):
        teeth = 4
        step = 2 * half / teeth
        hem: list[Pair] = []
        for tooth in range(teeth):
            right = 50 + half - tooth * step
            hem += [(right, bottom), (right - step / 2, bottom - 5)]
        inks.append(filled(polygon((50, top), *hem, (50 - half, bottom)), leaf))
        inks.append(filled(polygon((50, top), (50 + half, bottom), (50 + 0.35 * half, bottom - 5)), darker(leaf)))
        if season == "winter":
            cap = ((50, top), (50 + 0.4 * half, top + 0.4 * (bottom - top)), (50, top + 0.3 * (bottom - top)))
            inks.append(filled(polygon(*cap, (50 - 0.4 * half, top + 0.4 * (bottom - top))), "#FFFFFF"))
    snow = " with snow on its tiers" if season == "winter" else " in three tiers"
    return tuple(inks), "a {0} pine tree" + snow + " on a short {1} trunk", (leaf, trunk)


def palm_tree(generator: random.Random, season: str) -> Drawn:
    trunk, leaf = some("brown", generator), some("green", generator)
    inks = [filled(shape("M45 100C47 74 50 50 58 30L63 31C57 52 55 76 55 100Z"), trunk)]
    for step in range(6):
        y = 90 - 10 * step
        x = 50 + 0.0013 * (100 - y) ** 2
        inks.append(stroked(smooth((x - 5, y), (x, y + 2), (x + 5, y - 1), closed=False), darker(trunk), 1.4))
    for angle in (-170, -140, -100, -60, -25, 10, 160):
        turn = angle + generator.uniform(-6, 6)
        frond = shape("M60 30C70 20 86 20 98 34C86 28 74 28 60 30Z").turned(turn, 60, 30)
        inks += [filled(frond, leaf if angle % 20 else darker(leaf))]
        inks.append(stroked(shape("M60 30C72 23 86 24 98 34").turned(turn, 60, 30), darker(leaf), 0.8))
    inks += [filled(circle(x, y, 3.2), some("brown", generator)) for x, y in ((57, 34), (62, 35))]
    return tuple(inks), "a palm tree with a curved {0} trunk and {1} fronds", (trunk, leaf)


def bush(generator: random.Random, season: str) -> Drawn:
    leaf = some("olive green" if season == "autumn" else "green", generator)
    berry = some(generator.choice(("red", "purple", "yellow", "pink")), generator)
    inks = [
        filled(blob(50, 60, 46, 34, 8, 0.14, generator), darker(leaf)),
        filled(blob(44, 56, 36, 26, 7, 0.14, generator), leaf),
        filled(blob(36, 46, 17, 11, 5, 0.16, generator), lighter(leaf)),
    ]
    count = generator.randint(5, 9)
    spots = [(22, 56), (38, 66), (54, 56), (66, 68), (76, 54), (48, 78), (30, 76), (62, 44), (42, 44)]
    inks += [filled(circle(x, y, 4), berry) for x, y in spots[:count]]
    if season == "winter":
        inks.append(filled(shape("M16 44C24 26 70 20 84 44C74 40 66 46 56 42C44 38 30 46 16 44Z"), "#FFFFFF"))
    snow = " and a cap of snow" if season == "winter" else ""
    return tuple(inks), f"a {{0}} bush with {counted(count)} {{1}} berries{snow}", (leaf, berry)


def flower(generator: random.Random, season: str) -> Drawn:
    petal = some(generator.choice(("red", "purple", "pink", "yellow", "orange", "white")), generator)
    heart = some("brown" if petal in ("#FDD835", "#FFDA2D", "#FFE100") else "gold", generator)
    stem = some("green", generator)
    count = generator.randint(5, 8)
    inks = [stroked(smooth((50, 100), (48, 74), (50, 40), closed=False), stem, 4)]
    inks.append(filled(shape("M49 84C38 84 30 76 28 66C40 66 48 74 49 84Z"), stem))
    inks.append(filled(shape("M49 78C60 78 68 70 70 60C58 60 50 68 49 78Z"), darker(stem)))
    for step in range(count):
        turn = 360 * step / count
        inks.append(filled(ellipse(50, 16, 9.5, 15).turned(turn, 50, 32), petal))
        inks.append(stroked(line((50, 12), (50, 22)).turned(turn, 50, 32), darker(petal), 1))
    inks += [filled(circle(50, 32, 9), heart), filled(circle(48, 30, 4), lighter(heart))]
    return (
        tuple(inks),
        f"a flower with {counted(count)} {{0}} petals, a {{1}} middle and a {{2}} stem",
        (petal, heart, stem),
    )


def grass(generator: random.Random, season: str) -> Drawn:
    leaf = {"winter": some("pale gray", generator), "autumn": some("olive green", generator)}.get(season) or some(
        "forest green", generator
    )
    blades = []
    for step in range(7):
        x, lean = 20 + 10 * step, (step - 3) * 6 + generator.uniform(-4, 4)
        high = generator.uniform(40, 90)
        blades.append(
            filled(
                shape(
                    f"M{x} 100Q{x + 1} {100 - high / 2} {x + lean} {100 - high}Q{x + 6} {100 - high / 2} {x + 7} 100Z"
                ),
                leaf,
            )
        )
    return tuple(blades), "", (leaf,)


def cloud(generator: random.Random, season: str) -> Drawn:
    rise = generator.uniform(0.9, 1.15)
    form = shape(
        f"M12 74C2 74 0 58 12 56C10 44 24 38 32 44C36 {34 - 10 * rise:.1f} 58"
        f" {30 - 10 * rise:.1f} 64 38C74 30 90 38 86 52"
        "C98 54 98 74 86 74Z"
    )
    shade = shape("M12 74C6 74 3 69 4 64C20 70 70 70 93 62C95 68 93 74 86 74Z")
    puffs = [shape("M24 52C26 46 32 46 36 50"), shape("M52 44C56 38 64 40 66 46"), shape("M70 54C74 50 80 52 80 57")]
    inks = [filled(form, "#FFFFFF"), filled(shade, "#E3E7EB"), *(stroked(puff, "#DDE2E7", 1.6) for puff in puffs)]
    return tuple(inks), "a {0} cloud", ("#FFFFFF",)


def sun(generator: random.Random, season: str) -> Drawn:
    body, ray = some("yellow", generator), some("orange", generator)
    count = generator.choice((8, 10, 12))
    rays = [polygon((45, 20), (50, 2), (55, 20)).turned(360 * step / count) for step in range(count)]
    inks = [filled(form, ray) for form in rays]
    inks += [filled(circle(50, 50, 27), body), filled(circle(44, 44, 12), lighter(body), 0.7)]
    return tuple(inks), f"a {{0}} sun with {counted(count)} pointed {{1}} rays", (body, ray)


def low_sun(generator: random.Random, season: str) -> Drawn:
    body, glow = some("orange", generator), some("coral", generator)
    inks = [
        filled(circle(50, 50, 48), glow, 0.25),
        filled(circle(50, 50, 38), glow, 0.4),
        filled(circle(50, 50, 28), body),
    ]
    return tuple(inks), "a low {0} sun with a wide glow", (body,)


def moon(generator: random.Random, season: str) -> Drawn:
    body = some("pale yellow", generator)
    craters = [(40, 36, 8), (62, 58, 6), (42, 66, 5), (66, 34, 4), (54, 78, 3.4)]
    inks = [filled(circle(50, 50, 46), body, 0.2), filled(circle(50, 50, 36), body)]
    inks += [filled(circle(x, y, r), some("sandy yellow", generator)) for x, y, r in craters]
    return tuple(inks), "a round {0} moon with five craters", (body,)


def sky_star(generator: random.Random, season: str) -> Drawn:
    color = some(generator.choice(("pale yellow", "yellow", "white")), generator)
    return (filled(star(50, 50, 50, generator.choice((4, 5)), 0.4), color),), "", (color,)


def rock(generator: random.Random, season: str) -> Drawn:
    stone = some("gray", generator)
    inks = [
        filled(shape("M4 100C2 70 20 44 46 40C74 36 98 66 96 100Z"), stone),
        filled(shape("M60 100C64 78 60 56 52 40C76 38 98 66 96 100Z"), darker(stone)),
        filled(shape("M22 70C26 58 36 52 46 50C40 58 34 64 22 70Z"), lighter(stone)),
    ]
    inks += [stroked(line(*points), darker(stone), 2) for points in (((30, 84), (42, 78)), ((24, 92), (34, 94)))]
    return tuple(inks), "a {0} rock", (stone,)


def snowman(generator: random.Random, season: str) -> Drawn:
    hat, scarf = (
        some(generator.choice(("black", "navy blue")), generator),
        some(generator.choice(("red", "green", "purple")), generator),
    )
    inks = [shaded(circle(50, y, r), "#FFFFFF", "#CFE6F7", "across") for y, r in ((80, 20), (50, 15), (27, 11))]
    inks += [filled(circle(50, y, 1.6), "#212121") for y in (46, 52, 58)]
    inks += [filled(circle(x, 25, 1.4), "#212121") for x in (46, 54)]
    inks.append(filled(polygon((50, 27), (64, 30), (50, 31)), some("orange", generator)))
    inks += [filled(box(38, 36, 24, 5, 2), scarf), filled(box(54, 38, 6, 16, 2), darker(scarf))]
    inks += [filled(box(41, 4, 18, 13, 1), hat), filled(box(36, 16, 28, 3.5, 1.5), hat)]
    arms = [smooth((36, 48), (24, 42), (16, 32), closed=False), smooth((64, 48), (76, 42), (84, 32), closed=False)]
    inks += [stroked(arm, some("brown", generator), 2.2) for arm in arms]
    return tuple(inks), "a snowman with a {0} hat and a {1} scarf", (hat, scarf)


KINDS: dict[str, Callable[[random.Random, str], Drawn]] = {
    "leafy tree": leafy_tree,
    "pine tree": pine_tree,
    "palm tree": palm_tree,
    "bush": bush,
    "flower": flower,
    "tuft of grass": grass,
    "cloud": cloud,
    "sun": sun,
    "low sun": low_sun,
    "moon": moon,
    "star": sky_star,
    "rock": rock,
    "snowman": snowman,
}


def draw(kind: str, generator: random.Random, season: str = "summer") -> Drawn:
    return KINDS[kind](generator, season)
