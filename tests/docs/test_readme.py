"""What the README and the guide show works as it stands there."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import command_line
import pytest
from huggingface_hub import HfApi
from paths import ROOT

from sgpkit.api.suites import suite
from sgpkit.cli import main
from tools import released

README, GUIDE = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/guide.md"))


def blocks(language: str, text: str = README + GUIDE) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for named, block in fenced if named == language]


def environment(home: Path) -> dict[str, str]:
    return os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HF_HOME": str(home),
        "HF_MODULES_CACHE": str(home / "modules"),
        "HF_EVALUATE_OFFLINE": "1",
        "HF_HUB_OFFLINE": "1",
    }


@pytest.mark.slow
def test_the_python_examples_print_what_their_comments_say(tmp_path):
    subprocess.run(["sgpkit", "metrics", "install"], env=environment(tmp_path), check=True, cwd=tmp_path)
    for block in blocks("python"):
        done = subprocess.run(
            [sys.executable, "-c", block],
            env=environment(tmp_path),
            check=True,
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.stdout.splitlines() == re.findall(r"^# (.*)$", block, re.MULTILINE)


@pytest.mark.slow
def test_the_commands_run_in_their_order(tmp_path):
    (session,) = [block for block in blocks("sh", GUIDE) if "sgpkit build" in block]
    commands = [shlex.split(line, comments=True) for line in session.splitlines()]
    for command in commands[1:]:
        done = subprocess.run(
            command, env=environment(tmp_path / "home"), cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
    assert (tmp_path / "out" / "random.html").stat().st_size > 10_000


@pytest.mark.slow
def test_the_commands_of_the_readme_end_in_a_page(tmp_path):
    (session,) = [block for block in blocks("sh", README) if "pip install" in block]
    written = [shlex.split(line, comments=True) for line in session.splitlines()]
    assert written[0] in (["pip", "install", "."], ["pip", "install", "sgpkit"]), "which these tests have done"
    for command in written[1:]:
        done = subprocess.run(
            command, env=environment(tmp_path / "home"), cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
    assert (tmp_path / "evals/smoke/report.html").stat().st_size > 10_000


def test_the_release_replaces_each_line_that_installs_from_a_checkout(tmp_path, monkeypatch):
    for name in released.PAGES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(released, "ROOT", tmp_path)
    released.main()
    for name in released.PAGES:
        lines = (tmp_path / name).read_text().splitlines()
        assert lines.count("pip install sgpkit") == 1
        assert not any(line.startswith("pip install .") for line in lines)
        assert len(lines) == len((ROOT / name).read_text().splitlines())


def test_the_suite_of_the_guide_is_one(tmp_path):
    (text,) = blocks("toml", GUIDE)
    (tmp_path / "mine.toml").write_text(text)
    loaded = suite.load([str(tmp_path / "mine.toml")])
    assert [item.strategy for item in loaded.items] == ["direct", "cot"]
    assert loaded.models[0].name == "ORG/MODEL"


def test_the_command_of_docker_is_one_of_ours():
    (line,) = [line for block in blocks("", README) for line in block.splitlines() if "docker run" in line]
    words = shlex.split(line)
    assert command_line.parsed(words[words.index("sgpkit") + 2 :])


def commands(block: str) -> list[list[str]]:
    return [shlex.split(line, comments=True) for line in block.splitlines() if line.startswith("sgpkit ")]


SHOWN = [command for block in blocks("") for command in commands(block)]


@pytest.mark.parametrize("command", SHOWN, ids=" ".join)
def test_a_command_that_needs_a_model_or_the_hub_has_options_that_there_are(command):
    assert command_line.parsed([word.replace("…", "example.org") for word in command[1:]])


@pytest.mark.slow
def test_the_way_over_the_hub_works_as_shown(hub, tmp_path, monkeypatch):
    """Against a Hub on the loopback interface, with small data and a baseline in the place of the model."""
    monkeypatch.chdir(tmp_path)
    (shown,) = [block for block in blocks("", GUIDE) if "sgpkit push" in block]
    hub.create("model", "org/MODEL")
    hub.create("dataset", "org/results")
    assert main.main(["build", "sgp-symmetry", "--limit", "4", "--workers", "1"]) == 0
    for command in commands(shown):
        words = ["sgp-symmetry" if word == "sgp-svg" else word for word in command[1:]]
        words = ["baseline" if word == "vllm" else word.replace("ORG/", "org/") for word in words]
        if words[0] == "run":
            words[words.index("org/MODEL")] = "constant"
        assert main.main(words) == 0, words
        if words[0] == "run":
            assert main.main(["score", "runs/mine"]) == 0
        if words[0] == "verify":
            HfApi().merge_pull_request("org/results", 1, repo_type="dataset")
    assert (tmp_path / "site" / "index.html").is_file()


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"make ([a-z]+)", README))
    assert named <= targets


LINKED = [*re.findall(r"\]\(([^)#:]+)\)", README), *(f"docs/{name}" for name in re.findall(r"\]\(([^)#:]+)\)", GUIDE))]


@pytest.mark.parametrize("name", LINKED)
def test_every_file_that_is_linked_exists(name):
    assert (ROOT / name).exists()
