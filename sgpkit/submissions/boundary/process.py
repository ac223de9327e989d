"""Start and watch verifiers, each with limits on memory and time, and without our secrets."""

import atexit
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import secrets

GIB = 2**30
TICK = 0.2

PASSED = re.compile(
    "PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|XDG_[A-Z_]+|LD_LIBRARY_PATH|VIRTUAL_ENV|PYTHON[A-Z]+|SGPKIT_[A-Z_]+|"
    "TEXMF[A-Z]*|(OMP|OPENBLAS|POLARS)_[A-Z_]+|DOCKER_HOST|CONTAINER_HOST|FONTCONFIG_[A-Z]+|COVERAGE_[A-Z_]+"
)
"""Environment variables that are passed to a verifier."""


class Limits(NamedTuple):
    """Limits of one submission: address space in bytes, processor time in seconds without that of sandboxed
    programs, and wall time in seconds.
    """

    memory: int = 6 * GIB
    cpu_seconds: int = 2 * 3600
    wall_seconds: float = 6 * 3600


class Failed(Exception):
    """A verifier did not finish, or failed with an error that is not a finding."""


def environment() -> dict[str, str]:
    """Return the environment of a verifier: no variable that could be a secret, and no access to the Hub's token."""
    kept = {name: value for name, value in secrets.without_secrets(os.environ).items() if PASSED.fullmatch(name)}
    return kept | {"HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1", "HF_TOKEN_PATH": os.devnull}


class Killed(Failed):
    """A verifier, or the forkserver with all verifiers, was killed from outside: not a finding about a submission."""


class ForkServer:
    """The process that starts verifiers; it is started when first needed, and again after it has ended."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.orders: socket.socket | None = None

    def start(self, channel: socket.socket, config: str) -> None:
        """Start a verifier at the other end of a channel, for a submission that is probably to this config."""
        order = b"+" + config.encode(errors="replace")[:100]
        with self.lock:
            try:
                socket.send_fds(self.running(), [order], [channel.fileno()])
            except (BrokenPipeError, ConnectionResetError):  # the process is ending, although it still seems to run
                self.close()
                socket.send_fds(self.running(), [order], [channel.fileno()])

    def running(self) -> socket.socket:
        """Return the socket for orders to the process, which is started if necessary."""
        if self.process is not None and self.orders is not None and self.process.poll() is None:
            return self.orders
        self.close()
        self.orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", f"{__package__}.forkserver", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        return self.orders

    def close(self) -> None:
        """End the process and all running verifiers."""
        if self.orders is not None:
            self.orders.close()
        if self.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
            self.process.kill()
            self.process.wait()
        self.process = self.orders = None


forkserver = ForkServer()
atexit.register(forkserver.close)


def run(request: Mapping[str, Any], answer: Callable[[Mapping[str, Any]], Any], limits: Limits) -> None:
    """Let a verifier process a request. `answer` answers its questions. Raises Failed if it crashed or reached a limit,
    Killed if something else ended it; UserError is passed on to the verifier."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        asked = {"environment": environment(), "folder_of_work": str(Path.cwd()), **request}
        ours.send(json.dumps(asked | {"memory": limits.memory, "cpu_seconds": limits.cpu_seconds}).encode())
        forkserver.start(theirs, Path(request["folder"]).parent.name)
        theirs.close()
        ours.settimeout(TICK)
        process, deadline = 0, time.monotonic() + limits.wall_seconds
        while True:
            if time.monotonic() > deadline:
                nursery_kill(process)
                raise Failed(f"verification took more than {limits.wall_seconds:,.0f} s")
            try:
                packet = ours.recv(65_536)
            except TimeoutError:
                continue
            except ConnectionResetError:  # the other end closed before it had read everything
                packet = b""
            message = json.loads(packet) if packet else {"ended": -signal.SIGKILL}
            if "started" in message:
                process = int(message["started"])
            elif "ended" in message:
                return refuse_failure(int(message["ended"]), limits)
            else:
                with suppress(BrokenPipeError, ConnectionResetError):  # the verifier has ended; its status is read next
                    ours.send(json.dumps(answered(answer, message)).encode())


def answered(answer: Callable[[Mapping[str, Any]], Any], question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a question as a message."""
    try:
        return {"value": answer(question)}
    except UserError as error:
        return {"error": str(error)[:4_000]}


def nursery_kill(process: int) -> None:
    """End a verifier with all its processes."""
    if process:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)


def refuse_failure(code: int, limits: Limits) -> None:
    """Raise Failed for the exit status of a verifier that did not finish normally."""
    if code == -signal.SIGXCPU:
        raise Failed(f"verification took more than {limits.cpu_seconds:,} s of processor time")
    if code == -signal.SIGKILL:
        raise Killed("the verifier was terminated by SIGKILL")
    if code < 0:
        raise Failed(f"the verifier was terminated by {signal.Signals(-code).name}")
    if code:
        raise Failed(f"the verifier exited with status {code}")


def outcome_of(path: Path, max_bytes: int = 512 * 2**20) -> dict[str, Any]:
    """Return the output of a verifier. Raises Failed if there is none."""
    try:
        if path.stat().st_size > max_bytes:
            raise Failed("its outcome is too large")
        value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise Failed(f"the verifier returned no outcome ({type(error).__name__})") from None
    return value
