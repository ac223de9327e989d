"""Extraction of a completion's answer, without its thinking: a program, a letter, a digit.

Every scan is linear in the text, since the text is a model's and may be long and hostile.
"""

from sgpkit.extract.choices import answer, choice
from sgpkit.extract.numbers import number, number_answer
from sgpkit.extract.programs import code, code_answer, fenced_blocks, require_code
from sgpkit.extract.visible import MAX_LENGTH, Answer, without_thinking
from sgpkit.formats import Program

__all__ = [
    "MAX_LENGTH",
    "Answer",
    "Program",
    "answer",
    "choice",
    "code",
    "code_answer",
    "fenced_blocks",
    "number",
    "number_answer",
    "require_code",
    "without_thinking",
]
