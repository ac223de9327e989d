"""Programs parsed by several threads at the same time."""

import ast
import gc
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sgpkit.sandbox.untrusted import python_code

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
def test_programs_are_parsed_in_any_number_of_threads(restless):
    with ThreadPoolExecutor(4) as executor:
        trees = list(executor.map(python_code.parse_or_none, PROGRAMS))
    assert all(isinstance(tree, ast.Module) and len(tree.body) == 12 for tree in trees)


@pytest.mark.parametrize("code", ["(", "x = '\0'", "(" * 300 + ")" * 300, "1 +" * 6_000])
def test_code_that_does_not_parse_is_none(code):
    assert python_code.parse_or_none(code) is None
