"""Render SVG: fit a drawing into a square picture, centred and undistorted.

`render` and `render_many` are for untrusted drawings: `guard` checks them, then a pool of sandboxed processes renders
them with limits on time and memory. `paint` renders trusted drawings in this process. The default renderer is resvg
with pinned fonts; CairoSVG is the renderer of the published protocols and serves as a cross-check.

Try it: python -c "from sgpkit.graphics import raster; print(raster.render('<svg/>', 64).shape)"
"""

import io
import json
import math
from collections.abc import Sequence

import numpy as np

from sgpkit.graphics import guard
from sgpkit.graphics.raster.choice import DEFAULT_RENDERER, RENDERERS, current_renderer, using
from sgpkit.graphics.raster.painting import LARGEST_SIZE, check_options, paint
from sgpkit.graphics.raster.pixels import ON_WHITE, Pixels
from sgpkit.graphics.raster.versions import renderer_metadata
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.sandbox.workers.pool import workers
from sgpkit.sandbox.workers.service import FRAME
from sgpkit.status import Rejected, Status

__all__ = [
    "DEFAULT_RENDERER",
    "LARGEST_SIZE",
    "ON_WHITE",
    "RENDERERS",
    "Pixels",
    "close",
    "current_renderer",
    "paint",
    "png",
    "processes",
    "render",
    "render_many",
    "renderer_metadata",
    "using",
    "workers",
]

DEADLINE = 10.0  # seconds of processor time for one drawing
LIMITS = sandbox.Limits(memory=1 << 30, processes=8, output=LARGEST_SIZE * LARGEST_SIZE * 4 + 1, scratch=16 << 20)
LOAD_SECONDS = 60.0  # of processor time
BATCH_SIZE = 16
"""Maximum number of drawings per request, whose pictures take at most `BATCH_BYTES`."""

BATCH_BYTES = 4 << 20
BATCH_SHARE = 0.25
"""Time limit of a batch as a fraction of the limit for one drawing; after it, each drawing is rendered alone."""

ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": str(16 << 20), "MALLOC_TRIM_THRESHOLD_": str(64 << 20)}
"""Settings of glibc's allocator that keep the memory of pictures for reuse: getting it from the kernel takes longer
than resvg takes to render."""

_LIBRARIES = (
    *("numpy", "PIL", "cairosvg", "cairocffi", "cffi", "cssselect2", "tinycss2", "webencodings", "defusedxml"),
    *("resvg_py", "svg2png_py"),
)
_START = "import sys; sys.path += sys.argv[1:]; from sgpkit.graphics.raster.worker import main; main()"


def render(
    code: str,
    size: int,
    background: str | None = "white",
    renderer: str | None = None,
    *,
    seconds: float | None = None,
) -> Pixels:
    """Render an untrusted drawing as (size, size, 3), or for background None as (size, size, 4) with straight alpha.

    Raises Rejected if the drawing is unsafe, cannot be rendered or takes too long, and sandbox.Unavailable if there is
    no sandbox.
    """
    renderer = check_options(size, background, renderer)
    guard.check_svg(code)
    return paint_in_sandbox(code, size, background, renderer, seconds=seconds)


def render_many(
    codes: Sequence[str],
    size: int,
    background: str | None = "white",
    renderer: str | None = None,
    *,
    seconds: float | None = None,
) -> list[Pixels | Rejected]:
    """Render untrusted drawings on all workers; return one result per code. Equal codes share one array.

    Drawings are sent in batches, which halves the time for small ones. If a batch fails or takes too long, its drawings
    are rendered one by one.
    """
    renderer = check_options(size, background, renderer)
    outcomes: dict[str, Pixels | Rejected] = {}
    accepted = []
    for code in dict.fromkeys(codes):
        try:
            guard.check_svg(code)
            accepted.append(code)
        except Rejected as rejected:
            outcomes[code] = rejected
    most = min(BATCH_SIZE, BATCH_BYTES // (4 * size * size), -(-len(accepted) // workers()))
    chunks = [tuple(accepted[begin : begin + most]) for begin in range(0, len(accepted), most)] if most > 1 else []
    painted = pool.map_unique(chunks, lambda chunk: paint_batch(chunk, size, background, renderer, seconds=seconds))
    for chunk, pictures in zip(chunks, painted, strict=True):
        if not isinstance(pictures, Rejected):
            outcomes |= dict(zip(chunk, pictures, strict=False))
    alone = [code for code in accepted if code not in outcomes]
    single = pool.map_unique(alone, lambda code: paint_in_sandbox(code, size, background, renderer, seconds=seconds))
    outcomes |= dict(zip(alone, single, strict=True))
    return [outcomes[code] for code in codes]


def paint_batch(
    codes: Sequence[str], size: int, background: str | None, renderer: str, *, seconds: float | None = None
) -> list[Pixels | Rejected]:
    """Render drawings that the guard has accepted, in one request. Return [] if the request fails."""
    texts = [code.encode() for code in codes]
    options = {"size": size, "background": background, "renderer": renderer, "lengths": list(map(len, texts))}
    request = json.dumps(options).encode() + b"\n" + b"".join(texts)
    with _POOL.worker() as worker:
        try:
            _load(worker, renderer)
            answer = worker.ask(request, BATCH_SHARE * sandbox.seconds(DEADLINE, seconds))
        except sandbox.Died:
            return []
        if answer == b"m":
            worker.close()
            return []
    outcomes: list[Pixels | Rejected] = []
    begin = 1
    while begin + FRAME.size <= len(answer):
        (length,) = FRAME.unpack_from(answer, begin)
        begin += FRAME.size
        try:
            outcomes.append(_pixels(answer, begin, length, size, background, renderer))
        except Rejected as rejected:
            outcomes.append(rejected)
        begin += length
    return outcomes if answer[:1] == b"b" and len(outcomes) == len(codes) and begin == len(answer) else []


def paint_in_sandbox(
    code: str, size: int, background: str | None, renderer: str, *, seconds: float | None = None
) -> Pixels:
    """Render a drawing that the guard has accepted, in the sandbox."""
    options = {"size": size, "background": background, "renderer": renderer}
    try:
        request = json.dumps(options).encode() + b"\n" + code.encode()
    except UnicodeEncodeError as error:
        raise Rejected(Status.PARSE_ERROR, f"a lone surrogate at character {error.start}") from None
    with _POOL.worker() as worker:
        try:
            _load(worker, renderer)
            answer = pool.ask_twice(worker, request, sandbox.seconds(DEADLINE, seconds))
        except sandbox.Died as died:
            raise Rejected(died.ended.status, f"{renderer}: {died.reason}") from None
        if answer == b"m":
            worker.close()
            raise Rejected(Status.TOO_LARGE, f"{renderer}: out of memory")
    return _pixels(answer, 0, len(answer), size, background, renderer)


def _load(worker: sandbox.Service, renderer: str) -> None:
    """Let a worker load another renderer than the default, so that this does not count as a drawing's time."""
    if renderer != DEFAULT_RENDERER and (worker.process, renderer) not in _LOADED:
        pool.ask_twice(worker, json.dumps({"load": renderer}).encode() + b"\n", LOAD_SECONDS)
        _LOADED.add((worker.process, renderer))


def _pixels(answer: bytes, begin: int, length: int, size: int, background: str | None, renderer: str) -> Pixels:
    """Return the pixels in a section of an answer. Raises Rejected if it contains a rejection or is invalid."""
    shape = (size, size, 4 if background in (None, ON_WHITE) else 3)
    if answer.startswith(b"p", begin) and length == 1 + math.prod(shape) <= len(answer) - begin:
        return np.frombuffer(answer, np.uint8, length - 1, begin + 1).reshape(shape).copy()
    # The rest of the answer is untrusted: a drawing may have exploited a bug of the renderer.
    try:
        status, reason = json.loads(answer[begin + 1 : begin + length])
        if status in (Status.OK, Status.INFRA_ERROR):
            raise ValueError(status)
        raise Rejected(Status(status), str(reason)[:300])
    except (ValueError, TypeError, RecursionError):
        raise Rejected(Status.COMPILE_ERROR, f"{renderer}: unreadable answer") from None


def _service() -> sandbox.Service:
    return pool.python_service(
        _START,
        _LIBRARIES,
        {"OPENBLAS_NUM_THREADS": "1", "XDG_CACHE_HOME": "/tmp/cache", **ALLOCATOR},
        LIMITS,
    )


_POOL = pool.Pool(_service)
_LOADED: set[tuple[int | None, str]] = set()


def processes() -> list[int | None]:
    """Return the process id of each worker's sandbox, or None if it is not running."""
    return _POOL.processes()


def close() -> None:
    """End the pool's processes. The next drawing starts new ones."""
    _POOL.close()


def png(pixels: Pixels) -> bytes:
    """Return the pixels as PNG, with equal bytes for equal versions of Pillow."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG", compress_level=6)
    return stream.getvalue()
