"""A contrast of plain figures in one language, as `Evidence.contrasts` makes it."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sgpkit.benchmark import Contrast, Contrasts, Row

from . import cad, plans, scene, solid, svg, tikz, turtle, variations
from .plans import Deck, Palette
from .scene import Scene
from .variations import Look

Vary = Callable[[Scene, random.Random], Scene]
Write = Callable[[Scene, Look], str]


@dataclass(frozen=True)
class Language:
    """A language of figures: its writer, the figures that it can draw, and its axes."""

    format: str
    write: Write
    palette: Palette
    axes: tuple[str, ...]
    equal: tuple[str, ...]
    about: str = ""
    vary: Vary = variations.varied


SHOWN = ("object", "part missing", "part added", "count", "position", "relation", "size", "symmetry")
"""The axes of drawings without colors and without texts."""

SHOWN_BY_TURTLES = tuple(axis for axis in SHOWN if axis != "position")
"""The axes of a turtle's figures, which have no page."""

WRITTEN = ("style", "reordered", "moved", "primitives", "tool")
"""The axes of equivalence of drawings on a page."""

LANGUAGES: Mapping[str, Language] = {
    "svg": Language("svg", svg.program, Palette(), tuple(plans.AXES), WRITTEN),
    "tikz": Language("tikz", tikz.program, Palette(), tuple(plans.AXES), WRITTEN),
    "turtle": Language(
        "turtle",
        turtle.program,
        Palette(colored=False),
        SHOWN_BY_TURTLES,
        ("reordered", "moved", "primitives", "tool"),
        "Draw the outlines of the figure in black, with places as in the picture.",
        variations.shifted_anywhere,
    ),
    "cad": Language(
        "svg",
        cad.program,
        Palette(colored=False),
        SHOWN,
        ("reordered", "moved", "primitives"),
        "Draw a square plate with these openings, as the line art of a CAD sketch.",
    ),
    "solid": Language(
        "svg",
        solid.program,
        Palette(colored=False),
        SHOWN,
        ("moved", "primitives"),
        "Draw a square plate with holes of these forms through it, as the line art of a CAD part from the upper front "
        "right. The page is the top of the plate, seen from above, with the front edge at the bottom.",
    ),
}


def contrasts(language: str, row: Callable[[Row], Row] = lambda row: row, sees: tuple[str, ...] = ()) -> Contrasts:
    """Return the contrasts of plain figures in a language. `row` completes a row for the config's scorer."""
    known = LANGUAGES[language]

    def make(axis: str, grade: int, chance: random.Random) -> Contrast | None:
        made = equal(known, axis, chance) if axis in variations.EQUAL else contrast(known, axis, grade, chance)
        return None if made is None else made._replace(row=row(made.row))

    return Contrasts(make=make, axes=known.axes, equal=known.equal, sees=sees, format=known.format)


def contrast(language: Language, axis: str, grade: int, chance: random.Random) -> Contrast | None:
    """Return a contrast of one axis: the right answer is the reference in other shades and places."""
    plan, change = plans.AXES[axis]
    deck = Deck(chance, language.palette)
    try:
        reference = plan(deck, grade)
        right = None if reference is None else language.vary(reference, chance)
        wrong = None if right is None else change(right, deck, grade)
    except (StopIteration, IndexError):  # the page is full, or every shape is taken
        return None
    if reference is None or right is None or wrong is None:
        return None
    return written(language, reference, language.write(right, Look()), language.write(wrong, Look()))


def equal(language: Language, axis: str, chance: random.Random) -> Contrast | None:
    """Return two right answers, the second with a change of a property that the request leaves open."""
    vary, look = variations.EQUAL[axis]
    names = ["object", "count", *(() if axis == "reordered" else ("position", "relation", "symmetry"))]
    plan, _ = plans.AXES[chance.choice([name for name in names if name in language.axes])]
    try:
        reference = plan(Deck(chance, language.palette), chance.choice((1, 2, 3)))
    except (StopIteration, IndexError):
        return None
    if reference is None:
        return None
    right = variations.restyled(reference, chance)
    right = right if language.vary is variations.varied else language.vary(reference, chance)
    if axis == "moved" and language.vary is not variations.varied:
        vary = language.vary
    other = vary(right, chance)
    return written(language, reference, language.write(right, Look()), language.write(other, look))


def written(language: Language, reference: Scene, right: str, wrong: str) -> Contrast:
    """Return a contrast with the row of its reference."""
    colored = language.palette.colored
    request = " ".join(filter(None, (language.about, scene.prompt(reference, colored))))
    specification = {"items": scene.items(reference), "constraints": scene.constraints(reference)}
    row = {
        "prompt": request,
        "caption": request,
        "description": request,
        "code": language.write(reference, Look()),
        "specification": json.dumps(specification),
        "asserted": scene.asserted(reference, colored),
    }
    return Contrast(row, request, right, wrong)
