"""The workflow that verifies submissions on pull requests: the validity of its file, and each of its steps."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import verify_workflow
from paths import ROOT
from verify_workflow import STEPS, git, steps

from sgpkit.benchmark import families
from sgpkit.data import build
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package
from sgpkit.submissions.results import check_prs

pytestmark = pytest.mark.process

GIVEN = {"PATH", "GITHUB_OUTPUT", "GITHUB_PATH", "RUNNER_TEMP"}
"""Variables of every step."""


@pytest.fixture(scope="module")
def workflow():
    return verify_workflow.load()


def test_the_file_is_a_workflow_that_may_only_read(workflow):
    assert workflow.keys() == {"name", "on", "permissions", "concurrency", "jobs"}
    assert workflow["on"].keys() == {"pull_request", "schedule", "workflow_dispatch"}
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["comment"]["permissions"] == {}
    for job in workflow["jobs"].values():
        assert job.keys() <= {"runs-on", "timeout-minutes", "steps", "outputs", "needs", "if", "permissions"}
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert step.keys() <= {"name", "id", "if", "env", "run", "uses", "with"}
            if "uses" in step:
                assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
    assert tuple(steps(workflow)) == STEPS
    for minute, *rest in (item["cron"].split() for item in workflow["on"]["schedule"]):
        assert 0 <= int(minute) < 60
        assert len(rest) == 4


def test_what_comes_from_a_pull_request_reaches_no_script_as_code(workflow):
    for name, step in steps(workflow).items():
        assert "${{" not in step["run"], f"{name}: expressions go into env, where they stay data"
        used = set(re.findall(r"\$\{?([A-Z_]{2,})", step["run"])) - GIVEN
        assert used == set(step.get("env", {}))
    checkout = workflow["jobs"]["verify"]["steps"][0]
    assert checkout["with"]["persist-credentials"] == "false"


def test_the_job_that_holds_the_token_parses_nothing(workflow):
    holders = [name for name, job in workflow["jobs"].items() if "secrets." in json.dumps(job)]
    assert holders == ["comment"]
    (step,) = workflow["jobs"]["comment"]["steps"]
    assert "uses" not in step, "no checkout, where files of others would be"
    assert "sgpkit " not in re.sub('"sgpkit verify:[^"]*"', "", step["run"])
    outputs = workflow["jobs"]["verify"]["outputs"]
    assert outputs == {"verdicts": "${{ steps.hub.outputs.verdicts }}"}, "numbers are all that reaches it"
    for sentence in check_prs.VERDICTS:
        assert f'"{sentence}"' in step["run"]


def test_packages_are_installed_by_their_hashes_into_an_environment_of_their_own(workflow):
    script = steps(workflow)["Install"]["run"]
    assert "--require-hashes --no-deps --only-binary :all:" in script
    assert re.findall(r"pip install.*", script) == ["pip install --require-hashes --no-deps --only-binary :all: \\"], (
        "nothing else is installed"
    )
    assert 'git show "$BASE:.github/sgpkit.lock"' in script, "a pull request cannot change what judges it"


@pytest.mark.parametrize("name", STEPS)
def test_each_step_is_sound_shell(workflow, name):
    script = steps(workflow)[name]["run"]
    checked = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    shellcheck = shutil.which(
        "shellcheck", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    )
    if shellcheck:
        result = subprocess.run(
            [shellcheck, "--shell=bash", "--exclude=SC2034", "-"],
            input=script,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stdout


@pytest.fixture
def checkout(tmp_path):
    """A results repository with one submission, and a `sgpkit` that records its arguments."""
    repo, tools = tmp_path / "repo", tmp_path / "tools"
    put(repo, "submissions/toy/first-1111/manifest.json", '{"submitter": "rival"}')
    put(repo, "submissions/toy/first-1111/responses.parquet", "what the rival's model said, once and for all")
    put(repo, "submissions/toy/nameless/responses.parquet", "left behind")
    put(repo, ".github/workflows/verify.yml")
    git(tmp_path, "init", "-q", "-b", "main", str(repo))
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "first")
    git(repo, "tag", "base")
    tools.mkdir()
    (tools / "sgpkit").write_text(
        f'#!/bin/sh\nfor each; do echo "$each" >> {tmp_path}/called; done\nexit "${{CODE:-0}}"\n'
    )
    (tools / "sgpkit").chmod(0o755)
    return repo


def put(repo, name, text="{}"):
    path = repo / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def run_step(workflow, checkout, name, **environment):
    """Return the exit code and the output of a step, and the arguments that its programs recorded."""
    ended = verify_workflow.run_step(steps(workflow)[name]["run"], checkout, environment)
    called = checkout.parent / "called"
    return ended.code, ended.output, called.read_text().splitlines() if called.exists() else []


def test_the_submissions_that_a_pull_request_changes_are_verified(workflow, checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "author"}')
    put(checkout, "submissions/toy/second-2222/extracted/run.json")
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "more")
    code, message, called = run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="org/sgp-bench")
    assert code == 0, message
    assert called[:6] == ["verify", "--data", "org/sgp-bench", "--among", "submissions", "--"]
    assert called[6:] == ["submissions/toy/second-2222"]
    assert message.startswith("::stop-commands::")


def test_a_submission_that_does_not_verify_fails_the_check(workflow, checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "author"}')
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "more")
    assert run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="org/sgp-bench", CODE="1")[0] == 1
    code, message, _ = run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="")
    assert code != 0
    assert "names the dataset whose rows count" in message


def test_a_pull_request_that_changes_more_is_refused(workflow, checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "author"}')
    put(checkout, ".github/workflows/verify.yml", "other")
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "more")
    code, message, called = run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="org/sgp-bench")
    assert (code, called) == (1, [])
    assert ".github/workflows/verify.yml" in message


def attack(checkout):
    """The rival's responses and the workflow itself become the submitter's files by renames."""
    mine = checkout / "submissions/toy/second-2222"
    mine.mkdir()
    git(checkout, "mv", "submissions/toy/first-1111/responses.parquet", "submissions/toy/second-2222/responses.parquet")
    git(checkout, "mv", ".github/workflows/verify.yml", "submissions/toy/second-2222/manifest.json")


def deletion(checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "author"}')
    git(checkout, "rm", "-q", "submissions/toy/first-1111/responses.parquet")


def change_of_anothers(checkout):
    put(checkout, "submissions/toy/first-1111/retracted.json")


def link_in_place_of_a_file(checkout):
    path = checkout / "submissions/toy/first-1111/manifest.json"
    path.unlink()
    path.symlink_to("/etc/passwd")


def two_submissions(checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "author"}')
    put(checkout, "submissions/other/a third; rm -rf x/manifest.json")


def in_anothers_name(checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "rival"}')


def no_name(checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", "[" * 100_000)


def taking_over(checkout):
    """The folder exists, but contains no name."""
    put(checkout, "submissions/toy/nameless/manifest.json", '{"submitter": "author"}')


def own_with_anothers_name(checkout):
    put(checkout, "submissions/toy/first-1111/manifest.json", '{"submitter": "author"}')


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (in_anothers_name, "another user's"),
        (no_name, "another user's"),
        (taking_over, "another user's"),
        (own_with_anothers_name, "another user's"),
        (attack, "deleted, renamed"),
        (deletion, "deleted, renamed"),
        (change_of_anothers, "another user's"),
        (link_in_place_of_a_file, "changes its type"),
        (two_submissions, "one submission"),
    ],
)
def test_a_pull_request_that_harms_others_is_refused(workflow, checkout, change, words):
    change(checkout)
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "more")
    code, output, called = run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="org/sgp-bench")
    assert (code, called) == (1, []), output
    assert words in output or "another file" in output


def test_a_submitter_may_add_to_a_submission_of_their_own(workflow, checkout):
    put(checkout, "submissions/toy/first-1111/retracted.json")
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "taken back")
    code, output, called = run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="rival", DATA="org/sgp-bench")
    assert code == 0, output
    assert called[6:] == ["submissions/toy/first-1111"]


def hub_step(workflow, checkout, verdicts, code="0"):
    """Run the scheduled step, in which `sgpkit` writes these verdicts. Return its exit code and the outputs of the
    job."""
    tool = checkout.parent / "tools" / "sgpkit"
    tool.write_text(f"#!/bin/sh\nfor each; do echo \"$each\" >> {checkout.parent}/called; done\n"
                    f"cp {checkout.parent}/written {checkout.parent}/verdicts\nexit {code}\n")  # fmt: skip
    (checkout.parent / "written").write_text(verdicts)
    output = checkout.parent / "output"
    output.write_text("")
    given = {"RUNNER_TEMP": str(checkout.parent), "GITHUB_OUTPUT": str(output)}
    code, _, called = run_step(
        workflow, checkout, STEPS[2], RESULTS="org/results", DATA="org/sgp-bench", COMMENTER="checker", **given
    )
    return code, output.read_text(), called


def test_the_hubs_pull_requests_are_verified_by_the_clock(workflow, checkout):
    code, output, called = hub_step(workflow, checkout, "12 0\n7 1\n3 2\n", "1")
    assert (code, output) == (1, "verdicts=12:0,7:1,3:2,\n")
    verdicts = str(checkout.parent / "verdicts")
    assert called == ["results", "check-prs", "--verdicts", verdicts, "--commenter", "checker", "--data",
                      "org/sgp-bench", "--", "org/results"]  # fmt: skip
    assert hub_step(workflow, checkout, "")[:2] == (0, "verdicts=\n")


@pytest.mark.parametrize(
    "written",
    ["12 3\n", "12 0; id\n", "$(id) 0\n", "0 0\n", "1 0\rx\n", "12 0 1\n", "x=y\n", "-1 0\n", "1234567890 0\n"],
)
def test_nothing_but_numbers_leaves_the_job_that_parses(workflow, checkout, written):
    assert hub_step(workflow, checkout, f"{written}5 1\n")[1] == "verdicts=5:1,\n"


def comment(workflow, checkout, verdicts, results="org/results"):
    """Run the step that has the token, with a `curl` that records its arguments and its input."""
    tool = checkout.parent / "tools" / "curl"
    tool.write_text(
        f'#!/bin/bash\nfor each; do case "$each" in @*) cat "${{each#@}}"; echo ;; *) echo "$each" ;; esac; done'
        f" >> {checkout.parent}/called\n"
    )
    tool.chmod(0o755)
    return run_step(workflow, checkout, "Comment", RESULTS=results, VERDICTS=verdicts, HF_TOKEN="hf_secret")


def test_a_comment_is_a_fixed_sentence_under_a_number(workflow, checkout):
    code, message, called = comment(workflow, checkout, "12:0,7:2,")
    assert (code, message) == (0, "")
    bodies = [json.loads(line) for line in called if line.startswith("{")]
    assert bodies == [{"comment": check_prs.VERDICTS[0]}, {"comment": check_prs.VERDICTS[2]}]
    assert [line.rpartition("/api/")[2] for line in called if "/api/" in line] == [
        "datasets/org/results/discussions/12/comment",
        "datasets/org/results/discussions/7/comment",
    ]
    assert called.count("Authorization: Bearer hf_secret") == 2


@pytest.mark.parametrize(
    "verdicts", ["", "12:3,", "12:0", "12:0,$(id):0,", "12:0,\n13:0,", "../../x:0,", "0:0,", "1:0,;id,", "1:0," * 101]
)
def test_what_is_no_list_of_numbers_is_not_posted(workflow, checkout, verdicts):
    code, _, called = comment(workflow, checkout, verdicts)
    assert (code, called) == (1, [])
    assert comment(workflow, checkout, "12:0,", results="org/results/../x")[0] == 1


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """Ten rows of a config, and two submissions to it of the real package."""
    home = tmp_path_factory.mktemp("real")
    config = "sgp-symmetry"
    build.build(families.get(config), home / "data", limit=10)
    for name in ("lab-model", "rival"):
        run.run(families.get(config), str(home / "data"), home / name, run.Options("baseline", "random", name=name))
        score.score(Run.open(home / name))
        package.package(ScoredRun.open(home / name), home / "submissions", submitter="author")
    return home


def spoil_scores(folder):
    path = folder / "scores.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"value": 1.0}))


def spoil_name(folder):
    path = folder / "manifest.json"
    measurements = json.loads(path.read_text())
    measurements["model"]["id"] = "rivaI"
    path.write_text(json.dumps(measurements))


def add_link(folder):
    (folder / "extracted").symlink_to("/etc")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (None, "verified, scored again"),
        (spoil_scores, "scores.json differs from the manifest"),
        (spoil_name, "the model's name 'rivaI' looks like 'rival' of sgp-symmetry/rival-"),
        (add_link, "this is a link or a submodule"),
    ],
)
def test_the_script_with_the_real_verifier(workflow, checkout, real, spoil, words):
    submissions = checkout / "submissions"
    shutil.rmtree(submissions)
    paths = (real / "submissions" / "sgp-symmetry").iterdir()
    folders = {json.loads((path / "manifest.json").read_text())["model"]["id"]: path for path in paths}
    assert folders.keys() == {"lab-model", "rival"}
    shutil.copytree(folders["rival"], submissions / "sgp-symmetry" / folders["rival"].name)
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "rival")
    git(checkout, "tag", "-f", "base")
    mine = submissions / "sgp-symmetry" / folders["lab-model"].name
    shutil.copytree(folders["lab-model"], mine)
    if spoil:
        spoil(mine)
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "mine")
    tool = checkout.parent / "tools" / "sgpkit"
    tool.write_text(f'#!/bin/sh\nexec {Path(sys.executable).parent}/sgpkit "$@"\n')
    code, message, _ = run_step(
        workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA=str(real / "data"), PYTHONPATH=str(ROOT)
    )
    assert code == (0 if spoil is None else 1), message
    assert words in message
