"""The program inside the sandbox of `turtle.draw`: runs one program after another, each in a forked process.

A request is sixteen bytes that nobody can guess, the setting's length in one byte, the setting, and the program. The
answer is the same sixteen bytes, a letter, and the output of the program's process: `c` if nothing of the program is
left here, `d` if this sandbox should not be used again. The process is forked before the request is read, so that the
program never sees the sixteen bytes and cannot answer in our place; it can start no other process or thread; and its
output is data to the other side, which does not trust it.
"""

# mypy: ignore-errors

import cmath  # noqa: F401  # loaded here, like the next ones, once for all programs
import colorsys  # noqa: F401
import ctypes
import gc
import itertools  # noqa: F401
import json
import math  # noqa: F401
import os
import random
import resource
import signal
import struct
import sys
import time  # noqa: F401
import traceback
import turtle
import types
from pathlib import Path

import turtle_colours
from turtle_record import TooMuch

FRAME = struct.Struct(">Q")
SECRET = 16
MOST_SAID = 24 << 20
NAME = "program.py"
WRITABLE = (Path("/tmp"), Path("/tmp/work"))
_NOT_DUMPABLE = 4  # prctl's PR_SET_DUMPABLE: then no other process of this user can look into our memory or files


def main():
    ctypes.CDLL(None).prctl(_NOT_DUMPABLE, 0, 0, 0, 0)
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    turtle_colours.look("black")
    _settle()
    clean = _state()
    _send(answers, b"")
    while True:
        child, to_child, from_child = _fork()
        header = requests.read(FRAME.size)
        if not header:
            os.kill(child, signal.SIGKILL)
            return
        request = requests.read(FRAME.unpack(header)[0])
        answer = _converse(to_child, from_child, request[SECRET:])
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        _send(answers, request[:SECRET] + (b"c" if _state() == clean else b"d") + answer)


def _settle():
    """Replace standard input and output by nothing: a program's output is dropped, and it gets no input."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    gc.collect()
    gc.freeze()  # what is loaded stays in pages that all programs share


def _state():
    """Return the state that a program could leave behind for the next one: files, and limits of this process."""
    kinds = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
    return (
        [folder.stat().st_mode for folder in WRITABLE],
        sorted(path.name for folder in WRITABLE for path in folder.iterdir()),
        [resource.getrlimit(kind) for kind in kinds],
        os.getpriority(os.PRIO_PROCESS, 0),
        sorted(os.sched_getaffinity(0)),
        os.sched_getscheduler(0),
    )


def _send(answers, content):
    answers.write(FRAME.pack(len(content)) + content)
    answers.flush()


def _fork():
    read_program, to_child = os.pipe()
    from_child, write_report = os.pipe()
    child = os.fork()
    if child:
        os.close(read_program)
        os.close(write_report)
        return child, to_child, from_child
    try:
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        os.dup2(read_program, 3)
        os.dup2(write_report, 4)
        os.closerange(5, 256)
        with os.fdopen(3, "rb") as stream:
            request = stream.read()
        if request:
            with os.fdopen(4, "wb") as stream:
                stream.write(report(request))
    finally:
        os._exit(0)


def _converse(to_child, from_child, request):
    try:
        with os.fdopen(to_child, "wb") as stream:
            stream.write(request)
    except BrokenPipeError:
        pass
    with os.fdopen(from_child, "rb") as stream:
        return stream.read(MOST_SAID)


def report(request):
    """Run one program in its own process, and return the report of its drawing."""
    setting = request[1 : 1 + request[0]].decode()
    code = request[1 + request[0] :].decode()
    failure = None
    try:
        program = compile(code, NAME, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        failure = ("parse_error", explanation(error))
    else:
        failure = run(program, setting)
    if failure:
        return json.dumps({"failure": failure}).encode()
    record = turtle.Screen().record
    marks = record.report()
    return json.dumps({"marks": marks, "background": turtle_colours.look(record.background) or ""}).encode()


def run(program, setting):
    """Run a program. Return the reason of its failure, None for none."""
    random.seed(0)  # a program that uses random numbers draws the same each time
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    sys.path[:0] = ["/tmp/work"]
    sys.argv = [NAME]
    names = module.__dict__
    names["__file__"] = NAME
    try:
        exec(PRELUDES[setting], names)
        exec(program, names)
    except SystemExit:
        return None
    except TooMuch as error:
        return ("too_large", str(error))
    except MemoryError:
        return ("too_large", "out of memory")
    except BaseException as error:
        return ("compile_error", explanation(error))
    return None


RABBIT = '''
class Rabbit(turtle.Turtle):
    """The paper's renamed turtle (appendix C.3.2)."""

    def __init__(self):
        super().__init__()
        self.setheading(90)
        self.hideturtle()

    def aa(self, length):
        self.forward(length)

    def bb(self, degree):
        self.right(degree)

    def cc(self, radius, degree=360):
        self.circle(radius, degree)

    def pp(self, vanish):
        self.penup() if vanish else self.pendown()
'''
_MODULE = """
class _RabbitModule(type(turtle)):
    def __call__(self):
        return self.Rabbit()

for _name in ("Rabbit", "rabbit"):
    _module = _RabbitModule(_name)
    _module.Rabbit = Rabbit
    __import__("sys").modules[_name] = _module
del _name, _module, _RabbitModule
r = Rabbit()
"""
_START = "import turtle\nfrom math import *\n"
PRELUDES = {
    "turtle": compile(_START + "t = turtle.Turtle()\n", "prelude", "exec"),
    "smooth": compile(
        _START + "__import__('turtle_motion').ROUNDNESS[0] = 10\nt = turtle.Turtle()\n", "prelude", "exec"
    ),
    "rabbit": compile(_START + RABBIT + _MODULE, "prelude", "exec"),
}


def explanation(error):
    """Return the last line of a traceback, and the line of the program."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1][:200]
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
        line = lines[-1] if lines else getattr(error, "lineno", None)
        return f"line {line}: {text}" if line else text
    except BaseException as strange:  # an exception whose text is a program too
        return type(strange).__name__


if __name__ == "__main__":
    main()
