"""Computers and science."""

from ...forms import box, circle, ellipse, line, polygon, ring, shape
from ...kind import Kind
from ...palette import METAL, VIVID
from ...sketch import Sketch
from .. import kit
from ..numbering import numbered


def desktop_monitor(s: Sketch) -> None:
    frame = s.hue()
    s.detail(
        s.pick(
            polygon((43, 70), (57, 70), (62, 88), (38, 88)),
            box(46, 68, 8, 22),
            shape("M44 70H56C56 80 60 86 66 90H34C40 86 44 80 44 70Z"),
        ),
        hue=frame,
        level="dark",
        outlined=True,
    )
    s.part(
        "foot",
        s.pick(box(28, 87, 44, 6, 3), ellipse(50, 90, 24, 4.5), polygon((34, 86), (66, 86), (74, 93), (26, 93))),
        hue=frame,
        plural="feet",
        ask_color=False,
    )
    s.part("frame", kit.slab(s, 6, 8, 88, 64), hue=frame)
    glass = s.hue(unlike=(frame,))
    s.part("screen", box(12, 14, 76, s.pick(46, 50), s.pick(0, 3)), hue=glass)
    kit.mark(s, "window on the screen", s.pick(34, 50, 64), 34, 11, glass, plural="windows on the screen")
    kit.several(s, "desktop icon", 2, 6, kit.along(22, 53, 78, 53), 3, glass)


def laptop(s: Sketch) -> None:
    case = s.hue()
    view = s.pick("front", "open", "front")
    glass = s.hue(unlike=(case,))
    if view == "front":
        s.part("lid", kit.slab(s, 14, 14, 72, 54), hue=case)
        s.part("screen", box(19, 19, 62, 44, s.pick(0, 3)), hue=glass)
        s.part(
            "base",
            s.pick(
                polygon((10, 70), (90, 70), (98, 84), (2, 84)),
                box(3, 70, 94, 9, 4),
                shape("M4 70H96V74C96 82 90 82 84 82H16C10 82 4 82 4 74Z"),
            ),
            hue=case,
            level="dark",
            ask_color=False,
        )
        kit.mark(s, "picture on the screen", 50, 36, 11, glass, plural="pictures on the screen")
        kit.several(s, "tab on the screen", 2, 5, kit.along(28, 56, 72, 56), 2.7, glass, plural="tabs on the screen")
    else:
        s.part("lid", polygon((24, 10), (92, 10), (84, 60), (14, 60)), hue=case)
        s.part("screen", polygon((29, 15), (85, 15), (78, 55), (21, 55)), hue=glass)
        s.part(
            "base",
            s.pick(polygon((14, 62), (84, 62), (76, 90), (4, 90)), kit.soft(4, (14, 62), (86, 62), (78, 92), (2, 92))),
            hue=case,
            level="dark",
            ask_color=False,
        )
        kit.mark(s, "picture on the screen", 54, 34, 11, glass, plural="pictures on the screen")
        kit.several(s, "key", 3, 8, kit.grid(16, 64, 58, 20, 4), 3, case, kinds=("square", "lying"))


def smartphone(s: Sketch) -> None:
    case = s.hue()
    wide = s.pick(22, 26, 19)
    s.part(
        "case",
        s.pick(
            box(50 - wide, 4, 2 * wide, 92, 8),
            box(50 - wide, 4, 2 * wide, 92, 3),
            kit.slab(s, 50 - wide, 4, 2 * wide, 92),
        ),
        hue=case,
    )
    glass = s.hue(unlike=(case,))
    low = s.pick(80, 86)
    s.part("screen", box(53 - wide, 12, 2 * wide - 6, low - 12, s.pick(0, 3)), hue=glass)
    if low == 80:
        s.detail(s.pick(circle(50, 88, 4), box(43, 86, 14, 4, 2)), hue=glass)
    kit.mark(s, "app in the middle", 50, 34, 9, glass, plural="apps in the middle")
    kit.several(
        s, "tile", 2, 7, kit.grid(55 - wide, 50, 2 * wide - 10, 26, 3), 3, glass, kinds=("square", "dot", "hexagon")
    )


def printer(s: Sketch) -> None:
    case, tray = s.hues(2)
    s.detail(
        s.pick(box(28, 8, 44, 32), polygon((30, 8), (70, 8), (74, 40), (26, 40))), hue=s.fixed("white"), outlined=True
    )
    s.part("case", kit.slab(s, 8, 32, 84, 42), hue=case)
    s.part("tray", s.pick(box(22, 58, 56, 9), polygon((20, 58), (80, 58), (84, 68), (16, 68))), hue=tray)
    s.part(
        "sheet",
        s.pick(box(27, 63, 46, 30), polygon((26, 63), (74, 63), (80, 94), (20, 94))),
        hue=s.hue(("white", "yellow", "beige", "pink", "gray"), unlike=(case, tray)),
        ask_color=False,
    )
    kit.several(s, "button", 2, 5, kit.along(58, 46, 84, 46), 2.4, case)
    kit.mark(s, "picture on the sheet", 50, 79, 9, plural="pictures on the sheet")


def computer_mouse(s: Sketch) -> None:
    shell, wheel = s.hues(2)
    s.line(
        s.pick(shape("M50 22C50 6 70 16 74 4"), shape("M50 22C46 2 20 18 18 4"), line((50, 22), (50, 3))),
        hue=s.fixed("black"),
        width=3,
    )
    s.part(
        "shell",
        s.pick(
            box(26, 20, 48, 74, 24),
            ellipse(50, 58, 25, 37),
            kit.turned(s, 50, 20, 94, 16, 25, 27, 20),
            kit.soft(14, (30, 20), (70, 20), (78, 90), (22, 90)),
        ),
        hue=shell,
    )
    if s.some(0.7):
        s.line(line((26, 50), (74, 50)), line((50, 21), (50, 50)), hue=shell, level="dark", width=2)
    s.part("wheel", s.pick(box(46, 28, 8, 16, 4), circle(50, 36, 6)), hue=wheel)
    kit.mark(s, "logo", 50, 72, 9, shell)
    kit.several(s, "light", 2, 5, kit.along(12, 56, 12, 86), 2.6, shell)


def floppy_disk(s: Sketch) -> None:
    case, label = s.hues(2)
    s.part(
        "case",
        s.pick(
            polygon((8, 8), (78, 8), (92, 22), (92, 92), (8, 92)),
            box(8, 8, 84, 84, 4),
            kit.soft(5, (8, 8), (80, 8), (92, 20), (92, 92), (8, 92)),
        ),
        hue=case,
    )
    s.part("shutter", s.pick(box(26, 8, 46, 26), box(30, 8, 40, 24, 3)), hue=s.hue(METAL, unlike=(case, label)))
    s.part("label", s.pick(box(18, 46, 64, 46), box(18, 44, 64, 42, 4)), hue=label)
    kit.bars(
        s,
        "line on the label",
        1,
        4,
        lambda n: [box(52, 54 + 7 * i, 24, 3) for i in range(n)],
        label,
        plural="lines on the label",
    )
    kit.mark(s, "figure on the label", 34, 67, 9, label, plural="figures on the label")


def keyboard(s: Sketch) -> None:
    case = s.hue()
    if s.some():
        s.line(shape("M50 32C50 14 66 24 68 8"), hue=s.fixed("black"), width=3)
    s.part("case", kit.slab(s, 3, 30, 94, 46), hue=case)
    draw = s.pick(4.2, 3.8)
    kit.several(
        s,
        "key in the top row",
        3,
        8,
        kit.along(14, 40, 86, 40),
        draw,
        case,
        kinds=("square", "dot", "hexagon"),
        plural="keys in the top row",
    )
    s.part("space bar", s.pick(box(26, 60, 48, 9, 2), box(32, 60, 36, 8, 4)), hue=s.hue(unlike=(case,)))
    kit.mark(s, "logo", 84, 62, 6, case)


def microchip(s: Sketch) -> None:
    body, pin = s.hues(2)
    n = s.number(2, 6)
    low = [box(x - 2, 74, 4, 16) for x, _ in kit.along(24, 0, 76, 0)(n)]
    s.part("lower pin", *low, hue=pin, counted=(2, 6), shaded=False)
    others = s.pick("top", "sides", "top")
    if others == "top":
        s.detail(*(box(x - 2, 8, 4, 18) for x in (22, 36, 50, 64, 78)), hue=s.hue(unlike=(body, pin)))
    else:
        s.detail(*(box(x, y - 2, 18, 4) for x in (8, 74) for y in (34, 50, 66)), hue=s.hue(unlike=(body, pin)))
    s.part("body", kit.slab(s, 18, 20, 64, 58), hue=body)
    kit.mark(s, "die", 50, 49, s.pick(10, 14), body)


def robot(s: Sketch) -> None:
    metal, light = s.hues(2)
    s.line(
        *s.pick((line((50, 16), (50, 4)),), (line((38, 16), (32, 4)), line((62, 16), (68, 4)))), hue=metal, width=2.6
    )
    s.line(
        *s.pick(
            (line((20, 60), (8, 80)), line((80, 60), (92, 80))), (line((20, 62), (6, 50)), line((80, 62), (94, 50)))
        ),
        hue=metal,
        width=5,
    )
    kit.legs(s, (36, 64), 80, 96, 9, metal)
    s.part(
        "head", s.pick(box(28, 14, 44, 30, 5), box(26, 14, 48, 30), shape("M26 44V32C26 8 74 8 74 32V44Z")), hue=metal
    )
    kit.eyes(s, 50, 28, 10, 3, s.fixed("black" if metal.name != "black" else "white"))
    s.part("trunk", kit.slab(s, 22, 47, 56, 36), hue=light)
    kit.mark(s, "chest plate", 38, 64, 8, light)
    kit.several(s, "lamp", 2, 5, kit.along(66, 54, 66, 76), 2.5, light)


def memory_stick(s: Sketch) -> None:
    case, cap = s.hues(2)
    s.part("plug", s.pick(box(38, 6, 24, 24), box(36, 6, 28, 22, 2)), hue=s.hue(METAL, unlike=(case,)))
    s.part(
        "case",
        s.pick(box(30, 28, 40, 62, 8), kit.turned(s, 50, 28, 92, 20, 22, 18), kit.slab(s, 28, 28, 44, 62)),
        hue=case,
    )
    if s.some():
        s.line(shape("M50 90C60 98 70 96 74 90"), hue=cap, width=2.6)
    kit.bars(s, "groove", 1, 4, lambda n: [box(37, 72 + 5 * i, 26, 2.4) for i in range(n)], case)
    kit.mark(s, "logo", 50, 50, 9.5, case)


def conical_flask(s: Sketch) -> None:
    glass, liquid = s.hues(2)
    way = s.pick("cone", "round", "cone", "flat")
    body = {
        "cone": s.pick(
            polygon((42, 10), (58, 10), (58, 38), (86, 92), (14, 92), (42, 38)),
            shape("M42 8H58V36L84 80C88 88 84 93 76 93H24C16 93 12 88 16 80L42 36Z"),
        ),
        "round": shape("M42 8H58V38C74 42 80 54 80 65C80 82 66 94 50 94C34 94 20 82 20 65C20 54 26 42 42 38Z"),
        "flat": kit.turned(s, 50, 8, 93, 8, 8, 18, 30, 32),
    }[way]
    s.part("glass", body, hue=glass)
    s.part(
        "liquid",
        {
            "cone": polygon((34, 64), (66, 64), (77, 86), (23, 86)),
            "round": shape("M26 62H74C76 78 64 88 50 88C36 88 24 78 26 62Z"),
            "flat": box(26, 66, 48, 20, 6),
        }[way],
        hue=liquid,
    )
    s.part("rim", s.pick(box(38, 5, 24, 6, 2), box(36, 4, 28, 8)), hue=s.hue(unlike=(glass,)))
    kit.several(s, "bubble", 2, 5, kit.along(36, 80, 64, 80), 2.5, liquid, glass)
    kit.mark(s, "hazard sign", 50, 53, 6, glass)


def rack_of_test_tubes(s: Sketch) -> None:
    rack, glass = s.hues(2)
    wide = s.pick(9, 11)
    kit.bars(
        s,
        "tube",
        2,
        6,
        lambda n: [box(x - wide / 2, 14, wide, 62, wide / 2) for x, _ in kit.along(18, 0, 82, 0)(n)],
        rack,
        hue=glass,
    )
    positions = kit.along(18, 0, 82, 0)(s.parts[0].forms)
    juice = s.hue(VIVID, unlike=(glass,))
    s.detail(*(box(x - wide / 2 + 2, s.between(22, 34), wide - 4, 12, 2) for x, _ in positions), hue=juice)
    s.part(
        "rack",
        s.pick(box(6, 48, 88, 10, 2), box(6, 44, 88, 14, 4)),
        s.pick(box(6, 78, 88, 12, 2), box(2, 80, 96, 10, 4)),
        hue=rack,
        plural="rack",
    )
    kit.mark(s, "label on the foot", 50, 84, 5.6, rack, plural="labels on the foot")


def atom_model(s: Sketch) -> None:
    core, orbit = s.hues(2)
    turns = s.pick((0, 60, 120), (30, 90, 150), (45, 135))
    flat = s.pick(15, 18)
    s.strokes("orbit", *(ellipse(50, 50, 44, flat).turned(turn) for turn in turns), hue=orbit, width=s.pick(2.4, 3.4))
    kit.several(
        s,
        "electron",
        2,
        5,
        kit.about(50, 50, 43, turns[0] + 90, turns[0] + 90 + 360),
        4.2,
        orbit,
        kinds=("dot", "diamond", "hexagon"),
    )
    kit.mark(s, "core", 50, 50, 10, orbit)
    del core


def horseshoe_magnet(s: Sketch) -> None:
    iron, tip = s.hues(2)
    way = s.pick("horseshoe", "horseshoe", "square")
    if way == "horseshoe":
        s.part(
            "magnet",
            s.pick(
                shape("M14 88V46C14 -4 86 -4 86 46V88H64V46C64 26 36 26 36 46V88Z"),
                shape("M10 90L16 40C20 0 80 0 84 40L90 90H68L62 44C60 28 40 28 38 44L32 90Z"),
            ),
            hue=iron,
        )
    else:
        s.part(
            "magnet", polygon((14, 10), (86, 10), (86, 88), (64, 88), (64, 34), (36, 34), (36, 88), (14, 88)), hue=iron
        )
    s.part("tip", box(13, 72, 24, 18, s.pick(0, 3)), box(63, 72, 24, 18, s.pick(0, 3)), hue=tip)
    kit.several(s, "iron filing", 2, 6, kit.grid(40, 64, 20, 28, 2), 2.7, iron, tip)
    kit.mark(s, "sign", 50, 21, 6.5, iron)


def magnifying_glass(s: Sketch) -> None:
    frame, grip = s.hues(2)
    x, y, r = s.pick((40, 40, 32), (42, 38, 34), (58, 40, 31))
    away = 1 if x < 50 else -1
    reach = 0.7 * r
    s.part(
        "grip",
        s.pick(
            kit.bar(x + away * reach, y + reach, x + away * (reach + 30), y + reach + 30, 9),
            kit.bar(x + away * (reach + 6), y + reach + 6, x + away * (reach + 30), y + reach + 30, 14),
        ),
        hue=grip,
    )
    s.part("frame", ring(x, y, r, r - s.pick(5, 8)), hue=frame)
    s.detail(circle(x, y, r - 8), hue=s.fixed("white"))
    kit.mark(s, "sample under the lens", x, y - 4, 10, frame, plural="samples under the lens")
    kit.several(
        s,
        "speck under the lens",
        2,
        5,
        kit.along(x - 11, y + 13, x + 11, y + 13),
        2.2,
        frame,
        plural="specks under the lens",
    )


def microscope(s: Sketch) -> None:
    body, tube = s.hues(2)
    s.part(
        "base",
        s.pick(
            box(18, 84, 66, 9, 3), polygon((26, 80), (76, 80), (88, 93), (14, 93)), shape("M14 93C16 80 84 80 86 93Z")
        ),
        hue=body,
    )
    s.detail(
        s.pick(
            shape("M58 30C86 34 92 66 70 84H58C78 66 74 46 54 40Z"),
            polygon((56, 26), (74, 34), (78, 84), (66, 84), (62, 42), (52, 38)),
        ),
        hue=body,
        outlined=True,
    )
    s.part(
        "tube",
        s.pick(box(36, 10, 14, 44, 3), kit.turned(s, 43, 8, 54, 6, 9, 9, 5, way="straight")).turned(
            s.pick(0, 18, -10), 43, 40
        ),
        hue=tube,
    )
    s.part("stage", s.pick(box(24, 64, 44, 6, 2), box(20, 66, 50, 7)), hue=s.hue(unlike=(body, tube)))
    kit.mark(s, "knob", 71, 57, 7, body)
    kit.several(s, "stud on the base", 2, 6, kit.along(28, 88.5, 72, 88.5), 2.1, body, plural="studs on the base")


def thermometer(s: Sketch) -> None:
    case, mercury = s.hues(2)
    way = s.pick("bulb", "plate", "bulb")
    if way == "plate":
        s.part("plate", kit.slab(s, 26, 4, 48, 92), hue=case)
        s.detail(box(42, 12, 10, 58, 5), hue=s.fixed("white"), outlined=True)
        s.part("liquid", box(44.5, s.between(24, 44), 5, 40, 2), circle(47, 74, 7), hue=mercury, plural="liquid")
        kit.bars(
            s,
            "mark on the scale",
            3,
            6,
            lambda n: [box(56, 16 + 44 * i / (n - 1), 9, 2.4) for i in range(n)],
            case,
            plural="marks on the scale",
        )
        kit.mark(s, "sign at the foot", 47, 88, 5.6, case, plural="signs at the foot")
    else:
        s.part(
            "glass",
            s.pick(
                shape("M40 14C40 2 60 2 60 14V60C76 72 68 96 50 96C32 96 24 72 40 60Z"),
                shape("M42 8H58V62C72 72 66 94 50 94C34 94 28 72 42 62Z"),
            ),
            hue=case,
        )
        s.part(
            "liquid",
            box(46.5, s.between(26, 46), 7, 36, 3),
            circle(50, 77, s.pick(10, 12)),
            hue=mercury,
            plural="liquid",
        )
        kit.bars(
            s,
            "mark on the scale",
            2,
            6,
            lambda n: [box(68, 14 + 40 * i / max(n - 1, 1), 12, 3) for i in range(n)],
            case,
            plural="marks on the scale",
        )
        kit.mark(s, "sign", 20, 24, 8, case)


def telescope(s: Sketch) -> None:
    tube, stand = s.hues(2)
    s.line(
        line((50, 54), (32, 95)), line((50, 54), (50, 95)), line((50, 54), (68, 95)), hue=stand, width=s.pick(3.4, 5)
    )
    turn = s.pick(-28, -18, -38)
    for form in s.pick(
        (box(14, 40, 40, 16, 2), box(52, 36, 36, 24, 3)),
        (polygon((10, 42), (90, 34), (90, 60), (10, 52)),),
        (box(12, 43, 26, 10), box(36, 40, 26, 16), box(60, 37, 28, 22)),
    ):
        s.part(
            "tube", form.turned(turn, 50, 48), hue=tube, plural="tube", ask_color=False
        ) if not s.parts else s.detail(form.turned(turn, 50, 48), hue=tube, level="dark", outlined=True)
    kit.several(
        s, "star in the sky", 2, 5, kit.along(14, 14, 50, 10), 2.8, kinds=("diamond", "dot"), plural="stars in the sky"
    )
    kit.mark(s, "badge", 50, 50, 6, tube)


def beam_balance(s: Sketch) -> None:
    frame, pan = s.hues(2)
    s.part("base", s.pick(box(28, 86, 44, 7, 3), polygon((40, 82), (60, 82), (72, 93), (28, 93))), hue=frame)
    s.detail(
        box(47.5, 16, 5, 70),
        s.pick(box(12, 18, 76, 5, 2), polygon((12, 22), (50, 14), (88, 22), (88, 26), (50, 19), (12, 26))),
        hue=frame,
        outlined=True,
    )
    s.line(
        line((16, 22), (6, 54)),
        line((16, 22), (28, 54)),
        line((84, 22), (72, 54)),
        line((84, 22), (94, 54)),
        hue=frame,
        width=1.6,
    )
    s.part(
        "pan",
        *s.pick(
            (shape("M4 54H30C28 68 6 68 4 54Z"), shape("M70 54H96C94 68 72 68 70 54Z")),
            (box(4, 54, 26, 7, 3), box(70, 54, 26, 7, 3)),
            (polygon((4, 54), (30, 54), (24, 64), (10, 64)), polygon((70, 54), (96, 54), (90, 64), (76, 64))),
        ),
        hue=pan,
    )
    kit.several(s, "weight", 1, 4, kit.along(10, 49.5, 26, 49.5), 2.4, pan, kinds=("square", "dot", "upright"))
    kit.mark(s, "pointer head", 50, 11, 7, frame)


TEST = (
    Kind(
        "desktop monitor",
        "computer",
        numbered(desktop_monitor),
        "to show what one types at an office workstation",
        flips=False,
    ),
    Kind("laptop", "computer", numbered(laptop), "to work with a folding keyboard on the train", flips=False),
    Kind("smartphone", "computer", numbered(smartphone), "to make calls and run apps out of a pocket", flips=False),
    Kind("printer", "computer", numbered(printer), "to put documents on paper", flips=False),
    Kind("computer mouse", "computer", numbered(computer_mouse), "to move a pointer and click"),
    Kind(
        "floppy disk",
        "computer",
        numbered(floppy_disk),
        "to save files in the old days, 1.44 megabytes at most",
        flips=False,
    ),
    Kind("robot", "computer", robot, "to do chores by itself, moved by motors"),
    Kind("conical flask", "science", numbered(conical_flask), "to swirl and mix chemicals without spilling"),
    Kind(
        "rack of test tubes",
        "science",
        numbered(rack_of_test_tubes),
        "to keep several small samples upright side by side",
    ),
    Kind("atom model", "science", numbered(atom_model), "to show how the smallest piece of an element is built"),
    Kind("horseshoe magnet", "science", numbered(horseshoe_magnet), "to attract iron", flips=False),
    Kind(
        "magnifying glass",
        "science",
        numbered(magnifying_glass),
        "to make a stamp or an insect look larger",
        flips=False,
    ),
    Kind("microscope", "science", numbered(microscope), "to see bacteria and cells"),
    Kind("thermometer", "science", numbered(thermometer), "to measure how warm it is", flips=False),
)
TRAIN = (
    Kind("keyboard", "computer", keyboard, "to enter letters with ten fingers", flips=False),
    Kind("microchip", "computer", microchip, "to hold millions of transistors on silicon", flips=False),
    Kind("memory stick", "computer", memory_stick, "to hand a colleague a presentation from one's key chain"),
    Kind("telescope", "science", telescope, "to watch Saturn on a clear night"),
    Kind("beam balance", "science", beam_balance, "to compare two masses"),
)
