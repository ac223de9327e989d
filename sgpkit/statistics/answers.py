"""Letters of multiple choice: accuracy by letter, balance of the key, scatter of the answers."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from sgpkit.statistics.intervals import Interval, wilson


class LetterAccuracy(NamedTuple):
    """The number of rows whose key is a letter, of those answered with it, and of all answers with it."""

    letter: str
    keyed: int
    right: int
    named: int
    interval: Interval


class KeyBalance(NamedTuple):
    """The balance of a key: the share that always naming the most common letter gets, and the p-value (a chi-squared
    test) of a key as uneven as this one if all letters were equally likely."""

    counts: dict[str, int]
    constant: float
    p: float


def per_letter(keys: Sequence[str], answers: Sequence[str | None]) -> list[LetterAccuracy]:
    """Return the accuracy for each letter of the key or the answers, in order. None is an answer without a letter."""
    if len(keys) != len(answers):
        raise ValueError(f"{len(keys)} keys and {len(answers)} answers: expected as many of each")
    keyed, named = Counter(keys), Counter(answer for answer in answers if answer is not None)
    right = Counter(key for key, answer in zip(keys, answers, strict=True) if key == answer)
    return [
        LetterAccuracy(letter, keyed[letter], right[letter], named[letter], wilson(right[letter], keyed[letter]))
        for letter in sorted({*keyed, *named})
    ]


def key_balance(keys: Sequence[str], letters: Sequence[str] = ()) -> KeyBalance:
    """Return the balance of a key; `letters` are those that it could use, if it need not use all of them."""
    from scipy import special

    counts = dict.fromkeys(letters, 0) | dict(sorted(Counter(keys).items()))
    if not keys:
        return KeyBalance(counts, 0.0, 1.0)
    even = len(keys) / len(counts)
    odd = sum((count - even) ** 2 / even for count in counts.values())
    p = float(special.chdtrc(len(counts) - 1, odd)) if len(counts) > 1 else 1.0
    return KeyBalance(counts, max(counts.values()) / len(keys), p)


def entropy(answers: Sequence[Hashable | None], options: int, strict: bool = False) -> float | None:
    """Return the entropy of the answers, divided by that of an even distribution over the options: 0 where all name
    one, 1 where they scatter evenly. None is no answer; without any the result is None.

    As published, silence is left out, so that one answer among silent ones is full agreement. With `strict`, silence
    is an answer of its own, one more than the options: 1 is then an even distribution over them and silence."""
    if options < 2:
        raise ValueError(f"expected at least 2 options, got {options}")
    counts = Counter(answer for answer in answers if strict or answer is not None)
    total = counts.total()
    if not total:
        return None
    classes = options + strict
    spread = -sum(count / total * math.log(count / total) for count in counts.values()) / math.log(classes)
    return max(0.0, spread)  # in this order, since -0.0 is not above 0.0
