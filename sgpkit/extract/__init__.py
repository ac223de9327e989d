"""Extract the answer from a completion without its thinking: a program, a letter or a digit.

Every scan is linear in the length of the text, which is untrusted and may be long.
"""

import importlib
from typing import TYPE_CHECKING, Any

from sgpkit.extract.programs import code, code_answer, fenced_blocks, require_code
from sgpkit.extract.visible import MAX_LENGTH, Answer, without_thinking
from sgpkit.graphics.formats import Program

if TYPE_CHECKING:
    from sgpkit.extract.choices import answer, choice
    from sgpkit.extract.numbers import number, number_answer

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

LATER = {"answer": "choices", "choice": "choices", "number": "numbers", "number_answer": "numbers"}
"""Modules whose patterns take a tenth of a second to compile; imported on first use."""


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{LATER[name]}"), name)
