"""Every metric that reads SVG, with drawings by a grammar (`fuzz.grammar`), which an input is the seed of.

Three promises: a verdict whatever comes, the neighbours' verdicts as they are alone, and nothing for what shows
nothing.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from random import Random
from typing import NamedTuple

from sgpkit.graphics import raster
from sgpkit.metrics.code import code_quality, code_similarity
from sgpkit.metrics.pictures import svg_edit, svg_similarity, svg_validity
from sgpkit.metrics.structure import recall as structural_recall
from sgpkit.metrics.structure import scene_match, ssvg_structure
from sgpkit.status import Rejected
from sgpkit.values import Score
from tools.fuzz import grammar
from tools.fuzz.target import Broken, Target
from tools.fuzz.targets.scores import CAPTION, HEAD, SOLVED, checked

MOLECULE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><line x1="20" y1="50" x2="80" y2="50" stroke="#000"/>'
    '<circle cx="20" cy="50" r="9" fill="#274A4A"/><circle cx="80" cy="50" r="9" fill="red"/></svg>'
)
FIGURES = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="30" cy="30" r="20" fill="red"/>'
    '<line x1="5" y1="80" x2="95" y2="80" stroke="black"/><line x1="5" y1="90" x2="95" y2="90" stroke="black"/></svg>'
)
START = f"{HEAD}</svg>"
ASSERTED = '{"objects": [{"color": "red", "count": 1, "kind": "circle", "place": [0.3, 0.3]}]}'


class Door(NamedTuple):
    """A metric: the scores of texts, what is right for it, whether it looks at what is seen, also in a
    renderer's picture."""

    score: Callable[[Sequence[str]], Sequence[Score]]
    good: str
    looks: bool = True
    painted: bool = False


def structure(task: str, code: str) -> Callable[[Sequence[str]], list[Score]]:
    return lambda texts: ssvg_structure.score(texts, [code] * len(texts), task)


DOORS = {
    "molecule": Door(structure("molecule", MOLECULE), MOLECULE),
    "geometry": Door(structure("geometry", SOLVED), SOLVED),
    "recall": Door(lambda texts: structural_recall.score(texts, [CAPTION] * len(texts)), FIGURES),
    "match": Door(lambda texts: scene_match.score(texts, [{"asserted": ASSERTED}] * len(texts)), FIGURES),
    "validity": Door(lambda texts: [validity.score for validity in svg_validity.score(texts)], FIGURES, painted=True),
    "likeness": Door(lambda texts: svg_similarity.score(texts, [FIGURES] * len(texts)), FIGURES, painted=True),
    "edit": Door(
        lambda texts: svg_edit.score(texts, [START] * len(texts), [SOLVED] * len(texts)), SOLVED, painted=True
    ),
    "similarity": Door(
        lambda texts: code_similarity.score(texts, [FIGURES] * len(texts), corpus=[FIGURES, MOLECULE]).scores,
        FIGURES,
        False,
    ),
    "quality": Door(
        lambda texts: [quality.score for quality in code_quality.score(texts, [FIGURES] * len(texts))], FIGURES, False
    ),
}
"""Every metric of SVG that needs no model."""


@cache
def alone(name: str) -> list[Score]:
    """Return the verdicts on two good answers."""
    door = DOORS[name]
    return list(door.score([door.good] * 2))


def through(name: str, text: str, shows_nothing: bool) -> None:
    """Check the three promises for one text. Raises Broken."""
    door = DOORS[name]
    verdicts = list(door.score([door.good, text, door.good]))
    checked(verdicts, alone(name))
    if shows_nothing and door.looks and verdicts[1].value:
        raise Broken(f"{verdicts[1]} for what cannot be seen: {text[:2000]}")


@lru_cache(maxsize=64)
def is_white(text: str) -> bool:
    """Return whether a renderer paints a white page, at two sizes."""
    try:
        return all(bool((raster.render(text, size) == 255).all()) for size in (96, 384))
    except Rejected:
        return False


def any_drawing(name: str) -> Callable[[bytes], None]:
    def check(data: bytes) -> None:
        text = grammar.drawing(Random(data))
        through(name, text, is_white(text))

    return check


def hidden_drawing(name: str) -> Callable[[bytes], None]:
    def check(data: bytes) -> None:
        through(name, grammar.hidden(Random(data), DOORS[name].good, media=not DOORS[name].painted), True)

    return check


TARGETS = (
    *(Target(f"grammar-{name}", any_drawing(name), (b"1", b"2")) for name in DOORS),
    *(Target(f"hidden-{name}", hidden_drawing(name), (b"1", b"2")) for name, door in DOORS.items() if door.looks),
)
