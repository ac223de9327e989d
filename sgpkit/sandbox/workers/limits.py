"""The limits of one sandboxed process tree, when its time is up, and how its end is named."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from sgpkit.status import Status

SAMPLING = 0.02  # seconds between two looks at what the tree uses
MARGIN = 0.15  # of a limit on time: what ends that close to it, on either side, is taken again, alone
WALL = 30  # times its limit: how long a program may stay on the clock, waiting for a processor of a busy machine


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one sandbox, sizes in bytes. `memory` bounds each process's address space, and the sum of all.

    `cpu_seconds` bounds the processor time of the whole tree, `seconds` the time in which it asks for none.
    """

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
    """It slept, or waited for something that did not come, for longer than its limit."""
    CPU = "cpu"
    STARVED = "starved"
    """The machine was too busy to tell: no verdict on the program."""
    KILLED = "killed"
    """Something outside killed it twice, as the kernel does where memory is short: no verdict on the program."""
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
        if self in (Ended.STARVED, Ended.KILLED):
            return Status.INFRA_ERROR
        return Status.COMPILE_ERROR if self in (Ended.EXITED, Ended.SIGNAL) else Status.TOO_LARGE

    def reason(self, limits: Limits) -> str:
        """Return what a user is shown, with the limit that was hit, in the same words wherever it is hit."""
        match self:
            case Ended.CPU:
                return f"not done after {limits.cpu_seconds:g} s of processor time"
            case Ended.TIMEOUT:
                return f"not done after {limits.seconds:g} s in which it asked for no processor time"
            case Ended.STARVED:
                return f"no verdict: the machine was too busy to finish it in {WALL * limits.seconds:g} s on the clock"
            case Ended.KILLED:
                return "no verdict: it was killed from outside, twice; is the machine short of memory?"
            case Ended.MEMORY:
                return f"needs more than {limits.memory >> 20:,} MiB of memory"
            case Ended.OUTPUT:
                return f"prints more than {limits.output >> 20:,} MiB"
            case Ended.FILE_SIZE:
                return f"writes a file of more than {limits.file_size >> 20:,} MiB"
            case Ended.SCRATCH:
                return f"writes more than {limits.scratch_files:,} files"
            case Ended.COLLECTED:
                return f"leaves more than {limits.collected >> 20:,} MiB or {limits.collected_files:,} files"
        return "crashed" if self is Ended.SIGNAL else "ended"


def unhurried(limits: Limits) -> Limits:
    """Return the same limits without those on time, for a program that serves many requests."""
    return replace(limits, seconds=math.inf, cpu_seconds=math.inf)
