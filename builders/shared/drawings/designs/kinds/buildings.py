"""Buildings."""

from ...forms import Form, both, box, circle, line, polygon, shape
from ...kind import Kind
from ...sketch import Sketch
from .. import kit
from ..numbering import numbered


def roof(s: Sketch, left: float, right: float, base: float, top: float) -> Form:
    """Return a roof: a gable, a hip, a gambrel, a barrel, a dome, or one slope."""
    middle, width = (left + right) / 2, right - left
    return s.pick(
        polygon((left, base), (middle, top), (right, base)),
        polygon((left, base), (left + 0.2 * width, top + 3), (right - 0.2 * width, top + 3), (right, base)),
        polygon(
            (left, base),
            (left + 0.12 * width, (base + top) / 2),
            (middle, top),
            (right - 0.12 * width, (base + top) / 2),
            (right, base),
        ),
        shape(f"M{left} {base}C{left} {top - 6} {right} {top - 6} {right} {base}Z"),
        kit.soft(4, (left, base), (middle, top - 2), (right, base)),
        polygon((left, base), (left, top + 2), (right, base - 4), (right, base)),
    )


def door_form(s: Sketch, x: float, foot: float, width: float, height: float) -> Form:
    """Return a door: square, round-headed, pointed."""
    half, top = width / 2, foot - height
    return s.pick(
        box(x - half, top, width, height),
        shape(
            f"M{x - half} {foot}V{top + half}C{x - half} {top - 0.3 * half} {x + half} {top - 0.3 * half} {x + half} {top + half}V{foot}Z"
        ),
        polygon((x - half, foot), (x - half, top + half), (x, top), (x + half, top + half), (x + half, foot)),
        box(x - half, top, width, height, 2),
    )


def house(s: Sketch) -> None:
    wall, tile = s.hues(2)
    left, right = s.pick((18, 82), (22, 78), (12, 88))
    base = s.pick(46, 52, 40)
    if s.some(0.6):
        s.part("chimney", box(s.pick(28, 66), 12, 9, 30), hue=s.hue(unlike=(tile,)))
    s.part("wall", box(left, base - 1, right - left, 93 - base), hue=wall)
    s.part("roof", roof(s, left - 7, right + 7, base + 3, s.pick(10, 16, 22)), hue=tile)
    side = s.pick(-1, 1)
    s.part("door", door_form(s, 50 - side * (right - left) * 0.27, 92, 13, 26), hue=s.hue(unlike=(wall,)))
    x0 = 50 - 4 if side > 0 else left + 4
    kit.several(
        s,
        "window",
        1,
        4,
        kit.grid(x0, base + 4, (right - left) * 0.5, 36, 2),
        4,
        wall,
        kinds=("square", "upright", "dot", "hexagon"),
    )
    kit.mark(s, "gable sign", 50, base - 7, 5.6, tile)
    kit.ground(s, 92)


def castle(s: Sketch) -> None:
    wall, top = s.hues(2)
    towers = s.pick((14, 86), (14, 50, 86), (20, 80))
    s.part(
        "wall",
        s.pick(box(14, 52, 72, 40), shape("M12 92V50H20V56H28V50H36V56H44V50H56V56H64V50H72V56H80V50H88V92Z")),
        hue=wall,
    )
    cap = s.pick("cone", "battlement", "cone", "onion")
    for x in towers:
        y = 24 if x == 50 else 34
        s.detail(box(x - 9, y, 18, 92 - y), hue=wall, level="light" if s.plan.random() < 0 else "main", outlined=True)
        if cap == "cone":
            s.detail(polygon((x - 12, y), (x, y - 20), (x + 12, y)), hue=top, outlined=True)
        elif cap == "onion":
            s.detail(
                shape(
                    f"M{x - 10} {y}C{x - 14} {y - 14} {x - 2} {y - 12} {x} {y - 22}C{x + 2} {y - 12} {x + 14} {y - 14} {x + 10} {y}Z"
                ),
                hue=top,
                outlined=True,
            )
        else:
            s.detail(
                shape(
                    f"M{x - 11} {y + 3}V{y - 9}H{x - 5}V{y - 4}H{x - 3}V{y - 9}H{x + 3}V{y - 4}H{x + 5}V{y - 9}H{x + 11}V{y + 3}Z"
                ),
                hue=top,
                outlined=True,
            )
    s.part("gate", door_form(s, 50, 92, 18, 26), hue=s.hue(unlike=(wall,)))
    kit.several(
        s,
        "arrow slit",
        2,
        5,
        kit.along(28, 64, 72, 64) if len(towers) == 2 else kit.along(30, 62, 70, 62),
        2.3,
        wall,
        kinds=("upright", "dot", "diamond"),
    )
    kit.mark(s, "coat of arms", towers[0], 50, 6, wall, plural="coats of arms")


def lighthouse(s: Sketch) -> None:
    tower, cap = s.hues(2)
    s.part(
        "tower",
        kit.turned(s, 50, 36, 90, s.pick(10, 13), s.pick(14, 16), s.pick(18, 22, 15), way=s.pick("straight", "curved")),
        hue=tower,
    )
    s.part(
        "lamp room",
        s.pick(box(42, 20, 16, 14), kit.turned(s, 50, 20, 34, 7, 8, 7, way="straight")),
        hue=s.hue(unlike=(tower, cap)),
    )
    s.part(
        "cap",
        s.pick(polygon((38, 21), (50, 7), (62, 21)), shape("M39 21C39 8 61 8 61 21Z"), box(38, 14, 24, 7, 2)),
        hue=cap,
    )
    s.part("gallery", box(34, 33, 32, 5, s.pick(0, 2)), hue=cap, level="dark", plural="galleries", ask_color=False)
    if s.some(0.6):
        s.detail(
            *s.pick(both(polygon((38, 26), (6, 14), (6, 38))), (polygon((62, 26), (94, 14), (94, 38)),)),
            hue=s.fixed("yellow"),
            level="light",
        )
    kit.bars(s, "stripe", 1, 4, lambda n: [box(38, 45 + 8 * i, 24, 4) for i in range(n)], tower)
    kit.mark(s, "buoy", 14, 76, 7.5, tower)
    s.detail(
        s.pick(
            box(8, 89, 84, 5, 2),
            polygon((16, 94), (26, 86), (74, 86), (84, 94)),
            shape("M6 92Q20 84 34 90Q50 84 66 90Q80 84 94 92V95H6Z"),
        ),
        hue=s.fixed("gray"),
        outlined=True,
    )


def church(s: Sketch) -> None:
    wall, tile = s.hues(2)
    x = s.pick(26, 50, 74)
    wide = s.pick((16, 84), (10, 90))
    s.part("nave roof", roof(s, wide[0] - 4, wide[1] + 4, 58, 38), hue=tile)
    s.part("nave wall", box(wide[0], 57, wide[1] - wide[0], 36), hue=wall, ask_color=False)
    s.part("tower", box(x - 12, 34, 24, 59), hue=wall)
    s.part(
        "spire",
        s.pick(
            polygon((x - 15, 35), (x, 8), (x + 15, 35)),
            shape(f"M{x - 14} 35C{x - 16} 20 {x - 2} 22 {x} 8C{x + 2} 22 {x + 16} 20 {x + 14} 35Z"),
            polygon((x - 13, 35), (x - 5, 20), (x, 6), (x + 5, 20), (x + 13, 35)),
        ),
        hue=tile,
        ask_color=False,
    )
    s.line(line((x, 9), (x, 1)), line((x - 3, 4), (x + 3, 4)), hue=s.fixed("black"), width=1.8)
    s.part("door", door_form(s, x, 93, 11, 20), hue=s.hue(unlike=(wall,)))
    kit.mark(s, "tower clock", x, 52, 6.2, wall)
    span = (x + 18, wide[1] - 6) if x < 50 else (wide[0] + 6, x - 18)
    kit.several(
        s,
        "nave window",
        2,
        5,
        kit.along(span[0], 76, span[1], 76),
        2.6 if x == 50 else 3.2,
        wall,
        kinds=("upright", "dot", "diamond"),
    )


def windmill(s: Sketch) -> None:
    wall, cap = s.hues(2)
    s.part("tower", kit.turned(s, 50, 40, 93, s.pick(10, 14), s.pick(14, 18), s.pick(18, 24)), hue=wall)
    s.part(
        "cap",
        s.pick(shape("M38 41C38 24 62 24 62 41Z"), polygon((36, 41), (50, 26), (64, 41)), box(37, 31, 26, 10, 5)),
        hue=cap,
    )
    sail = s.hue(unlike=(wall, cap))
    turn = s.pick(0, 20, 45)
    blade = s.pick(box(47, 2, 6, 30), polygon((48, 34), (46, 2), (58, 2), (53, 34)), box(49, 4, 9, 24))
    s.part("sail", *(blade.turned(turn + 90 * i, 50, 36) for i in range(4)), hue=sail, shaded=False)
    s.detail(circle(50, 36, 3.6), hue=cap)
    s.part("door", door_form(s, 50, 93, 10, 16), hue=s.hue(unlike=(wall,)))
    kit.several(s, "sack", 2, 5, kit.along(74, 89, 95, 89) if s.some() else kit.along(6, 89, 28, 89), 2.6, wall)
    kit.mark(s, "tower emblem", 50, 62, 6, wall)


def office_tower(s: Sketch) -> None:
    wall, side = s.hues(2)
    way = s.pick("slab", "stepped", "twin")
    if way == "stepped":
        s.part(
            "tower", polygon((28, 92), (28, 30), (40, 30), (40, 14), (60, 14), (60, 30), (72, 30), (72, 92)), hue=wall
        )
        where = kit.grid(30, 42, 40, 34)
    elif way == "twin":
        s.part("wing", kit.slab(s, 54, 40, 34, 52), hue=side)
        s.part("tower", box(14, 12, 38, 80), hue=wall)
        where = kit.grid(17, 34, 32, 40)
    else:
        s.part("tower", kit.slab(s, 26, 10, 48, 82), hue=wall)
        where = kit.grid(30, 34, 40, 40)
    if s.some():
        s.line(line((50, 14), (50, 3)), hue=s.fixed("gray"), width=2)
    kit.several(s, "window", 3, 8, where, 3.4, wall, kinds=("square", "upright", "lying"))
    kit.mark(s, "company sign", 33 if way == "twin" else 50, 23, 6, wall)
    s.part("entrance", box((33 if way == "twin" else 50) - 6, 80, 12, 12), hue=s.hue(unlike=(wall,)))
    kit.ground(s, 92)


def bridge(s: Sketch) -> None:
    stone, deck = s.hues(2)
    way = s.pick("arch", "hanging", "arch")
    s.part("deck", box(2, 44, 96, 9), hue=deck)
    if way == "hanging":
        s.part("pylon", *both(box(22, 14, 7, 74)), hue=stone)
        s.line(shape("M2 42C10 38 22 24 25 16C34 50 66 50 75 16C78 24 90 38 98 42"), hue=stone, width=2.6)
        kit.several(s, "car", 1, 4, kit.along(38, 41, 62, 41), 2.8, stone, deck, kinds=("lying", "square"))
    else:
        s.part(
            "pier",
            s.pick(
                polygon(
                    (2, 52), (98, 52), (98, 88), (86, 88), (72, 64), (56, 88), (44, 88), (28, 64), (14, 88), (2, 88)
                ),
                shape("M2 52H98V88H90C88 62 58 62 56 88H44C42 62 12 62 10 88H2Z"),
            ),
            hue=stone,
        )
        kit.several(s, "lamp", 2, 6, kit.along(10, 36, 90, 36), 3, stone, deck)
    kit.mark(s, "sign on the water", 50, 92, 6.5, stone, deck)


def greek_temple(s: Sketch) -> None:
    stone, gable = s.hues(2)
    s.part(
        "steps",
        s.pick(box(6, 84, 88, 9), polygon((14, 80), (86, 80), (96, 93), (4, 93))),
        hue=stone,
        plural="steps",
        ask_color=False,
    )
    s.part(
        "gable",
        s.pick(
            polygon((50, 10), (94, 36), (6, 36)),
            shape("M6 36C20 20 40 16 50 8C60 16 80 20 94 36Z"),
            kit.soft(4, (50, 8), (96, 38), (4, 38)),
        ),
        hue=gable,
    )
    s.part("beam", box(10, 36, 80, 8), hue=stone)
    wide = s.pick(6, 8)
    kit.bars(
        s,
        "column",
        3,
        6,
        lambda n: [box(x - wide / 2, 46, wide, 32) for x, _ in kit.along(18, 0, 82, 0)(n)],
        stone,
        gable,
    )
    kit.mark(s, "relief", 50, 27, 6.5, gable)


def barn(s: Sketch) -> None:
    wood, tile = s.hues(2)
    s.part(
        "wall",
        s.pick(
            polygon((14, 92), (14, 44), (28, 22), (50, 12), (72, 22), (86, 44), (86, 92)),
            polygon((14, 92), (14, 46), (50, 18), (86, 46), (86, 92)),
            shape("M12 92V50C12 0 88 0 88 50V92Z"),
        ),
        hue=wood,
    )
    if s.some():
        s.line(line((8, 48), (24, 20), (50, 8), (76, 20), (92, 48)), hue=tile, width=5)
    s.part("gate", box(34, 58, 32, 34), hue=s.hue(unlike=(wood,)))
    s.line(
        *s.pick((line((35, 60), (65, 91)), line((65, 60), (35, 91))), (line((50, 58), (50, 92)),)), hue=wood, width=2.4
    )
    kit.mark(s, "loft window", 50, 36, 7.5, wood)
    kit.several(s, "hay bale", 1, 4, kit.along(18, 95, 82, 95), 3.2, wood, kinds=("dot", "square", "lying"))


def igloo(s: Sketch) -> None:
    snow, gate = s.hue(("white", "gray", "blue", "beige", "pink")), s.hue(("black", "blue", "brown", "gray", "purple"))
    s.part(
        "dome", s.pick(shape("M6 84C6 6 94 6 94 84Z"), shape("M12 84C12 30 30 20 50 20C70 20 88 30 88 84Z")), hue=snow
    )
    s.part(
        "tunnel",
        s.pick(shape("M34 86V66C34 46 66 46 66 66V86Z"), box(34, 54, 32, 32, 8)),
        hue=snow,
        level="dark",
        ask_color=False,
    )
    s.part("opening", s.pick(shape("M40 86V70C40 54 60 54 60 70V86Z"), box(41, 64, 18, 22, 6)), hue=gate)
    kit.several(s, "snow block", 2, 5, kit.along(24, 40, 76, 40), 3, snow, kinds=("square", "lying"))
    kit.mark(s, "flag", 50, 12, 7)


def pagoda(s: Sketch) -> None:
    wall, tile = s.hues(2)
    floors = s.pick(2, 3)
    for i in range(floors):
        y, half = 84 - i * (60 / floors), 30 - 7 * i
        s.detail(box(50 - half, y - 60 / floors + 8, 2 * half, 60 / floors - 6), hue=wall, outlined=True)
        top = y - 60 / floors + 9
        s.detail(
            s.pick(
                polygon(
                    (50 - half - 12, top), (50 - half + 4, top - 9), (50 + half - 4, top - 9), (50 + half + 12, top)
                ),
                shape(
                    f"M{50 - half - 14} {top - 4}C{50 - half} {top} {50 - half + 4} {top - 6} {50 - half + 6} {top - 11}H{50 + half - 6}C{50 + half - 4} {top - 6} {50 + half} {top} {50 + half + 14} {top - 4}L{50 + half + 4} {top + 2}H{50 - half - 4}Z"
                ),
            ),
            hue=tile,
            outlined=True,
        )
    s.part("base", box(12, 86, 76, 7, 1), hue=s.hue(unlike=(wall,)))
    kit.several(s, "lantern", 2, 5, kit.along(28, 76, 72, 76), 3, wall)
    kit.mark(s, "finial", 50, 9, 6.5, tile)


TEST = (
    Kind("house", "building", numbered(house), "to give one family a home"),
    Kind("castle", "building", numbered(castle), "to protect a lord and his knights from a siege"),
    Kind("lighthouse", "building", numbered(lighthouse), "to warn ships of a rocky coast at night", flips=False),
    Kind("church", "building", numbered(church), "to gather a congregation for prayer"),
    Kind("windmill", "building", numbered(windmill), "to grind grain into flour"),
    Kind("office tower", "building", numbered(office_tower), "to give many companies rooms with desks"),
    Kind("Greek temple", "building", greek_temple, "to house the statue of an ancient god behind marble pillars"),
)
TRAIN = (
    Kind("bridge", "building", bridge, "to cross a river"),
    Kind("barn", "building", barn, "to store hay and shelter cows"),
    Kind("igloo", "building", igloo, "to live in where there is nothing to build with but snow"),
    Kind("pagoda", "building", pagoda, "to honor Buddha under many eaves"),
)
