"""The finish of a sketch: flat, outlined, two-tone with shadows, or with gradients."""

import random
from typing import Literal, NamedTuple

import numpy as np

from . import outline_words
from .forms import Form, smooth
from .sketch import Group, Item, Sketch, items
from .writing import regions

Finish = Literal["flat", "outlined", "two-tone", "gradient"]
FINISHES: tuple[Finish, ...] = ("flat", "flat", "outlined", "two-tone", "two-tone", "two-tone", "gradient")
INKS = ("#263238", "#1F2A37", "#2D1E2F", "#000000", "#3E2723", "#22313F")
ICON_INKS = ("#000000", "#000000", "#000000", "#231F20", "#1D1D1B", "#263238", "#22313F", "#2D1E2F")
WEIGHTS = (1.8, 2.4, 2.8, 3.2, 3.8)
"""Widths of the outlines of icons."""

LARGE = 11.0
"""Forms below this width are not shaded: no illustrator bothers."""


Shade = Literal["half", "right", "left", "below", "corner"]
TOWARDS: dict[Shade, tuple[float, float]] = {"right": (1, 0), "left": (-1, 0), "below": (0, 1), "corner": (0.8, 0.8)}
"""The directions in which the shadow of a form is at its edge."""

SHADED_OUTLINES = 0.16
"""The depth of shadow from which things with outlines have one too."""

CONVEX = 0.97
"""The share of its convex hull from which a form may have a highlight."""

GLOSSY = 24.0
"""The width and height from which a form has a highlight."""


class Hand(NamedTuple):
    """The finish that one designer gives: the color and the width of outlines, where a form is in shadow and how deep,
    as a share of its size; `gloss`: whether its largest form has a highlight."""

    ink: str
    weight: float
    shade: Shade = "half"
    depth: float = 0.0
    gloss: bool = False


def plain_hand(generator: random.Random) -> Hand:
    return Hand(generator.choice(INKS), generator.uniform(1.0, 2.2))


def icon_hand(generator: random.Random) -> Hand:
    """Return a hand of those who draw icons: heavier outlines, and shadows at the edges."""
    shade: Shade = generator.choice(("half", "half", "right", "right", "left", "below", "corner"))
    depth = generator.uniform(0.1, 0.24)
    return Hand(generator.choice(ICON_INKS), generator.choice(WEIGHTS), shade, depth, generator.random() < 0.5)


class Mark(NamedTuple):
    """One element as it will be written. `paint` and `stroke` are colours; `gradient`, from and to, replaces the paint;
    `holes`: whether inner loops are holes, or separate forms."""

    form: Form
    paint: str | None
    stroke: str | None = None
    width: float = 0.0
    gradient: tuple[str, str] | None = None
    part: int = -1
    holes: bool = True


class Marks(NamedTuple):
    members: "list[Mark | Marks]"


def is_large(item: Item) -> bool:
    """Worth a shadow or a gradient."""
    return item.shaded and item.level == "main" and item.form.box.right - item.form.box.left >= LARGE


def shadow_of(form: Form, hand: Hand) -> Form | None:
    """Return the part of a form that is in shadow; None if none is."""
    if hand.shade == "half":
        return form.half()
    across, down = TOWARDS[hand.shade]
    box = form.box
    step = hand.depth * min(box.right - box.left, box.bottom - box.top)
    lit = regions.of_loops(form.moved(-across * step, -down * step).loops)
    loops = regions.loops(regions.difference(regions.of_loops(form.loops), lit), nonzero=True)
    return Form(loops) if loops else None


def highlight_of(form: Form) -> Form | None:
    """Return a short line inside the upper left of a form, along its outline; None if it is small or not compact."""
    box = form.box
    wide, tall = box.right - box.left, box.bottom - box.top
    outer = outline_words.flattened(form.loops[0])
    if min(wide, tall) < GLOSSY or len(form.loops) > 1 or regions.of_loops(form.loops).area < CONVEX * _hull(outer):
        return None
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    inner = outline_words.flattened(form.scaled(0.7, 0.7, x, y).loops[0])
    angles = np.degrees(np.arctan2(inner[:, 1] - y, inner[:, 0] - x)) % 360
    points = [tuple(inner[np.abs(angles - angle).argmin()].tolist()) for angle in range(190, 240, 8)]
    different = list(dict.fromkeys(points))
    return smooth(*different, closed=False) if len(different) > 2 else None


def _hull(points: outline_words.Points) -> float:
    """Return the area of the convex hull of points."""
    from scipy.spatial import ConvexHull

    return float(ConvexHull(points).volume)


def finish(sketch: Sketch, look: Finish, generator: random.Random, hand: Hand | None = None) -> Marks:
    """Every item as one or two marks: itself and, two-tone, its part in shadow; the largest with a highlight, if the
    hand gives one."""
    hand = hand or plain_hand(generator)
    ink, weight = hand.ink, hand.weight
    large = [item for item in items(sketch.root) if hand.gloss and is_large(item) and not item.stroke]
    glossy = max(large, key=lambda item: regions.of_loops(item.form.loops).area, default=None)

    def mark(item: Item) -> Mark:
        color = getattr(item.hue.tint, item.level)
        if item.stroke:
            return Mark(item.form, None, color, item.stroke, None, item.part)
        if look == "gradient" and is_large(item):
            ramp = (item.hue.tint.light, item.hue.tint.dark)
            return Mark(item.form, color, None, 0.0, ramp, item.part)
        if look == "outlined" and item.outlined:
            return Mark(item.form, color, ink, weight, None, item.part)
        return Mark(item.form, color, None, 0.0, None, item.part)

    shaded = ("two-tone", "outlined") if hand.depth > SHADED_OUTLINES else ("two-tone",)

    def shadow(item: Item) -> list[Mark]:
        half = shadow_of(item.form, hand) if look in shaded and is_large(item) else None
        added = [] if half is None else [Mark(half, item.hue.tint.dark)]
        if half is not None and look == "outlined" and item.outlined:
            added.append(Mark(item.form, None, ink, weight))
        if item is glossy and (line := highlight_of(item.form)) is not None:
            light = "#FFFFFF" if item.hue.name != "white" else ink
            added.append(Mark(line, None, light, max(1.4, 0.8 * weight)))
        return added

    def marks(group: Group) -> Marks:
        """The forms of one call come first, then their shadows: they do not overlap."""
        if all(isinstance(member, Item) for member in group.members) and group is not sketch.root:
            members = list(items(group))
            shadows: list[Mark | Marks] = [half for item in members for half in shadow(item)]
            lit: list[Mark | Marks] = [mark(item) for item in members]
            return Marks([Marks(lit), Marks(shadows)]) if shadows else Marks(lit)
        result: list[Mark | Marks] = []
        for member in group.members:
            if isinstance(member, Group):
                result.append(marks(member))
            else:
                result += [mark(member), *shadow(member)]
        return Marks(result)

    return marks(sketch.root)
