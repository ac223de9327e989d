"""Optimise a drawing's program with scour (https://github.com/scour-project/scour), in the sandbox. Options:
unreferenced ids are removed and the others shortened; comments, the XML declaration and all white space are removed;
coordinates have scour's default of five digits. Titles and descriptions are kept, since they are content.
"""

import functools
import importlib.util
from collections.abc import Sequence

from sgpkit.graphics import guard
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

DEADLINE = 10.0  # seconds of processor time for one drawing
MAX_BYTES = 4 << 20  # bytes, twice the limit of a drawing
LIMITS = sandbox.Limits(memory=1 << 30, processes=8, output=MAX_BYTES, scratch=16 << 20)
_START = "import sys; sys.path += sys.argv[1:]; from sgpkit.metrics.code.optimiser_worker import main; main()"


def optimised_many(codes: Sequence[str]) -> list[str | Rejected]:
    """Return the optimised drawings, aligned; Rejected if scour cannot read one."""
    require()
    return pool.map_unique(codes, optimised)


@functools.lru_cache(maxsize=512)
def optimised(code: str) -> str:
    """Return a drawing's program shortened by scour, never longer than the original."""
    guard.check_svg(code)
    with _POOL.worker() as worker:
        try:
            answer = pool.ask_twice(worker, code.encode(), DEADLINE)
        except sandbox.Died as died:
            raise Rejected(died.ended.status, f"scour: {died.reason}") from None
    if answer[:1] != b"s":
        raise Rejected(Status.COMPILE_ERROR, f"scour: {answer[1:].decode(errors='replace')}")
    short = answer[1:].decode(errors="replace")
    return short if len(short.encode()) < len(code.encode()) else code


@functools.cache
def require() -> None:
    """Raise ImportError with the remedy if scour is missing."""
    if importlib.util.find_spec("scour") is None:
        raise ImportError("an optimiser's bytes need scour: pip install scour")


def _service() -> sandbox.Service:
    return pool.python_service(_START, ("scour", "six"), {}, LIMITS)


_POOL = pool.Pool(_service)


def close() -> None:
    """Stop the pool's processes; the next drawing starts new ones."""
    _POOL.close()
