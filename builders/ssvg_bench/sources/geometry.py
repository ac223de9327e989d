"""The builtin source of the geometry configs: constructions of our own, each with a given part drawn from the seed.

There are more constructions with one answer than the paper has cases (94, and 16 with many answers, §3.1); the seed
chooses which to ask. A row of another seed has the same id where it asks for the same construction, with other figures.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from sgpkit.benchmark import Reader, Row
from sgpkit.families.shared.naming import dotted_name

from ..content import constructions
from ..content.constructions import engine, writer
from ..content.constructions.engine import Construction
from ..content.constructions.example import EXAMPLE

ONE_ANSWER, MANY_ANSWERS = 94, 16
PUBLISHED = (
    *("apollonius-point", "butterfly", "finsler-hadwiger", "incircle-and-excircles", "isogonal-conjugate"),
    *("japanese-theorem", "medial-triangle", "nagel-point", "orthocentre", "outer-bisectors-axis"),
    *("perpendicular-bisector-by-compass", "six-circles-theorem", "symmedian-point", "tangential-triangle"),
    "tangents-of-casey",
)
"""Always asked: those that the paper shows or cites, among them the two whose rules it prints (appendix F)."""

EXPLAINED = 80
"""Rows whose texts explain a theorem or a construction, as encyclopedias do: in the paper, nearly all."""

ELEMENTS = {"line": 3.96, "circle": 2.77, "polygon": 1.65}
"""Elements of a figure, in the mean (the paper's Table 2)."""

CANDIDATES = 60
"""The number of constructions, in the seed's order, of which that one is next which fits the paper's elements best."""

LICENSE = "Apache-2.0"


def rows(format: str) -> Reader:
    """The source of drawings in "svg", "tikz" or "eps": in each the same constructions with the same figures."""

    def geometry(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        yield "train", row(EXAMPLE, seed, format)
        for construction in chosen(seed):
            yield "test", row(construction, seed, format)

    return geometry


def chosen(seed: int) -> list[Construction]:
    """Return as many constructions of both kinds as the paper has, with its examples, in an order of the seed's."""
    every = constructions.every()
    many = _some([construction for construction in every if construction.rule], MANY_ANSWERS, seed)
    explained = [construction for construction in every if construction.explains and not construction.rule]
    orders = [construction for construction in every if not (construction.explains or construction.rule)]
    wanted = EXPLAINED - sum(construction.explains for construction in many)
    together = _near_the_paper(many + _some(orders, ONE_ANSWER - wanted, seed), _some(explained, len(explained), seed))
    return sorted(together, key=lambda construction: Random(f"{seed}:order:{_id(construction)}").random())


def _near_the_paper(taken: list[Construction], waiting: list[Construction]) -> list[Construction]:
    totals = Counter[str]()
    for construction in taken:
        totals.update(_elements(construction))
    while len(taken) < ONE_ANSWER + MANY_ANSWERS:

        def distance(construction: Construction, count: int = len(taken) + 1) -> float:
            more = _elements(construction)
            means = {kind: (totals[kind] + more[kind]) / count for kind in ELEMENTS}
            return sum((means[kind] / mean - 1) ** 2 for kind, mean in ELEMENTS.items())

        published = [construction for construction in waiting[:1] if construction.name in PUBLISHED]
        best = min(published or waiting[:CANDIDATES], key=distance)
        waiting.remove(best)
        taken.append(best)
        totals.update(_elements(best))
    return taken


@lru_cache(maxsize=512)
def _elements(construction: Construction) -> Counter[str]:
    drawing = engine.draw(construction, Random(f"elements:{construction.name}"))
    return Counter(re.findall(r"<(line|circle|polygon)", writer.program(drawing.given, drawing.added, "svg")))


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
