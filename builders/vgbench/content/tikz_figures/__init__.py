"""TikZ figures of mathematics, science and computing, written as people write them, and questions about them.

    draw(kind, generator) -> Figure                    quick; compiles nothing
    ask(figure, type, generator) -> Question | None    "concept", "counting", "relation"
    counted(figure, svg) -> {noun: number}             what the compiled drawing shows; raises Mismatch if the recipe
                                                       had counted otherwise

Lengths of the programs follow the bands of the paper's Table 8. The table gives their shares only roughly, in steps;
`LENGTHS` has estimates.

Try it: python -m sgpkit.families.vgbench.content.tikz_figures automaton 7 > automaton.tex
"""

import random
import re
from functools import cache

from ....shared.words import article
from ..figure import Figure, Question
from . import compiled, concepts, margins, questions, statements
from .contents import Contents
from .pen import Pen
from .recipe import Recipe
from .recipes import (
    algebra,
    charts,
    coordinates,
    curves,
    diagrams,
    everyday,
    geometry,
    graphs,
    machines,
    mathematics,
    ornaments,
    plots,
    science,
    sets,
    software,
    statistics,
    trees,
)
from .surveys import Surveyed

RECIPES: dict[str, Recipe] = {
    recipe.kind: recipe
    for module in (
        algebra,
        charts,
        coordinates,
        curves,
        diagrams,
        everyday,
        geometry,
        graphs,
        machines,
        mathematics,
        ornaments,
        plots,
        science,
        sets,
        software,
        statistics,
        trees,
    )
    for recipe in module.RECIPES
}
CAPTIONED = tuple(sorted(RECIPES))
"""Kinds of figures for captions."""

RECIPES |= {recipe.kind: recipe for recipe in concepts.RECIPES}
KINDS = tuple(sorted(RECIPES))

LENGTHS = ((0, 1000, 37), (1000, 2000, 29), (2000, 3000, 14), (3000, 4000, 7), (4000, 9000, 13))
"""Lower bound and upper bound (exclusive) of a length in characters, and the intended percentage of programs between
them."""

TRIES = 7

SURVEYED = 40
"""Programs of each kind that show which numbers of things are usual."""

PROPER_NAMES = (
    "Bayesian", "Cantor", "Feynman", "Gantt", "Hasse", "Karnaugh", "Koch", "Lissajous", "Markov", "Pascal's", "Petri",
    "Turing", "Venn", "Young", "Dynkin", "Sudoku",
)  # fmt: skip
"""First words of concepts that keep their capital in a sentence."""


class Mismatch(Exception):
    """Raised when a drawing does not show what its recipe recorded."""


def draw(kind: str, generator: random.Random) -> Figure:
    """Return a figure of the kind. The length of its program is drawn first, and met as closely as the kind allows."""
    recipe = RECIPES[kind]
    pen, code = _written(recipe, generator)
    return _figure(recipe, pen, code, generator)


def _written(recipe: Recipe, generator: random.Random) -> tuple[Pen, str]:
    """Return the pen and the program of a figure."""
    band = generator.choices(range(len(LENGTHS)), [share for _, _, share in LENGTHS])[0]
    low, high, _ = LENGTHS[band]
    fullness, extras = band / 4, (0, 0, 1, 2, 3)[band]
    best: tuple[int, Pen, str] | None = None
    for _ in range(TRIES):
        loops = generator.random() < (0.85, 0.75, 0.6, 0.45, 0.3)[band]
        pen = Pen(generator, fullness, extras, loops)
        recipe.draw(pen)
        pen.ends_caption()
        margins.add(pen)
        code = pen.program()
        away = max(low - len(code), len(code) - high + 1, 0)
        if best is None or away < best[0]:
            best = away, pen, code
        if away == 0:
            break
        if len(code) < low:
            fullness, extras = min(1.0, fullness + 0.25), min(5, extras + 1)
        else:
            fullness, extras = max(0.0, fullness - 0.25), max(0, extras - 1)
    assert best is not None
    _, pen, code = best
    return pen, code


def _figure(recipe: Recipe, pen: Pen, code: str, generator: random.Random) -> Figure:
    contents = pen.contents()
    composed = statements.compose(pen, contents, in_sentence(recipe.concept), generator)
    return Figure(
        recipe.kind,
        "tikz",
        code,
        recipe.concept,
        composed.text,
        composed.named,
        {"known": contents},
        composed.asserted,
        composed.paraphrases,
        generator=recipe.generator,
    )


SINGULAR = ("Abacus", "Truss")
UNCOUNTABLE = ("Light split", "Pascal's", "Refraction", "Writing")
"""Beginnings of concepts that take no article."""


def in_sentence(concept: str) -> str:
    """Return "forces on an inclined plane" for `Forces on an inclined plane`, "an atom with …" for `Atom with …`."""
    head = re.split(r" (?:of|on|in|with|between|formed|cut|around|by|from|under|for|to|over|at|that) ", concept)[0]
    is_plural = head.endswith("s") and head not in SINGULAR
    first, *rest = concept.split(" ")
    text = " ".join((first if first in PROPER_NAMES else first.lower(), *rest))
    return text if is_plural or concept.startswith(UNCOUNTABLE) else f"{article(text)} {text}"


def known(figure: Figure) -> Contents:
    contents = figure.details["known"]
    assert isinstance(contents, Contents)
    return contents


def ask(figure: Figure, type: str, generator: random.Random) -> Question | None:
    """Return a question of this type, or None if the figure allows none."""
    if type == "concept":
        return questions.concept(RECIPES[figure.kind], tuple(RECIPES.values()), generator)
    if type == "counting":
        return questions.counting(known(figure), figure.code, lambda: survey(figure.kind), generator)
    return questions.relation(known(figure), generator)


@cache
def survey(kind: str) -> tuple[Surveyed, ...]:
    """Return programs of a kind that are in no deck."""
    drawn = (_written(RECIPES[kind], random.Random(f"survey:{kind}:{number}")) for number in range(SURVEYED))
    return tuple(Surveyed(code, {count.noun: count.number for count in pen.contents().counts}) for pen, code in drawn)


def counted(figure: Figure, svg: str) -> dict[str, int]:
    """Return the number of each thing in the compiled drawing: the answers to questions of counting."""
    marks = compiled.marks(svg)
    numbers = {count.noun: compiled.count(marks, count.seen) for count in known(figure).counts}
    for count in known(figure).counts:
        if numbers[count.noun] != count.number:
            raise Mismatch(f"{figure.kind}: {numbers[count.noun]} {count.noun} in the drawing, {count.number} meant")
    return numbers
