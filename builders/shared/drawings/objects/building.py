"""Houses and other things that stand."""

from ..emblems import BADGES, emblem
from ..forms import Form, both, box, circle, ellipse, line, polygon, shape, spread
from ..kind import Kind
from ..palette import ANY, LOUD, SOLID, WOOD
from ..sketch import Sketch

PANES = ("circle", "square", "diamond", "hexagon", "heart", "triangle")
WALLS = ("red", "orange", "yellow", "blue", "pink", "gray", "white", "brown")
BEAMS = ("left", "right", "both sides", "neither side")
TREES = ("green", "orange", "red", "yellow")


def _arch(x: float, y: float, width: float, height: float) -> Form:
    """A round-headed opening: x is its middle, y its foot."""
    half = width / 2
    top, turn, bend = y - height, y - height + half, y - height + 0.45 * half
    left, right = x - half, x + half
    return shape(
        f"M{left} {y}V{turn}C{left} {bend} {x - 0.55 * half} {top} {x} {top}"
        f"C{x + 0.55 * half} {top} {right} {bend} {right} {turn}V{y}Z"
    )


def house(s: Sketch) -> None:
    wall, roof = s.hues(2, WALLS)
    pane = s.hue(ANY, unlike=(wall,))
    door = s.hue(ANY, unlike=(wall, pane))
    word = s.word(PANES)
    s.part("chimney", box(67, 12, 10, 26), hue=s.hue(LOUD, unlike=(roof,)))
    s.detail(box(65, 10, 14, 5, 1), hue=s.parts[-1].hue, level="dark")
    s.part("wall", box(16, 44, 68, 48), hue=wall)
    s.part("roof", polygon((50, 10), (95, 47), (90, 52), (10, 52), (5, 47)), hue=roof)
    s.line(line((12, 48), (50, 17), (88, 48)), hue=roof, width=2.4, level="light")
    s.part("attic window", emblem(word.word, 50, 37, 8), hue=s.hue(unlike=(roof,)), shape=word)
    s.part("door", shape("M42 92V70C42 60 58 60 58 70V92Z"), hue=door)
    s.detail(circle(54.5, 79, 1.4), hue=s.hue(("yellow", "white", "gray"), unlike=(door,)))
    slots = [(24, 57), (66, 57), (24, 75), (66, 75)]
    if s.maybe():
        slots = [slots[index] for index in (2, 3, 0, 1)]
    count = s.number(1, 4)
    s.part("square window", *(box(x, y, 11, 11, 1) for x, y in slots[:count]), hue=pane, counted=(1, 4))
    for x, y in slots[:count]:
        s.line(
            line((x + 5.5, y + 0.6), (x + 5.5, y + 10.4)),
            line((x + 0.6, y + 5.5), (x + 10.4, y + 5.5)),
            hue=wall,
            width=1.2,
        )
    s.part("ground", box(5, 91, 90, 5, 2.5), hue=s.hue(("green", "brown", "gray", "yellow"), unlike=(wall,)))


def castle(s: Sketch) -> None:
    wall = s.hue(("gray", "brown", "beige", "white", "pink", "blue"))
    roof = s.hue(SOLID, unlike=(wall,))
    gate = s.hue(WOOD[:5], unlike=(wall,))
    count = s.number(2, 5)
    flag = s.hue(LOUD, unlike=(roof, wall))
    peaks = [(18, 16), (82, 16), (50, 12), (35, 37), (65, 37)][:count]
    if count == 4:
        peaks = [(18, 16), (82, 16), (35, 37), (65, 37)]
    s.line(*(line((x, y), (x, min(y + 24, 55))) for x, y in peaks), hue=s.fixed("brown"), width=1.4)
    s.part("tall tower", box(39, 36, 22, 40), hue=wall, level="dark", ask_color=False)
    s.part(
        "roof",
        polygon((18, 23), (32, 44), (4, 44)),
        polygon((82, 23), (96, 44), (68, 44)),
        polygon((50, 20), (66, 40), (34, 40)),
        hue=roof,
    )
    pennants = [polygon((x, y - 7), (x + 11, y - 3.4), (x, y + 0.4)) for x, y in peaks]
    s.part("wall", shape("M28 92V59H32V54H38V59H44V54H56V59H62V54H68V59H72V92Z"), hue=wall)
    s.part("tower", box(7, 44, 22, 48), box(71, 44, 22, 48), hue=wall, ask_color=False)
    s.part("flag", *pennants, hue=flag, counted=(2, 5))
    word = s.word(("circle", "square", "diamond", "cross", "heart", "hexagon"))
    light = s.hue(("yellow", "black", "blue", "orange"), unlike=(wall,))
    s.part("tower window", emblem(word.word, 18, 58, 5), emblem(word.word, 82, 58, 5), hue=light, shape=word)
    s.part("gate", _arch(50, 92, 22, 27), hue=gate)
    s.line(
        line((45, 68), (45, 91)), line((50, 66), (50, 91)), line((55, 68), (55, 91)), hue=gate, width=1, level="dark"
    )
    s.line(
        line((11, 76), (17, 76)),
        line((19, 82), (25, 82)),
        line((75, 72), (81, 72)),
        line((83, 80), (89, 80)),
        hue=wall,
        width=1.4,
        level="dark",
    )
    s.detail(box(4, 91, 92, 5, 2.5), hue=s.fixed("green"))


def lighthouse(s: Sketch) -> None:
    tower = s.hue()
    stripe = s.hue(unlike=(tower,))
    lamp = s.hue(("yellow", "orange", "white", "red"))
    word = s.word(("circle", "square", "diamond", "hexagon", "heart", "star"))
    glass = s.hue(("blue", "gray", "black", "purple"))
    side = s.random.choice(BEAMS)
    to_left, to_right = both(polygon((50, 25), (4, 8), (4, 40)))
    beams = {"left": [to_left], "right": [to_right], "both sides": [to_left, to_right], "neither side": []}
    s.detail(*beams[side], hue=lamp, level="light")
    s.state("To which side does the {kind} shine?", "Where does the beam go?", answer=side, choices=BEAMS)
    s.part("tower", polygon((35, 38), (65, 38), (74, 90), (26, 90)), hue=tower)
    count = s.number(1, 4)
    thick = {1: 9.0, 2: 8.0, 3: 6.4, 4: 5.0}[count]
    bands = []
    for y in spread(45 + (4 - count) * 2, 73 - (4 - count) * 2, count):
        top, bottom = ((level - 38) / 52 * 9 for level in (y, y + thick))
        bands.append(polygon((35 - top, y), (65 + top, y), (65 + bottom, y + thick), (35 - bottom, y + thick)))
    s.part("stripe", *bands, hue=stripe, counted=(1, 4))
    s.part("lamp room", box(39, 17, 22, 18), hue=glass, level="light", ask_color=False)
    s.part("lamp", emblem(word.word, 50, 26, 6.6), hue=lamp, shape=word)
    s.line(line((40.5, 18), (40.5, 34)), line((59.5, 18), (59.5, 34)), hue=s.fixed("black"), width=1.4)
    s.part("roof", shape("M34 18C38 11 45 9 49 8V4H51V8C55 9 62 11 66 18Z"), hue=s.hue(SOLID))
    s.part("balcony", box(31, 33, 38, 5.5, 1.5), hue=s.hue(SOLID, unlike=(tower,)), plural="balconies")
    s.part("door", _arch(50, 91, 10, 11), hue=s.hue(SOLID, unlike=(tower, stripe)))
    rock = s.hue(("gray", "brown", "black", "green"), unlike=(tower,))
    s.part("rock", shape("M5 96C7 86 20 90 26 88C32 84 40 91 50 90C60 91 66 85 74 88C82 90 93 86 95 96Z"), hue=rock)


def church(s: Sketch) -> None:
    wall = s.hue(WALLS)
    roof = s.hue(SOLID, unlike=(wall,))
    glass = s.hue(ANY, unlike=(wall,))
    word = s.word(("circle", "star", "diamond", "hexagon", "heart", "square"))
    top = s.hue(("yellow", "black", "gray", "brown"), unlike=(roof,))
    s.part(
        "cross on top",
        shape("M28.6 4H31.4V8H35.5V10.8H31.4V20H28.6V10.8H24.5V8H28.6Z"),
        hue=top,
        plural="crosses on top",
    )
    s.part("nave wall", box(42, 60, 50, 32), hue=wall, ask_color=False)
    s.part("nave roof", polygon((42, 40), (82, 40), (96, 62), (42, 62)), hue=roof, level="dark", ask_color=False)
    s.part("tower", box(14, 42, 32, 50), hue=wall)
    s.part("spire", polygon((30, 15), (49, 45), (11, 45)), hue=roof)
    s.part("rose window", emblem(word.word, 30, 54, 7.2), hue=s.hue(unlike=(wall,)), shape=word)
    count = s.number(1, 4)
    width = 7.5
    s.part(
        "arched window",
        *(_arch(x, 84, width, 17) for x in spread(69 - 5.4 * (count - 1), 69 + 5.4 * (count - 1), count)),
        hue=glass,
        counted=(1, 4),
    )
    door = s.hue(WOOD[:5], unlike=(wall,))
    s.part("door", _arch(30, 92, 14, 23), hue=door)
    s.line(line((30, 70), (30, 91)), hue=door, width=1, level="dark")
    s.line(line((15, 64), (45, 64)), hue=wall, width=1.2, level="dark")
    s.detail(box(5, 91, 90, 5, 2.5), hue=s.hue(("green", "gray", "brown")))


def windmill(s: Sketch) -> None:
    wall, cap = s.hues(2, WALLS)
    sail = s.hue(ANY, unlike=(wall, cap))
    word = s.word(PANES)
    s.part("wall", shape("M36 42H64L73 92H27Z"), hue=wall)
    s.line(line((33, 60), (67, 60)), line((31, 74), (69, 74)), hue=wall, width=1, level="dark")
    s.part("roof", shape("M32 44C33 26 42 22 50 22C58 22 67 26 68 44Z"), hue=cap)
    s.part("window", emblem(word.word, 50, 71, 5.4), hue=s.hue(unlike=(wall,)), shape=word)
    s.part("door", _arch(50, 92, 12, 13), hue=s.hue(WOOD[:5], unlike=(wall,)))
    count = s.number(3, 6)
    turn = s.between(8, 40)
    arms, blades = [], []
    for index in range(count):
        angle = turn + 360 / count * index
        arms.append(line((50, 34), (50, 10)).turned(angle, 50, 36))
        blades.append(
            shape("M51.5 27H60.5L59 9H51.5Z" if count < 6 else "M51.5 26H58.5L58 9H51.5Z").turned(angle, 50, 36)
        )
    beam = s.hue(("brown", "black"), unlike=(cap,))
    s.line(*arms, hue=beam, width=1.6)
    s.part("sail", *blades, hue=sail, counted=(3, 6))
    s.detail(circle(50, 36, 3.4), hue=beam)
    s.part(
        "ground",
        shape("M5 96C12 88 30 90 50 91C70 90 88 88 95 96Z"),
        hue=s.hue(("green", "yellow", "brown", "orange"), unlike=(wall,)),
    )


def office_tower(s: Sketch) -> None:
    wall = s.hue(("gray", "blue", "brown", "black", "orange", "purple"))
    glass = s.hue(("white", "yellow", "blue", "black", "orange", "green"), unlike=(wall,))
    wing = s.hue(ANY, unlike=(wall, glass))
    word = s.word(BADGES)
    s.part("low wing", box(6, 54, 30, 38), hue=wing)
    s.line(
        line((11, 62), (25, 62)),
        line((11, 70), (25, 70)),
        line((11, 78), (25, 78)),
        line((11, 86), (25, 86)),
        hue=wing,
        width=2.4,
        level="dark" if wing.name == "white" else "light",
    )
    s.part("tower", box(30, 22, 44, 70, 2), hue=wall)
    s.detail(box(27, 19, 50, 5, 1.5), hue=wall, level="dark")
    s.line(line((66, 19), (66, 6)), hue=wall, width=1.6, level="dark")
    s.part(
        "sign on the roof", emblem(word.word, 46, 11.5, 7.2), hue=s.hue(SOLID), shape=word, plural="signs on the roof"
    )
    slots = [(x, y) for y in (29, 41, 53, 65) for x in (35.5, 47.5, 59.5)]
    count = s.number(5, 12)
    s.part(
        "lit window",
        *(box(x, y, 9, 8, 0.8) for x, y in sorted(s.random.sample(slots, count))),
        hue=glass,
        counted=(5, 12),
    )
    s.part("door", box(46, 78, 12, 14, 1), hue=s.hue(ANY, unlike=(wall,)))
    s.line(line((52, 79), (52, 91)), hue=s.parts[-1].hue, width=1, level="dark")
    leaf = s.hue(TREES)
    s.line(line((86, 92), (86, 78)), hue=s.fixed("brown"), width=2.6)
    s.part("tree", ellipse(86, 70, 8.6, 12), hue=leaf)
    s.detail(box(4, 91, 92, 4, 2), hue=s.fixed("gray"), level="dark")


KINDS = (
    Kind("house", "building", house, "to give one family a home"),
    Kind("castle", "building", castle, "to protect a lord and his knights from a siege"),
    Kind("lighthouse", "building", lighthouse, "to warn ships of a rocky coast at night", flips=False),
    Kind("church", "building", church, "to gather a congregation for prayer"),
    Kind("windmill", "building", windmill, "to grind grain into flour"),
    Kind("office tower", "building", office_tower, "to give many companies rooms with desks"),
)
