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
import traceback
import types

LONGEST = 16 << 20
NAME = "program.py"


def main(library):
    """Serve on standard input and output."""
    with contextlib.suppress(ImportError):
        importlib.import_module("numpy")
    drawer = importlib.import_module(library)
    drawer.prepare()
    importlib.import_module("forked_answers").serve(functools.partial(reply, drawer), longest=LONGEST, childless=True)


def reply(drawer, request):
    """Return `+` and what a program draws as SVG, `m` for one that ran out of memory, or `-` and why there is none."""
    try:
        run(request.decode())
        drawing = drawer.drawing()
    except MemoryError:
        return b"m"
    except BaseException as error:
        return b"-" + explanation(error).encode(errors="replace")
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


def explanation(error):
    """Return the last line of a traceback, and the line of the program."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1][:250]
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
        line = lines[-1] if lines else getattr(error, "lineno", None)
        return f"line {line}: {text}" if line else text
    except BaseException as strange:  # an exception whose text is a program too
        return type(strange).__name__
