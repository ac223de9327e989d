"""Answer each request in a new process, forked from this one, which has its libraries loaded.

The process has namespaces and temporary files of its own (`namespaces`). Where the system forbids this, Landlock keeps
it from this process, and the temporary files are wiped after each request. Without Landlock too, a sandbox answers one
request.

A request is a secret of sixteen random bytes, then the content. The answer is the same secret, a letter, and the reply:
`c` (clean) if the forked process left nothing behind, `d` (dirty) if this sandbox should not be used again. The process
is forked before the request is read, so that programs never see the secret and cannot forge an answer. The reply itself
is untrusted.
"""

import ctypes
import enum
import gc
import os
import resource
import signal
import struct
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, NamedTuple

import namespaces  # type: ignore[import-not-found]  # a neighbour, in a sandbox without the package

FRAME = struct.Struct(">Q")
SECRET = 16
READY = b"r"
NOT_DUMPABLE = 4
"""prctl's PR_SET_DUMPABLE; with value 0, other processes of this user cannot read this process's memory or files."""


class Walls(enum.Enum):
    """The barrier between a forked process and this one."""

    NAMESPACES = "namespaces"
    LANDLOCK = "landlock"
    NONE = "none"


class Child(NamedTuple):
    """A process that waits for a request: its id, the pipe to it and the pipe from it."""

    process: int
    to_child: int
    from_child: int


def serve(reply: Callable[[bytes], bytes], max_bytes: int, childless: bool) -> None:
    """Answer requests on standard input until it ends, with replies of at most `max_bytes`. If `childless`, the forked
    processes can start neither processes nor threads."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    detach_streams()
    scratch = namespaces.scratch()
    walls = next(
        (kind for kind in (Walls.NAMESPACES, Walls.LANDLOCK) if can_fork(childless, scratch, kind)), Walls.NONE
    )
    if walls is not Walls.NAMESPACES:
        namespaces.wipe(scratch)
    clean = state(scratch)
    send(answers, b"")
    while True:
        child = fork_child(reply, childless, scratch, walls)
        header = requests.read(FRAME.size)
        if not header:
            end(child)
            return
        request = requests.read(FRAME.unpack(header)[0])
        answer = converse(child, request[SECRET:], max_bytes)
        end(child)
        is_clean = walls is Walls.NAMESPACES
        if walls is Walls.LANDLOCK:
            namespaces.wipe(scratch)
            is_clean = state(scratch) == clean
        send(answers, request[:SECRET] + (b"c" if is_clean else b"d") + answer)


def detach_streams() -> None:
    """Redirect the standard streams to /dev/null, so that programs get no input and their output is dropped."""
    ctypes.CDLL(None).prctl(NOT_DUMPABLE, 0, 0, 0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    gc.collect()
    gc.freeze()  # garbage collection would copy the pages that all programs share


def state(scratch: namespaces.Scratch) -> Any:
    """Return the state that a program in the same namespaces could change for later ones: temporary files and the
    limits of this process."""
    kinds = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
    return (
        list(namespaces.files(scratch)),
        [resource.getrlimit(kind) for kind in kinds],
        os.getpriority(os.PRIO_PROCESS, 0),
        sorted(os.sched_getaffinity(0)),
        os.sched_getscheduler(0),
    )


def send(answers: IO[bytes], content: bytes) -> None:
    """Write a frame."""
    answers.write(FRAME.pack(len(content)) + content)
    answers.flush()


def can_fork(childless: bool, scratch: namespaces.Scratch, walls: Walls) -> bool:
    """Return whether a process can be forked behind these walls."""
    try:
        child = fork_child(bytes, childless, scratch, walls)
    except OSError:
        return False
    try:
        return os.read(child.from_child, 1) == READY
    finally:
        os.close(child.to_child)
        os.close(child.from_child)
        end(child)


def end(child: Child) -> None:
    """End a process and, as far as possible, every process that it started."""
    os.kill(child.process, signal.SIGKILL)
    os.waitpid(child.process, 0)


def fork_child(reply: Callable[[bytes], bytes], childless: bool, scratch: namespaces.Scratch, walls: Walls) -> Child:
    """Fork a process that says when it is ready, behind its walls, and waits for a request."""
    read_request, to_child = os.pipe()
    from_child, write_reply = os.pipe()
    user, group = os.geteuid(), os.getegid()
    try:
        process = namespaces.fork_apart() if walls is Walls.NAMESPACES else os.fork()
    except OSError:
        for descriptor in (read_request, to_child, from_child, write_reply):
            os.close(descriptor)
        raise
    if process:
        os.close(read_request)
        os.close(write_reply)
        return Child(process, to_child, from_child)
    try:
        os.setsid()  # signals to its group reach no other process
        if walls is Walls.NAMESPACES:
            namespaces.furnish(user, group, scratch)
        elif walls is Walls.LANDLOCK:
            namespaces.isolate()
        os.chdir(namespaces.WORK)
        os.dup2(read_request, 3)
        os.dup2(write_reply, 4)
        os.closerange(5, 256)
        namespaces.confine(childless)
        os.write(4, READY)
        with os.fdopen(3, "rb") as stream:
            request = stream.read()
        if request:
            with os.fdopen(4, "wb") as stream:
                stream.write(reply(request))
    finally:
        os._exit(0)


def converse(child: Child, request: bytes, max_bytes: int) -> bytes:
    """Send a request to a process and return its reply, b"" if it ends before. Raises OSError if it was not ready."""
    with os.fdopen(child.from_child, "rb") as replies:
        if replies.read(1) != READY:
            raise OSError("a process could not be prepared")  # this sandbox ends, and the caller starts another
        with suppress(BrokenPipeError), os.fdopen(child.to_child, "wb") as requests:
            requests.write(request)
        return replies.read(max_bytes)


def explanation(error: BaseException, name: str) -> str:
    """Return the last line of a traceback, with the line number in the program with this file name."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1][:200]
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
        line = lines[-1] if lines else getattr(error, "lineno", None)
        return f"line {line}: {text}" if line else text
    except BaseException as nested:  # the exception's own `__str__` failed
        return type(nested).__name__
