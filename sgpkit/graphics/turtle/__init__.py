"""Draw Turtle and Rabbit programs without a screen.

A program runs in the sandbox with a replacement of the `turtle` module (`inside/turtle.py`) that records its drawing.
The result is geometry, which is parsed as untrusted data. A sandbox forks a process for each program, with namespaces
and temporary files of its own.

Try it: python -c "from sgpkit.graphics import turtle; print(turtle.draw('t.circle(50)').svg())"
"""

from collections.abc import Sequence
from pathlib import Path

from sgpkit.graphics.turtle import report
from sgpkit.graphics.turtle.figure import PEN, Dot, Figure, Fill, Mark, Stamp, Stroke, Text
from sgpkit.sandbox.workers import pool, python_files, sandbox
from sgpkit.status import Rejected, Status

__all__ = [
    "PEN",
    "SETTINGS",
    "SMOOTH",
    "Dot",
    "Figure",
    "Fill",
    "Mark",
    "Stamp",
    "Stroke",
    "Text",
    "close",
    "draw",
    "draw_many",
    "processes",
]

SETTINGS = ("turtle", "rabbit")
SMOOTH = "smooth"
"""A setting with ten times as many steps per arc, for comparison with true circles."""
DEADLINE = 10.0  # seconds of processor time for one program
LONGEST_CODE = 1_000_000
LIMITS = sandbox.Limits(
    memory=512 << 20, processes=4, output=32 << 20, scratch=32 << 20, scratch_files=1000, file_size=16 << 20
)
_INSIDE = Path(__file__).parent / "inside"


def draw(code: str, setting: str = "turtle", *, seconds: float | None = None) -> Figure:
    """Return the figure that a program draws, which has no marks if it draws nothing.

    `import turtle`, `from math import *` and `t = turtle.Turtle()` are executed before every program, because
    completions of the benchmark's tasks may omit them. The setting "rabbit" also provides the class `Rabbit` and `r =
    Rabbit()`. Raises Rejected if a program fails, takes too long or draws too much, and sandbox.Unavailable without a
    sandbox.
    """
    if setting not in (*SETTINGS, SMOOTH):
        raise ValueError(f"unknown setting {setting!r}; expected one of {', '.join(SETTINGS)}")
    limit = sandbox.seconds(DEADLINE, seconds)
    if len(code) > LONGEST_CODE:
        raise Rejected(Status.TOO_LARGE, f"a program of {len(code):,} characters; at most {LONGEST_CODE:,} are run")
    try:
        request = bytes([len(setting)]) + setting.encode() + code.encode()
    except UnicodeEncodeError as error:
        raise Rejected(Status.PARSE_ERROR, f"a lone surrogate at character {error.start}") from None
    with _POOL.worker() as worker:
        return report.figure(_ask(worker, request, limit))


def draw_many(
    codes: Sequence[str], setting: str = "turtle", workers: int | None = None, *, seconds: float | None = None
) -> list[Figure | Rejected]:
    """Draw programs; return one result per program. Equal programs are run once and share a figure."""

    return pool.map_unique(codes, lambda code: draw(code, setting, seconds=seconds), workers)


def _ask(service: sandbox.Service, request: bytes, seconds: float) -> bytes:
    try:
        content = pool.ask_forked(service, request, seconds)
    except sandbox.TimedOut as late:
        raise Rejected(late.ended.status, f"the program: {late.reason}") from None
    except sandbox.Died as died:
        raise Rejected(died.ended.status, f"the program ended its sandbox: {died.reason}") from None
    if not content:
        raise Rejected(Status.COMPILE_ERROR, "the program ended its own process")
    return content


def _service() -> sandbox.Service:
    own = [str(_INSIDE), str(pool.INSIDE)]
    numpy = python_files.packages("numpy")  # some programs compute with it
    return sandbox.Service(
        [str(python_files.interpreter()), "-s", "-P", "-S", "-B", "-c", _START, *own, *numpy.folders],
        read_only=[*own, *python_files.interpreter_paths(), *numpy.paths],
        environment={"OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"},
        limits=LIMITS,
        forks=True,
    )


_START = "import sys; sys.path = [sys.argv[1], *sys.path, *sys.argv[2:]]; import serve; serve.main()"


_POOL = pool.Pool(_service)


def processes() -> list[int | None]:
    """Return the process id of each shared sandbox, or None if it is not running."""
    return _POOL.processes()


def close() -> None:
    """End the shared sandboxes. The next program starts new ones."""
    _POOL.close()
