"""Laboratory equipment."""

import math

from ..emblems import BADGES, emblem
from ..forms import Form, box, circle, line, polygon, shape, spread
from ..kind import Kind
from ..palette import ANY, METAL, SOLID
from ..sketch import Sketch

LIQUIDS = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
FILLED = ("a quarter full", "half full", "three quarters full", "completely full")
SIDES = ("up", "right", "down", "left")
CORNERS = ("lower right", "lower left", "upper left", "upper right")
SHARES = (0.25, 0.5, 0.75, 1.0)


def flask(s: Sketch) -> None:
    liquid = s.hue(LIQUIDS)
    glass = s.fixed("gray")
    level = s.number(0, 3)
    stopper = s.hue(("brown", "black", "orange", "gray", "red"), unlike=(liquid,))
    s.part("stopper", polygon((41, 4), (59, 4), (57.5, 15), (42.5, 15)), hue=stopper)
    outline = "M40 12H60V36L88 84C91 90 88 96 81 96H19C12 96 9 90 12 84L40 36Z"
    s.detail(shape(outline), hue=s.fixed("white"), outlined=True)
    s.detail(shape(outline), hue=glass, level="light")
    s.detail(shape("M43 15H57V37L84 86C86 90 84 93 81 93H19C16 93 14 90 16 86L43 37Z"), hue=s.fixed("white"))
    top = 93 - 55 * SHARES[level]
    half = 7 + (top - 37) / 49 * 27
    body = (
        f"M{50 - half:.2f} {top}C{50 - 0.4 * half:.2f} {top - 4} {50 + 0.4 * half:.2f} {top + 4} {50 + half:.2f} {top}"
    )
    s.part("liquid", shape(body + "L84 86C86 90 84 93 81 93H19C16 93 14 90 16 86Z"), hue=liquid)
    s.state(
        "How full is the flask?",
        "What can be said of the level of the liquid in the flask?",
        answer=FILLED[level],
        choices=FILLED,
    )
    count = s.number(2, 6)
    bubble = s.hue(("white", "yellow", "blue", "black"), unlike=(liquid,))
    slots = [(24, 87), (34.5, 89), (45, 86), (55.5, 89), (66, 86), (76.5, 88)]
    picked = sorted(s.random.sample(slots, count))
    s.part(
        "bubble in the liquid",
        *(circle(x, y, 2.9) for x, y in picked),
        hue=bubble,
        counted=(2, 6),
        plural="bubbles in the liquid",
    )
    s.line(line((37, 52), (31, 62)), line((28, 67), (26, 71)), hue=glass, width=2, level="light")
    s.detail(box(37, 11, 26, 5, 2.5), hue=glass, outlined=True)


def test_tubes(s: Sketch) -> None:
    liquid = s.hue(LIQUIDS)
    rack = s.hue(("brown", "gray", "black", "orange", "purple", "green"), unlike=(liquid,))
    word = s.word(BADGES)
    s.detail(box(8, 34, 6, 58, 1), box(86, 34, 6, 58, 1), hue=rack, level="dark", outlined=True)
    s.part("rack", box(4, 38, 92, 9, 2), box(4, 78, 92, 18, 2), hue=rack)
    count = s.number(2, 5)
    xs = spread(50 - 7.6 * (count - 1), 50 + 7.6 * (count - 1), count)
    tubes, fills, gleams = [], [], []
    for x in xs:
        tubes.append(shape(f"M{x - 6} 12H{x + 6}V71C{x + 6} 79 {x - 6} 79 {x - 6} 71Z"))
        level = s.between(30, 56)
        fills.append(shape(f"M{x - 4.4} {level:.1f}H{x + 4.4}V71C{x + 4.4} 77 {x - 4.4} 77 {x - 4.4} 71Z"))
        gleams.append(line((x - 2.6, 20), (x - 2.6, 27)))
    glass = s.hue(("white",))
    s.part("test tube", *tubes, hue=glass, level="dark", counted=(2, 5), shaded=False)
    s.part("liquid", *fills, hue=liquid, shaded=False)
    s.line(*gleams, hue=glass, width=1.6)
    s.detail(*(box(x - 7.2, 9, 14.4, 4.4, 1.6) for x in xs), hue=s.fixed("gray"), outlined=True)
    s.part(
        "sign on the rack",
        emblem(word.word, 50, 87, 6.6),
        hue=s.hue(unlike=(rack,)),
        shape=word,
        plural="signs on the rack",
    )


def atom(s: Sketch) -> None:
    orbit = s.hue(SOLID)
    nucleus = s.hue(ANY, unlike=(orbit,))
    electron = s.hue(ANY, unlike=(orbit, nucleus))
    turn = s.between(0, 50)
    outlines = [shape("M5 50C5 27 95 27 95 50C95 73 5 73 5 50Z").turned(turn + angle) for angle in (0, 60, 120)]
    s.strokes("orbit", *outlines, hue=orbit, width=2.4)
    word = s.word(("circle", "star", "heart", "hexagon", "square", "diamond"))
    s.part("nucleus", emblem(word.word, 50, 50, 11), hue=nucleus, shape=word, plural="nuclei")
    count = s.number(2, 6)
    spots = []
    for angle, side in ((0, 1), (120, 1), (60, -1), (0, -1), (120, -1), (60, 1))[:count]:
        turned = math.radians(turn + angle)
        spots.append((50 + side * 44 * math.cos(turned), 50 + side * 44 * math.sin(turned)))
    s.part("electron", *(circle(x, y, 5) for x, y in spots), hue=electron, counted=(2, 6))
    s.detail(*(circle(x - 1.6, y - 1.7, 1.3) for x, y in spots), hue=electron, level="light")


def _at(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Return a point as it lies when the drawing is turned clockwise about its middle."""
    angle = math.radians(degrees)
    across, down = x - 50, y - 50
    return (
        50 + across * math.cos(angle) - down * math.sin(angle),
        50 + across * math.sin(angle) + down * math.cos(angle),
    )


def magnet(s: Sketch) -> None:
    body = s.hue(SOLID)
    tip = s.hue(("gray", "white", "black", "yellow", "blue"), unlike=(body,))
    ball = s.hue(SOLID, unlike=(body, tip))
    word = s.word(BADGES)
    side = s.random.choice(SIDES)
    turn = 90.0 * SIDES.index(side)
    s.state(
        "To which side is the {kind} open?", "Which way do the tips of the {kind} point?", answer=side, choices=SIDES
    )
    s.part("bow", shape("M14 24H38V54C38 70 62 70 62 54V24H86V55C86 109 14 109 14 55Z").turned(turn), hue=body)
    s.line(shape("M19 36V55C19 68 23 77 29 83").turned(turn), hue=body, width=2.6, level="light")
    s.part("tip", box(12, 14, 28, 18, 1.5).turned(turn), box(60, 14, 28, 18, 1.5).turned(turn), hue=tip)
    sign = emblem(word.word, *_at(50, 80.5, turn), 8.4)
    s.part("sign on the bend", sign, hue=s.hue(unlike=(body,)), shape=word, plural="signs on the bend")
    slots = [(45.5, 40), (54.5, 40), (50, 49), (45.5, 30), (54.5, 30), (50, 19)]
    balls = [circle(*_at(x, y, turn), 3.6) for x, y in slots[: s.number(2, 6)]]
    s.part("ball between the tips", *balls, hue=ball, counted=(2, 6), plural="balls between the tips")
    rays = [line((26, 10), (26, 4)), line((16, 10), (12, 5)), line((74, 10), (74, 4)), line((84, 10), (88, 5))]
    s.line(*(ray.turned(turn) for ray in rays), hue=s.hue(("yellow", "orange", "blue", "red")), width=2.2)


def magnifying_glass(s: Sketch) -> None:
    rim = s.hue(METAL)
    handle = s.hue(SOLID, unlike=(rim,))
    seen = s.hue(SOLID)
    word = s.word(BADGES)
    corner = s.random.choice(CORNERS)
    turn = 90.0 * CORNERS.index(corner)
    s.state(
        "Towards which corner of the picture does the handle point?",
        "In which corner is the end of the handle?",
        answer=corner,
        choices=CORNERS,
    )

    def put(form: Form) -> Form:
        return form.turned(-45, 43, 41).turned(turn)

    s.detail(put(box(38, 66, 10, 16)), hue=s.fixed("gray"), level="dark", outlined=True)
    s.part("handle", put(box(36.5, 78, 13, 38, 5)), hue=handle)
    count = s.number(1, 4)
    rows = spread(97 - 3.6 * (count - 1), 97 + 3.6 * (count - 1), count)
    rings = [put(box(36.5, y - 2, 13, 4)) for y in rows]
    stripe = s.hue(unlike=(handle,))
    s.part("ring around the handle", *rings, hue=stripe, counted=(1, 4), plural="rings around the handle", shaded=False)
    x, y = _at(40, 40, turn)
    s.part("rim", circle(x, y, 35), hue=rim)
    s.detail(circle(x, y, 28.4), hue=s.fixed("white"), outlined=True)
    lens = emblem(word.word, x, y + 1, 15)
    s.part("shape seen through the lens", lens, hue=seen, shape=word, plural="shapes seen through the lens")
    gleam = shape(f"M{x - 23:.2f} {y - 4:.2f}c2 -9 7 -15 15 -18")
    s.line(gleam, hue=s.fixed("blue"), width=3, level="light")


def microscope(s: Sketch) -> None:
    arm = s.hue(SOLID)
    tube = s.hue(ANY, unlike=(arm,))
    lens = s.hue(("gray", "black", "yellow", "blue", "orange"), unlike=(tube, arm))
    turn = 24
    word = s.word(("circle", "square", "hexagon", "star", "heart"))
    back = "M44 84C58 84 69 75 69 61C69 51 63 43 54 39L60 27C76 32 86 45 86 61C86 73 80 82 74 88H44Z"
    s.part("arm", shape(back), hue=arm)
    s.part("base", shape("M14 96C14 89 19 86 26 86H82C88 86 91 90 91 96Z"), hue=arm, level="dark", ask_color=False)
    s.part("stage", box(14, 68, 40, 6, 2), hue=tube, level="dark", ask_color=False)
    s.detail(box(29, 74, 9, 12), hue=arm, level="dark", outlined=True)
    slide = s.hue(("blue", "red", "pink", "yellow", "green"), unlike=(tube,))
    s.part("slide on the stage", box(20, 64.6, 22, 3.6, 0.8), hue=slide, plural="slides on the stage")
    s.part("eyepiece", box(44, 4, 15, 13, 2).turned(turn, 50, 40), hue=lens)
    s.part("objective", shape("M46 53H57V63L54.5 68H48.5L46 63Z").turned(turn, 50, 40), hue=lens, ask_color=False)
    s.part("tube", box(42, 15, 19, 39, 3).turned(turn, 50, 40), hue=tube)
    s.line(line((46.5, 20), (46.5, 47)).turned(turn, 50, 40), hue=tube, width=2.2, level="light")
    knob = s.hue(unlike=(arm,))
    s.part("focus knob", emblem(word.word, 77.5, 60, 6), hue=knob, shape=word)
    count = s.number(2, 6)
    drops = spread(52.5 - 4.2 * (count - 1), 52.5 + 4.2 * (count - 1), count)
    s.part(
        "dot on the base",
        *(circle(x, 91.4, 2.2) for x in drops),
        hue=s.hue(unlike=(arm,)),
        counted=(2, 6),
        plural="dots on the base",
    )


def thermometer(s: Sketch) -> None:
    case = s.hue(("blue", "gray", "yellow", "green", "purple", "orange", "pink"))
    fluid = s.hue(("red", "blue", "green", "purple", "black"), unlike=(case,))
    word = s.word(BADGES)
    s.part("backing", box(24, 4, 52, 92, 9), hue=case)
    s.detail(
        shape("M38 18C38 9 54 9 54 18V68C59 71 61 75 61 79C61 95 31 95 31 79C31 75 33 71 38 68Z"),
        hue=s.fixed("white"),
        outlined=True,
    )
    level = s.number(0, 3)
    top = 66 - 50 * (0.05, 0.35, 0.66, 1.0)[level]
    column = f"M42.5 {top:.1f}C42.5 {top - 4:.1f} 49.5 {top - 4:.1f} 49.5 {top:.1f}"
    column += "V71C54 72 56.5 75 56.5 79C56.5 90 35.5 90 35.5 79C35.5 75 38 72 42.5 71Z"
    s.part("liquid", shape(column), hue=fluid, shaded=False)
    s.detail(circle(41.5, 77.5, 2.2), hue=fluid, level="light")
    levels = (
        "at the very bottom of the scale",
        "at about a third of the scale",
        "at about two thirds of the scale",
        "at the very top of the scale",
    )
    s.state("How high does the liquid stand?", "What does the {kind} read?", answer=levels[level], choices=levels)
    count = s.number(3, 8)
    ink = s.hue(("black", "white", "red", "blue", "brown"), unlike=(case,))
    rows = [line((60, y), (69, y)) for y in spread(16, 64, count)]
    s.strokes("mark on the scale", *rows, hue=ink, width=2, counted=(3, 8), plural="marks on the scale")
    s.part(
        "picture in the lower corner",
        emblem(word.word, 68, 87, 4.6),
        hue=s.hue(unlike=(case,)),
        shape=word,
        plural="pictures in the lower corner",
    )


KINDS = (
    Kind("conical flask", "science", flask, "to swirl and mix chemicals without spilling"),
    Kind("rack of test tubes", "science", test_tubes, "to keep several small samples upright side by side"),
    Kind("atom model", "science", atom, "to teach how the smallest bit of an element is built"),
    Kind("horseshoe magnet", "science", magnet, "to attract iron", flips=False),
    Kind("magnifying glass", "science", magnifying_glass, "to look closely for clues or read small print", flips=False),
    Kind("microscope", "science", microscope, "to see bacteria and cells"),
    Kind("thermometer", "science", thermometer, "to measure how warm it is", flips=False),
)
