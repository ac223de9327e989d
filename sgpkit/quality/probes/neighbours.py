"""The nearest other row, by the words of its program and question or by its silhouette, with its answer."""

from collections.abc import Mapping, Sequence

import numpy as np

from sgpkit.benchmark import Row
from sgpkit.quality.probes import features, ridge
from sgpkit.quality.probes.classifiers import chance_of_right, option_texts
from sgpkit.quality.probes.heuristics import overlaps, right_texts
from sgpkit.quality.probes.ridge import Folds, Numbers

LOOKED_AT = 30
"""Maximum number of neighbours that are searched for an answer among a row's options."""

BLOCK = 500


def nearest(rows: Sequence[Row], others: Sequence[Row]) -> np.ndarray:
    """Return for each row the indices of the nearest other rows by program and question, nearest first."""
    everything = [*rows, *others]
    code = features.bag_matrix(features.text_bags(features.program(row) for row in everything))
    asked = features.bag_matrix(features.text_bags(str(row.get("question", "")) for row in everything))
    count = min(LOOKED_AT, len(others))
    ranked = []
    for start in range(0, len(rows), BLOCK):
        end = min(start + BLOCK, len(rows))
        alike = (code[start:end] @ code[len(rows) :].T).toarray() * (
            0.01 + (asked[start:end] @ asked[len(rows) :].T).toarray()
        )
        ranked.append(np.argsort(-alike, axis=1, kind="stable")[:, :count])
    return np.concatenate(ranked) if ranked else np.empty((0, count), int)


def answers(rows: Sequence[Row], others: Sequence[Row]) -> list[float]:
    """Return for each question the probability that the answer of its nearest neighbour with an answer among the
    options is right.
    """
    right = right_texts(others)
    results = []
    for row, order in zip(rows, nearest(rows, others), strict=True):
        texts = option_texts(row)
        known = next((right[index] for index in order if right[index] in texts), None)
        results.append(chance_of_right(row, [float(text == known) for text in texts]))
    return results


def seen(
    rows: Sequence[Row], others: Sequence[Row], outlines: Numbers, others_outlines: Numbers, folds: Folds
) -> list[float]:
    """Return for each question the probability that the answer for the drawing with the most similar silhouette, of
    those with an answer among the options, is right; silhouettes are rows of unit length.

    Similarity of questions is added to that of silhouettes if that is right more often in the other folds.
    """
    texts = features.bag_matrix(features.text_bags(str(row.get("question", "")) for row in (*rows, *others)))
    known: dict[str, list[int]] = {}
    for index, text in enumerate(right_texts(others)):
        known.setdefault(text, []).append(index)
    by_outline: list[float] = []
    by_both: list[float] = []
    for start in range(0, len(rows), BLOCK):
        block = slice(start, min(start + BLOCK, len(rows)))
        alike = outlines[block] @ others_outlines.T
        asked = (texts[block] @ texts[len(rows) :].T).toarray()
        by_outline += by_best(rows[block], alike, known)
        by_both += by_best(rows[block], (1 + alike) * (0.01 + asked), known)
    return ridge.best_of([by_outline, by_both], folds)


def by_best(rows: Sequence[Row], alike: Numbers, known: Mapping[str, Sequence[int]]) -> list[float]:
    """Return for each question the probability that the option with the most similar known drawing is right."""
    lowest = float(alike.min(initial=0.0)) - 1
    return [
        chance_of_right(row, [line[known[text]].max() if text in known else lowest for text in option_texts(row)])
        for row, line in zip(rows, alike, strict=True)
    ]


def described(rows: Sequence[Row], others: Sequence[Row], texts: Sequence[str]) -> list[float]:
    """Return for each question the probability that the right option is the one whose words occur in the text about the
    drawing with the most similar command letters."""
    everything = features.bag_matrix([features.letters(features.program(row)) for row in (*rows, *others)])
    nearest_text = [
        texts[int(index)]
        for start in range(0, len(rows), BLOCK)
        for index in (everything[start : min(start + BLOCK, len(rows))] @ everything[len(rows) :].T)
        .toarray()
        .argmax(axis=1)
    ]
    return [chance_of_right(row, overlaps(row, text)) for row, text in zip(rows, nearest_text, strict=True)]
