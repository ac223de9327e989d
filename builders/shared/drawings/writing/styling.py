"""Styles: a sketch as a picture in one colour or in several, and the elements of that picture."""

import random
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from sgpkit.graphics.geometry import Affine

from .. import looks, palette
from ..emblems import emblem
from ..forms import Form, box, circle
from ..looks import Finish, Marks
from ..sketch import Item, Sketch, items
from . import flattening, glyph, regions
from .inks import Ink

Style = Literal["solid", "line", "badge", "layered", "flattened"]
SHARES: dict[Style, float] = {"solid": 0.27, "line": 0.13, "badge": 0.10, "layered": 0.22, "flattened": 0.28}
ONE_COLOR: tuple[Style, ...] = ("solid", "line", "badge")
FINISHES: dict[Finish, float] = {"flat": 0.5, "two-tone": 0.32, "outlined": 0.16, "gradient": 0.02}
BLACKS = ("#000000", "#000000", "#000000", "#231F20", "#010002", "#030104", "#1D1D1B")
GAPS = (1.6, 2.0, 2.6)
"""Widths of the gap around an item across an edge, in a solid area."""

WIDEST_GAP = max(GAPS)
ONE_ELEMENT = 0.06
"""The share of drawings in one colour that are written as one path, apart from badges and those that are one area
anyway; a seventh of all real icons are."""

PLATE_SCALE = 0.64


class Picture(NamedTuple):
    """`layers` in painting order; `marks` is the same sketch in colours, for reading positions; `scale` is how much the
    sketch is reduced, about its middle."""

    style: Style
    finish: Finish
    layers: list[Ink]
    marks: Marks
    scale: float = 1.0


def choose(generator: random.Random, *, one_color: bool | None = None) -> Style:
    """Return a style, any or one of those in one colour or in several, in the shares of all drawings."""
    able = [style for style in SHARES if one_color is None or (style in ONE_COLOR) == one_color]
    return generator.choices(able, weights=[SHARES[style] for style in able])[0]


def styled(sketch: Sketch, style: Style, ink: str, generator: random.Random) -> Picture:
    """Return the picture of a sketch in a style; `ink` is the colour of those in one."""
    if style in ONE_COLOR:
        return _in_one_color(sketch, style, ink, generator)
    finish = generator.choices(list(FINISHES), weights=list(FINISHES.values()))[0]
    if is_pale(list(items(sketch.root))):
        finish = "outlined"
    marks = looks.finish(sketch, finish, generator)
    layers = flattening.inks(marks)
    if generator.random() < 0.9:
        layers = flattening.expanded(layers)
    if style == "flattened":
        layers = flattening.cut(layers, generator.choice((0.4, 0.8, 1.0)), generator)
    boxed = flattening.reordered(flattening.boxed(layers), generator, 3 * len(layers))
    layers = flattening.merged(boxed, generator.choice((0.15, 0.4, 0.9)), generator)
    return Picture(style, finish, layers, marks)


def _in_one_color(sketch: Sketch, style: Style, ink: str, generator: random.Random) -> Picture:
    marks = looks.finish(sketch, "flat", generator)
    members = list(items(sketch.root))
    if style == "line":
        width = generator.choice((2.4, 3.0, 3.6, 4.4))
        drawn = glyph.lines(members, width, 2.6 * width)
    else:
        drawn = glyph.solid(members, generator.choice(GAPS))
    scale = 1.0
    if style == "badge":
        scale = PLATE_SCALE
        drawn = glyph.badge(scaled(drawn, scale), regions.of_loops(plate(generator).loops))
    loops = glyph.loops_of(drawn, nonzero=True)
    generator.shuffle(loops)
    layers = [Ink(part, ink) for part in loops]
    if generator.random() < ONE_ELEMENT:
        layers = [Ink(tuple(loop for part in loops for loop in part), ink)]
    else:
        layers = flattening.merged(flattening.boxed(layers), generator.choice((0.0, 0.2, 0.5)), generator)
        layers = [
            part
            for layer in layers
            for part in (flattening.split(layer, generator) if generator.random() < 0.3 else [layer])
        ]
    return Picture(style, "flat", layers, marks, scale)


def plate(generator: random.Random) -> Form:
    """Return a plain form that fills the canvas."""
    choice = generator.choice(("circle", "circle", "circle", "square", "rounded", "hexagon"))
    forms = {
        "circle": circle(50, 50, 47),
        "square": box(4, 4, 92, 92),
        "rounded": box(4, 4, 92, 92, generator.choice((8, 16, 24))),
        "hexagon": emblem("hexagon", 50, 50, 47),
    }
    return forms[choice]


class Plate(NamedTuple):
    """A plain form that fills the canvas behind everything, and its color."""

    form: Form
    hue: palette.Hue


def choose_plate(used: Collection[str], generator: random.Random) -> Plate | None:
    """Return a plate in a colour that is not used in a picture, if any is left."""
    free = [name for name in palette.LOUD if name not in used and not palette.ALIKE.get(name, frozenset()) & set(used)]
    if not free:
        return None
    return Plate(plate(generator), palette.choose(generator, palette.LOUD, generator.choice(free), palette.ICON_TINTS))


def on_plate(picture: Picture, behind: Plate, placed: Affine, generator: random.Random) -> Picture:
    """Return the picture with a plate behind everything; `placed` maps the picture onto the canvas."""
    form, tint = behind.form.mapped(placed.inverse()), behind.hue.tint
    ink = Ink(form.loops, generator.choice((tint.main, tint.light)), primitive=form.primitive)
    return picture._replace(layers=[ink, *picture.layers])


def scaled(drawn: glyph.Glyph, factor: float) -> glyph.Glyph:
    """Return a glyph made smaller about the middle."""
    blobs = []
    for blob in drawn:
        form = Form(regions.loops(blob)).scaled(factor)
        blobs.append(regions.of_loops(form.loops))
    return tuple(blobs)


def is_pale(members: Sequence[Item]) -> bool:
    """Return whether a part is white, and would not be seen on an empty page without an outline."""
    return any(item.hue.name == "white" and item.part >= 0 and not item.stroke for item in members)
