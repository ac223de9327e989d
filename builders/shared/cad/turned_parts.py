"""Parts that come off a lathe: discs, rings and cylinders on one axis, with holes around it."""

import random

from sgpkit.graphics.cad.model import Region

from . import loops
from .bars import oblong
from .piece import Bore, Feature, Piece

BOLT_CIRCLES = (3, 4, 5, 6, 8)
ROUND = "circle"


def disc(radius: float, *holes: tuple[float, float, float]) -> Region:
    return Region(loops.circle(0, 0, radius), tuple(loops.circle(*hole) for hole in holes))


def washer(draw: random.Random) -> Piece:
    outer = draw.randint(22, 47)
    inner, height = draw.randint(outer // 3, outer * 2 // 3), draw.randint(3, max(4, outer // 4))
    shape = oblong(2 * outer, height)
    return Piece(
        "washer",
        (Feature(disc(outer, (0, 0, inner)), 0, height),),
        (Bore(2, 2 * inner),),
        flat=2,
        curved=2,
        outlines=(shape, shape, ROUND),
        ways_through=1,
        steps=1,
        coaxial=2,
    )


def spacer_tube(draw: random.Random) -> Piece:
    outer = draw.randint(9, 20)
    inner, height = draw.randint(outer // 2, outer - 2), draw.randint(3 * outer, 5 * outer)
    shape = oblong(2 * outer, height)
    return Piece(
        "spacer tube",
        (Feature(disc(outer, (0, 0, inner)), 0, height),),
        (Bore(2, 2 * inner),),
        flat=2,
        curved=2,
        outlines=(shape, shape, ROUND),
        ways_through=1,
        steps=1,
        coaxial=2,
    )


def dowel_pin(draw: random.Random) -> Piece:
    radius = draw.randint(6, 14)
    height = draw.randint(4 * radius, 6 * radius)
    shape = oblong(2 * radius, height)
    return Piece(
        "dowel pin",
        (Feature(disc(radius), 0, height, "new"),),
        flat=2,
        curved=1,
        outlines=(shape, shape, ROUND),
        ways_through=0,
        steps=1,
        coaxial=1,
    )


def stepped_shaft(draw: random.Random) -> Piece:
    count = draw.choice((2, 3, 3, 4, 4))
    radii = draw.sample(range(8, 26, 3), count)
    if count > 2 and draw.random() < 0.25:
        radii[-1] = radii[0]
    lengths = [draw.randint(12, 28) for _ in radii]
    if radii == radii[::-1]:
        lengths[-1] = lengths[0]
    features, at = [], 0
    for radius, length in zip(radii, lengths, strict=True):
        features.append(Feature(disc(radius), at, at + length))
        at += length
    return Piece(
        "stepped shaft",
        tuple(features),
        flat=count + 1,
        curved=count,
        outlines=(None, None, ROUND),
        ways_through=0,
        steps=count,
        coaxial=len(set(radii)),
    )


def flange(draw: random.Random) -> Piece:
    outer, height = draw.randint(34, 47), draw.randint(5, 12)
    bore, count = draw.randint(7, 15), draw.choice(BOLT_CIRCLES)
    hole = draw.randint(2, 4)
    centers = loops.around(count, (outer + bore) / 2 + 1)
    shape = oblong(2 * outer, height)
    return Piece(
        "flange",
        (Feature(disc(outer, (0, 0, bore), *((x, y, hole) for x, y in centers)), 0, height),),
        (Bore(2, 2 * bore), *(Bore(2, 2 * hole) for _ in centers)),
        flat=2,
        curved=2 + count,
        outlines=(shape, shape, ROUND),
        ways_through=1 + count,
        steps=1,
        coaxial=2,
    )


def hub_flange(draw: random.Random) -> Piece:
    outer, height = draw.randint(34, 47), draw.randint(4, 10)
    hub, rise = draw.randint(14, 20), draw.randint(10, 30)
    bore, count = draw.randint(5, hub - 4), draw.choice(BOLT_CIRCLES)
    hole = draw.randint(2, 4)
    centers = loops.around(count, (outer + hub) / 2)
    return Piece(
        "flange with a hub",
        (
            Feature(disc(outer, (0, 0, bore), *((x, y, hole) for x, y in centers)), 0, height),
            Feature(disc(hub, (0, 0, bore)), height, height + rise),
        ),
        (Bore(2, 2 * bore), *(Bore(2, 2 * hole) for _ in centers)),
        flat=3,
        curved=3 + count,
        outlines=("T", "T", ROUND),
        ways_through=1 + count,
        steps=2,
        coaxial=3,
    )


def belt_pulley(draw: random.Random) -> Piece:
    rim = draw.randint(28, 45)
    groove, bore = draw.randint(rim * 5 // 8, rim - 6), draw.randint(5, 12)
    wall, width = draw.randint(3, 7), draw.randint(6, 16)
    return Piece(
        "grooved pulley",
        (
            Feature(disc(rim, (0, 0, bore)), 0, wall),
            Feature(disc(groove, (0, 0, bore)), wall, wall + width),
            Feature(disc(rim, (0, 0, bore)), wall + width, 2 * wall + width),
        ),
        (Bore(2, 2 * bore),),
        flat=4,
        curved=4,
        outlines=(None, None, ROUND),
        ways_through=1,
        steps=3,
        coaxial=3,
    )


def flanged_bushing(draw: random.Random) -> Piece:
    collar = draw.randint(24, 36)
    sleeve = draw.randint(14, collar - 6)
    bore, height, length = draw.randint(6, sleeve - 4), draw.randint(4, 8), draw.randint(20, 46)
    return Piece(
        "flanged bushing",
        (
            Feature(disc(collar, (0, 0, bore)), 0, height),
            Feature(disc(sleeve, (0, 0, bore)), height, height + length),
        ),
        (Bore(2, 2 * bore),),
        flat=3,
        curved=3,
        outlines=("T", "T", ROUND),
        ways_through=1,
        steps=2,
        coaxial=3,
    )


def rivet(draw: random.Random) -> Piece:
    shank = draw.randint(6, 12)
    head, height, length = draw.randint(shank + 6, 2 * shank + 6), draw.randint(4, 9), draw.randint(26, 60)
    return Piece(
        "headed pin",
        (Feature(disc(head), 0, height, "new"), Feature(disc(shank), height, height + length)),
        flat=3,
        curved=2,
        outlines=("T", "T", ROUND),
        ways_through=0,
        steps=2,
        coaxial=2,
    )


def end_cap(draw: random.Random) -> Piece:
    outer = draw.randint(18, 40)
    inner, floor, height = draw.randint(outer * 2 // 3, outer - 3), draw.randint(3, 8), draw.randint(14, 50)
    shape = oblong(2 * outer, height + floor)
    return Piece(
        "end cap",
        (
            Feature(disc(outer), 0, floor + height, "new"),
            Feature(disc(inner), floor, floor + height, "cut"),
        ),
        (Bore(2, 2 * inner, through=False),),
        flat=3,
        curved=2,
        outlines=(shape, shape, ROUND),
        pockets=1,
        ways_through=0,
        steps=1,
        coaxial=2,
    )


def flanged_cup(draw: random.Random) -> Piece:
    rim, outer = draw.randint(30, 44), draw.randint(18, 26)
    inner, thick, height = draw.randint(outer - 8, outer - 3), draw.randint(3, 6), draw.randint(18, 44)
    floor = draw.randint(3, 8)
    return Piece(
        "flanged cup",
        (
            Feature(disc(outer), 0, height, "new"),
            Feature(disc(rim), height, height + thick),
            Feature(disc(inner), floor, height + thick, "cut"),
        ),
        (Bore(2, 2 * inner, through=False),),
        flat=4,
        curved=3,
        outlines=("T", "T", ROUND),
        pockets=1,
        ways_through=0,
        steps=2,
        coaxial=3,
    )


def sealed_drum(draw: random.Random) -> Piece:
    outer, height = draw.randint(18, 36), draw.randint(24, 72)
    wall = draw.randint(3, 6)
    shape = oblong(2 * outer, height)
    return Piece(
        "sealed drum",
        (
            Feature(disc(outer), 0, height, "new"),
            Feature(disc(outer - wall), wall, height - wall, "cut"),
        ),
        None,
        flat=4,
        curved=2,
        outlines=(shape, shape, ROUND),
        cavities=1,
        ways_through=0,
        steps=1,
        coaxial=2,
    )


def keyed_collar(draw: random.Random) -> Piece:
    """The bore's radius and half the keyway's width are two sides of a triangle in whole numbers."""
    bore, half, across = draw.choice(((13, 5, 12), (17, 8, 15), (20, 12, 16), (25, 7, 24), (26, 10, 24)))
    deep, outer = bore + draw.randint(3, 5), bore + draw.randint(9, 18)
    height = draw.randint(8, 24)
    bored = loops.chain(
        [
            ((half, across), None),
            ((half, deep), None),
            ((-half, deep), None),
            ((-half, across), (0, -bore)),
        ]
    )
    shape = oblong(2 * outer, height)
    return Piece(
        "collar with a keyway",
        (Feature(Region(loops.circle(0, 0, outer), (bored,)), 0, height),),
        None,  # one may call a bore with a keyway round or not
        flat=5,
        curved=2,
        outlines=(shape, shape, ROUND),
        ways_through=1,
        steps=1,
        adds_up=False,
    )


def dowel_set(draw: random.Random) -> Piece:
    count, radius = draw.choice((2, 3, 4)), draw.randint(5, 9)
    pitch, height = draw.randint(2 * radius + 4, 2 * radius + 9), draw.randint(20, 60)
    features = tuple(
        Feature(Region(loops.circle(number * pitch, 0, radius)), 0, height, "new") for number in range(count)
    )
    return Piece(
        "row of separate pins",
        features,
        flat=2 * count,
        curved=count,
        outlines=(oblong(2 * radius, height), None, None),
        bodies=count,
        ways_through=0,
        steps=1,
        coaxial=1,
    )


KINDS = (
    washer,
    spacer_tube,
    dowel_pin,
    stepped_shaft,
    flange,
    hub_flange,
    belt_pulley,
    flanged_bushing,
    rivet,
    end_cap,
    flanged_cup,
    sealed_drum,
    keyed_collar,
    dowel_set,
)
