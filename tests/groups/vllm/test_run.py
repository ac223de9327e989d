"""`sgpkit run` on real vLLM: killed in the middle and resumed, and its messages before any cost."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

pytestmark = pytest.mark.vllm

CONFIG = "ssvg-molecule-svg"
ROWS, SAMPLES = 24, 2
LOADED = ["--engine-arg", "dtype=float32", "--engine-arg", "enforce_eager=true", "--engine-arg", "max_num_seqs=4"]


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-c", "from sgpkit.cli.main import entry; entry()", *map(str, arguments)]


def sgpkit(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "sgp-bench"
    built = sgpkit("build", CONFIG, "--limit", str(ROWS), "--out", folder)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def options(data, long_model):
    return [
        *("run", CONFIG, "--data", data, "--engine", "vllm", "--model", long_model, *LOADED),
        *("--max-tokens", "32", "--temperature", "0.8", "--n", str(SAMPLES)),
    ]


def test_a_run_that_is_killed_goes_on_where_it_was(options, tmp_path):
    out = tmp_path / "run"
    log = out / "responses.jsonl"
    with subprocess.Popen(command(*options, "--out", out), stderr=subprocess.PIPE) as running:
        deadline = time.monotonic() + 240
        while lines_of(log) < ROWS * SAMPLES // 3:
            assert running.poll() is None and time.monotonic() < deadline, running.stderr.read()
            time.sleep(0.02)
        started = descendants(running.pid)
        running.send_signal(signal.SIGKILL)
    assert started, "vLLM runs in a process of its own"
    while any(map(alive, started)):
        assert time.monotonic() < deadline, "what a killed run started lives on"
        time.sleep(0.05)
    kept = {}
    for line in log.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            item = json.loads(line)
            kept[item["key"]] = item["completion"]
    assert ROWS * SAMPLES // 3 <= len(kept) < ROWS * SAMPLES

    again = sgpkit(*options, "--out", out)
    assert again.returncode == 0, again.stderr
    assert f"{ROWS * SAMPLES:,} responses" in again.stdout
    table = pl.read_parquet(out / "responses" / "part-*.parquet")
    assert table.height == ROWS * SAMPLES and table["counted"].all()
    answered = {row["keys"][-1]: row for row in table.iter_rows(named=True)}
    for key, completion in kept.items():
        row = answered[key]
        assert (row["completion"], row["latency"]) == (completion["text"], completion["latency"]), "asked twice"
    assert set(table["finish_reason"]) <= {"stop", "length"}
    measurements = json.loads((out / "run.json").read_text())
    assert measurements["complete"] and measurements["identity"]["parameters"]["temperature"] == 0.8

    third = sgpkit(*options, "--out", out)
    assert third.returncode == 0 and "loading" not in third.stderr, "a finished run loads no model"


def test_an_estimate_loads_no_weights(options):
    estimated = sgpkit(*options, "--estimate")
    assert estimated.returncode == 0, estimated.stderr
    assert "loading" not in estimated.stderr
    assert "by the model's tokenizer" in estimated.stdout


def test_a_mistake_is_told_in_a_line_or_two_before_anything_is_asked(options, tmp_path, monkeypatch):
    def refused(*more: str, options=options) -> str:
        done = sgpkit(*options, "--out", tmp_path / "run", *more)
        assert done.returncode == 2, done.stdout + done.stderr
        # On a slow machine loading takes longer than the 30 s after which a line reports that there is no answer yet.
        lines = [line for line in done.stderr.splitlines() if not line.startswith("responses: ")]
        assert "Traceback" not in done.stderr and len(lines) <= 3
        assert not list(tmp_path.glob("run/responses*")), "nothing was asked"
        return done.stderr

    assert "did you mean 'max_num_seqs'?" in refused("--engine-arg", "max_num_seq=3")
    elsewhere = ["no/model" if str(one).endswith("long") else one for one in options]
    assert "model no/model not found" in refused(options=elsewhere)
    # By default, vLLM's engine runs in a separate process and reports its failures only in the log.
    monkeypatch.setenv("VLLM_ENABLE_V1_MULTIPROCESSING", "1")
    assert "the context does not fit into the remaining GPU memory" in refused(
        "--engine-arg", "num_gpu_blocks_override=2"
    )


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def descendants(process: int) -> list[int]:
    matches = []
    for child in map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()):
        matches += [child, *descendants(child)]
    return matches


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (ProcessLookupError, FileNotFoundError):
        return False
