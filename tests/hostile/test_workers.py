"""The outcome of a program, status and reason, does not depend on the number of concurrent programs, for programs that
exceed a limit of time or memory, and for slow ones."""

import pytest

from sgpkit.graphics import compiled, dot, turtle
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

SECONDS = "1"
SLOW = "n = 0\nwhile n < 1500000: n += 1\nt.forward({})"
"""About a fifth of the limit. Even four at once on one processor are in time, since waiting for the processor is not
counted."""

TURTLE = {
    "a line": ("t.forward(50)", Status.OK),
    "slow": (SLOW.format(10), Status.OK),
    "slow too": (SLOW.format(20), Status.OK),
    "late": (f"{SLOW.format(40)}\nwhile True: t.left(1)", Status.TIMEOUT),
    "hungry": ("x = [0] * (1 << 28)", Status.TOO_LARGE),
    "wrong": ("t.forward(", Status.PARSE_ERROR),
    "far": ("t.forward(1e12)", Status.TOO_LARGE),
    "a square": ("for i in range(4):\n    t.forward(9)\n    t.left(90)", Status.OK),
}
GRAPHS = {
    "a graph": ("digraph { a -> b }", Status.OK),
    "large": ("graph { a [sides=2000000000] }", Status.TOO_LARGE),
    "reaching": ('graph { a [image="/etc/passwd"] }', Status.UNSAFE),
    "wrong": ("digraph { a -> }", Status.COMPILE_ERROR),
    "another graph": ("graph { a -- b -- c }", Status.OK),
}


def come_to(outcome: object) -> tuple[Status, str]:
    return (outcome.status, outcome.reason) if isinstance(outcome, Rejected) else (Status.OK, repr(outcome))


@pytest.fixture(scope="module")
def outcomes():
    """Return, by the number of concurrent programs, the outcome of each."""
    result = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SGPKIT_SECONDS", SECONDS)
        for workers in (1, 2, 4):
            patch.setenv("SGPKIT_WORKERS", str(workers))
            for tool in (turtle, dot):  # a pool keeps the size of its first use
                patch.setattr(tool, "_POOL", pool.Pool(tool._service))
            compiled.MEMORY.forget()
            figures = turtle.draw_many([code for code, _ in TURTLE.values()])
            graphs = dot.convert_many([code for code, _ in GRAPHS.values()])
            result[workers] = [*map(come_to, figures), *map(come_to, graphs)]
            turtle.close()
            dot.close()
    return result


@pytest.mark.sandbox
def test_each_comes_to_what_it_should(outcomes):
    expected = [status for _, status in (*TURTLE.values(), *GRAPHS.values())]
    assert [status for status, _ in outcomes[1]] == expected


@pytest.mark.sandbox
@pytest.mark.parametrize("workers", [2, 4])
def test_statuses_and_reasons_are_the_same_on_any_number_of_workers(outcomes, workers):
    assert outcomes[workers] == outcomes[1]


def test_each_limit_has_its_own_words_wherever_it_is_hit():
    limits = sandbox.Limits(seconds=3, cpu_seconds=3, memory=1 << 30)
    reasons = {
        ended: compiled.stop_rejection(sandbox.Result(ended, None, b"", b"", {}, 3.0), "dot", limits)
        for ended in sandbox.Ended
        if ended is not sandbox.Ended.EXITED
    }
    assert len({rejected.reason for rejected in reasons.values()}) == len(reasons)
    late = reasons[sandbox.Ended.CPU], reasons[sandbox.Ended.TIMEOUT]
    assert {item.status for item in late} == {Status.TIMEOUT}
    assert late[0].reason == "dot: not done after 3 s of processor time"
    assert all("3 s" in item.reason for item in late)
    assert reasons[sandbox.Ended.STARVED].status is Status.INFRA_ERROR
    assert "1,024 MiB" in reasons[sandbox.Ended.MEMORY].reason
