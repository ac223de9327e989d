"""A program and its description as a row of instruction data, one way or the other, in both forms that trainers read:
`instruction`, `input` and `output`, and chat messages.
"""

from typing import NamedTuple

from sgpkit.benchmark import Row
from sgpkit.families.shared import tables

from .content import wordings

WORDS = tables.read(__file__, "pairs.toml")

DESCRIBE, DRAW = "describe", "draw"
COLUMNS: dict[str, str] = WORDS["columns"]


class Pair(NamedTuple):
    """A program and its description. `record`: instruction, input and output as they were published, going in
    `direction`; None for our own. `generator`: the dotted name of the function that made the drawing, if it is ours."""

    identifier: str
    cluster: str
    source: str
    license: str
    category: str
    code: str
    text: str
    direction: str = ""
    record: tuple[str, str, str] | None = None
    generator: str = ""


def row(pair: Pair, direction: str) -> Row:
    """Return the row of a pair, without its picture. A published pair stays as it was unless it is turned round."""
    if pair.record is not None and pair.direction == direction:
        instruction, given, answer = pair.record
    else:
        instruction = wordings.instruction(direction, pair.identifier)
        given, answer = (pair.code, pair.text) if direction == DESCRIBE else (pair.text, pair.code)
    return {
        "id": pair.identifier,
        "cluster": pair.cluster,
        "source": pair.source,
        "license": pair.license,
        "generator": pair.generator,
        "category": pair.category,
        "direction": direction,
        "instruction": instruction,
        "input": given,
        "output": answer,
        "code": pair.code,
        "messages": [
            {"role": "user", "content": f"{instruction}\n\n{given}" if given else instruction},
            {"role": "assistant", "content": answer},
        ],
    }
