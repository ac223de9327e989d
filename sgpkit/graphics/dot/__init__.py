"""Convert Graphviz to SVG with `dot`, or with neato, fdp, circo … if a graph sets `layout=`.

Most of the time of a `dot` process is spent on loading plugins and fonts. Here a sandboxed service (`inside/serve.py`)
loads Graphviz's library once and forks a process per program.

Lengths are in Graphviz's points, 1/72 inch, unless the graph sets `dpi` or `size`. Text stays text.

Try it: python -c "from sgpkit.graphics import dot; print(dot.to_svg('graph { a -- b }'))"
"""

import os
import re
import secrets
import signal
import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sgpkit.graphics import compiled, guard
from sgpkit.graphics.compiled import Converted
from sgpkit.graphics.dot import checks
from sgpkit.sandbox.workers import pool, python_files, sandbox
from sgpkit.status import Rejected, Status

__all__ = ["DEADLINE", "Converted", "close", "convert", "convert_many", "processes", "to_svg"]

DEADLINE = 20.0
"""Time limit of one program in seconds, on processor time and on waiting."""

LIMITS = sandbox.Limits(memory=1 << 30, processes=32, output=compiled.LONGEST_SVG + (2 << 20), scratch=16 << 20)
_INSIDE = Path(__file__).parent / "inside" / "serve.py"
_SECRET = 16
_SECONDS = struct.Struct(">d")
_HEAD = struct.Struct(">iI")
_END = "</svg>"
_NEEDS_FRESH_MEMORY = re.compile(r"cluster|layout", re.IGNORECASE)
"""Programs whose drawing depends on addresses in memory, by which Graphviz orders clusters and some elements of other
layouts than dot's; they need a new `dot` process for reproducible results."""

_ERROR = re.compile(r"^Error: (?:<stdin>|stdin)?:? ?(.*)$", re.MULTILINE)
_COMMENTS = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def to_svg(code: str) -> str:
    """Return the program's last graph as SVG. Raises Rejected with the compiler's message, and Unavailable without a
    sandbox."""
    return convert(code).svg


def convert(code: str, *, seconds: float | None = None) -> Converted:
    """Compile a program; the result's `pages` is the number of graphs. Raises as `to_svg` does."""
    limit = sandbox.seconds(DEADLINE, seconds)
    return compiled.MEMORY.get(("dot", code, limit), lambda: _compile(code, limit))


def convert_many(
    codes: Sequence[str], workers: int | None = None, *, seconds: float | None = None
) -> list[Converted | Rejected]:
    """Compile programs on `workers` processors, by default all; return one result per program. Equal programs are
    compiled once."""
    return pool.map_unique(codes, lambda code: convert(code, seconds=seconds), workers)


def _compile(code: str, seconds: float) -> Converted:
    guard.check_text(code)
    checks.check(code)
    result = _draw(code, seconds)
    if result.ended is not sandbox.Ended.EXITED:
        raise compiled.stop_rejection(result, "dot", replace(LIMITS, seconds=seconds, cpu_seconds=seconds))
    messages = result.stderr.decode(errors="replace")
    if not result.succeeded:
        error = _ERROR.search(messages)
        raise Rejected(Status.COMPILE_ERROR, compiled.sentence(f"dot: {error[1] if error else messages}"))
    svg = compiled.decode_svg(result.stdout, "dot")
    graphs = svg.count(_END)
    if not graphs:
        raise Rejected(Status.COMPILE_ERROR, "dot: the program has no graph")
    last = _COMMENTS.sub("", svg.split(_END)[-2].lstrip() + _END) + "\n"
    try:
        guard.check_svg(last)  # Graphviz copies links and styles from the program
    except Rejected as rejected:
        raise Rejected(rejected.status, f"in the SVG made by dot: {rejected.reason}") from None
    return Converted(last, graphs, compiled.page_notes(graphs, "graphs"))


def _draw(code: str, seconds: float) -> sandbox.Result:
    """Draw one program, and return the result as if a `dot` process had run."""
    secret = secrets.token_bytes(_SECRET)
    mode = b"d" if _NEEDS_FRESH_MEMORY.search(code) else b"s"
    with _POOL.worker() as worker:
        try:
            answer = pool.ask_twice(worker, secret + mode + _SECONDS.pack(seconds) + code.encode(), seconds)
        except sandbox.Died as died:
            return sandbox.Result(died.ended, None, b"", b"", {}, seconds)
        if answer[:_SECRET] != secret or len(answer) < _SECRET + _HEAD.size:
            worker.close()
            raise Rejected(Status.UNSAFE, "the program forged the sandbox's answer")
    status, length = _HEAD.unpack_from(answer, _SECRET)
    messages, svg = answer[_SECRET + _HEAD.size :][:length], answer[_SECRET + _HEAD.size + length :]
    code_of_exit = os.waitstatus_to_exitcode(status)
    ended = sandbox.Ended.EXITED
    if len(svg) > compiled.LONGEST_SVG:
        ended = sandbox.Ended.OUTPUT
    elif code_of_exit < 0:
        ended = sandbox.Ended.CPU if -code_of_exit == signal.SIGXCPU else sandbox.Ended.SIGNAL
    return sandbox.Result(ended, code_of_exit, svg, messages, {}, seconds)


def _service() -> sandbox.Service:
    """Return a service. With SERVER_NAME set, Graphviz opens no files: https://graphviz.org/doc/info/command.html"""
    return sandbox.Service(
        [str(python_files.interpreter()), "-I", "-S", "-B", str(_INSIDE), str(compiled.LONGEST_SVG), str(pool.INSIDE)],
        read_only=[_INSIDE, pool.INSIDE, *python_files.interpreter_paths()],
        environment={"SERVER_NAME": "none"},
        limits=LIMITS,
        forks=True,
    )


_POOL = pool.Pool(_service)


def processes() -> list[int | None]:
    """Return the process id of each worker's sandbox, or None if it is not running."""
    return _POOL.processes()


def close() -> None:
    """End the pool's processes. The next program starts new ones."""
    _POOL.close()
