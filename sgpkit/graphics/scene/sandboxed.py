"""Run `removal` on untrusted drawings in sandboxed processes with limits on time and memory.

Answers are cached, because several metrics read the same drawing, and one with many texts takes a tenth of a second.
"""

import hashlib
import json
from collections.abc import Sequence

import numpy as np

from sgpkit.graphics import compiled
from sgpkit.graphics.scene import removal, worker
from sgpkit.graphics.scene.page import SIDE
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

DEADLINE = 60.0  # seconds of processor time for one drawing
LIMITS = sandbox.Limits(memory=1 << 30, processes=8, output=64 << 20, scratch=16 << 20)
_START = "import sys; sys.path += sys.argv[1:]; from sgpkit.graphics.scene.worker import main; main()"
_LIBRARIES = (
    *("numpy", "PIL", "defusedxml", "tinycss2", "cssselect2", "webencodings", "cairosvg", "cairocffi", "cffi"),
    *("resvg_py", "svg2png_py"),
)
_MASK = SIDE * SIDE // 8
MEMORY: compiled.Memory[bytes] = compiled.Memory(16 << 20, len)


def find_visible(
    pieces: Sequence[str],
    leaves: Sequence[removal.Leaf],
    predicted: removal.Predictions,
    plain: bool,
    lettered: bool,
) -> removal.Visibility:
    """Call `removal.find_visible` in a sandbox. Raises Rejected if that fails."""
    request = worker.request(pieces, leaves, predicted, plain, lettered)
    answer = MEMORY.get((hashlib.sha256(request).hexdigest(),), lambda: _ask(request))
    try:
        return _read(answer, len(leaves))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _unreadable() from None


def _ask(request: bytes) -> bytes:
    """Return the content of the answer to a request. Raises Rejected for a refusal."""
    with _POOL.worker() as service:
        try:
            answer = pool.ask_twice(service, request, sandbox.seconds(DEADLINE, None))
        except sandbox.Died as died:
            raise Rejected(died.ended.status, f"resvg: {died.reason}") from None
        if answer == b"m":
            service.close()
            raise Rejected(Status.TOO_LARGE, "resvg: out of memory")
    # The answer is untrusted: a drawing may have exploited a bug of the renderer.
    if answer[:1] == b"s":
        return answer[1:]
    try:
        status, reason = json.loads(answer[1:])
        if status in (Status.OK, Status.INFRA_ERROR):
            raise ValueError(status)
        refusal = Rejected(Status(status), str(reason)[:300])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _unreadable() from None
    raise refusal


def _unreadable() -> Rejected:
    """Return the refusal for an answer in no known form."""
    return Rejected(Status.COMPILE_ERROR, "resvg: unreadable answer")


def _read(content: bytes, count: int) -> removal.Visibility:
    line, _, rest = content.partition(b"\n")
    header = json.loads(line)
    seen, confirmed = [bool(one) for one in header["seen"]], [bool(one) for one in header["confirmed"]]
    if len(seen) != count or len(confirmed) != count or len(rest) != _MASK * sum(seen):
        raise ValueError("lengths")
    packed = np.frombuffer(rest, np.uint8).reshape(-1, _MASK)
    masks = iter(np.unpackbits(packed, axis=1).astype(bool).reshape(-1, SIDE, SIDE))
    return removal.Visibility(bool(header["blank"]), [next(masks) if one else None for one in seen], confirmed)


def _service() -> sandbox.Service:
    return pool.python_service(
        _START, _LIBRARIES, {"OPENBLAS_NUM_THREADS": "1", "XDG_CACHE_HOME": "/tmp/cache"}, LIMITS
    )


_POOL = pool.Pool(_service)


def close() -> None:
    """End the pool's processes. The next drawing starts new ones."""
    _POOL.close()
