"""The commands and links of the README work, and the commands of the how-to page about the Hub, against a local server."""

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

from sgpkit.cli import main
from tools import released

README = (ROOT / "README.md").read_text(encoding="utf-8")
HUB = (ROOT / "docs/how-to/hub.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = README) -> list[str]:
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
        (line,) = [line for line in lines if line.startswith("pip install")]
        assert line in ("pip install sgpkit", "pip install 'sgpkit[local]'", "pip install 'sgpkit[vllm]'")
        assert "in a checkout" in (ROOT / name).read_text()
        assert len(lines) == len((ROOT / name).read_text().splitlines())


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
def test_commands_of_the_hub_page_run(hub, tmp_path, monkeypatch):
    """Use a Hub on the loopback interface, few rows, and a baseline instead of the model."""
    monkeypatch.chdir(tmp_path)
    (shown,) = [block for block in blocks("bash", HUB) if "sgpkit submit" in block]
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
    rules = re.findall(r"^([a-z][a-z -]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    targets = {target for rule in rules for target in rule.split()}
    for page in PAGES:
        named = set(re.findall(r"(?<=`)make ([a-z-]+)", page.read_text(encoding="utf-8")))
        assert named <= targets, page
    assert set(re.findall(r"make ([a-z]+)", README)) <= targets


def linked(path: Path) -> list[Path]:
    """Return the files that a page links."""
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    return [path.parent / link for link in links]


PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted(
    (ROOT / "docs").rglob("*.md")
)
GENERATED = (ROOT / "docs/reference/commands.md",)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_linked_files_exist(page):
    assert [path for path in linked(page) if not path.exists() and path.resolve() not in GENERATED] == []
