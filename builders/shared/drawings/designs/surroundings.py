"""The surroundings of a thing in a picture, as icons have them: a frame around it, ground under it, things behind
it. Who sees but the silhouette of the whole does not see that of the thing."""

import math
import random
from collections.abc import Sequence
from typing import Literal

from .. import palette
from ..forms import Form, box, circle, ellipse, line, polygon, shape
from ..palette import Hue
from ..sketch import Item, Sketch, items
from . import companions, proof, warp
from .companions import Companion

Way = Literal["bare", "frame", "ground", "scene", "backed"]
SHARES: dict[Way, float] = {
    "bare": 0.83,
    "frame": 0.03,
    "ground": 0.05,
    "scene": 0.04,
    "backed": 0.05,
}
CALLED: dict[Way, tuple[str, ...]] = {
    "frame": ("frame", "ring", "rim", "edge", "loop", "hoop", "bubble", "pin", "crest", "arc", "line", "lining"),
    "ground": (
        *("ground", "base", "stand", "board", "rail", "line", "stage", "step", "steps", "deck", "pier", "coaster"),
        *("edge", "foot", "tray", "saucer", "blanket", "slat", "ridge"),
    ),
    "scene": ("ground", "line"),
    "backed": ("disc", "plate", "spot", "sun", "dish", "blob", "stage", "patch", "ball", "die"),
}
"""Words for the surroundings, which are not added to a drawing with a part of such a name."""

APART: tuple[Way, ...] = ("bare", "ground")
"""Surroundings that are clearly distinguishable from the thing."""

OUTDOORS = ("building", "land_crafts", "animal", "human")
STANDING = (*OUTDOORS, "furniture", "science", "beverage", "dairy", "entertainment", "computer")
"""Categories of things that stand on the ground or on a table; things outdoors have whole scenes."""

GRAY = 0.5
"""The share of surroundings that are gray if nothing else is."""

LEVEL = 9.0
"""The maximum turn of a thing, in degrees, with which it stands on ground."""

GAP = 4.0
"""Design units between a thing and what surrounds it."""


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
    elif way == "ground":
        _ground(sketch, generator)
    elif way == "scene":
        _scene(sketch, category, generator)
    elif way == "backed":
        _backed(sketch, generator)


def _reach(sketch: Sketch) -> tuple[float, float, float, float]:
    return warp.reach(list(items(sketch.root)))


def _hue(sketch: Sketch, generator: random.Random) -> Hue:
    """Return a colour that is never asked for, and that the drawing does not have if any left."""
    used = {item.hue.name for item in items(sketch.root)}
    free = [name for name in palette.ANY if name not in used] or ["gray"]
    if "gray" in free and generator.random() < GRAY:
        free = ["gray"]
    return sketch.hue((generator.choice(free),))


def _behind(sketch: Sketch, forms: Sequence[tuple[Form, Hue, float]]) -> None:
    """Add forms, with their colours and the widths of those that are strokes, behind everything."""
    sketch.root.members[:0] = [Item(form, hue, "main", width) for form, hue, width in forms]


# --- frames -----------------------------------------------------------------------------------------------------------


def _frame(sketch: Sketch, generator: random.Random) -> None:
    """Add an outline around everything: a ring, two rings, or a box with round corners."""
    left, top, right, bottom = _reach(sketch)
    x, y = (left + right) / 2, (top + bottom) / 2
    wide, tall = right - left, bottom - top
    around = 0.5 * math.hypot(wide, tall) * generator.uniform(0.9, 1.02) + GAP
    half = 0.5 * max(wide, tall) + generator.uniform(6, 12)
    width = generator.uniform(2.2, 4.2) * around / 50
    name = generator.choice(("ring", "ring", "ring", "double", "rounded"))
    if name == "rounded":
        forms = [box(x - half, y - half, 2 * half, 2 * half, half * generator.uniform(0.2, 0.6))]
    else:
        forms = [circle(x, y, around)]
    if name == "double":
        forms.append(circle(x, y, around * generator.uniform(1.1, 1.18)))
    hue = _hue(sketch, generator)
    _behind(sketch, [(form, hue, width) for form in forms])


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
            _put(sketch, companions.CLOUD, x, y, size * generator.uniform(0.14, 0.26), generator)
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
            _put(sketch, generator.choice(below), x, bottom - radius, radius, generator)
    if above and generator.random() < 0.7:
        radius = size * generator.uniform(0.12, 0.2)
        x = generator.choice((left - 0.6 * radius, right + 0.6 * radius))
        one = generator.choice(above)
        _put(sketch, one, x, top + generator.uniform(-0.8, 1.0) * radius, radius, generator)
    if generator.random() < 0.6:
        sketch.line(
            line((left + first, bottom + 1), (right + last, bottom + 1)), hue=_hue(sketch, generator), width=2.2
        )


def _nouns(sketch: Sketch) -> set[str]:
    return {proof.noun(part.name) for part in sketch.parts}


def _put(sketch: Sketch, one: Companion, x: float, y: float, radius: float, generator: random.Random) -> None:
    """Add a companion about a point behind everything, mirrored or not, in two colours."""
    hue, other = _hue(sketch, generator), _hue(sketch, generator)
    scale = radius / 10
    across = generator.choice((-scale, scale))
    width = max(1.8, companions.LINE * scale)
    added: list[Item] = []
    for role, form in one.draw(generator):
        placed = form.scaled(across, scale, 0, 0).moved(x, y)
        if role == "line":
            added.append(Item(placed, hue, "main", width))
        else:
            added.append(Item(placed, other if role == "other" else hue))
    sketch.root.members[:0] = added
