"""Questions about the domain that a graph comes from, and what the questions of all types share."""

import random
from collections.abc import Sequence

from ..figure import Question
from .graph import Graph
from .recipe import Recipe

DOMAIN_WORDINGS = (
    "Which domain does this graph come from?",
    "What does the graph represent?",
    "What is the subject of the diagram?",
    "What kind of information does this graph show?",
    "Which of these is modeled by the graph?",
    "What is depicted in the diagram?",
)


def domain(recipe: Recipe, recipes: Sequence[Recipe], generator: random.Random) -> Question | None:
    """Ask which domain of its family a graph is from; None for domains whose words no other has."""
    if not recipe.family:
        return None
    others = [other.concept for other in recipes if other.family == recipe.family and other != recipe]
    first, second, third = generator.sample(others, 3)
    return Question("domain", generator.choice(DOMAIN_WORDINGS), recipe.concept, (first, second, third), recipe.family)


def unique(graph: Graph) -> dict[str, str]:
    """The labels that one node alone has, by the nodes' names."""
    labels = [vertex.label for vertex in graph.vertices]
    return {vertex.name: vertex.label for vertex in graph.vertices if labels.count(vertex.label) == 1}


def called(graph: Graph, label: str) -> str:
    return f"the {graph.things} '{label}'"


def chosen(
    type: str, kind: str, text: str, answer: str, others: Sequence[str], generator: random.Random
) -> Question | None:
    """Return the question, None where there are not three wrong options."""
    wrong = sorted(set(others) - {answer})
    if len(wrong) < 3:
        return None
    first, second, third = generator.sample(wrong, 3)
    return Question(type, text, answer, (first, second, third), kind)


def number(type: str, kind: str, text: str, answer: int, least: int, generator: random.Random) -> Question:
    """The right number is as often the lowest of the four as the highest."""
    low = answer - generator.randrange(min(4, answer - least + 1))
    wrong = [str(value) for value in range(low, low + 4) if value != answer]
    return Question(type, text, str(answer), (wrong[0], wrong[1], wrong[2]), kind)
