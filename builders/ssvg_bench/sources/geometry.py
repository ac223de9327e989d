"""The builtin source of the geometry configs: constructions of our own, each with a given part drawn from the seed.

There are more constructions with one answer than the paper has cases (94, and 16 with many answers, §3.1); the seed
chooses which to ask. A row of another seed has the same id where it asks for the same construction, with other figures.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from sgpkit.benchmark import Reader, Row
from sgpkit.families.shared.naming import dotted_name

from ..content import constructions
from ..content.constructions import engine, writer
from ..content.constructions.engine import Construction
from ..content.constructions.example import EXAMPLE

ONE_ANSWER, MANY_ANSWERS = 94, 16
ROWS = ONE_ANSWER + MANY_ANSWERS
PUBLISHED = (
    *("apollonius-point", "butterfly", "finsler-hadwiger", "incircle-and-excircles", "isogonal-conjugate"),
    *("japanese-theorem", "medial-triangle", "nagel-point", "orthocentre", "outer-bisectors-axis"),
    *("perpendicular-bisector-by-compass", "six-circles-theorem", "symmedian-point", "tangential-triangle"),
    "tangents-of-casey",
)
"""Always asked: those that the paper shows or cites, among them the two whose rules it prints (appendix F)."""

EXPLAINED = 88
"""Rows with one answer whose texts explain a theorem or a construction, as encyclopedias and the paper's texts do."""

ELEMENTS = {"line": 3.96, "circle": 2.77, "ellipse": 0.03, "polygon": 1.65}
"""Elements of a figure, in the mean (the paper's Table 2)."""

CANDIDATES = 160
"""The next construction is the best of this many, in the seed's order. Most constructions have fewer elements than the
paper's mean, which fewer candidates would miss; more of them would leave less to the seed."""

LICENSE = "Apache-2.0"


def rows(format: str) -> Reader:
    """The source of drawings in "svg", "tikz" or "eps": in each the same constructions with the same figures."""

    def geometry(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        yield "train", row(EXAMPLE, seed, format)
        for construction in chosen(seed):
            yield "test", row(construction, seed, format)

    return geometry


def chosen(seed: int) -> list[Construction]:
    """Return as many constructions of both kinds as the paper has, with its examples, in an order of the seed's.

    Each is the one that brings the elements of all nearest to the paper's: figures with few elements come in last.
    """
    room = {"many": MANY_ANSWERS, "explained": EXPLAINED, "order": ONE_ANSWER - EXPLAINED}
    waiting = sorted(constructions.every(), key=lambda construction: Random(f"{seed}:{_id(construction)}").random())
    waiting.sort(key=lambda construction: construction.name not in PUBLISHED)
    taken: list[Construction] = []
    totals = Counter[str]()

    def distance(construction: Construction) -> float:
        more = _elements(construction)
        return sum(((totals[kind] + more[kind]) / (ROWS * mean) - 1) ** 2 for kind, mean in ELEMENTS.items())

    while len(taken) < ROWS:
        waiting = [construction for construction in waiting if room[_kind(construction)]]
        published = waiting[:1] if waiting[0].name in PUBLISHED else []
        best = min(published or waiting[:CANDIDATES], key=distance)
        waiting.remove(best)
        taken.append(best)
        room[_kind(best)] -= 1
        totals.update(_elements(best))
    return sorted(taken, key=lambda construction: Random(f"{seed}:order:{_id(construction)}").random())


def _kind(construction: Construction) -> str:
    return "many" if construction.rule else "explained" if construction.explains else "order"


@lru_cache(maxsize=512)
def _elements(construction: Construction) -> Counter[str]:
    drawing = engine.draw(construction, Random(f"elements:{construction.name}"))
    return Counter(re.findall(r"<(line|circle|ellipse|polygon)", writer.program(drawing.given, drawing.added, "svg")))


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
