"""Graphviz to SVG: the program `dot`, which also lays out as neato, fdp, circo … where a graph says `layout=`.

Lengths are Graphviz's points, 1/72 inch, unless the graph sets `dpi` or `size`. Text stays text.

Try it: python -c "from sgpkit.graphics import dot; print(dot.to_svg('graph { a -- b }'))"
"""

import re
from collections.abc import Sequence

from sgpkit.graphics import compiled, dot_guard, guard, pool, sandbox
from sgpkit.graphics.compiled import Converted
from sgpkit.status import Rejected, Status

__all__ = ["DEADLINE", "Converted", "convert", "convert_many", "to_svg"]

DEADLINE = 20.0
"""Seconds for one program, of wall-clock time and of processor time."""

PROGRAMS = {"dot": "graphviz"}

_END = "</svg>"
_ERROR = re.compile(r"^Error: (?:<stdin>|stdin)?:? ?(.*)$", re.MULTILINE)
_COMMENTS = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def to_svg(code: str) -> str:
    """The program's first graph. Raises Rejected with the compiler's own words, and Unavailable without a sandbox."""
    return convert(code).svg


def convert(code: str, *, seconds: float = DEADLINE) -> Converted:
    """The same with what is to be known of it; `pages` counts graphs."""
    return compiled.MEMORY.get(("dot", code, seconds), lambda: _compile(code, seconds))


def convert_many(
    codes: Sequence[str], workers: int | None = None, *, seconds: float = DEADLINE
) -> list[Converted | Rejected]:
    """Aligned with `codes`, on all processors unless `workers` says how many. Equal programs are compiled once."""
    return pool.each_once(codes, lambda code: convert(code, seconds=seconds), workers)


def _compile(code: str, seconds: float) -> Converted:
    guard.check_text(code)
    dot_guard.check(code)
    limits = sandbox.Limits(seconds=seconds, cpu_seconds=seconds, memory=1 << 30, output=compiled.LONGEST_SVG)
    # Graphviz opens no files where SERVER_NAME is set: https://graphviz.org/doc/info/command.html
    result = compiled.run(
        "exec dot -Tsvg",
        [],
        {},
        limits,
        programs=PROGRAMS,
        stdin=code.encode(),
        environment={"SERVER_NAME": "none"},
    )
    if result.ended is not sandbox.Ended.EXITED:
        raise compiled.stopped(result, "dot", limits)
    said = result.stderr.decode(errors="replace")
    if not result.succeeded:
        error = _ERROR.search(said)
        raise Rejected(Status.COMPILE_ERROR, compiled.sentence(f"dot: {error[1] if error else said}"))
    svg = compiled.decoded(result.stdout, "dot")
    graphs = svg.count(_END)
    if not graphs:
        raise Rejected(Status.COMPILE_ERROR, "dot: the program holds no graph")
    first = _COMMENTS.sub("", svg[: svg.index(_END) + len(_END)]) + "\n"
    try:
        guard.check_svg(first)  # Graphviz hands links and styles through
    except Rejected as rejected:
        raise Rejected(rejected.status, f"in the SVG that dot makes of it: {rejected.reason}") from None
    return Converted(first, graphs, compiled.pages_told(graphs, "graphs"))
