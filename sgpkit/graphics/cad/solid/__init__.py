"""Parts to solids with OpenCASCADE: built, checked, measured and drawn by a pool of sandboxed processes.

OpenCASCADE can loop forever or crash on a part that a model wrote, so it never runs in this process: each sandbox loads
it once, and forks a process for each part, with separate namespaces and temporary files. Only values are returned.

Try it: python -c "from sgpkit.graphics import cad; print(cad.parse(TEXT, 'deepcad').solid().measurements)"
"""

import importlib.util
import json
from collections.abc import Sequence
from dataclasses import dataclass

from sgpkit.errors import NotInstalled
from sgpkit.graphics.cad.measure.measurements import Measurements, measurements_from
from sgpkit.graphics.cad.model import Part
from sgpkit.graphics.cad.solid import transfer
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

VIEWS = ("front", "back")
SIZE = 512
LARGEST_SIZE = 2048
DEADLINE = 20.0  # seconds of processor time for one part
LIMITS = sandbox.Limits(memory=3 << 30, processes=8, output=64 << 20, scratch=16 << 20)
_LIBRARIES = ("numpy", "PIL", "contourpy", "OCP")
_START = "import sys; sys.path += sys.argv[1:]; from sgpkit.graphics.cad.solid.worker import main; main()"


@dataclass(frozen=True)
class CadView:
    """One camera's drawings: lines with the hidden ones dashed, and a shaded picture of `size` pixels a side."""

    name: str
    svg: str
    png: bytes


@dataclass(frozen=True)
class Solid:
    """A built part: its measurements, and the views that were asked for."""

    measurements: Measurements
    views: tuple[CadView, ...] = ()

    def view(self, name: str) -> CadView:
        """Return one of the views that were asked for when the solid was built. Raises KeyError for another."""
        for view in self.views:
            if view.name == name:
                return view
        raise KeyError(f"{name!r} was not drawn; there is: {', '.join(view.name for view in self.views) or 'none'}")


def build(part: Part, *, views: Sequence[str] = (), size: int = SIZE, seconds: float | None = None) -> Solid:
    """Build, measure and draw a part. Raises Rejected for a part that does not make a valid solid or takes too long,
    sandbox.Unavailable without a sandbox, and NotInstalled without OpenCASCADE.
    """
    _check(views, size)
    return _build(transfer.write(part), views, size, seconds)


def build_many(
    parts: Sequence[Part],
    workers: int | None = None,
    *,
    views: Sequence[str] = (),
    size: int = SIZE,
    seconds: float | None = None,
) -> list[Solid | Rejected]:
    """Build parts on all workers; the result is aligned with `parts`. Equal parts are built once and share a solid."""
    _check(views, size)
    texts = [transfer.write(part) for part in parts]
    return pool.map_unique(texts, lambda text: _build(text, views, size, seconds), workers)


def build_here(part: Part, *, views: Sequence[str] = (), size: int = SIZE) -> Solid:
    """Build a part in this process, without limits: only for trusted parts."""
    _check(views, size)
    from sgpkit.graphics.cad.solid import worker as cad_worker

    measurements, drawn = cad_worker.make(part, views, size)
    return Solid(measurements, tuple(CadView(name, one.svg, one.png) for name, one in zip(views, drawn, strict=True)))


def _check(views: Sequence[str], size: int) -> None:
    for name in views:
        if name not in VIEWS:
            raise ValueError(f"no view {name!r}; expected one of {', '.join(VIEWS)}")
    if not 8 <= size <= LARGEST_SIZE:
        raise ValueError(f"a picture of {size} pixels a side; expected 8 to {LARGEST_SIZE}")
    for library in ("OCP", "contourpy"):
        if importlib.util.find_spec(library) is None:
            raise NotInstalled(f"solids need {library}: pip install 'sgpkit[cad]'")


def _build(text: str, views: Sequence[str], size: int, seconds: float | None) -> Solid:
    request = json.dumps({"views": list(views), "size": size}).encode() + b"\n" + text.encode()
    limit = sandbox.seconds(DEADLINE, seconds)
    with _POOL.worker() as worker:
        try:
            # A process that ends without an answer may have been killed from outside.
            answer = pool.ask_forked(worker, request, limit) or pool.ask_forked(worker, request, limit)
        except sandbox.Died as died:
            raise Rejected(died.ended.status, f"OpenCASCADE: {died.reason}") from None
    if not answer:
        raise Rejected(Status.COMPILE_ERROR, "OpenCASCADE: crashed")
    if answer == b"m":
        raise Rejected(Status.TOO_LARGE, "OpenCASCADE: out of memory")
    if answer[:1] == b"e":
        raise RuntimeError(f"building a solid failed:\n{answer[1:].decode(errors='replace')}")
    # Because of defects in OpenCASCADE, a part could make the process answer anything.
    try:
        if answer[:1] == b"s":
            return _solid(answer[1:], views)
        status, reason = json.loads(answer[1:])
        if status in (Status.OK, Status.INFRA_ERROR):
            raise ValueError(status)
        raise Rejected(Status(status), str(reason)[:300])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise Rejected(Status.COMPILE_ERROR, "OpenCASCADE: an answer that cannot be read") from None


def _solid(answer: bytes, views: Sequence[str]) -> Solid:
    pieces = []
    while answer:
        length = int.from_bytes(answer[:4], "big")
        pieces.append(answer[4 : 4 + length])
        answer = answer[4 + length :]
    measurements, drawings = measurements_from(json.loads(pieces[0])), pieces[1:]
    pairs = zip(views, drawings[::2], drawings[1::2], strict=True)
    return Solid(measurements, tuple(CadView(name, svg.decode(), png) for name, svg, png in pairs))


def _service() -> sandbox.Service:
    environment = {"OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    return pool.python_service(_START, _LIBRARIES, environment, LIMITS, forks=True)


_POOL = pool.Pool(_service)


def processes() -> list[int | None]:
    """Return for each worker of the pool the process id of its sandbox, None while it is not started."""
    return _POOL.processes()


def close() -> None:
    """End the pool's processes. The next part starts new ones."""
    _POOL.close()
