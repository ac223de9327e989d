"""A Space's `app.py` in a separate process, as the Hub starts it, and its answers over HTTP."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 180


@contextmanager
def served(folder: Path, port: int) -> Iterator[str]:
    """Start the Space and yield its address."""
    address = f"http://127.0.0.1:{port}"
    environment = os.environ | {"GRADIO_SERVER_PORT": str(port), "PORT": str(port)}
    path = folder.parent / f"{folder.name}.log"
    log = path.open("w")
    process = subprocess.Popen(
        [sys.executable, "app.py"], cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT
    )
    try:
        until = time.monotonic() + PATIENCE
        while not answers(address):
            assert process.poll() is None, f"app.py ended: {path.read_text()}"
            assert time.monotonic() < until, f"app.py said nothing for {PATIENCE} seconds: {path.read_text()}"
            time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)
        log.close()


def answers(address: str) -> bool:
    """Return whether it answers. Without an answer it is False after half a minute, since other processes may keep the
    machine busy."""
    try:
        fetch(address)
    except OSError:
        return False
    return True


def status(address: str) -> int:
    return fetch(address)[0]


def fetch(address: str) -> tuple[int, bytes]:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return answer.status, answer.read()
