"""Outcomes of answers are identical on a quiet machine and next to six busy processes."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from sgpkit.graphics import compiled, dot, eps, raster, tex, turtle
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected, Status

BUSY = 6
SECONDS = "2"
EDGES = " ".join(f"{n % 97} -> {n * 7 % 89};" for n in range(4000))
USES = "import time\nwhile time.process_time() < {}: pass\nt.forward({})"

ANSWERS = {
    "turtle": {
        "t.forward(50)": Status.OK,
        USES.format(1.4, 40): Status.OK,
        USES.format(60, 40): Status.TIMEOUT,
        "import time\ntime.sleep(60)": Status.TIMEOUT,
        "x = [0] * (1 << 28)": Status.TOO_LARGE,
        "t.forward(": Status.PARSE_ERROR,
    },
    "tikz": {
        r"\draw (0,0) circle (1);": Status.OK,
        r"\draw (0,0) -- (1,1)": Status.COMPILE_ERROR,
        r"\def\x{\x}\x": Status.TIMEOUT,
    },
    "eps": {"%!PS\n0 0 moveto 9 9 lineto stroke": Status.OK, "%!PS\n{} loop": Status.TIMEOUT},
    "dot": {"digraph { a -> b }": Status.OK, f"digraph {{ splines=ortho; {EDGES} }}": Status.TIMEOUT},
    "svg": {'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9z"/></svg>': Status.OK},
}
SCORE = {
    "turtle": turtle.draw_many,
    "tikz": tex.convert_many,
    "eps": eps.convert_many,
    "dot": dot.convert_many,
    "svg": lambda codes: raster.render_many(codes, 16),
}


def verdicts() -> Iterator[tuple[Status, str]]:
    compiled.MEMORY.forget()
    for format, answers in ANSWERS.items():
        for outcome in SCORE[format](list(answers)):
            rejected = isinstance(outcome, Rejected)
            yield (outcome.status, outcome.reason) if rejected else (Status.OK, repr(outcome))


@pytest.mark.slow
@pytest.mark.sandbox
def test_verdicts_do_not_depend_on_load(monkeypatch):
    monkeypatch.setenv("SGPKIT_SECONDS", SECONDS)
    for tool in (turtle, dot, raster):
        monkeypatch.setattr(tool, "_POOL", pool.Pool(tool._service))
    quiet = list(verdicts())
    assert [status for status, _ in quiet] == [status for answers in ANSWERS.values() for status in answers.values()]
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        loaded = list(verdicts())
    finally:
        for process in busy:
            process.kill()
            process.wait()
        for tool in (turtle, dot, raster):
            tool.close()
    assert loaded == quiet
