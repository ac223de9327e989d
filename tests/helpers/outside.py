"""Things that a hostile program must not reach: a file with a secret, the folder around it, a listener, a process after us."""

import contextlib
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sgpkit.graphics.workers import process_tree

SECRET = "canary-4f1d9c"


@dataclass
class Surroundings:
    canary: Path
    port: int


@contextlib.contextmanager
def watched(folder: Path) -> Iterator[Surroundings]:
    """Fails at its end if anything in `folder` has changed, anybody has called, or a process has been left."""
    canary = folder / "canary.txt"
    canary.write_text(SECRET)
    before = _contents(folder)
    processes = process_tree.usage(os.getpid()).processes
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        yield Surroundings(canary, listener.getsockname()[1])
        with contextlib.suppress(BlockingIOError):
            raise AssertionError(f"the listener was called: {listener.accept()}")
    assert _contents(folder) == before, "the folder outside has changed"
    assert process_tree.usage(os.getpid()).processes <= processes, "a process was left"


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
