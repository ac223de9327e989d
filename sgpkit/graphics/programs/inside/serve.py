"""Run programs that draw with a library, which is loaded once, each in a forked process without processes or threads of
its own."""

# mypy: ignore-errors

import cmath  # noqa: F401  # this and the following modules are loaded once for all programs
import contextlib
import functools
import importlib
import itertools  # noqa: F401
import math  # noqa: F401
import random
import sys
import types
import zlib

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
    """Return `+` and a program's drawing as SVG, `m` if it ran out of memory, or `-` and the reason of the failure.

    Libraries that paint pixels add, after a zero byte each, the drawing with lines at the given coordinates
    (`records`), the size of the picture, and its levels of gray.
    """
    try:
        run(request.decode())
        drawing = drawer.drawing()
        picture = drawer.picture() if drawing is not None and hasattr(drawer, "picture") else None
    except MemoryError:
        return b"m"
    except BaseException as error:
        return b"-" + explanation(error, NAME).encode(errors="replace")
    if drawing is None:
        return b"-" + drawer.NOTHING.encode()
    data = drawing.encode() if picture is None else "\0".join(drawing).encode()
    if picture is not None:
        width, height, levels = picture
        data += b"\0%d %d\0" % (width, height) + zlib.compress(levels, 1)
    return b"+" + data if len(data) < LONGEST else b"-the drawing has more than 16 MiB"


def run(code):
    """Run a program; SystemExit counts as success."""
    random.seed(0)  # makes drawings with random numbers reproducible
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    module = types.ModuleType("__main__")
    module.__file__ = NAME
    sys.modules["__main__"] = module
    sys.argv = [NAME]
    with contextlib.suppress(SystemExit):
        exec(compile(code, NAME, "exec"), module.__dict__)
