"""Malicious files of responses: refused with a message, or scored by their contents."""

import polars as pl
import pytest

from sgpkit.benchmark import families
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from tests.helpers import outside, toy
from tests.hostile.response_cases import FILES


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)
    build.build(toy.PLAIN, tmp_path / "data", workers=1)
    return str(tmp_path / "data")


@pytest.mark.process
@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_a_hostile_file_of_responses_is_refused_or_scored(file, data, tmp_path):
    answers, out, around = tmp_path / f"answers{file.suffix}", tmp_path / "run", tmp_path / "outside"
    around.mkdir()
    answers.write_bytes(file.content())
    with outside.watched(around):
        try:
            run.run(toy.PLAIN, data, out, run.Options("replay", str(answers)))
        except UserError as refused:
            assert not file.statuses, refused
            assert len(str(refused)) < 1000
            return
        figures = score.score(Run.open(out))
    table = pl.read_parquet(out / "scores" / "part-*.parquet")
    assert table["status"][0] in file.statuses
    assert table["value"][0] == 0, "the right answer is A, and none of the files gives it plainly"
    assert table.height == 12
    assert figures["n"] + figures["statuses"].get("infra_error", 0) == 12, (
        "every row is counted, whatever the file says"
    )
    assert table["value"].sum() == 0
