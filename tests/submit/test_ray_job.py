"""The files for a running Ray cluster, run with stand-ins for Ray and sgpkit that record their calls."""

import os
import shutil
import subprocess

import pytest
from paths import ROOT

pytestmark = pytest.mark.process

FOLDER = ROOT / "submit" / "ray"

STAND_INS = {
    "ray": 'echo "ray $*" >>"$CALLS"\nwhile [ "$1" != -- ]; do [ "$1" = --working-dir ] && cd "$2"; shift; done\nshift; exec "$@"',
    "sgpkit": 'echo "sgpkit $*" >>"$CALLS"\n[ -s "$LEFT" ] && sed -i 1d "$LEFT" && exit 3\nexit "${END:-0}"',
}


@pytest.fixture
def submit(tmp_path):
    """Submit a run, and return the exit code and the recorded calls."""
    for name, text in STAND_INS.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{text}\n")
        (tmp_path / name).chmod(0o755)

    def submitting(*arguments, left=0, **environment):
        (tmp_path / "left").write_text("x\n" * left)
        (tmp_path / "calls").write_text("")
        paths = {"CALLS": str(tmp_path / "calls"), "LEFT": str(tmp_path / "left")}
        done = subprocess.run(
            ["bash", FOLDER / "submit.sh", *arguments],
            env={"PATH": f"{tmp_path}:{os.environ['PATH']}"} | paths | environment,
            capture_output=True,
            check=False,
            timeout=60,
        )
        return done.returncode, (tmp_path / "calls").read_text().splitlines()

    return submitting


def test_a_run_is_submitted_as_a_job(submit):
    code, calls = submit("http://head:8265", "toy", "--model", "M")
    assert code == 0
    assert calls[0].startswith("ray job submit --address http://head:8265 --working-dir ")
    assert calls[1:] == ["sgpkit run --engine ray --ray auto toy --model M"]


@pytest.mark.parametrize(("left", "code", "count"), [(1, 0, 2), (2, 0, 3), (9, 3, 3)])
def test_rows_that_are_left_are_asked_for_again_a_few_times(submit, left, code, count):
    ended, calls = submit("http://head:8265", "toy", left=left)
    assert (ended, len(calls) - 1) == (code, count)


def test_mistakes_end_at_once(submit):
    ended, calls = submit("http://head:8265", "toy", END="2")
    assert (ended, len(calls) - 1) == (2, 1)
    assert submit("http://head:8265") == (2, [])


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck")
@pytest.mark.parametrize("name", ["submit.sh", "job.sh"])
def test_the_files_are_sound_shell(name):
    done = subprocess.run(["shellcheck", FOLDER / name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
