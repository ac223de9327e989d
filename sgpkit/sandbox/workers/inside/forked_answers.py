"""Answer each request in a new process, forked from this one, which has its libraries loaded.

A request is a secret of sixteen random bytes, then the content. The answer is the same secret, a letter, and the reply:
`c` (clean) if the forked process left nothing behind, `d` (dirty) if this sandbox should not be used again. The process
is forked before the request is read, so that programs never see the secret and cannot forge an answer. The reply itself
is untrusted.
"""

import ctypes
import gc
import os
import resource
import signal
import struct
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

FRAME = struct.Struct(">Q")
SECRET = 16
WRITABLE = (Path("/tmp"), Path("/tmp/work"))
NOT_DUMPABLE = 4
"""prctl's PR_SET_DUMPABLE; with value 0, other processes of this user cannot read this process's memory or files."""


def serve(reply: Callable[[bytes], bytes], max_bytes: int, childless: bool) -> None:
    """Answer requests on standard input until it ends, with replies of at most `max_bytes`. If `childless`, the forked
    processes can start neither processes nor threads."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    detach_streams()
    clean = state()
    send(answers, b"")
    while True:
        child, to_child, from_child = fork_child(reply, childless)
        header = requests.read(FRAME.size)
        if not header:
            os.kill(child, signal.SIGKILL)
            return
        request = requests.read(FRAME.unpack(header)[0])
        answer = converse(to_child, from_child, request[SECRET:], max_bytes)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        send(answers, request[:SECRET] + (b"c" if state() == clean else b"d") + answer)


def detach_streams() -> None:
    """Redirect the standard streams to /dev/null, so that programs get no input and their output is dropped."""
    ctypes.CDLL(None).prctl(NOT_DUMPABLE, 0, 0, 0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    gc.collect()
    gc.freeze()  # garbage collection would copy the pages that all programs share


def state() -> Any:
    """Return the state that a program could change for later ones: files and the limits of this process."""
    kinds = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
    folders = [folder for folder in WRITABLE if folder.is_dir()]
    return (
        [folder.stat().st_mode for folder in folders],
        sorted(path.name for folder in folders for path in folder.iterdir()),
        [resource.getrlimit(kind) for kind in kinds],
        os.getpriority(os.PRIO_PROCESS, 0),
        sorted(os.sched_getaffinity(0)),
        os.sched_getscheduler(0),
    )


def send(answers: IO[bytes], content: bytes) -> None:
    """Write a frame."""
    answers.write(FRAME.pack(len(content)) + content)
    answers.flush()


def fork_child(reply: Callable[[bytes], bytes], childless: bool) -> tuple[int, int, int]:
    """Fork a process that waits for a request; return its id, the pipe to it and the pipe from it."""
    read_request, to_child = os.pipe()
    from_child, write_reply = os.pipe()
    child = os.fork()
    if child:
        os.close(read_request)
        os.close(write_reply)
        return child, to_child, from_child
    try:
        if childless:
            resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        os.dup2(read_request, 3)
        os.dup2(write_reply, 4)
        os.closerange(5, 256)
        with os.fdopen(3, "rb") as stream:
            request = stream.read()
        if request:
            with os.fdopen(4, "wb") as stream:
                stream.write(reply(request))
    finally:
        os._exit(0)


def converse(to_child: int, from_child: int, request: bytes, max_bytes: int) -> bytes:
    """Send a request to a process and return its reply, b"" if it ends before."""
    try:
        with os.fdopen(to_child, "wb") as stream:
            stream.write(request)
    except BrokenPipeError:
        pass
    with os.fdopen(from_child, "rb") as stream:
        return stream.read(max_bytes)


def explanation(error: BaseException, name: str) -> str:
    """Return the last line of a traceback, with the line number in the program with this file name."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1][:200]
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
        line = lines[-1] if lines else getattr(error, "lineno", None)
        return f"line {line}: {text}" if line else text
    except BaseException as nested:  # the exception's own `__str__` failed
        return type(nested).__name__
