"""The program inside the sandbox of `raster.render`: paints one drawing after another, by frames.

A request is a line of JSON with paint's options, then the code. An answer is one letter, then its content: `p` the
pixels; `r` status and reason as JSON; `m` nothing, for a drawing that used up the memory, after which this process
must not be used. The other side must not trust an answer.
"""

import json

from sgpkit.graphics.raster.choice import RENDERERS
from sgpkit.graphics.raster.painting import paint
from sgpkit.graphics.workers import serving
from sgpkit.status import Rejected


def prepare() -> None:
    """Load all that is loaded late."""
    for renderer in RENDERERS:
        paint('<svg xmlns="http://www.w3.org/2000/svg"><text y="9">a</text></svg>', 8, renderer=renderer)


def answer(request: bytes) -> bytes:
    """Return the answer to one request."""
    options, _, code = request.partition(b"\n")
    try:
        return b"p" + paint(code.decode(), **json.loads(options)).tobytes()
    except Rejected as rejected:
        return b"r" + json.dumps([rejected.status, rejected.reason]).encode()
    except MemoryError:
        return b"m"


def main() -> None:
    """Serve on standard input and output."""
    serving.main(prepare, answer)
