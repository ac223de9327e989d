"""A drawn digit as a row of `sgp-mnist`, whichever source it is from: "which digit is this", in one of 20 wordings."""

import random

from sgpkit.benchmark import Row

WORDINGS = (
    "Which digit from 0 to 9 does the drawing show?",
    "What digit (0-9) is drawn here?",
    "The drawing shows a handwritten digit. Which one is it?",
    "Read the handwritten digit: which of 0 to 9 is it?",
    "Which of the ten digits did the writer put down?",
    "Say which digit between 0 and 9 appears in the drawing.",
    "A single digit is drawn. What is it?",
    "What number from 0 to 9 can be seen?",
    "If you saw this drawing on paper, which digit would you read?",
    "Name the digit, 0 to 9, that the outline forms.",
    "Which digit does the black shape stand for?",
    "As a digit from 0 to 9, what does the drawing say?",
    "Decide which digit, 0 to 9, has been written.",
    "What is the value of the digit in the drawing?",
    "Which one of the digits 0-9 has this shape?",
    "Recognise the handwritten digit (0 to 9).",
    "Someone wrote a digit by hand. Which digit did they write?",
    "The filled outline is a digit between 0 and 9. Which?",
    "What would a person read here, as a digit from 0 to 9?",
    "Identify the digit from 0 to 9 in the picture that is drawn.",
)
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
