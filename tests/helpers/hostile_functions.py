"""Functions that damage a worker as a hostile text may, depending on the item."""

import ctypes
import importlib
import os
import re
import signal
import time
from dataclasses import replace
from pathlib import Path

from sgpkit.errors import NotInstalled
from sgpkit.graphics import raster
from sgpkit.metrics.isolated import Batch
from sgpkit.sandbox.workers import sandbox
from sgpkit.values import Completion, Score


class OwnError(Exception):
    """An exception that cannot be constructed again from its arguments."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first}{second}")


KEPT: list[bytearray] = []
"""Memory that this process does not free."""


def read(items: list[str]) -> list[str]:
    return [one(item) for item in items]


def without_last(items: list[str]) -> list[str]:
    """Return a value for each item but the last if there are several."""
    return [item.upper() for item in (items[:-1] if len(items) > 1 else items)]


def repeated(lengths: list[int]) -> list[str]:
    return ["x" * length for length in lengths]


def one(item: str) -> str:
    match item.partition(" ")[0]:
        case "recursion":
            return one(item)
        case "memory":
            return str(len(bytearray(8 << 30)))
        case "hoard":
            hoard: list[str] = []
            while True:
                hoard.append("x" * 10_000_000 + str(len(hoard)))
        case "keep":
            KEPT.append(bytearray(300 << 20))
        case "use":
            bytearray(300 << 20)
        case "bug":
            raise KeyError("brackets")
        case "package":
            raise NotInstalled("no package\nInstall it: pip install package")
        case "compiler":
            raise sandbox.Unavailable("'gs' is not installed; install it with: apt install ghostscript")
        case "import":
            importlib.import_module("no_such_package")
        case "own":
            raise OwnError("a", "b")
        case "spin":
            while True:
                pass
        case "swallow":
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    continue
        case "regex":
            re.match(r"(a+)+$", "a" * 60 + "b")
        case "crash":
            ctypes.string_at(0)
        case "abort":
            os.abort()
        case "exit":
            os._exit(0)
        case "system-exit":
            raise SystemExit(3)
        case "interrupt":
            raise KeyboardInterrupt
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "once" | "parent" as kind:
            path = Path(item.partition(" ")[2])
            if not path.exists():
                path.touch()
                os.kill(os.getpid() if kind == "once" else os.getppid(), signal.SIGKILL)
                time.sleep(3)
        case "sleep":
            time.sleep(3600)
        case "long":
            return "x" * 20_000_000
        case "lambda":
            return lambda: 1  # type: ignore[return-value]  # what a worker must not send
        case "module":
            return os.path  # type: ignore[return-value]
        case "secret":
            return " ".join(sorted(name for name in os.environ if "TOKEN" in name or "KEY" in name))
        case "environment":
            return os.environ.get("SGPKIT_TRIED", "") + os.environ["SGPKIT_SCORING"]
        case "folder":
            return str(Path.cwd())
        case "process":
            return str(os.getpid())
    return item.upper()


def score(texts: list[object], rows: list[dict[str, str]]) -> list[Score]:
    """Return a score, right if the capital letters of the text are the answer."""
    read = [one(text.text if isinstance(text, Completion) else str(text)) for text in texts]
    return [
        Score(float(text == row["answer"]), {"length": float(len(text))}) for text, row in zip(read, rows, strict=True)
    ]


def painter(texts: list[object]) -> list[Score]:
    return [Score(1.0, labels={"renderer": raster.current_renderer()}) for _ in texts]


def score_batch(texts: list[object], rows: list[dict[str, str]]) -> Batch:
    scores = score(texts, rows)
    length = sum(score.parts["length"] for score in scores)
    return Batch([replace(score, parts={"length of all": length}) for score in scores])
