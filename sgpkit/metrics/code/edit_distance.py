"""Levenshtein's distance, and the extended edit distance.

The latter is from Stanchev, Wang & Ney, "EED: Extended Edit Distance Measure for Machine Translation", 2019.

It is a Levenshtein distance between characters in which the position in the prediction may jump at a blank of the
reference. A deletion costs 0.2, an insertion or substitution 1, and a jump 2; in addition, each position of the
prediction that was never visited costs 0.3, and so does each repeated visit. The sum is divided by the reference's
length plus the same penalty, and is at most 1.

Costs are integers, in tenths: in floating point, rounding would decide ties between positions, and the published result
depends on the position that is chosen (the first).
"""

import numpy as np

DELETION, INSERTION, SUBSTITUTION, JUMP = 2, 10, 10, 20
COVERAGE = 0.3
BLANK = ord(" ")
UNREACHABLE = 1 << 29


def levenshtein(one: str, other: str) -> int:
    """Return the minimum number of insertions, deletions and replacements of characters that turn one text into the
    other.
    """
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    start = next((index for index, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    start = min(len(one), len(other)) if start is None else start
    first, second = points(one[start:]), points(other[start:])
    steps = np.arange(len(second) + 1)
    row = steps.copy()
    for index, letter in enumerate(first, 1):
        best = np.minimum(row[1:] + 1, row[:-1] + (second != letter))
        row = np.minimum.accumulate(np.concatenate(([index], best)) - steps) + steps
    return int(row[-1])


def extended_edit_distance(prediction: str, reference: str) -> float:
    """Return the distance, at most 1; about 0.3 divided by the length for equal texts. As published, both texts get a
    blank at each end.
    """
    ours, theirs = points(f" {prediction} "), points(f" {reference} ")
    alphabet, steps = np.unique(theirs, return_inverse=True)
    sources = [latest_matches(ours, letter) for letter in alphabet]
    # Costs are stored relative to the deletions that lead to their position and to one insertion per step. So both are
    # free, and costs never increase along a row, since deleting the rest is already included.
    deletions = DELETION * np.arange(len(ours) + 1, dtype=np.int32)
    row = first_row(ours == theirs[0], deletions)
    cost, kept, visited = np.empty_like(deletions), np.empty_like(deletions[1:]), np.zeros(len(deletions), dtype=bool)
    blank = int(np.searchsorted(alphabet, BLANK))
    for made, step in enumerate(steps.tolist()):
        if made:
            np.subtract(row[:-2], INSERTION + DELETION - SUBSTITUTION, out=kept)
            np.minimum(row[1:-1], kept, out=kept)
            np.take(row, sources[step], out=cost[1:], mode="clip")
            np.subtract(cost[1:], INSERTION + DELETION, out=cost[1:])
            np.minimum(kept, cost[1:], out=row[1:-1])
        np.add(row[:-1], deletions, out=cost)
        nearest = int(cost.argmin())
        visited[nearest] = True
        if step == blank:
            np.minimum(cost, cost[nearest] + JUMP, out=cost)
            np.subtract(cost, deletions, out=row[:-1])
    # A position counts 1 if it was never visited, and n - 1 if it was visited n times. The sum is the number of
    # positions plus the number of steps, minus twice the number of visited positions.
    coverage = COVERAGE * (len(cost) + len(theirs) - 2 * int(visited.sum()))
    distance = int(row[-2] + deletions[-1] + INSERTION * len(theirs)) / 10
    return min(1.0, (distance + coverage) / (len(theirs) + coverage))


def latest_matches(ours: np.ndarray, letter: int) -> np.ndarray:
    """Return, for each position after a character, the position before the last match with this letter so far. A match
    is free and costs do not increase along a row, so the last match costs least. Without a match, it is the position
    after the row, whose cost is higher than any other.
    """
    matches = np.where(ours == letter, np.arange(len(ours)), -1)
    np.maximum.accumulate(matches, out=matches)
    return np.where(matches < 0, len(ours) + 1, matches)


def first_row(matches: np.ndarray, deletions: np.ndarray) -> np.ndarray:
    """Return the costs after the first step. Before the first step, every position but the first costs 1, at any
    distance.
    """
    start = np.where(deletions > 0, INSERTION, 0) - deletions
    row = np.full(len(start) + 1, UNREACHABLE, dtype=np.int32)
    row[:-1] = start
    replaced = start[:-1] - DELETION + np.where(matches, 0, SUBSTITUTION) - INSERTION
    row[1:-1] = np.minimum(row[1:-1], replaced)
    np.minimum.accumulate(row[:-1], out=row[:-1])
    return row


def points(text: str) -> np.ndarray:
    """Return the code points of a text; a lone surrogate is one too."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
