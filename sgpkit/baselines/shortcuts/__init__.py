"""Shortcuts: answers to drawing and editing tasks by simple rules without any understanding.

    answers(benchmark)     by name, a function of the rows to answer and of other rows with answers

    nearest        the answer of the other row with the most similar words
    frequent       the most frequent answer of the other rows, for every row
    listed-LAYOUT  the figures that a regular expression finds in the caption, in a grid, a row or a column
    substituted    the given program, with one literal replaced by another as named in the instruction

They are baselines of every benchmark whose answers are programs (`sgpkit run CONFIG --engine baseline --model
nearest`), and `sgpkit dataset probe` reports the number of rows for which they get full marks, together with the
unchanged program (`unchanged`) and those of a family's own baselines that do not understand the task
(`Baseline.chance`).
"""

from collections.abc import Callable, Sequence
from functools import partial

from sgpkit.baselines.shortcuts import captions, others, substitution
from sgpkit.benchmark import Benchmark, Row

__all__ = ["FREQUENT", "LEARNING", "LISTED", "NEAREST", "SUBSTITUTED", "Shortcut", "answers"]

Shortcut = Callable[[Sequence[Row], Sequence[Row]], list[str]]
"""(rows to answer, other rows) -> an answer for each row; rows of the same drawing are never used for one another."""

NEAREST, FREQUENT, LISTED, SUBSTITUTED = "nearest", "frequent", "listed", "substituted"

LEARNING = (NEAREST, FREQUENT)
"""Shortcuts that use other rows."""

WORDED = ("prompt", "instruction", "caption", "description", "question", "text", "name")
"""Columns that may contain the words of a row's prompt, if the benchmark does not name one."""


def answers(benchmark: Benchmark) -> dict[str, Shortcut]:
    """Return the shortcuts that apply to a benchmark by name; none if answers are choices or are not scored."""
    if benchmark.scoring.score is None or benchmark.answer_format == "choice":
        return {}
    words, material = words_of(benchmark), benchmark.evidence.adversarial

    def nearest(rows: Sequence[Row], known: Sequence[Row]) -> list[str]:
        return others.nearest(benchmark.evidence.reference, words, rows, known)

    def frequent(rows: Sequence[Row], known: Sequence[Row]) -> list[str]:
        return others.frequent(benchmark.evidence.reference, rows, known)

    def listed(layout: str, rows: Sequence[Row], known: Sequence[Row]) -> list[str]:
        return [captions.listed(words(row), layout) for row in rows]

    def substituted(rows: Sequence[Row], known: Sequence[Row]) -> list[str]:
        assert material.start is not None
        return [substitution.substituted(words(row), material.start(row)) for row in rows]

    by_name: dict[str, Shortcut] = {NEAREST: nearest, FREQUENT: frequent}
    if material.start is not None:
        by_name[SUBSTITUTED] = substituted
    elif benchmark.answer_format == "svg" and material.caption is not None:
        by_name |= {f"{LISTED}-{layout}": partial(listed, layout) for layout in captions.LAYOUTS}
    return by_name


def words_of(benchmark: Benchmark) -> Callable[[Row], str]:
    """Return a function that returns the words of a row's prompt."""
    if benchmark.evidence.adversarial.caption is not None:
        return benchmark.evidence.adversarial.caption
    columns = [name for name in WORDED if benchmark.rows.columns.get(name) == "string"]
    return lambda row: str(row.get(columns[0]) or "") if columns else ""
