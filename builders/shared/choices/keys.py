"""Under which letter a right answer stands: each of A to D a quarter of the time, in an order no one can guess.

Published rows keep their published order; these are for rows of our own.
"""

import random
from collections.abc import Sequence

LETTERS = ("A", "B", "C", "D")


def letter(number: int, name: str) -> str:
    """The letter for the row of this number: every four rows that follow each other get all four."""
    block = list(LETTERS)
    random.Random(f"{name}:{number // len(block)}").shuffle(block)
    return block[number % len(block)]


def ordered(answer: str, others: Sequence[str], key: str, name: str) -> list[str]:
    """The answer under its letter, the other options shuffled over the rest."""
    options = list(others)
    random.Random(name).shuffle(options)
    options.insert(LETTERS.index(key), answer)
    return options
