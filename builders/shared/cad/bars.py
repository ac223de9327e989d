"""Parts sawn off a bar: one profile all along, in some with holes drilled across."""

import random
from collections.abc import Sequence

from sgpkit.graphics.cad.model import Loop, Region

from . import loops
from .piece import Bore, Feature, Piece

# A profile stands on the plane at right angles to y, whose first coordinate is z and second is x; `upright` takes
# points as (x, z), as a drawing of the section shows them.


def upright(points: Sequence[tuple[float, float]]) -> Loop:
    return loops.polygon([(z, x) for x, z in reversed(points)])


def bar(name: str, points: Sequence[tuple[float, float]], length: int, shape: str | None, **known: object) -> Piece:
    """The profile centred on y = 0; its other two outlines are rectangles."""
    width = max(x for x, _ in points) - min(x for x, _ in points)
    height = max(z for _, z in points) - min(z for _, z in points)
    whole: dict[str, object] = {
        "bores": (),
        "flat": len(points) + 2,
        "curved": 0,
        "outlines": (oblong(length, height), shape, oblong(width, length)),
        "ways_through": 0,
    }
    return Piece(name, (Feature(Region(upright(points)), 0, length, "new", 1),), **(whole | known))  # type: ignore[arg-type]


def oblong(width: float, height: float) -> str | None:
    """Return the name of a rectangle's shape, or None if it is nearly square or nearly a line."""
    if width == height:
        return "square"
    low, high = sorted((width, height))
    return "rectangle" if 1.04 < high / low < 16 else None


def angle_bracket(draw: random.Random) -> Piece:
    wide, tall, thick = draw.randint(36, 60), draw.randint(36, 60), draw.randint(5, 9)
    below, beside = draw.choice(((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (3, 3), (2, 0), (0, 2)))
    pitch, hole = draw.choice((12, 14, 16)), draw.randint(2, 4)
    length = pitch * max(below, beside) + draw.choice((2, 4, 6, 8))
    points = [(0, 0), (wide, 0), (wide, thick), (thick, thick), (thick, tall), (0, tall)]
    sawn = bar("angle bracket", points, length, "L", bores=_bores(below, beside, hole), curved=below + beside)
    features = list(sawn.features)
    features += _row(below, 2, (thick + wide) // 2, length, pitch, hole, thick)
    features += _row(beside, 0, (thick + tall) // 2, length, pitch, hole, thick)
    return Piece(**(vars(sawn) | {"features": tuple(features), "ways_through": below + beside}))


def _bores(below: int, beside: int, radius: int) -> tuple[Bore, ...]:
    return (Bore(2, 2 * radius),) * below + (Bore(0, 2 * radius),) * beside


def _row(count: int, axis: int, away: int, length: int, pitch: int, radius: int, thick: int) -> list[Feature]:
    """Holes in a row along y through a leg: upwards through the horizontal one, or across through the upright one."""
    features = []
    for number in range(count):
        y = length // 2 + (2 * number - count + 1) * pitch // 2
        center = (away, y) if axis == 2 else (y, away)
        features.append(Feature(Region(loops.circle(*center, radius)), 0, thick, "cut", axis))
    return features


def channel(draw: random.Random) -> Piece:
    half, tall, thick = draw.randint(16, 26), draw.randint(22, 50), draw.randint(4, 8)
    length, count = 2 * draw.randint(25, 50), draw.choice((0, 0, 1, 2, 3))
    points = [
        (-half, 0),
        (half, 0),
        (half, tall),
        (half - thick, tall),
        (half - thick, thick),
        (thick - half, thick),
        (thick - half, tall),
        (-half, tall),
    ]
    radius = draw.randint(2, 5)
    sawn = bar("U channel", points, length, "U", bores=(Bore(2, 2 * radius),) * count, curved=count, ways_through=count)
    holes = _row(count, 2, 0, length, 2 * (length // max(count, 1) // 2), radius, thick)
    return Piece(**(vars(sawn) | {"features": sawn.features + tuple(holes)}))


def tee_bar(draw: random.Random) -> Piece:
    half, tall, thick, web = draw.randint(18, 30), draw.randint(26, 56), draw.randint(4, 8), draw.randint(2, 5)
    points = [
        (-half, tall),
        (-half, tall - thick),
        (-web, tall - thick),
        (-web, 0),
        (web, 0),
        (web, tall - thick),
        (half, tall - thick),
        (half, tall),
    ]
    return bar("T bar", points, draw.randint(60, 110), "T")


def i_beam(draw: random.Random) -> Piece:
    half, tall, thick, web = draw.randint(15, 26), draw.randint(36, 60), draw.randint(4, 8), draw.randint(2, 4)
    right = [(half, 0), (half, thick), (web, thick), (web, tall - thick), (half, tall - thick), (half, tall)]
    points = right + [(-x, z) for x, z in reversed(right)]
    return bar("I beam", points, draw.randint(60, 120), "H")


def zed_bar(draw: random.Random) -> Piece:
    leg, tall, thick = draw.randint(16, 30), draw.randint(30, 50), draw.randint(4, 7)
    points = [
        (thick - leg, 0),
        (thick, 0),
        (thick, tall - thick),
        (leg, tall - thick),
        (leg, tall),
        (0, tall),
        (0, thick),
        (thick - leg, thick),
    ]
    return bar("Z bar", points, draw.randint(60, 110), "Z")


def box_tube(draw: random.Random) -> Piece:
    wide, tall, wall, length = (
        draw.randint(24, 50),
        draw.randint(16, 50),
        draw.randint(3, 6),
        draw.randint(60, 110),
    )
    region = Region(loops.rectangle(0, 0, tall, wide), (loops.rectangle(wall, wall, tall - wall, wide - wall),))
    return Piece(
        "box tube",
        (Feature(region, 0, length, "new", 1),),
        flat=10,
        curved=0,
        outlines=(oblong(length, tall), oblong(wide, tall), oblong(wide, length)),
        ways_through=1,
    )


def stairs_block(draw: random.Random) -> Piece:
    count, tread, rise = draw.choice((3, 4, 5)), draw.randint(8, 14), draw.randint(7, 13)
    points = [(0.0, 0.0), (float(count * tread), 0.0)]
    for number in range(count):
        x = (count - number) * tread
        points += [(x, (number + 1) * rise), (x - tread, (number + 1) * rise)]
    return bar("step block", points, draw.randint(24, 60), "stairs" if count == 3 else None)


def vee_block(draw: random.Random) -> Piece:
    half, tall = draw.randint(22, 36), draw.randint(36, 60)
    mouth = draw.randint(half // 2, half - 5)
    points = [(-half, 0), (half, 0), (half, tall), (mouth, tall), (0, tall - mouth), (-mouth, tall), (-half, tall)]
    return bar("V-block", points, draw.randint(40, 90), None)


def dovetail(draw: random.Random) -> Piece:
    half, base, tail = draw.randint(26, 40), draw.randint(10, 20), draw.randint(10, 18)
    neck = draw.randint(8, 12)
    flare = neck + draw.randint(4, 9)
    points = [
        (-half, 0),
        (half, 0),
        (half, base),
        (neck, base),
        (flare, base + tail),
        (-flare, base + tail),
        (-neck, base),
        (-half, base),
    ]
    return bar("dovetail slide", points, draw.randint(50, 110), None)


def heat_sink(draw: random.Random) -> Piece:
    count, fin, gap = draw.choice((4, 5, 6, 7, 8)), draw.randint(2, 4), draw.randint(3, 6)
    base, tall = draw.randint(4, 8), draw.randint(18, 40)
    width = count * fin + (count - 1) * gap
    points: list[tuple[float, float]] = [(0, 0), (width, 0)]
    for number in reversed(range(count)):
        left = number * (fin + gap)
        points += [(left + fin, tall), (left, tall)]
        if number:
            points += [(left, base), (left - gap, base)]
    return bar("heat sink", points, draw.randint(40, 90), None)


def tee_nut(draw: random.Random) -> Piece:
    half, neck = draw.randint(20, 28), draw.randint(10, 14)
    base, tall, length = draw.randint(8, 12), draw.randint(20, 28), draw.randint(30, 44)
    radius = draw.randint(4, neck - 4)
    points = [
        (-half, 0),
        (half, 0),
        (half, base),
        (neck, base),
        (neck, tall),
        (-neck, tall),
        (-neck, base),
        (-half, base),
    ]
    sawn = bar("T-slot nut", points, 2 * (length // 2), "T", bores=(Bore(2, 2 * radius),), curved=1, ways_through=1)
    hole = Feature(Region(loops.circle(0, length // 2, radius)), 0, tall, "cut", 2)
    return Piece(**(vars(sawn) | {"features": (*sawn.features, hole)}))


def cross_bar(draw: random.Random) -> Piece:
    arm, half, length = draw.randint(22, 44), draw.randint(6, 10), draw.randint(12, 60)
    right = [(half, -arm), (half, -half), (arm, -half), (arm, half), (half, half), (half, arm)]
    points = right + [(-x, z) for x, z in reversed(right)]
    radius = draw.randint(3, half - 2)
    sawn = bar("cross spider", points, length, "cross", bores=(Bore(1, 2 * radius),), curved=1, ways_through=1)
    region = Region(sawn.features[0].region.outer, (loops.circle(0, 0, radius),))
    return Piece(**(vars(sawn) | {"features": (Feature(region, 0, length, "new", 1),)}))


def half_round(draw: random.Random) -> Piece:
    radius, length = draw.randint(14, 34), draw.randint(50, 110)
    section = loops.chain([((0, -radius), (radius, 0)), ((0, radius), None)])
    return Piece(
        "half-round bar",
        (Feature(Region(section), 0, length, "new", 1),),
        flat=3,
        curved=1,
        outlines=(oblong(length, radius), None, oblong(2 * radius, length)),
        ways_through=0,
    )


KINDS = (
    angle_bracket,
    channel,
    tee_bar,
    i_beam,
    zed_bar,
    box_tube,
    stairs_block,
    vee_block,
    dovetail,
    heat_sink,
    tee_nut,
    cross_bar,
    half_round,
)
