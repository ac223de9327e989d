"""The surroundings of a thing in a picture, as icons have them: a frame around it, ground under it, other things with
it. Who sees but the silhouette of the whole does not see that of the thing."""

import math
import random
from collections.abc import Sequence
from typing import Literal

from .. import palette
from ..emblems import emblem
from ..forms import Form, Pair, box, circle, ellipse, line, polygon, shape
from ..palette import Hue
from ..sketch import Item, Part, Sketch, items
from ..writing import glyph, regions
from . import companions, proof, warp
from .companions import Companion

Way = Literal["bare", "frame", "company", "ground", "scene", "burst", "corners", "backed"]
SHARES: dict[Way, float] = {
    "bare": 0.61,
    "frame": 0.12,
    "company": 0.01,
    "ground": 0.06,
    "scene": 0.08,
    "burst": 0.03,
    "corners": 0.02,
    "backed": 0.07,
}
CALLED: dict[Way, tuple[str, ...]] = {
    "frame": ("frame", "ring", "rim", "edge", "loop", "hoop", "bubble", "pin", "crest", "arc", "line", "lining"),
    "corners": ("frame", "tip", "tips", "edge", "line"),
    "burst": ("ray", "line", "stripe", "beam", "light", "string", "stick", "tick", "rung", "stroke", "bristles"),
    "ground": (
        *("ground", "base", "stand", "board", "rail", "line", "stage", "step", "steps", "deck", "pier", "coaster"),
        *("edge", "foot", "tray", "saucer", "blanket", "slat", "ridge"),
    ),
    "scene": ("ground", "line"),
    "backed": ("disc", "plate", "spot", "sun", "dish", "blob", "stage", "patch", "ball", "die"),
}
"""Words for the surroundings, which are not added to a drawing with a part of such a name."""

APART: tuple[Way, ...] = ("bare", "company", "ground", "burst", "corners")
"""Surroundings that are clearly distinguishable from the thing."""

LARGEST = (0.27, 0.21, 0.17)
"""The radius of one, two and three companions at most, as shares of the size of the thing."""
OUTDOORS = ("building", "land_crafts", "animal", "human")
STANDING = (*OUTDOORS, "furniture", "science", "beverage", "dairy", "entertainment", "computer")
"""Categories of things that stand on the ground or on a table; things outdoors have whole scenes."""

LEVEL = 9.0
"""The maximum turn of a thing, in degrees, with which it stands on ground."""

ON_IT = 0.5
"""The minimum share of a form that overlaps other forms, unless it is next to them."""

GAP = 4.0
"""Design units between a thing and what surrounds it."""

OUTSIDE = 0.71
"""The radii of an ellipse around a box, as shares of its sides."""


def choose(sketch: Sketch, category: str, generator: random.Random, *, plain: bool) -> Way:
    """Return what surrounds the sketch of a thing of a category; `plain`: whether it is drawn in one colour."""
    names = _nouns(sketch)
    able = {way: share for way, share in SHARES.items() if not names & set(CALLED.get(way, ()))}
    level = abs(sketch.turn) <= LEVEL
    barred: set[Way] = set()
    if category not in STANDING or not level:
        barred.add("ground")
    if not (category == "aerial_crafts" or (category in OUTDOORS and level)):
        barred.add("scene")
    if plain:
        barred.add("backed")
    able = {way: share for way, share in able.items() if way not in barred}
    return generator.choices(list(able), weights=list(able.values()))[0]


def add(sketch: Sketch, way: Way, category: str, generator: random.Random) -> None:
    """Add the surroundings to a sketch. No part has a name or is asked for."""
    if way == "frame":
        _frame(sketch, generator)
    elif way == "company":
        _company(sketch, companions.of(category), generator)
    elif way == "ground":
        _ground(sketch, generator)
    elif way == "scene":
        _scene(sketch, category, generator)
    elif way == "burst":
        _burst(sketch, generator)
    elif way == "corners":
        _corners(sketch, generator)
    elif way == "backed":
        _backed(sketch, generator)


def _reach(sketch: Sketch) -> tuple[float, float, float, float]:
    return warp.reach(list(items(sketch.root)))


def _hue(sketch: Sketch, generator: random.Random) -> Hue:
    """Return a colour that is never asked for, and that the drawing does not have if any left."""
    used = {item.hue.name for item in items(sketch.root)}
    free = [name for name in palette.ANY if name not in used and name != "white"] or ["gray"]
    return sketch.hue((generator.choice(free),))


def _behind(sketch: Sketch, forms: Sequence[tuple[Form, Hue, float]]) -> None:
    """Add forms, with their colours and the widths of those that are strokes, behind everything."""
    sketch.root.members[:0] = [Item(form, hue, "main", width) for form, hue, width in forms]


# --- frames -----------------------------------------------------------------------------------------------------------


def _frame(sketch: Sketch, generator: random.Random) -> None:
    """Add an outline around everything: a ring, a box, a bubble, a pin on a map, a shield."""
    left, top, right, bottom = _reach(sketch)
    x, y = (left + right) / 2, (top + bottom) / 2
    wide, tall = right - left, bottom - top
    half = 0.5 * max(wide, tall)
    around = 0.5 * math.hypot(wide, tall) * generator.uniform(0.9, 1.02) + GAP
    width = generator.uniform(2.2, 4.2) * around / 50
    name = generator.choice(("ring", "ring", "double", "box", "rounded", "hexagon", "bubble", "pin", "shield", "oval"))
    forms = outline_of(name, x, y, wide, tall, around, half + generator.uniform(6, 12), generator)
    hue = _hue(sketch, generator)
    _behind(sketch, [(form, hue, width) for form in forms])


def outline_of(
    name: str, x: float, y: float, wide: float, tall: float, around: float, half: float, generator: random.Random
) -> list[Form]:
    """Return the outlines of a frame about (x, y) around something so wide and tall; `around` and `half`: radius of a
    ring, and half the side of a square, that hold it."""
    if name == "double":
        return [circle(x, y, around), circle(x, y, around * generator.uniform(1.1, 1.18))]
    if name == "box":
        across, down = wide / 2 + generator.uniform(6, 14), tall / 2 + generator.uniform(6, 14)
        return [box(x - across, y - down, 2 * across, 2 * down, generator.choice((0.0, 6.0)))]
    if name == "rounded":
        return [box(x - half, y - half, 2 * half, 2 * half, half * generator.uniform(0.2, 0.6))]
    if name == "hexagon":
        return [emblem("hexagon", x, y, 1.08 * around)]
    if name == "oval":
        return [ellipse(x, y, 0.74 * wide + GAP, 0.74 * tall + GAP)]
    if name == "bubble":
        side = generator.choice((-1, 1))
        at, low, r = x + side * half * 0.5, y + half, half * 0.3
        return [
            shape(
                f"M{x - half + r} {y - half}H{x + half - r}Q{x + half} {y - half} {x + half} {y - half + r}V{low - r}"
                f"Q{x + half} {low} {x + half - r} {low}H{max(at, at - side * 14)}L{at + side * 5} {low + 0.34 * half}"
                f"L{min(at, at - side * 14)} {low}H{x - half + r}Q{x - half} {low} {x - half} {low - r}"
                f"V{y - half + r}Q{x - half} {y - half} {x - half + r} {y - half}Z"
            )
        ]
    if name == "pin":
        r = around
        return [
            shape(
                f"M{x} {y + 1.75 * r}C{x - 0.3 * r} {y + 1.2 * r} {x - r} {y + 0.7 * r} {x - r} {y}"
                f"C{x - r} {y - 1.33 * r} {x + r} {y - 1.33 * r} {x + r} {y}"
                f"C{x + r} {y + 0.7 * r} {x + 0.3 * r} {y + 1.2 * r} {x} {y + 1.75 * r}Z"
            )
        ]
    if name == "shield":
        r = around
        return [
            shape(
                f"M{x} {y - 1.15 * r}C{x + 0.4 * r} {y - 0.9 * r} {x + 0.8 * r} {y - 0.9 * r} {x + r} {y - 0.9 * r}"
                f"V{y}C{x + r} {y + 0.8 * r} {x + 0.4 * r} {y + 1.2 * r} {x} {y + 1.4 * r}"
                f"C{x - 0.4 * r} {y + 1.2 * r} {x - r} {y + 0.8 * r} {x - r} {y}V{y - 0.9 * r}"
                f"C{x - 0.8 * r} {y - 0.9 * r} {x - 0.4 * r} {y - 0.9 * r} {x} {y - 1.15 * r}Z"
            )
        ]
    return [circle(x, y, around)]


def _corners(sketch: Sketch, generator: random.Random) -> None:
    """Add four marks in the corners, as of a viewfinder."""
    left, top, right, bottom = _reach(sketch)
    x, y = (left + right) / 2, (top + bottom) / 2
    across, down = (right - left) / 2 + generator.uniform(5, 16), (bottom - top) / 2 + generator.uniform(5, 16)
    if generator.random() < 0.5:
        across = down = max(across, down)
    arm = generator.uniform(0.22, 0.42) * min(across, down)
    hue = _hue(sketch, generator)
    for i in (-1, 1):
        for j in (-1, 1):
            cx, cy = x + i * across, y + j * down
            sketch.line(line((cx - i * arm, cy), (cx, cy), (cx, cy - j * arm)), hue=hue, width=3.0)


def _burst(sketch: Sketch, generator: random.Random) -> None:
    """Add short rays around everything, or around its upper half."""
    left, top, right, bottom = _reach(sketch)
    x, y = (left + right) / 2, (top + bottom) / 2
    across, down = OUTSIDE * (right - left) + GAP, OUTSIDE * (bottom - top) + GAP
    count = generator.choice((8, 10, 12, 16))
    length = generator.uniform(0.12, 0.22) * max(across, down)
    first, last = generator.choice(((0, 360), (0, 360), (180, 360), (200, 340)))
    hue = _hue(sketch, generator)
    whole = last - first == 360
    for index in range(count):
        angle = math.radians(first + (last - first) * (index / count if whole else index / (count - 1)))
        dx, dy = math.cos(angle), math.sin(angle)
        long = length * (0.6 if index % 2 and count > 8 else 1.0)
        start = (x + across * dx, y + down * dy)
        sketch.line(line(start, (start[0] + long * dx, start[1] + long * dy)), hue=hue, width=2.6)


def _backed(sketch: Sketch, generator: random.Random) -> None:
    """Add a plain area behind a part of everything, as flat icons have one."""
    left, top, right, bottom = _reach(sketch)
    size = max(right - left, bottom - top)
    radius = size * generator.uniform(0.3, 0.44)
    x = (left + right) / 2 + generator.uniform(-0.2, 0.2) * size
    y = (top + bottom) / 2 + generator.uniform(-0.2, 0.2) * size
    form = generator.choice(
        (
            circle(x, y, radius),
            ellipse(x, y, 1.25 * radius, 0.8 * radius),
            box(x - 1.2 * radius, y - 0.6 * radius, 2.4 * radius, 1.2 * radius, 0.5 * radius),
            shape("M-9 2C-11 -6 -4 -10 1 -8C7 -10 11 -3 9 3C10 9 3 10 -1 8C-5 10 -9 7 -9 2Z")
            .scaled(radius / 8, radius / 8, 0, 0)
            .moved(x, y),
        )
    )
    _behind(sketch, [(form, _hue(sketch, generator), 0.0)])


# --- ground -----------------------------------------------------------------------------------------------------------


def _ground(sketch: Sketch, generator: random.Random) -> None:
    """Add the ground of a thing, wider than the thing: a line, a strip, a rise, or a step."""
    left, top, right, bottom = _reach(sketch)
    size = max(right - left, bottom - top)
    first, last = left - generator.uniform(0.05, 0.4) * size, right + generator.uniform(0.05, 0.4) * size
    hue = _hue(sketch, generator)
    way = generator.choice(("line", "broken", "strip", "rise", "step", "slab"))
    if way == "line":
        sketch.line(line((first, bottom + 1), (last, bottom + 1)), hue=hue, width=2.4)
    elif way == "broken":
        cut = first + (last - first) * generator.uniform(0.15, 0.3)
        sketch.line(
            line((first, bottom + 1), (cut, bottom + 1)),
            line((cut + 6, bottom + 1), (last, bottom + 1)),
            hue=hue,
            width=2.4,
        )
    elif way == "strip":
        sketch.detail(box(first, bottom, last - first, generator.uniform(3, 7), 2), hue=hue)
    elif way == "rise":
        tall = generator.uniform(0.12, 0.24) * size
        low, high = bottom + tall, bottom - 0.3 * tall
        form = shape(f"M{first} {low}C{first} {high} {last} {high} {last} {low}Z")
        _behind(sketch, [(form, hue, 0.0)])
    elif way == "step":
        tall = generator.uniform(0.08, 0.16) * size
        sketch.detail(
            box(left - 4, bottom, right - left + 8, tall),
            box(first - 4, bottom + tall, last - first + 8, tall),
            hue=hue,
        )
    else:
        tall = generator.uniform(0.14, 0.3) * size
        sketch.detail(
            polygon((first + 6, bottom), (last - 6, bottom), (last, bottom + tall), (first, bottom + tall)), hue=hue
        )


def _scene(sketch: Sketch, category: str, generator: random.Random) -> None:
    """Add things behind and above: clouds for flying things; ground, trees and a sky for standing things."""
    left, top, right, bottom = _reach(sketch)
    size = max(right - left, bottom - top)
    if category == "aerial_crafts":
        for _ in range(generator.choice((2, 3))):
            angle = generator.uniform(0, 360)
            x = (left + right) / 2 + 0.62 * (right - left) * math.cos(math.radians(angle))
            y = (top + bottom) / 2 + 0.62 * (bottom - top) * math.sin(math.radians(angle))
            _put(sketch, companions.CLOUD, x, y, size * generator.uniform(0.14, 0.26), generator, behind=True)
        return
    names = _nouns(sketch)
    able = [one for one in companions.OUTDOORS if not names & set(one.nouns)]
    below = [one for one in able if one not in (companions.CLOUD, companions.SUN)]
    above = [one for one in able if one in (companions.CLOUD, companions.SUN)]
    first = last = 0.0
    for side in generator.choice(((-1,), (1,), (-1, 1))):
        radius = size * generator.uniform(0.14, 0.26)
        out = radius * generator.uniform(0.2, 1.0)
        x = left - out if side < 0 else right + out
        first, last = min(first, x - radius - left), max(last, x + radius - right)
        if below:
            _put(sketch, generator.choice(below), x, bottom - radius, radius, generator, behind=True)
    if above and generator.random() < 0.7:
        radius = size * generator.uniform(0.12, 0.2)
        x = generator.choice((left - 0.6 * radius, right + 0.6 * radius))
        one = generator.choice(above)
        _put(sketch, one, x, top + generator.uniform(-0.8, 1.0) * radius, radius, generator, behind=True)
    if generator.random() < 0.6:
        sketch.line(
            line((left + first, bottom + 1), (right + last, bottom + 1)), hue=_hue(sketch, generator), width=2.2
        )


# --- company ----------------------------------------------------------------------------------------------------------


def _nouns(sketch: Sketch) -> set[str]:
    return {proof.noun(part.name) for part in sketch.parts}


def _company(sketch: Sketch, able: Sequence[Companion], generator: random.Random) -> None:
    """Add one to three things at the sides, above or below."""
    left, top, right, bottom = _reach(sketch)
    size = max(right - left, bottom - top)
    names = _nouns(sketch)
    beside = any(has_beside(sketch, part) for part in sketch.parts if part.shape or part.counted)
    free = [one for one in able if not (names & set(one.nouns) or (beside and one.plain))]
    if not free:
        return
    count = generator.choice((1, 1, 1, 2, 2, 3))
    sides = generator.sample(("left", "right", "above", "below"), count, counts=(3, 3, 1, 1))
    for side in dict.fromkeys(sides):
        radius = size * LARGEST[count - 1] * generator.uniform(0.55, 1.0)
        x, y = _spot(side, (left, top, right, bottom), radius, generator)
        _put(sketch, generator.choice(free), x, y, radius, generator)


def has_beside(sketch: Sketch, part: Part) -> bool:
    """Return whether a form of a part is next to what else is drawn, for the most part."""
    number = sketch.parts.index(part)
    members = list(items(sketch.root))
    others = [glyph.area_of(item) for item in members if item.part != number]
    for item in members:
        if item.part != number:
            continue
        area = glyph.area_of(item)
        near = [other for other in others if regions.overlap(other.box, area.box)]
        if sum(regions.intersection(other, area).area for other in near) < ON_IT * area.area:
            return True
    return False


def _spot(side: str, reach: tuple[float, float, float, float], radius: float, generator: random.Random) -> Pair:
    """Return the middle of something with a radius at one side, such that it does not touch anything within `reach`."""
    left, top, right, bottom = reach
    away = radius + GAP
    if side in ("left", "right"):
        low, high = top + 0.4 * radius, bottom - radius
        down = generator.choice((bottom - radius, generator.uniform(min(low, high), max(low, high))))
        return (left - away if side == "left" else right + away), down
    across = generator.uniform(left, right)
    return across, (top - away if side == "above" else bottom + away)


def _put(
    sketch: Sketch, one: Companion, x: float, y: float, radius: float, generator: random.Random, *, behind: bool = False
) -> None:
    """Add a companion about a point, mirrored or not, in two colours."""
    hue, other = _hue(sketch, generator), _hue(sketch, generator)
    scale = radius / 10
    across = generator.choice((-scale, scale))
    width = max(1.8, companions.LINE * scale)
    added: list[Item] = []
    for role, form in one.draw(generator):
        placed = form.scaled(across, scale, 0, 0).moved(x, y)
        if role == "line":
            added.append(Item(placed, hue, "main", width))
        elif role == "gap":
            added.append(Item(placed, sketch.fixed("white"), "main", width))
        else:
            added.append(Item(placed, other if role == "other" else hue))
    if behind:
        sketch.root.members[:0] = added
    else:
        sketch.root.members.extend(added)
