"""A drawing of a design: its program in one of several styles, and what can be asked about it."""

import random
from collections.abc import Callable, Sequence
from functools import cache, partial

from sgpkit.graphics.geometry import Affine

from .. import looks, palette
from ..drawing import Drawing
from ..emblems import emblem
from ..kind import Kind
from ..sketch import Attribute, Item, Sketch, items
from ..writing import canvas, document, glyph, layers, regions, styling, tools
from ..writing.styling import ONE_COLOR, Style
from . import proof, surroundings, view, warp

EDGE = (2.0, 7.0)
"""How far, in hundredths of the canvas, the drawing stays from its edges."""

SMALLER = (0.62, 1.0)
"""The size of every other drawing with nothing around it, as a share of what would fill the canvas."""

PLATED = 0.24
"""The share of drawings in several colours that lie on a plate."""

JUST_BLACK = 0.25
"""The share of drawings in one colour that are black because icons are, and are not asked for their colour; the others
are in any colour, evenly."""

BETWEEN = 6.0
"""Design units between a drawing and a figure in its corner: more than their lines are wide."""

APART = (5.0, 30.0)
"""The sides of a form that might be taken for a figure in a corner, where it lies apart."""

TOUCHING = 1.0
"""Design units between two forms below which they touch."""

BESIDE = ("sign in the corner", "figure in the corner", "small emblem in the corner")


class Unfit(ValueError):
    """A drawing that shows too little of what was to be asked."""


def unwarped(kind: Kind, design: str, generator: random.Random) -> Sketch:
    """Return a sketch of a design as its grammar draws it, upright; its plan continues after the design's choices."""
    sketch = Sketch(generator, random.Random(f"{kind.name}:{design}"))
    kind.draw(sketch)
    return sketch


def sketched(kind: Kind, design: str, generator: random.Random, *, varied: bool = False) -> Sketch:
    """Return a sketch of a design in its proportions, or nearly so."""
    sketch = unwarped(kind, design, generator)
    upright = not kind.flips
    own = warp.choose(sketch.plan, upright=upright)
    if not varied:
        warp.warped(sketch, own)
        return sketch
    if sketch.states:  # how high a thing flies, where a hand or a blade points to
        chosen = warp.varied(own._replace(lean=0.0, turn=0.0), generator, upright=True)
    else:
        swing = warp.swing(kind.name, sketch)
        chosen = warp.varied(own, generator, upright=upright and not swing, swing=swing)
    warp.warped(sketch, chosen)
    sketch.turn = chosen.turn
    return sketch


def draw(
    kind: Kind,
    design: str,
    generator: random.Random,
    *,
    style: Style | None = None,
    shapes: int = 1,
    hued: bool = True,
    plates: bool = True,
    bears: Callable[[Sequence[str]], bool] = lambda types: True,
) -> Drawing:
    """Return a drawing of a design of a kind, with something beside it that has a shape where `shapes` is above 1.

    `hued`: whether a drawing in one colour may be asked for it; `plates`: whether anything may lie behind or around it.
    Raise `Unfit` where the geometry cannot be worked out, or where `bears` refuses the types of all attributes that the
    drawing could have, before any is proven. What holds of them is found out when it is asked for.
    """
    sketch = sketched(kind, design, generator, varied=True)
    beside = shapes > 1 and sum(part.shape is not None for part in sketch.parts) < shapes
    if beside:
        _add_beside(sketch, generator)
    style = style or styling.choose(generator)
    plain = style in ONE_COLOR
    stated = [attribute for attribute in sketch.attributes() if not plain or attribute.type != "color"]
    types = [attribute.type for attribute in stated]
    if not bears([*types, "color"] if plain and hued else types):
        raise Unfit(f"{kind.name}, {design}: too little to be asked")
    just_black = generator.random() < JUST_BLACK
    hue = palette.choose(generator, palette.ANY, "black" if just_black else generator.choice(palette.ANY))
    ink = generator.choice(styling.BLACKS) if hue.name == "black" else hue.tint.main
    plated = not plain and plates and generator.random() < PLATED
    way: surroundings.Way = "bare"
    if plates and not plated and style != "badge":
        way = surroundings.choose(sketch, kind.category, generator, plain=plain, corners=not beside)
        surroundings.add(sketch, way, kind.category, generator)
    errors: tuple[type[Exception], ...] = (regions.skia().PathOpsError, AssertionError)
    try:
        picture = styling.styled(sketch, style, ink, generator)
    except errors as error:
        raise Unfit(f"{kind.name}, {design}: {error}") from error
    tool = canvas.choose(generator)
    small = way == "bare" and not plated and generator.random() < 0.5
    size = generator.uniform(*SMALLER) if small else 1.0
    fitted = _fitted(sketch, size, kind.flips and generator.random() < 0.5, generator)
    if plated:
        fitted = _about_middle(styling.PLATE_SCALE, styling.PLATE_SCALE) @ fitted
        used = {item.hue.name for item in items(sketch.root)}
        picture = styling.on_plate(picture, used, fitted, generator)
    unit = tool.size / 100
    onto = Affine(unit, 0, 0, unit, *tool.tool.corner)
    # A badge is made smaller before it is cut out of its plate, which fills the canvas.
    placed = fitted if picture.scale == 1.0 else _about_middle(-1.0 if fitted.a < 0 else 1.0)
    code = document.write(picture.layers, tool, onto @ placed, generator)
    inner = placed @ _about_middle(picture.scale, picture.scale)
    if plain and hued and not just_black:
        stated.append(Attribute("color", "drawing", False, hue.name, palette.ANY))
    members, parts = tuple(items(sketch.root)), tuple(sketch.parts)
    drawn = view.Drawn(parts, members, style, picture.finish, view.paints(picture), code, inner)
    colors = frozenset([hue.name] if plain else [item.hue.name for item in members])
    return Drawing(
        kind,
        code,
        tuple(stated),
        parts,
        colors,
        picture.finish,
        picture.marks,
        placed.a < 0,
        f"{kind.name}/{design}",
        style,
        cache(partial(proof.holds, drawn)),
    )


def draw_plain(kind: Kind, design: str, generator: random.Random) -> Drawing:
    """Return a drawing of a design, written in layers, which takes a tenth of the time, and with every attribute."""
    sketch = sketched(kind, design, generator)
    members = list(items(sketch.root))
    finish = "outlined" if styling.is_pale(members) else generator.choice(looks.FINISHES)
    marks = looks.finish(sketch, finish, generator)
    tool = tools.choose(generator)._replace(comment="")
    fitted = _fitted(sketch, 1.0, kind.flips and generator.random() < 0.5, generator)
    unit = tool.size / 100
    code = layers.write(marks, tool, Affine(unit, 0, 0, unit, *tool.corner) @ fitted, generator)
    colors = frozenset(item.hue.name for item in members)
    name = f"{kind.name}/{design}"
    parts = tuple(sketch.parts)
    return Drawing(kind, code, tuple(sketch.attributes()), parts, colors, finish, marks, fitted.a < 0, name, "plain")


def _add_beside(sketch: Sketch, generator: random.Random) -> None:
    """Add a plain form in a corner outside of everything; raise `Unfit` where the sketch has a form that lies apart
    or a mark beside the thing, which might be taken for the one in the corner."""
    marked = any(surroundings.has_beside(sketch, part) for part in sketch.parts if part.shape)
    if marked or _is_apart(list(items(sketch.root))):
        raise Unfit("something lies apart already")
    left, top, right, bottom = warp.reach(list(items(sketch.root)))
    radius = generator.uniform(7, 10)
    x = generator.choice((left - radius - BETWEEN, right + radius + BETWEEN))
    y = generator.choice((top + radius, bottom - radius))
    word = sketch.word()
    sketch.part(generator.choice(BESIDE), emblem(word.word, x, y, radius), hue=sketch.hue(), shape=word)


def _is_apart(members: Sequence[Item]) -> bool:
    """Return whether an area of the size of a mark lies apart from everything else."""
    for member in members:
        box = member.form.box
        sides = box.right - box.left, box.bottom - box.top
        if member.stroke or not (APART[0] <= min(sides) and max(sides) <= APART[1]):
            continue
        grown = regions.grown(glyph.area_of(member), TOUCHING)
        around = [glyph.area_of(other) for other in members if other is not member]
        near = [area for area in around if regions.overlap(area.box, grown.box)]
        if not any(regions.intersection(area, grown).area for area in near):
            return True
    return False


def _about_middle(across: float, down: float = 1.0) -> Affine:
    return Affine(across, 0, 0, down, 50 - 50 * across, 50 - 50 * down)


def _fitted(sketch: Sketch, share: float, mirrored: bool, generator: random.Random) -> Affine:
    """Return the map that puts the sketch into the middle of a square of 100, at a share of the size that fills it."""
    left, top, right, bottom = warp.reach(list(items(sketch.root)))
    margin = generator.uniform(*EDGE)
    factor = share * (100 - 2 * margin) / max(right - left, bottom - top, 1.0)
    factor = min(factor, 1.35)
    across = -factor if mirrored else factor
    return Affine(across, 0, 0, factor, 50 - across * (left + right) / 2, 50 - factor * (top + bottom) / 2)


def structure(kind: Kind, design: str) -> tuple[int, ...]:
    """Return the choices by which a design is built, the same for all of its drawings."""
    return tuple(unwarped(kind, design, random.Random(0)).choices)
