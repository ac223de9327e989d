"""The finish of a sketch: flat, outlined, two-tone with shadows, or with gradients."""

import random
from typing import Literal, NamedTuple

from .forms import Form
from .sketch import Group, Item, Sketch, items

Finish = Literal["flat", "outlined", "two-tone", "gradient"]
FINISHES: tuple[Finish, ...] = ("flat", "flat", "outlined", "two-tone", "two-tone", "two-tone", "gradient")
INKS = ("#263238", "#1F2A37", "#2D1E2F", "#000000", "#3E2723", "#22313F")
LARGE = 11.0
"""Forms below this width are not shaded: no illustrator bothers."""


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


def finish(sketch: Sketch, look: Finish, generator: random.Random) -> Marks:
    """Every item as one or two marks: itself and, two-tone, its half in shadow."""
    ink = generator.choice(INKS)
    weight = generator.uniform(1.0, 2.2)

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

    def shadow(item: Item) -> list[Mark]:
        half = item.form.half() if look == "two-tone" and is_large(item) else None
        return [] if half is None else [Mark(half, item.hue.tint.dark)]

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
