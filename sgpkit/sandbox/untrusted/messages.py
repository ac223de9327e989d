"""The messages between a process that decides and the workers that read what strangers wrote for it.

A worker's answers are unpickled with a list of what may be in them: plain values, numbers of numpy, and instances of
this package's classes of values. They are appended to a file in memory, one a finished item, so that the other side
sleeps until a chunk is done and still knows, if the worker dies, which items were finished.
"""

import builtins
import dataclasses
import importlib
import io
import os
import pickle
import re
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from typing import Any, NamedTuple

from sgpkit.sandbox.untrusted import secrets
from sgpkit.status import Status

LENGTH = 8
"""Bytes of the length before a message."""

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
    return secrets.without(os.environ)


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


class _Writer(pickle.Pickler):
    """Pickles instances of this package's classes as calls of `made`, and numbers of numpy as calls of `number`."""

    def reducer_override(self, value: Any) -> Any:
        kind: Any = type(value)
        if kind.__module__.startswith("sgpkit."):
            if kind in (_Made, _Number):
                return NotImplemented
            return made, (kind.__module__, kind.__name__, parts_of(kind)(value))
        if kind.__module__ == "numpy" and hasattr(value, "dtype"):
            return number, (value.dtype.str, value.tobytes())
        return NotImplemented


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == "builtins" and name in PLAIN:
            return getattr(builtins, name)
        if (module, name) in MAKERS:
            return MAKERS[module, name]
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that a verdict may hold")


@cache
def parts_of(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return the function that says what an instance of a class is made of again."""
    if issubclass(kind, Enum):
        return lambda value: (value.value,)
    if issubclass(kind, Exception):
        return lambda value: tuple(value.__reduce__()[1])
    if issubclass(kind, tuple):
        return tuple
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
        return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
    raise pickle.PicklingError(f"{kind} is nothing that a verdict may hold")


class _Made:
    """Makes an instance of a class of this package. Raises UnpicklingError for a class that is more than a value: one
    that does something when it is made."""

    __slots__ = ()

    def __call__(self, module: str, name: str, values: tuple[Any, ...]) -> Any:
        return maker(module, name)(*values)

    def __reduce__(self) -> str:
        return "made"


class _Number:
    """Makes a number of numpy's. Raises UnpicklingError for another kind of object."""

    __slots__ = ()

    def __call__(self, kind: str, data: bytes) -> Any:
        import numpy as np

        if not NUMBER.fullmatch(kind):
            raise pickle.UnpicklingError(f"numpy's {kind!r} is no number")
        return np.frombuffer(data, dtype=kind)[0]

    def __reduce__(self) -> str:
        return "number"


made, number = _Made(), _Number()
"""What a verdict may call. They are no functions, since attributes of those could be set."""


@cache
def maker(module: str, name: str) -> Callable[..., Any]:
    """Return what makes an instance of a class whose instances are values: an enumeration, a named tuple, an exception
    or a dataclass, of which nothing but the fields are set."""
    ours = module.startswith("sgpkit.") and not module.endswith("__main__")
    kind = getattr(importlib.import_module(module), name, None) if ours else None
    if isinstance(kind, type) and (kind.__module__, kind.__name__) == (module, name):
        if issubclass(kind, Enum | Exception) or (issubclass(kind, tuple) and hasattr(kind, "_fields")):
            return kind
        if dataclasses.is_dataclass(kind):
            fields = dataclasses.fields(kind)
            if not hasattr(kind, "__post_init__") and all(field.init and not field.kw_only for field in fields):
                return kind
            return partial(with_fields, kind, [field.name for field in fields])
    raise pickle.UnpicklingError(f"{module}.{name} is nothing that a verdict may hold")


def with_fields(kind: type, names: Sequence[str], *values: Any) -> Any:
    """Return an instance of a dataclass with these fields."""
    instance: Any = object.__new__(kind)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(instance, name, value)
    return instance


MAKERS = {(__name__, "made"): made, (__name__, "number"): number}
NUMBER = re.compile(r"[<>|=]?[bifuc][0-9]{1,2}")
PLAIN = frozenset({"complex", "frozenset", "set", "bytearray", "range", "slice"}) | {
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, Exception)
}
"""Names of Python's own that a verdict may hold."""


def written(value: Any) -> bytes:
    """Return a value as `verdict` reads it. Raises an error for what no verdict may hold."""
    stream = io.BytesIO()
    _Writer(stream, pickle.HIGHEST_PROTOCOL).dump(value)
    return stream.getvalue()


def verdict(data: bytes | memoryview) -> Any:
    """Return what a worker wrote of an item. Raises UnpicklingError where it holds more than values.

    Nothing in it names a class itself, whose attributes the rest of it could change, or is called but the two makers.
    """
    return _Reader(io.BytesIO(data)).load()


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
