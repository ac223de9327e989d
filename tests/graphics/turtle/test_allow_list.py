"""Threads that examine programs at the same time."""

import ast
import gc
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sgpkit.graphics.turtle.allow_list import is_plain
from sgpkit.sandbox.untrusted import allow_list

LOOPS = "for a in range(2):\n    t.forward(((1 + 2) * (3 + 4)) / (5 + (6 - 7)))\n" * 10
PROGRAMS = [f"import turtle\nt = turtle.Turtle()\n{LOOPS}# {number}" for number in range(60)]


@pytest.fixture
def restless():
    """Let threads change at nearly every collection of garbage, even one in the middle of the parser's work."""
    interval, threshold = sys.getswitchinterval(), gc.get_threshold()
    callback = lambda phase, info: sum(range(20))  # noqa: E731
    sys.setswitchinterval(1e-6)
    gc.set_threshold(20)
    gc.callbacks.append(callback)
    yield
    gc.callbacks.remove(callback)
    gc.set_threshold(*threshold)
    sys.setswitchinterval(interval)


@pytest.mark.slow
def test_programs_are_examined_in_any_number_of_threads(restless, monkeypatch):
    parsed = []
    parse = ast.parse

    def counted(*arguments, **options):
        tree = parse(*arguments, **options)
        parsed.append(tree)
        return tree

    monkeypatch.setattr(allow_list.ast, "parse", counted)
    with ThreadPoolExecutor(4) as executor:
        assert all(executor.map(is_plain, PROGRAMS))
    assert len(parsed) == len(PROGRAMS)
