"""The tool that a drawing was made with: its header, canvas, numbers and habits, drawn evenly from what is in use."""

import random
from typing import NamedTuple

from sgpkit.graphics.geometry import Affine

from ..path_text import Mode
from . import tools
from .path_data import Style
from .tools import Tool


class Canvas(NamedTuple):
    """`primitives`: the share of circles, boxes and polygons that remain such elements; `groups`: the probability of a
    group around neighbours; `layers`: groups around everything; `matrix`: a transform of a group, and its text;
    `even_odd`: whether holes follow the even-odd rule and not the direction."""

    tool: Tool
    style: Style
    primitives: float
    groups: float
    layers: int
    matrix: tuple[Affine, str] | None
    even_odd: bool
    spell: str

    @property
    def size(self) -> float:
        return self.tool.size


MODES: tuple[Mode, ...] = ("relative", "absolute", "shortest")


def choose(generator: random.Random) -> Canvas:
    """Return a tool with its habits."""
    tool = tools.choose(generator)._replace(comment="", offset=None)
    # The numbers reach as far as the eye: a step is a thousandth of the canvas or finer.
    finest = 1 if tool.size >= 400 else 2 if tool.size >= 48 else 3
    coarsest = 0 if tool.size >= 900 else 1 if tool.size >= 100 else 2
    decimals = generator.choice((finest, min(finest, max(coarsest, finest - 1)), 3, 3))
    minified = generator.random() < 0.35
    style = Style(
        decimals,
        generator.choice(MODES),
        zero=not minified,
        separator=" " if generator.random() < 0.4 else ",",
        smooth=generator.random() < 0.5,
        implied=minified or generator.random() < 0.15,
        arcs=generator.random() < 0.22,
        quadratics=generator.random() < 0.08,
        straight=generator.random() < 0.85,
        close=generator.choice("zzzZ"),
        relative_start=minified and generator.random() < 0.7,
    )
    matrix = None
    if generator.random() < 0.14:
        matrix = _matrix(tool.size, generator)
    return Canvas(
        tool,
        style,
        generator.choice((0.0, 0.0, 0.3, 0.6)),
        generator.choice((0.0, 0.3, 0.7)),
        generator.choice((0, 0, 1, 1, 2)),
        matrix,
        generator.random() < 0.25,
        generator.choice(("upper", "lower", "short")),
    )


def _matrix(size: float, generator: random.Random) -> tuple[Affine, str]:
    """Return the map that a group's transform inverts, and the transform's text: a shift, another scale, or a
    flipped page.
    """
    choice = generator.randrange(3)
    if choice == 0:
        x, y = (round(generator.uniform(-0.4, 0.4) * size, 2) for _ in range(2))
        return Affine(1, 0, 0, 1, -x, -y), f"translate({x:g} {y:g})"
    if choice == 1:
        factor = generator.choice((0.1, 0.5, 2.0, 1.25, 1.3333))
        return Affine(1 / factor, 0, 0, 1 / factor, 0, 0), f"scale({factor:g})"
    return Affine(1, 0, 0, -1, 0, size), f"matrix(1 0 0 -1 0 {size:g})"
