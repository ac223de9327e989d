"""The program inside the sandbox of `turtle.draw`: runs one program after another, each in a forked process, which can
start no other process or thread. A request is the setting's length in one byte, the setting, and the program.
"""

# mypy: ignore-errors

import cmath  # noqa: F401  # this and the following modules are loaded once for all programs
import colorsys  # noqa: F401
import itertools  # noqa: F401
import json
import math  # noqa: F401
import random
import sys
import time  # noqa: F401
import turtle
import types

import turtle_colours
from forked_answers import explanation, serve
from turtle_record import TooMuch

MAX_REPORT = 24 << 20
NAME = "program.py"


def main():
    turtle_colours.look("black")
    serve(report, max_bytes=MAX_REPORT, childless=True)


def report(request):
    """Run one program, in a forked process, and return the report of its drawing."""
    setting = request[1 : 1 + request[0]].decode()
    code = request[1 + request[0] :].decode()
    failure = None
    try:
        program = compile(code, NAME, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        failure = ("parse_error", explanation(error, NAME))
    else:
        failure = run(program, setting)
    if failure:
        return json.dumps({"failure": failure}).encode()
    record = turtle.Screen().record
    marks = record.report()
    return json.dumps({"marks": marks, "background": turtle_colours.look(record.background) or ""}).encode()


def run(program, setting):
    """Run a program. Return its failure, if any, as (status, reason)."""
    random.seed(0)  # makes drawings with random numbers reproducible
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
        return ("compile_error", explanation(error, NAME))
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


if __name__ == "__main__":
    main()
