"""OpenCASCADE's exceptions, which have no common ancestor of their own, told from all others."""

from collections.abc import Iterator
from contextlib import contextmanager

from sgpkit.status import Rejected, Status


@contextmanager
def refusing(reason: str) -> Iterator[None]:
    """What OpenCASCADE cannot do is a part that is rejected, for this reason."""
    try:
        yield
    except Exception as failure:
        if not type(failure).__module__.startswith("OCP."):
            raise
        said = str(failure).strip() or type(failure).__name__
        raise Rejected(Status.COMPILE_ERROR, f"{reason}: {said}"[:300]) from None
