"""What a user may change of the limits, by environment variables, and how far.

They hold for whatever starts the sandbox: the command line, a notebook, every worker process, every node of a cluster.
SECURITY.md has the table of all limits.
"""

import os
from typing import NamedTuple


class Setting(NamedTuple):
    name: str
    lowest: float
    highest: float
    unit: str

    def value(self) -> float | None:
        """What the user has set, None for nothing. Raises ValueError for what is no number within the bounds."""
        text = os.environ.get(self.name, "").strip()
        if not text:
            return None
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not self.lowest <= number <= self.highest:
            expected = f"expected {self.lowest:g} to {self.highest:g} {self.unit}"
            raise ValueError(f"{self.name}={text[:40]!r}: {expected}")
        return number


SECONDS = Setting("SGPKIT_SECONDS", 1, 600, "seconds for one program")
MEMORY = Setting("SGPKIT_MEMORY", 1024, 65_536, "MiB for one program")


def seconds(own: float, asked: float | None = None) -> float:
    """How long one program may run: what the caller asks for, else what the user has set, else a tool's own."""
    if asked is not None:
        return asked
    return SECONDS.value() or own


def memory(own: int) -> int:
    """How many bytes one program may use: what the user has set, else a tool's own."""
    value = MEMORY.value()
    return own if value is None else int(value) << 20
