"""Changes that a request of plain figures leaves open: shades, places, the order and the notation of elements.

The right answer of a contrast is the reference in other shades and, where they are free, in other places, so that no
metric finds it by looking for equal pixels.
"""

import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sgpkit.families.shared import tables

from .scene import PAGE, Figure, Scene

WORDS = tables.read(__file__, "variations.toml")

SHADES: Mapping[str, tuple[str, str, str]] = WORDS["shades"]
"""Three versions of each color, which have no other name."""

STEP = 8
"""Units by which a figure moves inside its cell of the page."""


class Look(NamedTuple):
    """The way in which a scene is written: with paths in place of elements, and in the habits of another tool."""

    paths: bool = False
    tool: bool = False


Vary = Callable[[Scene, random.Random], Scene]


def paint(figure: Figure) -> str:
    """Return the color that a figure is painted in."""
    return SHADES[figure.color][figure.shade]


def restyled(scene: Scene, chance: random.Random) -> Scene:
    """Return the scene with every color in another of its versions."""
    shades = {name: chance.choice((1, 2)) for name in sorted({figure.color for figure in scene.figures})}
    figures = (figure._replace(shade=(figure.shade + shades[figure.color]) % 3) for figure in scene.figures)
    return scene._replace(figures=tuple(figures))


def moved(scene: Scene, chance: random.Random) -> Scene:
    """Return the scene with figures that no claim is about in nearby places; if there are none, with all of them a
    little lower or higher, which keeps sides, corners and symmetry."""
    if any(claim.kind == "symmetric" for claim in scene.claims):
        return shifted(scene, 0.0, float(chance.choice((-STEP, STEP))))
    fixed = {index for claim in scene.claims for index in claim.figures}
    figures = [
        figure if index in fixed or figure.width > PAGE / 6 else nearby(figure, chance)
        for index, figure in enumerate(scene.figures)
    ]
    if tuple(figures) != scene.figures:
        return scene._replace(figures=tuple(figures))
    return shifted(scene, 0.0, float(chance.choice((-STEP, STEP))))


def nearby(figure: Figure, chance: random.Random) -> Figure:
    """Return a figure in another place of its cell."""
    return figure._replace(x=figure.x + chance.randint(-STEP, STEP), y=figure.y + chance.choice((-STEP, STEP)))


def shifted(scene: Scene, across: float, down: float) -> Scene:
    """Return the scene with all figures moved alike."""
    return scene._replace(
        figures=tuple(figure._replace(x=figure.x + across, y=figure.y + down) for figure in scene.figures)
    )


def reordered(scene: Scene, chance: random.Random) -> Scene:
    """Return the scene painted in another order. Only for figures that do not overlap: the claims, which name figures
    by their indices, are dropped."""
    figures = list(scene.figures)
    while tuple(figures) == scene.figures:
        chance.shuffle(figures)
    return Scene(tuple(figures))


def varied(scene: Scene, chance: random.Random) -> Scene:
    """Return the scene in other shades and places."""
    return moved(restyled(scene, chance), chance)


def shifted_anywhere(scene: Scene, chance: random.Random) -> Scene:
    """Return the whole scene in another place."""
    return shifted(scene, chance.uniform(-30, 30), chance.uniform(-30, 30))


def unchanged(scene: Scene, chance: random.Random) -> Scene:
    """Return the scene itself."""
    return scene


EQUAL: Mapping[str, tuple[Vary, Look]] = {
    "style": (restyled, Look()),
    "reordered": (reordered, Look()),
    "moved": (moved, Look()),
    "primitives": (unchanged, Look(paths=True)),
    "tool": (unchanged, Look(tool=True)),
}
"""By axis of equivalence: the change of the scene, and how it is written."""
