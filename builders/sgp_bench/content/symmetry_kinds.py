"""More kinds of figure for `symmetry_figures`: each with parts on both sides that can be moved, resized or left out.

Points are on the right half: x counts from the axis, y from the top.
"""

import random
from collections.abc import Callable

from .symmetry_figures import Part, central, colors, pair


def box(x: float, y: float, wide: float, high: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a box."""
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


def owl(draw: random.Random) -> list[Part]:
    body, belly, eye, beak = colors(draw, 4)
    wide, up = draw.uniform(62, 78), draw.uniform(78, 92)
    return [
        pair("polygon", belly, (wide * 0.4, 52), (wide * 0.8, 20), (wide * 0.9, 62)),
        pair("curve", belly, (wide - 8, 110), (wide + 24, 140), (wide + 12, 196), (wide - 10, 180)),
        central("curve", body, (0, 40), (wide * 0.8, 56), (wide, 120), (wide * 0.8, 205), (0, 222)),
        central("curve", belly, (0, 130), (wide * 0.5, 140), (wide * 0.45, 196), (0, 210)),
        pair("circle", "#ffffff", (wide * 0.42, up), (draw.uniform(19, 23), 0)),
        pair("circle", eye, (wide * 0.42, up), (draw.uniform(9, 12), 0)),
        central("polygon", beak, (0, up + 12), (9, up + 18), (0, up + 36)),
        pair("polygon", beak, *box(12, 220, 22, 14)),
    ]


def cat(draw: random.Random) -> list[Part]:
    fur, inner, eye, nose = colors(draw, 4)
    wide = draw.uniform(70, 86)
    return [
        pair("polygon", fur, (wide * 0.3, 84), (wide * 0.85, 26), (wide, 110)),
        pair("polygon", inner, (wide * 0.5, 78), (wide * 0.8, 46), (wide * 0.86, 94)),
        central("curve", fur, (0, 62), (wide * 0.8, 84), (wide, 140), (wide * 0.6, 204), (0, 216)),
        pair("curve", eye, (18, 128), (34, 114), (50, 126), (34, 140)),
        central("polygon", nose, (0, 158), (12, 158), (0, 172)),
        pair("polygon", nose, (26, 160), (wide + 20, 146), (wide + 20, 151), (26, 166)),
        pair("polygon", nose, (26, 172), (wide + 18, 176), (wide + 18, 181), (26, 178)),
    ]


def crown(draw: random.Random) -> list[Part]:
    gold, gem, pearl, band = colors(draw, 4)
    wide, top = draw.uniform(82, 100), draw.uniform(50, 66)
    return [
        pair("circle", pearl, (wide, top - 4), (draw.uniform(11, 14), 0)),
        pair("circle", gem, (wide * 0.5, top + 24), (draw.uniform(9, 12), 0)),
        central(
            "polygon",
            gold,
            (0, top),
            (26, 130),
            (wide * 0.5, top + 30),
            (wide * 0.72, 132),
            (wide, top),
            (90, 190),
            (0, 190),
        ),
        central("polygon", band, (0, 190), (90, 190), (90, 214), (0, 214)),
        pair("circle", gem, (42, 202), (draw.uniform(7, 9), 0)),
        pair("circle", pearl, (72, 202), (8, 0)),
        central("circle", gem, (0, top - 6), (13, 0)),
    ]


def rocket(draw: random.Random) -> list[Part]:
    hull, nose, fin, flame = colors(draw, 4)
    wide = draw.uniform(30, 40)
    return [
        pair("polygon", fin, (wide - 4, 140), (wide + 36, 190), (wide + 36, 214), (wide - 4, 192)),
        pair("polygon", flame, (6, 196), (26, 196), (18, 238)),
        central("polygon", hull, (0, 60), (wide, 92), (wide, 196), (0, 196)),
        central("curve", nose, (0, 18), (wide * 0.7, 58), (wide, 92), (0, 96)),
        central("circle", flame, (0, 120), (draw.uniform(11, 15), 0)),
        pair("circle", nose, (wide * 0.55, 166), (draw.uniform(8, 10), 0)),
        pair("polygon", nose, *box(wide + 12, 206, 12, 24)),
    ]


def lantern(draw: random.Random) -> list[Part]:
    metal, glass, light, cord = colors(draw, 4)
    wide = draw.uniform(54, 70)
    return [
        pair("polygon", cord, (4, 22), (12, 22), (wide * 0.8, 68), (wide * 0.6, 68)),
        central("polygon", metal, (0, 54), (wide * 0.7, 66), (wide, 84), (0, 84)),
        central("polygon", glass, (0, 84), (wide * 0.86, 84), (wide * 0.8, 190), (0, 190)),
        pair("polygon", metal, *box(wide * 0.36, 84, 8, 106)),
        central("curve", light, (0, 104), (20, 146), (12, 172), (0, 178)),
        pair("circle", light, (wide * 0.62, 140), (draw.uniform(8, 10), 0)),
        central("polygon", metal, (0, 190), (wide, 190), (wide * 0.8, 216), (0, 216)),
        pair("polygon", cord, *box(wide * 0.5, 216, 14, 20)),
    ]


def anchor(draw: random.Random) -> list[Part]:
    iron, rope, tip, ring = colors(draw, 4)
    reach = draw.uniform(76, 92)
    return [
        central("polygon", iron, (0, 62), (9, 62), (9, 214), (0, 214)),
        pair("polygon", rope, *box(9, 84, 48, 14)),
        pair("circle", ring, (60, 91), (draw.uniform(10, 13), 0)),
        pair(
            "curve",
            iron,
            (2, 196),
            (reach * 0.6, 190),
            (reach - 8, 148),
            (reach + 6, 152),
            (reach * 0.7, 214),
            (2, 226),
        ),
        pair("polygon", tip, (reach - 22, 152), (reach, 118), (reach + 18, 156)),
        central("circle", ring, (0, 46), (draw.uniform(18, 22), 0)),
        central("circle", "#ffffff", (0, 46), (9, 0)),
    ]


def flower(draw: random.Random) -> list[Part]:
    petal, heart, stem, leaf = colors(draw, 4)
    size = draw.uniform(20, 26)
    return [
        central("polygon", stem, (0, 100), (5, 100), (5, 236), (0, 236)),
        pair("curve", leaf, (4, 206), (40, 160), (72, 166), (44, 206)),
        pair("curve", leaf, (4, 232), (34, 210), (58, 222), (30, 238)),
        *(pair("circle", petal, (x, y), (size, 0)) for x, y in ((24, 50), (40, 88), (20, 122))),
        central("circle", heart, (0, 86), (draw.uniform(22, 27), 0)),
        pair("circle", petal, (9, 82), (6, 0)),
    ]


def crab(draw: random.Random) -> list[Part]:
    shell, claw, leg, eye = colors(draw, 4)
    wide = draw.uniform(58, 70)
    legs = [
        pair("polygon", leg, (wide - 14, y), (wide + 34, y + 14), (wide + 30, y + 24), (wide - 18, y + 12))
        for y in (142, 166)
    ]
    return [
        *legs,
        pair("polygon", leg, (wide - 16, 124), (wide + 10, 84), (wide + 20, 90), (wide - 4, 132)),
        pair("curve", claw, (wide, 86), (wide + 4, 48), (wide + 36, 52), (wide + 30, 88)),
        pair("polygon", eye, *box(14, 78, 7, 34)),
        pair("circle", eye, (17.5, 76), (draw.uniform(9, 11), 0)),
        central("curve", shell, (0, 104), (wide * 0.8, 112), (wide, 148), (wide * 0.6, 184), (0, 192)),
        pair("circle", claw, (wide * 0.45, 140), (draw.uniform(9, 11), 0)),
    ]


def castle(draw: random.Random) -> list[Part]:
    wall, roof, gate, flag = colors(draw, 4)
    tower, high = draw.uniform(30, 38), draw.uniform(86, 104)
    x = 66.0
    return [
        central("polygon", wall, (0, 120), (x, 120), (x, 226), (0, 226)),
        pair("polygon", gate, *box(14, 106, 16, 14)),
        pair("polygon", gate, *box(42, 106, 16, 14)),
        pair("polygon", wall, *box(x, high, tower, 226 - high)),
        pair("polygon", roof, (x - 6, high), (x + tower / 2, high - 52), (x + tower + 6, high)),
        pair("polygon", flag, (x + tower / 2, high - 74), (x + tower / 2 + 26, high - 66), (x + tower / 2, high - 54)),
        pair("polygon", gate, *box(x + tower / 2 - 6, high + 24, 12, 26)),
        central("curve", gate, (0, 156), (20, 170), (22, 226), (0, 226)),
    ]


def trophy(draw: random.Random) -> list[Part]:
    gold, handle, star, base = colors(draw, 4)
    wide = draw.uniform(46, 58)
    return [
        pair("curve", handle, (wide - 6, 52), (wide + 36, 54), (wide + 26, 108), (wide - 12, 116)),
        pair("curve", "#ffffff", (wide, 66), (wide + 20, 68), (wide + 14, 98), (wide - 4, 102)),
        central("polygon", gold, (0, 38), (wide + 4, 38), (wide * 0.8, 116), (18, 152), (0, 152)),
        central("polygon", base, (0, 152), (10, 152), (10, 192), (0, 192)),
        central("polygon", base, (0, 192), (46, 192), (54, 226), (0, 226)),
        pair("polygon", star, (wide * 0.5, 60), (wide * 0.5 + 12, 76), (wide * 0.5, 92), (wide * 0.5 - 12, 76)),
        pair("circle", star, (28, 210), (8, 0)),
    ]


def mushroom(draw: random.Random) -> list[Part]:
    cap, spot, stalk, grass = colors(draw, 4)
    wide = draw.uniform(84, 102)
    return [
        central("curve", stalk, (0, 116), (26, 120), (24, 190), (34, 226), (0, 230)),
        central("curve", cap, (0, 36), (wide * 0.72, 62), (wide, 118), (wide * 0.6, 134), (0, 132)),
        pair("circle", spot, (wide * 0.34, 78), (draw.uniform(10, 14), 0)),
        pair("circle", spot, (wide * 0.66, 108), (draw.uniform(9, 12), 0)),
        central("circle", spot, (0, 108), (11, 0)),
        pair("polygon", grass, (44, 232), (54, 190), (64, 232)),
        pair("polygon", grass, (66, 232), (80, 204), (88, 232)),
    ]


def bow(draw: random.Random) -> list[Part]:
    cloth, fold, knot, dot = colors(draw, 4)
    wide, high = draw.uniform(88, 106), draw.uniform(46, 60)
    return [
        pair("polygon", fold, (6, 128), (40, 132), (64, 224), (34, 214)),
        pair(
            "curve",
            cloth,
            (4, 116),
            (wide * 0.6, 116 - high),
            (wide, 116 - high * 0.7),
            (wide, 116 + high * 0.7),
            (wide * 0.6, 116 + high),
        ),
        pair("polygon", fold, (14, 112), (wide * 0.6, 108), (wide * 0.6, 122), (14, 122)),
        pair("circle", dot, (wide * 0.74, 92), (draw.uniform(9, 11), 0)),
        pair("circle", dot, (wide * 0.74, 144), (draw.uniform(9, 11), 0)),
        central("polygon", knot, (0, 92), (18, 98), (18, 136), (0, 142)),
    ]


def balloon(draw: random.Random) -> list[Part]:
    silk, stripe, basket, bag = colors(draw, 4)
    wide = draw.uniform(66, 80)
    return [
        central("curve", silk, (0, 24), (wide * 0.8, 46), (wide, 96), (wide * 0.5, 156), (0, 170)),
        pair(
            "curve",
            stripe,
            (wide * 0.3, 38),
            (wide * 0.56, 60),
            (wide * 0.6, 110),
            (wide * 0.3, 150),
            (wide * 0.36, 96),
        ),
        pair("polygon", bag, (14, 166), (18, 166), (24, 204), (19, 204)),
        central("polygon", basket, (0, 200), (28, 200), (24, 234), (0, 234)),
        pair("circle", bag, (38, 214), (draw.uniform(9, 12), 0)),
        pair("circle", basket, (wide * 0.78, 96), (draw.uniform(8, 11), 0)),
    ]


def cactus(draw: random.Random) -> list[Part]:
    green, pot, bloom, spine = colors(draw, 4)
    up = draw.uniform(84, 110)
    return [
        pair("polygon", green, *box(18, up + 44, 42, 20)),
        pair("curve", green, (48, up + 64), (46, up), (60, up - 10), (72, up), (68, up + 64)),
        central("curve", green, (0, 38), (22, 54), (26, 120), (24, 196), (0, 196)),
        pair("circle", bloom, (60, up - 14), (draw.uniform(9, 12), 0)),
        central("circle", bloom, (0, 36), (12, 0)),
        *(pair("polygon", spine, (10, y), (17, y), (13.5, y + 20)) for y in (82, 128)),
        central("polygon", pot, (0, 192), (48, 192), (36, 238), (0, 238)),
        pair("circle", spine, (24, 214), (8, 0)),
    ]


def spaceship(draw: random.Random) -> list[Part]:
    disc, dome, light, beam = colors(draw, 4)
    wide, down = draw.uniform(94, 110), draw.uniform(108, 124)
    return [
        pair("polygon", beam, (24, down + 24), (40, down + 24), (64, 232), (34, 232)),
        central("curve", dome, (0, down - 62), (36, down - 44), (46, down), (0, down + 4)),
        central(
            "curve",
            disc,
            (0, down - 12),
            (wide * 0.7, down - 4),
            (wide, down + 12),
            (wide * 0.6, down + 28),
            (0, down + 34),
        ),
        pair("circle", light, (wide * 0.36, down + 12), (draw.uniform(8, 10), 0)),
        pair("circle", light, (wide * 0.7, down + 12), (draw.uniform(8, 10), 0)),
        pair("polygon", beam, *box(wide * 0.5, down - 44, 8, 38)),
        pair("circle", light, (wide * 0.5 + 4, down - 48), (9, 0)),
    ]


def car(draw: random.Random) -> list[Part]:
    paint, glass, lamp, tire = colors(draw, 4)
    wide = draw.uniform(82, 98)
    return [
        pair("polygon", tire, *box(wide - 34, 178, 26, 42)),
        central("polygon", paint, (0, 62), (wide * 0.62, 66), (wide * 0.8, 124), (0, 124)),
        central("polygon", glass, (0, 76), (wide * 0.54, 78), (wide * 0.66, 118), (0, 118)),
        central("polygon", paint, (0, 118), (wide * 0.9, 122), (wide, 192), (0, 192)),
        pair("circle", lamp, (wide * 0.7, 148), (draw.uniform(11, 14), 0)),
        pair("polygon", paint, *box(wide * 0.84, 98, 22, 16)),
        central("polygon", tire, (0, 164), (34, 164), (34, 180), (0, 180)),
        pair("polygon", lamp, *box(wide * 0.6, 170, 26, 9)),
    ]


def mask(draw: random.Random) -> list[Part]:
    wood, paint, feather, mouth = colors(draw, 4)
    wide = draw.uniform(60, 74)
    return [
        pair("curve", feather, (wide * 0.3, 60), (wide * 0.5, 14), (wide * 0.8, 20), (wide * 0.6, 66)),
        pair("curve", feather, (wide * 0.7, 74), (wide + 18, 40), (wide + 30, 62), (wide * 0.9, 92)),
        central("polygon", wood, (0, 48), (wide, 66), (wide * 0.9, 170), (wide * 0.4, 226), (0, 232)),
        pair("polygon", paint, (14, 104), (48, 92), (50, 114), (20, 122)),
        pair("polygon", mouth, (wide * 0.4, 140), (wide * 0.8, 134), (wide * 0.74, 160)),
        central("polygon", paint, (0, 112), (11, 150), (0, 156)),
        central("polygon", mouth, (0, 182), (32, 174), (24, 200), (0, 204)),
        pair("circle", paint, (10, 76), (8, 0)),
    ]


def snowflake(draw: random.Random) -> list[Part]:
    ice, pale, dot, core = colors(draw, 4)
    arm = draw.uniform(84, 98)
    parts = [central("polygon", ice, (0, 128 - arm), (6, 128 - arm), (6, 128 + arm), (0, 128 + arm))]
    for up in (-1, 1):
        x, y = arm * 0.87, 128 + up * arm * 0.5
        parts.append(pair("polygon", ice, (3, 124), (x, y - 5), (x + 4, y + 5), (5, 133)))
        parts.append(pair("circle", dot, (x, y), (draw.uniform(9, 12), 0)))
        parts.append(
            pair("polygon", pale, (4, 128 + up * 62), (32, 128 + up * 84), (26, 128 + up * 92), (4, 128 + up * 76))
        )
    return [
        *parts,
        pair("circle", pale, (40, 128), (draw.uniform(9, 11), 0)),
        central("circle", core, (0, 128), (18, 0)),
    ]


def chair(draw: random.Random) -> list[Part]:
    wood, seat, knob, rail = colors(draw, 4)
    wide, top = draw.uniform(50, 62), draw.uniform(34, 52)
    return [
        pair("polygon", wood, *box(wide - 10, top, 12, 192 - top)),
        pair("circle", knob, (wide - 4, top - 2), (draw.uniform(10, 13), 0)),
        central("polygon", rail, (0, top + 16), (wide - 10, top + 16), (wide - 10, top + 40), (0, top + 40)),
        pair("polygon", rail, *box(wide * 0.36, top + 40, 9, 96)),
        central("polygon", seat, (0, 150), (wide + 10, 150), (wide + 16, 174), (0, 174)),
        pair("polygon", wood, *box(wide, 174, 12, 60)),
        pair("polygon", knob, *box(20, 174, 12, 18)),
    ]


def turtle(draw: random.Random) -> list[Part]:
    shell, skin, plate, eye = colors(draw, 4)
    wide = draw.uniform(58, 70)
    return [
        pair("curve", skin, (wide * 0.6, 92), (wide + 24, 62), (wide + 34, 84), (wide * 0.8, 114)),
        pair("curve", skin, (wide * 0.7, 180), (wide + 14, 196), (wide + 6, 220), (wide * 0.5, 206)),
        central("curve", skin, (0, 26), (24, 44), (20, 80), (0, 90)),
        pair("circle", eye, (12, 46), (8, 0)),
        central("polygon", skin, (0, 206), (10, 206), (0, 238)),
        central("curve", shell, (0, 74), (wide * 0.8, 94), (wide, 146), (wide * 0.6, 204), (0, 216)),
        pair("polygon", plate, (wide * 0.3, 118), (wide * 0.64, 110), (wide * 0.74, 140), (wide * 0.36, 148)),
        pair("polygon", plate, (wide * 0.3, 160), (wide * 0.7, 158), (wide * 0.5, 190), (wide * 0.3, 188)),
        central("polygon", plate, (0, 99), (12, 113), (12, 134), (0, 147)),
    ]


def helmet(draw: random.Random) -> list[Part]:
    steel, trim, plume, rivet = colors(draw, 4)
    wide = draw.uniform(62, 76)
    return [
        pair("curve", plume, (wide * 0.4, 70), (wide * 0.8, 16), (wide + 24, 34), (wide * 0.8, 84)),
        central("curve", steel, (0, 46), (wide * 0.85, 72), (wide, 130), (wide * 0.86, 222), (0, 226)),
        pair("polygon", rivet, (12, 122), (wide * 0.78, 112), (wide * 0.7, 136), (12, 138)),
        central("polygon", trim, (0, 52), (8, 60), (8, 222), (0, 222)),
        *(pair("polygon", rivet, *box(wide * 0.24, y, 26, 9)) for y in (164, 184)),
        pair("circle", trim, (wide * 0.8, 158), (draw.uniform(8, 11), 0)),
    ]


def totem(draw: random.Random) -> list[Part]:
    wood, wing, paint, eye = colors(draw, 4)
    wide = draw.uniform(38, 46)
    return [
        pair("polygon", wing, (wide - 4, 92), (wide + 62, 66), (wide + 62, 96), (wide - 4, 124)),
        central("polygon", wood, *box(0, 28, wide, 204)),
        pair("circle", eye, (wide * 0.5, 58), (draw.uniform(9, 12), 0)),
        central("polygon", paint, (0, 64), (13, 78), (0, 92)),
        pair("polygon", paint, *box(wide * 0.25, 132, 22, 12)),
        pair("circle", eye, (wide * 0.5, 166), (draw.uniform(8, 11), 0)),
        central("polygon", paint, (0, 190), (wide * 0.7, 190), (wide * 0.5, 214), (0, 214)),
        pair("polygon", wing, *box(wide, 196, 20, 30)),
    ]


KINDS: dict[str, Callable[[random.Random], list[Part]]] = {
    kind.__name__: kind
    for kind in (
        *(owl, cat, crown, rocket, lantern, anchor, flower, crab, castle, trophy, mushroom, bow, balloon, cactus),
        *(spaceship, car, mask, snowflake, chair, turtle, helmet, totem),
    )
}
