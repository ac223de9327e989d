"""Man-made things in places, in addition to the grammar's objects: houses of a street, boats, benches, lamps, pictures.

Each kind is drawn in its own units, and the caller scales it. A function takes the generator and the time of day, by
which windows and lamps are lit, and returns elements, a phrase and the colours of the phrase.
"""

import itertools
import random
from collections.abc import Callable

from sgpkit.families.shared.drawings.forms import box, circle, ellipse, line, polygon, shape, smooth, spread

from ..colors import darker, lighter, some
from ..ink import Ink, filled, stroked
from ..wording import counted
from .nature import Drawn, blob

WALLS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "teal", "coral", "cream", "tan")
CLOTHS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "teal")


def glass(time: str) -> str:
    return {"day": "#CFE6F7", "evening": "#FFE975", "night": "#FFDA2D"}[time]


def pane(x: float, y: float, width: float, height: float, frame: str, time: str) -> list[Ink]:
    """Return a window with its frame, cross bars and sill."""
    return [
        filled(box(x - 1.2, y - 1.2, width + 2.4, height + 2.4), frame),
        filled(box(x, y, width, height), glass(time)),
        stroked(line((x + width / 2, y), (x + width / 2, y + height)), frame, 0.9),
        stroked(line((x, y + height / 2), (x + width, y + height / 2)), frame, 0.9),
        filled(box(x - 2, y + height + 1, width + 4, 1.8), darker(frame)),
    ]


def row_house(generator: random.Random, time: str) -> Drawn:
    wall = some(generator.choice(WALLS), generator)
    roof, door = (
        some(generator.choice(("maroon", "slate gray", "brown", "navy blue")), generator),
        some("brown", generator),
    )
    frame = some("white", generator)
    floors, across = generator.randint(2, 4), generator.randint(2, 3)
    width, height = 24.0 * across + 10, 26.0 * floors + 26
    inks = [filled(box(0, 0, width, height), wall), filled(box(width - 5, 0, 5, height), darker(wall))]
    if generator.random() < 0.5:
        inks.insert(0, filled(polygon((-4, 0), (width / 2, -26), (width + 4, 0)), roof))
        inks += [filled(circle(width / 2, -9, 4.6), frame), filled(circle(width / 2, -9, 3.4), glass(time))]
        top = "a pointed {1} roof"
    else:
        inks += [
            filled(box(-3, -6, width + 6, 7), roof),
            *(filled(box(x, -1, 4, 4), darker(roof)) for x in spread(2, width - 6, 2 * across + 2)),
        ]
        inks.insert(0, filled(box(width - 22, -20, 9, 15), darker(roof)))
        top = "a flat {1} roof with a chimney"
    for level in range(floors):
        for column in range(across):
            inks += pane(10 + 24 * column, 10 + 26 * level, 13, 15, frame, time)
    middle = width / 2
    inks += [
        filled(box(middle - 8, height - 22, 16, 22), darker(wall)),
        filled(box(middle - 6.5, height - 20.5, 13, 20.5), door),
        filled(box(middle - 4.5, height - 18, 9, 6), glass(time)),
        filled(circle(middle + 4, height - 9, 1), some("gold", generator)),
    ]
    many = counted(floors * across)
    phrase = f"a {{0}} house with {top}, {many} windows in {counted(floors)} rows and a {{2}} door"
    return tuple(inks), phrase, (wall, roof, door)


def shop(generator: random.Random, time: str) -> Drawn:
    wall, awning = (
        some(generator.choice(("cream", "tan", "pale yellow", "light teal")), generator),
        some(generator.choice(CLOTHS), generator),
    )
    door = some("brown", generator)
    inks = [filled(box(0, 0, 110, 92), wall), filled(box(-3, -6, 116, 8), darker(wall))]
    inks += [
        *pane(14, 8, 16, 16, "#FFFFFF", time),
        *pane(47, 8, 16, 16, "#FFFFFF", time),
        *pane(80, 8, 16, 16, "#FFFFFF", time),
    ]
    inks += [filled(box(8, 52, 56, 30), darker(awning)), filled(box(10, 54, 52, 26), glass(time))]
    inks += [
        filled(box(76, 52, 24, 40), door),
        filled(box(80, 56, 16, 16), glass(time)),
        filled(circle(95, 76, 1.4), "#FFFFFF"),
    ]
    stripes = 9
    for step in range(stripes):
        x, color = 2 + step * 106 / stripes, awning if step % 2 == 0 else "#FFFFFF"
        wide = 106 / stripes
        inks.append(filled(shape(f"M{x} 36H{x + wide}V50A{wide / 2} {wide / 2} 0 0 1 {x} 50Z"), color))
    inks += [
        filled(circle(x, 74, 4.4), some(name, generator))
        for x, name in zip(spread(18, 54, 4), generator.sample(CLOTHS, 4), strict=True)
    ]
    inks.append(filled(box(12, 78, 48, 2), door))
    return tuple(inks), "a {0} shop with a {1} and white striped awning and a {2} door", (wall, awning, door)


def sailboat(generator: random.Random, time: str) -> Drawn:
    hull, sail = (
        some(generator.choice(("brown", "red", "navy blue", "teal")), generator),
        some(generator.choice(("white", "yellow", "orange", "pink")), generator),
    )
    inks = [
        filled(box(48, 4, 3, 74), some("brown", generator)),
        filled(shape("M53 8C74 26 84 48 86 68H53Z"), sail),
        filled(shape("M46 20C32 36 24 52 20 68H46Z"), lighter(sail) if sail[1:] != "FFFFFF" else "#DDE1E4"),
        *(
            stroked(shape(f"M53 {y}C{60 + y / 4} {y} {62 + y / 4} {y + 1} {66 + y / 4} {y + 2}"), darker(sail), 0.8)
            for y in (26, 38, 50)
        ),
        filled(shape("M6 76H94C90 90 82 98 74 100H26C16 98 10 88 6 76Z"), hull),
        filled(shape("M6 76H94L92 82H8.4Z"), darker(hull)),
        *(filled(circle(x, 89, 2.6), "#FFFFFF") for x in (34, 50, 66)),
        filled(polygon((51, 4), (64, 8), (51, 12)), some("red", generator)),
    ]
    return tuple(inks), "a sailboat with a {0} hull and {1} sails", (hull, sail)


def bench(generator: random.Random, time: str) -> Drawn:
    wood, iron = some("brown", generator), some("charcoal", generator)
    inks = [filled(box(x, 30, 5, 70, 1), iron) for x in (14, 101)]
    inks += [filled(box(4, y, 112, 9, 2), wood) for y in (10, 23)]
    inks += [filled(box(0, y, 120, 7, 2), darker(wood)) for y in (52, 61)]
    inks += [stroked(smooth((x, 50), (x - 4, 42), (x + 4, 36), closed=False), iron, 3) for x in (12, 108)]
    return tuple(inks), "a {0} bench with {1} legs", (wood, iron)


def street_lamp(generator: random.Random, time: str) -> Drawn:
    iron = some("charcoal", generator)
    light = "#FFDA2D" if time != "day" else "#FFF7C9"
    inks = [filled(circle(50, 18, 22), light, 0.3)] if time != "day" else []
    inks += [
        filled(box(47.5, 30, 5, 150), iron),
        filled(box(42, 168, 16, 12, 2), iron),
        filled(box(45, 120, 10, 4, 2), iron),
        filled(polygon((38, 8), (62, 8), (57, 30), (43, 30)), light),
        stroked(polygon((38, 8), (62, 8), (57, 30), (43, 30)), iron, 2),
        filled(polygon((34, 8), (50, -4), (66, 8)), iron),
        stroked(line((50, 8), (50, 30)), iron, 1),
    ]
    lit = "a lit" if time != "day" else "a"
    return tuple(inks), f"{lit} {{0}} street lamp", (iron,)


def fence(generator: random.Random, time: str) -> Drawn:
    wood = some(generator.choice(("white", "brown", "tan")), generator)
    count = generator.randint(6, 9)
    inks = [filled(box(0, y, 22.0 * count - 6, 7), darker(wood)) for y in (30, 62)]
    inks += [
        filled(polygon((22 * i, 14), (22 * i + 8, 0), (22 * i + 16, 14), (22 * i + 16, 100), (22 * i, 100)), wood)
        for i in range(count)
    ]
    return tuple(inks), f"a {{0}} fence with {counted(count)} pales", (wood,)


def potted_plant(generator: random.Random, time: str) -> Drawn:
    pot, leaf = (
        some(generator.choice(("orange", "coral", "teal", "white", "purple")), generator),
        some("green", generator),
    )
    inks = []
    for turn in (-62, -38, -14, 12, 36, 60):
        leaf_form = shape("M50 66C38 46 40 20 50 4C60 20 62 46 50 66Z").turned(turn, 50, 66)
        inks += [
            filled(leaf_form, leaf if turn % 4 else darker(leaf)),
            stroked(line((50, 64), (50, 14)).turned(turn, 50, 66), lighter(leaf), 1),
        ]
    inks += [
        filled(shape("M30 66H70L65 100H35Z"), pot),
        filled(shape("M54 66H70L65 100H56Z"), darker(pot)),
        filled(box(27, 60, 46, 9, 2), pot),
    ]
    return tuple(inks), "a plant with six {1} leaves in a {0} pot", (pot, leaf)


def picture(generator: random.Random, time: str) -> Drawn:
    frame, sky, hill = (
        some(generator.choice(("brown", "gold", "charcoal")), generator),
        some("pale blue", generator),
        some("green", generator),
    )
    inks = [
        filled(box(0, 0, 120, 90), frame),
        filled(box(6, 6, 108, 78), "#FFFFFF"),
        filled(box(14, 14, 92, 62), sky),
        filled(circle(88, 30, 8), some("yellow", generator)),
        filled(polygon((20, 76), (48, 32), (76, 76)), some("slate gray", generator)),
        filled(polygon((41, 43), (48, 32), (55, 43), (50, 41), (46, 45)), "#FFFFFF"),
        filled(shape("M14 64C34 52 54 66 74 60C88 56 98 58 106 62V76H14Z"), hill),
    ]
    return tuple(inks), "a {0} framed picture of a mountain", (frame,)


def beach_umbrella(generator: random.Random, time: str) -> Drawn:
    one, other = some(generator.choice(CLOTHS), generator), "#FFFFFF"
    inks = [filled(box(48.6, 20, 2.8, 80), some("tan", generator))]
    edges = spread(2, 98, 7)
    for step, (left, right) in enumerate(itertools.pairwise(edges)):
        color = one if step % 2 == 0 else other
        inks.append(
            filled(
                shape(
                    f"M50 4C{(left + 50) / 2} 6 {left + 4} 24 {left} 44Q{(left + right) / 2} 38"
                    f" {right} 44C{right - 2} 24 {(right + 50) / 2} 6 50 4Z"
                ),
                color,
            )
        )
    inks.append(filled(circle(50, 4, 2.4), darker(one)))
    return tuple(inks), "a {0} and white beach umbrella", (one,)


def mailbox(generator: random.Random, time: str) -> Drawn:
    body = some(generator.choice(("red", "blue", "green")), generator)
    inks = [
        filled(box(45, 52, 10, 48), some("slate gray", generator)),
        filled(shape("M18 54V26C18 10 34 4 50 4C66 4 82 10 82 26V54Z"), body),
        filled(shape("M50 4C66 4 82 10 82 26V54H66V26C66 12 60 6 50 4Z"), darker(body)),
        filled(box(28, 26, 30, 4, 2), "#212121"),
        filled(box(32, 36, 22, 10, 1), "#FFFFFF"),
        filled(box(82, 18, 3, 18), "#FFDA2D"),
        filled(box(82, 18, 11, 7), "#FFDA2D"),
    ]
    return tuple(inks), "a {0} mailbox with a yellow flag", (body,)


def toy_ball(generator: random.Random, time: str) -> Drawn:
    colors = [some(name, generator) for name in generator.sample(CLOTHS, 3)]
    inks = [filled(circle(50, 50, 48), "#FFFFFF")]
    for step, color in enumerate(colors):
        inks.append(
            filled(shape("M50 50C44 30 46 14 50 2C72 2 88 14 94 30C80 32 62 38 50 50Z").turned(120 * step), color)
        )
    inks += [
        filled(circle(50, 50, 7), "#FFFFFF"),
        stroked(circle(50, 50, 48), darker(colors[0]), 1.4),
        filled(ellipse(32, 28, 9, 5).turned(-40, 32, 28), "#FFFFFF", 0.6),
    ]
    return tuple(inks), "a ball with {0}, {1} and {2} panels on white", tuple(colors)


def hedge(generator: random.Random, time: str) -> Drawn:
    leaf = some("forest green", generator)
    inks = [filled(box(0, 24, 200, 46, 10), leaf)]
    inks += [filled(blob(x, 26, 20, 14, 6, 0.14, generator), leaf) for x in spread(16, 184, 6)]
    inks += [filled(blob(x, 40, 9, 6, 5, 0.2, generator), some("green", generator)) for x in spread(20, 180, 8)]
    return tuple(inks), "a {0} hedge", (leaf,)


KINDS: dict[str, Callable[[random.Random, str], Drawn]] = {
    "row house": row_house,
    "shop": shop,
    "sailboat": sailboat,
    "bench": bench,
    "street lamp": street_lamp,
    "fence": fence,
    "potted plant": potted_plant,
    "picture": picture,
    "beach umbrella": beach_umbrella,
    "mailbox": mailbox,
    "ball": toy_ball,
    "hedge": hedge,
}


def draw(kind: str, generator: random.Random, time: str = "day") -> Drawn:
    return KINDS[kind](generator, time)
