"""What the guard costs of scoring good answers: each is scored with it and without, in turn, several times over. The
least of each counts, since what else the machine does only ever adds.

Without it stands for this measurement only: its checks are replaced by nothing here, and nowhere else.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any
from unittest import mock

from bench.measure import Figure, at_most
from builders.ssvg_bench.generate_molecules import molecules
from builders.vgbench import BENCHMARKS
from sgpkit.benchmark import Skipped
from sgpkit.graphics import dot_guard, eps_guard, guard, raster, tex_guard
from sgpkit.metrics import ssvg_structure, structural_recall

ROUNDS = 7
ANSWERS = 100


def figures() -> Iterator[Figure]:
    drawn = [row["code"] for split, row in molecules("", 0) if split == "test"][:ANSWERS]
    named = rows("vgen-svg", ANSWERS)
    work: dict[str, list[Callable[[], object]]] = {
        "ssvg_structure, molecules": [lambda code=code: ssvg_structure.score([code], [code]) for code in drawn],
        "structural_recall, drawings": [lambda row=row: structural_recall.score([row["code"]], [row]) for row in named],
        "painting, drawings": [lambda row=row: raster.render(row["code"], 224) for row in named],
    }
    for what, scorings in work.items():
        scorings[0]()  # whatever stays is started
        yield at_most(f"the guard's part of {what}", 100 * part(scorings), 5, "%")


def rows(config: str, count: int) -> list[dict[str, Any]]:
    source = next(each for each in BENCHMARKS if each.config == config).sources["builtin"]
    found = [item for item in source("", 0) if not isinstance(item, Skipped)]
    return [dict(row) for split, row in found if split == "test"][:count]


def part(scorings: Sequence[Callable[[], object]]) -> float:
    """The share of scoring that goes into the guard."""
    taken = {True: 0.0, False: 0.0}
    for scoring in scorings:
        least = {True: float("inf"), False: float("inf")}
        for number in range(ROUNDS):
            for guarded in (False, True) if number % 2 else (True, False):
                least[guarded] = min(least[guarded], timed(scoring, guarded))
        taken = {guarded: taken[guarded] + least[guarded] for guarded in taken}
    return max(0.0, 1 - taken[False] / taken[True])


def timed(scoring: Callable[[], object], guarded: bool) -> float:
    with ExitStack() as bypassed:
        if not guarded:
            for place, name in BYPASSED:
                bypassed.enter_context(mock.patch.object(place, name, nothing))
            bypassed.enter_context(mock.patch.object(guard, "Watch", Blind))
        begun = time.perf_counter()
        scoring()
        return time.perf_counter() - begun


def nothing(*arguments: object) -> None:
    """Instead of a check."""


BYPASSED: Sequence[tuple[Any, str]] = (
    (guard, "check_svg"),
    (guard, "check_text"),
    (tex_guard, "check"),
    (eps_guard, "check"),
    (dot_guard, "check"),
)


class Blind:
    """A watch that sees nothing."""

    def __init__(self, *arguments: object) -> None: ...

    attach = start = end = stylesheet = finish = nothing
