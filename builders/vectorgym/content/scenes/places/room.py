"""The walls of a room: wallpaper, floor, a window with a view that depends on season and time, a rug."""

from sgpkit.families.shared.drawings.forms import box, circle, line, polygon, shape
from sgpkit.graphics.geometry import Affine

from ..colors import darker, lighter, mixed
from ..ink import Ink, filled, shaded, stroked
from ..scene import Part
from ..specs import Place
from .grounds import HEIGHT, WIDTH

FLOOR = 356.0
"""The y at which the wall ends."""

OUTSIDE = {"day": ("#7EC8F2", "#DCEFFB"), "evening": ("#8E24AA", "#FFB04C"), "night": ("#101B3D", "#1A2B5F")}
MIRROR = Affine(-1, 0, 0, 1, 640, 0)
LEAVES = {"spring": "#A4D037", "summer": "#43A047", "autumn": "#FB8C00", "winter": "#FFFFFF"}


def walls(spec: Place) -> list[Part]:
    wall, floor, accent = spec.wall, spec.floor, spec.accent
    paper: list[Ink] = [filled(box(0, 0, WIDTH, HEIGHT), wall)]
    paper += [filled(box(16 + 48.0 * step, 0, 10, FLOOR), lighter(wall)) for step in range(13)]
    planks: list[Ink] = [filled(box(0, FLOOR, WIDTH, HEIGHT - FLOOR), floor)]
    planks += [stroked(line((0, y), (WIDTH, y)), darker(floor), 1.6) for y in (376, 400, 430, 462)]
    joints = [
        (80, 356, 376),
        (260, 356, 376),
        (470, 356, 376),
        (160, 376, 400),
        (380, 376, 400),
        (560, 376, 400),
        (60, 400, 430),
        (300, 400, 430),
        (520, 400, 430),
        (200, 430, 462),
        (430, 430, 462),
    ]
    planks += [stroked(line((x, first), (x, last)), darker(floor), 1.6) for x, first, last in joints]
    planks += [filled(box(0, FLOOR - 10, WIDTH, 11), "#FFFFFF"), filled(box(0, FLOOR - 2, WIDTH, 3), "#BFBFBF")]
    return [
        Part(
            "background", "wall", tuple(paper), "background", (wall,), "a {0} wall with lighter upright stripes", True
        ),
        Part("floor", "floor", tuple(planks), "ground", (floor,), "a {0} plank floor below", True),
        window(spec),
        rug(accent),
    ]


def window(spec: Place) -> Part:
    """Return a window with curtains in the room's accent colour."""
    top, low = OUTSIDE[spec.time]
    x, y, wide, high = 250.0, 60.0, 140.0, 130.0
    light = circle(x + 104, y + 30, 14)
    body = {"day": "#FFDA2D", "evening": "#FB8C00", "night": "#FFF7C9"}[spec.time]
    crown = LEAVES[spec.season]
    cloth = spec.accent
    left = shape("M232 50H288C282 96 268 136 236 204H228Z")
    hill = shape(f"M{x} {y + high}V{y + 114}C{x + 26} {y + 96} {x + 78} {y + 98} {x + 112} {y + high}Z")
    folds = [
        stroked(
            shape(f"M{240 + 12 * step} 54C{238 + 9 * step} 110 {234 + 4 * step} 150 {230 + 2 * step} 196"),
            darker(cloth),
            2,
        )
        for step in range(4)
    ]
    inks = [
        filled(box(x - 8, y - 8, wide + 16, high + 16, 3), "#FFFFFF"),
        shaded(box(x, y, wide, high), top, low),
        filled(light, body),
        filled(hill, darker(crown) if crown != "#FFFFFF" else "#DDE2E7"),
        filled(circle(x + 96, y + 104, 22), crown),
        filled(circle(x + 84, y + 112, 16), crown),
        filled(box(x + 92, y + 112, 7, 18), "#795548"),
        stroked(line((x + wide / 2, y), (x + wide / 2, y + high)), "#FFFFFF", 6),
        stroked(line((x, y + high / 2), (x + wide, y + high / 2)), "#FFFFFF", 6),
        filled(box(x - 18, y + high + 4, wide + 36, 11, 2), "#DDE2E7"),
        filled(left, cloth),
        *folds,
        filled(left.mirrored(320), cloth),
        *(ink.mapped(MIRROR) for ink in folds),
        filled(box(220, 44, 200, 7, 3), "#795548"),
        filled(circle(218, 47, 7), "#795548"),
        filled(circle(422, 47, 7), "#795548"),
    ]
    what = {"day": "the sun in a blue sky", "evening": "a sunset", "night": "the moon in a dark sky"}[spec.time]
    return Part(
        "window",
        "window",
        tuple(inks),
        "window",
        (cloth,),
        f"a window with {{0}} curtains, and in it a tree and {what}",
        data={"time": spec.time},
    )


def rug(accent: str) -> Part:
    edge, inner = mixed(accent, "#FFFFFF", 0.45), darker(accent)
    fringe = [stroked(line((x, 466), (x - 2, 475)), edge, 2) for x in range(122, 530, 17)]
    inks = [
        filled(polygon((170, 404), (470, 404), (530, 466), (110, 466)), accent),
        stroked(polygon((182, 411), (458, 411), (508, 459), (132, 459)), edge, 4),
        *(filled(polygon((x, 424), (x + 16, 436), (x, 448), (x - 16, 436)), inner) for x in range(200, 460, 48)),
        *fringe,
    ]
    return Part("rug", "rug", tuple(inks), "rug", (accent,), "a {0} rug with a row of diamonds and a fringe")
