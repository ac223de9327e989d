"""Graphviz: a batch of the builtin graphs, compared with one `dot` process per graph, in a separate sandbox and bare.

Only the sandboxed process is as safe as sgpkit, which reuses sandboxes. The bare process checks neither input nor
output; it shows the cost of starting Graphviz.
"""

import itertools
import subprocess
from collections.abc import Iterator

from sgpkit.families.vgbench.content import generators
from sgpkit.graphics import compiled, dot
from sgpkit.sandbox.workers import sandbox
from tools.bench.measure import Figure, at_least, ratio

SAMPLE = 92


def figures() -> Iterator[Figure]:
    codes = [dealt.figure.code for dealt in itertools.islice(generators.deck("graphviz", "0:bench"), SAMPLE)]
    ours(codes)  # sandboxes are kept from batch to batch
    value = ratio(lambda: ours(codes), lambda: sandboxed(codes))
    yield at_least(f"{len(codes)} graphs against a sandboxed dot process each", value, 5)
    value = ratio(lambda: ours(codes), lambda: bare(codes))
    yield at_least(f"{len(codes)} graphs against a bare dot process each", value, 2)


def ours(codes: list[str]) -> None:
    compiled.MEMORY.forget()
    for outcome in dot.convert_many(codes):
        assert isinstance(outcome, compiled.Converted), outcome


def sandboxed(codes: list[str]) -> None:
    for code in codes:
        assert sandbox.run(["dot", "-Tsvg"], {}, stdin=code.encode()).succeeded


def bare(codes: list[str]) -> None:
    for code in codes:
        subprocess.run(["dot", "-Tsvg"], input=code.encode(), check=True, capture_output=True)
