"""Prompts: the part in words, and the form of the program."""

from collections.abc import Mapping
from types import MappingProxyType

from sgpkit.benchmark import Ask, Messages, Row, Strategy, messages

REQUEST = """\
Write a Python program with CadQuery or with build123d that models this part.

{prompt}

Leave the part in a variable `final_result` at the top level: a cq.Workplane or a cq.Shape, or a part or shape of \
build123d. Use one of the two and the standard library only; write no files. Reply with the program alone, in \
one ```python block."""

TEXTS: Mapping[str, str] = MappingProxyType({"request": REQUEST})


def direct(row: Row, options: Ask) -> Messages:
    """Return one message with the request."""
    return messages({**TEXTS, **options.texts}["request"].format(prompt=row["prompt"]))


STRATEGIES: Mapping[str, Strategy] = MappingProxyType({"direct": direct})
