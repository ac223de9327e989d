"""Linear classifiers of features: the value of a column, and the right answers of questions.

The classifier of answers gets features multiplied by the words of the question, so that it can learn a different rule
for each question. Its classes are the texts of options, of which only those of the row can be chosen.
"""

from collections.abc import Sequence

import numpy as np

from sgpkit.benchmark import Row
from sgpkit.quality.probes import ridge
from sgpkit.quality.probes.features import similarities, text_bags
from sgpkit.quality.probes.ridge import Folds, Numbers

WHATEVER = 0.3
"""The part of the similarity of two questions that does not depend on their words."""


def values(rows: Sequence[Row], column: str, alike: Numbers, folds: Folds) -> list[float]:
    """Return for each row 1.0 if a classifier of a column, fitted to the other folds, is right."""
    names = sorted({str(row[column]) for row in rows})
    classes = np.array([names.index(str(row[column])) for row in rows])
    targets = np.eye(len(names))[classes] - 1 / len(names)
    tried = [ridge.left_out(alike + 1, targets, folds, penalty) for penalty in ridge.PENALTIES]
    return ridge.best_of([list((predicted.argmax(axis=1) == classes).astype(float)) for predicted in tried], folds)


def answers(rows: Sequence[Row], alike: Numbers, folds: Folds) -> list[float]:
    """Return for each question the chance that a classifier of answers, fitted to the other folds, is right."""
    names, targets = answer_targets(rows)
    crossed = (1 + alike) * (WHATEVER + (1 - WHATEVER) * similarities(text_bags(row["question"] for row in rows)))
    columns = {name: number for number, name in enumerate(names)}
    offered = [[columns[text] for text in option_texts(row)] for row in rows]
    tried = [ridge.left_out(crossed, targets, folds, penalty) for penalty in ridge.PENALTIES]
    return ridge.best_of(
        [
            [chance_of_right(row, list(predicted[index, offered[index]])) for index, row in enumerate(rows)]
            for predicted in tried
        ],
        folds,
    )


def answer_targets(rows: Sequence[Row]) -> tuple[list[str], Numbers]:
    """Return the texts of all options, and for each row the targets: positive for the right option, negative for a
    wrong one, 0 for texts that are not among its options.
    """
    columns: dict[str, int] = {}
    for row in rows:
        for text in option_texts(row):
            columns.setdefault(text, len(columns))
    targets = np.zeros((len(rows), len(columns)))
    for index, row in enumerate(rows):
        texts = option_texts(row)
        for text in texts:
            targets[index, columns[text]] = -1 / len(texts)
        targets[index, columns[texts[right_index(row)]]] += 1
    return list(columns), targets


def option_texts(row: Row) -> list[str]:
    """Return the texts of a row's options, without case; for a question without options, its possible answers."""
    if "options" in row:
        return [" ".join(str(option).casefold().split()) for option in row["options"]]
    return list("0123456789")


def right_index(row: Row) -> int:
    """Return the index of the right option."""
    return "ABCDEFGHIJ".index(row["answer"]) if "options" in row else int(row["answer"])


def chance_of_right(row: Row, scores: Sequence[float]) -> float:
    """Return 1.0 if only the right option has the best score, a fraction if others share it, and 0.0 if another is
    better.
    """
    best = max(scores)
    tied = [index for index, score in enumerate(scores) if score >= best - 1e-12]
    return 1 / len(tied) if right_index(row) in tied else 0.0
