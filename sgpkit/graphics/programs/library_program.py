"""Run Python programs that draw with matplotlib, Pillow, OpenCV or pygame, and return their drawings.

A sandbox loads the library once and forks a process for each program, with namespaces and temporary files of its own.
"""

import functools
import importlib.util
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sgpkit.graphics.programs.painted import Painted
from sgpkit.sandbox.workers import pool, python_files, sandbox
from sgpkit.status import Rejected, Status

MOST_PIXELS = 1 << 25
SECONDS = 20.0
"""Processor time for one program."""
LIMITS = sandbox.Limits(memory=2 << 30, processes=4, output=32 << 20, scratch=32 << 20, scratch_files=1000)
_INSIDE = Path(__file__).parent / "inside"
_START = "import sys; sys.path = [*sys.argv[2:4], *sys.path, *sys.argv[4:]]; import serve; serve.main(sys.argv[1])"


class Library(NamedTuple):
    """A drawing library: its module, the module that runs its programs (`drawer`), the distributions that programs can
    import, with their requirements, and the message on how to install it.
    """

    name: str
    module: str
    drawer: str
    packages: tuple[str, ...]
    install: str


MATPLOTLIB = Library(
    "matplotlib",
    "matplotlib",
    "matplotlib_figure",
    ("matplotlib",),
    "drawing matplotlib programs needs matplotlib: pip install 'sgpkit[drawings]'",
)
PILLOW = Library(
    "Pillow",
    "PIL",
    "pillow_figure",
    ("pillow", "numpy"),
    "drawing Pillow programs needs Pillow: pip install pillow",
)
OPENCV = Library(
    "OpenCV",
    "cv2",
    "opencv_figure",
    ("opencv-python-headless", "opencv-python", "numpy"),
    "drawing OpenCV programs needs OpenCV: pip install 'sgpkit[drawings]'",
)
PYGAME = Library(
    "pygame",
    "pygame",
    "pygame_figure",
    ("pygame", "pygame-ce", "numpy"),
    "drawing pygame programs needs pygame: pip install 'sgpkit[drawings]'",
)
LIBRARIES = {library.name.lower(): library for library in (MATPLOTLIB, PILLOW, OPENCV, PYGAME)}
"""Libraries by the name of the language."""


def to_svg(code: str, library: Library) -> str:
    """Return the figure that a program draws as SVG, as `paint` does."""
    return paint(code, library).svg


def paint(code: str, library: Library) -> Painted:
    """Return the figure that a program draws, with its pixels if the library paints pixels. Raises Rejected if it fails
    or draws nothing, and sandbox.Unavailable without the library or a sandbox.
    """
    request = code.encode("utf-8", "replace")
    with _POOLS[library.name].worker() as service:
        answer = _ask(service, request, library)
    kind, content = answer[:1], answer[1:]
    if kind == b"m":
        raise Rejected(Status.TOO_LARGE, f"the {library.name} program: out of memory")
    if kind != b"+":
        reason = content.decode(errors="replace")[:300] or f"the {library.name} program ended its own process"
        raise Rejected(Status.COMPILE_ERROR, reason)
    try:
        return _read(content)
    except (ValueError, zlib.error):  # bad UTF-8 is a ValueError too
        raise Rejected(Status.COMPILE_ERROR, "the program's drawing cannot be read") from None


def _read(content: bytes) -> Painted:
    """Return a reply's drawing: SVG, then if the program paints pixels, the SVG with outlines at the given coordinates,
    and the pixels' size and levels of gray.
    """
    svg, *more = content.split(b"\0", 3)
    if not more:
        return Painted(svg.decode())
    given, size, data = more
    width, height = map(int, size.split())
    if not 0 < width * height <= MOST_PIXELS:
        raise Rejected(Status.TOO_LARGE, f"a picture of {width} × {height} pixels")
    levels = zlib.decompressobj().decompress(data, width * height)
    return Painted(svg.decode(), np.frombuffer(levels, np.uint8).reshape(height, width), given.decode())


def _ask(service: sandbox.Service, request: bytes, library: Library) -> bytes:
    try:
        return pool.ask_forked(service, request, sandbox.seconds(SECONDS))
    except sandbox.Died as died:
        raise Rejected(died.ended.status, f"the {library.name} program: {died.reason}") from None


def _service(library: Library) -> sandbox.Service:
    if importlib.util.find_spec(library.module) is None:
        raise sandbox.Unavailable(library.install)
    own = [str(_INSIDE), str(pool.INSIDE)]
    packages = python_files.packages(*library.packages)
    options = ("-s", "-P", "-S", "-B", "-c", _START)
    return sandbox.Service(
        [str(python_files.interpreter()), *options, library.drawer, *own, *packages.folders],
        read_only=[*own, *python_files.interpreter_paths(), *packages.paths],
        environment={
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONHASHSEED": "0",
            "MPLBACKEND": "svg",
            "MPLCONFIGDIR": "/tmp/matplotlib",
            "SOURCE_DATE_EPOCH": "0",
        },
        limits=LIMITS,
        forks=True,
    )


_POOLS = {library.name: pool.Pool(functools.partial(_service, library)) for library in LIBRARIES.values()}


def processes() -> list[int | None]:
    """Return the process id of each shared sandbox, or None if it is not running."""
    return [process for shared in _POOLS.values() for process in shared.processes()]


def close() -> None:
    """End the shared sandboxes. The next program starts new ones."""
    for shared in _POOLS.values():
        shared.close()
