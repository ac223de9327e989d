"""Steps that are killed, run out of disk space or see the clock jump leave, once resumed, the files of an
undisturbed run.

`python -m tools.fuzz.faults` does the same two hundred times.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest
from paths import ROOT

from sgpkit.graphics import compiled, dot, raster, turtle
from sgpkit.sandbox.workers import sandbox
from tests.hostile import targets

KILLS = 6


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_pipeline_that_is_struck_again_and_again_leaves_what_an_undisturbed_one_leaves(tmp_path):
    command = [sys.executable, "-m", "tools.fuzz.faults", "--kills", str(KILLS), "--seed", "3"]
    ended = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"TMPDIR": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "every file as undisturbed" in ended.stdout
    assert int(ended.stdout.splitlines()[-1].split()[0]) >= KILLS
    for step, helpers in {"score": ("worker", "template"), "verify": ("verifier", "worker", "forkserver")}.items():
        for helper in helpers:
            assert f"× {step} with a killed {helper}\n" in ended.stdout


@pytest.mark.slow
@pytest.mark.sandbox
def test_two_commands_in_one_folder_leave_what_one_leaves(tmp_path):
    """Two processes do each step at once. At least one of them succeeds, and the other succeeds or reports the
    reason."""
    run = ["run", "sgp-symmetry", "--data", "sgp-bench", "--engine", "baseline", "--model", "reference", "--out", "run"]
    steps = [["build", "sgp-symmetry", "--limit", "6", "--workers", "1"], run, ["score", "run"]]
    left = []
    for count in (1, 2):
        folder = tmp_path / str(count)
        folder.mkdir()
        for step in steps:
            command = [sys.executable, "-c", "from sgpkit.cli.main import entry; entry()", *step]
            started = [
                subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
                for _ in range(count)
            ]
            errors = [process.communicate(timeout=500)[1] for process in started]
            refused = [error for process, error in zip(started, errors, strict=True) if process.returncode]
            assert len(refused) < count, errors
            assert all(error.startswith("sgpkit: another process") for error in refused), errors
        files = [*(folder / "sgp-bench").rglob("*.parquet"), *(folder / "run").rglob("*.parquet")]
        files.append(folder / "run" / "scores.json")
        left.append({path.relative_to(folder): path.read_bytes() for path in files})
        assert not [path for path in folder.rglob("*") if path.name.endswith((".part", ".tmp"))]
    assert left[0] == left[1]


@pytest.mark.process
def test_a_worker_of_a_build_that_is_gone_before_the_worker_starts_ends(tmp_path):
    script = "import os, time\nfrom sgpkit.sandbox import parallel\nparallel.exit_with_parent(int(os.environ['GONE']))\ntime.sleep(60)\n"
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    ended = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"GONE": str(gone.pid)}, timeout=50, check=False
    )
    assert ended.returncode == 1


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("name", ["turtle_match", "structural_recall dot", "painted by cairo"])
def test_sandboxes_that_are_killed_cost_no_good_answer_its_score(name, monkeypatch):
    """An operator or the kernel's out-of-memory killer may kill a sandbox, so each program gets a second try."""
    monkeypatch.setenv("SGPKIT_WORKERS", "2")
    target = next(target for target in targets.targets() if target.name == name)
    service = {"turtle": turtle, "dot": dot, "svg": raster}[target.format]
    good = [target.good(number) for number in range(30)]
    targets.close()
    alone = target.score(good)
    compiled.MEMORY.forget()
    draw, ended, unhurt, killed = random.Random(name), threading.Event(), threading.Event(), []

    def strike() -> None:
        """Kill at most one sandbox while the same answers are scored, since a third try is not promised."""
        while not ended.wait(draw.uniform(1, 3)):
            for process in [item for item in service.processes() if item is not None][: unhurt.is_set()]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
                    unhurt.clear()

    striker = threading.Thread(target=strike)
    striker.start()
    try:
        rounds = 0
        while len(killed) < 2 and rounds < 200:
            compiled.MEMORY.forget()
            unhurt.set()
            assert list(map(repr, target.score(good))) == list(map(repr, alone))
            rounds += 1
    finally:
        ended.set()
        striker.join()
        targets.close()
    assert killed


def test_without_a_sandbox_nothing_is_scored(monkeypatch):
    """If the machine cannot open an answer, it raises an error instead of scoring 0."""
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setenv("SGPKIT_SANDBOX", "bubblewrap")
    targets.close()
    compiled.MEMORY.forget()
    sandbox.forget()
    try:
        for name in ("turtle_match", "molecule tikz", "geometry eps", "structural_recall dot", "painted by cairo"):
            target = next(target for target in targets.targets() if target.name == name)
            with pytest.raises(sandbox.Unavailable):
                target.score([target.good(77)])
    finally:
        sandbox.forget()


@pytest.mark.sandbox
def test_a_clock_that_jumps_changes_no_verdict(monkeypatch):
    draw, clock = random.Random(0), time.time
    monkeypatch.setattr(time, "time", lambda: clock() + draw.uniform(-1e9, 1e9))
    for target in targets.targets():
        if target.name in ("turtle_match", "structural_recall dot", "painted by cairo", "choice_accuracy"):
            assert {verdict.value for verdict in target.score([target.good(number) for number in range(5)])} == {1.0}
    targets.close()
