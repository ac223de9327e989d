"""The builtin source of the geometry configs: constructions of our own, each with a given part drawn from the seed.

There are more constructions with one answer than the paper has cases (94, and 16 with many answers, §3.1); the seed
chooses which to ask. A row of another seed has the same id where it asks for the same construction, with other figures.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from sgpkit.benchmark import Reader, Row
from sgpkit.families.shared.naming import dotted_name

from ..content import constructions
from ..content.constructions import engine, writer
from ..content.constructions.engine import STATED, Construction, Drawing
from ..content.constructions.example import EXAMPLE

ONE_ANSWER, MANY_ANSWERS = 94, 16
PUBLISHED = ("perpendicular-bisector-by-compass", "tangents-of-casey")
"""Always asked: the two with many answers whose rules the paper prints (appendix F)."""

STATED_ROWS, RICH = 31, 7
"""For constructions with one answer: the number that only state a theorem, and the number of segments above which one
counts as rich."""

RICH_ROWS, ROUND_ROWS = 36, 18
"""Rows of rich constructions, and of others that have several circles."""

LICENSE = "Apache-2.0"


def rows(format: str) -> Reader:
    """The source of drawings in "svg", "tikz" or "eps": in each the same constructions with the same figures."""

    def geometry(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        yield "train", row(EXAMPLE, seed, format)
        for construction in chosen(seed):
            yield "test", row(construction, seed, format)

    return geometry


def chosen(seed: int) -> list[Construction]:
    """Return as many constructions of both kinds as the paper has, with its two examples, in an order of the seed's."""
    every = constructions.every()
    one = [construction for construction in every if not construction.rule]
    many = [construction for construction in every if construction.rule]
    stated = [construction for construction in one if construction.group == STATED]
    rich = [construction for construction in one if construction.group != STATED and segments(construction) >= RICH]
    others = [construction for construction in one if construction.group != STATED and segments(construction) < RICH]
    round_ones = [construction for construction in others if circles(construction) > 1]
    together = _some(stated, STATED_ROWS, seed) + _some(rich, RICH_ROWS, seed)
    together += _some(round_ones, ROUND_ROWS, seed)
    others = [construction for construction in others if construction not in round_ones]
    together += _some(others, ONE_ANSWER - len(together), seed) + _some(many, MANY_ANSWERS, seed)
    return sorted(together, key=lambda construction: Random(f"{seed}:order:{_id(construction)}").random())


def segments(construction: Construction) -> int:
    """Return the number of segments in a construction's drawings, including the given part."""
    return sum(len(figure.segments) for figure in _sample(construction))


def circles(construction: Construction) -> int:
    """Return the number of circles in a construction's drawings, including the given part."""
    return sum(len(figure.circles) for figure in _sample(construction))


@lru_cache(maxsize=512)
def _sample(construction: Construction) -> Drawing:
    return engine.draw(construction, Random(f"segments:{construction.name}"))


def _some(kind: Sequence[Construction], count: int, seed: int) -> list[Construction]:
    if len(kind) < count:
        raise ValueError(f"there are {len(kind)} constructions of a kind of which {count} are wanted")

    def rank(construction: Construction) -> tuple[bool, float]:
        return construction.name not in PUBLISHED, Random(f"{seed}:{_id(construction)}").random()

    return sorted(kind, key=rank)[:count]


def row(construction: Construction, seed: int, format: str) -> Row:
    drawing = engine.draw(construction, Random(f"{seed}:{_id(construction)}"))
    return {
        "id": _id(construction),
        "cluster": f"construction-{construction.name}",
        "source": "builtin",
        "license": LICENSE,
        "generator": dotted_name(construction.solve),
        "name": construction.name,
        "group": construction.group,
        "text": construction.text,
        "rule": construction.rule,
        "given": writer.program(drawing.given, None, format),
        "code": writer.program(drawing.given, drawing.added, format),
    }


def _id(construction: Construction) -> str:
    return f"geometry-{construction.name}"
