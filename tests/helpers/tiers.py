"""Which tests run when: markers of configs, and a guard that keeps tests without the marker `process` from starting one.

`make test` runs what is not marked `slow`; `make check` what is not marked `process` either and took less than `QUICK`
seconds when it was last measured.
"""

import functools
import json
import sys
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest
from paths import ROOT

from sgpkit import families
from tools import changed_families

REPRESENTATIVES = frozenset(
    {
        "cad-script",
        "optimise-svg",
        "gen-composition",
        "sgp-symmetry",
        "ssvg-molecule-svg",
        "turtle-scratch",
        "vectorgym-text",
        "vgqa-graphviz",
    }
)
"""The config of each family that `make test` takes through the contract with a few rows."""

QUICK = 0.05
"""Processor seconds up to which `make check` runs a test."""

SHARED = 0.5
"""Those that the tests of a file may share, for `make check` to run them."""

CASES = 2
"""Cases of one test that `make check` runs."""

STARTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system")
"""Events of Python's audit of processes that start."""


@functools.cache
def families_in_full() -> set[str]:
    """Return the families all of whose configs are checked in `make test`: those that changed."""
    return changed_families.changed()


def in_full(config: str) -> bool:
    """Return whether `make test` takes a config through the whole contract."""
    return families.locate(config)[0] in families_in_full()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("quick"):
        cases: Counter[str] = Counter()
        chosen: list[pytest.Item] = []
        rest: list[pytest.Item] = []
        for item in items:
            quick = is_quick(item)
            cases[item.nodeid.partition("[")[0]] += quick
            (chosen if quick and cases[item.nodeid.partition("[")[0]] <= CASES else rest).append(item)
        config.hook.pytest_deselected(items=rest)
        items[:] = chosen


def is_quick(item: pytest.Item) -> bool:
    """Return whether a test, and what it shares with others of its file, took less than `QUICK` seconds."""
    section, name = measured()["test"], name_of(item)
    own, shared = section["tests"].get(name, 0.0), section["shared"].get(name.partition("::")[0], 0.0)
    return bool(own < QUICK and shared < SHARED)


@functools.cache
def measured() -> dict[str, Any]:
    """Return what `make test-all` last measured."""
    document: dict[str, Any] = json.loads((ROOT / "tests" / "durations.json").read_text(encoding="utf-8"))
    return document


def name_of(item: pytest.Item) -> str:
    """Return the name of a test without the group that pytest-xdist appends."""
    head, at, group = item.nodeid.rpartition("@")
    return head if at and "]" not in group else item.nodeid


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
    """Refuses processes while a test runs."""

    def __init__(self) -> None:
        self.running = False

    def audit(self, event: str, arguments: tuple[object, ...]) -> None:
        """Raise where Python is about to start a process."""
        if self.running and event in STARTS:
            raise StartedProcess(f"{event} in a test without the marker `process`")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self.running = True
        try:
            return (yield)
        finally:
            self.running = False
