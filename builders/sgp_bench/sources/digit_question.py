"""A drawn digit from any source as a row of `sgp-mnist`: "which digit is this", in one of 20 wordings."""

import random

from sgpkit.benchmark import Row
from sgpkit.families.shared import tables

WORDS = tables.read(__file__, "digit_question.toml")

WORDINGS: tuple[str, ...] = WORDS["wordings"]
DIGITS = tuple("0123456789")


def wording(number: int, name: str) -> str:
    """Each wording once in every 20 rows of a name, in a separate order."""
    order = list(WORDINGS)
    random.Random(f"{name}:wordings-{number // len(order)}").shuffle(order)
    return order[number % len(order)]


def row(identifier: str, source: str, license: str, question: str, digit: str, code: str, generator: str = "") -> Row:
    """Return the row of a drawn digit; `generator` is the dotted name of the function that drew it, if it is ours."""
    return {
        "id": identifier,
        "cluster": identifier,
        "source": source,
        "license": license,
        "generator": generator,
        "question": question,
        "answer": digit,
        "code": code,
    }
