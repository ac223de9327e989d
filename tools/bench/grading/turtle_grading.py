"""Grading turtle programs, compared with the standard library's turtle on a virtual screen that stays open.

The standard library gets optimal conditions: one process and one window for all programs, and no animation. The picture
is exported from the canvas through Ghostscript, as in the published grader, and compared by the project's measure.
"""

import io
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from PIL import Image

from sgpkit.graphics import turtle
from sgpkit.graphics.turtle.pixels import black_of
from sgpkit.metrics.structure import turtle as turtle_match
from sgpkit.metrics.structure.turtle import ink
from sgpkit.metrics.structure.turtle.ink import Black
from tools.bench.measure import Figure, at_least, at_most, ratio, seconds

PATTERNS = (
    """
for i in range({n}):
    t.forward({a})
    t.right(360 / {n})
""",
    """
for i in range({n}):
    for j in range(4):
        t.forward({a})
        t.right(90)
    t.right(360 / {n})
""",
    """
for i in range({n}):
    t.circle({b})
    t.left(360 / {n})
""",
    """
for i in range(3 * {n}):
    t.forward({a} * i / {n} / 2)
    t.left(360 / {n} + 3)
""",
    """
for i in range({n}):
    t.circle({a}, 360 / {n})
    t.left(90)
    t.forward({b})
    t.back({b})
    t.right(90)
""",
    """
for i in range({n}):
    t.setheading(360 / {n} * i)
    t.forward({a})
    t.circle({b}, 180)
    t.penup()
    t.goto(0, 0)
    t.pendown()
""",
)
SERVER = """
import io, os, struct, sys, turtle
answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
screen = turtle.Screen()
screen.setup(863, 836)
for line in iter(sys.stdin.readline, ""):
    screen.clear()
    screen.tracer(0)
    t = turtle.Turtle(visible=False)
    t.pensize(5)
    exec(eval(line), {"t": t, "turtle": turtle})
    screen.update()
    data = screen.getcanvas().postscript(x=-431, y=-418, width=863, height=836).encode()
    answers.write(struct.pack(">Q", len(data)) + data)
    answers.flush()
"""


def figures() -> Iterator[Figure]:
    codes = programs(60)
    references = [figure.black() for figure in turtle.draw_many(codes) if isinstance(figure, turtle.Figure)]
    with standard_library() as draw:
        if draw is None:
            print("the standard library's turtle is not measured: it needs Xvfb, Ghostscript and a Python with tkinter")
        else:

            def theirs() -> list[bool]:
                return [ink.iou(draw(code), expected) > 0.95 for code, expected in zip(codes, references, strict=True)]

            def ours() -> list[bool]:
                return [verdict.value == 1.0 for verdict in turtle_match.score(codes, references)]

            if not all(ours()) or sum(theirs()) < 0.9 * len(codes):
                raise AssertionError("the two ways of drawing do not agree; their speeds cannot be compared")
            yield at_least(f"grading {len(codes)} turtle programs against tkinter and Xvfb", ratio(ours, theirs), 4)

    tasks = programs(260)
    draw_sample = random.Random(0)
    predictions = [answer(code, draw_sample) for code in tasks for _ in range(10)]
    known = [code for code in tasks for _ in range(10)]
    taken = seconds(lambda: turtle_match.score(predictions, known))
    yield at_most(f"260 tasks × 10 samples, {len(set(predictions))} distinct programs", taken, 120, "s")


def programs(count: int) -> list[str]:
    draw = random.Random(0)
    codes: dict[str, None] = {}
    while len(codes) < count:
        pattern = draw.choice(PATTERNS)
        codes[pattern.format(n=draw.randint(3, 12), a=draw.randint(40, 110), b=draw.randint(20, 60))] = None
    return list(codes)


def answer(code: str, draw: random.Random) -> str:
    """Return an answer like a model's: the figure, often with a changed number or an error."""
    if draw.random() < 0.4:
        return code
    if draw.random() < 0.1:
        return code.replace("t.", "t.un", 1)
    numbers = [index for index, sign in enumerate(code) if sign.isdigit() and sign != "0"]
    index = draw.choice(numbers)
    return code[:index] + str(draw.randint(1, 9)) + code[index + 1 :]


@contextmanager
def standard_library() -> "Iterator[Drawer | None]":
    """Yield a function from programs to black pixels, or None if its requirements are missing."""
    python = next((name for name in (sys.executable, "/usr/bin/python3") if has_tkinter(name)), None)
    if python is None or shutil.which("Xvfb") is None or shutil.which("gs") is None:
        yield None
        return
    reader, display = os.pipe()
    command = ["Xvfb", "-displayfd", str(display), "-dpi", "72", "-screen", "0", "1280x1024x24"]
    screen = subprocess.Popen(command, pass_fds=[display], stderr=subprocess.DEVNULL)
    os.close(display)
    try:
        with os.fdopen(reader) as stream:
            environment = {**os.environ, "DISPLAY": f":{stream.readline().strip()}"}
        pipe = subprocess.PIPE
        with subprocess.Popen([python, "-c", SERVER], stdin=pipe, stdout=pipe, env=environment) as server:
            yield Drawer(server)  # leaving the block closes its input, which ends it
    finally:
        screen.terminate()
        screen.wait()


def has_tkinter(python: str) -> bool:
    if shutil.which(python) is None:
        return False
    return subprocess.run([python, "-c", "import tkinter"], capture_output=True, check=False).returncode == 0


class Drawer:
    def __init__(self, server: "subprocess.Popen[bytes]") -> None:
        self.server = server

    def __call__(self, code: str) -> Black:
        assert self.server.stdin is not None and self.server.stdout is not None
        self.server.stdin.write(repr(code).encode() + b"\n")
        self.server.stdin.flush()
        length = int.from_bytes(self.server.stdout.read(8), "big")
        drawing = self.server.stdout.read(length)
        painted = subprocess.run(
            [
                "gs",
                "-q",
                "-dSAFER",
                "-dBATCH",
                "-dNOPAUSE",
                "-dEPSCrop",
                "-sDEVICE=pgmraw",
                "-r72",
                "-sOutputFile=-",
                "-",
            ],
            input=drawing,
            capture_output=True,
            check=True,
        ).stdout
        return black_of(np.asarray(Image.open(io.BytesIO(painted))))
