"""The workflow that verifies submissions of pull requests: its steps, run by bash like on GitHub, in a checkout."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from sgpkit import content
from sgpkit.cli import main

PATH = content.folder("submit") / "workflows" / "verify.yml"
CHECK = "Verify what the pull request changes"
STEPS = ("Install", CHECK, "Verify the open pull requests on the Hub", "Comment")

BOTH_WAYS = pytest.mark.parametrize("home", ["verify", pytest.param("workflow", marks=pytest.mark.slow)], indirect=True)
"""Run a test of a submission that must not verify a second time, with the workflow in place of `verify`."""

ASK = """
import json, os, socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as asked:
    asked.sendall(json.dumps([os.getcwd(), sys.argv[2:]]).encode())
    asked.shutdown(socket.SHUT_WR)
    code, out, err = json.load(asked.makefile())
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(code)
"""
"""A program that passes its arguments to `Server` and ends like the command there."""


class Ended(NamedTuple):
    """The exit code of a step, and what it printed."""

    code: int
    output: str


def load() -> Any:
    return yaml.load(PATH.read_text(encoding="utf-8"), yaml.BaseLoader)


def steps(workflow: Any) -> dict[str, Any]:
    return {item["name"]: item for job in workflow["jobs"].values() for item in job["steps"] if "run" in item}


def git(folder: Path, *arguments: str) -> None:
    if shutil.which("git") is None:
        pytest.skip("the workflow starts from a checkout, and there is no git here")
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def commit(repo: Path, message: str) -> None:
    git(repo, "add", "--all", "--force", ".")
    git(repo, "commit", "-q", "--allow-empty", "-m", message)


def run_step(script: str, repo: Path, environment: Mapping[str, str]) -> Ended:
    """Run a step like GitHub: bash -e -o pipefail. Programs in the folder `tools` next to the repository come first."""
    known = {"PATH": f"{repo.parent / 'tools'}:{os.environ['PATH']}", "HOME": str(repo.parent), **environment}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]
    done = subprocess.run(command, cwd=repo, env=known, capture_output=True, text=True, errors="replace", check=False)
    return Ended(done.returncode, done.stdout + done.stderr)


class Results:
    """A results repository with one submission of a rival. The `sgpkit` of its steps is the command line of this
    process, which knows the toy benchmarks."""

    def __init__(self, home: Path) -> None:
        self.home, self.repo = home, home / "results"
        (home / "tools").mkdir()
        (home / "tools" / "ask.py").write_text(ASK)
        self.repo.mkdir()
        git(self.repo, "init", "-q", "-b", "main")
        (self.repo / "submissions").mkdir()
        (self.repo / "submissions" / "README.md").write_text("Submissions.\n")
        commit(self.repo, "first")
        git(self.repo, "tag", "base")
        self.script = steps(load())[CHECK]["run"]

    def add(self, folder: Path) -> None:
        """Put a submission onto the branch that pull requests are made for."""
        self.copy(folder)
        commit(self.repo, "earlier")
        git(self.repo, "tag", "-f", "base")

    def copy(self, folder: Path) -> Path:
        git(self.repo, "reset", "-q", "--hard", "base")
        git(self.repo, "clean", "-ffdxq")
        path = self.repo / "submissions" / folder.parent.name / folder.name
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(folder, path, symlinks=True)
        return path

    def pull_request(self, folder: Path, author: str = "") -> Ended:
        """Return the result of the step for a pull request with this folder."""
        self.copy(folder)
        return self.checked(author)

    def checked(self, author: str = "") -> Ended:
        """Return the result of the step for a pull request with the files that the checkout has now."""
        commit(self.repo, "mine")
        with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
            tool = self.home / "tools" / "sgpkit"
            ask = [sys.executable, "-I", "-S", str(self.home / "tools" / "ask.py"), str(server.getsockname()[1])]
            tool.write_text(f'#!/bin/sh\nexec {" ".join(ask)} "$@"\n')
            tool.chmod(0o755)
            environment = {"AUTHOR": author, "BASE": "base", "DATA": str(self.home / "data")}
            running = pool.submit(run_step, self.script, self.repo, environment)
            server.settimeout(0.05)
            while not running.done():
                serve(server)
            return running.result()

    def caught(self, home: Path, folder: Path, kind: str) -> str:
        """Return the findings of one kind that the step prints about a submission that must not verify."""
        assert home == self.home
        ended = self.pull_request(folder)
        assert ended.code == 1 and "NOT verified" in ended.output, ended.output
        findings = [line.strip().partition(": ") for line in ended.output.splitlines()]
        messages = [message for name, _, message in findings if name == kind]
        assert messages, ended.output
        return " | ".join(messages)


def serve(server: socket.socket) -> None:
    """Run the command of one connection, if there is one."""
    try:
        connection, _ = server.accept()
    except TimeoutError:
        return
    with connection:
        connection.settimeout(60)
        folder, arguments = json.load(connection.makefile())
        code, out, err = command(folder, arguments)
        connection.sendall(json.dumps([code, out, err]).encode())


def command(folder: str, arguments: Sequence[str]) -> tuple[int, str, str]:
    out, err, here = StringIO(), StringIO(), Path.cwd()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main.main(arguments)
    finally:
        os.chdir(here)
    return code, out.getvalue(), err.getvalue()
