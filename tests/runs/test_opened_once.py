"""A command opens each file of a dataset and a run once, and passes the opened value on."""

import os
import sys
from collections import Counter

import pytest
import toy

from sgpkit import reports
from sgpkit.benchmark import families
from sgpkit.data import build
from sgpkit.runs import plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score

counting: list[Counter[str]] = []


def count(event, arguments):
    if counting and event == "open" and isinstance(arguments[0], str | os.PathLike):
        writes = (arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR)
        if not writes:
            counting[0][os.fspath(arguments[0])] += 1


sys.addaudithook(count)  # cannot be removed again, and does nothing outside of `opened`


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """A function that counts how often some work opens each file below `tmp_path` for reading."""
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)

    def counts(work):
        counting[:] = [Counter()]
        try:
            work()
            return {path: number for path, number in counting[0].items() if path.startswith(str(tmp_path))}
        finally:
            counting.clear()

    return counts


@pytest.mark.process
def test_run_score_and_report_open_each_file_once(opened, tmp_path):
    build.build(toy.PLAIN, tmp_path / "data", path="12")
    asked = plan.Options("baseline", "random")
    by_run = opened(lambda: run.run(toy.PLAIN, str(tmp_path / "data"), tmp_path / "run", asked))
    assert by_run.pop(str(tmp_path / "run" / "run.json")) <= 2, "other processes may write run.json too"
    by_score = opened(lambda: score.score(Run.open(tmp_path / "run")))
    by_report = opened(lambda: reports.write([tmp_path / "run"], tmp_path / "page"))
    for counts in (by_run, by_score, by_report):
        assert str(tmp_path / "data" / "README.md") in counts
        assert set(counts.values()) == {1}, counts
