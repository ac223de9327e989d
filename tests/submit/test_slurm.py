"""The job files, run like Slurm, with stand-ins for Slurm, Ray and sgpkit that record their calls."""

import os
import shutil
import subprocess

import pytest
from paths import ROOT

pytestmark = pytest.mark.process

FOLDER = ROOT / "submit" / "slurm"
JOBS = sorted(FOLDER.glob("*.sbatch"))

STAND_INS = {
    # It leaves rows once for each line of LEFT, then ends with END.
    # On a cluster it waits for the other nodes, since the end of the job would end them before they are recorded.
    "sgpkit": 'case "$*" in *"--engine ray"*) until grep -q "ray start --address" calls; do sleep 0.05; done;; esac\n'
    'echo "sgpkit $*" >>calls\n[ -s left ] && sed -i 1d left && exit 3\nexit "${END:-0}"',
    "srun": 'while [[ $1 == --* ]]; do echo "srun $1" >>calls; shift; done; exec "$@"',
    "ray": 'echo "ray $*" >>calls\n[ "$1" = start ] && exec sleep 30\nexit 0',
    "scontrol": r"printf 'node%s\n' 1 2 3",
}


@pytest.fixture
def submit(tmp_path):
    """Run a job file, and return its exit code and the recorded calls."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in STAND_INS.items():
        (programs / name).write_text(f"#!/bin/bash\n{text}\n")
        (programs / name).chmod(0o755)

    def submitting(name, left=0, **environment):
        (tmp_path / "left").write_text("x\n" * left)
        (tmp_path / "calls").unlink(missing_ok=True)
        slurm = {"SLURM_SUBMIT_DIR": str(tmp_path), "SLURM_JOB_ID": "20123", "SLURM_JOB_NODELIST": "node[1-3]"}
        done = subprocess.run(
            ["bash", FOLDER / name, "toy", "--model", "M"],
            env={"PATH": f"{programs}:{os.environ['PATH']}", "SLURM_GPUS_ON_NODE": "4"} | slurm | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        calls = tmp_path / "calls"
        return done.returncode, calls.read_text().splitlines() if calls.exists() else []

    return submitting


def test_one_node_uses_all_its_gpus(submit):
    assert submit("one_node.sbatch") == (0, ["sgpkit run --engine vllm --gpus 4 toy --model M"])


@pytest.mark.parametrize(("left", "code", "calls"), [(1, 0, 2), (2, 0, 3), (9, 3, 3)])
def test_rows_that_are_left_are_asked_for_again_a_few_times(submit, left, code, calls):
    for name in ("one_node.sbatch", "array.sbatch"):
        ended, called = submit(name, left, SLURM_ARRAY_TASK_ID="1", SLURM_ARRAY_TASK_MAX="2")
        assert (ended, len(called)) == (code, calls)


def test_a_mistake_ends_the_job_at_once(submit):
    ended, called = submit("one_node.sbatch", END="2")
    assert (ended, len(called)) == (2, 1)


def test_a_task_of_an_array_is_a_share(submit):
    _, (call,) = submit("array.sbatch", SLURM_ARRAY_TASK_ID="3", SLURM_ARRAY_TASK_MAX="8")
    assert call == "sgpkit run --engine vllm --gpus 4 --share 3/8 toy --model M"
    _, (call,) = submit("array.sbatch", SLURM_ARRAY_TASK_ID="3", SLURM_ARRAY_TASK_MAX="3", SHARES="8")
    assert "--share 3/8" in call
    assert submit("array.sbatch")[0] != 0, "submitted without --array"


def test_a_cluster_has_a_head_and_the_other_nodes(submit):
    code, calls = submit("ray.sbatch")
    assert code == 0
    assert "ray start --head --node-ip-address=node1 --port=20123 --num-cpus 1 --num-gpus 4 --block" in calls
    assert "ray start --address=node1:20123 --num-cpus 1 --num-gpus 4 --block" in calls
    assert "srun --nodelist=node2,node3" in calls
    assert "sgpkit run --engine ray --ray node1:20123 toy --model M" in calls


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_job_files_are_sound_shell(job):
    checked = subprocess.run(["bash", "-n", job], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    shellcheck = shutil.which("shellcheck")
    if shellcheck:
        result = subprocess.run([shellcheck, "--shell=bash", job], capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout
