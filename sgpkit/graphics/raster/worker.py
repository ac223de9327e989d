"""The program inside the sandbox of `raster.render`: paints one drawing after another, by frames.

A request is a line of JSON with paint's options, then the code. An answer is one letter, then its content: `p` the
pixels; `r` status and reason as JSON; `m` nothing, for a drawing that used up the memory, after which this process
must not be used. The other side must not trust an answer.
"""

import json
import os
import sys
from typing import IO

from sgpkit.graphics.raster.choice import RENDERERS
from sgpkit.graphics.raster.painting import paint
from sgpkit.graphics.workers.service import FRAME
from sgpkit.status import Rejected


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until the other side closes its end."""
    for renderer in RENDERERS:  # loads all that is loaded late
        paint('<svg xmlns="http://www.w3.org/2000/svg"><text y="9">a</text></svg>', 8, renderer=renderer)
    _send(answers, b"")
    while header := requests.read(FRAME.size):
        (length,) = FRAME.unpack(header)
        _send(answers, answer(requests.read(length)))


def answer(request: bytes) -> bytes:
    """Return the answer to one request."""
    options, _, code = request.partition(b"\n")
    try:
        return b"p" + paint(code.decode(), **json.loads(options)).tobytes()
    except Rejected as rejected:
        return b"r" + json.dumps([rejected.status, rejected.reason]).encode()
    except MemoryError:
        return b"m"


def _send(answers: IO[bytes], content: bytes) -> None:
    answers.write(FRAME.pack(len(content)) + content)
    answers.flush()


def main() -> None:
    """Serve on standard input and output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not interrupt the frames
    serve(sys.stdin.buffer, answers)
