"""Features of a face: eyes, brows, mouths, hair, extras. The head is a circle of radius 150 about (256, 270)."""

import random

from sgpkit.families.shared.drawings.emblems import emblem
from sgpkit.families.shared.drawings.forms import Form, around, box, circle, ellipse, line, polygon, shape, smooth, star

from ..colors import darker, lighter
from ..ink import Ink, filled, stroked
from ..specs import Face

X, Y, RADIUS = 256.0, 270.0, 150.0
DARK = "#212121"
LEFT, RIGHT, LEVEL = 198.0, 314.0, 242.0
"""The x coordinates of the eyes' centers, and their common y coordinate."""


def eyes(face: Face) -> list[Ink]:
    inks: list[Ink] = []
    for x in (LEFT, RIGHT):
        kind = face.eyes
        if kind == "wink":
            kind = "open" if x == LEFT else "happy"
        inks += eye(kind, x, face)
    return inks


def eye(kind: str, x: float, face: Face) -> list[Ink]:
    y = LEVEL
    if kind == "happy":
        return [stroked(smooth((x - 24, y + 8), (x, y - 14), (x + 24, y + 8), closed=False), DARK, 8)]
    if kind == "closed":
        lashes = [
            stroked(line((x + dx, y + 8 - abs(dx) / 5), (x + 1.25 * dx, y + 19 - abs(dx) / 5)), DARK, 4)
            for dx in (-18, -6, 6, 18)
        ]
        return [stroked(smooth((x - 25, y - 4), (x, y + 10), (x + 25, y - 4), closed=False), DARK, 7), *lashes]
    if kind in ("hearts", "stars"):
        form = emblem("heart", x, y, 28) if kind == "hearts" else star(x, y, 32)
        color = "#D32F2F" if kind == "hearts" else "#FFDA2D"
        spark = circle(x - 9, y - 9, 4)
        return [
            filled(form, darker(color)),
            filled(form.scaled(0.86, 0.86, x, y), color),
            filled(spark, lighter(color)),
        ]
    high = {"wide": 34.0, "sleepy": 24.0}.get(kind, 27.0)
    across = 29.0 if kind == "wide" else 25.0
    iris = 12.0 if kind == "wide" else 15.0
    inks = [
        filled(ellipse(x, y, across + 2.5, high + 2.5), darker(face.skin)),
        filled(ellipse(x, y, across, high), "#FFFFFF"),
        filled(circle(x, y + 1, iris), face.eye_color),
        filled(circle(x, y + 1, 0.55 * iris), DARK),
        filled(circle(x - 0.35 * iris, y - 0.4 * iris, 0.26 * iris), "#FFFFFF"),
    ]
    if kind == "sleepy":
        lid = shape(f"M{x - across - 3} {y + 2}A{across + 3} {high + 3} 0 0 1 {x + across + 3} {y + 2}Z")
        inks += [
            filled(lid, darker(face.skin)),
            stroked(line((x - across - 2, y + 2), (x + across + 2, y + 2)), DARK, 3),
        ]
    return inks


def brows(face: Face) -> list[Ink]:
    y = LEVEL - 48
    rise = {"raised": (-4, -16, -4), "angry": (-12, -4, 10), "worried": (10, -4, -12), "straight": (0, 0, 0)}[
        face.brows
    ]
    color = darker(face.hair_color) if face.hair != "none" else "#573A30"
    left = [(LEFT - 26, y + rise[0]), (LEFT, y + rise[1]), (LEFT + 26, y + rise[2])]
    right = [(512 - x, y_) for x, y_ in left]
    return [stroked(smooth(*points, closed=False), color, 9) for points in (left, right)]


def mouth(face: Face) -> list[Ink]:
    x, y = X, 340.0
    kind = face.mouth
    red, dark = "#E53935", "#6B1B2A"
    if kind == "smile":
        corners = [stroked(line((x + dx, y - 8), (x + 1.12 * dx, y - 16)), DARK, 5) for dx in (-62, 62)]
        return [stroked(smooth((x - 62, y - 8), (x, y + 34), (x + 62, y - 8), closed=False), DARK, 8), *corners]
    if kind == "frown":
        return [stroked(smooth((x - 54, y + 34), (x, y - 2), (x + 54, y + 34), closed=False), DARK, 8)]
    if kind == "straight":
        return [stroked(line((x - 48, y + 12), (x + 48, y + 12)), DARK, 8)]
    if kind == "smirk":
        return [
            stroked(smooth((x - 40, y + 16), (x + 10, y + 20), (x + 56, y - 10), closed=False), DARK, 8),
            stroked(line((x + 52, y - 16), (x + 64, y - 6)), DARK, 5),
        ]
    if kind == "surprised":
        return [
            filled(ellipse(x, y + 18, 27, 34), DARK),
            filled(ellipse(x, y + 30, 17, 17), red),
            filled(ellipse(x, y - 4, 14, 5), "#FFFFFF"),
        ]
    open_mouth = shape(
        f"M{x - 70} {y - 14}H{x + 70}C{x + 66} {y + 34} {x + 34} {y + 58} {x} {y + 58}C{x - 34}"
        f" {y + 58} {x - 66} {y + 34} {x - 70} {y - 14}Z"
    )
    if kind == "grin":
        teeth = shape(
            f"M{x - 62} {y - 8}H{x + 62}C{x + 60} {y + 26} {x + 32} {y + 48} {x} {y + 48}"
            f"C{x - 32} {y + 48} {x - 60} {y + 26} {x - 62} {y - 8}Z"
        )
        gaps = [
            stroked(line((x + dx, y - 6), (x + dx, y + 46 - dx * dx / 90)), "#BFBFBF", 2)
            for dx in (-45, -30, -15, 0, 15, 30, 45)
        ]
        return [
            filled(open_mouth, DARK),
            filled(teeth, "#FFFFFF"),
            *gaps,
            stroked(line((x - 58, y + 16), (x + 58, y + 16)), "#BFBFBF", 2),
        ]
    if kind == "laugh":
        tongue = shape(
            f"M{x - 42} {y + 34}C{x - 26} {y + 14} {x + 26} {y + 14} {x + 42} {y + 34}C{x + 28}"
            f" {y + 54} {x - 28} {y + 54} {x - 42} {y + 34}Z"
        )
        upper = shape(f"M{x - 60} {y - 14}H{x + 60}L{x + 54} {y + 4}H{x - 54}Z")
        return [
            filled(open_mouth, dark),
            filled(tongue, red),
            filled(upper, "#FFFFFF"),
            stroked(line((x, y + 26), (x, y + 48)), dark, 2),
        ]
    tip = shape(f"M{x - 22} {y + 18}H{x + 26}V{y + 46}C{x + 26} {y + 76} {x - 22} {y + 76} {x - 22} {y + 46}Z")
    return [
        stroked(smooth((x - 62, y - 4), (x, y + 26), (x + 62, y - 4), closed=False), DARK, 8),
        filled(tip, red),
        stroked(line((x + 2, y + 26), (x + 2, y + 52)), dark, 3),
    ]


def hair_back(face: Face) -> list[Ink]:
    """Return the hair that falls behind the head."""
    color = face.hair_color
    if face.hair == "long":
        fall = shape(
            "M100 260C84 140 170 96 256 96C342 96 428 140 412 260C420 330 424 390 436 440C400"
            " 456 376 436 366 400H146C136 436 112 456 76 440C88 390 92 330 100 260Z"
        )
        strands = [
            stroked(smooth((x, 300), (x - lean, 360), (x - 1.8 * lean, 430), closed=False), darker(color), 3)
            for x, lean in ((104, 6), (118, 8), (132, 4), (380, -4), (394, -8), (408, -6))
        ]
        return [filled(fall, darker(color)), filled(fall.scaled(0.97, 0.98, X, 260), color), *strands]
    if face.hair == "bun":
        coil = [stroked(shape(f"M{256 - r} 92A{r} {r} 0 1 1 {256 + r} 92"), darker(color), 3) for r in (12, 24, 36)]
        return [filled(circle(256, 92, 46), color), *coil]
    if face.hair == "curly":
        generator = random.Random(face.seed)
        curls = []
        for x, y in around(X, 240, 158, 18, 10):
            if y < 300:
                size = generator.uniform(28, 36)
                curls += [
                    filled(circle(x, y, size), color),
                    stroked(shape(f"M{x - 12:.1f} {y:.1f}A12 12 0 1 1 {x + 8:.1f} {y + 9:.1f}"), darker(color), 3),
                ]
        return curls
    return []


def hair_front(face: Face) -> list[Ink]:
    color = face.hair_color
    if face.hair in ("long", "bun"):
        fringe = shape(
            "M116 228C118 140 190 112 256 112C322 112 394 140 396 228C372 200 350 176 316 162C280 190 200 200 116 228Z"
        )
        strands = [
            stroked(smooth((x, 132), (x + lean, 156), (x + 2.6 * lean, 186), closed=False), darker(color), 3)
            for x, lean in ((200, -12), (230, -12), (262, -10), (330, 10))
        ]
        return [filled(fringe, color), *strands]
    if face.hair == "short":
        cap = shape(
            "M112 236C106 150 176 108 256 108C336 108 406 150 400 236C392 214 384 200 372 190"
            "C352 196 330 184 318 172C296 190 262 192 240 174C214 194 176 194 150 186C132 198"
            " 120 214 112 236Z"
        )
        strands = [
            stroked(smooth((x, 124), (x + 5, 146), (x, 168), closed=False), darker(color), 3)
            for x in (176, 206, 236, 268, 300, 332)
        ]
        return [filled(cap, color), *strands]
    if face.hair == "curly":
        top = []
        for x, y in ((170, 152), (204, 134), (240, 124), (276, 124), (312, 136), (344, 154)):
            top += [
                filled(circle(x, y, 26), color),
                stroked(shape(f"M{x - 11} {y}A11 11 0 1 1 {x + 8} {y + 8}"), darker(color), 3),
            ]
        return top
    spikes = [
        (118, 214),
        (104, 148),
        (150, 162),
        (158, 92),
        (204, 134),
        (236, 66),
        (270, 126),
        (318, 76),
        (328, 142),
        (388, 108),
        (378, 176),
        (416, 170),
        (394, 220),
    ]
    hem = [(366, 184), (326, 168), (290, 182), (256, 168), (222, 182), (186, 168), (146, 184)]
    lines = [stroked(line((x, y + 22), (x + (256 - x) * 0.12, y + 46)), darker(color), 3) for x, y in spikes[1::2]]
    return [filled(polygon(*spikes, *hem), color), *lines]


def extra(face: Face) -> list[Ink]:
    color = face.extra_color
    if face.extra == "moustache":
        half = shape("M256 316C240 300 206 300 178 322C198 320 206 338 228 338C242 338 252 330 256 316Z")
        return [
            filled(half, color),
            filled(half.mirrored(256), color),
            stroked(smooth((240, 316), (216, 318), (196, 324), closed=False), lighter(color), 2),
            stroked(smooth((272, 316), (296, 318), (316, 324), closed=False), lighter(color), 2),
        ]
    if face.extra == "beard":
        form = shape(
            "M108 290C120 330 150 312 180 312C200 384 312 384 332 312C362 312 392 330 404 290"
            "C408 384 344 446 256 446C168 446 104 384 108 290Z"
        )
        curls = [
            stroked(smooth((x, y), (x + 6, y + 9), (x + 14, y + 8), closed=False), darker(color), 3)
            for x, y in ((134, 352), (162, 384), (196, 404), (232, 416), (270, 416), (306, 402), (338, 382), (362, 350))
        ]
        lips = ellipse(256, 350, 82, 44)
        return [filled(form, color), *curls, filled(lips, face.skin)]
    if face.extra == "bow tie":
        wing = polygon((256, 448), (190, 420), (190, 480))
        dots = [
            filled(circle(x, y, 5), lighter(color))
            for x, y in ((206, 440), (206, 462), (226, 450), (306, 440), (306, 462), (286, 450))
        ]
        return [
            filled(wing, color),
            filled(wing.mirrored(256), color),
            *dots,
            filled(box(242, 434, 28, 30, 8), darker(color)),
        ]
    if face.extra == "scarf":
        wrap = shape("M140 412C180 446 332 446 372 412L384 446C336 484 176 484 128 446Z")
        tail = polygon((320, 450), (366, 440), (384, 508), (338, 510))
        stripes = [
            stroked(line((x, 424 + y), (x - 4, 462 + y)), lighter(color), 7)
            for x, y in ((168, 2), (206, 12), (250, 14), (294, 11), (336, 2))
        ]
        fringe = [stroked(line((x, 500), (x + 2, 511)), darker(color), 3) for x in (342, 352, 362, 372, 381)]
        return [filled(tail, darker(color)), *fringe, filled(wrap, color), *stripes]
    if face.extra == "headphones":
        band = shape("M100 262C96 60 416 60 412 262")
        cups = [box(78, 226, 44, 84, 18), box(390, 226, 44, 84, 18)]
        pads = [box(112, 236, 16, 64, 7), box(384, 236, 16, 64, 7)]
        return [
            stroked(band, color, 18),
            stroked(band, lighter(color), 5),
            *(filled(pad, DARK) for pad in pads),
            *(filled(cup, color) for cup in cups),
            *(filled(form.scaled(0.5, 0.5, *middle(form)), darker(color)) for form in cups),
        ]
    if face.extra == "flower":
        petals = [filled(circle(x, y, 17), color) for x, y in around(370, 150, 22, 6)]
        veins = [
            stroked(line((370 + (x - 370) * 0.6, 150 + (y - 150) * 0.6), (x, y)), darker(color), 2)
            for x, y in around(370, 150, 30, 6)
        ]
        return [
            *petals,
            *veins,
            filled(circle(370, 150, 13), "#FFDA2D"),
            filled(circle(367, 147, 5), lighter("#FFDA2D")),
        ]
    inks = []
    for x in (108, 404):
        inks += [
            filled(circle(x, 322, 9), color),
            filled(emblem("drop", x, 346, 16), color),
            filled(circle(x - 4, 350, 4), lighter(color)),
        ]
    return inks


def middle(form: Form) -> tuple[float, float]:
    box_ = form.box
    return (box_.left + box_.right) / 2, (box_.top + box_.bottom) / 2
