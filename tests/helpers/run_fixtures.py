"""Built data of the toy benchmarks, for the tests of what is made from runs."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import submissions
import toy_drawing
import toy_runs
from toy_judging import marker, sketched  # noqa: F401  fixtures

from sgpkit import engines, families
from sgpkit.dataset import build
from sgpkit.graphics import raster


@pytest.fixture(name="places")
def toy_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(families, "get", toy_runs.BENCHMARKS.__getitem__)
    monkeypatch.setattr(raster, "render_many", toy_drawing.render_many)
    monkeypatch.chdir(tmp_path)
    for benchmark in toy_runs.BENCHMARKS.values():
        build.build(benchmark, tmp_path / "data", workers=1)
    return tmp_path


@pytest.fixture(scope="session")
def built_toys(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("built") / "data"
    for benchmark in submissions.BENCHMARKS.values():
        build.build(benchmark, folder)
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built_toys: Any) -> Any:
    """A folder with data of its own, where runs are answered by `submissions.Guesser`."""
    monkeypatch.setattr(families, "get", submissions.BENCHMARKS.__getitem__)
    monkeypatch.setattr(engines, "open_engine", lambda *_: submissions.Guesser())
    monkeypatch.setattr(engines, "answering", lambda *_: "vllm")
    shutil.copytree(built_toys, tmp_path / "data")
    return tmp_path
