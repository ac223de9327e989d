"""A run from the Hub: it pins repository, commit and content, and rows that do not match are neither asked nor
scored."""

import pytest
import toy
from huggingface_hub import HfApi

from sgpkit.benchmark import families
from sgpkit.data import build
from sgpkit.data.hub import calls, push
from sgpkit.errors import UserError
from sgpkit.runs import data, run
from sgpkit.runs import folder as run_folder
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score

REPO = "org/toys"


def built(out, seed=0):
    build.build(toy.PLAIN, out, seed=seed, workers=1)
    return out


def no_card(folder):
    """Replace the card, which is not tested here."""


@pytest.fixture
def first(hub, tmp_path, monkeypatch):
    """Version 1.0.0 on the Hub, and a finished run of it."""
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)
    commit = push.push(built(tmp_path / "toys"), REPO, "v1.0.0", no_card).commit
    run.run(toy.PLAIN, REPO, tmp_path / "run", run.Options("baseline", "reference"))
    return commit


@pytest.mark.process
def test_repo_commit_and_content_are_pinned_and_scored_from_there(hub, first, tmp_path):
    measurements = run_folder.read_metadata(tmp_path / "run")["data"]
    assert measurements["place"] == REPO and measurements["commit"] == first and len(measurements["sha256"]) == 64
    push.push(built(tmp_path / "toys", seed=1), REPO, "v2.0.0", no_card)
    hub.forget()
    figures = score.score(Run.open(tmp_path / "run"))
    assert figures["value"] == 1.0, "main has other rows by now; the run's commit is what it is scored on"
    asked = [asked.path for asked in hub.requests if "/resolve/" in asked.path]
    assert any(f"/resolve/{first}/toy/" in path for path in asked)


@pytest.mark.process
def test_other_data_are_refused(hub, first, tmp_path):
    push.push(built(tmp_path / "toys", seed=1), REPO, "v2.0.0", no_card)
    with pytest.raises(
        UserError,
        match=rf"contains a different run: data was {REPO}@{first[:12]} \(sha256 \w{{12}}…\), now {REPO}@\w{{12}} \(",
    ):
        run.run(toy.PLAIN, REPO, tmp_path / "run", run.Options("baseline", "reference"))
    for item in (REPO, f"{REPO}@v2.0.0", str(tmp_path / "toys")):
        with pytest.raises(UserError, match="is not the data of the run"):
            score.score(Run.open(tmp_path / "run", item))
    for item in (f"{REPO}@v1.0.0", str(built(tmp_path / "again"))):
        assert score.score(Run.open(tmp_path / "run", item))["value"] == 1.0, "the same content, wherever it lies"


def test_a_revision_that_is_not_there_is_refused_though_the_cache_has_another(hub, first, tmp_path):
    with pytest.raises(UserError, match="nor an accessible dataset on the Hub"):
        run.run(toy.PLAIN, f"{REPO}@v9.9.9", tmp_path / "other", run.Options("baseline", "reference"))
    hub.fail(drop="before", times=None)
    with pytest.raises(UserError, match="nor an accessible dataset on the Hub"):
        run.run(toy.PLAIN, f"{REPO}@v1.0.0", tmp_path / "other", run.Options("baseline", "reference"))


def test_an_error_of_the_hub_without_a_message_is_named_by_its_type(hub, first, monkeypatch):
    def silent(*_, **__):
        raise TimeoutError

    monkeypatch.setattr(HfApi, "dataset_info", silent)
    with pytest.raises(
        UserError, match=f"'{REPO}' is neither a local folder nor an accessible dataset on the Hub: TimeoutError\n"
    ):
        data.resolve(REPO, "toy")


def test_a_hub_that_falls_silent_is_not_waited_for_without_end(hub, first, monkeypatch):
    monkeypatch.setattr(calls, "ANSWER_WITHIN", 0.5)
    hub.fail(path=f"/api/datasets/{REPO}", delay=3.0)
    with pytest.raises(UserError, match=r"nor an accessible dataset on the Hub: .*timed out"):
        data.resolve(REPO, "toy")
