"""Messages between the main process and the workers that read untrusted input for it.

A worker's results are unpickled with an allow-list: plain values, numpy scalars, and instances of sgpkit's value
classes. A worker appends one record per finished item to a file in memory. So the main process sleeps until a chunk is
done, and still knows which items were finished if the worker dies.
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
"""Bytes of the length prefix of a message."""

ENVIRONMENT = re.compile(r"SGPKIT_|PATH$|HOME$|LANG$|LC_|TMPDIR$|XDG_|HF_|FONTCONFIG|TEXMF|PYTHON|CONTAINER_|DOCKER_")
"""Environment variables whose current values are sent with every chunk; the others keep the values that they had when
the worker started."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for one item: processor time, address space beyond that of an idle worker, and bytes of its result."""

    cpu_seconds: float = 20.0
    memory: int = 2 << 30
    output: int = 8 << 20


class Failure(NamedTuple):
    """The reason why an item has no value. `error` is the exception, if there was one and it can be pickled."""

    status: Status
    reason: str
    error: Exception | None = None


class Outcome(NamedTuple):
    """The value that a function returned for an item, or the failure."""

    value: Any = None
    failure: Failure | None = None


class Job(NamedTuple):
    """A chunk of items for a worker. `function` and `items` are pickled; they are unpickled after the limits and the
    environment are set.

    If `batched`, the function is called with all items first, and once per item only if that fails.
    """

    environment: Mapping[str, str]
    folder: str
    path: list[str]
    limits: Limits
    function: bytes
    items: bytes
    batched: bool


def environment() -> dict[str, str]:
    """Return this process's environment without secrets, with which a worker starts."""
    return secrets.without_secrets(os.environ)


def changing_environment() -> dict[str, str]:
    """Return the environment variables that are updated in running workers."""
    return {name: value for name, value in environment().items() if ENVIRONMENT.match(name)}


def send(connection: socket.socket, message: bytes) -> None:
    """Send a message with its length prefix."""
    connection.sendall(len(message).to_bytes(LENGTH, "little") + message)


def receive(connection: socket.socket) -> bytes:
    """Return the next message. Raises EOFError if the connection is closed."""
    return receive_exactly(connection, int.from_bytes(receive_exactly(connection, LENGTH), "little"))


def receive_exactly(connection: socket.socket, count: int) -> bytes:
    """Return exactly `count` bytes. Raises EOFError if the connection is closed before."""
    data = bytearray()
    while len(data) < count:
        part = connection.recv(min(count - len(data), 1 << 20))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


class _Writer(pickle.Pickler):
    """Pickles instances of sgpkit's classes as calls of `make_value`, and numpy scalars as calls of `make_number`."""

    def reducer_override(self, value: Any) -> Any:
        kind: Any = type(value)
        if is_ours(kind.__module__):
            if kind in (_ValueMaker, _NumberMaker):
                return NotImplemented
            return make_value, (kind.__module__, kind.__name__, fields_getter(kind)(value))
        if kind.__module__ == "numpy" and hasattr(value, "dtype"):
            return make_number, (value.dtype.str, value.tobytes())
        return NotImplemented


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == "builtins" and name in PLAIN:
            return getattr(builtins, name)
        if (module, name) in MAKERS:
            return MAKERS[module, name]
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed in a result")


def is_ours(module: str) -> bool:
    """Return whether a module is `sgpkit`, by which public classes are named, or inside it."""
    return module.partition(".")[0] == "sgpkit"


@cache
def fields_getter(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return the function that maps an instance of a class to its constructor arguments."""
    if issubclass(kind, Enum):
        return lambda value: (value.value,)
    if issubclass(kind, Exception):
        return lambda value: tuple(value.__reduce__()[1])
    if issubclass(kind, tuple):
        return tuple
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
        return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
    raise pickle.PicklingError(f"{kind} is not allowed in a result")


class _ValueMaker:
    """Makes an instance of a value class of sgpkit. Raises UnpicklingError for other classes, whose constructors could
    have side effects."""

    __slots__ = ()

    def __call__(self, module: str, name: str, values: tuple[Any, ...]) -> Any:
        return maker(module, name)(*values)

    def __reduce__(self) -> str:
        return "make_value"


class _NumberMaker:
    """Makes a numpy scalar. Raises UnpicklingError for other dtypes than numbers."""

    __slots__ = ()

    def __call__(self, kind: str, data: bytes) -> Any:
        import numpy as np

        if not NUMBER.fullmatch(kind):
            raise pickle.UnpicklingError(f"numpy's {kind!r} is not a number")
        return np.frombuffer(data, dtype=kind)[0]

    def __reduce__(self) -> str:
        return "make_number"


make_value, make_number = _ValueMaker(), _NumberMaker()
"""The only callables in a result. They are instances with `__slots__` because a pickle could set attributes of
functions."""


@cache
def maker(module: str, name: str) -> Callable[..., Any]:
    """Return the constructor of a value class: an enumeration, named tuple, exception or dataclass. A dataclass with
    code in its constructor is made without running that code."""
    ours = is_ours(module) and not module.endswith("__main__")
    kind = getattr(importlib.import_module(module), name, None) if ours else None
    if isinstance(kind, type) and (kind.__module__, kind.__name__) == (module, name):
        if issubclass(kind, Enum | Exception) or (issubclass(kind, tuple) and hasattr(kind, "_fields")):
            return kind
        if dataclasses.is_dataclass(kind):
            fields = dataclasses.fields(kind)
            if not hasattr(kind, "__post_init__") and all(field.init and not field.kw_only for field in fields):
                return kind
            return partial(with_fields, kind, [field.name for field in fields])
    raise pickle.UnpicklingError(f"{module}.{name} is not allowed in a result")


def with_fields(kind: type, names: Sequence[str], *values: Any) -> Any:
    """Return an instance of a dataclass with these field values, without calling its constructor."""
    instance: Any = object.__new__(kind)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(instance, name, value)
    return instance


MAKERS = {(__name__, "make_value"): make_value, (__name__, "make_number"): make_number}
NUMBER = re.compile(r"[<>|=]?[bifuc][0-9]{1,2}")
PLAIN = frozenset({"complex", "frozenset", "set", "bytearray", "range", "slice"}) | {
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, Exception)
}
"""Builtins that a result may contain."""


def dump(value: Any) -> bytes:
    """Pickle a value for `load`. Raises an error if it is not allowed in a result."""
    stream = io.BytesIO()
    _Writer(stream, pickle.HIGHEST_PROTOCOL).dump(value)
    return stream.getvalue()


def load(data: bytes | memoryview) -> Any:
    """Unpickle a worker's result. Raises UnpicklingError if it contains more than values.

    A result cannot name a class, whose attributes it could then change, and can call only the two makers.
    """
    return _Reader(io.BytesIO(data)).load()


def complete_records(data: bytes) -> list[memoryview]:
    """Return the complete records at the start of a worker's file, without copying (pictures are large)."""
    view = memoryview(data)
    complete: list[memoryview] = []
    start = 0
    while start + LENGTH <= len(data):
        end = start + LENGTH + int.from_bytes(data[start : start + LENGTH], "little")
        if end > len(data):
            break
        complete.append(view[start + LENGTH : end])
        start = end
    return complete
