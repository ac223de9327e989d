"""Toys, games and shows."""

from ..emblems import BADGES, emblem
from ..forms import box, circle, ellipse, line, polygon, shape
from ..kind import Kind
from ..palette import ANY, SOLID
from ..sketch import Sketch

WAYS = ("up", "right", "down", "left")
SUITS = ("heart", "diamond", "star", "circle", "triangle", "cross", "crescent", "drop")


def game_controller(s: Sketch) -> None:
    shell = s.hue()
    pad = s.hue(unlike=(shell,))
    button = s.hue(unlike=(shell,))
    word = s.word(("circle", "square", "diamond", "hexagon", "star"))
    s.line(shape("M50 28C50 18 62 20 62 11C62 6 58 5 54 5"), hue=s.fixed("black"), width=2.4)
    body = (
        "M24 27C32 25 38 30 50 30C62 30 68 25 76 27C88 30 93 52 95 68C96 82 91 89 84 89C76 89 72 80 66 73"
        "C62 69 58 68 50 68C42 68 38 69 34 73C28 80 24 89 16 89C9 89 4 82 5 68C7 52 12 30 24 27Z"
    )
    s.part("casing", shape(body), hue=shell)
    s.line(shape("M12 62C13 50 17 38 24 34"), hue=shell, width=2.4, level="light")
    s.part("direction pad", emblem("cross", 27, 49, 11), hue=pad)
    s.detail(circle(27, 49, 2.6), hue=pad, level="dark")
    s.part("middle button", emblem(word.word, 50, 43, 5), hue=s.hue(unlike=(shell,)), shape=word)
    centers = [(73, 39), (83, 49), (73, 59), (63, 49), (73, 49)]
    count = s.number(2, 5)
    chosen = {2: (1, 3), 3: (0, 1, 3), 4: (0, 1, 2, 3), 5: (0, 1, 2, 3, 4)}[count]
    s.part(
        "round button on the right side",
        *(circle(*centers[index], 4.3) for index in chosen),
        hue=button,
        counted=(2, 5),
        plural="round buttons on the right side",
    )
    stick = s.hue(("black", "gray", "white", "purple"), unlike=(shell,))
    s.part("thumb stick", circle(39, 60, 5.6), circle(61, 60, 5.6), hue=stick)
    s.detail(circle(39, 60, 3), circle(61, 60, 3), hue=stick, level="dark")


def die(s: Sketch) -> None:
    body = s.hue()
    pip = s.hue(unlike=(body,))
    count = s.number(1, 6)
    middles = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (0, 0), (-1, 1), (1, -1)],
        6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
    }[count]
    word = s.word(("circle", "square", "diamond", "heart", "star"))
    turn = s.between(-6, 6)
    s.detail(ellipse(52, 92, 36, 4), hue=s.fixed("gray"), level="light")
    s.part(
        "upper face",
        polygon((10, 32), (27, 12), (93, 12), (78, 32)).turned(turn),
        hue=body,
        level="light",
        ask_color=False,
    )
    s.part(
        "right face",
        polygon((77, 32), (93, 12), (93, 73), (77, 91)).turned(turn),
        hue=body,
        level="dark",
        ask_color=False,
    )
    s.part("front face", box(10, 30, 68, 61, 7).turned(turn), hue=body)
    pips = [emblem(word.word, 44 + 19 * x, 60.5 + 18.5 * y, 6.8).turned(turn) for x, y in middles]
    s.part("mark on the front face", *pips, hue=pip, shape=word, counted=(1, 6), plural="marks on the front face")
    s.detail(ellipse(52, 22, 6, 3).turned(turn), hue=pip, level="dark")
    s.detail(ellipse(85, 41, 2.6, 5).turned(turn), ellipse(85, 63, 2.6, 5).turned(turn), hue=pip, level="dark")
    s.line(line((17, 44), (17, 38), (23, 36)).turned(turn), hue=body, width=2, level="light")


def kite(s: Sketch) -> None:
    left, right = s.hues(2, unlike=(s.fixed("brown"),))
    word = s.word(BADGES)
    bow = s.hue()
    string = s.fixed("brown")
    tail = "M42 64C34 72 50 76 42 83C36 88 30 86 28 95"
    s.line(shape(tail), hue=string, width=1.3)
    s.part("left half", polygon((56, 5), (18, 30), (42, 66)), hue=left, plural="left halves")
    s.part("right half", polygon((56, 5), (84, 40), (42, 66)), hue=right, plural="right halves")
    s.line(line((56, 5), (42, 66)), line((18, 30), (84, 40)), hue=string, width=1.4)
    patch = s.hue(unlike=(left, right))
    s.part(
        "picture in its middle", emblem(word.word, 50.6, 34, 10), hue=patch, shape=word, plural="pictures in its middle"
    )
    count = s.number(1, 4)
    spots = [(41.0, 71.0), (45.0, 79.0), (36.0, 86.0), (28.5, 93.0)]
    if count < 4:
        spots = [(41.0, 71.0), (42.0, 82.5), (30.0, 89.0)]
    bows = []
    for x, y in spots[:count]:
        wing = 5.4 if count < 4 else 4.2
        near, far, upper, lower = x - wing, x + wing, y - 0.65 * wing, y + 0.65 * wing
        bows.append(polygon((x, y - 1), (far, upper), (far, lower), (x, y + 1), (near, lower), (near, upper)))
    s.part("bow on the tail", *bows, hue=bow, counted=(1, 4), plural="bows on the tail", shaded=False)
    s.line(shape("M50 36C62 58 74 70 92 82"), hue=string, width=0.9)
    cloud = "M70 92C64 92 64 85 70 85C70 79 79 78 81 83C88 81 92 92 84 92Z"
    s.detail(shape(cloud).moved(4, -66), hue=s.fixed("white"), level="dark")
    s.detail(shape(cloud).moved(-60, -8), hue=s.fixed("white"), level="dark")


def television(s: Sketch) -> None:
    case = s.hue(SOLID)
    screen = s.hue(ANY, unlike=(case,))
    panel = s.hue(("gray", "white", "black", "yellow", "brown"), unlike=(case,))
    word = s.word(BADGES)
    s.line(line((34, 6), (49, 26)), line((68, 5), (51, 26)), hue=s.fixed("gray"), width=2.2, level="dark")
    s.detail(circle(34, 6, 2.8), circle(68, 5.5, 2.8), hue=s.fixed("gray"), level="dark")
    s.detail(shape("M38 27C40 19 60 19 62 27Z"), hue=case, level="dark", outlined=True)
    s.detail(
        polygon((18, 88), (26, 88), (22, 96), (16, 96)),
        polygon((74, 88), (82, 88), (84, 96), (78, 96)),
        hue=case,
        level="dark",
        outlined=True,
    )
    s.part("case", box(5, 26, 90, 64, 9), hue=case)
    s.part(
        "screen",
        shape("M17 34C30 31.5 54 31.5 66 34C69 46 69 70 66 82C54 84.5 30 84.5 17 82C14 70 14 46 17 34Z"),
        hue=screen,
    )
    s.line(shape("M20 62C19 52 20 44 22 39C26 37.6 32 37 36 36.8"), hue=screen, width=2.4, level="light")
    s.part(
        "picture on the screen",
        emblem(word.word, 42, 58, 14),
        hue=s.hue(unlike=(screen,)),
        shape=word,
        plural="pictures on the screen",
    )
    s.part("control panel", box(72, 33, 17, 50, 4), hue=panel)
    count = s.number(1, 4)
    knob = s.hue(unlike=(panel,))
    way = s.random.choice(WAYS)
    s.state("Which way do the knobs point?", "In which direction is each knob turned?", answer=way, choices=WAYS)
    pointer = s.fixed("black" if knob.name in ("white", "yellow", "pink", "orange", "gray") else "white")
    s.part("knob", *(circle(80.5, y, 4.2) for y in (41.5, 52, 62.5, 73)[:count]), hue=knob, counted=(1, 4))
    for y in (41.5, 52, 62.5, 73)[:count]:
        s.line(line((80.5, y - 3), (80.5, y)).turned(90 * WAYS.index(way), 80.5, y), hue=pointer, width=1.3)
    if count < 3:
        rows = [line((76, y), (85, y)) for y in (65, 69, 73, 77)]
        s.line(*rows, hue=s.fixed("black"), width=1.2)


def clapperboard(s: Sketch) -> None:
    board = s.hue(("black", "blue", "red", "green", "purple", "gray"))
    stripe = s.hue(("white", "yellow", "orange", "pink"), unlike=(board,))
    word = s.word(BADGES)
    turn = s.between(-16, -9)
    count = s.number(3, 6)
    s.part("hinged arm", box(8, 30, 84, 13, 1.5).turned(turn, 9, 43), hue=board, ask_color=False)
    width = 84 / (2 * count + 0.6)
    bars = []
    for index in range(count):
        left = 10 + (2 * index + 0.6) * width
        right = left + width
        bar = polygon((left + 3, 31.2), (right + 1, 31.2), (right - 3, 41.8), (left - 1, 41.8))
        bars.append(bar.turned(turn, 9, 43))
    s.part(
        "stripe on the hinged arm", *bars, hue=stripe, counted=(3, 6), plural="stripes on the hinged arm", shaded=False
    )
    s.part("board", box(8, 45, 84, 51, 3), hue=board)
    s.detail(box(8, 45, 84, 10, 1.5), hue=board, level="light")
    s.line(line((8, 55.6), (92, 55.6)), hue=stripe, width=1.4, level="dark")
    print_hue = s.hue(ANY, unlike=(board,))
    print_ = emblem(word.word, 29, 76, 12)
    s.part("picture on the board", print_, hue=print_hue, shape=word, plural="pictures on the board")
    s.line(*(line((52, y), (85, y)) for y in (66, 76, 86)), hue=stripe, width=1.8, level="dark")
    pin = s.hue(("yellow", "gray", "white", "orange", "pink"), unlike=(board, stripe))
    s.part("hinge", circle(13, 43.4, 4), hue=pin)


def playing_card(s: Sketch) -> None:
    front = s.hue(("white", "yellow", "pink", "orange", "blue", "green"))
    back = s.hue(SOLID, unlike=(front,))
    ink = s.hue(("red", "black", "blue", "green", "purple"), unlike=(front, back))
    word = s.word(SUITS)
    s.part("card behind", box(26, 12, 52, 76, 5).turned(12), hue=back, plural="cards behind")
    s.detail(box(30, 16, 44, 68, 3).turned(12).without(box(32, 18, 40, 64, 2).turned(12)), hue=back, level="light")
    turn = -6
    s.part("card in front", box(20, 10, 56, 80, 5).turned(turn), hue=front, plural="cards in front")
    count = s.number(2, 9)
    left, right, middle = 36.5, 59.5, 48.0
    rows: dict[int, list[tuple[float, float]]] = {
        2: [(middle, 36), (middle, 64)],
        3: [(middle, 31), (middle, 50), (middle, 69)],
        4: [(left, 36), (right, 36), (left, 64), (right, 64)],
        5: [(left, 34), (right, 34), (left, 66), (right, 66), (middle, 50)],
        6: [(x, y) for y in (31, 50, 69) for x in (left, right)],
        7: [*((x, y) for y in (29, 50, 71) for x in (left, right)), (middle, 39.5)],
        8: [(x, y) for y in (26, 42, 58, 74) for x in (left, right)],
        9: [*((x, y) for y in (26, 42, 58, 74) for x in (left, right)), (middle, 50)],
    }
    size = 8.2 if count < 7 else 6
    s.part(
        "big symbol on the card in front",
        *(emblem(word.word, x, y, size).turned(turn) for x, y in rows[count]),
        hue=ink,
        shape=word,
        counted=(2, 9),
        plural="big symbols on the card in front",
    )
    s.detail(
        emblem(word.word, 25.6, 16.4, 3).turned(turn),
        emblem(word.word, 70.4, 83.6, 3).turned(180, 70.4, 83.6).turned(turn),
        hue=ink,
        level="dark",
    )


KINDS = (
    Kind("game controller", "entertainment", game_controller, "to steer a figure in a video game", flips=False),
    Kind("die", "entertainment", die, "to roll a random number in a board game"),
    Kind("kite", "entertainment", kite, "to be let up on a line in the wind", flips=False),
    Kind("television", "entertainment", television, "to watch the evening news and a soap opera", flips=False),
    Kind("clapperboard", "entertainment", clapperboard, "to mark the start of a take on a film set"),
    Kind("playing card", "entertainment", playing_card, "to play poker or bridge"),
)
