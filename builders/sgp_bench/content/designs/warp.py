"""The proportions of a design: its sketch stretched, tapered, leaned or turned, smoothly. What has a shape word keeps
its shape, and what is round stays round."""

import math
import random
from collections.abc import Callable
from math import cos, radians, sin
from typing import NamedTuple

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.outline import Cubic, Subpath

from ..objects.forms import Form, Pair
from ..objects.sketch import Group, Item, Sketch
from ..writing import outlines

KEPT_TAGS = ("circle",)

TALL = 0.22
"""The logarithm of the factor by which a drawing is at most taller, and narrower, than its design."""

TURNED = 20.0
"""Degrees that a drawing is at most turned: a square must not become a diamond."""


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


def varied(warp: Warp, generator: random.Random, *, upright: bool) -> Warp:
    """Return the warp of one drawing of a design: the design's own, somewhat taller or broader and, unless it is
    something upright, leaned and turned."""
    tall = math.exp(generator.uniform(-TALL, TALL))
    if upright:
        return warp._replace(across=warp.across / tall, down=warp.down * tall)
    return Warp(
        warp.across / tall,
        warp.down * tall,
        warp.taper + generator.choice((0.0, generator.uniform(-0.12, 0.12))),
        warp.lean + generator.choice((0.0, generator.uniform(-0.15, 0.15))),
        max(-TURNED, min(TURNED, warp.turn + generator.choice((0.0, generator.uniform(-TURNED, TURNED))))),
    )


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
    if keeps or is_round(before):
        there = warp.at(centre)
        size = (warp.across * warp.down) ** 0.5
        moved = before.scaled(size, size, centre.x, centre.y).moved(there.x - centre.x, there.y - centre.y)
        return moved if not warp.turn or is_round(before) else moved.turned(warp.turn, there.x, there.y)
    # Long lines bend with the sketch.
    loops = tuple(outlines.mapped(loop, warp.at) for loop in before.loops)
    return Form(loops, None)


def is_round(before: Form) -> bool:
    if before.primitive is not None:
        return before.primitive.tag in KEPT_TAGS
    box = before.box
    width, height = box.right - box.left, box.bottom - box.top
    return abs(width - height) < 1e-6 and all(_has_four_curves(loop) for loop in before.loops)


def _has_four_curves(loop: Subpath) -> bool:
    return len(loop.pieces) == 4 and all(isinstance(piece, Cubic) for piece in loop.pieces)


def moved(point: Pair, by: Callable[[Point], Point]) -> Pair:
    """Return a pair after a map of points."""
    there = by(Point(*point))
    return there.x, there.y


def reach(sketch_items: list[Item]) -> tuple[float, float, float, float]:
    """Return the box of what is drawn, with half of each line's width."""
    boxes = []
    for item in sketch_items:
        box = outline.bounding_box(item.form.loops)
        assert box is not None
        half = item.stroke / 2
        boxes.append((box.left - half, box.top - half, box.right + half, box.bottom + half))
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)
