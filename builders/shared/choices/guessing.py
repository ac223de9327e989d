"""Baselines that do not use the drawing, with which every table of this family is compared.

`constant` always gives the best letter. `text-only` gives, for each question text, the option that was right most
often in the other drawings that were asked the same, and where none was, the option that is right most often anywhere.
Both know the key of the rows they are judged on, so no such guessing gets further. `text-only` leaves out the drawing
at hand, but not where a question comes often and always with the same options: there a balanced key would be worse
than chance without it.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from sgpkit.benchmark import Baseline, Row


def constant(rows: Sequence[Row]) -> list[str]:
    return answers(rows, constant_picks)


def text_only(rows: Sequence[Row]) -> list[str]:
    return answers(rows, text_only_picks)


def answers(rows: Sequence[Row], picks: Callable[[pl.DataFrame], np.ndarray]) -> list[str]:
    """Return a rule's answers to rows."""
    if not rows:
        return []
    table = pl.DataFrame({"cluster": [str(row["cluster"]) for row in rows], **columns(rows)})
    return [f"Answer: {letters(row)[pick]}" for row, pick in zip(rows, picks(table), strict=True)]


# --- rules over columns -----------------------------------------------------------------------------------------------

OFTEN = 10
NONE = -1
"""The value for a letter that a row does not have."""


def columns(rows: Sequence[Row]) -> dict[str, Sequence[Any]]:
    """Return what the rules need of rows: the position of the right letter, and numbers for the text of the question
    and for those of the options."""
    labels = [letters(row) for row in rows]
    most = max(map(len, labels), default=0)
    options = [[number(option(row, letter)) for letter in own] for row, own in zip(rows, labels, strict=True)]
    return {
        "key": [own.index(row["answer"]) for row, own in zip(rows, labels, strict=True)],
        "question": [number(row["question"]) for row in rows],
        **{f"option {at}": [own[at] if at < len(own) else NONE for own in options] for at in range(most)},
    }


@lru_cache(maxsize=65_536)
def number(text: str) -> int:
    """Return a number for a text: 62 bits of its hash, which no two texts of a benchmark share."""
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()) >> 2


def constant_picks(table: pl.DataFrame) -> np.ndarray:
    """Return the position of the letter that is right most often, of equals the first to come, for every row."""
    counts = table.group_by("key", maintain_order=True).len()
    best = int(counts["key"][counts["len"].arg_max()])  # type: ignore[index]
    return np.full(table.height, best)


def text_only_picks(table: pl.DataFrame) -> np.ndarray:
    """Return the position of the likeliest letter of every row, by the right answers for other drawings."""
    names = [name for name in table.columns if name.startswith("option ")]
    texts = np.unique(np.concatenate([table[name].fill_null(NONE).unique().to_numpy() for name in names]))
    options = np.empty((table.height, len(names)), dtype=np.int32)
    for at, name in enumerate(names):
        options[:, at] = np.searchsorted(texts, table[name].fill_null(NONE).to_numpy())
    present = options != (np.searchsorted(texts, NONE) if NONE in texts else len(texts))
    question, cluster = dense(table["question"]), dense(table["cluster"])
    right = options[np.arange(table.height), table["key"].to_numpy()]
    closed = closed_questions(question, cluster, np.where(present, options, len(texts)))[question]
    same_question, any_question = Counts(pairs(question, right, len(texts))), Counts(right)
    picks = np.zeros(table.height, dtype=np.int64)
    for rows in blocks(cluster):
        asked, drawing, keys, fixed = question[rows], cluster[rows], right[rows], closed[rows]
        here_asked = Counts(pairs(pairs(asked, keys, len(texts)), drawing, table.height))
        here_any = Counts(pairs(keys.astype(np.int64), drawing, table.height))
        best = np.full(len(rows), -2)
        for position in range(options.shape[1]):
            wanted = pairs(asked, options[rows, position], len(texts))
            inside = here_asked.of(pairs(wanted, drawing, table.height))
            score = (same_question.of(wanted) - np.where(fixed, 0, inside)) * (table.height + 1)
            wanted = options[rows, position].astype(np.int64)
            elsewhere = any_question.of(wanted) - here_any.of(pairs(wanted, drawing, table.height))
            score = np.where(present[rows, position], score + np.where(fixed, 0, elsewhere), -1)
            picks[rows[score > best]] = position
            best = np.maximum(best, score)
    return picks


BLOCK = 100_000


def blocks(cluster: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the indices of rows some at a time, those of a cluster together: few arrays are as long as the table."""
    order = np.argsort(cluster, kind="stable")
    ends = np.flatnonzero(np.diff(cluster[order], append=-1)) + 1
    start = 0
    while start < len(order):
        stop = int(ends[np.searchsorted(ends, min(start + BLOCK, len(order)))])
        yield order[start:stop]
        start = stop


def closed_questions(question: np.ndarray, cluster: np.ndarray, options: np.ndarray) -> np.ndarray:
    """Return for each question whether it comes often, and always with the same options."""
    count = int(question.max()) + 1 if len(question) else 0
    none = options.max() + 1
    sets = []
    for start in range(0, len(question), BLOCK):
        ordered = np.sort(options[start : start + BLOCK], axis=1)
        ordered[:, 1:][ordered[:, 1:] == ordered[:, :-1]] = none
        ordered.sort(axis=1)
        columns = {str(at): ordered[:, at] for at in range(ordered.shape[1])}
        sets.append(pl.DataFrame({"": question[start : start + BLOCK], **columns}).unique())
    kinds = np.bincount(pl.concat(sets).unique()[""].to_numpy(), minlength=count)
    drawings = np.bincount(np.unique(pairs(question, cluster, len(question))) // len(question), minlength=count)
    closed: np.ndarray = (kinds == 1) & (drawings >= OFTEN)
    return closed


def dense(values: pl.Series) -> np.ndarray:
    """Return numbers from 0 for values, equal ones for equal values."""
    numbers: np.ndarray = values.rank("dense").to_numpy().astype(np.int64) - 1
    return numbers


def pairs(first: np.ndarray, second: np.ndarray, of: int) -> np.ndarray:
    """Return one number for each pair whose second number is below `of`."""
    both: np.ndarray = first * of + second
    return both


class Counts:
    """The number of times that each value occurs."""

    def __init__(self, values: np.ndarray) -> None:
        self.values, self.counts = np.unique(values, return_counts=True)

    def of(self, wanted: np.ndarray) -> np.ndarray:
        """Return the count of each wanted value."""
        at = np.minimum(np.searchsorted(self.values, wanted), len(self.values) - 1)
        counts: np.ndarray = np.where(self.values[at] == wanted, self.counts[at], 0)
        return counts


# --- rows -------------------------------------------------------------------------------------------------------------


def letters(row: Row) -> str:
    return "ABCD"[: len(row["options"])] if "options" in row else "0123456789"


def option(row: Row, letter: str) -> str:
    return str(row["options"]["ABCD".index(letter)]) if "options" in row else letter


def share_right(rows: Sequence[Row], answers: Sequence[str]) -> float:
    return sum(right(rows, answers)) / len(rows)


def right(rows: Sequence[Row], answers: Sequence[str]) -> list[float]:
    return [float(f"Answer: {row['answer']}" == answer) for row, answer in zip(rows, answers, strict=True)]


BASELINES = {"constant": Baseline(constant), "text-only": Baseline(text_only)}

PICKS = {"constant": constant_picks, "text-only": text_only_picks}
"""The same, as rules over columns."""
