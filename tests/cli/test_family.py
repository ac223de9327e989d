"""`sgpkit family` and `--family`, from an empty folder."""

import os
import subprocess
import sys

import pytest

from sgpkit import plugins

pytestmark = pytest.mark.process

ENTRY = "from sgpkit.cli.main import entry; entry()"


@pytest.fixture
def sgpkit(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != plugins.VARIABLE}

    def run(*arguments):
        command = [sys.executable, "-c", ENTRY, *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return run


def test_a_stranger_gets_from_nothing_to_a_checked_family(sgpkit, tmp_path):
    assert sgpkit("family", "new", "my_family").returncode == 0
    done = sgpkit("family", "check", "my_family")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == "my_family: all checks passed"
    assert sgpkit("family", "new", "my_family").returncode == 2


@pytest.mark.parametrize("before", [True, False])
def test_every_command_takes_family_before_and_after_its_name(sgpkit, before):
    sgpkit("family", "new", "my_family")
    option, rest = ["--family", "my_family"], ["build", "my-family-count", "--limit", "9", "--workers", "2"]
    done = sgpkit(*option, *rest) if before else sgpkit(*rest, *option)
    assert done.returncode == 0, done.stderr
    assert "8 train, 9 test" in done.stdout
    shown = sgpkit("show", "my-family-count", "test-1", *option)
    assert shown.returncode == 0, shown.stderr
    assert "How many squares" in shown.stdout


def test_a_job_on_other_machines_is_refused_a_family_that_lies_here(sgpkit):
    sgpkit("family", "new", "my_family")
    where = ["--data", "org/data@v1.0.0", "--on", "hf-jobs", "--flavor", "h200x1", "--results", "org/runs", "--dry-run"]
    line = ["--engine", "baseline", "--model", "random", "--family", "my_family", *where]
    done = sgpkit("run", "my-family-count", *line)
    assert done.returncode == 2
    assert "a job cannot read the family my_family, which is a folder on this machine" in done.stderr
    done = sgpkit("run", "sgp-symmetry", *line)  # which needs nothing of that folder
    assert done.returncode == 0, done.stderr
    assert "--family" not in done.stdout


def test_what_is_wrong_is_named_and_exits_with_1(sgpkit, tmp_path):
    sgpkit("family", "new", "my_family")
    (tmp_path / "my_family" / "card.md").unlink()
    done = sgpkit("family", "check", "my_family")
    assert done.returncode == 1
    assert "card.md is missing" in done.stdout


def test_a_folder_that_is_not_there_is_one_line(sgpkit):
    done = sgpkit("list", "--family", "nowhere")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "no such folder" in done.stderr
