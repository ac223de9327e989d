"""The limits of one sandboxed process tree, when its time is up, and how its end is named."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from sgpkit.status import Status

SAMPLING = 0.02  # seconds between two looks at what the tree uses
PATIENCE = 4  # times its limit: the longest that a program which waits for a processor of a busy machine may stay


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one sandbox, sizes in bytes. `memory` bounds each process's address space, and the sum of all."""

    seconds: float = 20.0
    cpu_seconds: float = 20.0
    memory: int = 2 << 30
    processes: int = 32
    file_size: int = 64 << 20
    scratch: int = 256 << 20
    scratch_files: int = 10_000
    open_files: int = 256
    output: int = 8 << 20
    collected: int = 64 << 20
    collected_files: int = 256


class Ended(StrEnum):
    """Why a sandboxed program came to its end."""

    EXITED = "exited"
    SIGNAL = "signal"
    TIMEOUT = "timeout"
    CPU = "cpu"
    MEMORY = "memory"
    OUTPUT = "output"
    FILE_SIZE = "file_size"
    SCRATCH = "scratch"
    COLLECTED = "collected"

    @property
    def status(self) -> Status:
        """The status of a completion whose program ended in this way, unless the caller knows better."""
        if self in (Ended.TIMEOUT, Ended.CPU):
            return Status.TIMEOUT
        return Status.COMPILE_ERROR if self in (Ended.EXITED, Ended.SIGNAL) else Status.TOO_LARGE


def end_time(begun: float, deadline: float, starved: float) -> float:
    """Return when a program must end that began at `begun` and has waited `starved` seconds for a processor."""
    return min(deadline + starved, begun + PATIENCE * (deadline - begun))


def unhurried(limits: Limits) -> Limits:
    """Return the same limits without those on time, for a program that serves many requests."""
    return replace(limits, seconds=math.inf, cpu_seconds=math.inf)
