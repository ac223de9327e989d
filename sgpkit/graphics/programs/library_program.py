"""Run Python programs that draw with matplotlib or Pillow, and return their drawings as SVG.

A sandbox loads the library once and forks for each program. Programs that only draw and calculate share sandboxes;
every other program gets its own.
"""

import functools
import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sgpkit.graphics.programs import allow_lists
from sgpkit.sandbox.workers import container, pool, sandbox
from sgpkit.status import Rejected, Status

SECONDS = 20.0
"""Processor time for one program."""
LIMITS = sandbox.Limits(memory=2 << 30, processes=4, output=32 << 20, scratch=32 << 20, scratch_files=1000)
_INSIDE = Path(__file__).parent / "inside"
_START = "import sys; sys.path = [*sys.argv[2:4], *sys.path, *sys.argv[4:]]; import serve; serve.main(sys.argv[1])"


class Library(NamedTuple):
    """A drawing library: its module, the module that runs its programs (`drawer`), the packages that programs can
    import, the message on how to install it, and a predicate for programs that only draw."""

    name: str
    module: str
    drawer: str
    packages: re.Pattern[str]
    install: str
    is_plain: Callable[[str], bool]


# The library and its dependencies, including folders of shared libraries. Other installed packages are not visible.
_ENDING = r"(?:\.libs|-[\w.]+\.dist-info)?"
MATPLOTLIB = Library(
    "matplotlib",
    "matplotlib",
    "matplotlib_figure",
    re.compile(
        r"(?:matplotlib|mpl_toolkits|numpy|PIL|pillow|contourpy|cycler|dateutil|fontTools|kiwisolver|packaging"
        r"|pyparsing)" + _ENDING
    ),
    "drawing matplotlib programs needs matplotlib: pip install 'sgpkit[drawings]'",
    allow_lists.MATPLOTLIB.is_plain,
)
PILLOW = Library(
    "Pillow",
    "PIL",
    "pillow_figure",
    re.compile(r"(?:PIL|pillow|numpy)" + _ENDING),
    "drawing Pillow programs needs Pillow: pip install pillow",
    allow_lists.PILLOW.is_plain,
)


def to_svg(code: str, library: Library) -> str:
    """Return the figure that a program draws as SVG. Raises Rejected if it fails or draws nothing, and
    sandbox.Unavailable without the library or a sandbox."""
    request = code.encode("utf-8", "replace")
    if library.is_plain(code):
        with _POOLS[library.name].worker() as shared:
            answer = _ask(shared, request, library)
    else:
        with _service(library) as alone:
            answer = _ask(alone, request, library)
    kind, content = answer[:1], answer[1:]
    if kind == b"m":
        raise Rejected(Status.TOO_LARGE, f"the {library.name} program: out of memory")
    if kind != b"+":
        reason = content.decode(errors="replace")[:300] or f"the {library.name} program ended its own process"
        raise Rejected(Status.COMPILE_ERROR, reason)
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Rejected(Status.COMPILE_ERROR, "the program's drawing cannot be read") from None


def _ask(service: sandbox.Service, request: bytes, library: Library) -> bytes:
    try:
        return pool.ask_forked(service, request, sandbox.seconds(SECONDS))
    except sandbox.Died as died:
        raise Rejected(died.ended.status, f"the {library.name} program: {died.reason}") from None


def _service(library: Library) -> sandbox.Service:
    interpreter, folders, mounted = _surroundings(library)
    inside = [str(_INSIDE), str(pool.INSIDE)]
    return sandbox.Service(
        [interpreter, "-s", "-P", "-S", "-B", "-c", _START, library.drawer, *inside, *folders],
        read_only=mounted,
        environment={
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONHASHSEED": "0",
            "MPLBACKEND": "svg",
            "MPLCONFIGDIR": "/tmp/matplotlib",
            "SOURCE_DATE_EPOCH": "0",
        },
        limits=LIMITS,
    )


_POOLS = {library.name: pool.Pool(functools.partial(_service, library)) for library in (MATPLOTLIB, PILLOW)}


def processes() -> list[int | None]:
    """Return the process id of each shared sandbox, or None if it is not running."""
    return [process for shared in _POOLS.values() for process in shared.processes()]


def close() -> None:
    """End the shared sandboxes. The next program starts new ones."""
    for shared in _POOLS.values():
        shared.close()


@functools.cache
def _surroundings(library: Library) -> tuple[str, list[str], list[str]]:
    """Return the interpreter, the folders to import from, and the paths to mount."""
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
    ours = {_INSIDE, pool.INSIDE}
    mounted = {*ours, Path(sys.base_prefix), Path(sys.base_exec_prefix), interpreter.parent.parent, *packages}
    return str(interpreter), sorted(map(str, folders)), sorted(map(str, mounted))


def _is_needed(path: Path, library: Library) -> bool:
    return path.name == "six.py" or library.packages.fullmatch(path.name) is not None
