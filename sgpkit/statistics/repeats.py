"""Unbiased estimates for k samples from n samples per row: means over all ways to choose k of them."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence


def pass_at_k(n: int, correct: int, k: int) -> float:
    """Return the unbiased probability that at least one of k samples is right, if `correct` of n are (arXiv:2107.03374,
    §2.1)."""
    if not (0 <= correct <= n and 1 <= k <= n):
        raise ValueError(f"pass@{k} of {correct} right among {n}: expected 0 ≤ correct ≤ n and 1 ≤ k ≤ n")
    if n - correct < k:
        return 1.0
    return 1.0 - math.prod((n - correct - taken) / (n - taken) for taken in range(k))


def best_of_k(values: Sequence[float], k: int, selector: Sequence[float] | None = None) -> float:
    """Return the mean value of the best of k samples, over all choices of k of the n: best by value (the expected
    maximum), or by the marks of a `selector`. Among equal marks one sample is drawn at random.

    If m samples have at most some mark, and b of them less, the best of k has that mark in C(m, k) - C(b, k) of the
    C(n, k) choices.
    """
    n = len(values)
    marks = values if selector is None else selector
    if not (len(marks) == n and 1 <= k <= n):
        raise ValueError(f"best of {k} of {n} samples by {len(marks)} marks: expected 1 ≤ k ≤ n and n marks")
    groups: dict[float, list[float]] = {}
    for mark, value in sorted(zip(marks, values, strict=True)):
        groups.setdefault(mark, []).append(value)
    total, below = 0.0, 0
    for equal in groups.values():
        upto = below + len(equal)
        total += (math.comb(upto, k) - math.comb(below, k)) * math.fsum(equal) / len(equal)
        below = upto
    return total / math.comb(n, k)


def majority_at_k(answers: Sequence[Hashable | None], right: Hashable, k: int) -> float:
    """Return the probability that the most common answer of k samples is right, over all choices of k of the samples.

    Ties are broken at random. None is a missing answer, which is not a vote; without any vote the answer is wrong.
    """
    if not 1 <= k <= len(answers):
        raise ValueError(f"majority@{k} of {len(answers)} answers: expected 1 ≤ k ≤ n")
    counts = Counter(answers)
    silent, votes = counts.pop(None, 0), counts.pop(right, 0)
    chosen = 0.0
    for winning in range(1, min(votes, k) + 1):
        # ways[tied][taken]: the choices of `taken` other samples with `tied` answers exactly `winning` times, none more
        # often
        ways = [[0] * (k - winning + 1) for _ in range(len(counts) + 1)]
        ways[0] = [math.comb(silent, taken) for taken in range(k - winning + 1)]
        for count in counts.values():
            ways = add_answer(ways, count, winning)
        chosen += math.comb(votes, winning) * sum(line[-1] / (tied + 1) for tied, line in enumerate(ways))
    return chosen / math.comb(len(answers), k)


def add_answer(ways: list[list[int]], count: int, winning: int) -> list[list[int]]:
    """Return the ways including the choices of another answer, which `count` samples gave."""
    room = len(ways[0])
    longer = [[0] * room for _ in ways]
    for tied, line in enumerate(ways):
        for taken, before in enumerate(line):
            if not before:
                continue
            for more in range(min(count, winning, room - 1 - taken) + 1):
                longer[tied + (more == winning)][taken + more] += before * math.comb(count, more)
    return longer
