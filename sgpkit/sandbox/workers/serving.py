"""The inside of a service: a program that answers requests one after another, in frames on its standard streams."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import IO

from sgpkit.sandbox.workers.service import FRAME


def main(prepare: Callable[[], object], answer: Callable[[bytes], bytes | list[bytes | memoryview]]) -> None:
    """Serve until the other side closes its end. `prepare` loads, before the first request, all that is loaded late.

    A long answer may be a list of its parts, which saves copying them into one.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not interrupt the frames
    prepare()
    _send(answers, [b""])
    requests = sys.stdin.buffer
    while header := requests.read(FRAME.size):
        (length,) = FRAME.unpack(header)
        content = answer(requests.read(length))
        _send(answers, [content] if isinstance(content, bytes) else content)


def _send(answers: IO[bytes], parts: Sequence[bytes | memoryview]) -> None:
    answers.write(FRAME.pack(sum(map(len, parts))))
    for part in parts:
        answers.write(part)
    answers.flush()
