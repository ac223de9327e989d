"""Additions around a finished figure: braces, notes with an arrow, headings, formulas, frames, scales, flourishes.

All additions are outside the figure, in a gray that no figure uses, and the caption mentions them. No addition
resembles a thing for which a question about the figure asks.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..pen import Pen
from . import lines, words

SHADES = ("black!50", "black!55", "black!60", "black!65", "gray!80!black", "black!70")
SHARE = 0.34
"""The share of figures with additions."""

EVERY_LINE = "any line"
"""The text of `Pen.asked_words` for a count of all lines."""


class Mark(NamedTuple):
    """An addition. `draw` writes it and returns its sentence for the caption. Figures with a word of `like` in their
    questions do not get it."""

    draw: Callable[[Pen, str], str]
    like: tuple[str, ...]
    libraries: tuple[str, ...] = ()
    weight: int = 2


def add(pen: Pen) -> None:
    """Write one or two additions around a complete figure, or none."""
    asked = pen.asked_words()
    # Formulas and stamps contain lines too, which a count of all lines would include.
    if pen.sides or pen.environment == "tikzcd" or EVERY_LINE in asked or not pen.chance(SHARE):
        return
    able = [mark for mark in MARKS if not any(word in asked for word in mark.like)]
    if not able:
        return
    chosen = pen.random.choices(able, [mark.weight for mark in able], k=pen.random.choice((1, 1, 1, 2)))
    for mark in dict.fromkeys(chosen):
        pen.library(*mark.libraries)
        pen.note()
        pen.says(mark.draw(pen, pen.random.choice(SHADES)))


ALIKE = ("arrow", "line", "curve", "stroke", "edge", "bar", "tick", "wave", "connection")
MARKS = (
    Mark(lines.brace, ("brace", "bracket", "curve"), ("decorations.pathreplacing",)),
    Mark(words.callout, ("arrow", "curve", "lines"), weight=4),
    Mark(words.heading, ("line", "wave"), ("decorations.pathmorphing",), 3),
    Mark(words.arch, ("arch", "word", "letter"), ("decorations.text",), 1),
    Mark(words.formula, ("formula", "equation", "term", "letter"), weight=7),
    Mark(words.stamp, ("word", "frame", "rectangle", "box", "square"), weight=4),
    Mark(
        lines.frame, ("frame", "rectangle", "box", "square", "region", "edge", "field"), ("decorations.pathmorphing",)
    ),
    Mark(lines.scale_bar, ALIKE),
    Mark(lines.axes_cross, (*ALIKE, "axis", "axes", "letter"), weight=1),
    Mark(lines.north, ("arrow", "triangle", "tip", "letter"), weight=1),
    Mark(lines.binding, (*ALIKE, "spring", "coil"), ("decorations.pathmorphing",)),
    Mark(lines.flourish, ("curve", "wave", "line", "bow")),
    Mark(lines.time_arrow, (*ALIKE, "axis", "axes"), ("decorations.pathmorphing",), 1),
    Mark(lines.ticks, ALIKE, ("decorations.markings",), 1),
    Mark(lines.signature, ("curve", "line", "stroke")),
)
