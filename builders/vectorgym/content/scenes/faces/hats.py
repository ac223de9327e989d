"""Hats and glasses of a face whose head is a circle of radius 150 about (256, 270)."""

from sgpkit.families.shared.drawings.emblems import emblem
from sgpkit.families.shared.drawings.forms import Form, box, circle, ellipse, line, polygon, shape, smooth
from sgpkit.graphics.geometry import translation

from ..colors import darker, lighter
from ..ink import Ink, filled, stroked
from ..specs import Face

LENSES = (198.0, 314.0)
LEVEL = 242.0


RISE = {"cap": -24.0, "beanie": -22.0, "chef's hat": -6.0}
"""The vertical shift of hats that keeps the brows visible; negative is up."""


def hat(face: Face) -> list[Ink]:
    up = translation(0, RISE.get(face.hat, 0.0))
    return [ink.mapped(up) for ink in upon(face)]


def upon(face: Face) -> list[Ink]:
    color = face.hat_color
    if face.hat == "cap":
        crown = shape("M112 190C116 100 184 60 256 60C328 60 396 100 400 190C352 168 160 168 112 190Z")
        brim = shape("M256 168C330 160 420 172 478 208C482 216 470 222 456 218C398 196 330 192 256 196Z")
        seams = [
            stroked(smooth((x, 172), (x + (256 - x) * 0.35, 110), (256, 64), closed=False), darker(color), 3)
            for x in (160, 212, 300, 352)
        ]
        return [
            filled(crown, color),
            *seams,
            filled(brim, darker(color)),
            filled(circle(256, 60, 9), darker(color)),
            filled(circle(256, 128, 22), "#FFFFFF"),
            filled(emblem("star", 256, 128, 15), darker(color)),
        ]
    if face.hat == "top hat":
        pole = shape("M166 160L158 24C200 14 312 14 354 24L346 160Z")
        shine = shape("M180 150L174 36C184 34 192 33 200 32L204 152Z")
        return [
            filled(pole, color),
            filled(shine, lighter(color)),
            filled(ellipse(256, 26, 98, 12), darker(color)),
            filled(polygon((162, 124), (350, 124), (347, 158), (165, 158)), "#D32F2F"),
            filled(ellipse(256, 166, 150, 20), color),
            stroked(smooth((110, 170), (256, 186), (402, 170), closed=False), lighter(color), 3),
        ]
    if face.hat == "crown":
        body = polygon((136, 176), (118, 62), (186, 118), (256, 40), (326, 118), (394, 62), (376, 176))
        jewels = [
            filled(circle(x, y, 11), gem)
            for x, y, gem in ((118, 58, "#D32F2F"), (256, 36, "#2962C9"), (394, 58, "#D32F2F"))
        ]
        band = [
            filled(box(134, 152, 244, 28, 6), darker(color)),
            *(filled(emblem("diamond", x, 166, 10), "#FFFFFF") for x in (164, 210, 256, 302, 348)),
        ]
        return [
            filled(body, color),
            stroked(line((126, 76), (186, 128), (256, 52), (326, 128), (386, 76)), lighter(color), 4),
            *band,
            *jewels,
        ]
    if face.hat == "party hat":
        cone = polygon((256, 8), (346, 166), (166, 166))
        bands = [
            filled(
                polygon(
                    (256 - 0.57 * (y - 8), y),
                    (256 + 0.57 * (y - 8), y),
                    (256 + 0.57 * (y + 8), y + 16),
                    (256 - 0.57 * (y + 8), y + 16),
                ),
                lighter(color),
            )
            for y in (46, 86, 126)
        ]
        dots = [
            filled(circle(x, y, 6), "#FFDA2D")
            for x, y in ((250, 76), (268, 112), (236, 114), (218, 154), (256, 152), (294, 154))
        ]
        pompom = [filled(ellipse(256, 14, 6, 16).turned(turn, 256, 14), "#FFDA2D") for turn in (0, 45, 90, 135)]
        return [
            filled(cone, color),
            *bands,
            *dots,
            *pompom,
            stroked(smooth((162, 166), (256, 182), (350, 166), closed=False), darker(color), 8),
        ]
    if face.hat == "beanie":
        dome = shape("M112 192C112 86 190 48 256 48C322 48 400 86 400 192Z")
        ribs = [stroked(line((x, 172), (x, 206)), darker(color), 4) for x in range(122, 400, 18)]
        knit = [
            stroked(smooth((256 + 1.2 * d, 172), (256 + d, 110), (256 + 0.3 * d, 56), closed=False), darker(color), 3)
            for d in (-96, -56, -18, 18, 56, 96)
        ]
        bobble = [
            filled(circle(256, 40, 28), "#FFFFFF"),
            *(
                stroked(smooth((256 + x, 40 + y), (260 + x, 34 + y), (266 + x, 36 + y), closed=False), "#BFBFBF", 3)
                for x, y in ((-18, 2), (-6, -12), (2, 8), (-12, 16), (8, -4))
            ),
        ]
        return [filled(dome, color), *knit, filled(box(100, 168, 312, 42, 16), lighter(color)), *ribs, *bobble]
    puff = shape("M150 150C96 140 90 68 146 62C152 14 226 4 256 30C286 4 360 14 366 62C422 68 416 140 362 150Z")
    folds = [
        stroked(line((x, 146), (x + lean, 96)), "#BFBFBF", 4)
        for x, lean in ((182, -6), (212, -3), (242, 0), (270, 0), (300, 3), (330, 6))
    ]
    return [
        filled(puff, "#FFFFFF"),
        stroked(puff, "#DDE1E4", 3),
        *folds,
        filled(box(146, 140, 220, 44, 6), color),
        stroked(line((150, 152), (362, 152)), darker(color), 3),
    ]


def glasses(face: Face) -> list[Ink]:
    color = face.glasses_color
    lenses = [lens(face.glasses, x) for x in LENSES]
    bridge = stroked(smooth((238, LEVEL - 4), (256, LEVEL - 14), (274, LEVEL - 4), closed=False), color, 7)
    arms = [
        stroked(line((158, LEVEL - 6), (112, LEVEL - 22)), color, 7),
        stroked(line((354, LEVEL - 6), (400, LEVEL - 22)), color, 7),
    ]
    if face.glasses == "sunglasses":
        glints = [stroked(line((x - 22, LEVEL + 6), (x - 4, LEVEL - 16)), "#BFBFBF", 5) for x in LENSES]
        glints += [stroked(line((x - 6, LEVEL + 10), (x + 6, LEVEL - 6)), "#BFBFBF", 3) for x in LENSES]
        return [*arms, bridge, *(filled(form, color) for form in lenses), *glints]
    return [*arms, bridge, *(stroked(form, color, 8) for form in lenses)]


def lens(kind: str, x: float) -> Form:
    if kind == "round glasses":
        return circle(x, LEVEL, 40)
    if kind == "square glasses":
        return box(x - 42, LEVEL - 34, 84, 68, 10)
    return shape(
        f"M{x - 44} {LEVEL - 26}H{x + 44}C{x + 48} {LEVEL + 12} {x + 28} {LEVEL + 36} {x}"
        f" {LEVEL + 36}C{x - 28} {LEVEL + 36} {x - 48} {LEVEL + 12} {x - 44} {LEVEL - 26}Z"
    )
