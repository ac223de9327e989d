"""Worker processes of the engine `vllm` that are forked from one that has imported vLLM: an import takes 20 seconds.

`Warm()` stands for `subprocess` in `sgpkit.engines.vllm.process`. It starts the same module with the same pipe, log,
environment and process group. Tests of the command line start the module as users do.
"""

import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO

IMPORTED = (
    "sgpkit.engines.vllm.worker",
    "vllm.entrypoints.llm",
    "vllm.engine.arg_utils",
    "vllm.v1.engine.core",
    "vllm.v1.worker.cpu_worker",
    "vllm.model_executor.models.llama",
    "vllm.model_executor.models.qwen2",
)
LONGEST = 1 << 20
"""The maximum size of a message in bytes; a message contains an environment."""


class Warm:
    """A process that forks others, with `Popen` for the forked processes."""

    DEVNULL = subprocess.DEVNULL
    TimeoutExpired = subprocess.TimeoutExpired

    def __init__(self) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )

    def ask(self, message: list[object], descriptors: list[int] | None = None) -> int | None:
        socket.send_fds(self.socket, [json.dumps(message).encode()], descriptors or [])
        answer: int | None = json.loads(self.socket.recv(LONGEST))
        return answer

    def close(self) -> None:
        self.socket.close()
        self.process.wait(30)

    def Popen(
        self,
        command: list[str],
        *,
        stdin: int,
        stdout: BinaryIO,
        stderr: BinaryIO,
        pass_fds: list[int],
        env: dict[str, str],
        start_new_session: bool,
    ) -> "Forked":
        """Start a process like `subprocess.Popen`, with the arguments that `Process` passes."""
        assert command[1] == "-m" and stdout is stderr and start_new_session and stdin == subprocess.DEVNULL
        return Forked(self, self.ask(["start", *command[2:], env], [*pass_fds, stdout.fileno()]))


class Forked:
    """The interface of `subprocess.Popen` for a child of another process."""

    def __init__(self, warm: Warm, pid: int | None) -> None:
        assert pid is not None
        self.warm, self.pid = warm, pid
        self.ended: int | None = None

    def poll(self) -> int | None:
        if self.ended is None:
            self.ended = self.warm.ask(["poll", self.pid])
        return self.ended

    def wait(self, timeout: float | None = None) -> int:
        until = time.monotonic() + (1e9 if timeout is None else timeout)
        while (ended := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("worker", timeout or 0)
            time.sleep(0.02)
        return ended


def serve(channel: socket.socket) -> None:
    """Fork processes and wait for them until the last client disconnects."""
    while True:
        data, descriptors, _, _ = socket.recv_fds(channel, LONGEST, 2)
        if not data:
            return
        name, *values = json.loads(data)
        if name == "poll":
            pid, status = os.waitpid(values[0], os.WNOHANG)
            answer: int | None = os.waitstatus_to_exitcode(status) if pid else None
        elif not (answer := os.fork()):
            channel.close()
            work(values, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        channel.send(json.dumps(answer).encode())


def work(values: list[Any], pipe: int, log: int) -> None:
    """Run the worker's module, which ends the process and its group."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for target in (1, 2):
        os.dup2(log, target)
    os.close(log)
    module, _, path, environment = values
    os.environ.clear()
    os.environ.update(environment)
    importlib.import_module(module).main(pipe, Path(path))


def main(descriptor: int) -> None:
    for module in IMPORTED:
        importlib.import_module(module)
    serve(socket.socket(fileno=descriptor))


if __name__ == "__main__":
    main(int(sys.argv[1]))
