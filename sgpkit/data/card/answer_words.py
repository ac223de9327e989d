"""The words in the correct answers of questions with options, as in Figure 4 of the VGBench paper.

Words with a share below 4 %, the threshold of the paper, are counted as others, except for the most frequent ones. Stop
words are left out.
"""

import re
from collections import Counter
from collections.abc import Iterable

import polars as pl

from sgpkit.benchmark import Benchmark

LEAST = 0.04
FEWEST = 5
_SMALL = (
    "a an and are as at be been by can do does for from has have in into is it its no not of on one or so that the "
    "their them there they this to up was what when which while with who"
)
STOP = frozenset(_SMALL.split())
_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")


def by_type(benchmark: Benchmark, rows: pl.LazyFrame) -> list[tuple[str, list[tuple[str, float]], float]]:
    """Return, for each type of question (or for all, if there are no types), words with their shares, the most frequent
    first, and the share of all others. Empty if the rows are not questions with options."""
    letters = benchmark.rows.columns.get("answer")
    if "options" not in benchmark.rows.columns or not isinstance(letters, tuple):
        return []
    typed = "type" in benchmark.rows.columns
    table = rows.select("options", "answer", *(["type"] if typed else [])).collect()
    right: dict[str, list[str]] = {}
    for row in table.iter_rows(named=True):
        right.setdefault(row.get("type", "all"), []).append(row["options"][row["answer"]])
    return [(type, *shares(answers)) for type, answers in right.items()]


def shares(answers: Iterable[str]) -> tuple[list[tuple[str, float]], float]:
    """Return the words of answers with their shares, the most frequent first."""
    counts = Counter(word for answer in answers for word in _WORD.findall(answer.casefold()) if word not in STOP)
    whole = counts.total()
    named = [(word, many / whole) for word, many in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    named = named[: max(FEWEST, sum(share >= LEAST for _, share in named))]
    return named, max(0.0, 1.0 - sum(share for _, share in named)) if whole else 0.0
