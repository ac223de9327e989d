"""Baselines that do not look at the drawing: the floor that every table of this family is read against.

`constant` always gives the best letter. `text-only` gives, for each question text, the option that was right most
often in the other drawings that were asked the same, and where none was, the option that is right most often anywhere.
Both know the key of the rows they are judged on, so no such guessing gets further. `text-only` leaves out the drawing
at hand, but not where a question comes often and always with the same options: there a balanced key would be worse
than chance without it.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from sgpkit.benchmark import Row


def constant(rows: Sequence[Row]) -> list[str]:
    return answers(rows, constant_picks)


def text_only(rows: Sequence[Row]) -> list[str]:
    return answers(rows, text_only_picks)


def answers(rows: Sequence[Row], picks: Callable[[pl.DataFrame], np.ndarray]) -> list[str]:
    """Return the answers that a rule gives to rows."""
    if not rows:
        return []
    table = pl.DataFrame({"cluster": [str(row["cluster"]) for row in rows], **columns(rows)})
    return [f"Answer: {letters(row)[pick]}" for row, pick in zip(rows, picks(table), strict=True)]


# --- rules over columns -----------------------------------------------------------------------------------------------

OFTEN = 10
NONE = -1
"""The option of a letter that a row does not have."""


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
    """Return the position of the likeliest letter of every row, by what was right in other drawings."""
    names = [name for name in table.columns if name.startswith("option ")]
    texts, at = np.unique(table.select(names).fill_null(NONE).to_numpy(), return_inverse=True)
    options = at.reshape(table.height, len(names))
    present = texts[options] != NONE
    question, cluster = dense(table["question"]), dense(table["cluster"])
    right = options[np.arange(table.height), table["key"].to_numpy()]
    closed = closed_questions(question, cluster, np.where(present, options, len(texts)))[question]
    scores = np.zeros(options.shape, dtype=np.int64)
    for asked, leaves_out, weight in (
        (question, ~closed, table.height + 1),
        (np.zeros_like(question), np.ones_like(closed), 1),
    ):
        anywhere = Counts(pairs(asked, right, len(texts)))
        here = Counts(pairs(pairs(asked, right, len(texts)), cluster, table.height))
        for position in range(options.shape[1]):
            wanted = pairs(asked, options[:, position], len(texts))
            seen = anywhere.of(wanted) - np.where(leaves_out, here.of(pairs(wanted, cluster, table.height)), 0)
            scores[:, position] += np.where(closed, 0, seen) if weight == 1 else weight * seen
    picks: np.ndarray = np.where(present, scores, -1).argmax(axis=1)
    return picks


def closed_questions(question: np.ndarray, cluster: np.ndarray, options: np.ndarray) -> np.ndarray:
    """Return for each question whether it comes often, and always with the same options."""
    count = int(question.max()) + 1 if len(question) else 0
    ordered = np.sort(options, axis=1)
    ordered[:, 1:][ordered[:, 1:] == ordered[:, :-1]] = options.max() + 1
    sets = np.unique(np.column_stack([question, np.sort(ordered, axis=1)]), axis=0)[:, 0]
    drawings = np.unique(np.column_stack([question, cluster]), axis=0)[:, 0]
    closed: np.ndarray = (np.bincount(sets, minlength=count) == 1) & (np.bincount(drawings, minlength=count) >= OFTEN)
    return closed


def dense(values: pl.Series) -> np.ndarray:
    """Return numbers from 0 for values, equal ones for equal values."""
    numbers: np.ndarray = values.rank("dense").to_numpy().astype(np.int64) - 1
    return numbers


def pairs(first: np.ndarray, second: np.ndarray, of: int) -> np.ndarray:
    """Return one number for each pair, of which the second is below `of`."""
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


BASELINES = {"constant": constant, "text-only": text_only}

PICKS = {"constant": constant_picks, "text-only": text_only_picks}
"""The same, as rules over columns."""
