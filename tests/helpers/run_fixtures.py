"""Built data of the toy benchmarks, for tests that work on runs.

Everything is imported by the fixture that needs it: this file is read for every group of tests, and some must set the
environment before the Hub's client is imported.
"""

import shutil
from pathlib import Path
from typing import Any

import pytest


def for_verifiers(monkeypatch: pytest.MonkeyPatch, benchmarks: str) -> None:
    """Let processes that this process starts find toy benchmarks, by MODULE:NAME of a mapping."""
    monkeypatch.setenv("SGPKIT_FAMILIES", str(Path(__file__).parent / "toyfamily"))
    monkeypatch.setenv("SGPKIT_TOY_BENCHMARKS", benchmarks)


@pytest.fixture(scope="session")
def built_run_toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import toy_runs

    from sgpkit.data import build

    folder: Path = tmp_path_factory.mktemp("built-run-toys") / "data"
    for benchmark in toy_runs.BENCHMARKS.values():
        build.build(benchmark, folder, workers=1)
    return folder


@pytest.fixture
def toy_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built_run_toys: Path) -> Path:
    return at_home(tmp_path, monkeypatch, built_run_toys)


def at_home(folder: Path, monkeypatch: pytest.MonkeyPatch, built: Path) -> Path:
    """Let this process find toy benchmarks, and change into a folder with their built data."""
    import toy_drawing
    import toy_runs

    from sgpkit.benchmark import families
    from sgpkit.graphics import raster

    monkeypatch.setattr(families, "get", toy_runs.BENCHMARKS.__getitem__)
    for_verifiers(monkeypatch, "toy_runs:BENCHMARKS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    monkeypatch.setattr(raster, "render_many", toy_drawing.render_many)
    monkeypatch.chdir(folder)
    shutil.copytree(built, folder / "data")
    return folder


@pytest.fixture(scope="session")
def built_toys(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import submissions

    from sgpkit.data import build

    folder = tmp_path_factory.mktemp("built") / "data"
    for benchmark in submissions.BENCHMARKS.values():
        build.build(benchmark, folder)
    return folder


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built_toys: Any) -> Any:
    """A folder with its own data, in which `submissions.Guesser` answers runs. With the parameter "workflow" the
    function `caught` of the test's module asks the workflow for pull requests."""
    import submissions

    from sgpkit import engines
    from sgpkit.benchmark import families

    monkeypatch.setattr(families, "get", submissions.BENCHMARKS.__getitem__)
    for_verifiers(monkeypatch, "submissions:BENCHMARKS")
    monkeypatch.setattr(engines, "open_engine", lambda *_: submissions.Guesser())
    monkeypatch.setattr(engines, "answering_engine", lambda *_: "vllm")
    shutil.copytree(built_toys, tmp_path / "data")
    if getattr(request, "param", "verify") == "workflow":
        import verify_workflow

        monkeypatch.setattr(request.module, "caught", verify_workflow.Results(tmp_path).caught)
    return tmp_path


@pytest.fixture
def sketched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A folder with data and a run with two samples per row; see toy_judging."""
    import toy_judging

    return toy_judging.sketched(tmp_path, monkeypatch)


@pytest.fixture
def marker(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that makes every run use an engine that answers with marks; see toy_judging."""
    import toy_judging

    return toy_judging.marker(monkeypatch)
