"""Further kinds of several categories."""

from ...emblems import emblem
from ...forms import both, box, circle, ellipse, line, polygon, regular, ring, shape
from ...kind import Kind
from ...palette import LOUD, METAL, WOOD
from ...sketch import Sketch
from .. import kit
from .households import dressed
from .indoors import dial


def suitcase(s: Sketch) -> None:
    case, strap = s.hues(2)
    s.strokes(
        "handle",
        s.pick(
            line((38, 28), (38, 10), (62, 10), (62, 28)),
            shape("M36 28C36 8 64 8 64 28"),
            line((42, 28), (42, 4), (58, 4), (58, 28)),
        ),
        hue=s.hue(unlike=(case,)),
        width=s.pick(3.6, 5.4),
    )
    s.part("case", kit.slab(s, 8, 26, 84, 62), hue=case)
    if s.some(0.7):
        s.part("strap", *both(s.pick(box(18, 26, 8, 62), box(14, 26, 6, 62))), hue=strap)
    kit.mark(s, "sticker", 50, 46, 8.5, case)
    kit.several(s, "rivet", 2, 6, kit.along(34, 76, 66, 76), 2.4, case)
    if s.some():
        s.detail(*both(box(20, 88, 10, 7, 3)), hue=s.fixed("black"))


def top_hat(s: Sketch) -> None:
    felt, band = s.hues(2)
    s.part(
        "crown",
        s.pick(
            box(26, 10, 48, 66, 3),
            kit.turned(s, 50, 10, 76, 27, 22, 24, way="curved"),
            polygon((22, 10), (78, 10), (72, 76), (28, 76)),
        ),
        hue=felt,
    )
    s.part(
        "brim",
        s.pick(box(6, 74, 88, 11, 5), ellipse(50, 79, 45, 8), shape("M4 70Q50 90 96 70Q94 88 50 90Q6 88 4 70Z")),
        hue=felt,
        level="dark",
        ask_color=False,
    )
    s.part("band", s.pick(box(25, 60, 50, 12), polygon((27, 58), (73, 58), (72, 70), (28, 70))), hue=band)
    kit.several(s, "bead", 2, 6, kit.along(33, 65.5, 67, 65.5), 2.4, band)
    kit.mark(s, "emblem", 50, 34, 9, felt)


def pocket_watch(s: Sketch) -> None:
    case, face_ = s.hues(2)
    s.line(
        s.pick(shape("M50 14C60 2 80 4 86 20C90 34 96 40 92 56"), shape("M50 14C40 2 20 4 14 18C8 34 4 40 8 56")),
        hue=case,
        width=2.6,
    )
    s.detail(ring(50, 15, 7, 4), hue=case, outlined=True)
    s.part("case", s.pick(circle(50, 58, 36), regular(50, 58, 38, 12), ellipse(50, 58, 33, 36)), hue=case)
    s.part("dial", s.pick(circle(50, 58, 28), circle(50, 58, 25)), hue=face_)
    dial(s, 50, 58, 20, face_)
    kit.several(s, "dot on the dial", 2, 5, kit.about(50, 58, 21, 120, 240), 1.9, face_, plural="dots on the dial")
    kit.mark(s, "charm", 84 if s.some() else 16, 88, 6.5, case)


def cuckoo_clock(s: Sketch) -> None:
    wood, tile = s.hues(2, WOOD)
    s.part(
        "body",
        s.pick(box(26, 34, 48, 42), polygon((24, 36), (76, 36), (70, 76), (30, 76)), kit.slab(s, 24, 34, 52, 42)),
        hue=wood,
    )
    s.part(
        "roof",
        s.pick(
            polygon((50, 6), (86, 38), (76, 44), (50, 20), (24, 44), (14, 38)),
            polygon((50, 6), (88, 40), (12, 40)),
            shape("M12 40C30 30 40 18 50 6C60 18 70 30 88 40Z"),
        ),
        hue=tile,
    )
    face_ = s.hue(unlike=(wood,))
    s.part("dial", s.pick(circle(50, 58, 13), regular(50, 58, 14, 8, 22.5)), hue=face_)
    dial(s, 50, 58, 10, face_)
    s.line(line((40, 76), (40, 88)), line((60, 76), (60, 92)), hue=s.fixed("gray"), width=1.6)
    kit.several(s, "pine cone", 1, 4, kit.along(34, 92, 66, 92), 3, wood, kinds=("oval", "drop", "diamond"))
    kit.mark(s, "hatch", 50, 33, 6, tile, wood, plural="hatches")


def juice_box(s: Sketch) -> None:
    card, band = s.hues(2)
    s.line(
        s.pick(line((60, 24), (60, 8), (76, 4)), line((40, 26), (46, 4)), line((62, 24), (68, 4))),
        hue=s.fixed("red"),
        width=3.4,
    )
    s.part(
        "box",
        s.pick(box(26, 22, 48, 72), kit.slab(s, 24, 22, 52, 72), polygon((30, 22), (74, 22), (70, 94), (26, 94))),
        hue=card,
    )
    if s.some():
        s.part("band", box(26, 70, 48, 8), hue=band)
    kit.mark(s, "fruit sign", 50, 48, 10, card)
    kit.several(s, "drop", 2, 6, kit.along(34, 86, 66, 86), 2.3, card, kinds=("drop", "dot", "oval"))


def bench(s: Sketch) -> None:
    wood, iron = s.hues(2)
    kit.legs(s, (16, 84), 60, 88, s.pick(5, 8), iron)
    way = s.pick("slats", "panel", "rail")
    if way == "slats":
        kit.bars(s, "slat", 1, 4, lambda n: [box(10, 22 + 9 * i, 80, 5.4, 2) for i in range(n)], wood)
        s.detail(*both(box(14, 18, 4, 44)), hue=iron)
    else:
        if way == "panel":
            s.part(
                "back",
                s.pick(box(10, 24, 80, 28, 4), shape("M10 52V36Q50 12 90 36V52Z")),
                hue=wood,
                level="light",
                ask_color=False,
            )
        else:
            s.detail(*both(box(14, 28, 4, 32)), hue=iron)
            s.detail(box(8, 28, 84, 9, 3), hue=wood, level="light", outlined=True)
        kit.several(
            s, "leaf", 1, 4, kit.along(22, 55, 60, 55), 3.4, wood, kinds=("dot", "oval", "drop"), plural="leaves"
        )
    s.part("seat", s.pick(box(6, 58, 88, 8, 2), box(4, 58, 92, 11, 4)), hue=wood)
    kit.mark(s, "plaque", 50, 80, 7.5, wood)


def violin(s: Sketch) -> None:
    wood, neck = s.hues(2)
    s.part("neck", s.pick(box(46.5, 8, 7, 42), polygon((47, 8), (53, 8), (54, 50), (46, 50))), hue=neck)
    s.part("scroll", s.pick(circle(50, 8, 5.4), box(44, 3, 12, 10, 4)), hue=neck, level="dark", ask_color=False)
    s.part(
        "body",
        s.pick(
            shape(
                "M50 40C66 38 68 52 62 56C58 60 58 66 64 70C74 80 66 96 50 96C34 96 26 80 36 70C42 66 42 60 38 56C32 52 34 38 50 40Z"
            ),
            shape("M38 42H62L68 52L60 58V66L72 78L66 94H34L28 78L40 66V58L32 52Z"),
            kit.soft(7, (36, 40), (64, 40), (60, 62), (72, 82), (62, 96), (38, 96), (28, 82), (40, 62)),
        ),
        hue=wood,
    )
    if s.some():
        s.line(line((82, 8), (88, 94)), hue=s.fixed("brown"), width=2.4)
    kit.mark(s, "inlay", 50, 79, 7, wood)
    kit.several(s, "peg", 2, 5, kit.along(40, 15, 40, 34), 2.1, neck)


def lollipop(s: Sketch) -> None:
    candy, stripe = s.hues(2)
    s.part("stick", s.pick(box(47, 50, 6, 47, 2), box(47.8, 50, 4.4, 47)), hue=s.fixed("gray"), ask_color=False)
    s.part("candy", s.pick(circle(50, 36, 32), ellipse(50, 36, 35, 29), regular(50, 36, 33, 9)), hue=candy)
    if s.some():
        s.line(shape("M50 36C58 30 54 20 44 24C32 30 38 50 52 50C70 48 70 22 52 14"), hue=stripe, width=3)
        kit.several(s, "crumb", 2, 5, kit.along(16, 84, 36, 84), 2.6, candy)
        kit.mark(s, "wrapper sign", 80, 82, 7.5, candy)
    else:
        kit.several(s, "sprinkle", 2, 7, kit.about(50, 36, 21), 2.8, candy)
        kit.mark(s, "sugar figure", 50, 36, 8, candy)


def lemon(s: Sketch) -> None:
    peel, leaf = s.hues(2)
    s.part(
        "peel",
        s.pick(
            shape("M4 52C12 50 20 24 50 24C80 24 88 50 96 52C88 56 80 82 50 82C20 82 12 56 4 52Z"),
            shape("M10 50C20 20 70 14 86 40L94 44L90 54C84 86 30 92 14 62L6 58Z"),
            shape("M6 52L15 45C26 16 74 16 85 45L94 52L85 59C74 88 26 88 15 59Z"),
        ),
        hue=peel,
    )
    s.part("leaf", kit.leaf(56, 26, s.pick(22, 28), s.pick(40, 70, -50)), hue=leaf, plural="leaves")
    kit.several(s, "pore", 2, 6, kit.along(32, 70, 68, 70), 2.2, peel)
    kit.mark(s, "sticker", 48, 50, 9, peel)


def server_cabinet(s: Sketch) -> None:
    case, slot = s.hues(2)
    s.part("cabinet", kit.slab(s, 22, 5, 56, 90), hue=case)
    kit.bars(
        s, "drive", 2, 6, lambda n: [box(29, 12 + 52 * i / n, 42, 52 / n - 3, 1) for i in range(n)], case, hue=slot
    )
    kit.mark(s, "sign at the bottom", 50, 78, 8, case, plural="signs at the bottom")
    if s.some():
        s.detail(*both(box(26, 93, 10, 4, 1)), hue=s.fixed("black"))


def teddy_bear(s: Sketch) -> None:
    plush, patch = s.hues(2)
    for x, y, r in s.pick(((24, 58, 11), (30, 88, 12)), ((20, 50, 10), (28, 86, 13))):
        s.detail(*both(circle(x, y, r)), hue=plush, outlined=True)
    s.part(
        "body", s.pick(ellipse(50, 70, 24, 24), circle(50, 70, 25), box(28, 46, 44, 48, 18)), hue=plush, ask_color=False
    )
    s.part("ear", *both(circle(30, 14, s.pick(8, 10))), hue=plush, level="dark", ask_color=False)
    s.part("head", s.pick(circle(50, 29, 23), ellipse(50, 30, 26, 21)), hue=plush)
    s.part("muzzle", ellipse(50, 36, 10, 8), hue=patch)
    kit.eyes(s, 50, 24, 9, 2.2, s.fixed("white" if plush.name == "black" else "black"))
    s.detail(ellipse(50, 33, 3.4, 2.4), hue=s.fixed("black" if patch.name != "black" else "white"))
    kit.mark(s, "tummy patch", 50, 68, 8.5, plush, plural="tummy patches")
    kit.several(s, "stitch", 2, 5, kit.along(38, 85, 62, 85), 2, plush, plural="stitches", kinds=("upright", "dot"))


def ambulance(s: Sketch) -> None:
    body, stripe = s.hues(2)
    s.part("beacon", s.pick(box(44, 14, 14, 8, 3), shape("M44 22C44 10 58 10 58 22Z")), hue=s.hue(LOUD, unlike=(body,)))
    s.part(
        "body",
        s.pick(
            polygon((4, 22), (66, 22), (78, 46), (96, 52), (96, 76), (4, 76)),
            kit.soft(6, (4, 20), (70, 20), (82, 46), (97, 52), (97, 76), (4, 76)),
            shape("M4 76V28C4 22 8 20 12 20H62C72 20 76 40 80 48C92 50 96 54 96 62V76Z"),
        ),
        hue=body,
    )
    s.detail(s.pick(polygon((60, 28), (66, 28), (74, 46), (60, 46)), box(58, 28, 12, 16, 2)), hue=s.fixed("white"))
    kit.wheels(s, ((22, 78), (76, 78)), s.pick(9, 11), s.hue(("black", "gray", "brown")), stripe)
    kit.mark(s, "side sign", 30, 48, 9, body)
    kit.several(s, "reflector", 2, 5, kit.along(38, 68, 62, 68), 2.2, body)


def globe(s: Sketch) -> None:
    sea, land = s.hues(2)
    s.strokes(
        "arc",
        s.pick(shape("M64 8C96 24 96 72 60 82"), shape("M50 6C100 10 100 84 50 84")),
        hue=s.hue(METAL, unlike=(sea, land)),
        width=4,
    )
    s.part(
        "foot",
        s.pick(box(32, 88, 40, 7, 3), polygon((44, 82), (58, 82), (72, 95), (30, 95)), ellipse(51, 91, 24, 5)),
        hue=s.hue(WOOD, unlike=(sea,)),
        plural="feet",
        ask_color=False,
    )
    s.part("ball", circle(46, 44, s.pick(33, 36)), hue=sea)
    kit.several(s, "island", 2, 6, kit.about(46, 44, 22, 20, 340), 4, sea, kinds=("oval", "hexagon", "dot"))
    kit.mark(s, "continent", 46, 44, 9, sea)


def power_drill(s: Sketch) -> None:
    case, bit = s.hues(2)
    s.part(
        "bit",
        s.pick(polygon((4, 34), (30, 30), (30, 38)), box(6, 32, 26, 4)),
        hue=s.hue(METAL, unlike=(case,)),
        ask_color=False,
    )
    s.detail(s.pick(polygon((28, 26), (40, 22), (40, 46), (28, 42)), box(28, 26, 12, 16, 2)), hue=bit, outlined=True)
    s.part(
        "case",
        s.pick(
            kit.soft(6, (38, 18), (94, 18), (94, 48), (82, 50), (84, 92), (62, 92), (62, 50), (38, 48)),
            polygon((38, 20), (92, 20), (92, 46), (78, 48), (88, 92), (66, 92), (58, 48), (38, 46)),
            shape("M38 18H84C96 18 96 46 84 48C80 60 86 80 88 92H66C62 78 62 60 60 48H38Z"),
        ),
        hue=case,
    )
    if s.some(0.6):
        s.detail(box(56, 86, 36, 10, 3), hue=bit, outlined=True)
    kit.mark(s, "badge", 54, 33, 7, case)
    kit.several(s, "air hole", 2, 5, kit.along(68, 33, 86, 33), 2, case, kinds=("upright", "dot"))


def coin_purse(s: Sketch) -> None:
    leather, flap = s.hues(2)
    s.part(
        "purse",
        s.pick(
            shape("M20 36H80C100 60 92 94 50 94C8 94 0 60 20 36Z"),
            kit.soft(14, (22, 34), (78, 34), (92, 92), (8, 92)),
            ellipse(50, 64, 40, 30),
        ),
        hue=leather,
    )
    s.part("frame", s.pick(box(18, 30, 64, 8, 3), shape("M16 38C24 24 76 24 84 38Z")), hue=flap)
    s.detail(*s.pick((circle(45, 24, 5), circle(55, 24, 5)), (circle(50, 23, 6),)), hue=flap, outlined=True)
    kit.several(s, "sequin", 2, 6, kit.along(28, 78, 72, 78), 2.6, leather)
    kit.mark(s, "embroidery", 50, 57, 9, leather)


def tub_of_margarine(s: Sketch) -> None:
    tub, lid = s.hues(2)
    s.part("tub", kit.turned(s, 50, 38, 92, *s.pick((36, 32), (34, 34), (38, 34, 26))), hue=tub)
    s.part(
        "lid",
        s.pick(
            box(10, 28, 80, 12, 4), shape("M10 40C10 20 90 20 90 40Z"), polygon((14, 24), (86, 24), (92, 40), (8, 40))
        ),
        hue=lid,
    )
    kit.several(s, "dab", 2, 6, kit.along(28, 83, 72, 83), 2.5, tub)
    kit.mark(s, "label", 50, 62, 10, tub)


def swing(s: Sketch) -> None:
    pole, seat = s.hues(2)
    s.line(
        *both(line((30, 8), (8, 94))),
        *both(line((30, 8), (34, 94))) if s.some() else both(line((20, 8), (14, 94))),
        hue=pole,
        width=4,
    )
    s.part("beam", box(16, 5, 68, 7, s.pick(0, 3)), hue=pole, ask_color=False)
    s.line(line((42, 12), (42, 70)), line((58, 12), (58, 70)), hue=s.fixed("gray"), width=2)
    s.part("seat", s.pick(box(36, 68, 28, 7, 2), shape("M36 62H64C64 80 36 80 36 62Z")), hue=seat)
    kit.mark(s, "figure in the middle", 50, 34, 7.5, pole, seat, plural="figures in the middle")
    kit.several(s, "pebble", 2, 6, kit.along(40, 90, 62, 90), 2.2, pole)


def pirate_hat(s: Sketch, x: float, top: float, r: float) -> None:
    s.part(
        "hat",
        s.pick(
            shape(
                f"M{x - 1.6 * r} {top + 2}C{x - r} {top - 1.6 * r} {x + r} {top - 1.6 * r} {x + 1.6 * r} {top + 2}Q{x} {top - 0.4 * r} {x - 1.6 * r} {top + 2}Z"
            ),
            polygon((x - 1.5 * r, top + 1), (x - r, top - 0.8 * r), (x + r, top - 0.8 * r), (x + 1.5 * r, top + 1)),
        ),
        hue=s.hue(("black", "red", "blue", "brown")),
    )
    y = top + 0.57 * r
    s.detail(ellipse(x - 0.4 * r, y, 0.3 * r, 0.26 * r), hue=s.fixed("black"))
    s.line(line((x - 0.9 * r, y - 0.2 * r), (x + 0.9 * r, y - 0.45 * r)), hue=s.fixed("black"), width=1.4)


def nurse_cap(s: Sketch, x: float, top: float, r: float) -> None:
    cap = s.hue(("white", "red", "blue", "green", "pink"))
    s.part(
        "cap",
        s.pick(
            box(x - 0.8 * r, top - 0.7 * r, 1.6 * r, 0.8 * r, 2),
            polygon((x - r, top - 0.8 * r), (x + r, top - 0.8 * r), (x + 0.7 * r, top), (x - 0.7 * r, top)),
        ),
        hue=cap,
    )
    s.detail(emblem("cross", x, top - 0.34 * r, 0.32 * r), hue=s.fixed("red" if cap.name == "white" else "white"))


def pirate(s: Sketch) -> None:
    dressed(s, word="medallion", counted="coin", hat=pirate_hat, beard=True, worn="a pirate's hat")


def nurse(s: Sketch) -> None:
    dressed(s, word="name badge", counted="clip", hat=nurse_cap, worn="a nurse's cap")


TEST = (
    Kind("suitcase", "accessory", suitcase, "to pack for a vacation"),
    Kind("top hat", "clothing", top_hat, "to be raised by a gentleman, or to have rabbits pulled out of it"),
    Kind("pocket watch", "time_clock", pocket_watch, "to be drawn from a waistcoat on its chain", flips=False),
    Kind("juice box", "beverage", juice_box, "to give a child something fruity to sip at break"),
    Kind("bench", "furniture", bench, "to rest outdoors beside a path"),
    Kind("violin", "musical_instrument", violin, "to be played with a bow under the chin"),
    Kind("lollipop", "food", lollipop, "to be licked or sucked, held by its stick"),
    Kind("lemon", "fruit", lemon, "to be squeezed into tea"),
    Kind("teddy bear", "entertainment", teddy_bear, "to be cuddled in a cot"),
    Kind("globe", "science", globe, "to find countries and oceans by turning it"),
    Kind("pirate", "human", pirate, "He boards ships and buries chests"),
    Kind("nurse", "human", nurse, "This person changes bandages and takes the pulse"),
)
TRAIN = (
    Kind("coin purse", "accessory", coin_purse, "to keep small change behind a snap"),
    Kind("cuckoo clock", "time_clock", cuckoo_clock, "to have a bird call the hours", flips=False),
    Kind("server cabinet", "computer", server_cabinet, "to run web sites in a cold room", flips=False),
    Kind("ambulance", "land_crafts", ambulance, "to rush the injured to a hospital"),
    Kind("power drill", "tool", power_drill, "to make openings in masonry"),
    Kind("tub of margarine", "dairy", tub_of_margarine, "to keep something spreadable in the fridge"),
    Kind("swing", "entertainment", swing, "to fly back and forth on a playground"),
)
