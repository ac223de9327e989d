"""Scores of guessers, which answer without a model, computed from the rows with the benchmark's own scorer and
interval.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sgpkit import statistics
from sgpkit.benchmark import Benchmark, Completion, Row
from sgpkit.engines import Request, baseline
from sgpkit.graphics import formats
from sgpkit.statistics import Estimate
from sgpkit.status import Status

GUESSES = {
    "random": "the reference answer of another row",
    "copy-example": "the worked example of the prompt",
    "constant": "the best letter, always",
    "text-only": "for each question text, the most frequent right answer in other drawings",
    "text-length": "the best of several rules that use only lengths",
    "blank": "an empty sheet",
    "unchanged": "the given drawing, unchanged",
    "hidden": "the reference, hidden in one of many ways",
    "palette": "twelve swatches of colour",
    "words": "the words of the task, written on a page",
    "same-kind": "the answer of another row of the same kind",
}
"""Baselines without information about the row's drawing, and their answers; solvers and the reference are excluded."""

ADVERSARIAL = ("hidden", "palette", "words")
"""Answers that must score 0. They are left out if each needs a compiler; `sgpkit family check` tests them."""

FEW = 200
"""Maximum number of rows if each answer needs a compiler."""


class Floor(NamedTuple):
    """The score of a guesser; `rows` is the number of rows that it was tried on."""

    name: str
    words: str
    estimate: Estimate
    rows: int


def floors(benchmark: Benchmark, rows: Sequence[Row], examples: Sequence[Row]) -> list[Floor]:
    """Return the scores of guessers, the best last; none for a benchmark that is never scored."""
    return tried(benchmark, rows, examples)[0]


def tried(benchmark: Benchmark, rows: Sequence[Row], examples: Sequence[Row]) -> tuple[list[Floor], bool]:
    """Return the scores of guessers, and whether every guesser could be scored on this machine."""
    if benchmark.scoring.score is None:
        return [], True
    is_compiled = formats.has(benchmark.answer_format) and formats.get(benchmark.answer_format).convert is not None
    known = {*baseline.names(benchmark)} - {*(ADVERSARIAL if is_compiled else ())}
    chosen = rows[:FEW] if is_compiled else rows
    has_example = bool(examples) and benchmark.answer_format != "choice"
    names = [name for name in GUESSES if name in known and (name != "copy-example" or has_example)]
    computed = [floor(benchmark, name, chosen, rows, examples) for name in names]
    scored = sorted((result for result in computed if result is not None), key=lambda result: result.estimate.value)
    return scored, len(scored) == len(computed)


def floor(
    benchmark: Benchmark, name: str, tried: Sequence[Row], rows: Sequence[Row], examples: Sequence[Row]
) -> Floor | None:
    """Return the score of one guesser, None if it cannot answer these rows."""
    assert benchmark.scoring.score is not None
    guesser = baseline.Baseline(name, benchmark, rows, examples)
    answers = [Completion("")] * len(tried)
    for index, completion in guesser.generate([Request(row, 0, 0, []) for row in tried]):
        answers[index] = completion
    asked = {"mode": benchmark.prompts.modes[0], "setting": benchmark.prompts.settings[0]}
    scores = benchmark.scoring.score([row | asked for row in tried], answers)
    if any(score.status is Status.INFRA_ERROR for score in scores):
        return None
    estimate = statistics.mean_estimate([score.value for score in scores], [str(row["cluster"]) for row in tried])
    return Floor(name, GUESSES[name], estimate, len(tried))
