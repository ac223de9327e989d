"""A pytest plugin that records the processor time of each test, including every process that it starts.

`--durations-file FILE --tier NAME` writes section NAME of a JSON file. Each pytest process moves into a control group of
its own, which also accounts for daemons (Ray, pools of workers). Where control groups cannot be made, the process tree
is summed instead, which misses processes that have left it. The field `measured` of the file says which was used.

Fixtures that several tests share, and work within `shared()`, are counted separately from the first test that needs
them.
"""

import contextlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

LISTED = 0.05
"""Processor seconds from which tests are listed one by one; the others are summed by file."""

TICKS = os.sysconf("SC_CLK_TCK")


def control_group() -> Callable[[], float] | None:
    """Move this process into a new control group and return a function that reads its processor time in seconds."""
    name = f"sgpkit-tests-{os.getpid()}"
    for line in Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines():
        _, controllers, position = line.split(":", 2)
        if "cpuacct" in controllers.split(","):
            root, counter, unit = Path("/sys/fs/cgroup/cpuacct"), "cpuacct.usage", 1e9
        elif not controllers:
            unified = Path("/sys/fs/cgroup/unified")
            root, counter, unit = unified if unified.is_dir() else Path("/sys/fs/cgroup"), "cpu.stat", 1e6
        else:
            continue
        folder = root / position.lstrip("/") / name
        for old in folder.parent.glob("sgpkit-tests-*"):
            with contextlib.suppress(OSError):  # in use
                old.rmdir()
        try:
            folder.mkdir()
            (folder / "cgroup.procs").write_text(str(os.getpid()), encoding="utf-8")
            usage = folder / counter
            usage.read_text(encoding="utf-8")
        except OSError:
            continue
        return lambda: int(usage.read_text(encoding="utf-8").replace("usage_usec", "").split()[0]) / unit
    return None


def process_tree() -> float:
    """Return the processor seconds of this process, its descendants, and those that they have waited for."""
    ticks: dict[int, int] = {}
    children: dict[int, list[int]] = defaultdict(list)
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            ticks[int(path.parent.name)] = sum(map(int, fields[11:15]))
            children[int(fields[1])].append(int(path.parent.name))
    total, waiting = 0, [os.getpid()]
    while waiting:
        process = waiting.pop()
        total += ticks.get(process, 0)
        waiting += children[process]
    return total / TICKS


def without_group(nodeid: str) -> str:
    """Return the name of a test without the group that pytest-xdist appends."""
    head, at, group = nodeid.rpartition("@")
    return head if at and "]" not in group else nodeid


class Account:
    """Processor seconds so far, and the part of them for work that tests share."""

    def __init__(self) -> None:
        read = control_group()
        self.source = "control group" if read else "process tree"
        self.read = read or process_tree
        self.shared = 0.0
        self.depth = 0

    @contextlib.contextmanager
    def apart(self) -> Iterator[None]:
        """Count the work inside as shared work."""
        start = self.read()
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            if not self.depth:
                self.shared += self.read() - start


account: Account | None = None


def shared() -> contextlib.AbstractContextManager[None]:
    """Return a context whose processor time is counted apart from the running test."""
    return account.apart() if account else contextlib.nullcontext()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--durations-file", type=Path, help="write processor seconds per test into this JSON file")
    parser.addoption("--tier", default="test", help="section of the file that this run replaces")


def pytest_configure(config: pytest.Config) -> None:
    global account
    if config.getoption("durations_file"):
        config.pluginmanager.register(Recorder(config), "durations-recorder")
        if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
            account = Account()


class Recorder:
    """Attach processor time to the reports of tests, and write the file in the process that receives all reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.tests: dict[str, float] = defaultdict(float)
        self.by_hand: set[str] = set()
        self.shared: dict[str, float] = defaultdict(float)
        self.source = ""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, None, None]:
        yield from self.measured(item)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        yield from self.measured(item)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, None, None]:
        yield from self.measured(item)

    def measured(self, item: pytest.Item) -> Generator[None, None, None]:
        assert account
        start, shared = account.read(), account.shared
        try:
            return (yield)
        finally:
            apart = account.shared - shared
            item.stash[SPENT] = (account.read() - start - apart, apart)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, object, object]:
        if fixturedef.scope == "function" or not account:
            return (yield)
        with account.apart():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if SPENT in item.stash and account:
            own, apart = item.stash[SPENT]
            report.processor = [own, apart, account.source, item.get_closest_marker("slow") is not None]  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "processor"):
            own, apart, self.source, slow = report.processor
            name = without_group(report.nodeid)
            self.tests[name] += own
            self.shared[report.nodeid.partition("::")[0]] += apart
            if slow:
                self.by_hand.add(name)

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workerinput") or not self.tests:
            return
        path: Path = self.config.getoption("durations_file")
        document = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        listed = {
            name: round(spent, 2)
            for name, spent in sorted(self.tests.items())
            if spent >= LISTED or name in self.by_hand
        }
        files: dict[str, float] = defaultdict(float)
        for name, spent in sorted(self.tests.items()):
            if name not in listed:
                files[name.partition("::")[0]] += spent
        document[self.config.getoption("tier")] = {
            "measured": self.source,
            "count": len(self.tests),
            "sum": round(sum(self.tests.values()) + sum(self.shared.values()), 1),
            "shared": {name: round(spent, 1) for name, spent in sorted(self.shared.items()) if spent >= 0.1},
            "tests": listed,
            "files": {name: round(spent, 1) for name, spent in files.items() if spent >= 0.1},
        }
        path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


SPENT = pytest.StashKey[tuple[float, float]]()
