"""Shortcuts: answers to tasks of drawing and editing by rules that neither see nor understand anything.

    answers(benchmark)     by name, a function of rows that are asked and of others with answers; an answer to each

    nearest        the answer of the other row whose words are the most alike
    frequent       the answer that most of the other rows have, the same to every row
    listed-LAYOUT  the figures that a regular expression reads in the caption, in a grid, a row or a column;
                   the rest is ignored
    substituted    the program that was given, with the literal that the instruction names put in place of another

They are baselines of every benchmark whose answers are programs (`sgpkit run CONFIG --engine baseline --model
nearest`), and `sgpkit dataset probe` says how many rows they get full marks for, with the given program as it is
(`unchanged`) and those of a family's own baselines that understand nothing (`Baseline.chance`).
"""

from collections.abc import Callable, Sequence
from functools import partial

from sgpkit.baselines.shortcuts import captions, others, substitution
from sgpkit.benchmark import Benchmark, Row

__all__ = ["FREQUENT", "LEARNING", "LISTED", "NEAREST", "SUBSTITUTED", "Shortcut", "answers"]

Shortcut = Callable[[Sequence[Row], Sequence[Row]], list[str]]
"""(rows asked, other rows) -> an answer for each row asked; rows of one drawing never answer one another."""

NEAREST, FREQUENT, LISTED, SUBSTITUTED = "nearest", "frequent", "listed", "substituted"

LEARNING = (NEAREST, FREQUENT)
"""Shortcuts that look at other rows."""

WORDED = ("prompt", "instruction", "caption", "description", "question", "text", "name")
"""Columns that may hold the words that a row is asked with, where a benchmark names none."""


def answers(benchmark: Benchmark) -> dict[str, Shortcut]:
    """Return the shortcuts that apply to a benchmark by name; none where answers are choices or nothing is scored."""
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
    """Return the function that gives the words a row is asked with."""
    if benchmark.evidence.adversarial.caption is not None:
        return benchmark.evidence.adversarial.caption
    columns = [name for name in WORDED if benchmark.rows.columns.get(name) == "string"]
    return lambda row: str(row.get(columns[0]) or "") if columns else ""
