"""Submitting through the real Hub client to a Hub on 127.0.0.1: pull requests, their contents, and their
verification.
"""

import errno
import json
import shutil
from pathlib import Path

import polars as pl
import pytest
import toy
import yaml
from huggingface_hub import HfApi
from run_fixtures import for_verifiers

from sgpkit.benchmark import families as builders
from sgpkit.cli import main
from sgpkit.data import build, errata
from sgpkit.errors import UserError
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import manifest, package, submission, verify
from sgpkit.submissions import submit as submitting
from sgpkit.submissions.results import check_prs
from sgpkit.submissions.results import repo as results_repo

MODEL = "contributor/guesser"


@pytest.fixture
def home(tmp_path, monkeypatch, hub):
    """The data on the Hub at v1.0.0, a results repository, a model, and a scored run over the data in a folder."""
    monkeypatch.setattr(builders, "get", {"toy": toy.PLAIN}.__getitem__)
    for_verifiers(monkeypatch, "submissions:BENCHMARKS")
    monkeypatch.chdir(tmp_path)
    build.build(toy.PLAIN, tmp_path / "data")
    hub.create("dataset", "org/toys")
    publish(hub, tmp_path / "data")
    HfApi().create_tag("org/toys", tag="v1.0.0", repo_type="dataset")
    hub.create("dataset", "org/results")
    hub.create("model", MODEL)
    hub.sign_in(hub.CONTRIBUTOR)
    scored(tmp_path, "run")
    return tmp_path


def publish(hub, folder):
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return hub.commit("dataset", "org/toys", files)


def scored(home, out, model="random", data="data", **options):
    run.run(
        toy.PLAIN, str(home / data if data == "data" else data), home / out, run.Options("baseline", model, **options)
    )
    score.score(Run.open(home / out))
    return home / out


def submit(home, *arguments, run="run"):
    where = ["--repo", "org/results", "--data", "org/toys@v1.0.0", "--out", str(home / "submissions")]
    return main.main(["submit", str(home / run), *where, *arguments])


def pull_files(hub, repo, number, kind="dataset"):
    return hub.files(kind, repo, f"refs/pr/{number}")


def test_a_pull_request_on_the_results_and_on_the_model(home, hub, capsys):
    assert submit(home, "--model-repo", MODEL) == 0
    output = capsys.readouterr().out
    assert "verified, scored again: accuracy" in output
    files = pull_files(hub, "org/results", 1)
    (folder,) = {name.rpartition("/")[0] for name in files if name.endswith("manifest.json")}
    stated = json.loads(files[f"{folder}/manifest.json"])
    assert folder.startswith("submissions/toy/random-direct-")
    assert stated["dataset"]["repo"] == "org/toys"
    assert stated["dataset"]["commit"] == hub.repo("dataset", "org/toys").tags["v1.0.0"]
    assert stated["submitter"] == "contributor"
    assert {f"{folder}/{name}" for name in ("scores.json", "responses.parquet")} <= files.keys()
    assert hub.repo("dataset", "org/results").branches["main"] != hub.repo("dataset", "org/results").pulls["refs/pr/1"]
    page = pull_files(hub, MODEL, 1, "model")[".eval_results/toys-toy-direct-text.yaml"]
    assert files[f"{folder}/.eval_results/toys-toy-direct-text.yaml"] == page
    (entry,) = yaml.safe_load(page)
    assert entry["dataset"] == {"id": "org/toys", "task_id": "toy", "revision": stated["dataset"]["commit"]}
    assert entry["value"] == stated["score"]["value"]
    assert entry["source"]["url"] == f"{hub.endpoint}/datasets/org/results/tree/main/{folder}"
    assert entry["notes"] == "accuracy; direct, text; n = 1; temperature 0"
    HfApi().merge_pull_request(MODEL, 1)
    (line,) = HfApi().get_dataset_leaderboard("org/toys")
    assert (line.value, line.model_id) == (entry["value"], MODEL)


def test_nothing_is_sent_twice(home, hub, capsys):
    assert submit(home) == submit(home) == 0
    assert "is open already: nothing to do" in capsys.readouterr().out
    assert len(hub.repo("dataset", "org/results").discussions) == 1
    HfApi(token=hub.MAINTAINER).merge_pull_request("org/results", 1, repo_type="dataset")
    assert submit(home) == 0
    assert "is up to date: nothing to do" in capsys.readouterr().out
    assert len(hub.repo("dataset", "org/results").discussions) == 1


@pytest.mark.parametrize(
    "fault", [{"drop": "after"}, {"drop": "before"}, {"status": 503}, {"status": 429, "retry_after": 1}]
)
def test_a_request_that_seems_to_have_failed_opens_one_pull_request(home, hub, monkeypatch, fault):
    monkeypatch.setattr("sgpkit.data.hub.calls.time.sleep", lambda seconds: None)
    hub.fail(path="/api/datasets/org/results/commit/", **fault)
    assert submit(home) == 0
    assert len(hub.repo("dataset", "org/results").discussions) == 1


def test_a_dry_run_asks_nothing_of_the_hub(home, hub, capsys):
    assert submit(home, "--dry-run", "--model-repo", MODEL) == 0
    output = capsys.readouterr().out
    assert "would open a pull request:\ndataset org/results: random on toy [" in output
    assert f"model {MODEL}: random on toy" in output
    assert "/responses.parquet (" in output
    assert not [asked for asked in hub.requests if "org/results" in asked.path or MODEL in asked.path]
    assert not hub.repo("dataset", "org/results").discussions


def test_a_dry_run_on_local_rows_says_what_to_push_and_leaves_nothing(home, hub, capsys):
    before = sorted(home.rglob("*"))
    assert main.main(["submit", str(home / "run"), "--repo", "org/results", "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "sgpkit push" in printed
    assert "--repo ORG/NAME --tag v1.0.0" in printed
    assert "sgpkit submit run --repo org/results --data ORG/NAME@v1.0.0" in printed
    assert sorted(home.rglob("*")) == before
    assert not hub.repo("dataset", "org/results").discussions


def test_what_is_refused_leaves_nothing_half_made(home, hub, monkeypatch, capsys):
    monkeypatch.setenv("TOKEN", "the-value-of-a-token")
    scored(home, "half", limit=4)
    shutil.copytree(home / "run", home / "copy")
    shutil.copytree(home / "run", home / "edited")
    figures = json.loads((home / "edited" / "scores.json").read_text())
    (home / "edited" / "scores.json").write_text(json.dumps(figures | {"value": 0.999}))
    before = sorted(home.rglob("*"))
    for arguments, message in (
        (["run", "--repo", "org/results"], "Push it"),
        (["run", "copy"], "have the same responses"),
        (["edited"], "value"),
        (["run", "--submitter", "the-value-of-a-token"], "TOKEN"),
        (["run", "--out", "a/b", "--submitter", "the-value-of-a-token"], "TOKEN"),
    ):
        assert main.main(["submit", *arguments]) == 2
        assert message in capsys.readouterr().err
        assert sorted(home.rglob("*")) == before


def test_what_cannot_be_sent_says_why(home, hub, capsys):
    def refused(*arguments, message, **options):
        assert submit(home, *arguments, **options) == 2
        assert message in capsys.readouterr().err

    assert main.main(["submit", str(home / "run"), "--repo", "org/results"]) == 2
    assert "Push it (sgpkit push), then name the version" in capsys.readouterr().err
    refused("--repo", "results", message="'results' is not the name of a repo on the Hub")
    refused("--repo", "org/nothing", message="the Hub has no dataset 'org/nothing'")
    refused("--model-repo", "org/no-model", message="the Hub has no model 'org/no-model'")
    refused("--data", "org/toys@v9.9.9", message="nor an accessible dataset on the Hub")
    build.build(toy.PLAIN, home / "data", seed=1)
    publish(hub, home / "data")
    refused("--data", "org/toys", message="is not the data of the run")
    scored(home, "short", data="org/toys@v1.0.0", limit=4)
    refused("--model-repo", MODEL, run="short", message="model pages only show complete, ranked scores")
    hub.sign_in(None)
    refused(message="no token for the Hub")
    hub.sign_in("hf_nobody")
    refused(message="the Hub rejected this token")


def test_a_models_page_shows_one_score_a_way_of_asking_and_only_its_own(home):
    runs = [home / "run", scored(home, "more", n=2), scored(home, "other", model="reference")]
    packaged = [package.package(ScoredRun.open(item, "org/toys@v1.0.0"), home / "out") for item in runs]
    with pytest.raises(UserError, match="the runs are of random, reference"):
        results_repo.changes([packaged[0], packaged[2]], "org/results", MODEL)
    with pytest.raises(UserError, match=r"two of the runs would write toys-toy-direct-text\.yaml"):
        results_repo.changes(packaged[:2], "org/results", MODEL)


def test_a_run_over_the_hub_needs_no_data_argument(home, hub):
    scored(home, "other", data="org/toys@v1.0.0")
    (line,) = [
        line for line in submitting.submit([home / "other"], home / "out", repo="org/results") if "opened" in line
    ]
    assert line.endswith("/datasets/org/results/discussions/1")


def test_several_runs_go_into_one_pull_request(home, hub):
    runs = [home / "run", scored(home, "other", model="reference")]
    submitting.submit(runs, home / "out", repo="org/results", source="org/toys@v1.0.0")
    assert len(hub.repo("dataset", "org/results").discussions) == 1
    names = [name for name in pull_files(hub, "org/results", 1) if name.endswith("manifest.json")]
    assert len(names) == 2


def test_a_run_that_is_named_twice_is_submitted_once(home, capsys):
    out = home / "submissions"
    for _ in range(2):  # the second time an earlier submission has its path
        assert main.main(["submit", "run", str(home / "run"), "--out", str(out), "--gpu-hours", "2"]) == 0
        assert capsys.readouterr().out.count("verified, scored again") == 1
        (folder,) = submission.find(out)
        assert verify.verify(folder, str(home / "data")).verified
        assert [path for path in folder.parent.iterdir() if path != folder] == []


def test_two_runs_that_make_one_submission_are_refused_and_an_earlier_one_stays(home, capsys):
    assert main.main(["submit", "run", "--out", "submissions"]) == 0
    before = {path: path.stat().st_ino for path in sorted((home / "submissions").rglob("*"))}
    shutil.copytree(home / "run", home / "copy")
    capsys.readouterr()
    assert main.main(["submit", "run", "copy", "--out", "submissions"]) == 2
    assert "run and copy have the same responses of random" in capsys.readouterr().err
    assert {path: path.stat().st_ino for path in sorted((home / "submissions").rglob("*"))} == before


def test_an_earlier_submission_stays_where_the_new_one_cannot_take_its_place(home, monkeypatch, capsys):
    assert main.main(["submit", "run", "--out", "submissions"]) == 0
    (folder,) = submission.find(home / "submissions")
    rename = Path.rename

    def failing(path, target):
        if Path(target) == folder.relative_to(home) and path.name == folder.name:
            raise OSError(errno.EIO, "Input/output error", str(path))
        return rename(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", failing)
        assert main.main(["submit", "run", "--out", "submissions"]) == 2
    assert list(submission.find(home / "submissions")) == [folder]
    assert verify.verify(folder, str(home / "data")).verified


# --- verifying on another machine -------------------------------------------------------------------------------------


def test_verify_on_another_machine_takes_the_rows_from_the_pinned_commit(home, hub, capsys):
    submit(home)
    build.build(toy.PLAIN, home / "data", seed=1)
    publish(hub, home / "data")
    hub.forget()
    capsys.readouterr()
    assert main.main(["verify", "org/results@refs/pr/1", "--data", "org/toys"]) == 0
    assert "verified, scored again" in capsys.readouterr().out
    assert main.main(["verify", "org/results@refs/pr/1"]) == 0
    assert main.main(["verify", "org/results@refs/pr/1", "--data", "org/toys@main"]) == 1
    assert "a different revision of the data" in capsys.readouterr().out


def test_the_manifest_names_the_repo_and_a_commit_of_it(home, hub):
    packaged = package.package(ScoredRun.open(home / "run", "org/toys@v1.0.0"), home / "out").folder
    shutil.rmtree(packaged / ".eval_results")
    path = packaged / manifest.FILE
    measurements = json.loads(path.read_text())
    for change, message in (
        ({"repo": "contributor/easy"}, "the manifest names rows of contributor/easy"),
        ({"commit": "v1.0.0"}, "'v1.0.0' is neither a version of org/toys"),
        ({"commit": "0" * 40}, "'000000000000' is neither a version of org/toys"),
        ({"commit": ""}, "'' is neither a version of org/toys"),
    ):
        path.write_text(json.dumps(measurements | {"dataset": measurements["dataset"] | change}))
        (finding,) = verify.verify(packaged, "org/toys@v1.0.0").findings
        assert message in finding.message


def test_rows_that_someone_put_under_a_commit_of_the_repo_do_not_count(home, hub, capsys):
    """A pull request's commit can be read under the repository's name, so that it could contain easier rows."""
    build.build(toy.PLAIN, home / "data", seed=1)
    files = [path for path in (home / "data").rglob("*") if path.is_file()]
    from huggingface_hub import CommitOperationAdd

    operations = [CommitOperationAdd(path.relative_to(home / "data").as_posix(), path) for path in files]
    made = HfApi().create_commit("org/toys", operations, commit_message="mine", repo_type="dataset", create_pr=True)
    scored(home, "mine", data=f"org/toys@{made.oid}")
    packaged = package.package(ScoredRun.open(home / "mine"), home / "out")
    verification = verify.verify(packaged.folder)
    assert [finding.kind for finding in verification.findings] == ["data"]
    assert "is neither a version of org/toys nor in the history of its main branch" in verification.findings[0].message


@pytest.mark.slow
def test_open_pull_requests_are_checked_and_told_once(home, hub):
    submit(home)
    good = package.name(submission.read(next(submission.find(home / "submissions"))).manifest)
    bad = home / "bad"
    packaged = package.package(ScoredRun.open(scored(home, "other", model="reference"), "org/toys@v1.0.0"), bad).folder
    measurements = json.loads((packaged / manifest.FILE).read_text())
    measurements["score"]["value"] = 0.125
    (packaged / manifest.FILE).write_text(json.dumps(measurements))
    results_repo.send(results_repo.changes([submission.read(packaged)], "org/results", None)[0])
    stray = {"README.md": packaged / "scores.json"}
    results_repo.send(results_repo.Change("org/results", "dataset", "stray", "", stray))
    hub.sign_in(hub.MAINTAINER)
    checked = list(check_prs.check_all("org/results", "org/toys", comment=True))
    assert [item.verified for item in checked] == [True, False, False]
    assert good in checked[0].text
    assert "score.value: 0.125 in manifest.json, but 1.0 from the responses" in checked[1].text
    assert "it changes README.md, which is not part of a submission" in checked[2].text
    comments = comments_of(hub, 2)
    assert len(comments) == 1
    assert "Verification failed" in comments[0]
    list(check_prs.check_all("org/results", "org/toys", comment=True))
    assert comments_of(hub, 2) == comments
    file = home / "verdicts"
    check = ["results", "check-prs", "org/results", "--data", "org/toys", "--verdicts", str(file)]
    assert main.main([*check, "--commenter", "maintainer"]) == 1
    assert file.read_text() == "1 0\n2 1\n3 2\n"
    for number, verdict in ((1, 0), (2, 0)):
        HfApi(token=hub.MAINTAINER).comment_discussion(
            "org/results", number, check_prs.VERDICTS[verdict], repo_type="dataset"
        )
    assert main.main([*check, "--commenter", "maintainer"]) == 1
    assert file.read_text() == "2 1\n3 2\n", "what was said is said once, and again where it has changed"
    assert main.main([*check, "--commenter", "somebody"]) == 1
    assert file.read_text() == "1 0\n2 1\n3 2\n"


@pytest.mark.process
def test_a_pull_request_of_a_model_whose_name_imitates_one_of_the_repo_is_refused(home, hub):
    submit(home)
    HfApi(token=hub.MAINTAINER).merge_pull_request("org/results", 1, repo_type="dataset")
    run.run(toy.PLAIN, str(home / "data"), home / "other", run.Options("baseline", "random", name="Random"))
    score.score(Run.open(home / "other"))
    packaged = package.package(ScoredRun.open(home / "other", "org/toys@v1.0.0"), home / "copy")
    results_repo.send(results_repo.changes([packaged], "org/results", None)[0])
    hub.sign_in(hub.MAINTAINER)
    (checked,) = check_prs.check_all("org/results", "org/toys")
    assert not checked.verified
    assert "the model's name 'Random' looks like 'random' of toy/random-direct-" in checked.text


@pytest.mark.parametrize("name", ["Random", "rand\u043em", "an\u200bother", "r4ndom"])
def test_a_name_that_imitates_one_of_the_repo_is_refused_before_it_is_sent(home, hub, capsys, name):
    submit(home)
    HfApi(token=hub.MAINTAINER).merge_pull_request("org/results", 1, repo_type="dataset")
    scored(home, "other", name=name)
    capsys.readouterr()
    code = submit(home, run="other")
    sent = len(hub.repo("dataset", "org/results").discussions) - 1
    if name == "r4ndom":
        assert (code, sent) == (0, 1), "another name, which looks different"
        return
    assert (code, sent) == (2, 0)
    error = capsys.readouterr().err
    reasons = (f"the model's name {name!a} looks like 'random' of toy/", "mixes scripts", "U+200B ZERO WIDTH SPACE")
    assert any(reason in error for reason in reasons)


def test_two_runs_whose_names_look_alike_are_not_sent_together(home, hub, capsys):
    scored(home, "other", name="Random")
    where = ["--repo", "org/results", "--data", "org/toys@v1.0.0"]
    assert main.main(["submit", str(home / "run"), str(home / "other"), *where]) == 2
    assert "the model's name 'random' looks like 'Random'" in capsys.readouterr().err
    assert not hub.repo("dataset", "org/results").discussions


@pytest.mark.process
def test_a_pull_request_for_a_submission_of_another_user_is_refused(home, hub):
    """This holds with the owner's name in the manifest, as in the owner's retraction, and with the author's name."""
    submit(home)
    HfApi(token=hub.MAINTAINER).merge_pull_request("org/results", 1, repo_type="dataset")
    (folder,) = submission.find(home / "submissions")
    submitting.retract(folder, "They cheat.")
    hub.sign_in(hub.MAINTAINER)
    results_repo.send(results_repo.retraction(submission.read(folder), "org/results"))
    stated = json.loads((folder / manifest.FILE).read_text())
    (folder / manifest.FILE).write_text(json.dumps(stated | {"submitter": "maintainer"}))
    results_repo.send(results_repo.changes([submission.read(folder)], "org/results", None)[0])
    for checked in check_prs.check_all("org/results", "org/toys"):
        assert checked.verdict == 1, checked.text
        assert "submitter: the pull request is by 'maintainer', the submitter is 'contributor'" in checked.text


@pytest.mark.process
def test_a_pull_request_that_puts_a_submission_elsewhere_is_refused(home, hub):
    """A copy of another user's submission, in a folder of another name, would be listed instead of it."""
    submit(home)
    (folder,) = submission.find(home / "submissions")
    files = {f"submissions/toy/aaa/{path.name}": path for path in folder.iterdir() if path.is_file()}
    results_repo.send(results_repo.Change("org/results", "dataset", "copy", "", files))
    checked = {item.pull.number: item for item in check_prs.check_all("org/results", "org/toys")}
    assert checked[1].verified
    assert checked[2].verdict == 1
    assert f"the folder is toy/aaa, expected toy/{folder.name}" in checked[2].text


def comments_of(hub, number):
    """Return the output after the opening text."""
    events = hub.repo("dataset", "org/results").discussions[number].events
    return [event["data"]["latest"]["raw"] for event in events if event["type"] == "comment"][1:]


def test_only_what_a_pull_request_changes_is_checked(home, hub):
    submit(home)
    HfApi(token=hub.MAINTAINER).merge_pull_request("org/results", 1, repo_type="dataset")
    packaged = package.package(
        ScoredRun.open(scored(home, "other", model="reference"), "org/toys@v1.0.0"), home / "out"
    )
    results_repo.send(results_repo.changes([packaged], "org/results", None)[0])
    assert [path.name for path in results_repo.fetch("org/results@refs/pr/2")] == [packaged.folder.name]
    assert [path.parent.name for path in results_repo.fetch("org/results")] == ["toy"]


def test_a_retraction_is_a_pull_request_too(home, hub):
    submit(home)
    HfApi(token=hub.MAINTAINER).merge_pull_request("org/results", 1, repo_type="dataset")
    (folder,) = submission.find(home / "submissions")
    submitting.retract(folder, "The key leaked.", "org/results")
    (fetched,) = results_repo.fetch("org/results@refs/pr/2")
    verification = verify.verify(fetched)
    assert (verification.verified, verification.rankable) == (True, False)
    assert submission.read(fetched).retracted == "The key leaked."


def test_a_retraction_stands(home, hub):
    submit(home)
    (folder,) = submission.find(home / "submissions")
    submitting.retract(folder, "The key leaked.")
    results_repo.send(results_repo.retraction(submission.read(folder), "org/results"))
    for number in (1, 2):
        HfApi(token=hub.MAINTAINER).merge_pull_request("org/results", number, repo_type="dataset")
    position = results_repo.folder_of(submission.read(folder))
    HfApi().delete_file(f"{position}/retracted.json", "org/results", repo_type="dataset", create_pr=True)
    with pytest.raises(UserError, match=r"it deletes .*retracted\.json: a retraction cannot be undone"):
        results_repo.fetch("org/results@refs/pr/3")


def test_a_deleted_submission_is_refused(home, hub):
    submit(home)
    HfApi(token=hub.MAINTAINER).merge_pull_request("org/results", 1, repo_type="dataset")
    (fetched,) = results_repo.fetch("org/results")
    position = f"submissions/toy/{fetched.name}"
    HfApi().delete_folder(position, "org/results", repo_type="dataset", create_pr=True)
    with pytest.raises(UserError, match="a submission is retracted, not deleted"):
        results_repo.fetch("org/results@refs/pr/2")


def test_a_page_that_says_more_than_the_manifest_is_caught(home, hub):
    packaged = package.package(ScoredRun.open(home / "run", "org/toys@v1.0.0"), home / "out").folder
    assert verify.verify(packaged).verified
    (page,) = (packaged / ".eval_results").glob("*")
    (entry,) = yaml.safe_load(page.read_text())
    for changed in (
        [entry | {"value": 1.0}],
        [entry, entry],
        [entry | {"dataset": entry["dataset"] | {"id": "org/other"}}],
    ):
        page.write_text(yaml.safe_dump(changed))
        assert [finding.kind for finding in verify.verify(packaged).findings] == ["eval_results"]


def test_errata_of_a_later_version_do_not_touch_the_submission(home, hub):
    packaged = package.package(ScoredRun.open(home / "run", "org/toys@v1.0.0"), home / "out").folder
    errata.note(home / "data", errata.Erratum("toy", "row-0", "v1.1.0", "withdrawn", "Two answers are right."))
    publish(hub, home / "data")
    assert verify.verify(packaged).errata == {}
    verification = verify.verify(packaged, "org/toys@main")
    assert verification.verified
    values = dict(pl.read_parquet(home / "run" / "scores" / "part-*.parquet").select("id", "value").iter_rows())
    rest = [value for row, value in values.items() if row != "row-0"]
    assert verification.errata["without_withdrawn"]["value"] == pytest.approx(sum(rest) / 11)
