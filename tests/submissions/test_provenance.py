"""The provenance in scores.json suffices to compute every digit again without run.json."""

import json
import shutil

import polars as pl
import pytest
from submissions import asked, settle, submitted, verified

from sgpkit.api import verification
from sgpkit.errors import UserError
from sgpkit.runs import parts
from sgpkit.submissions import verify


def change(path, edit):
    content = json.loads(path.read_text())
    edit(content)
    path.write_text(json.dumps(content))


@pytest.fixture
def bare(home):
    """A scored run without its run.json."""
    out = asked(home, n=2)
    (out / "run.json").unlink()
    return out


def messages(result):
    return "\n".join(finding.message for finding in result.findings)


@pytest.mark.process
def test_the_block_names_data_model_prompts_sampling_and_versions(home):
    out = asked(home, n=2)
    block = json.loads((out / "scores.json").read_text())["provenance"]
    run = json.loads((out / "run.json").read_text())
    assert block["data"]["sha256"] == run["data"]["sha256"]
    assert block["data"]["source"] == "data", "a path may hold a user's name"
    assert str(home) not in json.dumps(block)
    assert (block["model"]["id"], block["model"]["identity"]["revision"]) == ("guesser-7b", "c" * 40)
    assert block["sampling"] == {"parameters": run["sampling"], "n": 2, "resample": 1}
    assert len(block["prompt"]["sha256"]) == 64
    assert block["toolkit"]["packages"]["cairosvg"]


@pytest.mark.process
@pytest.mark.parametrize("options", [{}, {"n": 3}, {"strategy": "twice"}, {"limit": 5}])
def test_every_digit_is_made_again_without_run_json(home, options):
    out = asked(home, **options)
    (out / "run.json").unlink()
    shutil.rmtree(out / "scores")
    outcome = verification.verify(out, data=str(home / "data"))
    assert outcome.verified, outcome.to_polars()["findings"].to_list()


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (lambda scores: scores.update(value=scores["value"] + 1e-9), "value"),
        (lambda scores: scores.update(high=1.0), "high"),
        (lambda scores: scores["provenance"]["prompt"].update(sha256="0" * 64), "provenance.prompt.sha256"),
        (lambda scores: scores["provenance"]["sampling"]["parameters"].update(temperature=0.5), "keys"),
        (lambda scores: scores["provenance"]["model"]["identity"].update(model="better-70b"), "keys"),
        (lambda scores: scores["provenance"]["model"].update(id="better-70b"), "provenance.model.id"),
        (lambda scores: scores["provenance"]["data"].update(rows=13), "provenance.data.rows"),
    ],
)
def test_what_the_block_or_a_digit_says_wrong_is_noticed(home, bare, edit, named):
    change(bare / "scores.json", edit)
    assert named in messages(verify.verify(bare, str(home / "data")))


def test_other_responses_are_noticed(home, bare):
    parts.write(bare, "responses", parts.Table.open(bare, "responses").read().with_columns(completion=pl.lit("A")))
    assert not verify.verify(bare, str(home / "data")).verified


def test_other_versions_are_no_finding(home, bare):
    change(bare / "scores.json", lambda scores: scores["provenance"]["toolkit"].update(python="2.7"))
    assert verify.verify(bare, str(home / "data")).verified


def test_rows_that_are_not_named_or_not_the_same_are_refused(home, bare):
    with pytest.raises(UserError, match="Give their location"):
        verify.verify(bare)
    change(bare / "scores.json", lambda scores: scores["provenance"]["data"].update(sha256="0" * 64))
    with pytest.raises(UserError, match="the scores expect 000000000000"):
        verify.verify(bare, str(home / "data"))


@pytest.mark.parametrize("broken", [{}, {"data": []}, {"data": {}, "model": 3, "prompt": None, "sampling": 1}])
def test_a_block_that_lacks_something_is_refused_in_words(home, bare, broken):
    change(bare / "scores.json", lambda scores: scores.update(provenance=broken))
    with pytest.raises(UserError, match="provenance block is incomplete"):
        verify.verify(bare, str(home / "data"))


@pytest.mark.process
def test_a_changed_or_missing_block_of_a_submission_is_found(home):
    folder = submitted(home)

    def forge(scores):
        scores["provenance"]["prompt"]["strategy"] = "another"

    change(folder / "scores.json", forge)
    settle(folder)
    assert "provenance.prompt.strategy" in messages(verified(home, folder))
    change(folder / "scores.json", lambda scores: scores.pop("provenance"))
    settle(folder)
    assert "provenance" in messages(verified(home, folder))
