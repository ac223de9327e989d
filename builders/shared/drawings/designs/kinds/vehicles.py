"""Crafts of the land and the air."""

from ...forms import both, box, circle, ellipse, line, polygon, shape
from ...kind import Kind
from ...sketch import Sketch
from .. import kit
from ..numbering import numbered


def car(s: Sketch) -> None:
    body, tire = s.hues(2)
    glass = s.hue(unlike=(body,))
    if s.pick("side", "front", "side") == "side":
        s.part(
            "body",
            s.pick(
                shape("M4 72V56C6 48 20 50 26 46L38 28H66L82 48C94 50 96 56 96 72Z"),
                kit.soft(6, (4, 74), (6, 52), (26, 46), (34, 26), (80, 26), (92, 50), (96, 74)),
                shape("M4 72V58C8 50 22 52 28 48C38 20 74 20 84 48C94 50 96 60 96 72Z"),
                polygon((4, 72), (4, 50), (48, 50), (58, 28), (80, 28), (84, 50), (96, 52), (96, 72)),
            ),
            hue=body,
        )
        s.part(
            "windscreen",
            s.pick(polygon((42, 33), (62, 33), (66, 46), (34, 46)), box(42, 33, 30, 13, 3)),
            hue=glass,
            ask_color=False,
        )
        kit.wheels(s, ((25, 74), (75, 74)), s.pick(11, 13), tire, s.hue(unlike=(tire,)))
        kit.mark(s, "door sign", 52, 59, 6.2, body)
        kit.several(s, "suitcase", 1, 4, kit.along(42, 20, 70, 20), 3.2, body, kinds=("square", "lying"))
    else:
        s.detail(box(12, 76, 14, 16, 3), box(74, 76, 14, 16, 3), hue=tire, outlined=True)
        s.part(
            "body",
            s.pick(
                kit.soft(7, (28, 20), (72, 20), (84, 48), (94, 56), (94, 82), (6, 82), (6, 56), (16, 48)),
                shape("M10 82V58C10 50 16 48 20 44L28 22H72L80 44C84 48 90 50 90 58V82Z"),
            ),
            hue=body,
        )
        s.part(
            "windscreen",
            s.pick(polygon((31, 26), (69, 26), (76, 45), (24, 45)), box(28, 26, 44, 19, 4)),
            hue=glass,
            ask_color=False,
        )
        s.detail(*both(s.pick(circle(21, 62, 6), box(13, 58, 15, 8, 3))), hue=s.fixed("yellow"))
        kit.bars(s, "grille bar", 1, 4, lambda n: [box(38, 69 + 3.6 * i, 24, 1.9) for i in range(n)], body)
        kit.mark(s, "badge", 50, 58, 6, body)


def bus(s: Sketch) -> None:
    body, tire = s.hues(2)
    s.part(
        "body",
        s.pick(
            box(4, 24, 92, 54, 6),
            shape("M4 78V34C4 26 10 24 16 24H84C92 24 96 40 96 52V78Z"),
            kit.slab(s, 4, 22, 92, 56),
        ),
        hue=body,
    )
    if s.some():
        s.part("stripe", box(4, 60, 92, 5), hue=s.hue(unlike=(body,)))
    kit.bars(s, "window", 2, 6, lambda n: [box(10 + 62 * i / n, 31, 62 / n - 3, 17, 1.5) for i in range(n)], body)
    s.part("door", box(75, 32, 15, 46, 1), hue=s.hue(unlike=(body,)))
    s.detail(box(81.6, 35, 1.8, 43), hue=body)
    kit.wheels(
        s, s.pick(((24, 79), (66, 79)), ((20, 79), (34, 79), (66, 79))), s.pick(8, 9.5), tire, s.hue(unlike=(tire,))
    )
    kit.mark(s, "line sign", 45, 63, 7, body)


def steam_locomotive(s: Sketch) -> None:
    boiler, cab = s.hues(2)
    s.part(
        "funnel",
        s.pick(
            polygon((16, 14), (34, 14), (30, 42), (20, 42)),
            box(19, 16, 11, 28),
            polygon((14, 16), (36, 16), (30, 26), (30, 42), (20, 42), (20, 26)),
        ),
        hue=s.hue(unlike=(boiler,)),
    )
    if s.some():
        s.detail(circle(40, 10, 5), circle(52, 7, 4), circle(62, 5, 3), hue=s.fixed("gray"))
    s.part(
        "boiler",
        s.pick(
            box(10, 38, 56, 32, 8), box(12, 40, 54, 30), kit.soft(8, (8, 44), (20, 36), (66, 36), (66, 70), (8, 70))
        ),
        hue=boiler,
    )
    s.part(
        "cab",
        s.pick(box(62, 24, 30, 48), polygon((60, 20), (96, 20), (92, 72), (64, 72)), kit.slab(s, 62, 22, 30, 50)),
        hue=cab,
    )
    if s.some():
        s.detail(polygon((2, 84), (12, 66), (12, 84)), hue=cab, outlined=True)
    s.detail(box(8, 70, 86, 6), hue=s.fixed("black"))
    wheel = s.hue(unlike=(boiler, cab))
    kit.bars(s, "wheel", 2, 5, lambda n: [circle(x, 84, 7) for x, _ in kit.along(20, 0, 84, 0)(n)], hue=wheel)
    kit.mark(s, "cab opening", 77, 38, 6.5, cab)


def truck(s: Sketch) -> None:
    cab, load = s.hues(2)
    way = s.pick("box", "tank", "tipper", "box")
    s.part(
        "load",
        {
            "box": kit.slab(s, 4, 22, 58, 50),
            "tank": box(4, 30, 58, 40, 19),
            "tipper": polygon((4, 36), (62, 36), (56, 70), (12, 70)),
        }[way],
        hue=load,
    )
    s.part(
        "cab",
        s.pick(
            shape("M66 40H82L94 56V74H66Z"),
            kit.soft(5, (66, 34), (86, 34), (95, 54), (95, 74), (66, 74)),
            box(66, 34, 28, 40, 4),
        ),
        hue=cab,
    )
    s.detail(s.pick(polygon((73, 45), (81, 45), (88, 56), (73, 56)), box(74, 40, 14, 14, 2)), hue=s.fixed("white"))
    s.detail(box(4, 71, 92, 5), hue=s.fixed("black"))
    kit.wheels(
        s,
        s.pick(((20, 79), (80, 79)), ((16, 79), (34, 79), (80, 79))),
        s.pick(9, 10.5),
        s.hue(("black", "gray", "brown")),
        s.fixed("white"),
    )
    kit.mark(s, "emblem", 22, 50, 7.5, load)
    kit.several(
        s, "rivet", 2, 5, kit.along(36, 52, 54, 52) if way != "tipper" else kit.along(34, 50, 52, 50), 2.3, load
    )


def bicycle(s: Sketch) -> None:
    frame, tire = s.hues(2)
    r = s.pick(17, 19)
    a, b = (22, 68), (78, 68)
    s.strokes("tire", circle(*a, r), circle(*b, r), hue=tire, width=s.pick(3, 4.4))
    way = s.pick("diamond", "step", "folding")
    paths = {
        "diamond": (
            line((22, 68), (38, 38), (68, 38), (48, 68), (22, 68)),
            line((38, 32), (48, 68)),
            line((64, 26), (78, 68)),
        ),
        "step": (
            shape("M22 68L46 68C56 66 60 50 66 34"),
            line((34, 36), (46, 68)),
            line((22, 68), (38, 48)),
            line((62, 24), (78, 68)),
        ),
        "folding": (line((22, 68), (44, 58), (70, 50)), line((40, 26), (46, 66)), line((66, 20), (78, 68))),
    }[way]
    s.strokes("frame", *paths, hue=frame, width=s.pick(3, 4), plural="frame")
    s.detail(s.pick(box(30, 26, 17, 5, 2.5), ellipse(38, 29, 9, 3)), hue=s.fixed("black"))
    s.line(
        s.pick(shape("M58 24H66C74 24 76 30 72 32"), line((56, 22), (70, 20)), shape("M66 22C60 14 74 12 76 20")),
        hue=s.fixed("black"),
        width=3,
    )
    kit.mark(s, "basket badge", 88, 36, 7.5, frame)
    kit.several(s, "paving stone", 2, 6, kit.along(14, 93, 86, 93), 2.3, kinds=("lying", "dot", "square"))


def tractor(s: Sketch) -> None:
    body, tire = s.hues(2)
    s.part(
        "exhaust",
        s.pick(box(76, 20, 5, 28), polygon((75, 16), (82, 20), (80, 48), (76, 48))),
        hue=s.hue(unlike=(body,)),
    )
    s.part(
        "hood",
        s.pick(
            box(46, 44, 48, 26, 4),
            shape("M46 42H84C92 42 94 50 94 70H46Z"),
            polygon((46, 42), (90, 48), (94, 70), (46, 70)),
        ),
        hue=body,
    )
    s.part(
        "cab",
        s.pick(
            polygon((18, 16), (52, 16), (54, 62), (14, 62)),
            box(16, 16, 38, 46, 4),
            shape("M16 62V26C16 14 50 14 54 30V62Z"),
        ),
        hue=body,
        level="dark",
        ask_color=False,
    )
    s.detail(s.pick(polygon((24, 22), (46, 22), (48, 42), (22, 42)), box(23, 22, 24, 20, 2)), hue=s.fixed("white"))
    inner = s.hue(unlike=(tire,))
    kit.wheels(s, ((30, 70),), s.pick(20, 22), tire, inner)
    kit.wheels(s, ((80, 80),), s.pick(10, 12), tire, inner)
    kit.several(s, "vent", 2, 5, kit.along(58, 62, 72, 62), 1.9, body, kinds=("upright", "dot"))
    kit.mark(s, "badge", 64, 51, 5.8, body)


def tram(s: Sketch) -> None:
    body, glass = s.hues(2)
    s.line(
        *s.pick((line((50, 18), (38, 6)), line((50, 18), (62, 6))), (line((50, 18), (40, 10), (54, 4)),)),
        hue=s.fixed("black"),
        width=2.2,
    )
    s.part(
        "body",
        s.pick(box(10, 18, 80, 64, 10), kit.slab(s, 6, 20, 88, 60), shape("M8 82L16 26C18 18 82 18 84 26L92 82Z")),
        hue=body,
    )
    kit.bars(
        s, "pane", 2, 5, lambda n: [box(20 + 60 * i / n, 28, 60 / n - 3, 20, 2) for i in range(n)], body, hue=glass
    )
    kit.mark(s, "route sign", 50, 64, 7.5, body)
    s.detail(box(6, 82, 88, 5, 2), hue=s.fixed("gray"))
    kit.wheels(s, ((28, 88), (72, 88)), 5.5, s.fixed("black"), s.fixed("white"))


def motor_scooter(s: Sketch) -> None:
    body, tire = s.hues(2)
    kit.wheels(s, ((22, 80), (80, 80)), s.pick(11, 12.5), tire, s.hue(unlike=(tire,)))
    s.line(s.pick(line((68, 22), (80, 78)), shape("M66 24C72 40 74 60 80 78")), hue=body, level="dark", width=5)
    s.line(s.pick(line((58, 20), (72, 22)), shape("M58 24C60 16 70 18 76 22")), hue=s.fixed("black"), width=4)
    s.part(
        "body",
        s.pick(
            shape("M10 74C8 54 20 48 40 50C48 56 46 66 58 68H72L68 40L74 38L82 74H34Z"),
            kit.soft(5, (8, 74), (14, 50), (44, 50), (50, 66), (68, 66), (66, 40), (74, 40), (80, 76), (8, 76)),
        ),
        hue=body,
    )
    s.part("seat", s.pick(box(14, 42, 32, 8, 4), shape("M12 48C12 38 44 40 46 48Z")), hue=s.hue(unlike=(body,)))
    kit.several(s, "rivet", 2, 5, kit.along(36, 72, 64, 72), 1.9, body)
    kit.mark(s, "sticker", 26, 62, 6, body, plural="stickers")


def handcart(s: Sketch) -> None:
    wood, tire = s.hues(2)
    s.line(s.pick(line((84, 44), (97, 26)), shape("M84 56C92 56 94 46 97 40")), hue=wood, level="dark", width=4)
    s.part(
        "tub",
        s.pick(
            polygon((4, 36), (88, 36), (76, 68), (18, 68)),
            kit.slab(s, 6, 36, 80, 32),
            shape("M4 36H90C86 74 14 74 4 36Z"),
        ),
        hue=wood,
    )
    kit.wheels(s, s.pick(((30, 78), (68, 78)), ((28, 76), (66, 76))), s.pick(11, 13), tire, s.hue(unlike=(tire,)))
    kit.several(s, "pumpkin", 1, 4, kit.along(20, 29, 72, 29), 5, wood, kinds=("dot", "dot", "hexagon"))
    kit.mark(s, "brand", 46, 51, 7, wood)


def airplane(s: Sketch) -> None:
    body, wing = s.hues(2)
    view = s.pick("above", "side", "side")
    if view == "above":
        s.part(
            "wing",
            s.pick(
                polygon((50, 38), (96, 62), (96, 70), (50, 58), (4, 70), (4, 62)),
                box(6, 42, 88, 14, 7),
                shape("M50 36C70 42 96 56 96 66L50 58L4 66C4 56 30 42 50 36Z"),
            ),
            hue=wing,
        )
        s.part(
            "tail",
            s.pick(polygon((50, 78), (68, 88), (68, 94), (32, 94), (32, 88)), box(32, 82, 36, 9, 4)),
            hue=wing,
            ask_color=False,
        )
        s.part(
            "body",
            s.pick(box(43, 4, 14, 90, 7), shape("M50 2C58 10 58 30 57 60L54 95H46L43 60C42 30 42 10 50 2Z")),
            hue=body,
        )
        kit.several(s, "jet", 2, 5, kit.along(18, 68, 82, 68), 3, wing, kinds=("upright", "oval"))
        kit.mark(s, "emblem", 50, 32, 5.6, body)
    else:
        s.part(
            "tail",
            s.pick(polygon((74, 46), (90, 18), (96, 18), (92, 50)), shape("M72 46C80 40 84 24 86 16H95L93 50Z")),
            hue=wing,
        )
        s.part(
            "body",
            s.pick(
                shape("M4 56C8 42 26 40 46 40H94C96 54 80 66 60 66H20C10 66 4 62 4 56Z"),
                ellipse(50, 54, 46, 13),
                box(4, 42, 90, 24, 12),
                kit.soft(8, (3, 58), (22, 42), (94, 42), (94, 50), (70, 66), (14, 66)),
            ),
            hue=body,
        )
        s.part(
            "wing",
            s.pick(
                polygon((40, 56), (58, 56), (76, 88), (64, 88)),
                kit.leaf(48, 54, 40, 140, 0.5),
                polygon((36, 58), (60, 58), (52, 84), (44, 84)),
            ),
            hue=wing,
            level="dark",
            ask_color=False,
        )
        kit.several(s, "cabin window", 2, 6, kit.along(24, 49, 66, 49), 2.2, body, kinds=("dot", "square", "oval"))
        kit.mark(s, "sign in the sky", 22, 22, 8, body)


def hot_air_balloon(s: Sketch) -> None:
    silk, basket = s.hues(2)
    s.line(line((36, 60), (43, 80)), line((64, 60), (57, 80)), hue=s.fixed("brown"), width=1.8)
    s.part(
        "envelope",
        s.pick(
            shape("M50 4C78 4 88 28 80 46C76 56 66 62 62 70H38C34 62 24 56 20 46C12 28 22 4 50 4Z"),
            circle(50, 36, 33),
            kit.turned(s, 50, 4, 70, 14, 32, 33, 24, 10, way="curved"),
            ellipse(50, 36, 28, 34),
        ),
        hue=silk,
    )
    gores = s.pick("none", "lines", "band")
    if gores == "lines":
        s.line(shape("M50 5C34 20 34 50 44 69"), shape("M50 5C66 20 66 50 56 69"), hue=silk, level="dark", width=1.8)
    elif gores == "band":
        s.part("band", shape("M20 46Q50 56 80 46L74 55Q50 62 26 55Z"), hue=s.hue(unlike=(silk,)))
    s.part(
        "basket",
        s.pick(
            box(40, 80, 20, 15, 2),
            polygon((38, 80), (62, 80), (58, 95), (42, 95)),
            shape("M38 80H62C62 98 38 98 38 80Z"),
        ),
        hue=basket,
    )
    kit.mark(s, "emblem", 50, 30, 9, silk)
    kit.several(
        s,
        "sandbag",
        1,
        4,
        kit.along(76, 74, 94, 74) if s.some() else kit.along(6, 74, 26, 74),
        2.9,
        silk,
        kinds=("drop", "dot", "square"),
    )


def rocket(s: Sketch) -> None:
    hull, fin = s.hues(2)
    s.part(
        "flame",
        s.pick(
            shape("M42 80C38 90 46 92 50 98C54 92 62 90 58 80Z"),
            polygon((40, 80), (44, 94), (50, 84), (56, 94), (60, 80)),
        ),
        hue=s.hue(("orange", "yellow", "red", "blue"), unlike=(hull, fin)),
    )
    s.part(
        "fin",
        *both(
            s.pick(
                polygon((38, 56), (18, 82), (38, 80)),
                shape("M38 54C20 60 20 76 22 86C28 80 34 80 40 80Z"),
                box(24, 62, 14, 20, 2),
            )
        ),
        hue=fin,
    )
    s.part(
        "hull",
        s.pick(
            shape("M50 3C68 18 68 56 62 82H38C32 56 32 18 50 3Z"),
            kit.turned(s, 50, 6, 82, 3, 14, 16, 16, 12, way="curved"),
            polygon((50, 4), (65, 28), (65, 82), (35, 82), (35, 28)),
        ),
        hue=hull,
    )
    if s.some():
        s.part(
            "nose",
            s.pick(polygon((50, 3), (60, 20), (40, 20)), shape("M50 3C55 8 59 14 60 21H40C41 14 45 8 50 3Z")),
            hue=fin,
            ask_color=False,
        )
    kit.mark(s, "porthole", 50, 36, 7.5, hull)
    kit.several(s, "rivet", 2, 5, kit.along(50, 52, 50, 76), 2.2, hull)


def helicopter(s: Sketch) -> None:
    body, rotor = s.hues(2)
    s.part(
        "tail boom",
        s.pick(polygon((56, 40), (94, 34), (94, 42), (58, 58)), box(56, 42, 40, 8, 3)),
        hue=body,
        level="dark",
        ask_color=False,
    )
    s.detail(
        s.pick(polygon((88, 22), (96, 20), (96, 48), (90, 46)), circle(92, 38, 8), kit.bar(86, 26, 97, 50, 4)),
        hue=rotor,
        outlined=True,
    )
    s.part(
        "cabin",
        s.pick(
            ellipse(40, 52, 32, 21),
            shape("M8 58C8 38 24 32 44 32H68V60C68 70 60 74 48 74H24C14 74 8 68 8 58Z"),
            kit.soft(10, (6, 60), (20, 34), (66, 34), (72, 54), (60, 74), (14, 74)),
        ),
        hue=body,
    )
    s.part(
        "rotor",
        s.pick(box(4, 18, 74, 4.4, 2), polygon((4, 14), (41, 19), (78, 14), (78, 18), (41, 24), (4, 18))),
        box(39, 20, 4, 14),
        hue=rotor,
        plural="rotor",
    )
    s.line(
        *s.pick(
            (line((10, 84), (68, 84)), line((26, 72), (22, 84)), line((54, 72), (58, 84))),
            (line((28, 72), (26, 88)), line((52, 72), (54, 88))),
        ),
        hue=s.fixed("black"),
        width=3,
    )
    kit.several(s, "window", 1, 4, kit.along(20, 46, 54, 46), 4, body, kinds=("square", "dot", "hexagon"))
    kit.mark(s, "rescue sign", 40, 63, 6, body)


def flying_saucer(s: Sketch) -> None:
    hull, dome = s.hues(2)
    if s.some():
        s.part(
            "beam",
            s.pick(polygon((40, 58), (60, 58), (78, 95), (22, 95)), polygon((44, 58), (56, 58), (62, 95), (38, 95))),
            hue=s.hue(("yellow", "green", "blue", "pink"), unlike=(hull, dome)),
        )
    s.part("dome", s.pick(shape("M30 44C30 10 70 10 70 44Z"), circle(50, 38, 18), box(34, 18, 32, 30, 12)), hue=dome)
    s.part(
        "hull",
        s.pick(
            ellipse(50, 52, 45, 14),
            polygon((4, 54), (28, 42), (72, 42), (96, 54), (72, 66), (28, 66)),
            kit.soft(7, (3, 52), (30, 40), (70, 40), (97, 52), (66, 68), (34, 68)),
        ),
        hue=hull,
    )
    kit.several(s, "light", 3, 7, kit.along(20, 54, 80, 54), 2.8, hull)
    kit.mark(s, "aerial", 50, 12, 7, dome)


def parachute(s: Sketch) -> None:
    silk, load = s.hues(2)
    xs = s.pick((14, 38, 62, 86), (12, 50, 88))
    s.line(*(line((x, 46), (50, 78)) for x in xs), hue=s.fixed("gray"), width=1.8)
    s.part(
        "canopy",
        s.pick(
            shape("M6 48C6 -6 94 -6 94 48Q83 40 72 48Q61 40 50 48Q39 40 28 48Q17 40 6 48Z"),
            shape("M8 46C12 4 88 4 92 46Z"),
            shape("M4 40C20 8 80 8 96 40L84 48C70 30 30 30 16 48Z"),
        ),
        hue=silk,
    )
    s.part("crate", s.pick(box(40, 76, 20, 18), kit.slab(s, 38, 76, 24, 18)), hue=load)
    kit.several(s, "patch", 2, 5, kit.about(50, 54, 36, -48, 48), 2.6, silk, plural="patches")
    kit.mark(s, "stamp", 50, 85, 5.8, load)


def airship(s: Sketch) -> None:
    skin, cabin = s.hues(2)
    s.part(
        "fin",
        s.pick(
            polygon((74, 30), (92, 14), (92, 66), (74, 54)), polygon((70, 28), (94, 20), (86, 42), (94, 62), (70, 56))
        ),
        hue=cabin,
        level="dark",
        ask_color=False,
    )
    s.part(
        "hull",
        s.pick(ellipse(46, 42, 43, 22), shape("M3 42C14 14 60 14 92 42C60 70 14 70 3 42Z"), box(4, 22, 84, 40, 20)),
        hue=skin,
    )
    s.part("gondola", s.pick(box(28, 62, 34, 12, 4), polygon((24, 62), (66, 62), (60, 76), (30, 76))), hue=cabin)
    kit.several(s, "gondola window", 2, 5, kit.along(33, 68, 57, 68), 2.2, cabin, kinds=("dot", "square"))
    kit.mark(s, "advert", 44, 41, 10, skin)


def satellite(s: Sketch) -> None:
    body, panel = s.hues(2)
    s.line(line((8, 50), (92, 50)), hue=body, width=3)
    s.part(
        "panel",
        *both(s.pick(box(4, 36, 28, 28, 1), polygon((4, 40), (30, 34), (30, 66), (4, 60)), box(6, 40, 26, 20, 3))),
        hue=panel,
    )
    if s.some():
        s.line(*both(line((18, 37), (18, 63))), hue=panel, level="dark", width=1.6)
    s.part("body", kit.slab(s, 37, 32, 26, 40), hue=body)
    s.part(
        "dish",
        s.pick(shape("M34 26C36 8 64 8 66 26Z"), polygon((36, 26), (30, 12), (70, 12), (64, 26))),
        hue=s.hue(unlike=(body,)),
        plural="dishes",
    )
    kit.several(s, "signal", 2, 5, kit.along(30, 90, 70, 90), 2.6, body)
    kit.mark(s, "badge", 50, 52, 7, body)


TEST = (
    Kind("car", "land_crafts", numbered(car), "to drive the family to the beach on the highway"),
    Kind("bus", "land_crafts", numbered(bus), "to carry many passengers from stop to stop"),
    Kind(
        "steam locomotive", "land_crafts", numbered(steam_locomotive), "to pull carriages along rails by burning coal"
    ),
    Kind("truck", "land_crafts", numbered(truck), "to deliver freight from a warehouse"),
    Kind("bicycle", "land_crafts", numbered(bicycle), "to travel by pedaling"),
    Kind("tractor", "land_crafts", numbered(tractor), "to pull a plow over a field"),
    Kind("airplane", "aerial_crafts", numbered(airplane), "to bring travelers to another continent in hours"),
    Kind(
        "hot-air balloon", "aerial_crafts", numbered(hot_air_balloon), "to drift over the countryside beneath a burner"
    ),
    Kind("rocket", "aerial_crafts", numbered(rocket), "to lift astronauts into orbit"),
    Kind("helicopter", "aerial_crafts", numbered(helicopter), "to hover over people in distress and rescue them"),
    Kind(
        "flying saucer",
        "aerial_crafts",
        numbered(flying_saucer),
        "to visit Earth from another planet in science fiction",
    ),
    Kind("parachute", "aerial_crafts", parachute, "to bring supplies down softly from the sky"),
)
TRAIN = (
    Kind("tram", "land_crafts", tram, "to glide through the city under an overhead wire"),
    Kind("motor scooter", "land_crafts", motor_scooter, "to zip past traffic in Rome"),
    Kind("handcart", "land_crafts", handcart, "to take the harvest to market by pushing"),
    Kind("airship", "aerial_crafts", airship, "to cruise slowly, filled with helium"),
    Kind("satellite", "aerial_crafts", satellite, "to relay broadcasts while circling the globe"),
)
