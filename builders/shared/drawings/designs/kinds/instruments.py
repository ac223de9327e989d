"""Musical instruments and entertainment."""

from ...forms import box, circle, ellipse, line, polygon, regular, shape
from ...kind import Kind
from ...palette import WOOD
from ...sketch import Sketch
from .. import kit
from ..numbering import numbered


def guitar(s: Sketch) -> None:
    wood, neck = s.hues(2)
    s.part("neck", s.pick(box(45, 12, 10, 46), polygon((46, 10), (54, 10), (56, 58), (44, 58))), hue=neck)
    s.part(
        "head",
        s.pick(
            box(42, 4, 16, 12, 2),
            polygon((40, 4), (60, 4), (56, 18), (44, 18)),
            kit.soft(2, (42, 2), (62, 8), (56, 18), (44, 18)),
        ),
        hue=s.hue(unlike=(neck,)),
        ask_color=False,
    )
    s.part(
        "body",
        s.pick(
            shape("M50 46C66 40 72 52 66 62C80 72 78 96 50 96C22 96 20 72 34 62C28 52 34 40 50 46Z"),
            polygon((20, 44), (42, 58), (58, 58), (80, 40), (68, 70), (78, 94), (22, 94), (32, 70)),
            shape("M38 50C24 30 20 62 30 68C18 84 30 96 50 96C70 96 82 84 70 68C80 62 76 30 62 50Q50 60 38 50Z"),
            ellipse(50, 73, 27, 24),
        ),
        hue=wood,
    )
    kit.mark(s, "sound hole", 50, 68, s.pick(7, 9), wood)
    kit.several(s, "fret dot", 1, 4, kit.along(50, 23, 50, 45), 2.1, neck)
    if s.some():
        s.detail(box(42, 84, 16, 4, 1), hue=neck)


def drum(s: Sketch) -> None:
    shell, rim = s.hues(2)
    sticks = s.pick("crossed", "none", "beside")
    if sticks == "crossed":
        s.line(line((20, 6), (60, 34)), line((80, 6), (40, 34)), hue=s.fixed("brown"), width=4)
    elif sticks == "beside":
        s.line(line((94, 10), (88, 90)), hue=s.fixed("brown"), width=4)
    way = s.pick("side", "deep", "bongo")
    half = {"side": 36, "deep": 30, "bongo": 34}[way]
    s.part(
        "shell",
        {
            "side": box(50 - half, 40, 2 * half, 42, s.pick(2, 8)),
            "deep": box(50 - half, 34, 2 * half, 58, 6),
            "bongo": kit.turned(s, 50, 32, 94, half, 24, 14, 22, way="curved"),
        }[way],
        hue=shell,
    )
    s.part(
        "skin",
        s.pick(ellipse(50, 38, half + 2, 11), box(50 - half - 3, 30, 2 * half + 6, 10, 4)),
        hue=s.hue(("white", "yellow", "gray", "pink", "beige"), unlike=(shell,)),
    )
    kit.mark(s, "crest", 50, 62, 8.5, shell)
    kit.several(
        s,
        "bolt",
        2,
        6,
        kit.along(50 - half * 0.6, 77, 50 + half * 0.6, 77) if way != "bongo" else kit.along(40, 46, 60, 46),
        2.2,
        shell,
    )
    del rim


def xylophone(s: Sketch) -> None:
    rail = s.hue()
    way = s.pick("upright", "fan", "upright")
    s.detail(
        *(box(8, y, 84, 4) for y in (36, 62))
        if way == "upright"
        else (polygon((8, 34), (92, 42), (92, 46), (8, 38)), polygon((8, 66), (92, 58), (92, 54), (8, 62))),
        hue=rail,
        outlined=True,
    )
    bar = s.hue(unlike=(rail,))
    wide = s.pick(7, 8.5)
    kit.bars(
        s,
        "bar",
        3,
        7,
        lambda n: [
            box(x - wide / 2, 18 + 12 * i / max(n - 1, 1), wide, 62 - 24 * i / max(n - 1, 1), 2)
            for i, (x, _) in enumerate(kit.along(16, 0, 84, 0)(n))
        ],
        rail,
        hue=bar,
    )
    s.line(s.pick(line((30, 94), (80, 88)), line((60, 92), (92, 84))), hue=s.fixed("brown"), width=2.6)
    kit.mark(s, "mallet head", 22, 93, 6, rail, bar)


def harp(s: Sketch) -> None:
    wood = s.hue(WOOD)
    s.part(
        "frame",
        s.pick(
            polygon((16, 6), (24, 4), (32, 74), (84, 18), (92, 24), (34, 92), (22, 92)),
            shape(
                "M20 92V14C20 4 32 4 38 12C48 26 66 26 84 10L90 18C74 34 80 60 40 92Z M30 76V26C42 36 60 38 72 30C68 50 54 64 30 76Z"
            ),
            shape("M18 8H28V70C50 70 70 44 74 12H84C82 60 54 92 28 92H18Z"),
        ),
        hue=wood,
    )
    kit.bars(
        s,
        "string",
        3,
        7,
        lambda n: [box(34 + 6 * i, 24 + 3 * i, 1.8, 44 - 7 * i if n < 5 else 44 - 5.4 * i) for i in range(n)],
        wood,
    )
    if s.some():
        s.part("foot", box(12, 90, 40, 6, 2), hue=s.hue(unlike=(wood,)), plural="feet", ask_color=False)
    kit.mark(s, "carving", 76, 80, 8, wood)


def accordion(s: Sketch) -> None:
    case, bellows = s.hues(2)
    n = s.pick(4, 5, 6)
    step = 40 / n
    tops = [(30 + step * (i + 0.5 * j), 24 + (5 if j else 0)) for i in range(n) for j in (0, 1)] + [(70, 24)]
    s.part(
        "bellows",
        polygon(*tops, *[(x, 100 - y) for x, y in tops[::-1]]) if s.some() else box(29, 28, 42, 46),
        hue=bellows,
        plural="bellows",
    )
    if s.some():
        s.line(
            *(line((30 + step * i, 30), (30 + step * i, 70)) for i in range(1, n)), hue=bellows, level="dark", width=1.8
        )
    s.part(
        "case",
        s.pick(box(6, 16, 26, 68, 4), polygon((6, 14), (32, 20), (32, 80), (6, 86))),
        s.pick(box(68, 16, 26, 68, 4), polygon((94, 14), (68, 20), (68, 80), (94, 86))),
        hue=case,
    )
    kit.several(s, "button", 2, 7, kit.along(19, 28, 19, 72), 2.4, case)
    kit.mark(s, "ornament", 81, 50, 8, case)


def trumpet(s: Sketch) -> None:
    brass, valve = s.hues(2, ("yellow", "orange", "gray", "brown", "red", "black"))
    s.part(
        "bell",
        s.pick(
            polygon((64, 44), (94, 22), (94, 76), (64, 54)),
            shape("M58 44C76 44 86 34 92 22H96V76H92C86 64 76 54 58 54Z"),
        ),
        hue=brass,
    )
    s.detail(box(8, 45, 58, 8), hue=brass, outlined=True)
    s.detail(s.pick(polygon((4, 42), (10, 45), (10, 53), (4, 56)), box(4, 42, 6, 14, 2)), hue=brass)
    s.line(
        s.pick(shape("M24 50C16 70 20 74 30 74H52C64 74 64 54 56 52"), line((26, 50), (26, 72), (58, 72), (58, 50))),
        hue=brass,
        width=5,
    )
    kit.bars(
        s,
        "valve",
        1,
        4,
        lambda n: [box(x - 2.6, 30, 5.2, 28, 2) for x, _ in kit.along(31, 0, 53, 0)(n)],
        brass,
        hue=valve,
    )
    kit.mark(s, "pennant", 18, 80 if s.some() else 20, 8, brass)


def piano(s: Sketch) -> None:
    wood, lid = s.hues(2)
    if s.pick("upright", "keys", "upright") == "upright":
        s.part("case", s.pick(box(12, 10, 76, 46, 3), shape("M12 56V16C12 8 30 8 50 8H88V56Z")), hue=wood)
        s.detail(box(14, 66, 8, 28), box(78, 66, 8, 28), hue=wood, level="dark", outlined=True)
        y, high = 56, 12
    else:
        s.part("case", kit.slab(s, 4, 22, 92, 58), hue=wood)
        y, high = 44, 32
    s.detail(box(8, y, 84, high), hue=s.fixed("white"), outlined=True)
    black = s.fixed("black") if s.pick(0, 1) else s.fixed("gray")
    s.part(
        "dark key",
        *(box(x - 2.4, y, 4.8, high * 0.6) for x, _ in kit.along(18, 0, 82, 0)(s.number(3, 7))),
        hue=black,
        counted=(3, 7),
        shaded=False,
    )
    kit.mark(s, "emblem", 50, 33, 7.5, wood)
    if s.some():
        s.part("lid", box(8, 5, 84, 6, 2), hue=lid)


def bell(s: Sketch) -> None:
    metal, band = s.hues(2, ("yellow", "orange", "gray", "brown", "red", "black"))
    s.line(s.pick(shape("M42 14C42 2 58 2 58 14"), line((50, 4), (50, 16))), hue=band, width=4)
    s.detail(circle(50, 86, 7), hue=band, outlined=True)
    s.part(
        "bell",
        s.pick(
            shape("M50 12C70 12 72 30 74 50C76 66 84 72 88 80H12C16 72 24 66 26 50C28 30 30 12 50 12Z"),
            kit.turned(s, 50, 14, 82, 12, 24, 28, 40),
            kit.soft(6, (34, 14), (66, 14), (74, 64), (90, 82), (10, 82), (26, 64)),
        ),
        hue=metal,
    )
    kit.several(s, "stud", 2, 6, kit.along(30, 72, 70, 72), 2.3, metal)
    kit.mark(s, "relief", 50, 44, 9, metal)


def flute(s: Sketch) -> None:
    wood, ring_ = s.hues(2)
    way = s.pick("pipe", "recorder", "pan")
    if way == "pan":
        kit.bars(
            s,
            "pipe",
            3,
            6,
            lambda n: [box(x - 5, 12, 10, 70 - 8 * i, 3) for i, (x, _) in enumerate(kit.along(20, 0, 80, 0)(n))],
            wood,
        )
        s.part("strap", kit.bar(10, 36, 90, 30, 7), hue=ring_)
        kit.mark(s, "charm", 86, 84, 8, wood)
        return
    s.part(
        "tube",
        s.pick(box(4, 44, 92, 13, 5), polygon((4, 42), (90, 46), (96, 44), (96, 58), (90, 56), (4, 60)))
        if way == "pipe"
        else s.pick(polygon((4, 47), (80, 42), (94, 36), (94, 66), (80, 60), (4, 55)), box(6, 42, 84, 18, 8)),
        hue=wood,
    )
    kit.several(s, "finger hole", 3, 7, kit.along(26, 51, 78, 51), 2.6, wood, kinds=("dot", "square", "oval"))
    kit.mark(s, "tassel", 16, 74, 8, wood)


def game_controller(s: Sketch) -> None:
    shell, pad = s.hues(2)
    s.part(
        "shell",
        s.pick(
            box(6, 28, 88, 46, 22),
            shape("M26 28H74C96 28 98 84 84 84C74 84 72 68 62 68H38C28 68 26 84 16 84C2 84 4 28 26 28Z"),
            shape("M18 32C30 24 70 24 82 32C96 42 99 80 86 82C76 82 72 64 50 64C28 64 24 82 14 82C1 80 4 42 18 32Z"),
            kit.soft(12, (20, 26), (80, 26), (96, 80), (70, 70), (30, 70), (4, 80)),
        ),
        hue=shell,
    )
    if s.some():
        s.line(shape("M50 27C50 16 62 16 64 6"), hue=s.fixed("black"), width=3)
    kit.mark(s, "pad", 27, 47, s.pick(8, 10), shell)
    kit.several(s, "button", 2, 5, kit.about(73, 47, 8.5), 3, shell, pad)
    if s.some():
        s.detail(box(44, 42, 12, 4, 2), box(44, 50, 12, 4, 2), hue=pad)


def die(s: Sketch) -> None:
    face_, pip = s.hues(2)
    n = s.number(1, 6)
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
        6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }[n]
    deep, high = s.pick((20, 20), (22, 24), (16, 22))
    corner, is_left = s.pick(0, 4), s.pick(False, True)
    upper = polygon((14, 36), (14 + deep, 36 - high), (74 + deep, 36 - high), (74, 36))
    side = polygon((74, 36), (74 + deep, 36 - high), (74 + deep, 94 - high), (74, 94))
    front = box(14, 36, 60, 58, corner)
    if is_left:
        upper, side, front = upper.mirrored(), side.mirrored(), front.mirrored()
    s.detail(upper, hue=face_, level="light", outlined=True)
    s.detail(side, hue=face_, level="dark", outlined=True)
    s.part("front", front, hue=face_)
    x, y, d = (56 if is_left else 44), 65, 17
    middle = 44 + deep / 2
    kit.mark(
        s, "sign on the upper side", 100 - middle if is_left else middle, 36 - high / 2, 5.8, face_,
        plural="signs on the upper side",
    )  # fmt: skip
    draw = kit.token(s, 5, ("dot", "square", "hexagon"))
    s.part("pip", *(draw(x + d * a, y + d * b) for a, b in spots), hue=pip, counted=(1, 6), shaded=False)


def kite(s: Sketch) -> None:
    sail, tail = s.hues(2)
    s.strokes(
        "line",
        s.pick(shape("M50 62C44 74 60 80 52 96"), shape("M50 62C66 74 40 84 70 94")),
        hue=s.fixed("black"),
        width=1.8,
    )
    s.part(
        "sail",
        s.pick(
            polygon((50, 4), (78, 30), (50, 66), (22, 30)),
            shape("M50 4C64 10 80 20 80 32C74 48 62 58 50 66C38 58 26 48 20 32C20 20 36 10 50 4Z"),
            polygon((14, 24), (50, 6), (86, 24), (50, 62)),
            regular(50, 36, 32, 6),
        ),
        hue=sail,
    )
    if s.some():
        s.line(line((50, 6), (50, 64)), line((22, 30), (78, 30)), hue=sail, level="dark", width=1.8)
    kit.several(s, "bow", 1, 4, kit.along(56, 74, 54, 94), 3.4, sail, kinds=("diamond", "lying", "dot"))
    kit.mark(s, "figure", 50, 32, 8.5, sail)
    del tail


def television(s: Sketch) -> None:
    case = s.hue()
    old = s.some(0.6)
    if old:
        s.line(
            *s.pick((line((50, 22), (32, 4)), line((50, 22), (68, 4))), (line((50, 22), (66, 4)),)),
            hue=s.fixed("black"),
            width=2.6,
        )
        kit.legs(s, (24, 76), 80, 93, 6, case)
    else:
        s.detail(
            s.pick(polygon((40, 76), (60, 76), (68, 92), (32, 92)), box(30, 86, 40, 6, 2)),
            box(47, 74, 6, 16),
            hue=case,
            level="dark",
            outlined=True,
        )
    s.part("case", kit.slab(s, 6, 20, 88, 62 if old else 58), hue=case)
    glass = s.hue(unlike=(case,))
    s.part("screen", box(13, 27, 56 if old else 74, 46 if old else 44, s.pick(2, 8)), hue=glass)
    kit.mark(s, "picture", 41 if old else 50, 49, 12, glass, case)
    kit.several(
        s, "knob" if old else "light", 2, 5, kit.along(81, 34, 81, 66) if old else kit.along(38, 12, 62, 12), 3, case
    )


def clapperboard(s: Sketch) -> None:
    board, stick = s.hues(2)
    open_ = s.pick("open", "open", "shut")
    s.part("board", kit.slab(s, 8, 42, 84, 48), hue=board)
    turn = -14 if open_ == "open" else 0
    s.part("stick", box(8, 26, 84, 13, s.pick(0, 3)).turned(turn, 10, 38), hue=stick)
    kit.bars(
        s,
        "stripe on the stick",
        2,
        5,
        lambda n: [
            polygon((x, 28), (x + 6, 28), (x + 1, 37), (x - 5, 37)).turned(turn, 10, 38)
            for x, _ in kit.along(24, 0, 80, 0)(n)
        ],
        stick,
        plural="stripes on the stick",
    )
    kit.mark(s, "studio sign", 30, 66, 10, board)
    if s.some():
        s.detail(
            box(50, 56, 32, 4),
            box(50, 66, 24, 4),
            box(50, 76, 30, 4),
            hue=s.fixed("white" if board.name != "white" else "black"),
        )


def playing_card(s: Sketch) -> None:
    back = s.hue()
    if s.pick("fan", "one", "one") == "fan":
        s.detail(box(24, 10, 50, 76, 5).turned(-12), hue=back, outlined=True)
        s.part(
            "card",
            box(28, 10, 50, 78, 5).turned(8),
            hue=s.hue(("yellow", "gray", "beige", "pink", "blue", "green"), unlike=(back,)),
        )
        x, y = 53, 49
    else:
        s.part("card", kit.slab(s, 22, 6, 56, 88), hue=back)
        x, y = 50, 50
    word = s.word(("heart", "diamond", "star", "circle", "cross", "triangle", "square"))
    from ...emblems import emblem

    n = s.number(1, 6)
    spots = {
        1: [(0, 0)],
        2: [(0, -1), (0, 1)],
        3: [(0, -1), (0, 0), (0, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
        6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }[n]
    s.part(
        "symbol",
        *(emblem(word.word, x + 12 * a, y + 22 * b, 6.5) for a, b in spots),
        hue=s.hue(unlike=(back, s.parts[0].hue)),
        shape=word,
        counted=(1, 6),
        shaded=False,
    )


def balloon(s: Sketch) -> None:
    rubber = s.hue()
    count = s.pick(1, 2, 1)
    if count == 2:
        s.detail(ellipse(30, 34, 20, 25), hue=s.hue(unlike=(rubber,)), outlined=True)
        s.line(shape("M30 60C34 74 44 84 46 96"), hue=s.fixed("gray"), width=1.6)
    x = 50 if count == 1 else 64
    s.line(
        s.pick(shape(f"M{x} 66C{x - 10} 76 {x + 8} 84 50 96"), line((x, 66), (50, 96))), hue=s.fixed("gray"), width=1.8
    )
    s.part(
        "balloon",
        s.pick(
            ellipse(x, 36, 26, 31),
            circle(x, 38, 28),
            shape(f"M{x} 68C{x - 40} 44 {x - 26} 4 {x} 4C{x + 26} 4 {x + 40} 44 {x} 68Z"),
        ),
        hue=rubber,
    )
    s.part("knot", polygon((x, 64), (x + 5, 72), (x - 5, 72)), hue=rubber, ask_color=False)
    kit.several(s, "dot", 2, 5, kit.along(x - 14, 53, x + 14, 53), 2.4, rubber)
    kit.mark(s, "print", x, 30, 9.5, rubber)


def circus_tent(s: Sketch) -> None:
    cloth, flap = s.hues(2)
    way = s.pick("circus", "camp", "circus")
    if way == "circus":
        s.line(line((50, 22), (50, 4)), hue=s.fixed("brown"), width=2.4)
        s.part(
            "roof",
            s.pick(polygon((50, 18), (96, 48), (4, 48)), shape("M50 18C60 34 80 44 96 48H4C20 44 40 34 50 18Z")),
            hue=cloth,
        )
        s.part("wall", polygon((10, 50), (90, 50), (86, 92), (14, 92)), hue=flap)
        s.part(
            "entrance",
            s.pick(polygon((50, 56), (62, 92), (38, 92)), shape("M40 92V72C40 58 60 58 60 72V92Z")),
            hue=s.hue(unlike=(flap,)),
        )
        kit.several(s, "pompom", 3, 7, kit.along(14, 50, 86, 50), 2.8, cloth, flap)
        kit.mark(s, "flag", 58, 8, 6.5, cloth)
    else:
        s.part(
            "wall",
            s.pick(polygon((50, 16), (94, 88), (6, 88)), shape("M50 16C60 50 80 76 96 88H4C20 76 40 50 50 16Z")),
            hue=cloth,
        )
        s.part("entrance", polygon((50, 44), (68, 88), (32, 88)), hue=flap)
        kit.several(s, "peg", 2, 5, kit.along(10, 94, 90, 94), 2.4, cloth)
        kit.mark(s, "patch", 72, 70, 6, cloth)


def jigsaw_piece(s: Sketch) -> None:
    card = s.hue()
    out = s.pick(9.0, 11.0)
    s.part(
        "piece",
        shape(
            f"M14 26H{42 - 2}C34 {26 - 1.8 * out} 66 {26 - 1.8 * out} 60 26H84V52C{84 + 1.8 * out} 44 {84 + 1.8 * out} 76 84 70V94H60C66 {94 - 1.7 * out} 34 {94 - 1.7 * out} 40 94H14V70C{14 + 1.7 * out} 76 {14 + 1.7 * out} 44 14 52Z"
        )
        if s.some(0.6)
        else shape(
            f"M20 20H80V44C{80 + 1.6 * out} 36 {80 + 1.6 * out} 68 80 60V88H20V60C{20 - 1.6 * out} 68 {20 - 1.6 * out} 36 20 44Z"
        ),
        hue=card,
    )
    kit.several(s, "dot", 2, 5, kit.along(30, 36, 70, 36), 2.6, card)
    kit.mark(s, "picture", 50, 58, 9, card)


def skittle(s: Sketch) -> None:
    pin, ball = s.hues(2)
    s.part(
        "pin",
        kit.turned(
            s, 38, 6, 92, *s.pick((9, 11, 7, 17, 20, 14), (10, 12, 8, 14, 18, 16), (8, 10, 9, 15, 15, 12)), way="curved"
        ),
        hue=pin,
    )
    s.part("ball", circle(74, 76, s.pick(16, 19)), hue=ball)
    if s.some():
        s.detail(s.pick(box(4, 92, 92, 3, 1), ellipse(50, 94, 44, 3)), hue=s.fixed("gray"))
    kit.bars(s, "neck band", 1, 4, lambda n: [box(28, 34 + 5 * i, 20, 2.6) for i in range(n)], pin)
    kit.mark(s, "crest", 38, 68, 7.5, pin)
    s.detail(
        circle(70, 70, 1.8),
        circle(76, 70, 1.8),
        circle(73, 75, 1.8),
        hue=s.fixed("black" if ball.name != "black" else "white"),
    )


TEST = (
    Kind("guitar", "musical_instrument", numbered(guitar), "to be plucked or strummed while singing by the campfire"),
    Kind("drum", "musical_instrument", numbered(drum), "to beat the rhythm of a march with two sticks"),
    Kind("xylophone", "musical_instrument", numbered(xylophone), "to play tunes by striking bars with a mallet"),
    Kind(
        "harp",
        "musical_instrument",
        numbered(harp),
        "to be plucked with both hands in an orchestra, its foot on the floor",
    ),
    Kind("accordion", "musical_instrument", numbered(accordion), "to make music by squeezing air through reeds"),
    Kind("trumpet", "musical_instrument", trumpet, "to sound a fanfare with three valves and puffed cheeks"),
    Kind(
        "game controller", "entertainment", numbered(game_controller), "to steer a figure in a video game", flips=False
    ),
    Kind("die", "entertainment", numbered(die), "to roll a random number in a board game"),
    Kind("kite", "entertainment", numbered(kite), "to be flown on a line in the wind", flips=False),
    Kind(
        "television", "entertainment", numbered(television), "to watch the evening news and a soap opera", flips=False
    ),
    Kind("clapperboard", "entertainment", numbered(clapperboard), "to mark the start of a take on a film set"),
    Kind("playing card", "entertainment", numbered(playing_card), "to play poker or bridge"),
    Kind("circus tent", "entertainment", circus_tent, "to cover a ring in which acrobats perform"),
)
TRAIN = (
    Kind("piano", "musical_instrument", piano, "to practice scales on black and white", flips=False),
    Kind("bell", "musical_instrument", bell, "to be rung from a steeple or by a servant"),
    Kind("flute", "musical_instrument", flute, "to play high notes by blowing across an opening"),
    Kind("balloon", "entertainment", balloon, "to decorate a party until it pops"),
    Kind("jigsaw piece", "entertainment", jigsaw_piece, "to be fitted among a thousand others"),
    Kind("skittle", "entertainment", skittle, "to be knocked over in an alley"),
)
