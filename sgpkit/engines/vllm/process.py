"""The parent's end of a vLLM process: start it, exchange messages, end it with every process that it started."""

import importlib.util
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Messages
from sgpkit.engines.vllm.failures import ELSEWHERE, INSTALL, cause_in, explained, informative_line
from sgpkit.engines.vllm.settings import Properties, Settings
from sgpkit.errors import NotInstalled, UserError

WORKER = "sgpkit.engines.vllm.worker"
SECONDS_TO_CLOSE = 20
SECONDS_TO_END = 1
"""Seconds to wait for a process that has closed its pipe, which kills its group at once."""


class Gone(Exception):
    """The process died. The text names the cause, if known."""


class Process:
    """One process that runs vLLM. `taken` is True while an engine uses it.

    vLLM's output goes to a separate log, which is kept after a failure.
    """

    def __init__(self, settings: Settings, worker: str = WORKER) -> None:
        if worker == WORKER and importlib.util.find_spec("vllm") is None:
            raise NotInstalled(f"the engine vllm needs vLLM: {INSTALL}")
        self.settings = settings
        self.properties: Properties | None = None
        self.devices: str | None = None
        self.window = 1
        self.loaded = False
        self.taken = False
        self.keep_log = False
        handle, name = tempfile.mkstemp(prefix="sgpkit-vllm-", suffix=".log")
        self.log = Path(name)
        # Variables set by the user stay. By default vLLM would report its usage, and write progress bars into the log.
        environment = {"VLLM_NO_USAGE_STATS": "1", "VLLM_WORKER_MULTIPROC_METHOD": "spawn", "TQDM_DISABLE": "1"}
        environment |= os.environ
        self.pipe, theirs = multiprocessing.Pipe()
        with theirs, os.fdopen(handle, "wb") as log:
            self.child = subprocess.Popen(
                [sys.executable, "-m", worker, str(theirs.fileno()), name],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[theirs.fileno()],
                env=environment,
                start_new_session=True,
            )

    @property
    def ended(self) -> bool:
        return self.pipe.closed or self.child.poll() is not None

    def send(self, message: Any) -> None:
        try:
            self.pipe.send(message)
        except OSError:
            self.recv()
            raise Gone(self.end_reason()) from None

    def recv(self) -> tuple[Any, ...]:
        """Return the next message. Raises UserError for a failure that the user can fix, else `Gone`."""
        try:
            message: tuple[Any, ...] = self.pipe.recv()
        except (EOFError, OSError):
            raise Gone(self.end_reason()) from None
        if message[0] == "refused":
            kind, text = message[1:]
            root = cause_in(self.log) if ELSEWHERE.search(text) else ""
            if root:
                kind = (
                    explained(root, self.settings.model)
                    or f"vLLM cannot open {self.settings.model}: {informative_line(root)}"
                )
            if text:
                self.keep_log = True
                kind += f"\nvLLM's log: {self.log}"
            raise UserError(kind)
        if message[0] == "failed":
            self.keep_log = True
            text = (cause_in(self.log) if "EngineDead" in message[1] else "") or message[1]
            raise Gone(f"{informative_line(text)} (vLLM's log: {self.log})")
        return message

    def end_reason(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(SECONDS_TO_END)
        self.keep_log = True
        cause = cause_in(self.log)
        reason = f": {informative_line(cause)}" if cause else ""
        return f"the process ended with {self.child.poll()}{reason} (log: {self.log})"

    def open(self) -> Properties:
        return self.turn(self.settings)

    def turn(self, settings: Settings) -> Properties:
        """Switch to settings with the same weights; return the properties of the model."""
        if self.properties is None or settings != self.settings:
            before, self.properties, self.settings = self.properties, None, settings
            self.send(settings)
            read: Properties = self.reply("facts")
            # Once loaded, a process sees no devices but its own.
            self.properties = replace(read, device=before.device, devices=before.devices) if before else read
        return self.properties

    def count(self, messages: Messages) -> int:
        self.send(("count", messages))
        return int(self.reply("count"))

    def reply(self, name: str) -> Any:
        try:
            message = self.recv()
            while message[0] == "answer":  # from a batch whose results were not all consumed
                message = self.recv()
        except Gone as gone:
            raise UserError(f"vLLM failed on {self.settings.model}: {gone}") from None
        assert message[0] == name, f"expected {name}, the process sent {message[0]}"
        return message[1]

    def close(self) -> None:
        if self.pipe.closed:
            return
        if self.child.poll() is None:
            with suppress(OSError):
                self.pipe.send("close")
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(SECONDS_TO_CLOSE)
        self.kill()

    def kill(self) -> None:
        """End the process at once, with every process that it started."""
        self.pipe.close()
        # The group, since vLLM's own processes may outlive their parent.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait()
        if not self.keep_log:
            self.log.unlink(missing_ok=True)
