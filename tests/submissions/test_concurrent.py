"""Several processes that verify or submit at once: no result is lost, and none is damaged."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import toy
from paths import ROOT
from submissions import Guesser, asked, submitted, verified

from sgpkit import engines
from sgpkit.data import build
from sgpkit.reports.leaderboard import entries
from sgpkit.submissions import submission
from sgpkit.submissions.again import rerun

pytestmark = [pytest.mark.process, pytest.mark.slow]

COMMAND = """
import sys, time
from pathlib import Path
import submissions
from sgpkit import engines
from sgpkit.cli.main import main

class Waiting(submissions.Guesser):
    def generate(self, requests):
        Path(sys.argv[2]).touch()
        while not Path(sys.argv[3]).exists():
            time.sleep(0.01)
        return super().generate(requests)

engines.open_engine = lambda *_: Waiting(sys.argv[1])
engines.answering_engine = lambda *_: "vllm"
sys.exit(main(sys.argv[4:]))
"""
"""The command line with an engine that makes one file when it is asked, and answers once another file exists."""


def start(home, *arguments, model="guesser-7b", begun="begun", goes_on="begun"):
    """Start a command in a process of its own."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'tests' / 'helpers'}:{ROOT}", "SGPKIT_SCORING": "direct"}
    given = [model, str(home / begun), str(home / goes_on), *map(str, arguments)]
    command = [sys.executable, "-c", COMMAND, *given]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def end(process):
    output, _ = process.communicate(timeout=300)
    return process.returncode, output


@pytest.fixture
def results(home, monkeypatch):
    """Two submissions of greedy runs in a results repository, by the names of their models."""
    build.build(toy.PLAIN, home / "data", "numbers", "140")
    folders = {}
    for name in ("guesser-7b", "guesser-70b"):
        monkeypatch.setattr(engines, "open_engine", lambda *_, name=name: Guesser(name))
        folder = submitted(home, name=f"run-of-{name}", temperature=0.0)
        folders[name] = shutil.copytree(folder, home / "results" / "submissions" / "toy" / folder.name)
    return folders


def start_rerun(home, folder, nonce, model="guesser-7b", **waits):
    asking = ["--rerun", "60", "--engine", "baseline", "--model", model, "--by", "a verifier", "--nonce", nonce]
    return start(home, "verify", folder, "--data", home / "data", *asking, model=model, **waits)


def nonce_of(folder):
    return json.loads((rerun.place_of(folder) / rerun.FILE).read_text())["nonce"]


def levels(home, folders):
    return [made.verification for made in entries.collected(list(folders), str(home / "data"))]


def test_reruns_of_two_submissions_at_once_are_both_recorded(home, results):
    """Each answers only once the other has been asked."""
    first, second = results
    running = [
        start_rerun(home, results[first], "one", first, begun="first", goes_on="second"),
        start_rerun(home, results[second], "two", second, begun="second", goes_on="first"),
    ]
    for process in running:
        code, output = end(process)
        assert code == 0 and "verified, run again" in output, output
    assert [nonce_of(folder) for folder in results.values()] == ["one", "two"]
    assert levels(home, results.values()) == ["run again", "run again"]


def test_of_reruns_of_one_submission_at_once_the_second_is_refused(home, results):
    folder = results["guesser-7b"]
    running = start_rerun(home, folder, "one", begun="begun", goes_on="free")
    limit = time.monotonic() + 200
    while not (home / "begun").exists():
        assert running.poll() is None and time.monotonic() < limit, end(running)
        time.sleep(0.05)
    code, output = end(start_rerun(home, folder, "two"))
    assert code == 2 and "another process is working on" in output, output
    (home / "free").touch()
    code, output = end(running)
    assert code == 0 and "verified, run again" in output, output
    assert nonce_of(folder) == "one"
    assert levels(home, [folder]) == ["run again"]


def test_submissions_that_are_made_at_once_in_one_folder_are_whole(home):
    runs = [asked(home, name="one"), asked(home, name="two", n=2)]
    out: Path = home / "submissions"
    for process in [start(home, "submit", run, "--out", out) for run in (*runs, runs[0])]:
        code, output = end(process)
        assert code == 0 and "verified, scored again" in output, output
    folders = list(submission.find(out))
    assert len(folders) == 2 and all(verified(home, folder).verified for folder in folders)
    assert [path.name for path in out.iterdir()] == ["toy"] and set((out / "toy").iterdir()) == set(folders)
