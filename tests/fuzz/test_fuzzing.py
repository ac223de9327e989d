"""Fuzzing itself: it finds what is broken, makes it small, does the same for the same seed, and runs."""

import os
import subprocess
import sys
from random import Random

import pytest
from paths import ROOT

from tools.fuzz import found
from tools.fuzz.__main__ import main
from tools.fuzz.judge import judged
from tools.fuzz.mutate import mutated
from tools.fuzz.target import Broken, Target, targets


def toy(data: bytes) -> None:
    if b"spin" in data:
        while True:
            pass
    if b"deep" in data:
        toy(data)
    if b"{" in data and b"}" in data:
        raise KeyError("brackets")
    if b"x" in data:
        raise ValueError("promised")


TOY = Target("toy", toy, (b"a b", b"c { d"), (b"{", b"}"), (ValueError,))


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"fine", None), (b"x", None), (b"{}", "KeyError"), (b"deep", "RecursionError"), (b"spin", "Overtime")],
)
def test_a_broken_promise_is_told_from_a_kept_one(data, kind):
    fault = judged(TOY, data, 0.2)
    assert (fault and fault.kind) == kind


def test_what_is_found_is_made_small_and_kept_once(monkeypatch, tmp_path):
    monkeypatch.setattr(found, "FOUND", tmp_path)
    finder = found.Finder(TOY)
    for data in (b"some long text { and more } of it" * 20, b"{}", b"x", b"other } {"):
        finder(data)
    assert finder.tried == 4
    (kept,) = tmp_path.rglob("*.input")
    assert sorted(kept.read_bytes()) == sorted(b"{}")
    assert "KeyError: 'brackets'" in kept.with_suffix(".txt").read_text()


def test_the_same_seed_gives_the_same_inputs_and_they_reach_what_is_broken():
    def run(seed: int) -> list[bytes]:
        rng = Random(seed)
        return [mutated(rng.choice(TOY.seeds), TOY.words, TOY.seeds, rng, 500) for _ in range(400)]

    assert run(1) == run(1) != run(2)
    assert all(len(data) <= 500 for data in run(1))
    faults = {fault.kind for data in run(1) if (fault := judged(TOY, data, 1.0))}
    assert faults == {"KeyError"}


def test_every_target_reads_its_own_seeds():
    for target in targets().values():
        assert target.seeds
        for data in target.seeds:
            fault = judged(target, data)
            assert fault is None, f"{target.name}: {fault.traceback}"


def test_a_round_trip_that_fails_is_a_fault():
    def lose(data: bytes) -> None:
        raise Broken("not the same")

    fault = judged(Target("lose", lose, (b"",)), b"")
    assert fault is not None and fault.kind == "Broken"


@pytest.mark.parametrize("name", targets())
def test_a_few_odd_inputs_for_every_reader(name):
    """What `make fuzz` does, for a moment."""
    target = targets()[name]
    rng = Random(f"few:{name}")
    for _ in range(5 if name.startswith(("grammar-", "hidden-")) else 30):
        data = mutated(rng.choice(target.seeds), target.words, target.seeds, rng, 5000)
        fault = judged(target, data)
        assert fault is None, f"{data!r:.500}\n{fault.traceback}"


def test_the_command_runs_a_target_in_its_own_process_and_leaves_nothing(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-m", "tools.fuzz", "--blind", "--seconds", "0.3", "path"],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.startswith("path: ") and ended.stdout.endswith(" 0 faults\n")
    assert list(tmp_path.iterdir()) == []


def test_a_target_that_is_none_is_told(capsys):
    assert main(["no-such-target"]) == 2
    error = capsys.readouterr().err
    assert "no target 'no-such-target'; there is: " in error and ", extract-choice, " in error
