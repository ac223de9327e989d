"""Levenshtein's distance, and the extended edit distance.

The latter is from Stanchev, Wang & Ney, "EED: Extended Edit Distance Measure for Machine Translation", 2019.

A Levenshtein distance between characters in which the position in the prediction may jump at a blank of the reference:
a step that deletes costs 0.2, one that inserts or substitutes 1, a jump 2; plus 0.3 for each position of the prediction
that was never visited, or visited more than once. Divided by the reference's length, with the same penalty added, and
at most 1.

Costs are counted in tenths, in whole numbers: in floating point, rounding would decide ties between positions, and
the published sum of them depends on which position a tie goes to (its first).
"""

import numpy as np

DELETION, INSERTION, SUBSTITUTION, JUMP = 2, 10, 10, 20
COVERAGE = 0.3
BLANK = ord(" ")
UNREACHABLE = 1 << 29


def levenshtein(one: str, other: str) -> int:
    """Return the least number of characters to insert, remove or replace to make one text the other."""
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
    """Return the distance, at most 1; about 0.3 over the length for the same text.

    As published, a blank is set at either end of both texts.
    """
    ours, theirs = points(f" {prediction} "), points(f" {reference} ")
    alphabet, steps = np.unique(theirs, return_inverse=True)
    sources = [latest_matches(ours, letter) for letter in alphabet]
    # Costs stand relative: less the deletions that lead to their position, and less an insertion for each step made. So
    # both are free, and a row never rises to the right: deleting what follows is already in it.
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
    # Never passed counts one, passed n times n - 1: together all positions and all steps, less twice those passed.
    coverage = COVERAGE * (len(cost) + len(theirs) - 2 * int(visited.sum()))
    distance = int(row[-2] + deletions[-1] + INSERTION * len(theirs)) / 10
    return min(1.0, (distance + coverage) / (len(theirs) + coverage))


def latest_matches(ours: np.ndarray, letter: int) -> np.ndarray:
    """Return for each position after a character the position before the last match with this letter so far.

    A match is free, and rows do not rise, so of all matches so far the last one costs least. Where there is none, it is
    the position after the row, which costs more than anything.
    """
    matches = np.where(ours == letter, np.arange(len(ours)), -1)
    np.maximum.accumulate(matches, out=matches)
    return np.where(matches < 0, len(ours) + 1, matches)


def first_row(matches: np.ndarray, deletions: np.ndarray) -> np.ndarray:
    """Return the costs after the first step. Before it every position but the first costs 1, however far it is."""
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
