"""Figures that are symmetric about x = 128, and the same figures with a visible defect.

A figure is drawn on the right: x counts from the axis. A `Pair` stands on both sides, a `Central` part is cut by the
axis. Numbers have one decimal, so that mirroring them is exact.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

AXIS = 128.0
SIDE = 256
COLORS = ("#d1495b", "#edae49", "#66a182", "#2e4057", "#8d96a3", "#00798c", "#7a5195", "#bc5090", "#5c7c3b", "#a0522d")
Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Part:
    """A part of a figure. `kind` is "polygon", "curve" (through its points, closed), or "circle" (middle, then
    (radius, 0))."""

    kind: str
    points: Points
    fill: str
    central: bool = False


def pair(kind: str, fill: str, *points: tuple[float, float]) -> Part:
    return Part(kind, points, fill)


def central(kind: str, fill: str, *right: tuple[float, float]) -> Part:
    """Return a part from the right half of its outline, top to bottom. A circle on the axis has its middle at x = 0."""
    if kind == "circle":
        return Part(kind, right, fill, central=True)
    left = tuple((-x, y) for x, y in reversed(right) if x != 0)
    return Part(kind, (*right, *left), fill, central=True)


def draw(maker: Callable[[random.Random], list[Part]], symmetric: bool, draw: random.Random) -> str:
    """The program of a figure, its parts in painting order, paired ones sometimes left first."""
    parts = maker(draw)
    written = [element for part in parts for element in both_sides(part, draw)]
    if not symmetric:
        written = broken(written, draw)
    body = "\n".join(f"  {text(part)}" for part in written)
    ground = draw.choice(("#ffffff", "#f4f1de", "#e8eef2"))
    view = f'viewBox="0 0 {SIDE} {SIDE}"'
    back = f'  <rect width="{SIDE}" height="{SIDE}" fill="{ground}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view}>\n{back}\n{body}\n</svg>\n'


def both_sides(part: Part, draw: random.Random) -> list[Part]:
    """Return the part on the canvas, where x counts from its left edge."""
    right = replace(part, points=placed(part, 1))
    if part.central:
        return [right]
    left = replace(part, points=placed(part, -1))
    return [left, right] if draw.random() < 0.5 else [right, left]


def placed(part: Part, side: int) -> Points:
    if part.kind == "circle":
        (x, y), radius = part.points
        return ((round(AXIS + side * x, 1), round(y, 1)), (round(radius[0], 1), 0.0))
    return tuple((round(AXIS + side * round(x, 1), 1), round(y, 1)) for x, y in part.points)


# --- breaks -----------------------------------------------------------------------------------------------------------


def broken(parts: Sequence[Part], draw: random.Random) -> list[Part]:
    """One or two parts on one side moved, resized, recoloured or left out, so that no break undoes another."""
    side = draw.choice((-1, 1))
    there = [index for index, part in enumerate(parts) if not part.central and (part.points[0][0] - AXIS) * side > 0]
    chosen = set(draw.sample(there, k=min(len(there), draw.choice((1, 1, 2)))))
    changed = (draw.choice(BREAKS)(part, draw) if index in chosen else part for index, part in enumerate(parts))
    return [part for part in changed if part is not None]


def moved(part: Part, draw: random.Random) -> Part:
    down = draw.choice((-1, 1)) * draw.uniform(12, 20)
    if part.kind == "circle":
        (x, y), radius = part.points
        return replace(part, points=((x, round(y + down, 1)), radius))
    return replace(part, points=tuple((x, round(y + down, 1)) for x, y in part.points))


def resized(part: Part, draw: random.Random) -> Part:
    factor = draw.choice((draw.uniform(0.45, 0.65), draw.uniform(1.5, 1.8)))
    if part.kind == "circle":
        middle, (radius, _) = part.points
        return replace(part, points=(middle, (round(radius * factor, 1), 0.0)))
    x, y = (sum(values) / len(part.points) for values in zip(*part.points, strict=True))
    points = ((round(x + (a - x) * factor, 1), round(y + (b - y) * factor, 1)) for a, b in part.points)
    return replace(part, points=tuple(points))


def recolored(part: Part, draw: random.Random) -> Part:
    return replace(part, fill=draw.choice([color for color in COLORS if unlike(color, part.fill)]))


def gone(part: Part, draw: random.Random) -> None:
    return None


BREAKS: tuple[Callable[[Part, random.Random], Part | None], ...] = (moved, resized, recolored, gone)


def unlike(one: str, other: str) -> bool:
    return max(abs(a - b) for a, b in zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)) > 90


# --- figures ----------------------------------------------------------------------------------------------------------


def colors(draw: random.Random, number: int) -> list[str]:
    """Colours that differ from their neighbours in the list by enough to be seen."""
    chosen: list[str] = []
    while len(chosen) < number:
        color = draw.choice(COLORS)
        if color not in chosen and (not chosen or unlike(color, chosen[-1])):
            chosen.append(color)
    return chosen


def face(draw: random.Random) -> list[Part]:
    skin, dark, cheek, ear = colors(draw, 4)
    wide, high = draw.uniform(60, 80), draw.uniform(70, 95)
    eye = draw.uniform(9, 14)
    across, up = draw.uniform(24, 32), 120 - draw.uniform(8, 25)
    mouth = draw.uniform(18, 34)
    return [
        pair("circle", ear, (wide + 4, 118), (draw.uniform(14, 22), 0)),
        central(
            "curve",
            skin,
            (0, 128 - high),
            (wide * 0.8, 128 - high * 0.65),
            (wide, 128),
            (wide * 0.6, 128 + high * 0.75),
            (0, 128 + high),
        ),
        pair("circle", "#ffffff", (across, up), (eye, 0)),
        pair("circle", dark, (across, up + 2), (eye * 0.5, 0)),
        pair(
            "polygon",
            dark,
            (across - eye, up - eye - 10),
            (across + eye, up - eye - 16),
            (across + eye, up - eye - 8),
            (across - eye, up - eye - 3),
        ),
        pair("circle", cheek, (across + 10, up + 40), (draw.uniform(9, 12), 0)),
        central("polygon", cheek, (0, 118), (draw.uniform(8, 12), 145), (0, 147)),
        central("polygon", dark, (0, 172), (mouth, 164), (mouth * 0.7, 184), (0, 188)),
    ]


def butterfly(draw: random.Random) -> list[Part]:
    upper, lower, spot, body = colors(draw, 4)
    reach, top = draw.uniform(85, 110), draw.uniform(30, 55)
    parts = [
        pair("curve", upper, (4, 120), (reach * 0.4, top + 10), (reach, top), (reach * 0.95, 110), (reach * 0.4, 130)),
        pair("curve", lower, (4, 130), (reach * 0.7, 132), (reach * 0.8, 185), (reach * 0.4, 215), (8, 160)),
        pair("circle", spot, (reach * 0.68, 82), (draw.uniform(12, 17), 0)),
        pair("circle", spot, (reach * 0.5, 170), (draw.uniform(9, 14), 0)),
    ]
    if draw.random() < 0.6:
        parts.append(pair("circle", body, (reach * 0.68, 82), (8, 0)))
    parts.append(pair("polygon", body, (2, 78), (30, 36), (36, 40), (6, 84)))
    parts.append(central("curve", body, (0, 70), (9, 95), (7, 150), (0, 205)))
    return parts


def vase(draw: random.Random) -> list[Part]:
    clay, band, dot, handle = colors(draw, 4)
    neck, belly, foot = draw.uniform(18, 30), draw.uniform(55, 75), draw.uniform(28, 40)
    low = draw.uniform(150, 170)
    return [
        pair(
            "curve",
            handle,
            (neck - 2, 66),
            (neck + 40, 62),
            (belly + 14, 105),
            (belly - 6, 128),
            (belly - 2, 104),
            (neck + 18, 82),
        ),
        central("curve", clay, (0, 42), (neck + 10, 40), (neck, 70), (belly, low - 25), (foot, 222), (0, 224)),
        central("polygon", band, (0, 108), (belly * 0.72, 108), (belly * 0.78, 120), (0, 120)),
        pair("circle", dot, (belly * 0.48, low), (draw.uniform(10, 14), 0)),
        central("circle", dot, (0, low), (draw.uniform(8, 12), 0)),
        pair("polygon", band, (8, 196), (foot * 0.8, 188), (foot * 0.7, 206)),
    ]


def house(draw: random.Random) -> list[Part]:
    wall, roof, door, pane = colors(draw, 4)
    wide, eaves = draw.uniform(66, 84), draw.uniform(98, 118)
    window, down = draw.uniform(13, 17), eaves + draw.uniform(22, 34)
    parts = [
        central("polygon", wall, (0, eaves - 10), (wide, eaves - 10), (wide, 224), (0, 224)),
        pair(
            "polygon", door, (wide * 0.45, 40), (wide * 0.45 + 16, 40), (wide * 0.45 + 16, eaves), (wide * 0.45, eaves)
        ),
        central("polygon", roof, (0, 34), (wide + 16, eaves), (0, eaves)),
        central("polygon", door, (0, 170), (16, 170), (16, 224), (0, 224)),
        central("circle", pane, (0, eaves - 28), (12, 0)),
        pair("circle", roof, (wide + 22, 212), (draw.uniform(11, 14), 0)),
    ]
    x = wide * 0.55
    parts.append(
        pair(
            "polygon",
            pane,
            (x - window, down),
            (x + window, down),
            (x + window, down + 2 * window),
            (x - window, down + 2 * window),
        )
    )
    return parts


def tree(draw: random.Random) -> list[Part]:
    trunk, leaf, ball, star = colors(draw, 4)
    wide = draw.uniform(70, 88)
    parts = [central("polygon", trunk, (0, 190), (14, 190), (14, 232), (0, 232))]
    for step, top in enumerate((118, 76, 34)):
        edge = wide * (1 - 0.25 * step)
        parts.append(central("polygon", leaf, (0, top), (edge, top + 78), (0, top + 78)))
        parts.append(pair("circle", ball, (edge * draw.uniform(0.4, 0.5), top + 64), (draw.uniform(9, 12), 0)))
    parts.append(pair("polygon", star, (30, 204), (62, 204), (62, 230), (30, 230)))
    parts.append(central("polygon", star, (0, 16), (12, 30), (0, 44)))
    return parts


def robot(draw: random.Random) -> list[Part]:
    metal, light, joint, panel = colors(draw, 4)
    head, body = draw.uniform(32, 42), draw.uniform(44, 54)
    arm = draw.uniform(8, 12)
    return [
        pair("polygon", joint, (head * 0.5, 22), (head * 0.5 + 7, 22), (head * 0.5 + 7, 44), (head * 0.5, 44)),
        pair("circle", light, (head * 0.5 + 3.5, 22), (9, 0)),
        central("polygon", metal, (0, 42), (head, 42), (head, 100), (0, 100)),
        pair("circle", light, (head * 0.48, 66), (draw.uniform(9, 12), 0)),
        central("polygon", panel, (0, 84), (head * 0.5, 84), (head * 0.5, 92), (0, 92)),
        pair("polygon", joint, (body, 112), (body + 2 * arm, 118), (body + 2 * arm, 176), (body, 170)),
        pair("circle", light, (body + arm, 184), (arm + 3, 0)),
        central("polygon", metal, (0, 106), (body, 106), (body, 192), (0, 192)),
        central("polygon", panel, (0, 122), (body * 0.5, 122), (body * 0.5, 160), (0, 160)),
        pair("polygon", joint, (10, 192), (32, 192), (32, 236), (10, 236)),
    ]


def shield(draw: random.Random) -> list[Part]:
    field, border, charge, bar = colors(draw, 4)
    wide = draw.uniform(74, 90)
    star = draw.uniform(15, 20)
    x, y = wide * 0.48, draw.uniform(84, 96)
    return [
        central("polygon", border, (0, 30), (wide, 30), (wide, 130), (wide * 0.6, 195), (0, 232)),
        central("polygon", field, (0, 42), (wide - 12, 42), (wide - 12, 126), (wide * 0.5, 185), (0, 214)),
        pair("polygon", charge, (x, y - star), (x + star * 0.8, y), (x, y + star), (x - star * 0.8, y)),
        central("polygon", bar, (0, 118), (wide - 12, 118), (wide - 12, 134), (0, 134)),
        pair("circle", charge, (wide * 0.28, 158), (draw.uniform(10, 14), 0)),
        central("circle", charge, (0, 190), (draw.uniform(8, 11), 0)),
    ]


def beetle(draw: random.Random) -> list[Part]:
    shell, spot, leg, head = colors(draw, 4)
    wide = draw.uniform(56, 70)
    parts = []
    for y in (108, 148, 188):
        rise = draw.uniform(-22, 14)
        reach = draw.uniform(24, 36)
        parts.append(
            pair(
                "polygon",
                leg,
                (wide * 0.7, y),
                (wide + reach, y + rise),
                (wide + reach, y + rise + 9),
                (wide * 0.7, y + 12),
            )
        )
    parts.append(central("curve", head, (0, 38), (28, 52), (34, 84), (0, 92)))
    parts.append(central("curve", shell, (0, 72), (wide * 0.8, 92), (wide, 150), (wide * 0.6, 212), (0, 228)))
    parts.append(central("polygon", leg, (0, 76), (2.5, 76), (2.5, 226), (0, 226)))
    parts.append(pair("circle", spot, (wide * 0.5, 116), (draw.uniform(10, 14), 0)))
    parts.append(pair("circle", spot, (wide * 0.55, 158), (draw.uniform(10, 15), 0)))
    parts.append(pair("circle", spot, (wide * 0.35, 196), (draw.uniform(9, 12), 0)))
    return parts


KINDS: dict[str, Callable[[random.Random], list[Part]]] = {
    "beetle": beetle,
    "butterfly": butterfly,
    "face": face,
    "house": house,
    "robot": robot,
    "shield": shield,
    "tree": tree,
    "vase": vase,
}


# --- writing ----------------------------------------------------------------------------------------------------------


def text(part: Part) -> str:
    if part.kind == "circle":
        (x, y), (radius, _) = part.points
        return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{part.fill}"/>'
    if part.kind == "polygon":
        points = " ".join(f"{x:g},{y:g}" for x, y in part.points)
        return f'<polygon points="{points}" fill="{part.fill}"/>'
    return f'<path d="{smooth(part.points)}" fill="{part.fill}"/>'


def smooth(points: Points) -> str:
    """A closed curve through the points: Catmull and Rom's, as cubic Béziers. A mirrored outline stays one."""
    count = len(points)
    pieces = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for index in range(count):
        before, start, end, after = (points[(index + step) % count] for step in (-1, 0, 1, 2))
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        numbers = " ".join(f"{value:.2f}".rstrip("0").rstrip(".") for value in (*one, *two, *end))
        pieces.append(f"C{numbers}")
    return "".join(pieces) + "Z"
