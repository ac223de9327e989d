"""Choose a random diagram: a theme, its steps, shapes and colours."""

import random
from typing import NamedTuple

from sgpkit.families.shared import tables

from ..colors import some
from ..specs import SHAPES, Diagram, Step

GROUNDS = ("off-white", "cream", "pale blue", "pale green", "pale pink", "pale yellow", "pale purple")
INKS = ("navy blue", "charcoal", "midnight blue", "maroon")
FILLS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "teal",
    "coral",
    "turquoise",
    "lime green",
    "lavender",
    "gold",
)


class Theme(NamedTuple):
    """A theme. `steps` are in order, each with a line of detail. There are more than a diagram takes, so that an edit
    can add one."""

    title: str
    forms: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    shared: str = ""


THEMES = tuple(Theme(**theme) for theme in tables.read(__file__, "themes.toml")["themes"])
BY_TITLE = {theme.title: theme for theme in THEMES}
PARENTS = (-1, 0, 0, 0, 1, 1, 2, 2, 3, 3)
"""The parent of each box in a tree of ten boxes, -1 for the root. Smaller trees leave out the last boxes."""


def choose(generator: random.Random, form: str) -> Diagram:
    theme = generator.choice([theme for theme in THEMES if form in theme.forms])
    count = {
        "venn": generator.randint(2, 3),
        "tree": generator.randint(7, 10),
        "mind map": generator.randint(6, 8),
    }.get(form, generator.randint(5, 7))
    count = min(count, len(theme.steps))
    if form in ("venn", "pyramid", "tree", "mind map"):
        chosen = list(theme.steps[:count])
    else:
        kept = sorted(generator.sample(range(len(theme.steps)), count))
        chosen = [theme.steps[index] for index in kept]
    colors = generator.sample(FILLS, count)
    shape = generator.choice(SHAPES[:2] if form in ("tree", "timeline") else SHAPES)
    steps = []
    for index, ((text, detail), color) in enumerate(zip(chosen, colors, strict=True)):
        own = generator.choice(SHAPES) if form == "flow" and generator.random() < 0.35 else shape
        steps.append(Step(text, detail, some(color, generator), own, PARENTS[index] if form == "tree" else -1))
    ground, ink = some(generator.choice(GROUNDS), generator), some(generator.choice(INKS), generator)
    return Diagram(form, theme.title, tuple(steps), ground, ink, theme.shared, generator.randrange(1000))
