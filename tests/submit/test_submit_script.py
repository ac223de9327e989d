"""`submit/submit.py` from a model to a pull request, with a baseline instead of vLLM, on a Hub at 127.0.0.1."""

import runpy
import subprocess
import sys

import pytest
from huggingface_hub import HfApi
from paths import ROOT

from sgpkit.cli.main import main

SCRIPT = ROOT / "submit" / "submit.py"
CONFIG = "sgp-symmetry"


@pytest.mark.process
def test_its_help_shows_how_it_is_called():
    done = subprocess.run([sys.executable, SCRIPT, "--help"], capture_output=True, text=True, check=True)
    assert "python submit/submit.py --model ORG/MODEL" in done.stdout


def run_script(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), *arguments])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPT), run_name="__main__")
    return ended.value.code


@pytest.mark.slow
def test_it_asks_scores_and_opens_a_pull_request(hub, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    hub.create("dataset", "org/results")
    assert main(["build", CONFIG, "--limit", "4", "--workers", "1"]) == 0
    assert main(["push", "sgp-bench", "--repo", "org/sgp-bench", "--tag", "v1.0.0"]) == 0
    shared = [
        "--model",
        "constant",
        "--engine",
        "baseline",
        "--data",
        "org/sgp-bench@v1.0.0",
        "--results",
        "org/results",
    ]
    assert run_script(monkeypatch, *shared, "--dry-run", CONFIG) == 0
    assert "would open a pull request" in capsys.readouterr().out
    assert run_script(monkeypatch, *shared, CONFIG) == 0
    printed = capsys.readouterr().out
    assert f"runs/{CONFIG}-constant: " in printed and "report.html" in printed
    (discussion,) = HfApi().get_repo_discussions("org/results", repo_type="dataset")
    assert discussion.is_pull_request
    assert main(["verify", "org/results@refs/pr/1"]) == 0


def test_a_mistake_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run_script(monkeypatch, "--model", "constant", "--engine", "baseline", "--data", "nowhere", CONFIG) == 2
    assert "Build one: sgpkit build" in capsys.readouterr().err
