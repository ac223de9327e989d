"""The two errors of each metric: the scores of right answers in other forms, and the scores of wrong answers.

`sgpkit family errors` prints it, and `python -m tools.error_table` writes the table of `docs/reference/metrics.md`.
`sgpkit family check` measures the same, and fails for a right answer below its limit, a wrong answer above its limit,
and a metric without right or wrong answers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sgpkit.baselines import variants
from sgpkit.benchmark import Benchmark, Completion, Row, Variant

ROUNDING = 0.005

ROWS = 4
"""Number of rows of each config that are answered for a table."""


class Line(NamedTuple):
    """The mean score of one variant, and its limit."""

    name: str
    is_right: bool
    mean: float
    limit: float

    @property
    def holds(self) -> bool:
        """True if a right answer has at least its minimum, or a wrong one at most its maximum."""
        return self.mean >= self.limit - ROUNDING if self.is_right else self.mean <= self.limit + ROUNDING


def mean_score(benchmark: Benchmark, rows: Sequence[Row], answers: Sequence[str]) -> float:
    """Return the mean score of answers to rows."""
    assert benchmark.scoring.score is not None
    asked = {"mode": benchmark.prompts.modes[0], "setting": benchmark.prompts.settings[0]}
    scores = benchmark.scoring.score([row | asked for row in rows], [Completion(answer) for answer in answers])
    return sum(score.value for score in scores) / len(scores)


def lines(
    benchmark: Benchmark,
    rows: Sequence[Row],
    more: Callable[[], Sequence[Row]] | None = None,
    mean: Callable[[Benchmark, Sequence[Row], Sequence[str]], float] = mean_score,
) -> Iterator[Line]:
    """Yield the mean of each variant over rows, the right ones first.

    Variants that fit some rows only are measured on as many of those that `more` returns, by default `rows`. A variant
    that fits none of them has no line.
    """
    sides: dict[bool, Mapping[str, Variant]] = {True: variants.right(benchmark), False: variants.wrong(benchmark)}
    for is_right, side in sides.items():
        for name, variant in side.items():
            chosen = rows
            if variant.fits is not None:
                chosen = [row for row in (more() if more is not None else rows) if variant.fits(row)][: len(rows)]
            if chosen:
                yield Line(name, is_right, mean(benchmark, chosen, variant.answer(chosen)), variant.limit)


def undeclared(benchmark: Benchmark) -> Iterator[str]:
    """Yield messages about missing variants of a scored benchmark. Answers by label have those of their form."""
    if benchmark.answer_format == "choice":
        return
    for name in ("right", "wrong"):
        if not getattr(benchmark.evidence, name):
            yield f"no {name} variants: give `evidence.{name}`, answers by which the metric's errors are measured"


def as_text(benchmark: Benchmark, results: Sequence[Line]) -> Iterator[str]:
    """Yield the table of a config for a terminal: one line per variant."""
    yield f"{benchmark.config}, {benchmark.scoring.value_name}"
    for line in results:
        limit = f"; expected at {'least' if line.is_right else 'most'} {line.limit:g}"
        yield f"  {'right' if line.is_right else 'wrong'}  {line.mean:.2f}  {line.name}{'' if line.holds else limit}"


def line_of(name: str, results: Sequence[Line]) -> str:
    """Return a line of a table in Markdown."""
    return f"| {name} | {cell(results, True)} | {cell(results, False)} |"


def cell(results: Sequence[Line], is_right: bool) -> str:
    """Return the variants of one side with their means."""
    return "; ".join(f"{line.name} {line.mean:.2f}" for line in results if line.is_right == is_right)
