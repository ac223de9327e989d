"""Drawings of Python programs with matplotlib or Pillow, as SVG: each program runs in a sandbox of its own."""

import functools
import importlib.util
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from sgpkit.graphics.workers import container, sandbox
from sgpkit.status import Rejected, Status

SECONDS = 20.0
LIMITS = sandbox.Limits(
    seconds=SECONDS, cpu_seconds=SECONDS, memory=2 << 30, processes=4, collected=16 << 20, output=1 << 20
)
_START = "import sys; sys.path += sys.argv[2:]; sys.argv[1:] = []; import runpy; runpy.run_path('{}')"


class Library(NamedTuple):
    """A drawing library: its module, what runs its programs, the packages that are shown to them, how to install it."""

    name: str
    module: str
    folder: str
    packages: re.Pattern[str]
    install: str


# A library and what it needs, the folders of their libraries included. Nothing else of ours is shown.
_ENDING = r"(?:\.libs|-[\w.]+\.dist-info)?"
MATPLOTLIB = Library(
    "matplotlib",
    "matplotlib",
    "matplotlib_inside",
    re.compile(
        r"(?:matplotlib|mpl_toolkits|numpy|PIL|pillow|contourpy|cycler|dateutil|fontTools|kiwisolver|packaging"
        r"|pyparsing)" + _ENDING
    ),
    "drawing matplotlib programs needs matplotlib: pip install 'sgpkit[drawings]'",
)
PILLOW = Library(
    "Pillow",
    "PIL",
    "pillow_inside",
    re.compile(r"(?:PIL|pillow|numpy)" + _ENDING),
    "drawing Pillow programs needs Pillow: pip install pillow",
)


def to_svg(code: str, library: Library) -> str:
    """Return the figure that a program draws as SVG. Raises Rejected for one that fails or draws nothing;
    sandbox.Unavailable without the library or a sandbox."""
    interpreter, folders, shown = _surroundings(library)
    script = str(_inside(library) / "draw.py")
    command = [interpreter, "-s", "-P", "-S", "-B", "-c", _START.format(script), "draw", *folders]
    limit = sandbox.seconds(SECONDS)
    limits = replace(LIMITS, seconds=limit, cpu_seconds=limit, memory=sandbox.memory(LIMITS.memory))
    ran = sandbox.run(
        command,
        {"program.py": code.encode("utf-8", "replace")},
        limits,
        collect=["drawing.svg"],
        read_only=shown,
        environment={
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONHASHSEED": "0",
            "MPLBACKEND": "svg",
            "MPLCONFIGDIR": "/tmp/matplotlib",
            "SOURCE_DATE_EPOCH": "0",
        },
    )
    if ran.ended is not sandbox.Ended.EXITED:
        raise Rejected(ran.ended.status, f"the {library.name} program: {ran.ended.reason(limits)}")
    drawing = ran.files.get("drawing.svg")
    if ran.exit_status or drawing is None:
        lines = ran.stderr.decode(errors="replace").strip().splitlines()
        reason = lines[-1] if lines else f"the program draws no {library.name} figure"
        raise Rejected(Status.COMPILE_ERROR, reason[:300])
    try:
        return drawing.decode()
    except UnicodeDecodeError:
        raise Rejected(Status.COMPILE_ERROR, "what the program drew cannot be read") from None


def _inside(library: Library) -> Path:
    return Path(__file__).parent / library.folder


@functools.cache
def _surroundings(library: Library) -> tuple[str, list[str], list[str]]:
    """Return the interpreter, the folders to import from, and the paths to show."""
    module = importlib.util.find_spec(library.module)
    if module is None or module.origin is None:
        raise sandbox.Unavailable(library.install)
    folders = {Path(module.origin).parent.parent}
    for name in ("numpy", "PIL", "six"):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            folders.add(Path(spec.origin).parent if name == "six" else Path(spec.origin).parent.parent)
    packages = [path for folder in sorted(folders) for path in sorted(folder.iterdir()) if _is_needed(path, library)]
    interpreter = container.interpreter()
    shown = {_inside(library), Path(sys.base_prefix), Path(sys.base_exec_prefix), interpreter.parent.parent, *packages}
    return str(interpreter), sorted(map(str, folders)), sorted(map(str, shown))


def _is_needed(path: Path, library: Library) -> bool:
    return path.name == "six.py" or library.packages.fullmatch(path.name) is not None
