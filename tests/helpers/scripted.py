"""A slow engine whose answers depend only on the row and are logged, for runs that are killed.

As a program, `scripted.py DATA RUN LOG KILLS` runs it repeatedly in a child process, which it kills at random times and
finally lets finish.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import toy

from sgpkit import engines
from sgpkit.benchmark import Completion
from sgpkit.runs import plan, run

DELAY = 0.02
"""Delay in seconds per answer, such that a run takes longer than the maximum time between two kills."""


class Scripted:
    """An engine that logs every question before it answers."""

    def __init__(self, log: Any, delay: Any = DELAY) -> None:
        self.log, self.delay = log, delay

    def identity(self) -> dict[str, Any]:
        return {"model": "scripted"}

    def statistics(self) -> dict[str, Any]:
        return {}

    def close(self) -> None:
        """Do nothing; there is nothing to close."""

    def generate(self, requests: Any) -> Iterator[Any]:
        for index, request in enumerate(requests):
            with self.log.open("a") as file:
                file.write(f"{request.row['id']} {request.sample} {request.turn}\n")
            time.sleep(self.delay)
            text = f"{request.row['answer']} in turn {request.turn} " + "x" * 3000
            yield index, Completion(text, prompt_tokens=7, completion_tokens=5, cached_tokens=2)


def ask(data: Any, out: Any, log: Any) -> Any:
    engines.open_engine = lambda *arguments: Scripted(log)
    options = plan.Options("baseline", "scripted", n=2, strategy="twice")
    return run.run(toy.PLAIN, str(data), out, options)


def main(data: Any, out: Any, log: Any, kills: Any) -> None:
    """Print the number of kills before the run finished."""
    draw = random.Random(f"kill {out.name}")
    killed = 0
    while True:
        child = os.fork()
        if child == 0:
            try:
                ask(data, out, log)
            finally:
                sys.stdout.flush()
                os._exit(0 if (out / "responses" / "manifest.json").exists() else 1)
        if killed < kills:
            time.sleep(draw.uniform(0.02, 0.3))
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0
            break
        killed += 1
    print(killed)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
