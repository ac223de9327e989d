"""The messages between a process that decides and the workers that read what strangers wrote for it.

A worker's answers are unpickled with a list of what may be in them: plain values, numbers of numpy, and classes of this
package. They are appended to a file in memory, one a finished item, so that the other side sleeps until a chunk is done
and still knows, if the worker dies, which items were finished.
"""

import io
import os
import pickle
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sgpkit.status import Status

LENGTH = 8
"""Bytes of the length before a message."""

SECRET = re.compile(r"TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_KEY$|COOKIE", re.I)
"""Names of environment variables that workers do not get."""

ENVIRONMENT = re.compile(r"SGPKIT_|PATH$|HOME$|LANG$|LC_|TMPDIR$|XDG_|HF_|FONTCONFIG|TEXMF|PYTHON|CONTAINER_|DOCKER_")
"""Names of those whose present values travel with every chunk; the others stay as they were at the start."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one item: processor time, address space in addition to an empty worker's, and bytes of its
    verdict."""

    cpu_seconds: float = 20.0
    memory: int = 2 << 30
    output: int = 8 << 20


class Failure(NamedTuple):
    """Why there is no verdict on an item. `error` is the exception, where it was one and can be passed on."""

    status: Status
    reason: str
    error: Exception | None = None


class Outcome(NamedTuple):
    """The value that a function returned for an item, or why it returned none."""

    value: Any = None
    failure: Failure | None = None


class Job(NamedTuple):
    """A chunk of items for a worker. `function` and `items` are pickled, and read after the rest is in force.

    `together` is True where the function is to be called with all items first, and singly only if that fails.
    """

    environment: Mapping[str, str]
    folder: str
    path: list[str]
    limits: Limits
    function: bytes
    items: bytes
    together: bool


def environment() -> dict[str, str]:
    """Return this process's environment without secrets: what a worker starts with."""
    return {name: value for name, value in os.environ.items() if not SECRET.search(name)}


def changing_environment() -> dict[str, str]:
    """Return the variables that follow this process while a worker lives."""
    return {name: value for name, value in environment().items() if ENVIRONMENT.match(name)}


def send(connection: socket.socket, message: bytes) -> None:
    """Send a message with its length."""
    connection.sendall(len(message).to_bytes(LENGTH, "little") + message)


def receive(connection: socket.socket) -> bytes:
    """Return the next message. Raises EOFError when there will be none."""
    return exactly(connection, int.from_bytes(exactly(connection, LENGTH), "little"))


def exactly(connection: socket.socket, count: int) -> bytes:
    """Return so many bytes. Raises EOFError when there will not be as many."""
    data = bytearray()
    while len(data) < count:
        part = connection.recv(min(count - len(data), 1 << 20))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


class _Plain(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        known = _KNOWN.get((module, name))
        if known is None:
            known = _KNOWN[module, name] = self.checked(module, name)
        return known

    def checked(self, module: str, name: str) -> Any:
        package = module.partition(".")[0]
        value = super().find_class(module, name)
        ours = package == "sgpkit" and isinstance(value, type)
        builtin = module == "builtins" and (name in PLAIN or (isinstance(value, type) and issubclass(value, Exception)))
        number = package == "numpy" and name in ("scalar", "dtype")
        if ours or builtin or number:
            return value
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that a verdict may hold")


PLAIN = frozenset({"complex", "frozenset", "set", "bytearray", "range", "slice"})
_KNOWN: dict[tuple[str, str], Any] = {}


def verdict(data: bytes | memoryview) -> Any:
    """Return what a worker wrote of an item. Raises UnpicklingError where it holds more than plain values."""
    return _Plain(io.BytesIO(data)).load()


def records(data: bytes) -> list[memoryview]:
    """Return the whole records at the start of a worker's file; pixels are large, so nothing is copied."""
    view = memoryview(data)
    whole: list[memoryview] = []
    start = 0
    while start + LENGTH <= len(data):
        end = start + LENGTH + int.from_bytes(data[start : start + LENGTH], "little")
        if end > len(data):
            break
        whole.append(view[start + LENGTH : end])
        start = end
    return whole
