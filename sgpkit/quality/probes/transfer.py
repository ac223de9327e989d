"""Probes that learn from training rows and are tried on test rows.

A training set made from the same templates reveals the test's drawings, and its descriptions contain the test's
answers, even if no drawing is a copy of another.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from sgpkit.benchmark import Benchmark, Row
from sgpkit.quality.probes import ANSWER, FEWEST_DRAWINGS, TRAIN, classifiers, features, neighbours, ridge, shuffled
from sgpkit.quality.probes.figures import Figure, Hits

MAX_TRAIN = 3_000
"""Maximum number of training rows to which a classifier is fitted."""

TEXTS = ("output", "input", "caption", "description")
"""Columns that may describe a training drawing."""


def transfer(benchmark: Benchmark, rows: Sequence[Row], train: Sequence[Row]) -> list[Figure]:
    """Return the figures of probes that learn from training rows; none if there are too few training or test rows."""
    chosen = sorted(train, key=lambda row: shuffled(str(row["id"])))[:MAX_TRAIN]
    if len(chosen) < FEWEST_DRAWINGS or len({row["cluster"] for row in rows}) < FEWEST_DRAWINGS:
        return []
    figures = [
        figure(name, column, hits)
        for column in benchmark.evidence.probe_columns
        if all(row.get(column) for row in chosen[:1])
        for name, hits in of_column(rows, chosen, column).items()
    ]
    if benchmark.answer_format == "choice":
        values = answered(rows, chosen)
        guesses = [1 / len(classifiers.option_texts(row)) for row in rows]
        figures.append(figure("nearest", ANSWER, Hits(values, clusters(rows), [""] * len(rows), guesses)))
    return figures


def figure(name: str, target: str, hits: Hits) -> Figure:
    """Return the figure of hits."""
    return Figure(name, target, TRAIN, hits.estimate, hits.chance)


def clusters(rows: Sequence[Row]) -> list[str]:
    """Return the drawings of rows."""
    return [str(row["cluster"]) for row in rows]


def of_column(rows: Sequence[Row], train: Sequence[Row], column: str) -> dict[str, Hits]:
    """Return the hits of classifiers that predict a column's value for each test drawing."""
    firsts: dict[str, Row] = {}
    for row in rows:
        firsts.setdefault(str(row["cluster"]), row)
    asked = [row for row in firsts.values() if str(row.get(column) or "unknown") != "unknown"]
    names = sorted({str(row[column]) for row in train})
    targets = np.eye(len(names))[[names.index(str(row[column])) for row in train]] - 1 / len(names)
    common = Counter(str(row[column]) for row in asked).most_common(1)[0][1] / max(1, len(asked)) if asked else 0.0
    results = {}
    for name, bag in features.BAGS.items():
        matrix = features.bag_matrix([bag(features.program(row)) for row in (*train, *asked)])
        known, unseen = matrix[: len(train)], matrix[len(train) :]
        predicted = ridge.transferred(
            (known @ known.T).toarray() + 1, (unseen @ known.T).toarray() + 1, targets, ridge.PENALTY
        )
        values = [
            float(names[best] == str(row[column])) for row, best in zip(asked, predicted.argmax(axis=1), strict=True)
        ]
        results[name] = Hits(values, clusters(asked), [""] * len(asked), [common] * len(asked))
    return results


def answered(rows: Sequence[Row], train: Sequence[Row]) -> list[float]:
    """Return for each question the probability that the nearest training row reveals its answer, by the row's own
    answer or by the words that describe it.
    """
    if "answer" in train[0]:
        return neighbours.answers(rows, train)
    return neighbours.described(rows, train, [description(row) for row in train])


def description(row: Row) -> str:
    """Return the words that describe a training drawing, without its program."""
    texts = (row[column] for column in TEXTS if isinstance(row.get(column), str))
    return " ".join(text for text in texts if not features.is_svg(text))
