"""SVG to pixels: the drawing fitted into a square, centred, never stretched.

`render` and `render_many` are for anything a model wrote: checked by `guard`, then painted by a pool of sandboxed
processes that are killed when a drawing exceeds its time or memory. `paint` does the same in this process, for
drawings of our own. resvg paints by default, with fonts of its own; CairoSVG is the renderer of the published
protocols and the second witness.

Try it: python -c "from sgpkit.graphics import raster; print(raster.render('<svg/>', 64).shape)"
"""

import io
import json
import math
from collections.abc import Sequence

import numpy as np

from sgpkit.graphics import guard
from sgpkit.graphics.raster.choice import DEFAULT_RENDERER, RENDERERS, chosen, using
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
    "chosen",
    "close",
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
LOADING = 60.0  # seconds of processor time for loading a renderer
TOGETHER = 16
"""The most drawings that a worker gets at once, of pictures of at most `TOGETHER_BYTES`."""

TOGETHER_BYTES = 4 << 20
SHARE = 0.25
"""The share of one drawing's time that several may take at once; if they take more, each is painted alone."""

KEEPING = {"MALLOC_MMAP_THRESHOLD_": str(16 << 20), "MALLOC_TRIM_THRESHOLD_": str(64 << 20)}
"""Settings of glibc's allocator: pictures' memory is kept for the next one, which takes the kernel longer to give than
resvg takes to paint."""

_LIBRARIES = (
    *("numpy", "PIL", "cairosvg", "cairocffi", "cffi", "cssselect2", "tinycss2", "webencodings", "defusedxml"),
    *("resvg_py", "svg2png_py", "matplotlib"),  # the last for its fonts
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
    """Paint a drawing as (size, size, 3), or with straight alpha as (size, size, 4) for background None.

    Raises Rejected for a drawing that is unsafe, cannot be painted, or takes too long; sandbox.Unavailable where
    there is no sandbox to paint it in.
    """
    renderer = check_options(size, background, renderer)
    guard.check_svg(code)
    return paint_confined(code, size, background, renderer, seconds=seconds)


def render_many(
    codes: Sequence[str],
    size: int,
    background: str | None = "white",
    renderer: str | None = None,
    *,
    seconds: float | None = None,
) -> list[Pixels | Rejected]:
    """Paint drawings on all workers; the result is aligned with `codes`. Equal codes share one array.

    Several go to a worker at once, which takes half the time where drawings are small. Where one ends the worker, or
    all take long, each is painted alone.
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
    most = min(TOGETHER, TOGETHER_BYTES // (4 * size * size), -(-len(accepted) // workers()))
    chunks = [tuple(accepted[begin : begin + most]) for begin in range(0, len(accepted), most)] if most > 1 else []
    painted = pool.map_unique(chunks, lambda chunk: paint_together(chunk, size, background, renderer, seconds=seconds))
    for chunk, pictures in zip(chunks, painted, strict=True):
        if not isinstance(pictures, Rejected):
            outcomes |= dict(zip(chunk, pictures, strict=False))
    alone = [code for code in accepted if code not in outcomes]
    single = pool.map_unique(alone, lambda code: paint_confined(code, size, background, renderer, seconds=seconds))
    outcomes |= dict(zip(alone, single, strict=True))
    return [outcomes[code] for code in codes]


def paint_together(
    codes: Sequence[str], size: int, background: str | None, renderer: str, *, seconds: float | None = None
) -> list[Pixels | Rejected]:
    """Paint drawings that the guard has already accepted, in one request; nothing where one of them ends the worker."""
    texts = [code.encode() for code in codes]
    options = {"size": size, "background": background, "renderer": renderer, "lengths": list(map(len, texts))}
    request = json.dumps(options).encode() + b"\n" + b"".join(texts)
    with _POOL.worker() as worker:
        try:
            _load(worker, renderer)
            answer = worker.ask(request, SHARE * sandbox.seconds(DEADLINE, seconds))
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


def paint_confined(
    code: str, size: int, background: str | None, renderer: str, *, seconds: float | None = None
) -> Pixels:
    """Paint a drawing that the guard has already accepted, in the sandbox."""
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
    """Let a worker load a renderer that it has not loaded when it started, outside of any drawing's time."""
    if renderer != DEFAULT_RENDERER and (worker.process, renderer) not in _LOADED:
        pool.ask_twice(worker, json.dumps({"load": renderer}).encode() + b"\n", LOADING)
        _LOADED.add((worker.process, renderer))


def _pixels(answer: bytes, begin: int, length: int, size: int, background: str | None, renderer: str) -> Pixels:
    """Return the pixels in a part of an answer; raise Rejected where there are none."""
    shape = (size, size, 4 if background in (None, ON_WHITE) else 3)
    if answer.startswith(b"p", begin) and length == 1 + math.prod(shape) <= len(answer) - begin:
        return np.frombuffer(answer, np.uint8, length - 1, begin + 1).reshape(shape).copy()
    # Anything else may have been written by the drawing, through a defect of the renderer.
    try:
        status, reason = json.loads(answer[begin + 1 : begin + length])
        if status in (Status.OK, Status.INFRA_ERROR):
            raise ValueError(status)
        raise Rejected(Status(status), str(reason)[:300])
    except (ValueError, TypeError, RecursionError):
        raise Rejected(Status.COMPILE_ERROR, f"{renderer}: an answer that cannot be read") from None


def _service() -> sandbox.Service:
    return pool.python_service(
        _START,
        (*_LIBRARIES, "resvg_py", "matplotlib"),
        {"OPENBLAS_NUM_THREADS": "1", "XDG_CACHE_HOME": "/tmp/cache", **KEEPING},
        LIMITS,
    )


_POOL = pool.Pool(_service)
_LOADED: set[tuple[int | None, str]] = set()


def processes() -> list[int | None]:
    """Return for each worker of the pool the process id of its sandbox, None while it is not started."""
    return _POOL.processes()


def close() -> None:
    """End the pool's processes. The next drawing starts new ones."""
    _POOL.close()


def png(pixels: Pixels) -> bytes:
    """Return the pixels as PNG, the same bytes on every machine with the same Pillow."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG", compress_level=6)
    return stream.getvalue()
