"""Animals and people, put together from heads, ears, bodies, tails, hair and hats."""

from collections.abc import Callable

from ..forms import Form, both, box, circle, ellipse, line, polygon, shape, smooth
from ..palette import SKIN, VIVID, Hue
from ..sketch import Sketch
from . import kit

FUR = ("orange", "gray", "black", "brown", "white", "beige", "yellow")
Ear = Callable[[Sketch, float, float, float], Form]
ARMS = {
    "down": "letting them hang down",
    "out": "holding them away from the body",
    "up": "raising them above the shoulders",
    "bent": "bending them at the elbows",
}
"""What a person does with the arms, by how they are drawn."""


def pointed(s: Sketch, x: float, y: float, size: float) -> Form:
    """Return an ear like a cat's."""
    return kit.soft(
        s.pick(0.5, 2.0, 4.0), (x - 0.7 * size, y), (x - 0.5 * size, y - 1.5 * size), (x + 0.7 * size, y - 0.3 * size)
    )


def round_ear(s: Sketch, x: float, y: float, size: float) -> Form:
    """Return an ear like a bear's."""
    return circle(x, y - 0.3 * size, size * s.pick(0.8, 1.0, 1.2))


def long_ear(s: Sketch, x: float, y: float, size: float) -> Form:
    """Return an ear like a hare's."""
    lean = s.pick(-14.0, -4.0, 10.0)
    return ellipse(x, y - 1.5 * size, 0.55 * size, 2.0 * size).turned(lean, x, y)


def hanging(s: Sketch, x: float, y: float, size: float) -> Form:
    """Return an ear like a hound's."""
    return shape(
        f"M{x} {y - 0.6 * size}C{x - 1.3 * size} {y - 0.8 * size} {x - 1.6 * size} {y + 1.2 * size}"
        f" {x - 1.1 * size} {y + 2 * size}C{x - 0.6 * size} {y + 2.2 * size} {x - 0.1 * size} {y + size} {x} {y - 0.6 * size}Z"
    )


def leaf_ear(s: Sketch, x: float, y: float, size: float) -> Form:
    """Return an ear like a cow's, to the side."""
    return kit.leaf(x, y, 2.0 * size, s.pick(-95.0, -75.0, -115.0), 0.6)


def face(s: Sketch, ear: Ear, fur: Hue, *, snout: str, wide: float = 34, ear_at: float = 0.72) -> float:
    """Add a head from the front, and return how far down it reaches."""
    top, half = 50 - 0.85 * wide, wide
    s.faces = "viewer"
    outline = s.pick("round", "egg", "broad", "heart")
    form = {
        "round": lambda: circle(50, 50, half),
        "egg": lambda: shape(f"M50 {top}C{50 + 1.3 * half} {top} {50 + 1.05 * half} 66 50 {50 + 1.05 * half}"
                             f"C{50 - 1.05 * half} 66 {50 - 1.3 * half} {top} 50 {top}Z"),
        "broad": lambda: ellipse(50, 52, 1.12 * half, 0.9 * half),
        "heart": lambda: kit.soft(12, (50 - half, 28), (50 + half, 28), (50 + 0.95 * half, 58), (50 + 0.3 * half, 84), (50 - 0.3 * half, 84), (50 - 0.95 * half, 58)),
    }[outline]()  # fmt: skip
    size = 0.34 * half * s.measure(0.85, 1.2)
    left = ear(s, 50 - ear_at * half, top + 0.3 * half, size)
    s.part("ear", left, left.mirrored(), hue=fur, ask_color=False)
    if s.some():
        inner = left.scaled(0.5, 0.5, 50 - ear_at * half, top + 0.2 * half)
        s.detail(inner, inner.mirrored(), hue=s.fixed("pink"))
    s.part("head", form, hue=fur)
    ink = s.fixed("white" if fur.name == "black" else "black")
    kit.eyes(s, 50, 50 - 0.1 * half, 0.42 * half, 0.12 * half * s.measure(0.9, 1.3), ink)
    muzzle(s, snout, half, fur, ink)
    return 50 + half


def muzzle(s: Sketch, snout: str, half: float, fur: Hue, ink: Hue) -> None:
    """Add a nose with its surroundings: a cat's, a dog's, a pig's, or a beak."""
    y = 50 + 0.3 * half
    if snout == "pig":
        s.part("snout", ellipse(50, y, 0.38 * half, 0.28 * half), hue=s.hue(VIVID, unlike=(fur,)))
        s.detail(ellipse(50 - 0.14 * half, y, 2, 3.4), ellipse(50 + 0.14 * half, y, 2, 3.4), hue=s.fixed("black"))
        kit.mouth(s, 50, y + 0.38 * half, 0.4 * half, ink)
        return
    if s.some() or snout == "dog":
        s.part(
            "muzzle",
            ellipse(50, y + 0.14 * half, 0.42 * half, 0.34 * half),
            hue=s.hue(("white", "beige", "gray", "yellow", "pink"), unlike=(fur,)),
        )
        ink = s.fixed("black")
    nose = s.pick(
        ellipse(50, y, 0.15 * half, 0.11 * half),
        kit.soft(1.5, (50 - 0.14 * half, y - 3), (50 + 0.14 * half, y - 3), (50, y + 3.5)),
        circle(50, y, 0.1 * half),
    )
    s.detail(nose, hue=s.fixed("black") if snout == "dog" else s.fixed("pink"))
    kit.mouth(s, 50, y + 0.2 * half, 0.44 * half, ink)
    if snout == "cat" and s.some(0.7):
        for side in (-1, 1):
            for rise in s.pick((-2, 4), (-4, 0, 4)):
                s.line(
                    line((50 + side * 0.4 * half, y + 2 + rise / 2), (50 + side * 1.05 * half, y + rise)),
                    hue=ink,
                    width=1,
                )


def standing(
    s: Sketch, ear: Ear, fur: Hue, *, tail: str, neck: float = 0.0, thick: float = 1.0, leg: float = 24.0
) -> None:
    """Add an animal on four legs from the side, looking left."""
    back, belly = 46.0, 46.0 + 22 * thick
    bottom = belly + leg * s.measure(0.8, 1.1) - 8
    s.detail(
        *(tail_form(s, tail, 80, back + 4)[:1]),
        hue=fur,
    ) if tail in ("bushy", "stub") else s.line(*tail_form(s, tail, 80, back + 4), hue=fur, width=3)
    kit.legs(s, (30, 40, 68, 77), belly - 6, bottom, 6.5, fur)
    s.part("body", s.pick(
        box(24, back, 58, 22 * thick, 10), ellipse(53, (back + belly) / 2, 31, 12.5 * thick),
        smooth((26, back + 2), (50, back + 3), (76, back), (84, back + 9), (78, belly), (50, belly - 2), (30, belly), (22, back + 10)),
    ), hue=fur)  # fmt: skip
    x, y = 22.0, back - 4 - neck
    if neck:
        s.detail(kit.soft(3, (24, back + 14), (x - 3, y), (x + 8, y - 2), (42, back + 4)), hue=fur)
    if ear is long_ear:
        near = ear(s, x + 6, y - 6, 9)
        s.part("ear", near.moved(-7, 1), near, hue=fur, level="dark", ask_color=False)
    else:
        s.part("ear", ear(s, x + 5, y - 7, 5.5), hue=fur, level="dark", ask_color=False)
    s.part("head", s.pick(
        ellipse(x, y, 13, 10), circle(x, y, 11.5), kit.soft(5, (x - 15, y - 1), (x + 2, y - 10), (x + 11, y - 8), (x + 11, y + 8), (x - 13, y + 9)),
    ), hue=fur, ask_color=False)  # fmt: skip
    ink = s.fixed("white" if fur.name == "black" else "black")
    s.detail(circle(x - 3, y - 2, 1.8), hue=ink, noun="eye")
    s.faces = "left"
    s.detail(circle(x - 12.5, y + 1, 2), hue=ink)


def tail_form(s: Sketch, tail: str, x: float, y: float) -> list[Form]:
    """Return a tail that starts at (x, y)."""
    if tail == "bushy":
        up = s.pick(-26.0, -12.0, 14.0)
        return [
            shape(
                f"M{x} {y}C{x + 4} {y + up} {x + 16} {y + up - 12} {x + 15} {y + up + 8}C{x + 14} {y + 10} {x + 4} {y + 10} {x} {y + 6}Z"
            )
        ]
    if tail == "stub":
        return [circle(x + 3, y + 2, s.pick(4.0, 6.0))]
    return [
        s.pick(
            shape(f"M{x} {y}C{x + 8} {y - 2} {x + 8} {y - 18} {x + 13} {y - 20}"),
            shape(f"M{x} {y}C{x + 12} {y} {x + 6} {y + 16} {x + 11} {y + 22}"),
        )
    ]


def person(
    s: Sketch, *, hat: Callable[[Sketch, float, float, float], None] | None = None, hair: str = "any", clothes: Hue | None = None,
    extra: Callable[[Sketch, float, float, Hue], None] | None = None, beard: bool = False,
) -> None:  # fmt: skip
    """Add a person: a bust, a whole figure, or a figure as on a sign. `hat(s, x, top, half)` sits on the head,
    `extra(s, x, y, cloth)` on the chest."""
    view = s.pick("bust", "figure", "sign", "bust")
    skin = s.hue(SKIN)
    cloth = clothes or s.hue(unlike=(skin,))
    if view == "bust":
        x, y, r = 50.0, 40.0, 19.0
        shoulders(s, 66.0, 96.0, s.pick(32.0, 36.0, 40.0), cloth)
        chest = 80.0
    else:
        x, y, r = 50.0, 22.0, 11.0 if view == "figure" else 9.5
        figure(s, view, cloth, skin)
        chest = 48.0
    if extra is not None:
        extra(s, x, chest, cloth)
    hair_color = s.hue(("black", "brown", "yellow", "gray", "orange"), unlike=(skin, cloth))
    style = hair if hair != "any" else s.pick("none", "cap", "bob", "curls", "side")
    hair_behind(s, style, x, y, r, hair_color)
    s.part("face", s.pick(circle(x, y, r), ellipse(x, y, 0.9 * r, 1.08 * r), kit.soft(0.6 * r, (x - r, y - r), (x + r, y - r), (x + 0.9 * r, y + 0.5 * r), (x + 0.3 * r, y + 1.15 * r), (x - 0.3 * r, y + 1.15 * r), (x - 0.9 * r, y + 0.5 * r))), hue=skin, ask_color=False)  # fmt: skip
    hair_front(s, style, x, y, r, hair_color)
    if beard:
        s.part("beard", shape(f"M{x - r} {y}C{x - r} {y + 1.9 * r} {x + r} {y + 1.9 * r} {x + r} {y}C{x + 0.6 * r} {y + 0.6 * r} {x - 0.6 * r} {y + 0.6 * r} {x - r} {y}Z"), hue=hair_color)  # fmt: skip
    if view != "sign":
        kit.eyes(s, x, y - 0.05 * r, 0.4 * r, 0.11 * r)
        kit.mouth(s, x, y + 0.45 * r, 0.7 * r)
    if hat is not None:
        hat(s, x, y - 0.62 * r, r)


def shoulders(s: Sketch, top: float, bottom: float, half: float, cloth: Hue) -> None:
    s.detail(box(44, top - 12, 12, 20), hue=s.fixed("beige"))
    s.part("clothes", s.pick(
        shape(f"M{50 - half} {bottom}C{50 - half} {top + 4} {50 - 0.6 * half} {top} 50 {top}C{50 + 0.6 * half} {top} {50 + half} {top + 4} {50 + half} {bottom}Z"),
        kit.soft(8, (50 - half, bottom), (50 - 0.9 * half, top + 6), (50 - 0.3 * half, top), (50 + 0.3 * half, top), (50 + 0.9 * half, top + 6), (50 + half, bottom)),
        polygon((50 - half, bottom), (50 - 0.75 * half, top + 3), (50 + 0.75 * half, top + 3), (50 + half, bottom)),
    ), hue=cloth, plural="clothes")  # fmt: skip


def figure(s: Sketch, view: str, cloth: Hue, skin: Hue) -> None:
    trousers = s.hue(unlike=(cloth, skin)) if view == "figure" else cloth
    stance = s.pick(4.0, 7.0, 10.0)
    kit.legs(s, (50 - stance, 50 + stance), 64, 94, 8, trousers)
    arms = s.pick("down", "out", "up", "bent")
    s.note("What is the person doing with the arms?", answer=ARMS[arms], choices=tuple(ARMS.values()))
    ends = {"down": (33, 66), "out": (26, 56), "up": (27, 26), "bent": (31, 52)}[arms]
    for side in (-1, 1):
        x = 50 + side * 12
        elbow = 50 + side * (50 - ends[0] + (4 if arms == "bent" else -6))
        s.line(
            line(
                (x, 41),
                (elbow, (41 + ends[1]) / 2 + (6 if arms == "bent" else 0)),
                (50 + side * (50 - ends[0]), ends[1]),
            ),
            hue=cloth,
            width=6.5,
        )
    s.part(
        "clothes",
        s.pick(
            box(36, 36, 28, 34, 5),
            kit.soft(5, (36, 37), (64, 37), (60, 72), (40, 72)),
            kit.soft(5, (39, 36), (61, 36), (67, 72), (33, 72)),
        ),
        hue=cloth,
        plural="clothes",
    )


def hair_behind(s: Sketch, style: str, x: float, y: float, r: float, hue: Hue) -> None:
    if style == "bob":
        s.part(
            "hair", box(x - 1.2 * r, y - 1.15 * r, 2.4 * r, s.pick(2.1, 2.6, 3.0) * r, 0.9 * r), hue=hue, plural="hair"
        )
    elif style == "curls":
        s.part(
            "hair",
            circle(x, y - 0.2 * r, 1.25 * r),
            *both(circle(x - 1.1 * r, y + 0.5 * r, 0.5 * r), x),
            hue=hue,
            plural="hair",
        )
    elif style == "tails":
        s.part(
            "hair",
            circle(x, y - 0.15 * r, 1.12 * r),
            *both(kit.leaf(x - 0.95 * r, y - 0.1 * r, 1.9 * r, s.pick(-140.0, -165.0, -120.0), 0.6), x),
            hue=hue,
            plural="hair",
        )


def hair_front(s: Sketch, style: str, x: float, y: float, r: float, hue: Hue) -> None:
    if style in ("cap", "bob", "tails"):
        form = shape(
            f"M{x - 1.04 * r} {y - 0.1 * r}C{x - 1.1 * r} {y - 1.5 * r} {x + 1.1 * r} {y - 1.5 * r} {x + 1.04 * r} {y - 0.1 * r}C{x + 0.5 * r} {y - 0.7 * r} {x - 0.5 * r} {y - 0.7 * r} {x - 1.04 * r} {y - 0.1 * r}Z"
        )
        if style == "cap":
            s.part("hair", form, hue=hue, plural="hair")
        else:
            s.detail(form, hue=hue, outlined=True)
    elif style == "side":
        s.part("hair", shape(f"M{x - 1.05 * r} {y}C{x - 1.2 * r} {y - 1.5 * r} {x + 1.2 * r} {y - 1.6 * r} {x + 1.05 * r} {y}C{x + 0.8 * r} {y - 0.6 * r} {x} {y - 0.4 * r} {x - 0.4 * r} {y - 0.8 * r}C{x - 0.6 * r} {y - 0.4 * r} {x - 0.9 * r} {y - 0.4 * r} {x - 1.05 * r} {y}Z"), hue=hue, plural="hair")  # fmt: skip


def feathered(s: Sketch, hue: Hue, *, long_neck: bool = False, round_body: bool = False) -> tuple[float, float]:
    """Add a bird from the side, looking left, and return the middle of its body."""
    wing = s.hue(unlike=(hue,))
    tail = s.pick("fan", "long", "up")
    s.detail({"fan": polygon((78, 56), (96, 50), (94, 68), (76, 66)), "long": kit.soft(3, (74, 54), (96, 72), (90, 80), (68, 66)), "up": kit.soft(4, (74, 60), (84, 30), (94, 38), (82, 66))}[tail], hue=wing)  # fmt: skip
    if long_neck:
        s.line(s.pick(shape("M40 60C22 54 40 40 30 26"), shape("M38 58C30 48 30 38 31 26")), hue=hue, width=8)
        head = (29.0, 22.0)
    else:
        head = (32.0, 38.0)
    s.part("body", ellipse(58, 60, 25, 22 if round_body else s.pick(15.0, 18.0)) if s.some() else
           smooth((32, 52), (50, 42), (74, 46), (88, 58), (72, 76), (48, 78), (34, 66)), hue=hue)  # fmt: skip
    s.detail(circle(*head, s.pick(10.0, 11.5, 9.0)), hue=hue, outlined=True)
    beak = s.hue(("orange", "yellow", "red", "black"), unlike=(hue,))
    x, y = head
    s.part("beak", s.pick(polygon((x - 8, y - 4), (x - 22, y + 2), (x - 8, y + 5)), kit.soft(2, (x - 8, y - 4), (x - 19, y - 3), (x - 18, y + 4), (x - 8, y + 4)), shape(f"M{x - 7} {y - 5}C{x - 20} {y - 6} {x - 20} {y + 4} {x - 17} {y + 8}C{x - 16} {y + 3} {x - 11} {y + 4} {x - 7} {y + 4}Z")), hue=beak)  # fmt: skip
    s.detail(circle(x - 2, y - 2, 2), hue=s.fixed("white" if hue.name == "black" else "black"), noun="eye")
    s.faces = "left"
    s.part(
        "wing",
        s.pick(
            ellipse(64, 58, 15, 8), kit.leaf(48, 56, 36, 95, 0.5), shape("M48 52C60 48 78 50 84 62C70 72 52 68 48 52Z")
        ),
        hue=wing,
    )
    feet = s.pick("two", "none", "line")
    if feet != "none":
        kit.legs(s, (52, 64), 76, 92, 2.6 if feet == "line" else 4, beak)
    return 58.0, 62.0
