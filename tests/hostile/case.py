"""One hostile input, its aim and its expected outcome."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.helpers.outside import Surroundings


class Case(NamedTuple):
    """A hostile input. `program` is a text, or a function that makes a large one. CANARY, FOLDER and PORT in it stand
    for a file with a secret outside the sandbox, the folder of that file, and the port of a listener. `statuses` are
    the allowed statuses."""

    name: str
    program: str | Callable[[], str]
    statuses: frozenset[str]
    tries: str

    def text(self, external: Surroundings) -> str:
        made = self.program if isinstance(self.program, str) else self.program()
        folder: Path = external.canary.parent
        for word, position in (("CANARY", external.canary), ("FOLDER", folder), ("PORT", external.port)):
            made = made.replace(word, str(position))
        return made


def case(name: str, program: str | Callable[[], str], statuses: str, tries: str) -> Case:
    return Case(name, program, frozenset(statuses.split()), tries)
