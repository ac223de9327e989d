"""Runs programs that draw with a library, which is loaded once: each program in a process forked from this one, which
can start no other process or thread.
"""

# mypy: ignore-errors

import cmath  # noqa: F401  # loaded here, like the next ones, once for all programs
import contextlib
import functools
import importlib
import itertools  # noqa: F401
import math  # noqa: F401
import random
import sys
import types

from forked_answers import explanation, serve

LONGEST = 16 << 20
NAME = "program.py"


def main(library):
    """Serve on standard input and output."""
    with contextlib.suppress(ImportError):
        importlib.import_module("numpy")
    drawer = importlib.import_module(library)
    drawer.prepare()
    serve(functools.partial(reply, drawer), max_bytes=LONGEST, childless=True)


def reply(drawer, request):
    """Return `+` and what a program draws as SVG, `m` for one that ran out of memory, or `-` and why there is none."""
    try:
        run(request.decode())
        drawing = drawer.drawing()
    except MemoryError:
        return b"m"
    except BaseException as error:
        return b"-" + explanation(error, NAME).encode(errors="replace")
    if drawing is None:
        return b"-" + drawer.NOTHING.encode()
    data = drawing.encode()
    return b"+" + data if len(data) < LONGEST else b"-the drawing has more than 16 MiB"


def run(code):
    """Run a program; one that ends itself is done."""
    random.seed(0)  # a program that uses random numbers draws the same each time
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    module = types.ModuleType("__main__")
    module.__file__ = NAME
    sys.modules["__main__"] = module
    sys.argv = [NAME]
    with contextlib.suppress(SystemExit):
        exec(compile(code, NAME, "exec"), module.__dict__)
