"""Ctrl-C on a terminal, which sends it to every process of the command, and SIGTERM: never a traceback."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = [pytest.mark.process, pytest.mark.slow]

COMMAND = [sys.executable, "-c", "from sgpkit.cli.main import entry; entry()"]


def descendants(parent):
    """Return the command lines of a process's children and theirs."""
    matches = []
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        with suppress(OSError):
            for child in task.read_text().split():
                matches.append(Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode())
                matches += descendants(child)
    return matches


def fork_servers_and_workers(parent):
    return sum("multiprocessing.forkserver" in line for line in descendants(parent))


def interrupted_on_a_terminal(folder, arguments, processes, delay):
    """Run a command on a separate terminal, and type Ctrl-C `delay` seconds after it has this number of processes.
    Return the exit code and the output."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if the tests run in the background
        os.execve(COMMAND[0], [*COMMAND, *arguments], os.environ | {"PYTHONFAULTHANDLER": "1"})
    printed, due, deadline = b"", None, time.monotonic() + 180
    while time.monotonic() < deadline:
        with suppress(OSError):
            if select.select([terminal], [], [], 0.02)[0]:
                printed += os.read(terminal, 65_536)
        if due is None and fork_servers_and_workers(process) >= processes:
            due = time.monotonic() + delay
        if due and time.monotonic() >= due:
            os.write(terminal, b"\x03")
            due = float("inf")
        if os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            break
    else:
        os.kill(process, signal.SIGABRT)  # prints where each thread hangs
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    with suppress(OSError):
        while select.select([terminal], [], [], 0.5)[0]:
            printed += os.read(terminal, 65_536)
    os.close(terminal)
    return code, re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", printed.decode(errors="replace"))


@pytest.mark.parametrize(("processes", "delay"), [(1, 0.0), (1, 1.0), (2, 0.0), (3, 0.0), (3, 1.5)])
def test_ctrl_c_in_build_prints_one_line(tmp_path, processes, delay):
    arguments = ["build", "sgp-svg", "--workers", "2"]  # takes ten seconds and more
    code, printed = interrupted_on_a_terminal(tmp_path, arguments, processes, delay)
    assert code == 130, printed
    assert "sgpkit: interrupted; run the same command again to resume" in printed
    assert "Traceback" not in printed and "Error" not in printed, printed


@pytest.mark.parametrize("delay", [1.0, 3.0])
def test_sigterm_in_score_prints_no_traceback(tmp_path, delay):
    for arguments in (
        ["build", "ssvg-molecule-svg", "--limit", "60"],
        ["run", "ssvg-molecule-svg", "--engine", "baseline", "--model", "reference", "--out", "run"],
    ):
        subprocess.run([*COMMAND, *arguments], cwd=tmp_path, check=True, capture_output=True)
    process = subprocess.Popen(
        [*COMMAND, "score", "run"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(delay)
    process.terminate()
    _, printed = process.communicate(timeout=60)
    assert process.returncode in (0, 130), "it ended before, or was interrupted"
    assert "Traceback" not in printed and "BrokenPipe" not in printed, printed
