"""Drawings of Python programs with matplotlib, as SVG: each program runs in a sandbox of its own."""

import functools
import importlib.util
import re
import sys
from dataclasses import replace
from pathlib import Path

from sgpkit.graphics.workers import sandbox
from sgpkit.status import Rejected, Status

SECONDS = 20.0
LIMITS = sandbox.Limits(
    seconds=SECONDS, cpu_seconds=SECONDS, memory=2 << 30, processes=4, collected=16 << 20, output=1 << 20
)
_INSIDE = Path(__file__).parent / "matplotlib_inside"
_START = "import sys; sys.path += sys.argv[2:]; sys.argv[1:] = []; import runpy; runpy.run_path('{}')"
INSTALL = "drawing matplotlib programs needs matplotlib: pip install 'sgpkit[drawings]'"


def to_svg(code: str) -> str:
    """Return the figure that a program draws as SVG. Raises Rejected for one that fails or draws nothing;
    sandbox.Unavailable without matplotlib or a sandbox."""
    interpreter, folders, shown = _surroundings()
    script = str(_INSIDE / "draw.py")
    command = [interpreter, "-s", "-P", "-S", "-B", "-c", _START.format(script), "draw", *folders]
    limit = sandbox.seconds(SECONDS)
    ran = sandbox.run(
        command,
        {"program.py": code.encode("utf-8", "replace")},
        replace(LIMITS, seconds=limit, cpu_seconds=limit),
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
        raise Rejected(ran.ended.status, f"the matplotlib program ended so: {ran.ended}")
    drawing = ran.files.get("drawing.svg")
    if ran.exit_status or drawing is None:
        lines = ran.stderr.decode(errors="replace").strip().splitlines()
        raise Rejected(Status.COMPILE_ERROR, (lines[-1] if lines else "the program draws no matplotlib figure")[:300])
    try:
        return drawing.decode()
    except UnicodeDecodeError:
        raise Rejected(Status.COMPILE_ERROR, "what the program drew cannot be read") from None


# matplotlib and what it needs, the folders of their libraries included. Nothing else of ours is shown.
_PACKAGES = re.compile(
    r"(?:matplotlib|mpl_toolkits|numpy|PIL|pillow|contourpy|cycler|dateutil|fontTools|kiwisolver|packaging|pyparsing)"
    r"(?:\.libs|-[\w.]+\.dist-info)?"
)


@functools.cache
def _surroundings() -> tuple[str, list[str], list[str]]:
    """Return the interpreter, the folders to import from, and the paths to show."""
    library = importlib.util.find_spec("matplotlib")
    if library is None or library.origin is None:
        raise sandbox.Unavailable(INSTALL)
    folders = {Path(library.origin).parent.parent}
    for name in ("numpy", "PIL", "six"):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            folders.add(Path(spec.origin).parent if name == "six" else Path(spec.origin).parent.parent)
    packages = [path for folder in sorted(folders) for path in sorted(folder.iterdir()) if _is_needed(path)]
    interpreter = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    shown = {_INSIDE, Path(sys.base_prefix), Path(sys.base_exec_prefix), interpreter.parent.parent, *packages}
    return str(interpreter), sorted(map(str, folders)), sorted(map(str, shown))


def _is_needed(path: Path) -> bool:
    return path.name == "six.py" or _PACKAGES.fullmatch(path.name) is not None
