"""Graphviz programs of graphs from many domains, written as people write them, and questions about them.

    draw(kind, generator) -> Figure                    quick; compiles nothing
    ask(figure, type, generator) -> Question | None    "domain", "layout", "relation"; lays the graph out with `dot`

Answers about the layout follow from the coordinates that `dot` gives the nodes. Answers about relations are computed on
the graph. A question is asked only if the drawing shows exactly this graph. Lengths of the programs follow the bands of
the paper's Table 8.

Try it: python -m sgpkit.families.vgbench.content.graph_domains metro 7 | dot -Tpng > metro.png
"""

import random

from sgpkit.graphics import dot

from ...legibility import is_legible
from ..figure import Figure, Question
from . import captions, layout, layout_questions, questions, relation_questions, structures, writing
from .graph import Graph
from .layout import Layout, Mismatch
from .pen import Pen
from .recipe import Recipe
from .recipes import nature, people, places, planning, shared_words, software, systems

__all__ = ["CAPTIONED", "KINDS", "RECIPES", "STRUCTURES", "Mismatch", "ask", "draw", "known", "laid_out"]

RECIPES: dict[str, Recipe] = {
    recipe.kind: recipe for module in (software, systems, people, nature, planning, places) for recipe in module.RECIPES
}
CAPTIONED_DOMAINS = tuple(sorted(RECIPES))
RECIPES |= {recipe.kind: recipe for recipe in shared_words.RECIPES}
KINDS = tuple(sorted(RECIPES))

STRUCTURES: dict[str, Recipe] = {recipe.kind: recipe for recipe in structures.RECIPES}
"""Graphs that follow one rule each, for captions only."""

CAPTIONED = (*CAPTIONED_DOMAINS, *sorted(STRUCTURES))

LENGTHS = ((0, 1000, 36), (1000, 2000, 28), (2000, 3000, 14), (3000, 4000, 12), (4000, 9000, 10))
"""Lower bound and upper bound (exclusive) of a length in characters, and the intended percentage of programs between
them."""

TRIES = 8


def draw(kind: str, generator: random.Random) -> Figure:
    """Return a figure of the kind. The length of its program is drawn first, and met as closely as the kind allows."""
    recipe = RECIPES.get(kind) or STRUCTURES[kind]
    band = generator.choices(range(len(LENGTHS)), [share for _, _, share in LENGTHS])[0]
    low, high, _ = LENGTHS[band]
    fullness, extras = band / 4, (0, 0, 1, 2, 3)[band]
    best: tuple[int, Pen, Graph, str] | None = None
    for _ in range(TRIES):
        pen, graph, code = _written(recipe, Pen(generator, fullness, extras))
        away = max(low - len(code), len(code) - high + 1, 0)
        if best is None or away < best[0]:
            best = away, pen, graph, code
        if away == 0:
            break
        if len(code) < low:
            fullness, extras = min(1.0, fullness + 0.25), min(5, extras + 1)
        else:
            fullness, extras = max(0.0, fullness - 0.25), max(0, extras - 1)
    assert best is not None
    _, pen, graph, code = best
    composed = captions.caption(pen, graph, recipe.phrase)
    return Figure(
        kind,
        "graphviz",
        code,
        recipe.concept,
        composed.text,
        composed.named,
        {"graph": graph},
        composed.asserted,
        composed.paraphrases,
        generator=recipe.generator,
    )


def _written(recipe: Recipe, pen: Pen) -> tuple[Pen, Graph, str]:
    recipe.draw(pen)
    if pen.chance(0.25):
        pen.line = pen.ink()
    graph = pen.graph(pen.random.choice(pen.flows), pen.random.choice(pen.engines))
    if any(edge.label for edge in graph.edges):
        graph = graph._replace(engine="dot")  # other engines place labels over nodes and other labels
    if graph.engine != "dot":
        graph = graph._replace(groups=())
    return pen, graph, writing.program(pen, graph)


def known(figure: Figure) -> Graph:
    graph = figure.details["graph"]
    assert isinstance(graph, Graph)
    return graph


def laid_out(figure: Figure) -> Layout:
    """Return the layout of the drawing. Raises Mismatch if it is not a drawing of this graph."""
    drawing = layout.read(dot.to_svg(figure.code))
    layout.check(known(figure), drawing)
    return drawing


def ask(figure: Figure, type: str, generator: random.Random) -> Question | None:
    """Return a question of this type. None if the graph allows none, or if the answer could not be read in a picture
    because labels are too small or a node covers an edge."""
    if type == "domain" and not RECIPES[figure.kind].family:
        return None
    if not is_legible(dot.convert(figure.code)):
        return None
    drawing = laid_out(figure)
    if layout.has_hidden_edges(known(figure), drawing):
        return None
    if type == "domain":
        return questions.domain(RECIPES[figure.kind], tuple(RECIPES.values()), generator)
    if type == "layout":
        question = layout_questions.ask(known(figure), drawing, generator)
    else:
        question = relation_questions.ask(known(figure), generator)
    return question and questions.repeated(question, figure.code, generator)
