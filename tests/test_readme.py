"""What the README shows works as it stands there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def environment(home: Path) -> dict[str, str]:
    return os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HF_HOME": str(home),
        "HF_MODULES_CACHE": str(home / "modules"),
        "HF_EVALUATE_OFFLINE": "1",
        "HF_HUB_OFFLINE": "1",
    }


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


def test_the_commands_run_in_their_order(tmp_path):
    (session,) = [block for block in blocks("sh") if "sgpkit build" in block]
    commands = [shlex.split(line, comments=True) for line in session.splitlines()]
    for command in commands[1:]:
        done = subprocess.run(
            command, env=environment(tmp_path / "home"), cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
    assert (tmp_path / "out" / "random.html").stat().st_size > 10_000


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"make ([a-z]+)", README))
    assert named <= targets


@pytest.mark.parametrize("name", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_file_that_is_linked_exists(name):
    assert (ROOT / name).is_file()
