"""Start the process of llama.cpp's server, check whether it runs, stop it, and explain why it ended."""

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sgpkit.errors import NotInstalled, UserError, first_line

WORKER = "sgpkit.engines.local.server"
SECONDS_TO_CLOSE = 10

AGAIN = "run the same command again to ask the rest"


@dataclass(frozen=True, slots=True)
class Settings:
    """A server: its model, the tokens that each slot has room for, the slots, and further arguments."""

    name: str
    sha256: str
    context: int
    slots: int
    arguments: tuple[tuple[str, Any], ...] = ()


def require() -> None:
    """Raise NotInstalled if llama.cpp is not installed."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise NotInstalled(
            "the engine local needs llama.cpp: pip install 'sgpkit[local]'\n"
            "Or ask a server that runs already: --engine endpoint --base-url URL"
        )


class Process:
    """A running server. Its output goes to a log, which is kept after a failure. It ends when its standard input is
    closed, and therefore also if this process is killed.
    """

    def __init__(self, settings: Settings, model: Path, worker: str = WORKER) -> None:
        self.settings = settings
        self.closed = False
        handle, name = tempfile.mkstemp(prefix="sgpkit-local-", suffix=".log")
        self.log = Path(name)
        reading, writing = os.pipe()
        arguments = {
            "path": str(model),
            "alias": settings.name,
            "context": settings.context,
            "slots": settings.slots,
            "threads": threads(),
            "arguments": dict(settings.arguments),
        }
        with os.fdopen(handle, "wb") as log, os.fdopen(reading, "rb") as answer:
            try:
                self.child = subprocess.Popen(
                    [sys.executable, "-m", worker, str(writing), json.dumps(arguments)],
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    pass_fds=[writing],
                    start_new_session=True,
                )
            finally:
                os.close(writing)
            try:
                self.url = self.address(answer.read())
            except BaseException:
                self.close(keep_log=True)
                raise

    def address(self, answer: bytes) -> str:
        """Return the server's address from its first message. Raises UserError if it could not start."""
        message: Mapping[str, str] = json.loads(answer) if answer else {}
        if "url" in message:
            return message["url"]
        if "error" in message:
            raise UserError(message["error"])
        self.child.wait()
        raise UserError(
            f"llama.cpp cannot serve {self.settings.name}: {cause_in(self.log) or ending(self.child.returncode)}\n"
            f"{remedy(self.child.returncode, self.settings)} Its log: {self.log}"
        )

    def ended(self) -> str:
        """Return why the server ended; "" while it runs."""
        code = self.child.poll()
        if code is None:
            return ""
        return f"llama.cpp's server ended ({ending(code)}; log: {self.log}); {AGAIN}. {remedy(code, self.settings)}"

    def close(self, keep_log: bool = False) -> None:
        """Stop the server. Its log is deleted, unless the server had ended unexpectedly."""
        if self.closed:
            return
        self.closed = True
        keep_log = keep_log or self.child.poll() is not None
        with suppress(OSError):
            assert self.child.stdin is not None
            self.child.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(SECONDS_TO_CLOSE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()
        if not keep_log:
            self.log.unlink(missing_ok=True)


def threads() -> int:
    """Return the number of computing threads: one for each idle core. llama.cpp's threads wait for each other after
    each operation: on two busy cores, two threads took twelve times as long as one.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, round(cores - os.getloadavg()[0])))


def ending(code: int) -> str:
    """Return how a process ended, in words."""
    if code >= 0:
        return f"exit status {code}"
    with suppress(ValueError):
        return f"signal {signal.Signals(-code).name}"
    return f"signal {-code}"


def remedy(code: int, settings: Settings) -> str:
    """Return advice for a process that ended in this way."""
    if code == -signal.SIGILL:
        return (
            "This processor lacks instructions that the package was built for: pip install --no-binary xllamacpp "
            "xllamacpp builds it for this machine."
        )
    if code == -signal.SIGKILL:
        return f"The memory may not suffice: try --context {max(settings.context // 2, 512)} --concurrency 1."
    return "Check the model file, or try a smaller --context."


def cause_in(log: Path) -> str:
    """Return the most informative error in a log of llama.cpp; "" if there is none."""
    with suppress(OSError):
        text = log.read_text(encoding="utf-8", errors="replace")[-200_000:]
        for pattern in (r"error loading model: (.+)", r" E (?:\S+ +)?(\S.+)", r"^(\w*(?:Error|Exception): .+)"):
            if errors := re.findall(pattern, text, re.MULTILINE):
                return first_line(errors[0])[:300]
    return ""
