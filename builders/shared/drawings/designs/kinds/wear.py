"""Clothing and accessories."""

from ...forms import both, box, circle, ellipse, line, polygon, ring, shape
from ...kind import Kind
from ...palette import METAL
from ...sketch import Sketch
from .. import kit
from ..numbering import numbered


def finger_ring(s: Sketch) -> None:
    band = s.hue(METAL)
    x, y, r = 50, 62, s.pick(30, 26, 32)
    s.part(
        "band",
        kit.soft(3, (20, 40), (80, 40), (74, 92), (26, 92)).without(circle(x, y + 2, r - 8))
        if s.some(0.25)
        else ring(x, y, r, r - s.pick(5, 8, 11)),
        hue=band,
    )
    if s.some():
        s.part(
            "setting",
            s.pick(
                polygon((38, 36), (62, 36), (56, 30), (44, 30)),
                box(40, 28, 20, 9, 2),
                kit.soft(2, (36, 28), (64, 28), (56, 38), (44, 38)),
            ),
            hue=s.hue(METAL, unlike=(band,)),
        )
    kit.mark(s, "gem", x, 20, s.pick(10, 13), band)
    kit.several(s, "small stone", 2, 6, kit.about(x, y, r - 4, 130, 230), 2.3, band)


def handbag(s: Sketch) -> None:
    bag, trim = s.hues(2)
    s.strokes(
        "handle",
        s.pick(
            shape("M32 44C32 6 68 6 68 44"),
            line((34, 44), (34, 16), (66, 16), (66, 44)),
            shape("M26 44C20 10 80 10 74 44"),
        ),
        hue=s.hue(unlike=(bag,)),
        width=s.pick(4.0, 6.0),
    )
    s.part(
        "bag",
        s.pick(
            kit.turned(s, 50, 40, 92, 32, 36, 40), kit.turned(s, 50, 40, 92, 40, 38, 30), kit.slab(s, 12, 40, 76, 50)
        ),
        hue=bag,
    )
    if s.some(0.6):
        s.part(
            "flap",
            s.pick(
                polygon((20, 40), (80, 40), (72, 60), (28, 60)),
                shape("M18 40H82C80 68 20 68 18 40Z"),
                box(18, 40, 64, 14, 3),
            ),
            hue=trim,
        )
    kit.mark(s, "clasp", 50, 62, 7, bag, trim, plural="clasps")
    kit.several(s, "rivet", 2, 7, kit.along(24, 83, 76, 83), 2.4, bag)


def pair_of_glasses(s: Sketch) -> None:
    rim, glass = s.hues(2)
    word = s.word(("circle", "square", "hexagon", "heart", "star", "diamond", "oval", "rectangle"))
    from ...emblems import emblem

    y = 50
    s.line(s.pick(shape("M44 50Q50 42 56 50"), line((44, 48), (56, 48))), hue=rim, width=4)
    s.line(
        *both(s.pick(line((12, 46), (4, 40)), line((12, 44), (6, 44), (8, 24)), shape("M10 46C4 40 4 32 10 26"))),
        hue=rim,
        width=4,
    )
    outer, inner = (emblem(word.word, 27, y, size) for size in (18, 13))
    s.detail(*both(outer), hue=rim, outlined=True)
    s.part("lens", *both(inner), hue=glass, shape=word, plural="lenses")
    if s.some():
        kit.several(s, "dot above the bridge", 2, 5, kit.along(36, 22, 64, 22), 2.2, plural="dots above the bridge")
    else:
        kit.several(s, "sparkle", 2, 5, kit.along(20, 82, 80, 82), 2.8)


def umbrella(s: Sketch) -> None:
    cover, stick = s.hues(2)
    shut = s.pick("open", "open", "half", "closed")
    s.strokes(
        "handle",
        s.pick(shape("M50 14V82C50 94 36 94 36 84"), shape("M50 14V84C50 92 60 92 60 85"), line((50, 14), (50, 92))),
        hue=stick,
        width=3.6,
    )
    if shut == "closed":
        s.part(
            "cover",
            s.pick(
                polygon((50, 8), (62, 62), (50, 68), (38, 62)), shape("M50 8C62 30 64 50 58 66H42C36 50 38 30 50 8Z")
            ),
            hue=cover,
        )
        kit.bars(s, "band", 1, 4, lambda n: [box(38, 32 + 8 * i, 24, 3.4) for i in range(n)], cover)
    else:
        s.part(
            "cover",
            s.pick(
                shape("M6 54C6 4 94 4 94 54Q83 44 72 54Q61 44 50 54Q39 44 28 54Q17 44 6 54Z"),
                shape("M6 52C10 6 90 6 94 52Z"),
                kit.soft(4, (6, 54), (28, 20), (50, 10), (72, 20), (94, 54)),
            ),
            hue=cover,
        )
        kit.several(
            s,
            "raindrop",
            2,
            6,
            kit.along(12, 74, 34, 86) if s.some() else kit.along(64, 72, 90, 84),
            2.6,
            cover,
            kinds=("drop", "upright", "dot"),
        )
    kit.mark(s, "print", 50, 34 if shut != "closed" else 56, 8 if shut != "closed" else 5.6, cover)


def necklace(s: Sketch) -> None:
    chain, bead = s.hues(2)
    path = s.pick("M14 10C14 70 86 70 86 10", "M10 14L50 62L90 14", "M20 8C0 60 40 68 50 68C60 68 100 60 80 8")
    s.strokes("chain", shape(path), hue=chain, width=s.pick(2.0, 3.0, 4.0))
    kit.several(s, "bead", 2, 7, kit.about(50, 20, 38, 130, 230), 3.6, chain)
    kit.mark(s, "pendant", 50, 76, s.pick(11, 14), chain, bead)


def crown(s: Sketch) -> None:
    gold, band = s.hues(2)
    n = s.pick(3, 5, 3, 4)
    tips = [(14 + 72 * i / (n - 1), s.pick(22, 30, 16) if i % 2 else 18) for i in range(n)]
    points: list[tuple[float, float]] = [(14, 78)]
    for i, (x, y) in enumerate(tips):
        points.append((x - (0 if i else 6), y))
        if i < n - 1:
            points.append(((x + tips[i + 1][0]) / 2, 52))
    points.append((86, 78))
    s.part("crown", polygon(*points) if s.some() else kit.soft(3, *points), hue=gold)
    if s.some():
        for x, y in tips:
            s.detail(circle(x, y - 3, 3.4), hue=band)
    s.part("band", s.pick(box(12, 74, 76, 14, 2), shape("M14 76Q50 88 86 76V88Q50 100 14 88Z")), hue=band)
    kit.several(s, "stud", 2, 7, kit.along(24, 82, 76, 82), 2.4, band)
    kit.mark(s, "jewel", 50, 62, 7.5, gold)


def bow_tie(s: Sketch) -> None:
    cloth, knot = s.hues(2)
    s.part(
        "loop",
        *both(
            s.pick(
                polygon((48, 50), (8, 26), (8, 74)),
                kit.soft(10, (46, 48), (10, 22), (8, 78), (46, 54)),
                shape("M48 50C40 20 14 18 8 26C4 42 4 58 8 74C14 82 40 80 48 50Z"),
            )
        ),
        hue=cloth,
    )
    if s.some():
        s.detail(*both(polygon((46, 54), (52, 54), (34, 92), (24, 84))), hue=cloth, level="dark")
    s.part(
        "knot",
        s.pick(box(42, 40, 16, 20, 4), circle(50, 50, 10), polygon((42, 38), (58, 38), (55, 62), (45, 62))),
        hue=knot,
    )
    kit.several(
        s,
        "dot on one loop",
        2,
        5,
        kit.scattered((16, 38), (16, 62), (28, 44), (28, 58), (20, 50)),
        2.3,
        cloth,
        plural="dots on one loop",
    )
    kit.mark(s, "badge on the loop without dots", 80, 50, 8, cloth, plural="badges on the loop without dots")


def backpack(s: Sketch) -> None:
    bag, pocket = s.hues(2)
    s.strokes(
        "loop",
        s.pick(shape("M40 16C40 2 60 2 60 16"), line((42, 16), (42, 6), (58, 6), (58, 16))),
        hue=s.hue(unlike=(bag,)),
        width=4,
    )
    s.detail(
        *both(s.pick(box(8, 46, 14, 34, 5), shape("M22 40C6 44 8 78 22 82Z"))), hue=bag, level="dark", outlined=True
    )
    s.part(
        "bag",
        s.pick(box(20, 14, 60, 78, 22), kit.turned(s, 50, 14, 92, 24, 30, 32), kit.slab(s, 20, 16, 60, 76)),
        hue=bag,
    )
    s.part(
        "pocket",
        s.pick(box(28, 58, 44, 28, 6), shape("M28 58H72V76C72 90 28 90 28 76Z"), kit.slab(s, 27, 58, 46, 28)),
        hue=pocket,
    )
    kit.several(s, "button", 2, 6, kit.along(34, 72, 66, 72), 2.3, pocket)
    kit.mark(s, "patch", 50, 37, 9, bag, plural="patches")


def t_shirt(s: Sketch) -> None:
    cloth, print_ = s.hues(2)
    s.part(
        "shirt",
        s.pick(
            polygon((34, 12), (66, 12), (94, 30), (84, 50), (74, 44), (74, 92), (26, 92), (26, 44), (16, 50), (6, 30)),
            shape("M36 12Q50 24 64 12L94 28L86 50L75 45V90H25V45L14 50L6 28Z"),
            kit.soft(
                5,
                (34, 12),
                (50, 18),
                (66, 12),
                (96, 36),
                (84, 52),
                (74, 42),
                (78, 92),
                (22, 92),
                (26, 42),
                (16, 52),
                (4, 36),
            ),
            shape("M34 10H66L92 24L90 46L76 44V92H24V44L10 46L8 24Z"),
        ),
        hue=cloth,
    )
    s.detail(
        s.pick(shape("M38 12Q50 28 62 12Z"), polygon((40, 12), (60, 12), (50, 28)), ellipse(50, 13, 11, 6)),
        hue=print_,
        level="dark",
    )
    low = s.pick("bars", "buttons", "bars")
    if low == "bars":
        kit.bars(s, "stripe", 2, 5, lambda n: [box(28, 66 + 5.4 * i, 44, 2.6) for i in range(n)], cloth)
    else:
        kit.several(s, "button", 2, 5, kit.along(50, 60, 50, 86), 2.3, cloth)
    kit.mark(s, "print", 50, 45, 9 if low == "bars" else 7, cloth)


def dress(s: Sketch) -> None:
    cloth, belt = s.hues(2)
    s.part(
        "dress",
        s.pick(
            polygon((36, 10), (64, 10), (60, 40), (86, 90), (14, 90), (40, 40)),
            shape("M36 8L42 20H58L64 8L62 40C70 60 84 76 86 90Q50 98 14 90C16 76 30 60 38 40Z"),
            kit.soft(6, (34, 10), (66, 10), (62, 42), (76, 92), (24, 92), (38, 42)),
            shape(
                "M30 14L42 8Q50 20 58 8L70 14L66 28L60 26L62 42L82 84C70 94 62 86 50 92C38 86 30 94 18 84L38 42L40 26L34 28Z"
            ),
        ),
        hue=cloth,
    )
    s.part(
        "belt",
        s.pick(box(38, 38, 24, 6), box(37, 36, 26, 9, 3), polygon((38, 38), (62, 38), (63, 46), (37, 46))),
        hue=belt,
    )
    kit.several(s, "spot on the skirt", 2, 6, kit.grid(30, 58, 40, 30), 2.9, cloth, plural="spots on the skirt")
    kit.mark(s, "brooch", 50, 27, 6, cloth, plural="brooches")


def sock(s: Sketch) -> None:
    cloth, cuff = s.hues(2)
    s.part(
        "sock",
        s.pick(
            shape("M36 10H64V52L84 72C92 82 82 94 70 90L40 78C34 74 36 66 36 60Z"),
            shape("M32 10H60V60C60 66 84 66 86 78C86 90 70 92 58 92H44C34 92 32 84 32 76Z"),
            kit.soft(8, (34, 10), (62, 10), (62, 56), (90, 74), (86, 92), (56, 92), (34, 74)),
        ),
        hue=cloth,
    )
    s.part("cuff", s.pick(box(32, 8, 34, 13, 2), box(30, 8, 36, 10, 5)), hue=cuff)
    kit.bars(s, "stripe", 1, 4, lambda n: [box(34.5, 27 + 6 * i, 25, 2.8) for i in range(n)], cloth)
    kit.mark(s, "patch", 52, 66, 8.5, cloth, plural="patches")


def woolly_hat(s: Sketch) -> None:
    wool, brim = s.hues(2)
    top = s.pick("ball", "none", "tassel")
    if top == "ball":
        s.part("bobble", circle(50, 16, s.pick(10, 8, 12)), hue=s.hue(unlike=(wool,)))
    elif top == "tassel":
        s.line(line((50, 20), (44, 6)), line((50, 20), (56, 6)), line((50, 20), (50, 5)), hue=brim, width=3)
    s.part(
        "cap",
        s.pick(
            shape("M14 74C14 6 86 6 86 74Z"),
            kit.soft(12, (16, 74), (30, 22), (70, 22), (84, 74)),
            polygon((16, 74), (38, 20), (62, 20), (84, 74)),
        ),
        hue=wool,
    )
    s.part("brim", s.pick(box(10, 68, 80, 20, 8), kit.slab(s, 12, 68, 76, 18)), hue=brim)
    kit.several(s, "knot on the brim", 2, 7, kit.along(22, 78, 78, 78), 2.6, brim, plural="knots on the brim")
    kit.mark(s, "patch", 50, 50, 9, wool, plural="patches")


def boot(s: Sketch) -> None:
    leather, sole = s.hues(2)
    s.part(
        "boot",
        s.pick(
            shape("M28 8H60V48C60 56 90 56 92 74V84H28Z"),
            kit.soft(7, (26, 8), (58, 8), (60, 50), (92, 62), (94, 86), (26, 86)),
            shape("M24 8H62L58 44C64 58 92 58 92 78V84H24C28 60 22 30 24 8Z"),
            polygon((30, 16), (56, 16), (60, 52), (88, 66), (90, 84), (28, 84)),
        ),
        hue=leather,
    )
    s.part(
        "sole",
        s.pick(box(24, 82, 72, 10, 3), polygon((24, 82), (96, 82), (94, 92), (50, 92), (46, 88), (42, 94), (24, 94))),
        hue=sole,
    )
    if s.some():
        s.part("cuff", box(23, 6, 41, 10, 3), hue=s.hue(unlike=(leather,)))
    kit.bars(s, "lace", 2, 6, lambda n: [box(46, 22 + 5.6 * i, 15, 2.4, 1.2) for i in range(n)], leather)
    kit.mark(s, "badge", 37, 64, 7.5, leather)


def trousers(s: Sketch) -> None:
    cloth, belt = s.hues(2)
    long = s.pick(92, 92, 62)
    s.part(
        "trousers",
        s.pick(
            polygon((28, 10), (72, 10), (82, long), (56, long), (50, 38), (44, long), (18, long)),
            kit.soft(5, (28, 10), (72, 10), (76, long), (54, long), (50, 34), (46, long), (24, long)),
            shape(f"M26 10H74L80 {long}Q68 {long + 4} 56 {long}L50 40L44 {long}Q32 {long + 4} 20 {long}Z"),
        ),
        hue=cloth,
        plural="trousers",
    )
    s.part("belt", s.pick(box(26, 8, 48, 8), box(25, 7, 50, 10, 3)), hue=belt)
    kit.several(s, "stud on one leg", 2, 6, kit.along(31, 32, 30, 56), 2.2, cloth, plural="studs on one leg")
    kit.mark(s, "patch on the leg without studs", 67, 44, 6.5, cloth, plural="patches on the leg without studs")


def mitten(s: Sketch) -> None:
    wool, cuff = s.hues(2)
    s.part(
        "glove",
        s.pick(
            shape("M32 70V28C32 4 72 4 72 28V44C78 34 92 36 86 48L72 72Z"),
            shape(
                "M28 70V34C28 26 36 26 36 34V16C36 8 44 8 44 16V12C44 4 54 4 54 12V16C54 8 63 8 63 16V40L74 32C82 28 88 36 82 42L66 70Z"
            ),
            kit.soft(9, (28, 72), (26, 18), (50, 8), (70, 18), (70, 44), (88, 36), (90, 52), (70, 72)),
        ),
        hue=wool,
    )
    s.part("cuff", s.pick(box(26, 68, 48, 22, 4), kit.slab(s, 26, 68, 46, 22)), hue=cuff)
    kit.several(s, "knot", 2, 6, kit.along(34, 79, 66, 79), 2.4, cuff)
    kit.mark(s, "print", 51, 50, 8.5, wool)


def high_heeled_shoe(s: Sketch) -> None:
    shoe, sole = s.hues(2)
    s.part(
        "heel",
        s.pick(
            polygon((74, 46), (90, 40), (88, 90), (83, 90)),
            kit.soft(2, (72, 48), (92, 40), (92, 90), (80, 90)),
            shape("M74 46L90 40C86 60 86 76 90 90H82C82 74 80 60 74 46Z"),
        ),
        hue=sole,
    )
    s.part(
        "shoe",
        s.pick(
            shape("M6 84C10 70 26 66 40 62C56 56 66 38 90 34V46C74 56 66 74 52 84C42 92 6 92 6 84Z"),
            kit.soft(5, (4, 86), (30, 66), (60, 54), (86, 26), (92, 48), (64, 80), (48, 92), (6, 92)),
            shape("M4 88C6 74 20 70 32 70L60 60C72 46 80 30 92 28V46C80 60 66 76 56 88Z"),
        ),
        hue=shoe,
    )
    if s.some():
        s.line(shape("M78 34C70 22 84 14 92 24"), hue=shoe, width=3)
    kit.several(s, "pearl", 2, 5, kit.along(18, 60, 44, 44), 2.6, shoe)
    kit.mark(s, "buckle", 26, 78, 5.8, shoe)


def scarf(s: Sketch) -> None:
    wool, edge = s.hues(2)
    s.part(
        "end",
        s.pick(
            polygon((52, 40), (72, 36), (80, 86), (58, 90)),
            box(54, 40, 22, 50, 3),
            shape("M54 40H76C72 60 84 70 80 90H58C60 72 50 60 54 40Z"),
        ),
        hue=wool,
        level="dark",
        ask_color=False,
    )
    s.part(
        "loop",
        s.pick(
            ellipse(46, 30, 36, 20).without(ellipse(46, 24, 20, 8)),
            box(12, 16, 70, 30, 14).without(box(28, 20, 38, 10, 5)),
            shape("M10 26C20 54 76 54 86 24L78 14C70 32 26 34 18 14Z"),
        ),
        hue=wool,
    )
    kit.bars(s, "fringe", 2, 5, lambda n: [box(59 + 20 * i / max(n - 1, 1) - 1.4, 88, 2.8, 8) for i in range(n)], edge)
    kit.mark(s, "motif", 67, 66, 7, wool)


def peaked_cap(s: Sketch) -> None:
    cloth, peak = s.hues(2)
    s.part(
        "peak",
        s.pick(
            shape("M56 62C76 58 94 62 96 72C86 78 70 72 54 72Z"),
            kit.soft(4, (52, 60), (94, 66), (94, 76), (52, 74)),
            shape("M10 66C4 84 52 86 70 76L66 64Z"),
        ),
        hue=peak,
    )
    s.part(
        "crown",
        s.pick(
            shape("M12 70C12 18 74 14 78 66Q46 74 12 70Z"),
            kit.soft(14, (12, 68), (18, 28), (66, 24), (78, 66)),
            shape("M10 68C8 26 40 20 46 20C62 20 80 34 78 68Z"),
        ),
        hue=cloth,
    )
    if s.some():
        s.detail(circle(45, 21, 3.6), hue=peak, outlined=True)
    kit.several(s, "eyelet", 2, 5, kit.along(22, 60, 66, 58), 2.2, cloth)
    kit.mark(s, "badge", 44, 42, 9, cloth)


TEST = (
    Kind("finger ring", "accessory", numbered(finger_ring), "to be given at an engagement and worn on a hand"),
    Kind("handbag", "accessory", numbered(handbag), "to carry a purse, keys and small things on the arm"),
    Kind("pair of glasses", "accessory", numbered(pair_of_glasses), "to see more sharply or to shield the eyes"),
    Kind("umbrella", "accessory", numbered(umbrella), "to keep dry in the rain"),
    Kind("necklace", "accessory", numbered(necklace), "to adorn the neck"),
    Kind("crown", "accessory", crown, "to be placed on a head at a coronation"),
    Kind("bow tie", "accessory", bow_tie, "to be worn at a gala evening, just below the chin"),
    Kind("T-shirt", "clothing", numbered(t_shirt), "to cover the upper body on a warm day"),
    Kind("dress", "clothing", numbered(dress), "to be worn as one piece from the shoulders to the knees"),
    Kind("sock", "clothing", numbered(sock), "to keep a foot warm inside a shoe"),
    Kind("woolly hat", "clothing", numbered(woolly_hat), "to keep head and ears warm in winter"),
    Kind("boot", "clothing", numbered(boot), "to walk through mud and over rough ground"),
    Kind("trousers", "clothing", trousers, "to cover both legs down from the waist"),
)
TRAIN = (
    Kind("backpack", "accessory", backpack, "to carry school things on one's shoulders"),
    Kind("scarf", "accessory", scarf, "to be wound around the neck against a cold wind"),
    Kind("mitten", "clothing", mitten, "to warm fingers while building a snowman"),
    Kind("high-heeled shoe", "clothing", high_heeled_shoe, "to look taller at a ball"),
    Kind("peaked cap", "clothing", peaked_cap, "to shade the forehead at a baseball match"),
)
