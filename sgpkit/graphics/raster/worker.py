"""The program inside the sandbox of `raster.render`.

A request is a line of JSON with the options of `paint`, then the code. An answer is one letter, then its content: `p`
the pixels; `r` status and reason as JSON; `m` nothing, if the memory was exhausted, after which this process must not
be used again. A request with the option `lengths` has several drawings; its answer is `b` and a frame per drawing, or
`m`. A request to `load` imports another renderer than the default, which would double the time to start. Answers are
untrusted.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sgpkit.graphics.raster.choice import DEFAULT_RENDERER
from sgpkit.graphics.raster.painting import paint
from sgpkit.sandbox.workers import serving
from sgpkit.sandbox.workers.service import FRAME
from sgpkit.status import Rejected


def prepare(renderer: str = DEFAULT_RENDERER) -> None:
    """Do all lazy loading of a renderer."""
    paint('<svg xmlns="http://www.w3.org/2000/svg"><text y="9">a</text></svg>', 8, renderer=renderer)


def answer(request: bytes) -> list[bytes | memoryview]:
    """Return the answer to one request."""
    line, _, code = request.partition(b"\n")
    options = json.loads(line)
    if "load" in options:
        prepare(options["load"])
        return []
    if "lengths" in options:
        return several(code, **options)
    return one(code, options)


def several(codes: bytes, lengths: Sequence[int], **options: Any) -> list[bytes | memoryview]:
    """Return the answer to a request for several drawings."""
    parts: list[bytes | memoryview] = [b"b"]
    begin = 0
    for length in lengths:
        part = one(codes[begin : begin + length], options)
        if part == [b"m"]:
            return part
        parts += (FRAME.pack(sum(map(len, part))), *part)
        begin += length
    return parts


def one(code: bytes, options: Mapping[str, Any]) -> list[bytes | memoryview]:
    """Return the answer for one drawing."""
    try:
        return [b"p", np.ascontiguousarray(paint(code.decode(), **options)).data.cast("B")]
    except Rejected as rejected:
        return [b"r" + json.dumps([rejected.status, rejected.reason]).encode()]
    except MemoryError:
        return [b"m"]


def main() -> None:
    """Serve on standard input and output."""
    serving.main(prepare, answer)
