"""Food, dairy products and fruit."""

from ...forms import Form, box, circle, ellipse, line, polygon, sector, shape, smooth
from ...kind import Kind
from ...sketch import Sketch
from .. import kit
from ..numbering import numbered


def pizza(s: Sketch) -> None:
    crust, top = s.hues(2, ("brown", "orange", "yellow", "red", "beige", "black"))
    if s.pick("whole", "slice", "slice") == "whole":
        cut = s.pick(0, 45, 60)
        s.part("crust", sector(50, 50, 44, cut, 360) if cut else circle(50, 50, 44), hue=crust)
        s.part("topping", sector(50, 50, 36, cut, 360) if cut else circle(50, 50, 36), hue=top)
        kit.several(s, "olive", 2, 7, kit.about(50, 50, 26, 80, 290), 3.4, top, crust)
        kit.mark(s, "cut-out", 42, 50, 8, top, crust)
    else:
        s.part(
            "topping",
            s.pick(
                polygon((16, 26), (84, 26), (50, 94)),
                kit.soft(5, (14, 26), (86, 26), (50, 96)),
                shape("M16 24H84L62 66V80C62 84 57 84 57 80V74L50 94L42 74Z"),
            ),
            hue=top,
        )
        s.part(
            "crust",
            s.pick(
                box(10, 12, 80, 16, 8),
                shape("M10 24C10 4 90 4 90 24Q50 34 10 24Z"),
                kit.soft(5, (8, 28), (16, 12), (84, 12), (92, 28)),
            ),
            hue=crust,
        )
        kit.several(s, "olive", 2, 5, kit.scattered((36, 38), (62, 37), (43, 70), (58, 68), (50, 82)), 3.2, top)
        kit.mark(s, "cut-out", 50, 52, 7, top)


def hamburger(s: Sketch) -> None:
    bun, meat = s.hues(2, ("brown", "orange", "yellow", "beige", "red", "black"))
    top = s.pick(38, 44)
    s.part("lower bun", s.pick(box(14, 76, 72, 16, 7), shape("M12 76H88C88 96 12 96 12 76Z")), hue=bun, ask_color=False)
    layers = s.pick(("meat", "leaf"), ("leaf", "meat", "cheese"), ("meat", "cheese"), ("meat", "leaf", "meat"))
    height = (76 - top) / len(layers)
    for index, layer in enumerate(layers):
        y = top + height * index
        if layer == "meat":
            s.detail(box(11, y, 78, height, height / 2.2), hue=meat, outlined=True)
        elif layer == "cheese":
            s.detail(
                polygon(
                    (12, y),
                    (88, y),
                    (80, y + height),
                    (66, y + height * 0.4),
                    (50, y + height),
                    (34, y + height * 0.4),
                    (20, y + height),
                ),
                hue=s.fixed("yellow"),
                outlined=True,
            )
        else:
            s.detail(
                shape(
                    f"M8 {y}Q15 {y + 1.6 * height} 22 {y + 2}Q29 {y + 1.6 * height} 36 {y + 2}Q43 {y + 1.6 * height} 50 {y + 2}Q57 {y + 1.6 * height} 64 {y + 2}Q71 {y + 1.6 * height} 78 {y + 2}Q85 {y + 1.6 * height} 92 {y}Z"
                ),
                hue=s.fixed("green"),
                outlined=True,
            )
    s.part(
        "upper bun",
        s.pick(
            shape(f"M12 {top}C12 4 88 4 88 {top}Z"),
            kit.soft(14, (12, top), (22, 14), (78, 14), (88, top)),
            box(12, 12, 76, top - 12, 12),
        ),
        hue=bun,
        ask_color=False,
    )
    kit.several(s, "seed", 2, 6, kit.along(28, 31, 72, 31), 2.3, bun)
    kit.mark(s, "flag", 50, 8, 6, bun)


def birthday_cake(s: Sketch) -> None:
    cake, cream = s.hues(2)
    tiers = s.pick(1, 2, 1, 3)
    top = {1: 46, 2: 34, 3: 28}[tiers]
    for tier in range(tiers):
        half = 38 - 11 * (tiers - 1 - tier)
        y = top + (90 - top) * tier / tiers
        s.detail(
            s.pick(box(50 - half, y, 2 * half, (90 - top) / tiers), box(50 - half, y, 2 * half, (90 - top) / tiers, 4)),
            hue=cake,
            outlined=True,
        )
    half = 38 - 11 * (tiers - 1)
    s.part(
        "icing",
        s.pick(
            box(50 - half, top, 2 * half, 7, 3),
            shape(
                f"M{50 - half} {top}H{50 + half}V{top + 8}Q{50 + half * 0.75} {top + 16} {50 + half / 2} {top + 8}Q{50 + half / 4} {top + 16} 50 {top + 8}Q{50 - half / 4} {top + 16} {50 - half / 2} {top + 8}Q{50 - half * 0.75} {top + 16} {50 - half} {top + 8}Z"
            ),
        ),
        hue=cream,
    )
    kit.bars(
        s,
        "candle",
        1,
        5,
        lambda n: [box(x - 1.6, top - 14, 3.2, 14) for x, _ in kit.along(50 - half + 5, 0, 50 + half - 5, 0)(n)],
        cake,
    )
    for x, _ in kit.along(50 - half + 5, 0, 50 + half - 5, 0)(s.parts[-1].forms):
        s.detail(kit.leaf(x, top - 15, 8, 0, 0.6), hue=s.fixed("orange"))
    s.detail(box(8, 89, 84, 5, 2), hue=s.fixed("gray"), outlined=True)
    kit.mark(s, "ornament", 50, 79, 7, cake)


def doughnut(s: Sketch) -> None:
    dough, icing = s.hues(2)
    hole = s.pick(11, 14, 9)
    way = s.pick("round", "wavy", "bitten", "split")
    s.part("dough", s.pick(circle(50, 50, 43), ellipse(50, 52, 44, 38)).without(circle(50, 50, hole)), hue=dough)
    outline = {
        "round": circle(50, 50, 36), "split": sector(50, 50, 37, 180, 360), "bitten": circle(50, 49, 38),
        "wavy": smooth(*[p for i in range(8) for p in ((kit.about(50, 50, 39)(8)[i]), (kit.about(50, 50, 32, 22.5, 382.5)(8)[i]))]),
    }[way]  # fmt: skip
    s.part("icing", outline if way == "split" else outline.without(circle(50, 50, hole + 4)), hue=icing)
    if way == "split":
        s.detail(circle(50, 50, hole), hue=s.fixed("white"))
    kit.several(s, "sprinkle", 3, 7, kit.about(50, 50, 25, 200 if way == "split" else 40, 340), 2.5, icing)
    kit.mark(s, "sugar figure", 76, 62, 6.5, icing, dough)


def fried_egg(s: Sketch) -> None:
    pan = s.pick("pan", "none", "plate", "pan")
    rim = s.hue(("black", "gray", "blue", "red", "brown", "green"))
    if pan == "pan":
        s.part("pan", circle(42, 48, 38), hue=rim)
        s.part("grip", s.pick(kit.bar(68, 74, 92, 94, 9), box(76, 42, 20, 10, 4)), hue=s.hue(unlike=(rim,)))
    elif pan == "plate":
        s.part("plate", ellipse(50, 50, 45, 42), hue=rim)
    white = s.pick(
        smooth((18, 44), (32, 22), (56, 20), (70, 40), (66, 64), (44, 72), (24, 66)),
        ellipse(43, 47, 27, 24),
        smooth((16, 50), (28, 30), (44, 34), (58, 20), (70, 36), (62, 52), (68, 66), (44, 70), (30, 62)),
    )
    if pan == "none":  # a part, so that it gets an outline on the empty page
        s.part("white", white, hue=s.fixed("white"), plural="white", ask_color=False)
    else:
        s.detail(white, hue=s.fixed("white"), outlined=True)
    yolk = s.hue(("yellow", "orange", "red", "green"))
    kit.several(
        s,
        "yolk",
        1,
        4,
        kit.about(43, 47, 11),
        6,
        rim,
        kinds=("dot",),
        among=("yellow", "orange", "red", "green", "blue", "pink"),
    )
    kit.mark(s, "herb", 82, 18, 7, rim, yolk)


def hot_dog(s: Sketch) -> None:
    bun, meat = s.hues(2, ("brown", "orange", "yellow", "red", "beige", "black"))
    s.part(
        "bun",
        s.pick(
            box(10, 34, 80, 36, 18),
            shape("M8 52C8 28 92 28 92 52C92 82 8 82 8 52Z"),
            kit.soft(12, (8, 40), (92, 34), (94, 66), (10, 72)),
        ),
        hue=bun,
    )
    s.part("sausage", s.pick(box(4, 42, 92, 18, 9), shape("M4 50C20 38 80 38 96 50C92 66 8 66 4 50Z")), hue=meat)
    if s.some():
        s.detail(
            s.pick(box(2, 76, 96, 6, 3), ellipse(50, 78, 46, 5), polygon((10, 72), (90, 72), (82, 84), (18, 84))),
            hue=s.fixed("gray"),
            outlined=True,
        )
    kit.bars(
        s,
        "dab of mustard",
        2,
        6,
        lambda n: [ellipse(x, 51, 3.2, 2.4) for x, _ in kit.along(20, 0, 80, 0)(n)],
        meat,
        plural="dabs of mustard",
    )
    kit.mark(s, "flag", 50, 22, 8, bun)


def sandwich(s: Sketch) -> None:
    bread, filling = s.hues(2)
    view = s.pick("triangle", "stack", "triangle")
    if view == "triangle":
        s.part(
            "bread", s.pick(polygon((6, 62), (50, 18), (94, 62)), kit.soft(6, (4, 62), (50, 16), (96, 62))), hue=bread
        )
        s.part("filling", box(8, 64, 84, 9, 2), hue=filling)
        s.detail(s.pick(box(6, 75, 88, 12, 2), shape("M6 75H94L90 88H10Z")), hue=bread, level="dark")
        kit.several(s, "seed", 2, 6, kit.along(32, 54, 68, 54), 2.2, bread)
        kit.mark(s, "stamp", 50, 38, 6.5, bread)
    else:
        s.detail(box(12, 74, 76, 14, 5), hue=bread, outlined=True)
        s.part(
            "filling",
            s.pick(box(9, 60, 82, 12, 4), shape("M8 60H92L84 74L70 64L58 74L46 64L32 74L20 64Z")),
            hue=filling,
        )
        s.part("bread", s.pick(box(12, 36, 76, 22, 10), shape("M12 58C6 30 30 30 50 32C70 30 94 30 88 58Z")), hue=bread)
        kit.several(s, "seed", 2, 6, kit.along(24, 48, 76, 48), 2.4, bread)
        kit.mark(s, "flag", 50, 20, 8, bread)


def toadstool(s: Sketch) -> None:
    cap_, stem = s.hues(2)
    s.part("stem", kit.turned(s, 50, 48, 92, 9, s.pick(8, 11, 14), s.pick(12, 16, 18)), hue=stem)
    s.part(
        "cap",
        s.pick(
            shape("M8 54C8 0 92 0 92 54Z"),
            shape("M6 52C14 20 36 10 50 8C64 10 86 20 94 52Q50 66 6 52Z"),
            kit.soft(12, (8, 54), (26, 16), (74, 16), (92, 54)),
            ellipse(50, 36, 42, 24),
        ),
        hue=cap_,
    )
    kit.several(s, "spot", 2, 6, kit.scattered((28, 40), (72, 40), (40, 24), (62, 22), (22, 50), (80, 50)), 3.2, cap_)
    kit.mark(s, "emblem", 50, 40, 7, cap_)


def cookie(s: Sketch) -> None:
    dough = s.hue(("brown", "orange", "yellow", "beige", "black", "gray"))
    bite = s.pick(True, False)
    form: Form = s.pick(circle(50, 50, 42), kit.slab(s, 10, 10, 80, 80), smooth(*kit.about(50, 50, 42)(7)))
    s.part("biscuit", form, hue=dough)
    if bite:
        s.detail(circle(84, 18, 12), circle(94, 34, 8), hue=s.fixed("white"))
    kit.several(s, "chocolate chip", 3, 7, kit.about(48, 54, 26, 40, 340), 3.4, dough)
    kit.mark(s, "imprint", 48, 54, 9, dough)


def loaf_of_bread(s: Sketch) -> None:
    crust, rim = s.hues(2, ("brown", "orange", "yellow", "beige", "black", "red"))
    s.part(
        "loaf",
        s.pick(
            ellipse(50, 54, 44, 26),
            box(6, 32, 88, 46, 22),
            shape("M6 62C6 30 30 26 50 26C70 26 94 30 94 62C94 82 6 82 6 62Z"),
            ellipse(50, 52, 46, 17).turned(-24),
        ),
        hue=crust,
    )
    kit.bars(
        s,
        "cut",
        2,
        5,
        lambda n: [kit.bar(x + 5, 42, x - 5, 60, 4) for x, _ in kit.along(28, 0, 72, 0)(n)],
        crust,
        hue=rim,
    )
    if s.some():
        s.detail(box(4, 80, 92, 8, 3), hue=s.fixed("gray"), outlined=True)
    kit.mark(s, "stamp", 84, 16, 8, crust)


def milk_carton(s: Sketch) -> None:
    card, band = s.hues(2)
    view = s.pick("front", "three", "front")
    if view == "three":
        s.detail(polygon((60, 36), (82, 28), (82, 84), (60, 92)), hue=card, level="dark", outlined=True)
        s.detail(polygon((18, 36), (60, 36), (54, 16), (26, 16)), hue=band, outlined=True)
        s.detail(polygon((60, 36), (82, 28), (74, 12), (54, 16)), hue=band, level="dark", outlined=True)
        s.part("front", box(18, 36, 42, 56), hue=card)
        x = 39
    else:
        s.part(
            "roof",
            s.pick(
                polygon((24, 38), (76, 38), (66, 18), (34, 18)),
                kit.soft(3, (24, 38), (76, 38), (62, 14), (38, 14)),
                polygon((24, 38), (76, 38), (50, 14)),
            ),
            hue=band,
        )
        s.part("ridge", s.pick(box(32, 8, 36, 10), box(36, 6, 28, 12, 2), circle(50, 16, 6)), hue=s.hue(unlike=(band,)))
        s.part("front", kit.slab(s, 24, 38, 52, 54), hue=card)
        x = 50
    kit.several(s, "drop", 2, 5, kit.along(x - 14, 82, x + 14, 82), 2.2, card, kinds=("drop", "dot"))
    kit.mark(s, "label", x, 60, 11, card)


def piece_of_cheese(s: Sketch) -> None:
    rind = s.hue(("yellow", "orange", "red", "brown", "beige", "green"))
    view = s.pick("wedge", "wheel", "slice", "wedge")
    if view == "wedge":
        s.detail(
            s.pick(polygon((6, 52), (66, 22), (94, 52)), shape("M6 52L60 20C78 24 92 36 94 52Z")),
            hue=rind,
            level="light",
            outlined=True,
        )
        s.part("cut face", box(6, 52, 88, 36, s.pick(0, 4)), hue=rind)
        kit.several(
            s,
            "hole",
            2,
            6,
            kit.scattered((20, 74), (36, 62), (52, 78), (84, 62), (84, 78), (34, 80)),
            4,
            rind,
            kinds=("dot", "oval"),
        )
        kit.mark(s, "stamp", 66, 69, 8, rind)
    elif view == "wheel":
        s.part("cut face", s.pick(circle(50, 50, 43), sector(50, 50, 44, 50, 360)), hue=rind)
        kit.several(s, "hole", 2, 6, kit.about(50, 50, 29, 90, 300), 4, rind, kinds=("dot", "oval"))
        kit.mark(s, "stamp", 48, 50, 10, rind)
    else:
        s.part("cut face", s.pick(box(12, 16, 76, 70, 6), kit.soft(6, (8, 24), (86, 12), (92, 80), (14, 88))), hue=rind)
        kit.several(
            s,
            "hole",
            2,
            6,
            kit.scattered((28, 34), (66, 32), (28, 66), (70, 68), (48, 24), (50, 76)),
            4.6,
            rind,
            kinds=("dot", "oval"),
        )
        kit.mark(s, "stamp", 49, 50, 9, rind)


def cup_of_yoghurt(s: Sketch) -> None:
    cup, band = s.hues(2)
    if s.some():
        s.line(s.pick(line((60, 30), (76, 6)), shape("M62 30L70 8C74 2 82 6 78 12Z")), hue=s.fixed("gray"), width=4)
    s.part("cup", kit.turned(s, 50, 30, 92, s.pick(34, 30), s.pick(30, 32), s.pick(22, 26)), hue=cup)
    s.part(
        "lid",
        s.pick(
            box(12, 24, 76, 9, 4),
            ellipse(50, 29, 38, 7),
            shape("M12 32L18 20H74L92 14L88 32Z"),
            kit.soft(4, (12, 34), (18, 20), (82, 20), (88, 34)),
        ),
        hue=band,
    )
    kit.several(s, "berry", 2, 6, kit.along(33, 82, 67, 82), 2.6, cup, plural="berries")
    kit.mark(s, "label", 50, 58, 11, cup)


def ice_cream_cone(s: Sketch) -> None:
    cone, ice = s.hues(2)
    s.part(
        "cone",
        s.pick(
            polygon((28, 46), (72, 46), (50, 96)),
            kit.turned(s, 50, 46, 96, 24, 14, 6),
            polygon((26, 44), (74, 44), (70, 52), (56, 94), (44, 94), (30, 52)),
            shape("M22 46H78V54H72L62 96H38L28 54H22Z"),
            shape("M30 46H70L54 92Q50 97 46 92Z"),
        ),
        hue=cone,
    )
    s.part(
        "scoop",
        s.pick(
            circle(50, 34, 24),
            shape("M24 50C14 40 22 28 30 28C30 4 70 4 70 28C78 28 86 40 76 50Z"),
            shape("M26 50C20 38 30 34 34 32C32 22 42 18 46 16L56 4C60 14 68 22 66 32C72 34 80 40 74 50Z"),
            shape("M22 50C10 46 14 24 30 24C30 10 46 4 50 16C54 4 70 10 70 24C86 24 90 46 78 50Z"),
            shape("M26 48V30C26 2 74 2 74 30V48C74 56 66 56 64 48H58C56 60 46 60 44 48H36C34 54 26 54 26 48Z"),
        ),
        hue=ice,
    )
    if s.some(0.3):
        s.detail(
            s.pick(box(64, 2, 6, 30).turned(24, 67, 20), circle(50, 9, 5.5)),
            hue=s.hue(unlike=(ice, cone)),
            outlined=True,
        )
    kit.several(s, "sprinkle", 2, 6, kit.about(50, 36, 14, 250, 470), 2.4, ice)
    kit.mark(s, "wafer badge", 50, 64, 6.5, cone)


def block_of_butter(s: Sketch) -> None:
    dish, fat = s.hues(2)
    s.part("dish", s.pick(box(4, 74, 92, 12, 5), shape("M4 72H96L84 90H16Z"), ellipse(50, 80, 46, 9)), hue=dish)
    s.part(
        "block",
        s.pick(box(18, 38, 64, 36, 3), polygon((14, 74), (22, 42), (78, 34), (86, 74)), kit.slab(s, 18, 36, 64, 38)),
        hue=fat,
    )
    if s.some():
        s.line(line((60, 30), (94, 14)), hue=s.fixed("gray"), width=5)
    kit.bars(
        s,
        "notch",
        2,
        5,
        lambda n: [box(x - 1.3, 64, 2.6, 10) for x, _ in kit.along(28, 0, 72, 0)(n)],
        fat,
        plural="notches",
    )
    kit.mark(s, "stamp", 50, 51, 8, fat)


def milkshake(s: Sketch) -> None:
    glass, milk = s.hues(2)
    s.line(s.pick(line((54, 40), (66, 4)), line((52, 40), (52, 10), (66, 4))), hue=s.fixed("red"), width=3.6)
    s.part("glass", kit.turned(s, 50, 34, 92, s.pick(26, 24), s.pick(24, 20), s.pick(18, 15)), hue=glass)
    s.part(
        "foam",
        s.pick(
            shape("M22 36C18 22 34 20 36 22C40 8 62 8 64 22C70 18 82 24 78 36Z"),
            ellipse(50, 32, 28, 9),
            circle(50, 30, 17),
        ),
        hue=milk,
    )
    kit.several(s, "bubble", 2, 5, kit.along(38, 82, 62, 82), 2.3, glass)
    kit.mark(s, "label", 50, 60, 9, glass)


def milk_churn(s: Sketch) -> None:
    can, lid = s.hues(2, ("gray", "blue", "red", "green", "black", "yellow"))
    kit.handle(s, "left grip", 24, 38, 60, -10, 4, lid)
    kit.handle(s, "right grip", 76, 38, 60, 10, 4, lid)
    s.part(
        "can",
        kit.turned(s, 50, 14, 92, *s.pick((15, 15, 27, 27, 27), (13, 18, 28, 28, 24), (17, 14, 26, 28, 28))),
        hue=can,
    )
    s.part(
        "lid",
        s.pick(box(32, 6, 36, 11, 4), ellipse(50, 13, 20, 7), kit.soft(3, (30, 18), (36, 6), (64, 6), (70, 18))),
        hue=lid,
    )
    kit.several(s, "rivet", 2, 6, kit.along(30, 84, 70, 84), 2.3, can)
    kit.mark(s, "label", 50, 60, 10, can)


def apple(s: Sketch) -> None:
    skin = s.hue()
    s.line(
        s.pick(line((50, 28), (54, 10)), shape("M50 28C50 18 54 12 58 10"), line((50, 26), (48, 12))),
        hue=s.fixed("brown"),
        width=4,
    )
    if s.some(0.8):
        s.part(
            "leaf",
            kit.leaf(52, 22, s.pick(22, 28), s.pick(60, 75, -65)),
            hue=s.hue(("green", "yellow", "brown", "orange")),
            plural="leaves",
        )
    s.part(
        "skin",
        s.pick(
            shape("M50 30C60 18 90 22 88 52C86 80 66 98 50 90C34 98 14 80 12 52C10 22 40 18 50 30Z"),
            shape("M50 28C74 12 94 32 88 58C82 84 66 94 58 90Q50 86 42 90C34 94 18 84 12 58C6 32 26 12 50 28Z"),
            circle(50, 58, 36),
            kit.soft(18, (16, 28), (50, 34), (84, 28), (82, 70), (62, 94), (38, 94), (18, 70)),
        ),
        hue=skin,
    )
    kit.several(s, "freckle", 2, 5, kit.along(36, 80, 64, 80), 2.3, skin, kinds=("drop", "dot", "oval"))
    kit.mark(s, "sticker", 50, 56, 9.5, skin)


def strawberry(s: Sketch) -> None:
    flesh = s.hue()
    s.part(
        "fruit",
        s.pick(
            shape("M50 96C28 84 8 54 18 34C28 20 72 20 82 34C92 54 72 84 50 96Z"),
            shape("M50 96C34 84 12 52 15 36C22 28 78 28 85 36C88 52 66 84 50 96Z"),
            kit.soft(14, (12, 30), (88, 30), (60, 94), (40, 94)),
            shape("M50 96C30 92 14 62 20 42C28 26 72 26 80 42C86 62 70 92 50 96Z"),
        ),
        hue=flesh,
    )
    s.part(
        "leaf",
        s.pick(
            polygon((20, 30), (36, 18), (44, 24), (50, 8), (56, 24), (64, 18), (80, 30), (62, 34), (50, 44), (38, 34)),
            Form(tuple(loop for angle in (-72, 0, 72) for loop in kit.leaf(50, 32, 28, angle).loops)),
            polygon((18, 30), (50, 16), (82, 30), (70, 46), (59, 34), (50, 48), (41, 34), (30, 46)),
        ),
        hue=s.hue(("green", "brown", "yellow", "black"), unlike=(flesh,)),
        plural="leaves",
    )
    kit.several(s, "seed", 3, 7, kit.about(50, 60, 20, 70, 290, 0.8), 2.4, flesh, kinds=("drop", "dot", "upright"))
    kit.mark(s, "sticker", 50, 58, 7.5, flesh)


def bunch_of_cherries(s: Sketch) -> None:
    flesh = s.hue()
    positions = s.pick(((28, 74), (72, 74)), ((30, 66), (66, 78)), ((22, 72), (50, 80), (78, 70)))
    for x, y in positions:
        s.line(shape(f"M{x} {y - 10}C{x} 40 {44 + (x - 50) / 6} 24 54 12"), hue=s.fixed("green"), width=2.6)
    size = s.pick(15.0, 18.0) if len(positions) == 2 else 13.0
    s.part("cherry", *(circle(x, y, size) for x, y in positions), hue=flesh, plural="cherries")
    s.part(
        "leaf",
        kit.leaf(54, 13, s.pick(26, 34), s.pick(80, 100, -80)),
        hue=s.hue(("green", "yellow", "brown", "orange"), unlike=(flesh,)),
        plural="leaves",
    )
    kit.several(s, "dewdrop", 2, 5, kit.along(84, 34, 84, 56), 2.6, flesh, kinds=("drop", "dot"))
    kit.mark(s, "sticker", *positions[0], 6.5, flesh)


def slice_of_watermelon(s: Sketch) -> None:
    flesh, rind = s.hues(2)
    way = s.pick("half", "wedge", "half", "triangle")
    if way == "half":
        s.part("rind", shape("M4 36H96C96 96 4 96 4 36Z"), hue=rind)
        s.part("flesh", shape("M12 36H88C88 84 12 84 12 36Z"), hue=flesh)
        where, at = kit.about(50, 36, 28, 110, 250), (50, 48)
    elif way == "wedge":
        s.part("rind", shape("M6 30C20 100 80 100 94 30L84 30C74 84 26 84 16 30Z"), hue=rind)
        s.part("flesh", shape("M16 30H84C76 82 24 82 16 30Z"), hue=flesh)
        where, at = kit.along(32, 58, 68, 58), (50, 42)
    else:
        s.part("rind", s.pick(polygon((4, 82), (96, 82), (92, 94), (8, 94)), box(4, 80, 92, 13, 5)), hue=rind)
        s.part("flesh", s.pick(polygon((50, 8), (92, 82), (8, 82)), kit.soft(6, (50, 6), (94, 82), (6, 82))), hue=flesh)
        where, at = kit.along(30, 72, 70, 72), (50, 48)
    kit.several(s, "pip", 2, 7, where, 2.7, flesh, rind, kinds=("drop", "oval", "dot"))
    kit.mark(s, "bite mark", *at, 7.5, flesh)


def slice_of_citrus_fruit(s: Sketch) -> None:
    peel, flesh = s.hues(2)
    count = s.number(4, 8)
    way = s.pick("round", "half", "round")
    whole = way == "round"
    outer = circle(50, 50, 43) if whole else sector(50, 62, 45, -90, 90)
    s.part("peel", outer, hue=peel)
    y = 50 if whole else 62
    s.detail(circle(50, 50, 37) if whole else sector(50, 60, 38, -90, 90), hue=s.fixed("white"))
    span = 360 if whole else 180
    gap = s.pick(5, 7)
    start = 0 if whole else -90
    s.part(
        "segment",
        *(
            sector(
                50,
                y - (0 if whole else 2.5),
                33,
                start + span * i / count + gap / 2,
                start + span * (i + 1) / count - gap / 2,
            )
            for i in range(count)
        ),
        hue=flesh,
        counted=(4, 8),
        shaded=False,
    )
    if s.some():
        s.part(
            "leaf",
            kit.leaf(80, 16 if whole else 30, 20, 60),
            hue=s.hue(("green", "yellow", "brown", "orange"), unlike=(peel, flesh)),
            plural="leaves",
        )
    kit.mark(s, "seal", 50 if not whole else 86, 80 if not whole else 86, 7, peel)


def bunch_of_grapes(s: Sketch) -> None:
    hue, leaf = s.hues(2)
    s.line(shape("M50 24C50 12 56 8 60 6"), hue=s.fixed("brown"), width=4)
    s.part(
        "leaf",
        s.pick(
            kit.leaf(52, 22, 28, 70, 0.8),
            kit.leaf(50, 22, 30, -70, 0.8),
            polygon((52, 24), (60, 8), (70, 14), (84, 10), (82, 24), (70, 32)),
        ),
        hue=leaf,
        plural="leaves",
    )
    rows = s.pick((4, 3, 2), (3, 4, 3), (3, 2, 1), (4, 3, 2, 1))
    size = s.pick(8.0, 9.0)
    spots = [(50 + (i - (n - 1) / 2) * 2.15 * size, 36 + r * 1.9 * size) for r, n in enumerate(rows) for i in range(n)]
    s.detail(*(circle(x, y, size) for x, y in spots), hue=hue, outlined=True)
    kit.several(s, "seed", 2, 5, kit.along(10, 50, 10, 84), 2.7, hue)
    kit.mark(s, "tag", 86, 76, 7.5, hue)


def pea_pod(s: Sketch) -> None:
    pod, pea = s.hues(2)
    way = s.pick("open", "curved", "boat")
    if way == "curved":
        s.part("pod", shape("M6 30C20 90 70 96 94 66C76 70 40 66 26 24C20 14 4 20 6 30Z"), hue=pod)
        kit.several(
            s,
            "pea",
            2,
            6,
            lambda n: [(28 + 44 * i / max(n - 1, 1), 54 + 20 * (i / max(n - 1, 1)) ** 0.6) for i in range(n)],
            5,
            pod,
            kinds=("dot",),
        )
    else:
        s.part(
            "pod",
            s.pick(kit.leaf(8, 52, 84, 90, 0.55), shape("M4 44C20 80 80 80 96 44Q50 60 4 44Z"), box(6, 38, 88, 26, 13)),
            hue=pod,
        )
        kit.several(s, "pea", 2, 6, kit.along(26, 55, 74, 55), 4.6, pod, kinds=("dot", "dot", "oval"))
    s.line(s.pick(line((8, 44), (4, 30)), shape("M92 46C98 40 96 32 90 30")), hue=pod, width=3)
    kit.mark(s, "tag", 76, 22, 8, pod)
    del pea


def pear(s: Sketch) -> None:
    skin = s.hue()
    s.line(s.pick(line((50, 22), (54, 6)), shape("M50 22C50 12 56 8 58 6")), hue=s.fixed("brown"), width=3.6)
    if s.some(0.7):
        s.part(
            "leaf",
            kit.leaf(51, 18, 22, s.pick(65, -65, 80)),
            hue=s.hue(("green", "yellow", "brown", "orange"), unlike=(skin,)),
            plural="leaves",
        )
    s.part(
        "skin",
        s.pick(
            shape("M50 18C64 18 62 38 68 48C84 62 82 94 50 94C18 94 16 62 32 48C38 38 36 18 50 18Z"),
            kit.turned(s, 50, 18, 92, 10, 15, 28, 32, 22, way="curved"),
            shape("M44 20C56 14 64 26 62 38C62 48 82 56 80 76C78 92 62 96 48 94C26 94 18 76 26 62C36 50 32 28 44 20Z"),
        ),
        hue=skin,
    )
    kit.several(s, "freckle", 2, 6, kit.grid(34, 72, 32, 16), 2.1, skin)
    kit.mark(s, "sticker", 50, 58, 8, skin)


def pineapple(s: Sketch) -> None:
    body, leaf = s.hues(2)
    for turn in s.pick((-40, -20, 0, 20, 40), (-30, 0, 30), (-55, -28, 0, 28, 55)):
        s.detail(kit.leaf(50, 36, 32, turn, 0.34), hue=leaf, outlined=True)
    s.part(
        "fruit",
        s.pick(ellipse(50, 64, 25, 31), box(26, 34, 48, 60, 22), kit.turned(s, 50, 34, 94, 18, 26, 26, 18)),
        hue=body,
    )
    kit.several(s, "scale", 3, 7, kit.about(50, 64, 17, 0, 360, 1.2), 2.8, body, kinds=("diamond", "dot", "square"))
    kit.mark(s, "sticker", 50, 64, 7.5, body)


def banana(s: Sketch) -> None:
    peel, tip = s.hues(2)
    s.part(
        "peel",
        s.pick(
            shape("M14 14C18 60 50 84 90 78L92 86C50 106 4 70 6 16Z"),
            shape("M78 8C86 40 72 80 20 88L16 80C50 66 66 40 68 8Z"),
            shape("M10 30C26 70 60 80 92 60L96 68C70 100 20 96 4 34Z"),
        ),
        hue=peel,
    )
    if s.some():
        s.detail(circle(92, 82, 3.6), hue=tip)
    kit.several(
        s,
        "fruit fly",
        2,
        5,
        kit.along(56, 14, 90, 30) if s.some() else kit.along(30, 14, 56, 14),
        2.6,
        peel,
        plural="fruit flies",
    )
    kit.mark(s, "sticker", 38, 66, 6, peel)


def coconut(s: Sketch) -> None:
    husk, flesh = s.hues(2)
    s.part("husk", s.pick(circle(50, 52, 41), ellipse(50, 54, 42, 37), sector(50, 40, 45, 90, 270)), hue=husk)
    if s.some():
        s.part("flesh", ellipse(50, 40, 33, 20), hue=flesh)
        kit.mark(s, "piece of ice", 50, 38, 8, flesh, plural="pieces of ice")
    else:
        kit.mark(s, "carving", 50, 40, 9, husk)
    kit.several(s, "eye", 2, 5, kit.along(32, 72, 68, 72), 3.2, husk, kinds=("dot", "oval"))


TEST = (
    Kind("pizza", "food", numbered(pizza), "to be baked with sauce and cheese, and shared in slices"),
    Kind("hamburger", "food", numbered(hamburger), "to be eaten with both hands, meat between two halves of a bun"),
    Kind("birthday cake", "food", numbered(birthday_cake), "to be brought in with small flames that are blown out"),
    Kind("doughnut", "food", numbered(doughnut), "to be eaten as a sweet fried pastry with a hole"),
    Kind("fried egg", "food", numbered(fried_egg), "to be served sunny side up"),
    Kind("hot dog", "food", hot_dog, "to be sold at a stadium with mustard and a sausage inside"),
    Kind("toadstool", "food", toadstool, "to be gathered in an autumn forest by those who know which are edible"),
    Kind("milk carton", "dairy", numbered(milk_carton), "to store what cows give and pour it into a glass"),
    Kind(
        "piece of cheese",
        "dairy",
        numbered(piece_of_cheese),
        "to be sliced onto bread or melted; mice are said to love it",
    ),
    Kind("cup of yoghurt", "dairy", numbered(cup_of_yoghurt), "to be eaten with a spoon at breakfast"),
    Kind("ice cream cone", "dairy", numbered(ice_cream_cone), "to be licked on a hot day before it melts"),
    Kind("block of butter", "dairy", block_of_butter, "to be churned from cream and spread with a knife"),
    Kind("apple", "fruit", numbered(apple), "to be baked in a pie or bobbed for in a tub of water"),
    Kind("strawberry", "fruit", numbered(strawberry), "to be dipped in cream at a tennis tournament"),
    Kind("bunch of cherries", "fruit", numbered(bunch_of_cherries), "to be pitted for a Black Forest cake"),
    Kind(
        "slice of watermelon",
        "fruit",
        numbered(slice_of_watermelon),
        "to be bitten into on a hot day, its seeds spat out",
    ),
    Kind(
        "slice of citrus fruit",
        "fruit",
        numbered(slice_of_citrus_fruit),
        "to be squeezed over fish or set on the rim of a drink",
    ),
    Kind("pea pod", "fruit", numbered(pea_pod), "to be shelled into a pot before boiling"),
    Kind("bunch of grapes", "fruit", numbered(bunch_of_grapes), "to be pressed into wine or dried into raisins"),
)
TRAIN = (
    Kind("sandwich", "food", sandwich, "to be packed in a lunch box, two slices with something between"),
    Kind("cookie", "food", cookie, "to be dunked and nibbled"),
    Kind("loaf of bread", "food", loaf_of_bread, "to be baked every morning and cut"),
    Kind("milkshake", "dairy", milkshake, "to be blended with froth on top"),
    Kind("milk churn", "dairy", milk_churn, "to carry what the herd gave from the farm by cart"),
    Kind("pear", "fruit", pear, "to be poached in syrup"),
    Kind("pineapple", "fruit", pineapple, "to be cut into rings, its spiky top thrown away"),
    Kind("banana", "fruit", banana, "to be peeled, and loved by monkeys"),
    Kind("coconut", "fruit", coconut, "to be cracked open under a palm tree"),
)
