"""The guard's share of scoring good answers: each is scored with it and without, in turn, several times over.

Processor time is measured, which hardly depends on other load, unlike wall time. What continues
in sandboxes counts for the whole, and is the same either way: for the difference their answers are given again.

Without the guard stands for this measurement only: its checks are replaced by nothing here, and nowhere else.
"""

import os
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest import mock

from sgpkit.benchmark import families
from sgpkit.graphics import cad, compiled, dot, guard, raster, turtle
from sgpkit.graphics.cad import solid
from sgpkit.graphics.cad.solid import check
from sgpkit.graphics.dot import checks as dot_checks
from sgpkit.graphics.eps import checks as eps_checks
from sgpkit.graphics.guard import signs
from sgpkit.graphics.tex import checks as tex_checks
from sgpkit.metrics.structure import recall as structural_recall
from sgpkit.metrics.structure import ssvg_structure
from sgpkit.metrics.structure import turtle as turtle_match
from sgpkit.sandbox.workers import pool, process_tree, sandbox
from tools.bench.measure import Figure, at_most

Row = dict[str, Any]


class Work(NamedTuple):
    """`score` does what scoring one answer does."""

    what: str
    config: str
    answers: int
    score: Callable[[Row], object]


WORK = (
    Work("molecules", "ssvg-molecule-svg", 100, lambda row: structure(row, "svg")),
    Work("drawings", "vgen-svg", 100, lambda row: recall(row, "svg")),
    Work("painting drawings", "vgen-svg", 50, lambda row: raster.render(row["code"], 224)),
    Work("TikZ", "vgen-tikz", 8, lambda row: recall(row, "tikz")),
    Work("EPS", "ssvg-molecule-eps", 8, lambda row: structure(row, "eps")),
    Work("Graphviz", "vgen-graphviz", 40, lambda row: recall(row, "dot")),
    Work("turtle", "turtle-scratch", 40, lambda row: turtle_match.score([row["code"]], [row])),
    Work("solids", "sgp-cad-3d", 4, lambda row: solid.build_here(cad.parse(row["code"], "deepcad").part())),
)
WHOLE = 3
"""Times that everything is done."""

ROUNDS = 9
"""Times that it is done with answers that are given again, with the guard and without."""


def figures() -> Iterator[Figure]:
    for work in WORK:
        yield at_most(f"the guard's part of scoring: {work.what}", 100 * part(work), 5, "%")
    for service in (turtle, raster, dot):
        service.close()


def structure(row: Row, format: str) -> object:
    return ssvg_structure.score([row["code"]], [row], "molecule", format)


def recall(row: Row, format: str) -> object:
    return structural_recall.score([row["code"]], [row], format)


def part(work: Work) -> float:
    """The share of scoring that goes into the guard."""
    rows = good(work.config, work.answers)
    for row in rows:
        work.score(row)  # whatever stays is started
    passes = [spent(lambda: [timed(work.score, row, True) for row in rows]) for _ in range(WHOLE)]
    whole = min(here for here, _ in passes) + max(0.0, sum(there for _, there in passes) / WHOLE)
    guarding = 0.0
    with answers_given_again():
        for row in rows:
            least = {True: float("inf"), False: float("inf")}
            for number in range(1 + ROUNDS):
                for guarded in (False, True) if number % 2 else (True, False):
                    taken = timed(work.score, row, guarded)
                    least[guarded] = min(least[guarded], taken) if number else least[guarded]
            guarding += least[True] - least[False]
    return max(0.0, guarding) / whole


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """Processor time of this process, and of all below it, ended ones included."""
    everywhere, here = process_tree.usage(os.getpid()).cpu_seconds, time.process_time()
    work()
    here = time.process_time() - here
    return here, process_tree.usage(os.getpid()).cpu_seconds - everywhere - here


@contextmanager
def answers_given_again() -> Iterator[None]:
    """Remember the replies of sandboxes: the same question gets the same reply."""
    known: dict[str, Any] = {}

    def once(ask: Callable[..., Any], left_out: int) -> Callable[..., Any]:
        def asked(*arguments: object, **options: object) -> Any:
            question = repr((ask.__name__, arguments[left_out:], options))
            if question not in known:
                known[question] = ask(*arguments, **options)
            return known[question]

        return asked

    with (
        mock.patch.object(secrets, "token_bytes", bytes),
        mock.patch.object(sandbox, "run", once(sandbox.run, 0)),
        mock.patch.object(pool, "ask_twice", once(pool.ask_twice, 1)),
    ):
        yield


def good(config: str, count: int) -> list[Row]:
    return [dict(row) for split, row in families.get(config).rows.read() if split == "test"][:count]


def timed(score: Callable[[Row], object], row: Row, guarded: bool) -> float:
    compiled.MEMORY.forget()
    signs._find_signs.cache_clear()
    with ExitStack() as bypassed:
        if not guarded:
            for target, name, instead in BYPASSED:
                bypassed.enter_context(mock.patch.object(target, name, instead))
        begun = time.process_time()
        score(row)
        return time.process_time() - begun


def nothing(*arguments: object) -> None:
    """Instead of a check."""


class Blind:
    """A watch that sees nothing."""

    def __init__(self, *arguments: object) -> None: ...

    attach = start = end = stylesheet = finish = nothing


BYPASSED: Sequence[tuple[Any, str, object]] = (
    (guard, "check_svg", nothing),
    (guard, "check_text", nothing),
    (guard, "Watch", Blind),
    (tex_checks, "check", nothing),
    (eps_checks, "check", nothing),
    (dot_checks, "check", nothing),
    (check, "check", nothing),
)
