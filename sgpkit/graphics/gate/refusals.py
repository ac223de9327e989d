"""Constructs that make a drawing unsupported, unless the row's own drawings have them."""

from collections import Counter
from collections.abc import Iterable, Mapping

from sgpkit.graphics.svg.document import Element
from sgpkit.status import Rejected, Status

LONGEST = 80  # characters of a construct in a reason

Allowed = Mapping[str, int]
"""How often each construct may occur. The mapping must return 0 for an unknown construct when indexed."""


class _Everything(dict[str, int]):
    """Allows each construct any number of times."""

    def __missing__(self, construct: str) -> int:
        return 1 << 62


EVERYTHING: Allowed = _Everything()
"""For the drawings of rows, whose constructs are never refused. They are painted as the renderer paints them."""

NOTHING: Allowed = Counter()


class Unsupported(Exception):
    """A value that is not understood. Its message is the value or the problem."""


class Refusals:
    """Counts the constructs of one drawing that are not understood, and rejects those that are not allowed."""

    def __init__(self, allowed: Allowed) -> None:
        self.allowed = allowed
        self.seen: Counter[str] = Counter()

    def refuse(self, construct: str, element: Element) -> None:
        """Count a construct. Raises Rejected unless it is allowed that often."""
        construct = " ".join(construct.split())
        self.seen[construct] += 1
        if self.seen[construct] > self.allowed[construct]:
            line, column, path = element.location
            raise Rejected(
                Status.UNSUPPORTED,
                f"{construct[:LONGEST]} ({path}, line {line}, column {column}) is not supported: browsers may show it "
                "differently",
            )


def allow_any(drawings: Iterable[Counter[str]]) -> Allowed:
    """Return the constructs that are allowed if an answer may imitate any one of several drawings."""
    allowed: Counter[str] = Counter()
    for constructs in drawings:
        allowed |= constructs
    return allowed
