"""The workflow that verifies submissions on pull requests: sound as a file, and each of its steps run here."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from sgpkit import content

pytestmark = pytest.mark.process

PATH = content.folder("submit") / "workflows" / "verify.yml"
STEPS = ("Install", "Verify what the pull request changes", "Verify the open pull requests on the Hub")


@pytest.fixture(scope="module")
def workflow():
    return yaml.load(PATH.read_text(encoding="utf-8"), yaml.BaseLoader)


def steps(workflow):
    (job,) = workflow["jobs"].values()
    return {each["name"]: each for each in job["steps"] if "run" in each}


def test_the_file_is_a_workflow_that_may_only_read(workflow):
    assert workflow.keys() == {"name", "on", "permissions", "concurrency", "jobs"}
    assert workflow["on"].keys() == {"pull_request", "schedule", "workflow_dispatch"}
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job.keys() == {"runs-on", "timeout-minutes", "steps"}
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert step.keys() <= {"name", "if", "env", "run", "uses", "with"}
            if "uses" in step:
                assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
    assert tuple(steps(workflow)) == STEPS
    for minute, *rest in (each["cron"].split() for each in workflow["on"]["schedule"]):
        assert 0 <= int(minute) < 60
        assert len(rest) == 4


def test_what_comes_from_a_pull_request_reaches_no_script_as_code(workflow):
    for name, step in steps(workflow).items():
        assert "${{" not in step["run"], f"{name}: expressions go into env, where they stay data"
        used = set(re.findall(r"\$\{?([A-Z_]{2,})", step["run"])) - {"PATH"}
        assert used == set(step.get("env", {})) - {"HF_TOKEN"}
    checkout = workflow["jobs"]["verify"]["steps"][0]
    assert checkout["with"]["persist-credentials"] == "false"
    holders = [name for name, step in steps(workflow).items() if "secrets." in json.dumps(step)]
    assert holders == ["Verify the open pull requests on the Hub"], "never where a pull request's own files are"
    assert "github.event_name != 'pull_request'" in steps(workflow)[holders[0]]["if"]


@pytest.mark.parametrize("name", STEPS)
def test_each_step_is_sound_shell(workflow, name):
    script = steps(workflow)[name]["run"]
    checked = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    shellcheck = shutil.which(
        "shellcheck", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    )
    if shellcheck:
        found = subprocess.run(
            [shellcheck, "--shell=bash", "--exclude=SC2034", "-"],
            input=script,
            capture_output=True,
            text=True,
            check=False,
        )
        assert found.returncode == 0, found.stdout


def git(folder, *arguments):
    if shutil.which("git") is None:
        pytest.skip("the workflow starts from a checkout, and there is no git here")
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path):
    """A results repo with one submission, and a `sgpkit` that notes what it was called with."""
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
    """As GitHub runs it: bash -e -o pipefail."""
    known = {"PATH": f"{checkout.parent / 'tools'}:{os.environ['PATH']}", "HOME": str(checkout.parent), **environment}
    script = steps(workflow)[name]["run"]
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
        cwd=checkout, env=known, capture_output=True, text=True, check=False,
    )  # fmt: skip
    called = checkout.parent / "called"
    return done.returncode, done.stdout + done.stderr, called.read_text().splitlines() if called.exists() else []


def test_the_submissions_that_a_pull_request_changes_are_verified(workflow, checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "author"}')
    put(checkout, "submissions/toy/second-2222/extracted/run.json")
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "more")
    code, told, called = run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="org/sgp-bench")
    assert code == 0, told
    assert called[:4] == ["verify", "--data", "org/sgp-bench", "--"]
    assert called[4:] == ["submissions/toy/second-2222"]
    assert told.startswith("::stop-commands::")


def test_a_submission_that_does_not_verify_fails_the_check(workflow, checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "author"}')
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "more")
    assert run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="org/sgp-bench", CODE="1")[0] == 1
    code, told, _ = run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="")
    assert code != 0
    assert "names the dataset whose rows count" in told


def test_a_pull_request_that_changes_more_is_refused(workflow, checkout):
    put(checkout, "submissions/toy/second-2222/manifest.json", '{"submitter": "author"}')
    put(checkout, ".github/workflows/verify.yml", "other")
    git(checkout, "add", ".")
    git(checkout, "commit", "-q", "-m", "more")
    code, told, called = run_step(workflow, checkout, STEPS[1], BASE="base", AUTHOR="author", DATA="org/sgp-bench")
    assert (code, called) == (1, [])
    assert ".github/workflows/verify.yml" in told


def attack(checkout):
    """The rival's responses become files of one's own, by renames, and so does the workflow itself."""
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
    """The folder is there, though nobody's name is in it."""
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
    assert called[4:] == ["submissions/toy/first-1111"]


def test_the_hubs_pull_requests_are_verified_by_the_clock(workflow, checkout):
    code, _, called = run_step(
        workflow, checkout, STEPS[2], RESULTS="org/results", DATA="org/sgp-bench", HF_TOKEN="hf_x"
    )
    assert code == 0
    assert called == ["results", "check-prs", "--comment", "--data", "org/sgp-bench", "--", "org/results"]
    assert run_step(workflow, checkout, STEPS[2], RESULTS="org/results", DATA="org/sgp-bench", CODE="1")[0] == 1
