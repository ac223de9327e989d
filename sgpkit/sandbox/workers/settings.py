"""Limits that users can change by environment variables, and their bounds.

They apply to every process that starts sandboxes, on every node of a cluster. docs/reference/limits.md lists all
limits.
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
        """Return the user's value, or None if unset. Raises ValueError if it is not a number within the bounds."""
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
    """Return the time limit of one program: the caller's, else the user's, else the tool's default."""
    if asked is not None:
        return asked
    return SECONDS.value() or own


def memory(own: int) -> int:
    """Return the memory limit of one program in bytes: the user's, else the tool's default."""
    value = MEMORY.value()
    return own if value is None else int(value) << 20
