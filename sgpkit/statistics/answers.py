"""Letters of multiple-choice answers: accuracy by letter, balance of the key, entropy of the answers."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from sgpkit.statistics.intervals import Interval, wilson


class LetterAccuracy(NamedTuple):
    """A letter with the number of rows that have it as key, of those answered correctly, and of all answers with it."""

    letter: str
    keyed: int
    right: int
    named: int
    interval: Interval


class KeyBalance(NamedTuple):
    """The balance of a key: the accuracy of always answering its most common letter, and the p-value (chi-squared test)
    of a key at least as uneven if all letters are equally likely."""

    counts: dict[str, int]
    constant: float
    p: float


def per_letter(keys: Sequence[str], answers: Sequence[str | None]) -> list[LetterAccuracy]:
    """Return the accuracy for each letter in the key or the answers, sorted by letter. None is an answer without a
    letter."""
    if len(keys) != len(answers):
        raise ValueError(f"{len(keys)} keys and {len(answers)} answers: expected equal numbers")
    keyed, named = Counter(keys), Counter(answer for answer in answers if answer is not None)
    right = Counter(key for key, answer in zip(keys, answers, strict=True) if key == answer)
    return [
        LetterAccuracy(letter, keyed[letter], right[letter], named[letter], wilson(right[letter], keyed[letter]))
        for letter in sorted({*keyed, *named})
    ]


def key_balance(keys: Sequence[str], letters: Sequence[str] = ()) -> KeyBalance:
    """Return the balance of a key. `letters` are all possible letters, if some may be absent from the key."""
    from scipy import special

    counts = dict.fromkeys(letters, 0) | dict(sorted(Counter(keys).items()))
    if not keys:
        return KeyBalance(counts, 0.0, 1.0)
    even = len(keys) / len(counts)
    odd = sum((count - even) ** 2 / even for count in counts.values())
    p = float(special.chdtrc(len(counts) - 1, odd)) if len(counts) > 1 else 1.0
    return KeyBalance(counts, max(counts.values()) / len(keys), p)


def entropy(answers: Sequence[Hashable | None], options: int, strict: bool = False) -> float | None:
    """Return the entropy of the answers, divided by that of a uniform distribution over the options: 0 if all are
    equal, 1 if they are spread evenly. None is a missing answer; if all are missing, the result is None.

    As published, missing answers are left out, so that a single answer counts as full agreement. With `strict`, a
    missing answer counts as one more option.
    """
    if options < 2:
        raise ValueError(f"expected at least 2 options, got {options}")
    counts = Counter(answer for answer in answers if strict or answer is not None)
    total = counts.total()
    if not total:
        return None
    classes = options + strict
    spread = -sum(count / total * math.log(count / total) for count in counts.values()) / math.log(classes)
    return max(0.0, spread)  # in this order, so that -0.0 becomes 0.0
