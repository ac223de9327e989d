"""A kind of object drawn: its program, and everything that is known about it."""

import itertools
import random
from collections.abc import Callable
from typing import NamedTuple

from sgpkit.graphics.geometry import Affine, Point

from . import looks
from .kind import Kind
from .looks import Finish, Mark, Marks
from .sketch import Attribute, Item, Part, Sketch, items
from .writing import layers, tools

BACKDROP_CHANCE = 0.2
EDGE = 48.0
"""How far from the middle of the canvas a drawing may reach, in hundredths of its width."""


def _is_pale(item: Item, look: Finish) -> bool:
    """Return whether a part that may be asked about might be white on an empty canvas; an outline shows it."""
    return (
        item.hue.name == "white"
        and item.part >= 0
        and len(item.hue.among) > 1
        and (look != "outlined" or item.stroke > 0)
    )


def _reach(item: Item) -> float:
    """Return the greatest distance of an element from the middle: of its control points, plus half its line width."""
    points = [
        point
        for loop in item.form.loops
        for point in (loop.start, *itertools.chain.from_iterable(loop.pieces))
        if isinstance(point, Point)
    ]
    return max(max(abs(point.x - 50), abs(point.y - 50)) for point in points) + item.stroke / 2


def always(attribute: Attribute) -> bool:
    """Hold of every attribute, as in drawings of the plain grammar."""
    return True


class Drawing(NamedTuple):
    """A drawn object. `stated`: what could be asked about it, of which is asked what `holds`. `colors`: the names of
    all colours in it. `marks`, in design units, is what was written, `mirrored` with left and right exchanged.
    `design`: which design of its kind it follows, `style`: in which style it was written; both empty for a drawing of
    the plain grammar."""

    kind: Kind
    code: str
    stated: tuple[Attribute, ...]
    parts: tuple[Part, ...]
    colors: frozenset[str]
    finish: Finish
    marks: Marks
    mirrored: bool = False
    design: str = ""
    style: str = ""
    holds: Callable[[Attribute], bool] = always

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """Return what can be asked about it."""
        return tuple(filter(self.holds, self.stated))

    def attributes_of(self, type_: str) -> list[Attribute]:
        """Return what can be asked about it of one type; the others are not looked at, which may take long."""
        return [attribute for attribute in self.stated if attribute.type == type_ and self.holds(attribute)]


def draw(kind: Kind, generator: random.Random, shapes: int = 1) -> Drawing:
    """Return a drawing of the kind with at least `shapes` attributes about shapes; a backdrop can add one."""
    sketch = Sketch(generator)
    kind.draw(sketch)
    attributes = sketch.attributes()
    look = generator.choice(looks.FINISHES)
    colors = {item.hue.name for item in items(sketch.root)}
    pale = any(_is_pale(item, look) for item in items(sketch.root))
    marks = looks.finish(sketch, look, generator)
    # Nothing leaves the canvas, whatever the kind's own sizes add up to.
    scale = min(generator.uniform(0.92, 1.04), EDGE / max(_reach(item) for item in items(sketch.root)))
    short = sum(attribute.type == "shape" for attribute in attributes) < shapes
    if short or pale or generator.random() < BACKDROP_CHANCE:
        behind = looks.backdrop(sketch, generator)
        colors.add(behind.hue.name)
        attributes.append(Attribute("shape", "background", False, behind.word.word, behind.word.among))
        attributes.append(Attribute("color", "background", False, behind.hue.name, behind.hue.among))
        scale = min(scale, looks.ROOM[behind.word.word] * generator.uniform(0.97, 1.03))
        # The object is scaled about the middle, the backdrop is not.
        shape = looks.backdrop_form(behind.word.word, generator).scaled(1 / scale)
        marks = Marks([Mark(shape, behind.hue.tint.main), *marks.members])
    tool = tools.choose(generator)
    unit = tool.size / 100 * scale
    middle_x, middle_y = tool.corner[0] + tool.size / 2, tool.corner[1] + tool.size / 2
    across = -unit if kind.flips and generator.random() < 0.5 else unit
    by = Affine(across, 0, 0, unit, middle_x - 50 * across, middle_y - 50 * unit)
    code = layers.write(marks, tool, by, generator)
    return Drawing(kind, code, tuple(attributes), tuple(sketch.parts), frozenset(colors), look, marks, across < 0)
