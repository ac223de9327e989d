"""Recognition of OpenCASCADE's exceptions, which have no common base class of their own."""

from collections.abc import Iterator
from contextlib import contextmanager

from sgpkit.status import Rejected, Status


@contextmanager
def refusing(reason: str) -> Iterator[None]:
    """Turn exceptions of OpenCASCADE in the block into Rejected with this reason; others pass."""
    try:
        yield
    except Exception as failure:
        if not type(failure).__module__.startswith("OCP."):
            raise
        message = str(failure).strip() or type(failure).__name__
        raise Rejected(Status.COMPILE_ERROR, f"{reason}: {message}"[:300]) from None
