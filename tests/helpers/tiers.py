"""Select tests: markers of configs, and a guard that keeps tests without the marker `process` from starting one.

`make test` runs tests that are not marked `slow`. `make check` also leaves out tests marked `process` and tests that
took more than `QUICK` seconds when last measured.
"""

import functools
import json
import sys
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest
from durations import without_group
from paths import ROOT

from sgpkit.benchmark import families
from tools import changed_families

REPRESENTATIVES = frozenset(
    {
        "cad-script",
        "diagrams-graphviz",
        "optimise-svg",
        "gen-composition",
        "sgp-cad-2d",
        "sgp-symmetry",
        "ssvg-molecule-svg",
        "turtle-scratch",
        "vectorgym-text",
        "vgqa-graphviz",
    }
).intersection(families.names())
"""One config per existing family, which `make test` checks against the contract on a few rows."""

QUICK = 0.05
"""`make check` leaves out tests that take at least this many processor seconds,"""

SHARED = 0.5
"""and all tests of a file whose shared fixtures take at least this many."""

CASES = 2
"""The number of cases of a parametrized test that `make check` runs."""

STARTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system")
"""The audit events that Python raises before it starts a process."""


@functools.cache
def families_in_full() -> set[str]:
    """Return the families that changed: `make test` checks all their configs."""
    return changed_families.changed()


def in_full(config: str) -> bool:
    """Return whether `make test` checks a config against the whole contract."""
    return families.locate(config)[0] in families_in_full()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("quick"):
        cases: Counter[str] = Counter()
        chosen: list[pytest.Item] = []
        rest: list[pytest.Item] = []
        for item in items:
            test, quick = item.nodeid.partition("[")[0], is_quick(item)
            cases[test] += quick
            (chosen if quick and cases[test] <= CASES else rest).append(item)
        config.hook.pytest_deselected(items=rest)
        items[:] = chosen


def is_quick(item: pytest.Item) -> bool:
    """Return whether a test took less than `QUICK` seconds, and the shared fixtures of its file less than `SHARED`."""
    section, name = measured()["test"], without_group(item.nodeid)
    own, shared = section["tests"].get(name, 0.0), section["shared"].get(name.partition("::")[0], 0.0)
    return bool(own < QUICK and shared < SHARED)


@functools.cache
def measured() -> dict[str, Any]:
    """Return the last measurements of `make test-all`."""
    document: dict[str, Any] = json.loads((ROOT / "tests" / "durations.json").read_text(encoding="utf-8"))
    return document


class StartedProcess(Exception):
    """A test without the marker `process` started a process."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out tests that took long when last measured, and all but a few cases of the others",
    )
    parser.addoption("--no-processes", action="store_true", help="fail tests that start a process")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("no_processes"):
        import cairocffi  # noqa: F401  # it looks for its library by a process

        guard = Guard()
        sys.addaudithook(guard.audit)
        config.pluginmanager.register(guard, "no-processes")


class Guard:
    """A guard that refuses new processes while a test runs."""

    def __init__(self) -> None:
        self.running = False

    def audit(self, event: str, arguments: tuple[object, ...]) -> None:
        """Raise an error if Python is about to start a process."""
        if self.running and event in STARTS:
            raise StartedProcess(f"{event} in a test without the marker `process`")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self.running = True
        try:
            return (yield)
        finally:
            self.running = False
