"""Timing: alternate both sides for several rounds, and compare medians."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Figure(NamedTuple):
    what: str
    value: float
    unit: str
    goal: str
    holds: bool


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median_seconds(work: Callable[[], object], rounds: int = 5) -> float:
    return statistics.median(seconds(work) for _ in range(rounds))


def ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 3) -> float:
    """Return how many times as fast `ours` is: the median over rounds in which both run, one after the other."""
    return statistics.median(seconds(theirs) / seconds(ours) for _ in range(rounds))


def at_least(what: str, value: float, goal: float, unit: str = "×") -> Figure:
    return Figure(what, value, unit, f"≥ {goal:g}", value >= goal)


def at_most(what: str, value: float, goal: float, unit: str) -> Figure:
    return Figure(what, value, unit, f"≤ {goal:g}", value <= goal)


REAPER = """
import ctypes, os, resource, subprocess, sys
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
code = subprocess.run(sys.argv[2:]).returncode
while True:
    try:
        os.waitpid(-1, 0)
    except ChildProcessError:
        break
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as file:
    file.write(str(used.ru_utime + used.ru_stime))
sys.exit(code)
"""


def processor_time(*command: str, environment: Mapping[str, str] | None = None) -> tuple[float, str]:
    """Return the processor time of a command and of all processes that it starts, and what it prints. Its workers end
    with it, without being waited for; an intermediate process inherits them, so that all are counted. Raises
    RuntimeError if the command fails.
    """
    with tempfile.NamedTemporaryFile("r") as report:
        whole = [sys.executable, "-c", REAPER, report.name, *command]
        done = subprocess.run(whole, env={**os.environ, **(environment or {})}, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
        return float(report.read()), done.stdout
