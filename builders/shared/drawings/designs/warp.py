"""The proportions of a design: its sketch stretched, tapered, leaned or turned, smoothly. What has a shape word keeps
its shape, and what is round stays round."""

import math
import random
from collections.abc import Callable
from math import cos, radians, sin
from typing import NamedTuple

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.outline import Box, Cubic, Subpath

from ..forms import Form, Pair
from ..sketch import Group, Item, Sketch
from ..writing import outlines

KEPT_TAGS = ("circle",)

TALL = 0.22
"""The logarithm of the factor by which a drawing is at most taller, and narrower, than its design."""

TAPER, LEAN = 0.12, 0.15
"""The maximum taper and lean of a drawing in comparison with its design."""

TURNED = 20.0
"""Maximum rotation in degrees of drawings of kinds that are not in `SWINGS`."""

SWINGS = {
    180.0: "spider,ladybug,atom model,doughnut,screwdriver,hammer,wrench,paintbrush,axe,hand saw,pencil,lollipop,"
    "magnifying glass,finger ring,turtle",
    75.0: "sock,guitar,violin,trumpet,pea pod,hot dog,lemon,rocket,umbrella,horseshoe magnet,playing card,"
    "slice of watermelon,slice of citrus fruit,pizza,butterfly,bow tie,kite,computer mouse,xylophone",
    50.0: "crab,fish,bat,airplane,floppy disk,smartphone,closed book,spiral notebook,bottle,conical flask,boot,"
    "strawberry,top hat,woolly hat,crown,game controller,pair of glasses,ice cream cone,die,toadstool,thermometer,"
    "bunch of grapes,bunch of cherries,apple,clapperboard,soda can,flying saucer,helicopter",
    32.0: "T-shirt,dress,trousers,teddy bear,suitcase,handbag,toolbox,piece of cheese,owl,duck,rabbit,"
    "open book,milk carton,juice box,parachute,hot-air balloon,hourglass,drum,cocktail,coffee mug,teapot",
}
"""Kinds that are as often seen lying, held or thrown as upright, with their maximum rotation in degrees."""

SIDES = ("top", "topmost", "upper", "lower", "bottom", "left", "right", "front")
LEAST_SWING = 32.0
"""Maximum rotation in degrees of a thing with a part whose name is in `SIDES`."""

_DEGREES = {name: degrees for degrees, names in SWINGS.items() for name in names.split(",")}


class Warp(NamedTuple):
    """`across`, `down`: factors; `taper`: how much wider the bottom is than the top; `lean`: the slope of uprights;
    `turn` in degrees."""

    across: float = 1.0
    down: float = 1.0
    taper: float = 0.0
    lean: float = 0.0
    turn: float = 0.0

    def at(self, point: Point) -> Point:
        x, y = point.x - 50, point.y - 50
        x *= self.across * (1 + self.taper * y / 50)
        y *= self.down
        x -= self.lean * y
        angle = radians(self.turn)
        return Point(50 + cos(angle) * x - sin(angle) * y, 50 + sin(angle) * x + cos(angle) * y)


def choose(plan: random.Random, *, upright: bool) -> Warp:
    """Return the warp of a design; one of something upright (clocks, letters) is neither leaned nor turned."""
    across, down = plan.uniform(0.78, 1.1), plan.uniform(0.78, 1.1)
    taper = plan.choice((0.0, 0.0, plan.uniform(-0.12, 0.12)))
    lean = 0.0 if upright else plan.choice((0.0, 0.0, 0.0, plan.uniform(-0.12, 0.12)))
    turn = 0.0 if upright else plan.choice((0.0, 0.0, 0.0, plan.uniform(-14, 14)))
    return Warp(across, down, taper, lean, turn)


def swing(name: str, sketch: Sketch) -> float:
    """Return the maximum rotation in degrees of a sketch of a kind; 0 if it is not in `SWINGS`."""
    degrees = _DEGREES.get(name, 0.0)
    sided = any(word in SIDES for part in sketch.parts for word in part.name.split())
    return min(degrees, LEAST_SWING) if sided else degrees


def varied(warp: Warp, generator: random.Random, *, upright: bool, swing: float = 0.0) -> Warp:
    """Return the warp of one drawing of a design: the design's own, somewhat taller or broader and, unless it is
    something upright, leaned and turned, by up to `swing` degrees where that is more."""
    tall = math.exp(generator.uniform(-TALL, TALL))
    if upright:
        return warp._replace(across=warp.across / tall, down=warp.down * tall)
    most = max(TURNED, swing)
    if swing > TURNED:
        turn = generator.choice((0.0, generator.uniform(-most, most), generator.uniform(-most, most)))
    else:
        turn = generator.choice((0.0, generator.uniform(-most, most)))
    return Warp(
        warp.across / tall,
        warp.down * tall,
        warp.taper + generator.choice((0.0, generator.uniform(-TAPER, TAPER))),
        warp.lean + generator.choice((0.0, generator.uniform(-LEAN, LEAN))),
        max(-most, min(most, warp.turn + turn)),
    )


def levelled(warp: Warp, swing: float) -> Warp:
    """Return a warp for an icon: not leaned, and upright, unless the thing is often seen turned."""
    return warp._replace(taper=warp.taper / 2, lean=0.0, turn=warp.turn if swing > TURNED else 0.0)


def warped(sketch: Sketch, warp: Warp) -> None:
    """Move everything in a sketch."""
    sketch.replace(_group(sketch.root, sketch, warp))


def _group(group: Group, sketch: Sketch, warp: Warp) -> Group:
    members: list[Item | Group] = []
    for member in group.members:
        if isinstance(member, Group):
            members.append(_group(member, sketch, warp))
            continue
        keeps = member.part >= 0 and sketch.parts[member.part].shape is not None
        members.append(member._replace(form=form(member.form, warp, keeps=keeps)))
    return Group(members)


def form(before: Form, warp: Warp, *, keeps: bool) -> Form:
    """Return a form after the warp; `keeps`: as it was, only elsewhere and turned."""
    box = before.box
    centre = Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    round_ = is_round(before, box)
    if keeps or round_:
        there = warp.at(centre)
        size = (warp.across * warp.down) ** 0.5
        moved = before.scaled(size, size, centre.x, centre.y).moved(there.x - centre.x, there.y - centre.y)
        return moved if not warp.turn or round_ else moved.turned(warp.turn, there.x, there.y)
    # Long lines bend with the sketch.
    loops = tuple(outlines.mapped(loop, warp.at) for loop in before.loops)
    return Form(loops, None)


def is_round(before: Form, box: Box) -> bool:
    """Return whether a form with this box is a circle."""
    if before.primitive is not None:
        return before.primitive.tag in KEPT_TAGS
    width, height = box.right - box.left, box.bottom - box.top
    return abs(width - height) < 1e-6 and all(_has_four_curves(loop) for loop in before.loops)


def _has_four_curves(loop: Subpath) -> bool:
    return len(loop.pieces) == 4 and all(isinstance(piece, Cubic) for piece in loop.pieces)


def moved(point: Pair, by: Callable[[Point], Point]) -> Pair:
    """Return a pair after a map of points."""
    there = by(Point(*point))
    return there.x, there.y


def reach(sketch_items: list[Item]) -> tuple[float, float, float, float]:
    """Return the box of the drawing, with half of each line's width."""
    boxes = []
    for item in sketch_items:
        box = outline.bounding_box(item.form.loops)
        assert box is not None
        half = item.stroke / 2
        boxes.append((box.left - half, box.top - half, box.right + half, box.bottom + half))
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)
