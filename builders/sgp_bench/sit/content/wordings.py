"""The wordings of instructions: twenty for each direction, one drawn for each row, as in the paper (appendix F.1). The
wordings are this project's.
"""

import random

from sgpkit.families.shared import tables

WORDINGS: dict[str, tuple[str, ...]] = tables.read(__file__, "wordings.toml")


def instruction(direction: str, name: str) -> str:
    """The same for the same name in every build."""
    return random.Random(f"{name}:{direction}").choice(WORDINGS[direction])
