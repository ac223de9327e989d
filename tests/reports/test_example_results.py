"""The example submissions of the documentation verify, and make a board with a page per model."""

import json

import pytest
from paths import ROOT

import sgpkit
from tools import example_results


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return example_results.build_rows(tmp_path_factory.mktemp("data") / "sgp-bench")


@pytest.mark.slow
@pytest.mark.process
def test_every_submission_is_verified_against_rows_built_now(rows):
    """After an intended change of rows, prompts or scores, run python -m tools.example_results.remake."""
    outcomes = sgpkit.verify(example_results.SUBMISSIONS, data=str(rows))
    assert len(outcomes) == len(example_results.submissions()) == 6
    assert outcomes.verified, outcomes.to_polars().to_dicts()


@pytest.mark.slow
@pytest.mark.process
def test_board_has_the_model_and_the_baselines(tmp_path):
    out = example_results.write_board(tmp_path / "board")
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "SmolLM2-135M-Instruct" in page and all(config in page for config in example_results.configs())
    assert list((out / "models").glob("*.html"))


def test_folder_is_small_and_names_no_place_of_a_machine():
    files = [path for path in example_results.SUBMISSIONS.rglob("*") if path.is_file()]
    assert 0 < sum(path.stat().st_size for path in files) < 300_000
    for path in files:
        if path.suffix == ".json":
            text = path.read_text(encoding="utf-8")
            assert json.loads(text) and not any(item in text for item in (str(ROOT), "/home/", "/tmp/"))
