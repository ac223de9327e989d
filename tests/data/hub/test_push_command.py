"""`sgpkit push` as a separate process: its output, and the state after a kill."""

import random
import subprocess
import sys
import time

import pytest
import toy

from sgpkit.benchmark import Source
from sgpkit.cli import main
from sgpkit.data import build

REPO = "org/sgp-bench"
COMMAND = [sys.executable, "-c", "from sgpkit.cli.main import entry; entry()"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main.main(["build", "sgp-symmetry", "--limit", "3", "--workers", "1"]) == 0
    return tmp_path / "sgp-bench"


@pytest.mark.slow
def test_killed_while_it_commits(hub, folder, capsys):
    """The Hub is slow with the commit, and the pushing process is killed meanwhile. Whether the commit exists or not,
    the same command completes the push and does not commit twice."""
    slow = hub.fail(delay=1.0, path="/commit/main")
    push = [*COMMAND, "push", str(folder), "--repo", REPO, "--tag", "v1.0.0"]
    process = subprocess.Popen(push, env=hub.environment(), stderr=subprocess.PIPE)
    for _ in range(600):
        if slow.met or process.poll() is not None:
            break
        time.sleep(0.05)
    process.kill()
    process.communicate()
    time.sleep(1.2)
    repo = hub.repo("dataset", REPO)
    commits = len(repo.history("main"))
    assert slow.met == 1 and commits in (1, 2) and not repo.tags
    capsys.readouterr()
    done = subprocess.run(push, env=hub.environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert any(line.startswith(f"{REPO} is v1.0.0 (") for line in done.stdout.splitlines())
    assert len(repo.history("main")) == 2 and repo.tags == {"v1.0.0": repo.branches["main"]}
    assert not done.stderr, "no bars, no remarks where there is no terminal"
    assert main.main(["push", str(folder), "--repo", REPO, "--tag", "v1.0.0"]) == 0
    assert capsys.readouterr().out.startswith(f"nothing to do: {REPO} has the same contents, as v1.0.0")


def test_what_the_user_can_mend_is_told_in_a_line_or_two(hub, folder, capsys):
    hub.sign_in(None)
    assert main.main(["push", "--repo", REPO, "--tag", "v1.0.0"]) == 2
    assert capsys.readouterr().err.startswith("sgpkit: no token for the Hub\nLog in: hf auth login")
    assert main.main(["push", "nowhere", "--repo", REPO, "--tag", "v1.0.0"]) == 2
    assert "nowhere is not a dataset folder" in capsys.readouterr().err


def big(folder, changed):
    """Build 300 rows with pictures of 10 kB, one of which may differ."""

    def rows(path, seed):
        for number in range(300):
            drawn = random.Random(f"{number}{'!' if number == changed else ''}")
            yield "test", toy.row(f"row-{number}", 0) | {"image": drawn.randbytes(10_000)}

    build.build(toy.TOY.replacing(sources={"builtin": Source(rows)}, finish=None), folder, workers=1)
    return folder


@pytest.mark.slow
def test_over_xet_only_the_chunks_that_changed_are_sent(hub, tmp_path):
    """With content-defined chunks, a changed text in the middle of a file costs its own size instead of the file's."""
    script = tmp_path / "push.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\nfrom sgpkit.data.hub import push\n"
        "print(push.push(Path(sys.argv[1]), 'org/big', sys.argv[2], lambda folder: None).lines[-1])"
    )

    def pushed(tag):
        hub.requests.clear()
        command = [sys.executable, str(script), str(folder), tag]
        done = subprocess.run(command, env=hub.environment(xet=True), capture_output=True, text=True, check=False)
        assert done.returncode == 0 and done.stdout.startswith(f"org/big is {tag} ("), done.stderr
        return hub.bytes_in

    folder = big(tmp_path / "big", None)
    first = pushed("v1.0.0")
    assert first > 2_900_000
    big(folder, 200)
    second = pushed("v1.1.0")
    assert second < 0.2 * first
    there = hub.files("dataset", "org/big", "v1.1.0")
    for path in folder.rglob("*.parquet"):
        assert there[path.relative_to(folder).as_posix()] == path.read_bytes()
