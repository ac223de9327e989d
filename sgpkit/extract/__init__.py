"""What a completion answers, after the thinking is cut off: a program, a letter, a digit.

Every scan is linear in the text, since the text is a model's and may be long and odd on purpose.
"""

from sgpkit.extract.choices import answer, choice
from sgpkit.extract.numbers import number, number_answer
from sgpkit.extract.programs import FORMATS, Program, code, code_answer, fenced_blocks, last_program, require_code
from sgpkit.extract.visible import MAX_LENGTH, Answer, without_thinking

__all__ = [
    "FORMATS",
    "MAX_LENGTH",
    "Answer",
    "Program",
    "answer",
    "choice",
    "code",
    "code_answer",
    "fenced_blocks",
    "last_program",
    "number",
    "number_answer",
    "require_code",
    "without_thinking",
]
