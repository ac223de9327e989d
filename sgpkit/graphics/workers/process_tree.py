"""The resources that a running process and all its descendants use, read from /proc by a process outside the tree."""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_TICKS = os.sysconf("SC_CLK_TCK")
_OWN_MEMORY = ("RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:")  # not RssFile: shared libraries would count many times


class Usage(NamedTuple):
    """The resources of a process tree, memory in bytes."""

    memory: int
    cpu_seconds: float
    processes: int
    waited: dict[int, float]  # seconds that each process was ready to run and had no processor


def usage(root: int) -> Usage:
    """Return the sums over `root` and its descendants. A process that ends meanwhile counts with what could be read."""
    memory, ticks, processes = 0, 0, 0
    waited: dict[int, float] = {}
    waiting = [root]
    while waiting:
        process = waiting.pop()
        folder = Path("/proc", str(process))
        with suppress(OSError, ValueError, IndexError):
            # A reaped child's time is in its parent's third and fourth figure.
            ticks += sum(
                int(field) for field in (folder / "stat").read_text("latin-1").rpartition(")")[2].split()[11:15]
            )
            processes += 1
            for line in (folder / "status").read_text("latin-1").splitlines():
                if line.startswith(_OWN_MEMORY):
                    memory += int(line.split()[1]) * 1024
            for thread in (folder / "task").iterdir():
                with suppress(OSError):
                    waiting += [int(child) for child in (thread / "children").read_text().split()]
        # https://docs.kernel.org/scheduler/sched-stats.html: time on a processor, time waiting for one, turns
        with suppress(OSError, ValueError, IndexError):
            waited[process] = int((folder / "schedstat").read_text().split()[1]) / 1e9
    return Usage(memory, ticks / _TICKS, processes, waited)
