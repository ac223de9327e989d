"""The limits that users may change by environment variables, and their bounds.

They hold for whatever starts the sandbox: the command line, a notebook, every worker process, every node of a cluster.
SECURITY.md has the table of all limits.
"""

import os
from typing import NamedTuple


class Setting(NamedTuple):
    """An environment variable with its bounds."""

    name: str
    lowest: float
    highest: float
    unit: str

    def value(self) -> float | None:
        """Return the user's value, None without one. Raises ValueError for what is no number within the bounds."""
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
    """Return the time limit of one program: the one that the caller asks for, else the user's, else the tool's own."""
    if asked is not None:
        return asked
    return SECONDS.value() or own


def memory(own: int) -> int:
    """Return the memory limit of one program in bytes: the user's, else the tool's own."""
    value = MEMORY.value()
    return own if value is None else int(value) << 20
