"""Assign letters to right answers: each of A to D a quarter of the time, in an unpredictable order.

Published rows keep their published order; these functions are for our own rows.
"""

import random
from collections.abc import Sequence

LETTERS = ("A", "B", "C", "D")


def letter(number: int, name: str) -> str:
    """The letter for the row of this number: every four consecutive rows have all four letters."""
    block = list(LETTERS)
    random.Random(f"{name}:{number // len(block)}").shuffle(block)
    return block[number % len(block)]


def ordered(answer: str, others: Sequence[str], key: str, name: str) -> list[str]:
    """The answer under its letter, the other options shuffled over the rest."""
    options = list(others)
    random.Random(name).shuffle(options)
    options.insert(LETTERS.index(key), answer)
    return options
