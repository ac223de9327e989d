"""The recording turtle compared with the standard library's turtle under a virtual screen, call by call."""

import json
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import HELPERS

from sgpkit.graphics.turtle import inside

STATES = HELPERS / "turtle_states.py"
INSIDE = Path(inside.__path__[0])

pytestmark = [pytest.mark.xvfb, pytest.mark.process]


class Talk:
    """A process that runs the calls that it receives."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen([*command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options)

    def ask(self, calls):
        self.process.stdin.write(json.dumps(calls) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)


def python_with_tkinter():
    for python in (sys.executable, "/usr/bin/python3"):
        if (
            shutil.which(python)
            and not subprocess.run([python, "-c", "import tkinter"], capture_output=True).returncode
        ):
            return python
    pytest.skip("no Python with tkinter: apt install python3-tk")


@pytest.fixture(scope="module")
def talks():
    if shutil.which("Xvfb") is None:
        pytest.skip("no virtual screen: apt install xvfb")
    python = python_with_tkinter()
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as message:
        display = f":{message.readline().strip()}"
    theirs = Talk([python, str(STATES)], env={**os.environ, "DISPLAY": display})
    ours = Talk([sys.executable, str(STATES), str(INSIDE)])
    yield theirs, ours
    for talk in (ours, theirs):
        talk.end()
    screen.terminate()
    screen.wait()


def same(theirs, ours, where=""):
    if isinstance(theirs, dict):
        assert theirs.keys() == ours.keys(), where
        for name in theirs:
            same(theirs[name], ours[name], f"{where}.{name}")
    elif isinstance(theirs, list) and isinstance(ours, list):
        assert len(theirs) == len(ours), f"{where}: {theirs} {ours}"
        for position, pair in enumerate(zip(theirs, ours, strict=True)):
            same(*pair, f"{where}[{position}]")
    elif isinstance(theirs, float | int) and isinstance(ours, float | int) and "heading" in where:
        assert abs((theirs - ours + 180) % 360 - 180) < 1e-5, f"{where}: {theirs} {ours}"
    elif isinstance(theirs, float):
        assert isinstance(ours, float | int) and math.isclose(theirs, ours, abs_tol=1e-5), f"{where}: {theirs} {ours}"
    else:
        assert theirs == ours, f"{where}: {theirs} {ours}"


def call(name, *given, **options):
    return [name, list(given), options]


METHODS = {
    "moves": [call("forward", 50), call("fd", -20.5), call("back", 10), call("bk", 5), call("backward", 1)],
    "turns": [call("left", 30), call("lt", 400), call("right", 33.3), call("rt", -10), call("seth", 100), call("setheading", -45)],
    "places": [
        call("goto", 10, 20), call("setpos", [30, -40]), call("setposition", 1, 2), call("setx", 7), call("sety", 8),
        call("home"), call("xcor"), call("ycor"), call("pos"), call("position"),
    ],
    "asking": [call("goto", 3, 4), call("towards", 10, 10), call("towards", [0, 0]), call("distance", 30, 40), call("distance", [0, 0]), call("heading")],
    "pen": [
        call("penup"), call("fd", 9), call("isdown"), call("pd"), call("fd", 9), call("up"), call("pu"), call("down"), call("pendown"),
        call("pensize", 7), call("fd", 3), call("width", 2), call("width"), call("pensize"),
        call("pen", pencolor="red", pensize=4), call("fd", 5), call("pen", fillcolor=[1, 0.5, 0], stretchfactor=2),
    ],
    "colours": [
        call("pencolor", "dark slate gray"), call("fd", 5), call("pencolor"), call("color", "red", "#00ff00"), call("color"),
        call("color", 0.2, 0.4, 0.6), call("color"), call("colormode", 255), call("pencolor", 10, 20, 30), call("pencolor"),
        call("fillcolor", [1, 2, 3]), call("fillcolor"), call("color", "nosuchcolour"), call("pencolor", 300, 0, 0),
        call("fillcolor", "gray51"), call("fillcolor"), call("colormode"),
    ],
    "fills": [
        call("filling"), call("begin_fill"), call("filling"), call("fd", 40), call("lt", 90), call("fd", 40), call("end_fill"),
        call("end_fill"), call("color", "blue"), call("begin_fill"), call("circle", 20, steps=5), call("fillcolor", "red"), call("end_fill"),
        call("begin_fill"), call("fd", 3), call("end_fill"),
    ],
    "circles": [
        call("circle", 50), call("circle", -30, 90), call("circle", 40, -120), call("circle", 20, None, 3), call("circle", 5, 720),
        call("circle", 0), call("circle", 300, 10), call("circle", -20, -200, 7),
    ],
    "dots": [call("dot"), call("fd", 10), call("dot", 20), call("dot", 8, "red"), call("dot", "blue"), call("pensize", 6), call("dot"), call("fd", 5), call("dot", None, 0.5, 0.5, 0)],
    "stamps": [
        call("stamp"), call("lt", 30), call("fd", 30), call("shape", "turtle"), call("stamp"), call("shapesize", 2, 3, 4), call("stamp"),
        call("resizemode"), call("resizemode", "auto"), call("pensize", 8), call("stamp"), call("clearstamps", 1), call("shape", "nosuchshape"),
        call("resizemode", "user"), call("tilt", 20), call("stamp"), call("tiltangle"), call("shearfactor", 0.5), call("stamp"), call("shapetransform"),
        call("shapetransform", 2, 1, 0, 3), call("get_shapepoly"), call("stamp"), call("shapesize"), call("turtlesize", 1), call("shape"), call("clearstamps"),
    ],
    "texts": [call("write", "abc"), call("write", 5, align="center", font=["Arial", 16, "bold"]), call("color", "red"), call("write", [1, 2])],
    "undo": [
        call("fd", 30), call("lt", 40), call("circle", 10), call("undo"), call("undo"), call("undo"), call("undo"), call("undobufferentries"),
        call("pencolor", "red"), call("fd", 5), call("penup"), call("goto", 9, 9), call("undo"), call("undo"), call("undo"), call("undo"),
        call("stamp"), call("undo"), call("write", "x"), call("undo"), call("dot", 9), call("undo"), call("setundobuffer", 2),
        call("fd", 1), call("fd", 1), call("fd", 1), call("undobufferentries"), call("setundobuffer", None), call("undo"), call("undobufferentries"),
        call("setundobuffer", 100), call("begin_fill"), call("fd", 9), call("lt", 90), call("fd", 9), call("lt", 90), call("fd", 9), call("end_fill"), call("undo"), call("fd", 2), call("home"), call("undo"),
    ],
    "clearing": [call("fd", 30), call("color", "red"), call("clear"), call("fd", 10), call("reset"), call("fd", 5), call("lt", 5), call("resetscreen"), call("pensize", 3), call("fd", 2)],
    "logo": [call("mode", "logo"), call("heading"), call("fd", 10), call("rt", 30), call("seth", 80), call("lt", 10), call("towards", 100, 3), call("circle", 10, 100), call("tilt", 10), call("tiltangle"), call("mode", "nosuchmode"), call("mode")],
    "units": [call("radians"), call("lt", 1), call("heading"), call("degrees"), call("heading"), call("degrees", 400), call("lt", 100), call("heading"), call("circle", 10, 200), call("towards", -5, -5)],
    "polygons": [call("begin_poly"), call("fd", 10), call("lt", 120), call("fd", 10), call("end_poly"), call("get_poly"), call("fd", 3), call("get_poly")],
    "visibility": [call("isvisible"), call("showturtle"), call("isvisible"), call("ht"), call("st"), call("hideturtle"), call("speed", "fastest"), call("speed"), call("speed", 7.4), call("speed"), call("speed", 99), call("speed")],
    "window": [call("bgcolor", "light blue"), call("bgcolor"), call("tracer"), call("delay", 5), call("delay"), call("title", "x"), call("getshapes"), call("bgpic"), call("screensize", 500, 400), call("screensize"), call("listen"), call("register_shape", "box", [[0, 0], [0, 9], [9, 9]]), call("shape", "box"), call("stamp")],
    "world": [call("setup", 600, 500), call("setworldcoordinates", -1, -1, 1, 1), call("mode"), call("fd", 0.5), call("lt", 90), call("fd", 0.5), call("circle", 0.2, steps=8)],
    "mistakes": [call("forward", "x"), call("fd"), call("left", None), call("circle", "r"), call("pensize", 3), call("pen", nosuchname=3)],
    "long lines": [call("fd", 3)] * 50 + [call("dot", 5, "red")] + [call("lt", 9), call("fd", 2)] * 50,
}  # fmt: skip


@pytest.mark.parametrize("name", METHODS)
def test_every_method_does_what_it_does_there(talks, name):
    theirs, ours = (talk.ask(METHODS[name]) for talk in talks)
    same(theirs["told"], ours["told"], name)
    same(theirs["drawn"], ours["drawn"], name)


distance = st.one_of(st.integers(-100, 100), st.floats(-100, 100, width=16))
angle = st.one_of(st.sampled_from([30, 36, 45, 60, 72, 90, 120, 144, 180, 360]), st.floats(-720, 720, width=16))
CALLS = st.one_of(
    st.tuples(st.sampled_from(["forward", "back", "setx", "sety"]), st.tuples(distance)),
    st.tuples(st.sampled_from(["left", "right", "setheading"]), st.tuples(angle)),
    st.tuples(st.just("goto"), st.tuples(distance, distance)),
    st.tuples(st.just("circle"), st.tuples(st.floats(-60, 60, width=16), angle)),
    st.tuples(st.just("circle"), st.tuples(st.integers(-60, 60), st.just(360), st.integers(1, 9))),
    st.tuples(
        st.sampled_from(["penup", "pendown", "home", "begin_fill", "end_fill", "undo", "clear", "stamp"]), st.just(())
    ),
    st.tuples(st.sampled_from(["pencolor", "fillcolor", "color"]), st.tuples(st.sampled_from(["red", "blue", "#0f0"]))),
    st.tuples(st.just("pensize"), st.tuples(st.integers(1, 9))),
    st.tuples(st.just("dot"), st.tuples(st.integers(10, 30))),  # as wide as the pen, it joins the line there
)


@given(st.lists(CALLS, max_size=25))
def test_random_programs_end_in_the_same_state(talks, calls):
    calls = [call(name, *given) for name, given in calls]
    theirs, ours = (talk.ask(calls) for talk in talks)
    same(theirs["told"], ours["told"])
    same(theirs["drawn"], ours["drawn"])


def test_every_name_of_the_module_is_there():
    ask = "import json, turtle; print(json.dumps([name for name in turtle.__all__ if hasattr(turtle, name)]))"
    theirs, ours = (
        json.loads(subprocess.run([python, "-c", ask], cwd=folder, capture_output=True, check=True, text=True).stdout)
        for python, folder in ((python_with_tkinter(), "/"), (sys.executable, INSIDE))
    )
    assert set(theirs) - set(ours) == set()
