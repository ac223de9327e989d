"""Measures solids, one request after another, each in a process forked from this one, which has CadQuery loaded.

A request is JSON: the solids, as BREP in base64, and the published tests. The program that made a solid is not here,
and what reads a solid ends with its answer: no solid can change what is said of another, nor can a program.
"""

import base64
import ctypes
import gc
import importlib
import io
import json
import math
import os
import signal
import struct
from typing import IO, Any

importlib.import_module("lean")
measure = importlib.import_module("measure")

FRAME = struct.Struct(">Q")
LONGEST = 16 << 20
NOT_DUMPABLE = 4
"""prctl's PR_SET_DUMPABLE: then no other process of this user can look into our memory or files."""


def main() -> None:
    """Answer requests on standard input until it ends."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    ctypes.CDLL(None).prctl(NOT_DUMPABLE, 0, 0, 0, 0)
    gc.collect()
    gc.freeze()  # what is loaded stays in pages that all processes share
    send(answers, b"")
    while header := requests.read(FRAME.size):
        send(answers, answer(requests.read(FRAME.unpack(header)[0])))


def send(answers: IO[bytes], content: bytes) -> None:
    """Write a frame."""
    answers.write(FRAME.pack(len(content)) + content)
    answers.flush()


def answer(request: bytes) -> bytes:
    """Return what a process of its own says to a request; nothing where it ends before."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(writer, 3)
            os.closerange(4, 256)
            with os.fdopen(3, "wb") as stream:
                stream.write(reply(request))
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        answered = stream.read(LONGEST)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return answered


def reply(request: bytes) -> bytes:
    """Return the measurements of every solid and the outcomes of tests on the first, or why there are none."""
    try:
        asked = json.loads(request)
        shapes = [shape(base64.b64decode(solid)) for solid in asked["solids"]]
        outcomes = [measure.run_test(code, measure.cq.Workplane(obj=shapes[0])) for code in asked["tests"]]
        held = [measure.measures(shape) for shape in shapes]
        if not all(math.isfinite(one["volume"]) for one in held):
            raise ValueError("no finite volume")
        return json.dumps({"measures": held, "tests": outcomes}).encode()
    except BaseException as error:
        return json.dumps({"error": f"{type(error).__name__}: {error}"[-200:]}).encode()


def shape(solid: bytes) -> Any:
    """Return a solid's shape. What CadQuery says of one that it cannot read names an address in memory."""
    try:
        return measure.cq.Shape.importBrep(io.BytesIO(solid))
    except ValueError:
        raise ValueError("no shape in BREP") from None


if __name__ == "__main__":
    main()
