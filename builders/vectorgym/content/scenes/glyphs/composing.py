"""Glyphs as scenes: the outlines of a letter, a digit or a symbol with a shadow, a decoration, and a pattern behind.

Parts: background, pattern, shadow, outline, face, decoration.
"""

from sgpkit.families.shared.drawings.emblems import emblem
from sgpkit.families.shared.drawings.forms import box, circle
from sgpkit.graphics.geometry import Point

from .....shared.words import with_article
from .. import patterns
from ..colors import darker, lighter, mixed
from ..ink import Ink, filled, shaded, stroked
from ..scene import Part
from ..specs import Glyph
from . import outlines
from .outlines import MIDDLE

SIZE = 512
CLEAR = 205.0
"""The radius around the middle in which the pattern has no signs."""

FALL = (10.0, 12.0)
"""The offset of the shadow."""

CORNERS = {"round": ", with rounded ends and corners", "square": ", with sharp corners"}
ROUND = ("O", "0", "8")
"""Signs without ends and corners."""

PHRASES = {
    "light bulbs": "a row of {0} light bulbs along its strokes",
    "flowers": "{0} flowers with five petals each along its strokes",
    "stars": "a row of {0} stars along its strokes",
    "stitches": "a dashed {0} seam along the middle of its strokes",
    "inner line": "a thin {0} line along the middle of its strokes",
}


def compose(glyph: Glyph) -> list[Part]:
    shapes = outlines.of(glyph)
    one, other = glyph.pattern_colors
    pattern = patterns.inks(glyph.pattern, glyph.pattern_colors, glyph.seed, MIDDLE, CLEAR)
    signs = f"{patterns.NOUNS[glyph.pattern]} in {{0}} and {{1}} behind it"
    return [
        Part(
            "background",
            "background",
            (filled(box(0, 0, SIZE, SIZE), glyph.ground),),
            "background",
            (glyph.ground,),
            "a {0} background",
        ),
        Part("pattern", "pattern", pattern, "pattern", (other, one), signs, data={"kind": glyph.pattern}),
        Part(
            "shadow",
            "shadow",
            (filled(shapes.edge.moved(*FALL), glyph.shadow_color),),
            "plate",
            (glyph.shadow_color,),
            f"a {{0}} shadow to the lower right of the {glyph.form}",
        ),
        Part(
            "outline",
            "outline",
            (filled(shapes.edge, glyph.outline_color),),
            "plate",
            (glyph.outline_color,),
            f"a {{0}} outline around the {glyph.form}",
        ),
        Part(
            "face",
            glyph.form,
            (shaded(shapes.face, glyph.color, mixed(glyph.color, darker(glyph.color), 0.6)),),
            "emblem",
            (glyph.color,),
            f"{with_article(name(glyph))} in {{0}}{CORNERS[glyph.ends] if glyph.sign not in ROUND else ''}",
            data={"kind": glyph.sign},
        ),
        Part(
            "decoration",
            glyph.decoration,
            decoration(glyph, shapes),
            "ornament",
            (glyph.decoration_color,),
            PHRASES[glyph.decoration],
            data={"kind": glyph.decoration},
        ),
    ]


def opening(glyph: Glyph) -> str:
    style = f"{glyph.weight} and slanted" if glyph.slanted else f"{glyph.weight} and upright"
    return f"one large {name(glyph)}, {style}"


def name(glyph: Glyph) -> str:
    """Return words for a glyph: "capital letter Q", "digit 7", "question mark"."""
    return f"{glyph.form} {glyph.sign}".replace("letter", "capital letter") if glyph.form != "symbol" else glyph.sign


def decoration(glyph: Glyph, shapes: outlines.Outlines) -> tuple[Ink, ...]:
    color, width = glyph.decoration_color, shapes.width
    if glyph.decoration == "inner line":
        return (filled(shapes.inner, color),)
    if glyph.decoration == "stitches":
        return (stroked(shapes.lines, color, 0.16 * width, (0.42 * width, 0.3 * width)),)
    inks: list[Ink] = []
    for spot in outlines.spots(
        shapes.lines, {"flowers": 1.05, "stars": 0.9, "light bulbs": 0.72}[glyph.decoration] * width
    ):
        inks += sign(glyph, spot, width)
    return tuple(inks)


def sign(glyph: Glyph, spot: Point, width: float) -> list[Ink]:
    color = glyph.decoration_color
    x, y = spot
    if glyph.decoration == "stars":
        return [filled(emblem("star", x, y, 0.36 * width), color)]
    if glyph.decoration == "light bulbs":
        bulb = [filled(circle(x, y, 0.27 * width), mixed(glyph.color, "#000000", 0.35))]
        bulb.append(filled(circle(x, y, 0.22 * width), color))
        return [*bulb, filled(circle(x - 0.06 * width, y - 0.07 * width, 0.07 * width), lighter(color))]
    petal = circle(x, y - 0.2 * width, 0.15 * width)
    return [
        *(filled(petal.turned(72 * step, x, y), color) for step in range(5)),
        filled(circle(x, y, 0.12 * width), glyph.outline_color),
    ]
