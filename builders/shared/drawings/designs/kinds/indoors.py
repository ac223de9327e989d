"""Books, clocks and furniture."""

from ...forms import both, box, circle, ellipse, line, polygon, regular, ring, shape
from ...kind import Kind
from ...palette import METAL, WOOD
from ...sketch import Sketch
from .. import kit
from ..numbering import numbered

TIMES = tuple(f"{hour} o'clock" for hour in range(1, 13))


def closed_book(s: Sketch) -> None:
    cover = s.hue()
    view = s.pick("front", "thick", "leaning", "front")
    if view == "thick":
        s.detail(polygon((22, 90), (22, 78), (84, 78), (84, 90)), hue=s.fixed("white"), outlined=True)
        s.part("cover", kit.slab(s, 18, 8, 66, 72), hue=cover)
    elif view == "leaning":
        s.detail(polygon((78, 12), (88, 18), (88, 94), (78, 90)), hue=s.fixed("gray"), outlined=True)
        s.part("cover", polygon((18, 6), (78, 12), (78, 90), (18, 86)), hue=cover)
    else:
        s.part("cover", kit.slab(s, 18, 6, 64, 88), hue=cover)
    s.part("spine", s.pick(box(18, 8, 9, 76), box(18, 8, 5, 76), box(24, 8, 3, 76)), hue=s.hue(unlike=(cover,)))
    if s.some():
        s.part("ribbon", polygon((66, 70), (74, 70), (74, 96), (70, 91), (66, 96)), hue=s.hue(unlike=(cover,)))
    kit.mark(s, "emblem", 53, 34, s.pick(10, 13), cover)
    kit.bars(
        s,
        "line of text",
        2,
        5,
        lambda n: [box(38, 53 + 5 * i, 30 - 5 * (i % 2), 2.5) for i in range(n)],
        cover,
        plural="lines of text",
    )


def open_book(s: Sketch) -> None:
    cover, page = s.hue(), s.fixed("white")
    view = s.pick("flat", "curved", "tent")
    if view == "flat":
        s.part("cover", kit.slab(s, 4, 20, 92, 64), hue=cover)
        s.detail(box(9, 24, 39, 54), box(52, 24, 39, 54), hue=page, outlined=True)
    elif view == "curved":
        s.part(
            "cover",
            shape("M4 26C20 20 40 22 50 32C60 22 80 20 96 26V84C80 80 60 82 50 90C40 82 20 80 4 84Z"),
            hue=cover,
        )
        s.detail(
            shape("M9 24C24 18 40 20 49 30V82C40 74 24 74 9 78Z"),
            shape("M91 24C76 18 60 20 51 30V82C60 74 76 74 91 78Z"),
            hue=page,
            outlined=True,
        )
    else:
        s.part("cover", polygon((4, 34), (50, 22), (96, 34), (96, 80), (50, 92), (4, 80)), hue=cover)
        s.detail(
            polygon((8, 36), (49, 27), (49, 84), (8, 76)),
            polygon((92, 36), (51, 27), (51, 84), (92, 76)),
            hue=page,
            outlined=True,
        )
    kit.bars(
        s,
        "line of text",
        2,
        6,
        lambda n: [box(15, 36 + 6 * i, 26 - 4 * (i % 2), 2.6) for i in range(n)],
        plural="lines of text",
    )
    kit.mark(s, "illustration", 71, 50, 11)


def spiral_notebook(s: Sketch) -> None:
    cover = s.hue()
    side = s.pick("left", "top")
    s.part("cover", kit.slab(s, 20, 14, 62, 78), hue=cover)
    if side == "left":
        where = kit.along(20, 24, 20, 82)
        forms = [
            ring(x, y, 4.4, 2.2) if s.plan.random() < 0 else box(x - 7, y - 1.5, 14, 3, 1.5)
            for x, y in where(s.number(3, 8))
        ]
    else:
        where = kit.along(28, 14, 74, 14)
        forms = [box(x - 1.5, y - 7, 3, 14, 1.5) for x, y in where(s.number(3, 8))]
    s.part("ring", *forms, hue=s.hue(METAL, unlike=(cover,)), counted=(3, 8), shaded=False)
    if s.some():
        s.part("band", box(70, 14, 5, 78), hue=s.hue(unlike=(cover,)))
    kit.mark(s, "label", 49, 46, 13, cover, among=("rectangle", "circle", "hexagon", "diamond", "heart", "star"))
    if s.some():
        s.line(line((36, 72), (62, 72)), line((36, 79), (56, 79)), hue=cover, width=2, level="dark")


def stack_of_books(s: Sketch) -> None:
    count = s.pick(2, 3, 4, 3)
    thick = 66 / count
    way = s.pick("box", "round", "pages")
    hues = s.hues(count)
    for i, hue in enumerate(hues):
        y, left = 90 - thick * (i + 1), 12 + s.measure(-6, 6)
        if way == "pages":
            s.detail(box(left + 6, y + 2, 66, thick - 4), hue=s.fixed("white"), outlined=True)
            s.detail(
                shape(
                    f"M{left + 74} {y}V{y + 2.6}H{left + 9}C{left + 4} {y + 5} {left + 4} {y + thick - 5} {left + 9} {y + thick - 2.6}H{left + 74}V{y + thick}H{left + 4}C{left - 2} {y + thick - 3} {left - 2} {y + 3} {left + 4} {y}Z"
                ),
                hue=hue,
                outlined=True,
            )
        else:
            s.detail(box(left, y, 74, thick - 0.6, 4 if way == "round" else 0), hue=hue, outlined=True)
    if way != "pages":
        kit.several(
            s,
            "band on the lowest spine",
            1,
            4,
            kit.along(26, 90 - thick / 2, 70, 90 - thick / 2),
            3,
            hues[0],
            kinds=("upright",),
            plural="bands on the lowest spine",
        )
    else:
        kit.several(s, "dot on the floor", 2, 6, kit.along(20, 95, 80, 95), 1.9, plural="dots on the floor")
    kit.mark(s, "ornament on top", 50, 15, 8, hues[-1], plural="ornaments on top")


def scroll(s: Sketch) -> None:
    paper, rod = s.hues(2, WOOD)
    if s.pick("upright", "lying") == "upright":
        s.part(
            "sheet", s.pick(box(22, 14, 56, 72), shape("M22 14H78C72 40 84 60 78 86H22C28 60 16 40 22 14Z")), hue=paper
        )
        s.part("roll", box(14, 8, 72, 12, 6), box(14, 80, 72, 12, 6), hue=rod, plural="rolls")
        top, x = 28, 50
    else:
        s.part("sheet", box(14, 24, 72, 52), hue=paper)
        s.part("roll", box(8, 16, 12, 68, 6), box(80, 16, 12, 68, 6), hue=rod, plural="rolls")
        top, x = 33, 50
    if s.some():
        s.part(
            "cord",
            s.pick(
                kit.bar(20, 50, 80, 58, 5),
                box(24, 76, 52, 5, 2),
                polygon((66, 60), (72, 60), (76, 94), (69, 88), (62, 94)),
            ),
            hue=s.hue(unlike=(paper, rod)),
        )
    if s.some():
        s.detail(*(circle(px, py, 3) for px, py in s.pick(((8, 14), (92, 14)), ((14, 94), (86, 94)))), hue=rod)
    kit.bars(
        s,
        "line of writing",
        2,
        5,
        lambda n: [box(x - 18, top + 5 * i, 36 - 6 * (i % 2), 2.4) for i in range(n)],
        paper,
        plural="lines of writing",
    )
    kit.mark(s, "seal", 50, 65, 8, paper)


def newspaper(s: Sketch) -> None:
    paper = s.hue(("gray", "yellow", "beige", "blue", "pink", "orange"))
    if s.some():
        s.detail(kit.slab(s, 14, 12, 80, 80), hue=paper, level="dark", outlined=True)
    s.part(
        "page",
        s.pick(box(6, 10, 78, 82, 3), box(6, 10, 78, 82), polygon((6, 14), (84, 10), (84, 90), (6, 94))),
        hue=paper,
    )
    s.part("headline", s.pick(box(13, 18, 62, 9), box(13, 18, 40, 9, 2)), hue=s.hue(unlike=(paper,)))
    kit.mark(s, "picture", 30, 50, 12, paper)
    kit.bars(
        s,
        "line of print",
        2,
        6,
        lambda n: [box(50, 36 + 6.4 * i, 26 - 5 * (i % 2), 2.6) for i in range(n)],
        paper,
        plural="lines of print",
    )


def dial(s: Sketch, x: float, y: float, r: float, face_: object, low: int = 1) -> None:
    """Add hands that show a full hour, and ask for it."""
    hour = s.number(1, 12)
    (hx, hy), (mx, my) = kit.about(x, y, r * 0.5, 30 * hour, 30 * hour + 1)(1)[0], (x, y - r * 0.78)
    ink = s.fixed("black" if getattr(face_, "name", "") != "black" else "white")
    way = s.pick("line", "thick", "tapered")
    if way == "tapered":
        s.detail(kit.bar(x, y, hx, hy, 5), kit.bar(x, y, mx, my, 3), hue=ink)
    else:
        s.line(line((x, y), (hx, hy)), hue=ink, width=4.4 if way == "thick" else 3)
        s.line(line((x, y), (mx, my)), hue=ink, width=2.8 if way == "thick" else 2)
    s.detail(circle(x, y, 2.6), hue=ink)
    s.state(
        "What time does the {kind} show?", "Which hour do the hands point to?", answer=TIMES[hour - 1], choices=TIMES
    )


def wall_clock(s: Sketch) -> None:
    frame, face_ = s.hues(2)
    word = s.word(("circle", "square", "hexagon", "octagon", "diamond"))
    from ...emblems import emblem

    pendulum = s.some()
    y = 40 if pendulum else 50
    r = 34 if pendulum else 42
    if pendulum:
        s.line(
            *s.pick((line((50, 60), (50, 84)),), (line((42, 60), (42, 82)), line((58, 60), (58, 88)))),
            hue=frame,
            width=2,
        )
    s.detail(emblem(word.word, 50, y, r), hue=frame, outlined=True)
    s.part("face", emblem(word.word, 50, y, r * 0.78), hue=face_, shape=word)
    dial(s, 50, y, r * 0.5, face_)
    if pendulum:
        kit.several(s, "weight", 1, 4, kit.along(30, 90, 70, 90), 3.6, frame)
    else:
        kit.several(s, "hour mark", 2, 6, kit.along(36, 68, 64, 68), 2, face_)


def wristwatch(s: Sketch) -> None:
    case, strap = s.hues(2)
    s.part(
        "strap",
        s.pick(
            box(38, 2, 24, 96, 5),
            polygon((36, 20), (42, 2), (58, 2), (64, 20), (64, 80), (58, 98), (42, 98), (36, 80)),
            box(35, 4, 30, 92, 2),
        ),
        hue=strap,
        plural="strap",
    )
    s.detail(s.pick(box(70, 46, 9, 8, 2), circle(76, 50, 4)), hue=case, level="dark", outlined=True)
    s.part(
        "case",
        s.pick(circle(50, 50, 27), box(24, 24, 52, 52, 12), regular(50, 50, 29, 8, 22.5), ellipse(50, 50, 24, 28)),
        hue=case,
    )
    face_ = s.hue(unlike=(case,))
    s.detail(s.pick(circle(50, 50, 20), box(31, 31, 38, 38, 7)), hue=face_, outlined=True)
    dial(s, 50, 50, 16, face_)
    kit.several(
        s,
        "hole in the strap",
        1,
        4,
        kit.along(50, 82, 50, 94),
        1.7,
        strap,
        kinds=("dot", "lying"),
        plural="holes in the strap",
    )
    kit.mark(s, "mark on the strap", 50, 11, 5.8, strap, plural="marks on the strap")


def alarm_clock(s: Sketch) -> None:
    case, bell = s.hues(2)
    if s.pick("round", "round", "digital") == "digital":
        s.part("case", kit.slab(s, 6, 28, 88, 50), hue=case)
        face_ = s.hue(unlike=(case,))
        s.part("window", box(14, 38, 52, 30, 4), hue=face_)
        s.detail(
            box(22, 44, 4, 18),
            box(36, 44, 4, 18),
            box(54, 44, 4, 18),
            hue=s.fixed("white" if face_.name == "black" else "black"),
        )
        kit.mark(s, "button on top", 50, 18, 7, case, plural="buttons on top")
        kit.several(
            s,
            "switch beside the display",
            2,
            5,
            kit.along(80, 40, 80, 68),
            2.6,
            case,
            plural="switches beside the display",
        )
        return
    s.part(
        "bell",
        *both(s.pick(circle(26, 20, 12), shape("M10 32C6 16 26 4 38 14Z"), ellipse(27, 18, 15, 9).turned(-35, 27, 18))),
        hue=bell,
    )
    s.line(*both(line((32, 80), (22, 94))), hue=case, width=5)
    s.part("case", s.pick(circle(50, 54, 36), ellipse(50, 54, 38, 34), regular(50, 54, 38, 8, 22.5)), hue=case)
    face_ = s.hue(unlike=(case,))
    s.detail(circle(50, 54, s.pick(27, 30)), hue=face_, outlined=True)
    dial(s, 50, 54, 22, face_)
    kit.several(s, "dot on the dial", 2, 5, kit.about(50, 54, 20, 140, 220), 1.9, face_, plural="dots on the dial")
    kit.mark(s, "hammer between the bells", 50, 12, 6, bell, plural="hammers between the bells")


def hourglass(s: Sketch) -> None:
    frame, sand = s.hues(2)
    s.part("plate", box(16, 6, 68, 10, s.pick(0, 4)), box(16, 84, 68, 10, s.pick(0, 4)), hue=frame, plural="plates")
    if s.some():
        s.detail(*both(box(20, 14, 5, 72)), hue=frame, level="dark", outlined=True)
    s.detail(
        s.pick(
            polygon((28, 16), (72, 16), (54, 50), (72, 84), (28, 84), (46, 50)),
            shape("M28 16H72C74 40 56 44 54 50C56 56 74 60 72 84H28C26 60 44 56 46 50C44 44 26 40 28 16Z"),
            shape("M28 16H72C72 30 70 36 53 50C70 64 72 70 72 84H28C28 70 30 64 47 50C30 36 28 30 28 16Z"),
        ),
        hue=s.fixed("white"),
        outlined=True,
    )
    s.part(
        "sand",
        s.pick(shape("M34 30H66L52 48H48Z"), shape("M32 26H68L51 48H49Z")),
        shape("M32 82C36 66 64 66 68 82Z"),
        hue=sand,
        plural="sand",
    )
    kit.several(
        s, "stud on the upper plate", 2, 6, kit.along(26, 11, 74, 11), 2.2, frame, plural="studs on the upper plate"
    )
    kit.mark(s, "badge on the lower plate", 50, 89, 5.4, frame, plural="badges on the lower plate")


def stopwatch(s: Sketch) -> None:
    case = s.hue()
    s.detail(
        s.pick(box(44, 6, 12, 14, 2), box(40, 5, 20, 8, 3)), box(46, 10, 8, 14), hue=case, level="dark", outlined=True
    )
    if s.some(0.7):
        s.detail(kit.bar(74, 24, 82, 16, 8), hue=case, level="dark", outlined=True)
    s.part("case", s.pick(circle(50, 58, 37), ellipse(50, 58, 36, 36), regular(50, 58, 38, 12)), hue=case)
    face_ = s.hue(unlike=(case,))
    s.detail(circle(50, 58, s.pick(28, 31)), hue=face_, outlined=True)
    s.line(
        line((50, 58), kit.about(50, 58, 22, s.between(0, 360))(1)[0]),
        hue=s.fixed("black" if face_.name != "black" else "white"),
        width=2.6,
    )
    kit.several(s, "tick", 3, 6, kit.about(50, 58, 23, 110, 250), 1.9, face_)
    kit.mark(s, "small dial", 50, 44, 6.2, face_)


def sundial(s: Sketch) -> None:
    stone, blade = s.hues(2)
    s.part("foot", kit.turned(s, 50, 58, 94, 10, s.pick(8, 12), s.pick(22, 26)), hue=stone, level="dark", plural="feet")
    s.part(
        "disc",
        s.pick(ellipse(50, 52, 44, 18), polygon((8, 48), (92, 48), (84, 64), (16, 64)), ellipse(50, 50, 40, 24)),
        hue=stone,
    )
    s.part(
        "blade",
        s.pick(polygon((50, 12), (50, 54), (28, 54)), shape("M56 10C54 30 52 44 52 54H30C42 46 52 30 56 10Z")),
        hue=blade,
    )
    kit.several(s, "stroke on the disc", 2, 6, kit.along(60, 49, 84, 56), 1.9, stone, plural="strokes on the disc")
    kit.mark(s, "sun", 84, 16, 9)


def chest_of_drawers(s: Sketch) -> None:
    wood, knob = s.hues(2, WOOD)
    kit.legs(s, (20, 80), 82, 95, 7, wood)
    s.part("body", kit.slab(s, 12, 12, 76, 74), hue=wood)
    s.part("top", s.pick(box(8, 8, 84, 8, 2), box(6, 6, 88, 7), box(10, 9, 80, 6, 3)), hue=s.hue(WOOD, unlike=(wood,)))
    front = s.hue(unlike=(wood, knob))
    kit.bars(
        s, "drawer", 2, 5, lambda n: [box(19, 20 + 60 * i / n, 62, 60 / n - 4, 1) for i in range(n)], wood, hue=front
    )
    count = s.parts[-1].forms
    if count <= 3:
        s.detail(
            *(circle(x, 20 + 60 * (i + 0.5) / count - 2, 2) for i in range(count) for x in s.pick((50,), (34, 66))),
            hue=knob,
        )
    kit.mark(s, "figure on top", 50, -2, 6, wood, plural="figures on top")


def bookshelf(s: Sketch) -> None:
    wood = s.hue(WOOD)
    s.part(
        "frame",
        s.pick(box(10, 5, 80, 90), box(12, 4, 76, 92, 4), kit.soft(3, (10, 6), (90, 6), (92, 95), (8, 95))),
        hue=wood,
    )
    back = s.hue(unlike=(wood,))
    tiers = s.pick(2, 3, 3)
    height = 82 / tiers
    for i in range(tiers):
        s.detail(box(16, 9 + height * i, 68, height - 4), hue=back)
    base = 9 + height - 4
    wide = s.pick(5.5, 7.0)
    kit.bars(
        s,
        "volume on the top shelf",
        2,
        5,
        lambda n: [box(20 + (wide + 2) * i, base - height * 0.62, wide, height * 0.62) for i in range(n)],
        back,
        wood,
        plural="volumes on the top shelf",
    )
    kit.mark(s, "ornament", 70, base + height - 8.5, 7, back)


def sofa(s: Sketch) -> None:
    cloth, cushion = s.hues(2)
    s.part(
        "back",
        s.pick(box(14, 26, 72, 40, 10), shape("M14 66V40Q50 16 86 40V66Z"), kit.slab(s, 16, 28, 68, 38)),
        hue=cloth,
    )
    kit.legs(s, (22, 78), 80, 92, 5, s.fixed("brown"))
    s.part("seat", s.pick(box(18, 58, 64, 22, 5), box(14, 58, 72, 24)), hue=cushion)
    s.part(
        "armrest",
        *both(s.pick(box(6, 46, 16, 38, 7), box(5, 50, 14, 34), shape("M6 84V56C2 42 24 42 22 56V84Z"))),
        hue=cloth,
        level="dark",
        ask_color=False,
    )
    kit.several(
        s, "button", 2, 6, kit.along(30, 36, 70, 36) if s.some() else kit.along(26, 69, 74, 69), 2.2, cloth, cushion
    )
    kit.mark(s, "pillow", 50, 50, 8.5, cloth)


def standing_lamp(s: Sketch) -> None:
    shade, stand = s.hues(2)
    way = s.pick("straight", "arc", "tripod")
    x = 50
    if way == "arc":
        x = 30
        s.line(shape("M76 90V30C76 2 34 4 30 18"), hue=stand, width=4)
        s.part("foot", box(60, 86, 32, 7, 3), hue=stand, plural="feet", ask_color=False)
    elif way == "tripod":
        s.line(line((50, 44), (30, 94)), line((50, 44), (50, 94)), line((50, 44), (70, 94)), hue=stand, width=4)
    else:
        s.part("pole", box(47.5, 40, 5, 48), hue=stand)
        s.part(
            "foot",
            s.pick(box(32, 86, 36, 7, 3), ellipse(50, 90, 20, 5), polygon((40, 84), (60, 84), (66, 93), (34, 93))),
            hue=stand,
            plural="feet",
            ask_color=False,
        )
    s.part("shade", kit.turned(s, x, 10, 44, *s.pick((14, 24), (22, 22), (8, 26), (12, 22, 26))), hue=shade)
    kit.several(s, "tassel", 2, 6, kit.along(x - 18, 49, x + 18, 49), 2.4, shade, kinds=("upright", "drop", "dot"))
    kit.mark(s, "print on the shade", x, 30, 6.5, shade, plural="prints on the shade")


def chair(s: Sketch) -> None:
    wood, seat = s.hues(2)
    view = s.pick("front", "side", "front", "rail")
    if view == "side":
        s.detail(s.pick(box(22, 8, 7, 86), kit.bar(20, 8, 28, 94, 7)), box(68, 54, 7, 40), hue=wood, outlined=True)
        s.part("seat", box(22, 50, 56, 9, 3), hue=seat)
        kit.bars(s, "rung", 2, 5, lambda n: [box(30, 62 + 6.4 * i, 38, 2.6) for i in range(n)], seat, wood)
        kit.mark(s, "cushion", 56, 40, 9, seat)
        return
    kit.legs(s, (28, 72), 58, 95, 6, wood)
    if view == "front":
        s.detail(*both(box(25, 8, 6, 52)), hue=wood, outlined=True)
        kit.bars(s, "slat", 1, 4, lambda n: [box(28, 24 + 9 * i, 44, 5.4, 2) for i in range(n)], seat, wood)
        kit.mark(s, "carving", 50, 12, 6, wood)
    else:
        s.detail(*both(box(26, 10, 5, 50)), hue=wood, outlined=True)
        s.detail(box(23, 8, 54, 14, 4), hue=wood, level="light", outlined=True)
        kit.bars(s, "rung", 1, 4, lambda n: [box(29, 66 + 7 * i, 42, 3.2) for i in range(n)], seat, wood)
        kit.mark(s, "cushion", 50, 38, 9, seat)
    s.part(
        "seat",
        s.pick(box(20, 52, 60, 10, 4), polygon((26, 50), (74, 50), (82, 62), (18, 62)), ellipse(50, 57, 32, 7)),
        hue=seat,
    )


def bed(s: Sketch) -> None:
    wood, cover = s.hues(2)
    if s.pick("side", "front", "side") == "side":
        s.part(
            "headboard",
            s.pick(box(6, 26, 8, 62, 2), box(5, 20, 10, 66, 4), kit.soft(3, (4, 22), (14, 30), (14, 86), (6, 86))),
            hue=wood,
        )
        s.part(
            "mattress",
            box(12, 56, 78, 14, 4),
            hue=s.hue(("white", "gray", "yellow", "blue", "pink", "green"), unlike=(wood, cover)),
            plural="mattresses",
        )
        s.part(
            "blanket",
            s.pick(box(38, 48, 54, 22, 6), shape("M36 66C38 44 60 50 92 50V72H36Z"), box(40, 52, 52, 18)),
            hue=cover,
        )
        s.part(
            "bed frame",
            box(8, 68, 84, 9),
            box(86, 56, 6, 34),
            box(8, 72, 6, 18),
            hue=wood,
            level="dark",
            ask_color=False,
            plural="bed frame",
        )
        kit.several(s, "stud", 2, 6, kit.along(22, 72.5, 78, 72.5), 2, wood)
        kit.mark(s, "pillow", 26, 47, 8, wood)
    else:
        s.part(
            "headboard",
            s.pick(box(12, 10, 76, 40, 10), shape("M12 50V24Q50 -4 88 24V50Z"), box(16, 14, 68, 36)),
            hue=wood,
        )
        s.detail(*both(box(20, 38, 26, 14, 5)), hue=s.fixed("white"), outlined=True)
        s.part("blanket", s.pick(box(12, 50, 76, 36, 6), shape("M14 50H86L92 88H8Z")), hue=cover)
        kit.several(s, "tuft", 2, 6, kit.grid(22, 68, 56, 18), 2.4, cover)
        kit.mark(s, "ornament", 50, 22, 7.5, wood)
        kit.legs(s, (18, 82), 86, 95, 5, wood)


def table(s: Sketch) -> None:
    wood, top = s.hues(2, WOOD)
    way = s.pick("four", "one", "trestle")
    if way == "four":
        kit.legs(s, (18, 82), 46, 92, 7, wood)
    elif way == "one":
        s.detail(box(46, 44, 8, 44), box(30, 86, 40, 7, 3), hue=wood, outlined=True)
    else:
        s.line(
            line((22, 46), (38, 92)),
            line((38, 46), (22, 92)),
            line((62, 46), (78, 92)),
            line((78, 46), (62, 92)),
            hue=wood,
            width=4,
        )
    s.part(
        "top",
        s.pick(box(6, 38, 88, 9, 2), ellipse(50, 42, 45, 8), polygon((16, 34), (84, 34), (95, 46), (5, 46))),
        hue=top,
    )
    kit.several(s, "apple", 1, 4, kit.along(20, 32, 52, 32), 4.2, top, kinds=("dot",))
    kit.mark(s, "ornament", 76, 26, 8.5, top)


def wardrobe(s: Sketch) -> None:
    wood, door = s.hues(2, WOOD)
    kit.legs(s, (18, 82), 88, 96, 7, wood)
    s.part("body", kit.slab(s, 12, 8, 76, 82), hue=wood)
    low = s.some()
    s.part("door", *both(box(18, 14, 30, 50 if low else 68, s.pick(0, 3))), hue=door)
    s.detail(*both(s.pick(circle(43, 44, 2.2), box(42, 38, 3, 12, 1))), hue=wood)
    if low:
        kit.bars(
            s, "drawer", 1, 4, lambda n: [box(18, 68 + 18 * i / n, 64, 18 / n - 1.8) for i in range(n)], wood, hue=door
        )
    else:
        kit.several(
            s, "hatbox", 1, 4, kit.along(24, 3.5, 76, 3.5), 4, wood, kinds=("square", "lying"), plural="hatboxes"
        )
    kit.mark(s, "carving", 33, 32, 6.8, door)


def mirror(s: Sketch) -> None:
    frame, glass = s.hues(2)
    s.part(
        "frame",
        s.pick(ellipse(50, 44, 34, 40), box(18, 4, 64, 80, 8), shape("M18 84V34C18 -6 82 -6 82 34V84Z")),
        hue=frame,
    )
    s.part("glass", s.pick(ellipse(50, 44, 26, 32), box(26, 12, 48, 64, 5)), hue=glass)
    s.line(line((38, 46), (54, 24)), hue=s.fixed("white"), width=2.4)
    s.part(
        "foot",
        s.pick(box(30, 86, 40, 8, 3), polygon((42, 82), (58, 82), (70, 95), (30, 95))),
        hue=frame,
        level="dark",
        plural="feet",
        ask_color=False,
    )
    kit.several(s, "pearl", 2, 5, kit.along(34, 90, 66, 90), 2.2, frame)
    kit.mark(s, "sticker", 58, 58, 7, glass)


TEST = (
    Kind(
        "closed book",
        "book",
        numbered(closed_book),
        "to be read from its first chapter to its last, once it has been opened",
        flips=False,
    ),
    Kind("open book", "book", numbered(open_book), "to be read at this moment, at the pages that show"),
    Kind("spiral notebook", "book", numbered(spiral_notebook), "to write one's own notes in"),
    Kind("stack of books", "book", numbered(stack_of_books), "to keep many stories together in one pile"),
    Kind("wall clock", "time_clock", numbered(wall_clock), "to tell the time to everyone in a room", flips=False),
    Kind("wristwatch", "time_clock", numbered(wristwatch), "to tell the time on one's arm", flips=False),
    Kind("alarm clock", "time_clock", numbered(alarm_clock), "to wake a sleeper by ringing", flips=False),
    Kind("hourglass", "time_clock", numbered(hourglass), "to measure a few minutes with something that trickles"),
    Kind(
        "chest of drawers",
        "furniture",
        numbered(chest_of_drawers),
        "to keep folded clothes in compartments that slide out",
    ),
    Kind("bookshelf", "furniture", numbered(bookshelf), "to keep many volumes and ornaments side by side on boards"),
    Kind("sofa", "furniture", numbered(sofa), "to sit comfortably side by side in the living room"),
    Kind("standing lamp", "furniture", numbered(standing_lamp), "to light a reading corner in the evening"),
    Kind("chair", "furniture", numbered(chair), "to sit on alone at a table"),
    Kind("bed", "furniture", numbered(bed), "to sleep in at night"),
    Kind("table", "furniture", table, "to sit around with the family at dinner"),
)
TRAIN = (
    Kind("scroll", "book", scroll, "to be unrolled by a herald and read aloud"),
    Kind("newspaper", "book", newspaper, "to bring the day's headlines to the doorstep"),
    Kind("stopwatch", "time_clock", stopwatch, "to clock a sprinter", flips=False),
    Kind("sundial", "time_clock", sundial, "to show the hour by a shadow in a garden"),
    Kind("wardrobe", "furniture", wardrobe, "to hang coats behind two doors"),
    Kind("mirror", "furniture", mirror, "to see one's own reflection"),
)
