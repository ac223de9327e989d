"""Tools."""

from ...forms import both, box, circle, ellipse, line, polygon, regular, ring, shape
from ...kind import Kind
from ...palette import METAL, WOOD
from ...sketch import Sketch
from .. import kit
from ..numbering import numbered


def hammer(s: Sketch) -> None:
    head, grip = s.hue(METAL), s.hue(WOOD)
    s.part(
        "handle",
        s.pick(box(45, 26, 10, 70, 3), kit.turned(s, 50, 26, 96, 4, 4, 5, 7, 6), kit.turned(s, 50, 26, 96, 5, 6, 4, 6)),
        hue=grip,
    )
    s.part(
        "head",
        s.pick(
            box(18, 10, 64, 22, 4),
            shape("M14 30V12H58C76 12 86 16 92 26C80 22 72 24 66 30Z"),
            polygon((16, 10), (60, 10), (84, 18), (60, 32), (16, 32)),
            box(24, 8, 52, 30, 6),
        ),
        hue=head,
    )
    kit.mark(s, "maker's mark", 38, 21, 6.5, head)
    kit.bars(
        s,
        "groove in the handle",
        2,
        5,
        lambda n: [box(46.6, 74 + 5 * i, 6.8, 2.2) for i in range(n)],
        grip,
        plural="grooves in the handle",
    )


def hand_saw(s: Sketch) -> None:
    blade, grip = s.hue(METAL), s.hue(WOOD)
    n = s.pick(8, 11, 14)
    low = s.pick(60, 66)
    teeth = [(66 - 60 * i / n - (0 if j else 30 / n), low - (0 if j else -5) + 0 * i) for i in range(n) for j in (1, 0)]
    s.part("blade", polygon((68, 34), *teeth, (5, low - 4), s.pick((5, 46), (5, 38), (12, 36))), hue=blade)
    s.part(
        "grip",
        s.pick(
            shape("M62 30H84C96 34 96 62 90 76H66C60 72 60 40 62 30Z"),
            kit.soft(6, (62, 28), (92, 28), (96, 78), (66, 80)),
        ).without(s.pick(box(74, 42, 11, 22, 5), ellipse(79, 54, 6, 12))),
        hue=grip,
    )
    kit.several(s, "screw in the blade", 2, 5, kit.along(20, 47, 42, 45), 2.2, blade, plural="screws in the blade")
    kit.mark(s, "label", 56, 47, 6, blade)


def paintbrush(s: Sketch) -> None:
    wood, paint = s.hues(2)
    wide = s.pick("flat", "round", "flat")
    half = 24 if wide == "flat" else 12
    s.part("handle", kit.turned(s, 50, 4, 48, *s.pick((5, 7, 6), (6, 4, 7), (4, 8, 6))), hue=wood)
    s.part(
        "ferrule",
        s.pick(
            box(50 - half, 46, 2 * half, 18, 2),
            polygon((50 - 0.85 * half, 46), (50 + 0.85 * half, 46), (50 + half, 64), (50 - half, 64)),
        ),
        hue=s.hue(METAL, unlike=(wood, paint)),
    )
    s.part(
        "bristles",
        s.pick(
            box(50 - half, 63, 2 * half, 32, 3),
            kit.turned(s, 50, 63, 95, half, 1.1 * half, 0.7 * half),
            shape(
                f"M{50 - half} 63H{50 + half}C{50 + half} 82 {50 + 0.6 * half} 88 50 96C{50 - 0.6 * half} 88 {50 - half} 82 {50 - half} 63Z"
            ),
        ),
        hue=paint,
        plural="bristles",
    )
    kit.several(s, "rivet", 2, 5, kit.along(50 - 0.6 * half, 56, 50 + 0.6 * half, 56), 2, paint)
    kit.mark(s, "blob of paint", 84, 84, 7.5, paint, plural="blobs of paint")


def screwdriver(s: Sketch) -> None:
    grip, steel = s.hue(), s.hue(METAL)
    s.part(
        "blade",
        s.pick(
            polygon((47, 50), (53, 50), (53, 88), (58, 96), (42, 96), (47, 88)),
            box(46.5, 50, 7, 46),
            polygon((47, 50), (53, 50), (53, 86), (50, 97), (47, 86)),
        ),
        hue=steel,
    )
    s.part(
        "grip",
        s.pick(
            kit.turned(s, 50, 4, 54, 9, 13, 12, 8),
            box(36, 4, 28, 48, 11),
            kit.turned(s, 50, 4, 52, 14, 14, 6),
            box(38, 6, 24, 46, 3),
        ),
        hue=grip,
    )
    kit.bars(s, "rib", 1, 4, lambda n: [box(x - 1.2, 33, 2.4, 15, 1) for x, _ in kit.along(44, 0, 56, 0)(n)], grip)
    kit.mark(s, "print", 50, 20, 7, grip)


def toolbox(s: Sketch) -> None:
    case, clasp = s.hues(2)
    s.strokes(
        "handle",
        s.pick(
            shape("M34 36V22C34 12 66 12 66 22V36"),
            line((32, 36), (32, 16), (68, 16), (68, 36)),
            shape("M26 38C30 10 70 10 74 38"),
        ),
        hue=s.hue(unlike=(case,)),
        width=s.pick(4, 6),
    )
    s.part(
        "lid",
        s.pick(box(6, 34, 88, 18, 4), polygon((16, 32), (84, 32), (94, 52), (6, 52)), shape("M6 52C8 30 92 30 94 52Z")),
        hue=case,
        level="light",
        ask_color=False,
    )
    s.part("box", kit.slab(s, 6, 52, 88, 38), hue=case)
    s.part("clasp", *both(s.pick(box(20, 46, 9, 14, 2), circle(24, 52, 5.5))), hue=clasp)
    kit.several(s, "bolt", 2, 6, kit.along(18, 82, 82, 82), 2.4, case)
    kit.mark(s, "label", 50, 67, 8.5, case)


def paint_bucket(s: Sketch) -> None:
    tin, paint = s.hues(2)
    s.strokes(
        "bail",
        s.pick(
            shape("M16 34C16 -6 84 -6 84 34"),
            shape("M16 36C6 74 94 74 84 36"),
            line((16, 36), (30, 8), (70, 8), (84, 36)),
        ),
        hue=s.fixed("gray"),
        width=2.6,
    )
    s.part("bucket", kit.turned(s, 50, 32, 94, *s.pick((36, 28), (33, 33), (36, 34, 26))), hue=tin)
    s.part(
        "paint",
        s.pick(
            ellipse(50, 33, 35, 7),
            box(14, 27, 72, 10, 4),
            shape(
                "M14 30H86V36C84 50 74 50 74 40C72 36 66 36 66 44C64 62 56 62 56 44C54 36 44 38 36 40C14 42 14 36 14 30Z"
            ),
        ),
        hue=paint,
        plural="paint",
    )
    kit.several(s, "drip", 2, 5, kit.along(32, 85, 68, 85), 2.6, tin, kinds=("drop", "dot", "upright"))
    kit.mark(s, "label", 50, 67, 9, tin)


def pencil(s: Sketch) -> None:
    wood, lead = s.hues(2)
    turn = s.pick(0, 30, -40, 45)
    half = s.pick(8, 10, 12)
    parts = [("shaft", box(50 - half, 18, 2 * half, 54), wood)]
    s.part("shaft", parts[0][1].turned(turn), hue=wood)
    s.part(
        "eraser",
        s.pick(box(50 - half, 4, 2 * half, 9, 3), box(50 - half, 5, 2 * half, 8)).turned(turn),
        hue=s.hue(unlike=(wood,)),
    )
    s.detail(box(50 - half, 12, 2 * half, 7).turned(turn), hue=s.fixed("gray"))
    s.part(
        "tip",
        s.pick(
            polygon((50 - half, 72), (50 + half, 72), (50, 97)),
            kit.soft(2, (50 - half, 72), (50 + half, 72), (52, 97), (48, 97)),
        ).turned(turn),
        hue=s.hue(("beige", "yellow", "orange", "brown"), unlike=(wood,)),
    )
    s.detail(polygon((47, 89), (53, 89), (50, 97)).turned(turn), hue=lead)
    kit.bars(
        s,
        "ring on the shaft",
        1,
        4,
        lambda n: [box(50 - half, 52 + 5 * i, 2 * half, 2.4).turned(turn) for i in range(n)],
        wood,
        plural="rings on the shaft",
    )
    x, y = kit.about(50, 50, 16, turn, turn + 360)(1)[0]
    kit.mark(s, "stamp", x, y, 0.7 * half, wood)


def wrench(s: Sketch) -> None:
    steel = s.hue(METAL)
    s.part(
        "wrench",
        s.pick(
            shape("M42 40V92C42 98 58 98 58 92V40C74 34 76 14 62 6V24L50 30L38 24V6C24 14 26 34 42 40Z"),
            shape(
                "M43 36V66C30 72 28 92 42 97V82L50 78L58 82V97C72 92 70 72 57 66V36C70 30 72 10 58 4V20L50 24L42 20V4C28 10 30 30 43 36Z"
            ),
            kit.soft(
                4,
                (43, 36),
                (26, 22),
                (30, 4),
                (40, 6),
                (40, 22),
                (60, 22),
                (60, 6),
                (70, 4),
                (74, 22),
                (57, 36),
                (57, 96),
                (43, 96),
            ),
        ),
        hue=steel,
    )
    kit.several(s, "hole", 2, 5, kit.along(50, 46, 50, 64), 2.1, steel)
    kit.mark(s, "nut", 82, 80, 8, steel)


def axe(s: Sketch) -> None:
    steel, wood = s.hue(METAL), s.hue(WOOD)
    s.part(
        "handle",
        s.pick(
            box(46, 6, 9, 90, 3),
            shape("M46 6H56C54 40 58 66 62 96H50C46 66 44 40 46 6Z"),
            kit.turned(s, 50, 6, 96, 4, 4, 4, 6),
        ),
        hue=wood,
    )
    s.part(
        "blade",
        s.pick(
            shape("M42 14H58V38H46C36 38 24 44 12 54C8 36 10 18 16 4C26 12 34 14 42 14Z"),
            polygon((58, 14), (58, 36), (40, 36), (10, 50), (10, 4), (40, 14)),
            shape(
                "M40 14H60C72 12 82 8 88 4C92 20 92 36 88 50C80 42 70 38 60 38H40C30 38 20 42 12 50C8 36 8 20 12 4C18 8 28 12 40 14Z"
            ),
        ),
        hue=steel,
    )
    kit.mark(s, "forge mark", 28, 26, 6.2, steel)
    kit.bars(s, "wrapping", 1, 4, lambda n: [box(45, 72 + 5 * i, 14, 2.4) for i in range(n)], wood)


def pair_of_pliers(s: Sketch) -> None:
    steel, grip = s.hue(METAL), s.hue()
    s.line(
        *both(
            s.pick(
                shape("M52 42C70 54 68 76 62 94"), shape("M50 42C66 56 74 74 70 94"), line((50, 42), (66, 62), (64, 94))
            )
        ),
        hue=grip,
        width=s.pick(8, 10),
    )
    s.part(
        "jaw",
        *both(
            s.pick(
                shape("M49 6C38 8 32 26 40 40L50 44V26Z"),
                polygon((49, 4), (38, 10), (34, 34), (50, 46)),
                box(36, 6, 13, 36, 5),
            )
        ),
        hue=steel,
    )
    s.detail(circle(50, 42, 9), hue=steel, level="dark", outlined=True)
    kit.mark(s, "joint", 50, 42, 5.6, steel)
    kit.several(s, "spare nail", 2, 5, kit.along(10, 60, 10, 92), 2.6, steel, kinds=("upright", "dot", "square"))


def ladder(s: Sketch) -> None:
    wood, rung = s.hues(2)
    lean = s.pick(0, 10, 18)
    s.part("rail", kit.bar(26 + lean, 4, 26, 96, 6), kit.bar(70 + lean, 4, 70, 96, 6), hue=wood)
    kit.bars(
        s,
        "rung",
        3,
        7,
        lambda n: [box(31 + lean * (1 - (y - 4) / 92), y - 2, 37, s.pick(4, 4)) for _, y in kit.along(0, 16, 0, 86)(n)],
        wood,
        hue=rung,
    )
    kit.mark(s, "hung lantern", 10, 40, 7.5, wood)


def spade(s: Sketch) -> None:
    steel, wood = s.hue(METAL), s.hue(WOOD)
    s.detail(s.pick(box(47, 12, 6, 46), kit.turned(s, 50, 12, 58, 3, 3, 5)), hue=wood, outlined=True)
    s.part(
        "grip",
        s.pick(
            box(36, 4, 28, 9, 4),
            shape("M36 6H64C64 18 56 22 50 22C44 22 36 18 36 6Z").without(box(44, 9, 12, 6, 2)),
            circle(50, 11, 8),
        ),
        hue=s.hue(WOOD, unlike=(wood,)),
    )
    s.part(
        "blade",
        s.pick(
            shape("M28 54H72C74 76 62 90 50 97C38 90 26 76 28 54Z"),
            box(30, 54, 40, 40, 4),
            polygon((28, 54), (72, 54), (70, 84), (50, 97), (30, 84)),
        ),
        hue=steel,
    )
    kit.several(
        s,
        "clod",
        1,
        4,
        kit.along(10, 90, 24, 90) if s.some() else kit.along(76, 90, 92, 90),
        3,
        steel,
        kinds=("dot", "hexagon", "diamond"),
    )
    kit.mark(s, "stamp", 50, 70, 7.5, steel)


def pair_of_scissors(s: Sketch) -> None:
    steel, grip = s.hue(METAL), s.hue()
    s.part(
        "blade",
        s.pick(polygon((36, 6), (44, 6), (60, 62), (52, 64)), kit.leaf(56, 64, 60, -16, 0.18)),
        s.pick(polygon((64, 6), (56, 6), (40, 62), (48, 64)), kit.leaf(44, 64, 60, 16, 0.18)),
        hue=steel,
    )
    s.part(
        "finger loop",
        *both(s.pick(ring(32, 78, 14, 8), ellipse(32, 78, 12, 16).without(ellipse(32, 78, 7, 10)))),
        hue=grip,
    )
    s.detail(circle(50, 54, 3), hue=grip)
    kit.several(s, "snippet", 2, 5, kit.along(84, 20, 84, 60), 2.8, steel, kinds=("square", "diamond", "lying"))
    kit.mark(s, "paper figure", 16, 28, 8, steel)


def cogwheel(s: Sketch) -> None:
    steel = s.hue()
    teeth = s.number(6, 9)
    inner = s.pick(30, 33)
    wide = s.pick(10, 12)
    s.part(
        "tooth",
        *(box(50 - wide / 2, 5, wide, 50 - inner, 1).turned(360 * i / teeth) for i in range(teeth)),
        hue=s.hue(unlike=(steel,)),
        counted=(6, 9),
        plural="teeth",
        shaded=False,
    )
    s.part("wheel", circle(50, 50, inner) if s.some() else regular(50, 50, inner + 1, 12), hue=steel)
    kit.mark(s, "hub", 50, 50, s.pick(10, 14), steel)


TEST = (
    Kind("hammer", "tool", numbered(hammer), "to drive nails into wood", flips=False),
    Kind("hand saw", "tool", numbered(hand_saw), "to cut planks to length"),
    Kind("paintbrush", "tool", numbered(paintbrush), "to coat a fence with stain, stroke by stroke"),
    Kind("screwdriver", "tool", numbered(screwdriver), "to turn a slotted fastener into a wall plug", flips=False),
    Kind("toolbox", "tool", numbered(toolbox), "to carry a plumber's gear to a repair", flips=False),
    Kind("paint bucket", "tool", numbered(paint_bucket), "to hold enough color for a whole wall"),
    Kind("pencil", "tool", numbered(pencil), "to sketch lines that can be rubbed out", flips=False),
    Kind("wrench", "tool", wrench, "to loosen a hexagonal nut"),
    Kind("axe", "tool", axe, "to split firewood"),
)
TRAIN = (
    Kind("pair of pliers", "tool", pair_of_pliers, "to grip and bend wire"),
    Kind("ladder", "tool", ladder, "to climb onto a roof"),
    Kind("spade", "tool", spade, "to dig a flower bed"),
    Kind("pair of scissors", "tool", pair_of_scissors, "to cut ribbon and paper"),
    Kind("cogwheel", "tool", cogwheel, "to pass on the turning inside a clockwork"),
)
