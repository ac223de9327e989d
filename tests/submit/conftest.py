"""Built data of the toy benchmarks, for the tests of what is made from runs."""

import pytest
import toy_drawing
import toy_runs
from toy_judging import marker, sketched  # noqa: F401  fixtures

import builders
from builders import build
from sgpkit.graphics import raster


@pytest.fixture
def places(tmp_path, monkeypatch):
    monkeypatch.setattr(builders, "get", toy_runs.BENCHMARKS.__getitem__)
    monkeypatch.setattr(raster, "render_many", toy_drawing.render_many)
    monkeypatch.chdir(tmp_path)
    for benchmark in toy_runs.BENCHMARKS.values():
        build.build(benchmark, tmp_path / "data", workers=1)
    return tmp_path
