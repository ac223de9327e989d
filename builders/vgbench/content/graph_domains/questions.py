"""Questions about the domain of a graph, and functions that questions of all types share."""

import itertools
import random
from collections.abc import Sequence

from sgpkit.quality.probes import heuristics

from ..figure import Question
from .graph import Graph
from .recipe import Recipe

DOMAIN_WORDINGS = (
    "What type of diagram is this?",
    "What does the graph represent?",
    "What is depicted in the diagram?",
    "Which of these does the graph show?",
)

NEAR = 5
"""The maximum distance of a wrong number from the right one."""

BETTER = (3, 2, 2, 2)
"""Weights for zero to three wrong numbers that occur as the sizes of more groups than the right number."""


def domain(recipe: Recipe, recipes: Sequence[Recipe], generator: random.Random) -> Question | None:
    """Ask for the domain of a graph among those of its family. None if no other domain has the same words."""
    if not recipe.family:
        return None
    able = [other for other in recipes if other.family == recipe.family and other != recipe]
    others = [other.concept for other in able if other.kind not in recipe.like]
    first, second, third = generator.sample(others, 3)
    return Question("domain", generator.choice(DOMAIN_WORDINGS), recipe.concept, (first, second, third), recipe.family)


def unique(graph: Graph) -> dict[str, str]:
    """Return the labels that only one node has, by the nodes' names."""
    labels = [vertex.label for vertex in graph.vertices]
    return {vertex.name: vertex.label for vertex in graph.vertices if labels.count(vertex.label) == 1}


def called(graph: Graph, label: str) -> str:
    return f"the {graph.things} '{label}'"


def chosen(
    type: str, kind: str, text: str, answer: str, others: Sequence[str], generator: random.Random
) -> Question | None:
    """Return a question with three wrong options out of the others. None if fewer than three remain."""
    wrong = sorted(set(others) - {answer})
    if len(wrong) < 3:
        return None
    first, second, third = generator.sample(wrong, 3)
    return Question(type, text, answer, (first, second, third), kind)


def number(type: str, kind: str, text: str, answer: int, least: int, generator: random.Random) -> Question:
    """Return a question whose answer is a number. The right number has a random rank among the four; `choices` has all
    sets of wrong numbers that give it this rank."""
    rank = generator.randrange(min(4, answer - least + 1))
    lower = itertools.combinations(range(max(least, answer - NEAR), answer), rank)
    higher = list(itertools.combinations(range(answer + 1, answer + NEAR + 1), 3 - rank))
    sets = [(*map(str, (*below, *above)),) for below in lower for above in higher]
    choices = tuple((first, second, third) for first, second, third in sets)
    return Question(type, text, str(answer), choices[0], kind, choices)


def repeated(question: Question, code: str, generator: random.Random) -> Question | None:
    """Return a question in which the right number cannot be found by counting similar statements of the program: wrong
    numbers are chosen so that up to three of them are also sizes of groups of similar statements. None if no such
    choice exists for a question that needs one."""
    if not question.choices:
        return question
    groups = heuristics.repeats({"code": code})
    own = groups[float(question.answer)]
    wanted = generator.choices(range(4), BETTER)[0]
    sizes = [[groups[float(other)] for other in wrong] for wrong in question.choices]
    away = [abs(sum((many > own) + (many == own) / 2 for many in others) - wanted) for others in sizes]
    if wanted and min(away) == wanted:
        return None
    nearest = [wrong for wrong, distance in zip(question.choices, away, strict=True) if distance == min(away)]
    return question._replace(wrong=generator.choice(nearest), choices=())
