"""The process inside the sandbox of `optimiser`: shortens one drawing after another, asked and answering in frames.

A request is a drawing's code. An answer is one letter, then its content: `s` the shorter code; `r` why there is none.
The other side must not trust anything in an answer.
"""

import os
import sys
from typing import IO

from sgpkit.graphics.workers.service import FRAME

OPTIONS = ("--enable-id-stripping", "--shorten-ids", "--enable-comment-stripping", "--strip-xml-prolog")
SPACING = ("--indent=none", "--no-line-breaks", "--strip-xml-space")


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until the other side closes its end."""
    shorter('<svg xmlns="http://www.w3.org/2000/svg"/>')  # loads all that is loaded late
    _send(answers, b"")
    while header := requests.read(FRAME.size):
        (length,) = FRAME.unpack(header)
        _send(answers, answer(requests.read(length)))


def answer(request: bytes) -> bytes:
    """Return the answer to one request."""
    try:
        return b"s" + shorter(request.decode()).encode()
    except Exception as error:  # a library that meets what it does not know raises whatever its helpers do
        return b"r" + f"{type(error).__name__}: {error}"[:300].encode(errors="replace")


def shorter(code: str) -> str:
    """Return the program as scour shortens it."""
    from scour import scour

    short: str = scour.scourString(code, scour.parse_args([*OPTIONS, *SPACING]))
    return short.strip()


def _send(answers: IO[bytes], content: bytes) -> None:
    answers.write(FRAME.pack(len(content)) + content)
    answers.flush()


def main() -> None:
    """Serve on standard input and output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not break into the frames
    serve(sys.stdin.buffer, answers)
