"""Fruit, and what a greengrocer keeps beside it."""

import math

from ..emblems import BADGES, emblem
from ..forms import Form, around, circle, sector, shape, spread
from ..kind import Kind
from ..palette import ANY
from ..sketch import Sketch

LEAVES = ("green", "yellow", "orange", "brown")


def apple(s: Sketch) -> None:
    skin = s.hue(("red", "green", "yellow", "pink"))
    label = s.hue(ANY, unlike=(skin,))
    word = s.word(BADGES)
    s.part("stalk", shape("M48 33C48 22 45 14 41 9L46.5 6C51 13 52.5 22 52 33Z"), hue=s.fixed("brown"))
    leaf = s.hue(LEAVES, unlike=(skin,))
    s.part("leaf", shape("M51 21C55 8 68 3 82 7C79 20 66 27 51 21Z"), hue=leaf, plural="leaves")
    s.line(shape("M54 19C60 15 66 12 74 10"), hue=leaf, width=1, level="dark")
    body = (
        "M50 31C44 25 34 23 26 26C13 30 9 45 12 60C15 76 25 92 37 93C43 93.5 46 91 50 91"
        "C54 91 57 93.5 63 93C75 92 85 76 88 60C91 45 87 30 74 26C66 23 56 25 50 31Z"
    )
    s.part("skin", shape(body), hue=skin)
    s.line(shape("M24 36C18 42 17 50 18 57"), hue=skin, width=3, level="light")
    s.detail(shape("M41 33C46 37 54 37 59 33C55 31 52 33 50 35C48 33 45 31 41 33Z"), hue=skin, level="dark")
    s.part("sticker", emblem(word.word, 66, 50, 10), hue=label, shape=word)
    centers = [(33, 50), (27, 66), (38, 80), (46, 63), (60, 76), (75, 71)]
    holes = [circle(x, y, 3.4) for x, y in s.random.sample(centers, s.number(2, 6))]
    s.part("worm hole", *holes, hue=s.hue(("brown", "black", "gray", "purple")), counted=(2, 6))


def strawberry(s: Sketch) -> None:
    flesh = s.hue(("red", "pink", "orange", "white"))
    seed = s.hue(("yellow", "white", "black", "brown"), unlike=(flesh,))
    body = "M50 96C40 95 13 67 13 43C13 29 23 24 34 27C42 22 58 22 66 27C77 24 87 29 87 43C87 67 60 95 50 96Z"
    s.part("flesh", shape(body), hue=flesh)
    s.line(shape("M20 45C20 53 23 60 27 66"), hue=flesh, width=2.6, level="light")
    centers = [(27, 49), (42, 52), (58, 52), (73, 49), (35, 63), (50, 65), (65, 63), (43, 77), (57, 77), (50, 88)]
    centers += [(80, 38), (73, 62)]
    word = s.word(("drop", "circle", "square", "diamond"))
    seeds = [emblem(word.word, x, y, 2.9) for x, y in s.random.sample(centers, s.number(5, 10))]
    s.part("seed", *seeds, hue=seed, counted=(5, 10), shape=word)
    crown = s.hue(("green", "yellow", "brown", "purple"), unlike=(flesh, seed))
    stalk = shape("M47 22C46 14 49 9 54 4L58.5 7C54 12 52.5 16 53 22Z")
    s.part("stalk", stalk, hue=crown, level="dark", ask_color=False)
    leaves = (
        "M50 19C58 13 73 15 84 27C75 31 67 31 61 28.5C66 34 66 39 63 44C56 41 52 37 50 31.5"
        "C48 37 44 41 37 44C34 39 34 34 39 28.5C33 31 25 31 16 27C27 15 42 13 50 19Z"
    )
    s.part("crown of leaves", shape(leaves), hue=crown, plural="crowns of leaves")


def cherries(s: Sketch) -> None:
    skin = s.hue(("red", "purple", "yellow", "black", "pink"))
    stalk = s.hue(("green", "brown", "orange", "gray"), unlike=(skin,))
    count = s.number(2, 5)
    radius = {2: 19, 3: 14, 4: 10.6, 5: 8.6}[count]
    lows = spread(5 + radius, 95 - radius, count)
    if count == 2:
        lows = [29, 71]
    middles = [(x, 88 - radius - (7 if index % 2 else 0) - (count - 2) * 2) for index, x in enumerate(lows)]
    stalks = [shape(f"M52 11Q{(x + 52) / 2 + (x - 50) * 0.3:.2f} 30 {x:.2f} {y - radius + 3:.2f}") for x, y in middles]
    s.strokes("stalk", *stalks, hue=stalk, width=2.6)
    leaf = s.hue(LEAVES, unlike=(skin,))
    s.part("leaf", shape("M54 11C60 2 76 1 92 12C82 26 64 27 54 11Z"), hue=leaf, plural="leaves")
    s.line(shape("M57 12C66 11 74 11 83 13"), hue=leaf, width=1.2, level="dark")
    s.detail(shape("M46 8C48 5 56 5 58 8L56 14H48Z"), hue=stalk, level="dark")
    s.part("cherry", *(circle(x, y, radius) for x, y in middles), hue=skin, counted=(2, 5), plural="cherries")
    for x, y in middles:
        gleam = f"M{x - 0.62 * radius:.2f} {y}C{x - 0.6 * radius:.2f} {y - 0.4 * radius:.2f} "
        gleam += f"{x - 0.4 * radius:.2f} {y - 0.6 * radius:.2f} {x - 0.1 * radius:.2f} {y - 0.64 * radius:.2f}"
        s.line(shape(gleam), hue=skin, width=0.16 * radius, level="light")


def watermelon(s: Sketch) -> None:
    rind = s.hue(("green", "yellow", "black", "orange"))
    flesh = s.hue(("red", "yellow", "orange", "pink"), unlike=(rind,))
    seed = s.hue(("black", "brown", "white", "purple"), unlike=(rind, flesh))
    if s.maybe():
        x, y, radius, half = 50, 14, 76, 36
        centers = [(50, 42), (43, 57), (57, 57), (36, 71), (50, 71), (64, 71), (50, 57), (29.5, 70), (71, 70)]
        centers = centers[:6]
    else:
        x, y, radius, half = 50, 27, 45, 90
        centers = [(26, 36), (42, 36), (58, 36), (74, 36), (34, 47), (50, 47), (66, 47), (42, 58), (58, 58)]
    outer = sector(x, y, radius, 180 - half, 180 + half)
    s.part("rind", outer, hue=rind)
    s.detail(sector(x, y, 0.91 * radius, 180 - half, 180 + half), hue=s.fixed("white"))
    s.part("flesh", sector(x, y, 0.85 * radius, 180 - half, 180 + half), hue=flesh)
    seeds = [emblem("drop", a, b, 2.9) for a, b in s.random.sample(centers, s.number(3, 6))]
    s.part("seed", *seeds, hue=seed, counted=(3, 6))
    for angle in spread(180 - 0.8 * half, 180 + 0.8 * half, 6):
        turn = math.radians(angle - 90)
        inner, outer_end = 0.94 * radius, 0.985 * radius
        ends = [(x + reach * math.cos(turn), y + reach * math.sin(turn)) for reach in (inner, outer_end)]
        mark = f"M{ends[0][0]:.2f} {ends[0][1]:.2f}L{ends[1][0]:.2f} {ends[1][1]:.2f}"
        s.line(shape(mark), hue=rind, width=2, level="dark")


def citrus(s: Sketch) -> None:
    skin = s.hue(("orange", "yellow", "green", "red", "pink"))
    flesh = s.hue(("orange", "yellow", "green", "red", "pink"))
    s.part("peel", circle(50, 50, 44), hue=skin)
    s.part("pith", circle(50, 50, 38.5), hue=s.fixed("white"))
    count = s.number(5, 10)
    half = 180 / count
    wedges: list[Form] = []
    for x, y in around(50, 50, 4.5, count, half):
        angle = math.degrees(math.atan2(y - 50, x - 50)) + 90
        wedges.append(sector(x, y, 31, angle - half * 0.84, angle + half * 0.84))
    s.part("segment", *wedges, hue=flesh, counted=(5, 10), shaded=False)
    for x, y in around(50, 50, 24, count, half)[: count // 2 + 1]:
        s.detail(emblem("drop", x, y, 2.6), hue=flesh, level="light")
    s.line(shape("M13 41C16 28 25 18 37 13"), hue=skin, width=2, level="light")


def pea_pod(s: Sketch) -> None:
    pod = s.hue(("green", "yellow", "purple", "brown"))
    pea = s.hue(("green", "yellow", "white", "orange", "pink"), unlike=(pod,))
    turn = s.between(-32, -18)
    count = s.number(3, 7)

    def put(form: Form) -> Form:
        return form.turned(turn, 50, 56).scaled(0.95).moved(3.5, -4)

    s.line(put(shape("M5 37C1 32 3 24 9 22C14 21 17 26 14 30")), hue=pod, width=2.4, level="dark")
    s.part("pod", put(shape("M3 37C22 47 78 47 97 37C93 80 70 88 50 88C30 88 7 80 3 37Z")), hue=pod)
    s.detail(put(shape("M10 45C30 53 70 53 90 45C82 68 66 74 50 74C34 74 18 68 10 45Z")), hue=pod, level="dark")
    xs = spread(32 - 1.8 * count, 68 + 1.8 * count, count)
    radius = min(9.0, (xs[1] - xs[0]) / 2 - 0.6)
    peas = [(x, 61.5 - ((x - 50) / 38) ** 2 * 7) for x in xs]
    s.part("pea", *(put(circle(x, y, radius)) for x, y in peas), hue=pea, counted=(3, 7))
    for x, y in peas:
        s.detail(put(circle(x - 0.3 * radius, y - 0.35 * radius, 0.24 * radius)), hue=pea, level="light")
    s.line(put(shape("M20 70C34 83 66 83 80 70")), hue=pod, width=1.8, level="light")
    s.detail(put(shape("M1 38C5 30 14 34 17 41C12 43 6 43 1 38Z")), hue=pod, level="light", outlined=True)


def grapes(s: Sketch) -> None:
    skin = s.hue(("purple", "green", "red", "blue", "yellow"))
    leaf = s.hue(LEAVES, unlike=(skin,))
    rows = s.random.choice(((3, 2, 1), (2, 3, 2), (2, 3, 2, 1), (4, 3, 2), (4, 3, 2, 1)))
    top = 40 if len(rows) == 4 else 48
    s.line(shape("M49 34C49 24 53 14 60 7"), hue=s.fixed("brown"), width=4)
    s.line(shape("M52 20C60 26 70 22 74 28C77 33 71 37 68 33"), hue=s.fixed("brown"), width=1.4)
    vine = (
        "M49 27C42 31 37 28 36 32C30 33 26 29 23 31"
        "C24 25 19 22 18 17C23 17 24 11 28 8C31 11 37 8 42 9C41 14 48 17 49 27Z"
    )
    s.part("leaf", shape(vine), hue=leaf, plural="leaves")
    s.line(shape("M46 24C40 20 34 17 27 15M39 20C37 23 35 25 32 27"), hue=leaf, width=1, level="dark")
    middles = []
    for row, many in enumerate(rows):
        width = 19.6 * (many - 1) / 2
        middles += [(x, top + 16.4 * row) for x in spread(50 - width, 50 + width, many)]
    radius = 9.1
    # Distance in a slanting pair is 19.1: none touches another.
    s.part("grape", *(circle(x, y, radius) for x, y in middles), hue=skin, counted=(6, 10))
    s.detail(*(circle(x - 3.2, y - 3.4, 2) for x, y in middles), hue=skin, level="light")


KINDS = (
    Kind("apple", "fruit", apple, "to be baked in a pie or bobbed for in a tub of water"),
    Kind("strawberry", "fruit", strawberry, "to be dipped in cream at a tennis tournament"),
    Kind("bunch of cherries", "fruit", cherries, "to be pitted for a Black Forest cake"),
    Kind("slice of watermelon", "fruit", watermelon, "to be bitten into on a hot day, its pips spat out"),
    Kind("slice of citrus fruit", "fruit", citrus, "to be squeezed over fish or set on the rim of a drink"),
    Kind("pea pod", "fruit", pea_pod, "to be shelled into a pot before boiling"),
    Kind("bunch of grapes", "fruit", grapes, "to be pressed into wine or dried into raisins"),
)
