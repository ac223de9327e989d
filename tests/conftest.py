"""Shared fixtures: the folder of real samples, if available; a Hub; a browser."""

import functools
import gc
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from paths import ROOT

from sgpkit.sandbox.workers import sandbox

# The first example of a property may import a library; speed is measured in tools/bench, not here. In CI examples are the
# same each time, so that no change is refused for what it did not touch.
hypothesis.settings.register_profile("dev", deadline=None, max_examples=15)
hypothesis.settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True)
hypothesis.settings.register_profile("nightly", deadline=None, max_examples=400)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if "CI" in os.environ else "dev"))

pytest_plugins = ["durations", "run_fixtures", "tiers"]
"""Runs of toy benchmarks: see helpers/run_fixtures.py."""

IN_WORKERS = ("sandbox/untrusted", "submissions", "evaluate_metrics")
"""Folders of tests that score in worker processes, as users do; the others score directly, which is quicker for a few
answers, and lets them replace functions of the scorers."""

os.environ.setdefault("SGPKIT_SCORING", "direct")
os.environ.setdefault("SGPKIT_COMPILED", "off")

SHARED = re.compile(r"""scope=["'](?:module|class|session)["']|functools\.cache\b|\blru_cache\b|\bbrowser\b""")
"""The words in a file whose tests share the results of expensive work: rows, a built folder, a browser."""

if TYPE_CHECKING:
    from chromium import Browser
    from hub_server import Hub


LONGEST_ID = 100
"""The maximum number of characters of a case in a test's name; some cases are texts of megabytes."""


def pytest_make_parametrize_id(val: object) -> str | None:
    """Shorten names of cases that are long texts."""
    return (
        f"{ascii(val[:60])[1:-1]} and {len(val) - 60} more" if isinstance(val, str) and len(val) > LONGEST_ID else None
    )


def pytest_itemcollected(item: pytest.Item) -> None:
    """Keep tests that share expensive work in one of the processes of `pytest -n`, so that it is done once."""
    if item.get_closest_marker("xdist_group") is None and shares(item.path):
        item.add_marker(pytest.mark.xdist_group(item.path.relative_to(ROOT / "tests").as_posix()))


def pytest_collection_finish() -> None:
    """Let the garbage collector ignore thousands of collected tests, and run rarely. It would take a 20th of the
    time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@functools.cache
def shares(path: Path) -> bool:
    """Return whether the tests of a file share expensive work that a process does once."""
    return SHARED.search(path.read_text(encoding="utf-8")) is not None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests marked `sandbox`, with the reason, if there is no sandbox; never skip them in CI."""
    if item.get_closest_marker("sandbox") is None or os.environ.get("CI"):
        return
    try:
        sandbox.kind()
    except sandbox.Unavailable as missing:
        pytest.skip(str(missing).splitlines()[0])


@pytest.fixture(autouse=True)
def scoring(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Score in worker processes in the tests of the folders `IN_WORKERS`."""
    if request.path.relative_to(ROOT / "tests").as_posix().startswith(IN_WORKERS):
        monkeypatch.setenv("SGPKIT_SCORING", "workers")


@pytest.fixture(scope="session")
def fixtures_path() -> Path:
    """The folder of real published samples; tests that need it are marked `realdata`."""
    folder = Path(os.environ.get("SGPKIT_FIXTURES", ROOT.parent / "shared" / "fixtures"))
    if not folder.is_dir():
        pytest.skip(f"no real samples at {folder}; set SGPKIT_FIXTURES to the folder that holds them")
    return folder


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[Hub]":
    """A Hub on 127.0.0.1 for one test, with this process as its user; see helpers/hub_server.py."""
    import hub_server

    with hub_server.started(tmp_path / "loopback-hub") as server:
        server.point_here(monkeypatch)
        yield server


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """One browser for all tests of a file."""
    import chromium

    program = chromium.find()
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(chromium.NAMES)} is on the PATH")
    try:
        opened = chromium.Browser(program, tmp_path_factory.mktemp("profile"))
    except (RuntimeError, OSError) as wrong:
        pytest.skip(f"{program} does not start: {wrong}")
    yield opened
    opened.close()
