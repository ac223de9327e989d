"""The inside of a service: a program that answers requests one after another, in frames on its standard streams."""

import os
import sys
from collections.abc import Callable
from typing import IO

from sgpkit.graphics.workers.service import FRAME


def main(prepare: Callable[[], object], answer: Callable[[bytes], bytes]) -> None:
    """Serve until the other side closes its end. `prepare` loads, before the first request, all that is loaded late."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not interrupt the frames
    prepare()
    _send(answers, b"")
    requests = sys.stdin.buffer
    while header := requests.read(FRAME.size):
        (length,) = FRAME.unpack(header)
        _send(answers, answer(requests.read(length)))


def _send(answers: IO[bytes], content: bytes) -> None:
    answers.write(FRAME.pack(len(content)))
    answers.write(content)
    answers.flush()
