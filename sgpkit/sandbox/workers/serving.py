"""The main loop of a service inside its sandbox: answer requests as frames on the standard streams."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import IO

from sgpkit.sandbox.workers.service import FRAME


def main(prepare: Callable[[], object], answer: Callable[[bytes], bytes | list[bytes | memoryview]]) -> None:
    """Serve until standard input is closed. `prepare` does all lazy loading before the first request.

    A long answer may be a list of buffers, which saves copying them into one.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # prints of libraries must not corrupt the frames
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
