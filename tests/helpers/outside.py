"""Things that a hostile program must not reach or leave: a secret file, its folder, a listener, a process that outlives
it."""

import contextlib
import os
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sgpkit.sandbox.workers import process_tree

SECRET = "canary-4f1d9c"

SECONDS_TO_END = 10
"""The time within which a killed process must end, since the kernel does not end it at once."""


@dataclass
class Surroundings:
    canary: Path
    port: int


@contextlib.contextmanager
def watched(folder: Path) -> Iterator[Surroundings]:
    """Fail at the end if anything in `folder` has changed, the listener has a connection, or a process remains."""
    canary = folder / "canary.txt"
    canary.write_text(SECRET)
    before = _contents(folder)
    processes = _descendants()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        yield Surroundings(canary, listener.getsockname()[1])
        with contextlib.suppress(BlockingIOError):
            raise AssertionError(f"the listener was called: {listener.accept()}")
    assert _contents(folder) == before, "the folder outside has changed"
    deadline = time.monotonic() + SECONDS_TO_END
    while len(left := _descendants()) > len(processes) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(left) <= len(processes), f"a process was left: {', '.join(left[new] for new in left.keys() - processes)}"


def _descendants() -> dict[int, str]:
    """Return the command lines of all processes below this one."""
    commands = {}
    for process in process_tree.usage(os.getpid()).own:
        with contextlib.suppress(OSError):
            commands[process] = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:200]
    return commands


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
