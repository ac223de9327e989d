"""The limits of one sandboxed process tree, and the reasons why it ended."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from sgpkit.status import Status

SAMPLING = 0.02  # seconds between two measurements of the tree's usage
MARGIN = 0.15  # fraction of a time limit: a program that ends this close to it, on either side, is run again, alone
WALL = 30  # maximum wall-clock time as a multiple of the time limit, most of which a busy machine may take


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one sandbox, sizes in bytes.

    `memory` bounds the address space of each process and the memory of the whole tree. `cpu_seconds` bounds the
    processor time of the whole tree, `seconds` the time in which it neither runs nor waits for a processor.
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
    """The reason why a sandboxed program ended."""

    EXITED = "exited"
    SIGNAL = "signal"
    TIMEOUT = "timeout"
    """It slept or waited for longer than its limit."""
    CPU = "cpu"
    STARVED = "starved"
    """The machine was too busy: no verdict on the program."""
    KILLED = "killed"
    """It was killed from outside twice, for example by the kernel when memory is short: no verdict on the program."""
    MEMORY = "memory"
    OUTPUT = "output"
    FILE_SIZE = "file_size"
    SCRATCH = "scratch"
    COLLECTED = "collected"

    @property
    def status(self) -> Status:
        """The default status of a completion whose program ended for this reason."""
        if self in (Ended.TIMEOUT, Ended.CPU):
            return Status.TIMEOUT
        if self in (Ended.STARVED, Ended.KILLED):
            return Status.INFRA_ERROR
        return Status.COMPILE_ERROR if self in (Ended.EXITED, Ended.SIGNAL) else Status.TOO_LARGE

    def reason(self, limits: Limits) -> str:
        """Return the message for the user, with the limit."""
        match self:
            case Ended.CPU:
                return f"not done after {limits.cpu_seconds:g} s of processor time"
            case Ended.TIMEOUT:
                return f"not done after {limits.seconds:g} s of sleeping or waiting"
            case Ended.STARVED:
                return f"no verdict: the machine was too busy to finish it within {WALL * limits.seconds:g} s"
            case Ended.KILLED:
                return "no verdict: it was killed from outside twice; the machine may be short of memory"
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


def without_time_limits(limits: Limits) -> Limits:
    """Return the limits without those on time, for a program that serves many requests."""
    return replace(limits, seconds=math.inf, cpu_seconds=math.inf)
