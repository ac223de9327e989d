"""Animals."""

from ...forms import both, box, circle, ellipse, line, polygon, shape, smooth, star
from ...kind import Kind
from ...palette import ANY, LOUD, SOLID, VIVID
from ...sketch import Sketch
from .. import kit
from ..creatures import (
    FUR,
    Ear,
    face,
    feathered,
    hanging,
    leaf_ear,
    long_ear,
    pointed,
    round_ear,
    standing,
)
from ..numbering import numbered


def beast(
    s: Sketch,
    *,
    ear: Ear,
    snout: str,
    tail: str,
    colors: tuple[str, ...] = FUR,
    pattern: str = "spot",
    neck: float = 0.0,
    leg: float = 24.0,
) -> None:
    """Draw an animal as a face, or standing, with a collar or patches."""
    fur = s.hue(colors)
    view = s.pick("face", "side", "face", "side", "sitting")
    kinds = ("upright",) if pattern == "stripe" else ()

    def patterned(region: str, most: int, where: kit.Where, size: float, kinds: tuple[str, ...]) -> None:
        """Draw the marks of the pattern on a region of the body."""
        name, plural = f"{pattern} on the {region}", f"{pattern}s on the {region}"
        kit.several(s, name, 2, most, where, size, fur, kinds=kinds, plural=plural)

    if view == "face":
        bottom = face(s, ear, fur, snout=snout)
        if s.some(0.6):
            patterned("forehead", 5, kit.along(42, 27, 58, 27), 1.9, kinds or ("dot", "upright", "diamond"))
        else:
            kit.several(s, "whisker dot", 2, 6, kit.along(35, 63, 65, 63), 1.6, fur, kinds=("dot",))
        kit.mark(s, "tag", 50, min(bottom + 2, 86), 7.5, fur)
    elif view == "side":
        standing(s, ear, fur, tail=tail, neck=neck, thick=s.pick(0.8, 1.0, 1.25), leg=leg)
        patterned("flank", 6, kit.along(40, 53, 74, 57), 2.9, kinds)
        kit.mark(s, "pendant", 26, 66, 6.5, fur)
    else:
        if tail == "stub":
            s.detail(circle(75, 85, s.pick(6.0, 8.0)), hue=fur)
        else:
            s.line(s.pick(shape("M66 88C86 92 92 76 84 66"), shape("M66 90C80 94 94 90 90 82")), hue=fur, width=5)
        s.part(
            "body",
            s.pick(
                shape("M50 44C70 50 76 74 72 92H28C24 74 30 50 50 44Z"),
                kit.soft(10, (38, 44), (62, 44), (76, 92), (24, 92)),
            ),
            hue=fur,
            ask_color=False,
        )
        patterned("belly", 5, kit.along(50, 64, 50, 86), 2.3, kinds)
        left = ear(s, 36, 24, 8)
        s.part("ear", left, left.mirrored(), hue=fur, ask_color=False)
        s.part("head", s.pick(circle(50, 32, 19), ellipse(50, 32, 23, 17)), hue=fur)
        ink = s.fixed("white" if fur.name == "black" else "black")
        kit.eyes(s, 50, 29, 8, 2.2, ink)
        s.detail(ellipse(50, 36, 3.2, 2.2), hue=s.fixed("pink"))
        kit.mouth(s, 50, 41, 9, ink)
        kit.mark(s, "tag", 50, 53, 6.5, fur)


def fish(s: Sketch, *, long: float = 1.0, stripes: str = "stripe") -> None:
    body, fin = s.hues(2)
    half = s.pick(17.0, 22.0, 27.0) / long
    s.part(
        "tail",
        s.pick(
            polygon((70, 50), (95, 30), (95, 70)),
            shape("M72 50C84 40 90 26 95 26C90 42 90 58 95 74C90 74 84 60 72 50Z"),
            kit.soft(4, (70, 46), (94, 36), (88, 50), (94, 64), (70, 54)),
        ),
        hue=fin,
    )
    s.part(
        "back fin",
        s.pick(
            kit.soft(3, (30, 50 - half + 6), (46, 50 - half - 12), (62, 50 - half + 6)),
            box(34, 50 - half - 7, 26, 14, 5),
            shape(f"M28 {54 - half}C36 {30 - half} 60 {34 - half} 66 {58 - half}Z"),
        ),
        hue=fin,
        ask_color=False,
    )
    s.part(
        "body",
        s.pick(
            ellipse(42, 50, 37, half),
            shape(
                f"M5 50C20 {50 - 1.4 * half} 60 {50 - 1.4 * half} 78 50C60 {50 + 1.4 * half} 20 {50 + 1.4 * half} 5 50Z"
            ),
            kit.soft(9, (6, 50), (30, 50 - half), (56, 50 - half), (78, 50), (56, 50 + half), (30, 50 + half)),
        ),
        hue=body,
    )
    s.detail(
        circle(17, 46, s.pick(3.4, 2.4)),
        hue=s.fixed("white" if body.name in ("black", "purple", "blue", "brown") else "black"),
    )
    way = s.pick("bands", "scales", "bands")
    if way == "bands":
        kit.bars(
            s,
            stripes,
            2,
            5,
            lambda n: [box(x - 1.8, 52 - 0.66 * half, 3.6, 1.15 * half, 1.5) for x in (31 + 8 * i for i in range(n))],
            body,
        )
    else:
        kit.several(
            s, "scale", 2, 6, kit.grid(28, 50 - 0.6 * half, 34, 1.2 * half), 2.6, body, kinds=("dot", "drop", "diamond")
        )
    kit.mark(s, "bubble", 14, 18, 6.5, body)


def bird(
    s: Sketch, *, long_neck: bool = False, round_body: bool = False, colors: tuple[str, ...] = SOLID, crest: str = ""
) -> None:
    hue = s.hue(colors)
    if crest:
        s.part(
            crest,
            s.pick(
                star(30, 27, 9, 5),
                polygon((24, 30), (22, 16), (29, 24), (32, 13), (36, 25), (44, 18), (40, 32)),
                circle(30, 25, 5),
            ),
            hue=s.hue(LOUD, unlike=(hue,)),
        )
    x, y = feathered(s, hue, long_neck=long_neck, round_body=round_body)
    kit.several(
        s, "spot on the breast", 2, 5, kit.along(x - 18, y + 4, x + 2, y + 9), 1.9, hue, plural="spots on the breast"
    )
    kit.mark(s, "tag", 18, 72, 6.5)


def owl(s: Sketch) -> None:
    body, belly = s.hues(2)
    tuft = s.pick("horns", "none", "flat")
    if tuft == "horns":
        s.part("ear tuft", *both(kit.soft(2, (26, 34), (20, 8), (46, 22))), hue=body, ask_color=False)
    s.part(
        "body",
        s.pick(
            box(20, 18, 60, 70, 28),
            ellipse(50, 54, 31, 37),
            kit.soft(12, (24, 16), (76, 16), (82, 60), (60, 90), (40, 90), (18, 60)),
        ),
        hue=body,
    )
    wing = s.hue(unlike=(body,))
    s.part(
        "wing",
        *both(
            s.pick(
                kit.leaf(20, 40, 44, 178, 0.4),
                ellipse(20, 60, 8, 22),
                shape("M20 42C8 56 8 76 18 86C26 78 28 58 20 42Z"),
            )
        ),
        hue=wing,
    )
    s.part("belly", s.pick(ellipse(50, 70, 18, 17), box(34, 54, 32, 32, 12), circle(50, 70, 16)), hue=belly)
    eye = s.pick(12.0, 14.0, 10.0)
    s.detail(*both(circle(36, 38, eye)), hue=s.fixed("white"), outlined=True)
    s.part("iris", *both(circle(36, 38, 0.62 * eye)), hue=s.hue(VIVID, unlike=(body,)), plural="irises")
    s.detail(*both(circle(36, 38, 0.3 * eye)), hue=s.fixed("black"))
    s.part(
        "beak",
        s.pick(polygon((45, 46), (55, 46), (50, 56)), kit.soft(2, (46, 44), (54, 44), (56, 50), (50, 57), (44, 50))),
        hue=s.hue(("orange", "yellow", "black"), unlike=(body,)),
    )
    kit.several(s, "speck on the belly", 2, 6, kit.grid(38, 60, 24, 22, 3), 2.3, belly, plural="specks on the belly")
    kit.mark(s, "forehead mark", 50, 24, 5.5, body)


def butterfly(s: Sketch) -> None:
    upper, lower = s.hues(2)
    s.part(
        "lower wing",
        *both(
            s.pick(
                ellipse(30, 68, 16, 13),
                kit.leaf(48, 54, 40, -130, 0.7),
                kit.soft(8, (46, 54), (18, 60), (24, 86), (44, 78)),
            )
        ),
        hue=lower,
    )
    s.part(
        "upper wing",
        *both(
            s.pick(
                circle(26, 38, 20),
                kit.leaf(48, 54, 52, -60, 0.8),
                kit.soft(9, (47, 52), (30, 16), (6, 20), (10, 50)),
                shape("M48 52C40 20 10 8 6 26C2 46 24 58 48 52Z"),
            )
        ),
        hue=upper,
    )
    s.detail(
        s.pick(ellipse(50, 54, 3.6, 26), box(47, 28, 6, 50, 3), kit.soft(2, (47, 28), (53, 28), (52, 82), (48, 82))),
        hue=s.fixed("black"),
    )
    if s.some(0.8):
        s.line(
            *both(s.pick(shape("M49 28C46 16 40 12 36 12"), line((49, 28), (40, 10)))), hue=s.fixed("black"), width=1.6
        )
    kit.several(s, "spot on one wing", 1, 4, kit.along(18, 32, 36, 42), 2.5, upper, plural="spots on one wing")
    kit.mark(s, "pattern on the other wing", 74, 37, 6.5, upper, plural="patterns on the other wing")


def beetle(s: Sketch, colors: tuple[str, ...] = ANY) -> None:
    shell = s.hue(colors)
    dark = s.fixed("black") if shell.name != "black" else s.fixed("red")
    for y in s.pick((40, 56, 72), (44, 60, 76), (38, 54, 68)):
        s.line(*both(s.pick(line((28, y), (10, y - 6)), line((30, y), (14, y), (8, y + 10)))), hue=dark, width=2.4)
    s.part(
        "head", s.pick(circle(50, 22, 13), box(36, 12, 28, 22, 9), ellipse(50, 22, 17, 11)), hue=dark, ask_color=False
    )
    s.line(*both(shape("M46 14C44 6 40 5 36 6")), hue=dark, width=1.8)
    s.part(
        "shell",
        s.pick(
            circle(50, 58, 33),
            ellipse(50, 60, 28, 34),
            kit.soft(16, (26, 30), (74, 30), (84, 62), (64, 92), (36, 92), (16, 62)),
        ),
        hue=shell,
    )
    if s.some(0.7):
        s.line(line((50, 30), (50, 90)), hue=dark, width=1.8)
    count = s.number(2, 7)
    spots = [(36, 46), (64, 46), (34, 62), (66, 62), (40, 78), (60, 78), (36, 54)][:6]
    draw = kit.token(s, 3.6, ("dot", "diamond", "square", "oval"))
    s.part("spot", *(draw(x, y) for x, y in spots[: min(count, 6)]), hue=s.hue(unlike=(shell,)), counted=(2, 6))
    kit.mark(s, "mark on the head", 50, 22, 6, dark, plural="marks on the head")


def turtle(s: Sketch) -> None:
    shell, skin = s.hues(2)
    if s.pick("side", "above", "side") == "side":
        kit.legs(s, (30, 66), 62, 84, 12, skin)
        s.line(shape("M22 64L8 70"), hue=skin, width=4)
        s.part(
            "head",
            s.pick(circle(86, 50, 10), ellipse(86, 48, 10, 8), box(76, 40, 20, 17, 7)),
            hue=skin,
            ask_color=False,
        )
        s.line(line((70, 62), (82, 54)), hue=skin, width=9)
        s.detail(circle(89, 47, 1.8), hue=s.fixed("black"))
        s.part(
            "shell",
            s.pick(
                shape("M14 66C14 18 78 18 78 66Z"),
                kit.soft(8, (12, 66), (26, 32), (64, 32), (80, 66)),
                shape("M12 66C20 26 72 26 80 66Q46 74 12 66Z"),
            ),
            hue=shell,
        )
        kit.several(s, "plate", 2, 6, kit.along(28, 56, 66, 56), 3.3, shell)
        kit.mark(s, "badge", 46, 42, 6.5, shell)
    else:
        for x, y, turn in ((26, 30, -45), (74, 30, 45), (26, 74, -135), (74, 74, 135)):
            s.detail(kit.leaf(50 + (x - 50) * 0.6, 52 + (y - 52) * 0.6, 30, turn, 0.5), hue=skin, outlined=True)
        s.part("head", s.pick(circle(50, 17, 10), ellipse(50, 16, 9, 12)), hue=skin, ask_color=False)
        s.part(
            "shell",
            s.pick(
                ellipse(50, 54, 27, 32),
                circle(50, 54, 29),
                kit.soft(9, (36, 24), (64, 24), (78, 52), (64, 84), (36, 84), (22, 52)),
            ),
            hue=shell,
        )
        kit.several(s, "plate", 2, 7, kit.about(50, 54, 19), 3.6, shell)
        kit.mark(s, "badge", 50, 54, 8, shell)


def snail(s: Sketch) -> None:
    shell, body = s.hues(2)
    s.part(
        "body",
        s.pick(
            shape("M6 84C24 76 60 80 70 60C74 46 86 40 92 46C98 54 90 62 88 72C86 86 60 88 6 88Z"),
            kit.soft(6, (6, 82), (70, 78), (78, 50), (94, 50), (90, 88), (6, 88)),
        ),
        hue=body,
    )
    s.line(
        *s.pick((line((86, 46), (82, 28)), line((91, 46), (95, 30))), (shape("M86 46C86 36 80 34 80 28"),)),
        hue=body,
        width=2.6,
    )
    s.part(
        "shell",
        s.pick(
            circle(42, 54, 28),
            ellipse(42, 56, 32, 25),
            kit.soft(14, (18, 40), (36, 24), (62, 34), (70, 62), (52, 80), (20, 78)),
        ),
        hue=shell,
    )
    way = s.pick("spiral", "rings", "plain")
    if way == "spiral":
        s.line(
            shape("M42 56C48 52 46 44 38 46C28 50 30 66 44 66C60 64 60 38 40 36"), hue=shell, level="dark", width=2.6
        )
        kit.several(s, "dot on the body", 2, 5, kit.along(24, 84, 62, 84), 1.6, body, plural="dots on the body")
        kit.mark(s, "flag", 18, 20, 7, shell)
    else:
        kit.several(s, "dot on the shell", 2, 7, kit.about(42, 54, 18), 2.6, shell, plural="dots on the shell")
        kit.mark(s, "middle of the shell", 42, 54, 7, shell, plural="middles of the shell")


def spider(s: Sketch) -> None:
    body = s.hue()
    for y, dy in ((40, -14), (48, -4), (58, 6), (66, 18)):
        s.line(
            *both(
                s.pick(
                    line((42, y), (24, y + dy - 6), (10, y + dy + 6)),
                    shape(f"M42 {y}Q22 {y + dy - 12} 10 {y + dy + 8}"),
                )
            ),
            hue=body,
            width=2.6,
        )
    if s.some():
        s.line(line((50, 4), (50, 34)), hue=s.fixed("gray"), width=1.2)
    s.part(
        "abdomen",
        s.pick(
            circle(50, 64, 21), ellipse(50, 64, 18, 25), kit.soft(9, (40, 44), (60, 44), (72, 66), (50, 90), (28, 66))
        ),
        hue=body,
        ask_color=False,
    )
    s.part("head", s.pick(circle(50, 38, 12), ellipse(50, 38, 15, 10)), hue=body)
    kit.eyes(s, 50, 36, 5, 1.8, s.fixed("white" if body.name == "black" else "black"))
    kit.several(s, "speck", 2, 5, kit.along(38, 74, 62, 74), 2.0, body)
    kit.mark(s, "mark on the back", 50, 60, 7.5, body, plural="marks on the back")


def crab(s: Sketch) -> None:
    shell = s.hue()
    for y in (60, 70, 78):
        s.line(*both(line((28, y), (10, y + 4), (6, y + 14))), hue=shell, width=3)
    s.line(*both(s.pick(shape("M26 56C12 50 14 40 18 34"), line((28, 58), (12, 46), (18, 34)))), hue=shell, width=4.5)
    s.part(
        "claw",
        *both(
            s.pick(
                shape("M18 38C6 34 6 16 18 10L19 22L27 12C32 24 28 36 18 38Z"),
                kit.soft(4, (10, 14), (18, 24), (28, 12), (26, 36), (12, 36)),
            )
        ),
        hue=s.hue(unlike=(shell,)),
    )
    s.line(*both(line((42, 48), (40, 36))), hue=shell, width=2)
    s.detail(*both(circle(40, 34, 3)), hue=s.fixed("black"))
    s.part(
        "shell",
        s.pick(
            ellipse(50, 66, 30, 22),
            kit.soft(10, (26, 48), (74, 48), (84, 70), (66, 88), (34, 88), (16, 70)),
            shape("M18 62C18 40 82 40 82 62C82 92 18 92 18 62Z"),
        ),
        hue=shell,
    )
    kit.several(s, "bump", 2, 6, kit.along(32, 57, 68, 57), 2.2, shell)
    kit.mark(s, "pattern", 50, 74, 7, shell)


def bat(s: Sketch) -> None:
    hue = s.hue()
    s.part(
        "wing",
        *both(
            s.pick(
                shape("M46 44C34 30 18 26 4 30C14 40 12 52 10 62C18 56 24 58 26 66C32 58 42 60 46 66Z"),
                polygon((46, 42), (24, 22), (4, 36), (10, 64), (20, 54), (30, 68), (38, 58), (46, 68)),
            )
        ),
        hue=hue,
        ask_color=False,
    )
    s.part("ear", *both(kit.soft(1, (42, 36), (40, 16), (50, 30))), hue=hue, ask_color=False)
    s.part(
        "body",
        s.pick(ellipse(50, 52, 13, 22), box(38, 28, 24, 46, 11), kit.soft(8, (38, 30), (62, 30), (58, 80), (42, 80))),
        hue=hue,
    )
    kit.eyes(s, 50, 40, 5, 2.2, s.fixed("white" if hue.name == "black" else "black"))
    kit.several(s, "button on the chest", 2, 5, kit.along(50, 54, 50, 70), 1.9, hue, plural="buttons on the chest")
    kit.mark(s, "charm", 82, 84, 7, hue)


def starfish(s: Sketch) -> None:
    hue = s.hue()
    arms = s.pick(5, 5, 6)
    s.part(
        "body",
        star(50, 52, 46, arms, s.pick(0.38, 0.48, 0.55))
        if s.some()
        else smooth(
            *[
                p
                for i in range(arms)
                for p in (
                    (kit.about(50, 52, 45)(arms)[i]),
                    (kit.about(50, 52, 20, 180 / arms, 360 + 180 / arms)(arms)[i]),
                )
            ]
        ),
        hue=hue,
    )
    kit.several(s, "sucker", 3, 6, kit.about(50, 52, 14), 2.4, hue)
    kit.mark(s, "middle", 50, 52, 7, hue)


def jellyfish(s: Sketch) -> None:
    bell, arm = s.hues(2)
    kit.bars(
        s,
        "tentacle",
        3,
        7,
        lambda n: [
            shape(
                f"M{x - 1.6:.1f} 48C{x - 6:.1f} 62 {x + 3:.1f} 74 {x - 2:.1f} 92H{x + 1.6:.1f}C{x + 6:.1f} 74 {x - 2:.1f} 62 {x + 1.6:.1f} 48Z"
            )
            for x, _ in kit.along(26, 0, 74, 0)(n)
        ],
        bell,
        hue=arm,
    )
    s.part(
        "bell",
        s.pick(
            shape("M14 52C14 2 86 2 86 52Z"),
            shape("M12 50C16 8 84 8 88 50Q78 60 69 50Q60 60 50 50Q40 60 31 50Q22 60 12 50Z"),
            kit.soft(14, (18, 14), (82, 14), (90, 54), (10, 54)),
        ),
        hue=bell,
    )
    if s.some():
        kit.eyes(s, 50, 42, 9, 2.4, s.fixed("white" if bell.name == "black" else "black"))
    kit.mark(s, "mark on the top", 50, 26, 7.5, bell, plural="marks on the top")


def snake(s: Sketch) -> None:
    hue = s.hue()
    path = s.pick(
        "M20 86C90 92 90 66 52 64C14 62 16 38 50 38C76 38 78 28 74 18",
        "M84 84C20 96 14 74 50 68C86 62 84 42 52 42C30 42 26 30 30 18",
        "M12 80C30 50 44 90 60 66C74 44 60 34 66 18",
    )
    s.line(shape(path), hue=hue, width=s.pick(9.0, 11.0, 13.0))
    x, y = (float(v) for v in path.replace("C", " ").split()[-2:])
    s.part(
        "head",
        s.pick(ellipse(x, y, 10, 8), kit.soft(4, (x - 10, y - 5), (x + 10, y - 7), (x + 10, y + 7), (x - 8, y + 8))),
        hue=hue,
    )
    s.detail(
        circle(x - 3, y - 2, 1.6), circle(x + 4, y - 2, 1.6), hue=s.fixed("white" if hue.name == "black" else "black")
    )
    s.line(shape(f"M{x} {y - 6}V{y - 12}"), hue=s.fixed("red"), width=1.4)
    kit.several(s, "egg", 2, 5, kit.along(12, 12, 12, 44) if x > 45 else kit.along(90, 12, 90, 44), 3.2, hue)
    kit.mark(s, "stone", 88 if x > 60 else 10, 92 if x < 60 else 66, 6, hue)


def cat(s: Sketch) -> None:
    beast(s, ear=pointed, snout="cat", tail="thin", pattern="stripe")


def ladybug(s: Sketch) -> None:
    beetle(s, colors=ANY)


def dog(s: Sketch) -> None:
    beast(s, ear=hanging, snout="dog", tail="thin")


def rabbit(s: Sketch) -> None:
    beast(s, ear=long_ear, snout="cat", tail="stub", leg=15)


def duck(s: Sketch) -> None:
    bird(s, colors=("yellow", "white", "brown", "green", "orange", "gray"))


def bear(s: Sketch) -> None:
    beast(s, ear=round_ear, snout="dog", tail="stub", colors=FUR)


def pig(s: Sketch) -> None:
    beast(s, ear=leaf_ear, snout="pig", tail="stub", colors=(*FUR, "pink"))


def swan(s: Sketch) -> None:
    bird(s, long_neck=True, colors=("white", "black", "gray", "orange", "blue"))


TEST = (
    Kind("cat", "animal", numbered(cat), "It purrs and chases mice"),
    Kind("fish", "animal", numbered(fish), "It breathes through gills under water"),
    Kind("owl", "animal", numbered(owl), "It hunts at night and can turn its head almost all the way around"),
    Kind("butterfly", "animal", numbered(butterfly), "It grows out of a caterpillar"),
    Kind("ladybug", "animal", numbered(ladybug), "It eats aphids and is said to bring luck"),
    Kind("turtle", "animal", numbered(turtle), "It carries a hard shell and can live for a hundred years"),
    Kind("snail", "animal", numbered(snail), "It crawls on a single foot and leaves a trail of slime"),
    Kind("dog", "animal", dog, "It barks at strangers and fetches sticks"),
    Kind("rabbit", "animal", rabbit, "It hops about and digs burrows"),
    Kind("duck", "animal", duck, "It quacks and paddles on a pond"),
    Kind("spider", "animal", spider, "It spins silk on eight legs"),
    Kind("crab", "animal", crab, "It walks sideways on a beach"),
    Kind("bat", "animal", bat, "It sleeps upside down and flies by echo"),
)
TRAIN = (
    Kind("bear", "animal", bear, "It sleeps through winter in a den and likes honey"),
    Kind("pig", "animal", pig, "It wallows in mud and grunts"),
    Kind("swan", "animal", swan, "It glides over a lake with its head held high"),
    Kind("starfish", "animal", starfish, "It clings to rocks under the sea with its arms"),
    Kind("jellyfish", "animal", jellyfish, "It drifts in the sea and stings swimmers"),
    Kind("snake", "animal", snake, "It has no legs and swallows its prey whole"),
)
