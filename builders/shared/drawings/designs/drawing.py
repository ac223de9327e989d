"""A drawing of a design: its program in one of several styles, and the possible questions about it."""

import random
from functools import cache, partial

from sgpkit.graphics.geometry import Affine

from .. import looks, palette
from ..drawing import Drawing
from ..kind import Kind
from ..sketch import Attribute, Sketch, items
from ..writing import canvas, document, layers, regions, styling, tools
from ..writing.styling import ONE_COLOR, Style
from . import marks, observed, proof, surroundings, view, warp

EDGE = (2.0, 7.0)
"""How far, in hundredths of the canvas, the drawing stays from its edges."""

EDGE_OF_ICONS = (0.0, 5.0)
"""The same for drawings with plates and surroundings, as icons are drawn."""

SMALLER = (0.62, 1.0)
"""The size of some drawings with nothing around them, as a share of what would fill the canvas."""

SMALL = 0.2
"""The share of icons with nothing around them that are smaller."""

PLATED = 0.24
"""The share of drawings in several colours that have a plate behind them."""

JUST_BLACK, NEARLY_ALL_BLACK = 0.25, 0.95
"""The share of drawings in one colour that are black because icons are, and are not asked for their colour; the others
are in any colour, evenly. The second is that of icons of which no colour is asked."""


class Unfit(ValueError):
    """The drawing shows too little of the intended questions."""


def unwarped(kind: Kind, design: str, generator: random.Random, *, icon: bool = False) -> Sketch:
    """Return a sketch of a design as its grammar draws it, upright; its plan continues after the design's choices.

    `icon`: in the colors of icons.
    """
    tints = palette.ICON_TINTS if icon else palette.TINTS
    sketch = Sketch(generator, random.Random(f"{kind.name}:{design}"), tints)
    kind.draw(sketch)
    return sketch


def sketched(kind: Kind, design: str, generator: random.Random, *, varied: bool = False, icon: bool = False) -> Sketch:
    """Return a sketch of a design in its proportions, or nearly so; `icon`: in the colors of icons, not leaned, and
    turned only if it is often seen so."""
    sketch = unwarped(kind, design, generator, icon=icon)
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
        chosen = warp.levelled(chosen, swing) if icon else chosen
    warp.warped(sketch, chosen)
    sketch.turn = chosen.turn
    return sketch


def draw(
    kind: Kind,
    design: str,
    generator: random.Random,
    *,
    style: Style | None = None,
    hued: bool = True,
    plates: bool = True,
) -> Drawing:
    """Return a drawing of a design of a kind.

    `hued`: whether the colour of a drawing in one colour may be asked for; `plates`: whether it is drawn as icons are,
    with few marks and not leaned, and anything may be behind or around it. Raise `Unfit` if the geometry cannot be
    worked out. Attributes are checked when they are first asked for.
    """
    sketch = sketched(kind, design, generator, varied=True, icon=plates)
    if plates:
        marks.thin(sketch, generator)
    own = tuple(items(sketch.root))
    style = style or styling.choose(generator)
    plain = style in ONE_COLOR
    hued = hued and style != "badge"  # as much white as in its color
    stated = [attribute for attribute in sketch.attributes() if not plain or attribute.type != "color"]
    just_black = generator.random() < (JUST_BLACK if hued or not plates else NEARLY_ALL_BLACK)
    hue = palette.choose(generator, palette.ANY, "black" if just_black else generator.choice(palette.ANY))
    ink = generator.choice(styling.BLACKS) if hue.name == "black" else hue.tint.main
    plated = not plain and plates and generator.random() < PLATED
    way: surroundings.Way = "bare"
    if plates and not plated and style != "badge":
        way = surroundings.choose(sketch, kind.category, generator, plain=plain)
        surroundings.add(sketch, way, kind.category, generator)
    errors: tuple[type[Exception], ...] = (regions.skia().PathOpsError, AssertionError)
    try:
        picture = styling.styled(sketch, style, ink, generator)
    except errors as error:
        raise Unfit(f"{kind.name}, {design}: {error}") from error
    tool = canvas.choose(generator)
    small = way == "bare" and not plated and generator.random() < (SMALL if plates else 0.5)
    size = generator.uniform(*SMALLER) if small else 1.0
    plate: styling.Plate | None = None
    edge = EDGE_OF_ICONS if plates else EDGE
    fitted = _fitted(sketch, size, kind.flips and generator.random() < 0.5, generator, edge)
    if plated:
        fitted = _about_middle(styling.PLATE_SCALE, styling.PLATE_SCALE) @ fitted
        used = {item.hue.name for item in items(sketch.root)}
        plate = styling.choose_plate(used, generator)
        picture = picture if plate is None else styling.on_plate(picture, plate, fitted, generator)
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
    scene = observed.Scene(
        drawn,
        frozenset(number for number, item in enumerate(members) if any(item is mine for mine in own)),
        way in surroundings.APART,
        sketch.turn,
        placed.a < 0,
        sketch.faces,
        None if plate is None else (plate.form, plate.hue.name),
    )
    notes = tuple(sketch.notes)
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
        cache(lambda type_: [*(notes if type_ == "reasoning" else ()), *observed.attributes(scene, type_)]),
    )


def draw_plain(kind: Kind, design: str, generator: random.Random) -> Drawing:
    """Return a drawing of a design, written in layers, which takes a tenth of the time, and with every attribute."""
    sketch = sketched(kind, design, generator)
    members = list(items(sketch.root))
    finish = "outlined" if styling.is_pale(members) else generator.choice(looks.FINISHES)
    written = looks.finish(sketch, finish, generator)
    tool = tools.choose(generator)._replace(comment="")
    fitted = _fitted(sketch, 1.0, kind.flips and generator.random() < 0.5, generator)
    unit = tool.size / 100
    code = layers.write(written, tool, Affine(unit, 0, 0, unit, *tool.corner) @ fitted, generator)
    colors = frozenset(item.hue.name for item in members)
    name = f"{kind.name}/{design}"
    parts = tuple(sketch.parts)
    return Drawing(kind, code, tuple(sketch.attributes()), parts, colors, finish, written, fitted.a < 0, name, "plain")


def _about_middle(across: float, down: float = 1.0) -> Affine:
    return Affine(across, 0, 0, down, 50 - 50 * across, 50 - 50 * down)


def _fitted(
    sketch: Sketch, share: float, mirrored: bool, generator: random.Random, edge: tuple[float, float] = EDGE
) -> Affine:
    """Return the map that puts the sketch into the middle of a square of 100, at a share of the size that fills it."""
    left, top, right, bottom = warp.reach(list(items(sketch.root)))
    margin = generator.uniform(*edge)
    factor = share * (100 - 2 * margin) / max(right - left, bottom - top, 1.0)
    factor = min(factor, 1.35)
    across = -factor if mirrored else factor
    return Affine(across, 0, 0, factor, 50 - across * (left + right) / 2, 50 - factor * (top + bottom) / 2)


def structure(kind: Kind, design: str) -> tuple[int, ...]:
    """Return the choices by which a design is built, the same for all of its drawings."""
    return tuple(unwarped(kind, design, random.Random(0)).choices)
