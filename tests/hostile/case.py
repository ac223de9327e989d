"""One hostile input: what it tries, and what it must come to."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.helpers.outside import Surroundings


class Case(NamedTuple):
    """`program` is text, or makes it where it is large. CANARY, FOLDER and PORT in it stand for a file outside with a
    secret, the folder that it lies in, and a port on which someone listens. `statuses` are those that it may get."""

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
