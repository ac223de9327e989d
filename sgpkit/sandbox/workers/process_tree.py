"""Read the resource usage of a process and its descendants from /proc, from outside the tree."""

import os
from contextlib import suppress
from typing import NamedTuple

_TICKS = os.sysconf("SC_CLK_TCK")
# Without RssFile, which would count shared libraries many times.
_OWN_MEMORY = (b"RssAnon:", b"RssShmem:", b"VmSwap:", b"VmPTE:")
_MOST = 1 << 16  # maximum bytes to read from a file in /proc


class Usage(NamedTuple):
    """The resource usage of a process tree, memory in bytes."""

    memory: int
    cpu_seconds: float
    processes: int
    own: dict[int, float]  # processor seconds by process, without its children
    waited: dict[int, float]  # seconds by thread that it was ready to run without a processor
    runnable: bool  # whether a thread is running or ready to run


def usage(root: int) -> Usage:
    """Return the usage of `root` and its descendants. Of a process that ends meanwhile, the values read so far
    count."""
    memory, ticks, processes, runnable = 0, 0, 0, False
    own: dict[int, float] = {}
    waited: dict[int, float] = {}
    waiting = [root]
    while waiting:
        process = waiting.pop()
        folder = f"/proc/{process}"
        with suppress(OSError, ValueError, IndexError):
            fields = _read(f"{folder}/stat").rpartition(b")")[2].split()
            times = [int(figure) for figure in fields[11:15]]  # the last two are the times of reaped children
            ticks += sum(times)
            own[process] = sum(times[:2]) / _TICKS
            processes += 1
            for line in _read(f"{folder}/status").splitlines():
                if line.startswith(_OWN_MEMORY):
                    memory += int(line.split()[1]) * 1024
            threads = os.listdir(f"{folder}/task")  # noqa: PTH208
            runnable |= fields[0] == b"R"
            for thread in threads:
                with suppress(OSError, ValueError, IndexError):
                    waiting += map(int, _read(f"{folder}/task/{thread}/children").split())
                    waited[int(thread)] = delay(f"{folder}/task/{thread}/schedstat")
                    if len(threads) > 1 and not runnable:
                        state = _read(f"{folder}/task/{thread}/stat").rpartition(b")")[2].split()[0]
                        runnable = state == b"R"
    return Usage(memory, ticks / _TICKS, processes, own, waited, runnable)


def delay(path: str = "/proc/thread-self/schedstat") -> float:
    """Return the seconds that a thread, by default this one, was ready to run without a processor.

    https://docs.kernel.org/scheduler/sched-stats.html: time on a processor, time waiting for one, turns.
    """
    return int(_read(path).split()[1]) / 1e9


def _read(path: str) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(handle, _MOST)
    finally:
        os.close(handle)
