"""Fork verifier processes from a parent that has loaded their modules and has no secrets.

    python -m sgpkit.submissions.boundary.forkserver DESCRIPTOR

A process that loads the modules itself takes 2.1 s of processor time, and 2.6 s with those of a family; a fork of this
one takes milliseconds.

The descriptor is a socket that receives one channel per verifier. When a verifier has ended, for any reason, its
exit status is sent through its channel as the last message.
"""

import importlib
import json
import os
import selectors
import signal
import socket
import sys
from contextlib import suppress

from sgpkit.benchmark import families
from sgpkit.sandbox.parallel import exit_with_parent
from sgpkit.sandbox.untrusted import workers
from sgpkit.submissions.boundary import worker

PRELOADED = (
    *("pyarrow.parquet", "scipy.stats", "scipy.sparse.linalg"),
    "sgpkit.reports.leaderboard.entries",
)
"""Modules that most verifiers need, loaded once."""

PREPARED = ("sgpkit.graphics.formats:every", "sgpkit.reports:prepare", "sgpkit.runs.scoring.versions:known_packages")
"""Functions that are called once, to fill their caches."""

MESSAGE = 200
"""Maximum number of bytes of an order, which is the name of a config, or empty if unknown."""


def serve(orders: socket.socket) -> None:
    """Start a verifier for every channel that arrives, until the other side closes the socket."""
    selector = selectors.DefaultSelector()
    selector.register(orders, selectors.EVENT_READ)
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        for key, _ in selector.select():
            if key.fileobj is not orders:
                ended = int(key.fd)
                process, channel = running.pop(ended)
                selector.unregister(ended)
                os.close(ended)
                report(process, channel)
                continue
            message, descriptors, _, _ = socket.recv_fds(orders, MESSAGE, 1)
            if not message:
                for process, _ in running.values():
                    with suppress(ProcessLookupError):
                        os.killpg(process, signal.SIGKILL)
                return
            channel = socket.socket(fileno=descriptors[0])
            with suppress(Exception):  # errors of a family are reported by its verifiers
                families.import_likely(message[1:].decode())
            process = start(orders, channel)
            handle = os.pidfd_open(process)
            running[handle] = (process, channel)
            with suppress(OSError):
                channel.send(json.dumps({"started": process}).encode())
            selector.register(handle, selectors.EVENT_READ)


def prepare() -> None:
    """Load the modules that most verifiers need."""
    for name in PRELOADED:
        importlib.import_module(name)
    for function in PREPARED:
        module, _, name = function.partition(":")
        getattr(importlib.import_module(module), name)()


def start(orders: socket.socket, channel: socket.socket) -> int:
    """Fork a verifier; returns its process id."""
    parent = os.getpid()
    shared = workers.share()
    process = os.fork()
    if process:
        if shared is not None:
            shared.close()
        return process
    code = 1
    try:
        os.setsid()
        orders.close()
        exit_with_parent(parent)
        if shared is not None:
            workers.join(shared)
        worker.work(channel)
        code = 0
    finally:
        os._exit(code)


def report(process: int, channel: socket.socket) -> None:
    """Send the exit status of an ended verifier, and end its remaining processes."""
    _, status = os.waitpid(process, 0)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    with suppress(OSError):
        channel.send(json.dumps({"ended": os.waitstatus_to_exitcode(status)}).encode())
    channel.close()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    serve(socket.socket(fileno=int(sys.argv[1])))
