"""The real server: the same answers from one thread and from two, samples by seed, a death, a broken file."""

import os
import signal
import subprocess
import time
from pathlib import Path

import polars as pl
import pytest
from real_model import PROGRAM, sgpkit

from sgpkit.engines.local import models

MODEL = models.PACKAGED.name
CONFIG = "turtle-scratch"


def options(data, *more):
    asked = ("run", CONFIG, "--engine", "local", "--model", MODEL, "--mode", "text", "--data", data)
    return [*asked, "--max-tokens", 16, *more]


def completions(folder):
    table = pl.read_parquet(folder / "responses" / "*.parquet").sort("id", "sample")
    return table["completion"].to_list()


def test_threads_change_no_greedy_answer(data, tmp_path):
    for threads in (1, 2):
        more = ("--limit", 1, "--concurrency", 1, "--engine-arg", f"n_threads={threads}")
        sgpkit(*options(data, *more, "--out", tmp_path / str(threads)))
    assert completions(tmp_path / "1") == completions(tmp_path / "2")


def test_samples_differ_and_come_again_by_their_seeds(data, tmp_path):
    for name in ("first", "second"):
        more = ("--limit", 1, "--n", 2, "--temperature", 1.0, "--concurrency", 1, "--engine-arg", "n_threads=1")
        sgpkit(*options(data, *more, "--out", tmp_path / name))
    first, second = completions(tmp_path / "first"), completions(tmp_path / "second")
    assert first == second and first[0] != first[1]


def test_server_that_is_killed_loses_nothing(data, tmp_path):
    out = tmp_path / "run"
    more = options(data, "--limit", 3, "--concurrency", 1, "--out", out)
    program = [*PROGRAM, *map(str, more)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        deadline = time.monotonic() + 300
        while not lines(out / "responses.jsonl"):
            assert running.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(server_of(running.pid), signal.SIGKILL)
        printed, error = running.communicate(timeout=300)
    answered = lines(out / "responses.jsonl") or len(completions(out))
    assert running.returncode == 3 and "SIGKILL" in printed, (printed, error)
    assert 1 <= answered < 3
    done = sgpkit(*more)
    assert f"asked {3 - answered}" in done.stdout


def lines(path):
    return len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0


def server_of(parent):
    """Return the process of the server that a command started."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            is_child = int(status.read_text().rpartition(")")[2].split()[1]) == parent
            if is_child and "sgpkit.engines.local.server" in (status.parent / "cmdline").read_text():
                return int(status.parent.name)
        except (OSError, IndexError):
            continue
    raise AssertionError("no server")


def test_file_that_is_cut_off_is_one_line_and_a_remedy(data, tmp_path):
    whole = models.installed_file()
    (tmp_path / "cut.gguf").write_bytes(whole.read_bytes()[:20_000_000])
    asked = ("run", CONFIG, "--engine", "local", "--model", tmp_path / "cut.gguf", "--mode", "text", "--data", data)
    refused = sgpkit(*asked, "--limit", 1, "--out", tmp_path / "run", fails=2)
    assert "cannot serve cut" in refused.stderr and "corrupted or incomplete" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_header_of_the_packaged_file_is_as_it_is_listed():
    result = models.find(str(models.installed_file()))
    assert result.context == models.PACKAGED.context and result.sha256 == models.PACKAGED.sha256


@pytest.mark.parametrize("context", [64])
def test_context_too_small_for_any_prompt_is_refused_before_the_start(data, tmp_path, context):
    refused = sgpkit(*options(data, "--context", context, "--limit", 1, "--out", tmp_path / "run"), fails=2)
    assert "has a context of 64 tokens" in refused.stderr


def test_argument_that_llama_cpp_lacks_is_named(data, tmp_path):
    refused = sgpkit(*options(data, "--engine-arg", "n_foo=3", "--limit", 1, "--out", tmp_path / "run"), fails=2)
    assert "--engine-arg n_foo" in refused.stderr
