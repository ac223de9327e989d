"""A Space's `app.py` in a process of its own, as the Hub starts it, and what it answers over HTTP."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 90


@contextmanager
def served(folder: Path, port: int) -> Iterator[str]:
    """The address at which it answers."""
    address = f"http://127.0.0.1:{port}"
    environment = os.environ | {"GRADIO_SERVER_PORT": str(port), "PORT": str(port)}
    log = (folder.parent / f"{folder.name}.log").open("w+")
    process = subprocess.Popen(
        [sys.executable, "app.py"], cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT
    )
    try:
        for _ in range(PATIENCE * 5):
            if process.poll() is not None:
                log.seek(0)
                raise AssertionError(f"app.py ended: {log.read()}")
            try:
                status(address)
                break
            except urllib.error.URLError:
                time.sleep(0.2)
        else:
            raise AssertionError(f"app.py said nothing for {PATIENCE} seconds")
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)
        log.close()


def status(address: str) -> int:
    return fetch(address)[0]


def fetch(address: str) -> tuple[int, bytes]:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return answer.status, answer.read()
