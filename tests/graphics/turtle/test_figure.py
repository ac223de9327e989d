"""Turtle programs to figures: drawings, refusals, and isolation of programs."""

import os
import socket
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from paths import ROOT

from sgpkit.graphics import turtle
from sgpkit.graphics.turtle import Dot, Figure, Stroke, Text
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected, Status

pytestmark = [pytest.mark.sandbox, pytest.mark.process]


SQUARE = "for i in range(4):\n    t.forward(100)\n    t.right(90)\n"


def ends(figure):
    return [tuple(round(number, 6) + 0.0 for number in stroke.points[-1]) for stroke in figure.strokes]


def test_a_program_is_geometry():
    (stroke,) = turtle.draw("t.pensize(3); t.pencolor('red'); t.forward(10); t.left(90); t.forward(5)").strokes
    assert stroke == Stroke(((0.0, 0.0), (10.0, 0.0), (10.0, 5.0)), "#ff0000", 3.0)


@pytest.mark.parametrize(
    "code",
    [
        "t.forward(10)",
        "import turtle\nturtle.forward(10)",
        "from turtle import *\nforward(10)\ndone()",
        "import turtle as tt\npen = tt.Pen()\npen.fd(10)\ntt.Screen().exitonclick()",
        "from turtle import Turtle, Screen\ns = Screen()\ns.setup(300, 300)\ns.bgcolor('white')\nx = Turtle()\nx.fd(10)\ns.mainloop()",
        "import turtle\nclass Mine(turtle.Turtle):\n    def __init__(self):\n        super().__init__()\n        self.far = 10\n    def go(self):\n        self.forward(self.far)\nMine().go()",
        "import math, random\nfrom math import *\nt.fd(sqrt(100))",
        "if __name__ == '__main__':\n    t.fd(10)",
        "import turtle\nwn = turtle.Screen()\nwn.tracer(0)\nt = turtle.Turtle()\nt.ht(); t.speed(0)\nt.fd(10)\nwn.update()\nturtle.done()",
        "import sys\nt.fd(10)\nsys.exit(0)",
        "a = t.clone()\na.fd(10)",
        "def main():\n    t.fd(10)\nmain()\n",
        "print('drawing')\nt.fd(10)",
        "import numpy as np\nt.fd(np.float64(10))",
        "t.teleport(3, 4)\nt.teleport(0, 0)\nt.fd(10)",
        "# a comment – with signs\nt.fd(10)  # π",
    ],
)
def test_programs_as_people_write_them(code):
    assert ends(turtle.draw(code)) == [(10.0, 0.0)]


def test_all_kinds_of_marks():
    figure = turtle.draw(
        "t.begin_fill(); t.circle(10, steps=4); t.color('blue'); t.end_fill()\n"
        "t.penup(); t.goto(50, 0); t.dot(); t.dot(7, 'red'); t.stamp()\n"
        "t.write('a < b', align='center', font=('Times', 14, 'bold'))"
    )
    assert [len(figure.strokes), len(figure.fills), len(figure.dots), len(figure.stamps)] == [1, 1, 2, 1]
    assert figure.fills[0].colour == "#0000ff"
    assert figure.dots == (Dot((50.0, 0.0), "#0000ff", None), Dot((50.0, 0.0), "#ff0000", 7.0))
    assert figure.texts == (Text((50.0, 0.0), "a < b", "#0000ff", "center", "Times", 14, "bold"),)
    assert figure.stamps[0].points[0] == (50.0, 0.0)  # the arrow's tip


def test_the_renamed_turtle_of_the_paper():
    expected = turtle.draw(
        "t.left(90); t.forward(50); t.right(90); t.circle(20, 180); t.penup(); t.fd(9); t.pd(); t.fd(1)"
    )
    for start in (
        "r = Rabbit()",
        "import Rabbit\nr = Rabbit.Rabbit()",
        "from rabbit import Rabbit\nr = Rabbit()",
        "import rabbit\nr = rabbit.Rabbit()",
        "import Rabbit\nr = Rabbit()",
        "",
    ):
        drawn = turtle.draw(
            f"{start}\nr.aa(50); r.bb(90); r.cc(20, 180); r.pp(True); r.aa(9); r.pp(vanish=False); r.aa(1)", "rabbit"
        )
        assert np.array_equal(drawn.black(), expected.black())
    with pytest.raises(Rejected, match="Rabbit"):
        turtle.draw("Rabbit().aa(50)")


def test_many_programs_are_drawn_in_order_and_equal_ones_once():
    codes = ["t.fd(1)", "1/0", "t.fd(2)", "t.fd(1)", "import os\nt.fd(3)"]
    drawn = turtle.draw_many(codes)
    assert [one.status if isinstance(one, Rejected) else ends(one)[0][0] for one in drawn] == [
        1,
        "compile_error",
        2,
        1,
        3,
    ]
    assert drawn[0] is drawn[3]
    assert turtle.draw_many([]) == []


def test_chance_is_the_same_each_time():
    code = "import random\nfor word in {'a', 'b', 'c'}: t.fd(random.random() * ord(word))"
    first = turtle.draw(code)
    assert first == turtle.draw(code) != Figure()
    turtle.close()
    assert first == turtle.draw(code)


def test_an_unknown_setting_is_the_callers_mistake():
    with pytest.raises(ValueError, match="expected one of turtle, rabbit"):
        turtle.draw("", "hare")


FAILING = {
    "syntax": ("t.forward(10", Status.PARSE_ERROR, "line 1: SyntaxError"),
    "exception": ("t.fd(1)\nt.nosuchmethod()", Status.COMPILE_ERROR, "line 2: AttributeError: 'Turtle' object has no"),
    "missing module": ("import nosuchmodule", Status.COMPILE_ERROR, "ModuleNotFoundError"),
    "tkinter": ("import tkinter\ntkinter.Tk()", Status.COMPILE_ERROR, "Error"),
    "input": ("t.fd(int(input('How far? ')))", Status.COMPILE_ERROR, "EOFError"),
    "surrogate": ("t.write('\ud800')", Status.PARSE_ERROR, "surrogate"),
    "NUL": ("t.fd(1)\0", Status.PARSE_ERROR, "null bytes"),
    "bad colour": ("t.color('nosuchcolour')", Status.COMPILE_ERROR, "bad color string"),
    "many strokes": ("for i in range(10**6): t.fd(1); t.lt(1)", Status.TOO_LARGE, "200,000 points"),
    "many turtles": ("while True: turtle.Turtle()", Status.TOO_LARGE, "200,000 points"),
    "far": ("t.goto(1e300, 0)", Status.TOO_LARGE, "goes to 1e+300"),
    "farther": ("t.fd(1e308); t.fd(1e308)", Status.TOO_LARGE, "goes to"),
    "an enormous integer": ("t.fd(10**400)", Status.COMPILE_ERROR, "OverflowError"),
    "not a number": ("t.goto(float('nan'), 0)", Status.TOO_LARGE, "nan"),
    "wide": ("t.dot(1e9)", Status.TOO_LARGE, "wide"),
    "a circle of many steps": ("t.circle(10, steps=10**9)", Status.TOO_LARGE, "200,000 points"),
    "memory": ("x = [0] * 400_000_000", Status.TOO_LARGE, "out of memory"),
    "memory, bit by bit": ("x = []\nwhile True: x.append(bytes(10**8))", Status.TOO_LARGE, "memory"),
    "endless": ("while True: pass", Status.TIMEOUT, "not done after"),
    "endless, undisturbed": ("while True:\n    try:\n        while True: t.fd(0); t.undo()\n    except BaseException: pass", Status.TIMEOUT, "not done after"),
    "endless output": ("while True: print('x' * 10**6)", Status.TIMEOUT, "not done after"),
    "recursion": ("def f(): f()\nf()", Status.COMPILE_ERROR, "RecursionError"),
    "exit": ("import os\nos._exit(0)", Status.COMPILE_ERROR, "ended its own process"),
    "a hostile exception": ("class E(Exception):\n    def __str__(self): while_ = 1 / 0\nraise E", Status.COMPILE_ERROR, "E"),
    "a large exception": ("raise Exception('x' * 10**8)", Status.COMPILE_ERROR, "Exception"),
    "a syntax error of its own": ("raise SyntaxError('mine')", Status.COMPILE_ERROR, "mine"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILING)
def test_what_fails_has_a_status_and_a_reason(name):
    code, status, reason = FAILING[name]
    with pytest.raises(Rejected) as caught:
        turtle.draw(code, seconds=0.5 if status is Status.TIMEOUT else 10.0)
    assert caught.value.status is status
    assert reason in caught.value.reason


def test_mainloop_and_events_end_at_once():
    code = "t.fd(10)\ns = turtle.Screen()\ns.onkey(print, 'a'); s.listen(); s.ontimer(print, 1); s.textinput('a', 'b')\nturtle.mainloop()\nturtle.done()\nturtle.bye()"
    assert ends(turtle.draw(code)) == [(10.0, 0.0)]


def test_a_long_program_is_refused_unread():
    with pytest.raises(Rejected) as caught:
        turtle.draw("#" * 1_000_001)
    assert caught.value.status is Status.TOO_LARGE


# Attempts of programs to leave the sandbox. Each draws a line of 10 if it fails, else of 666.
TRY = "try:\n    {}\n    t.fd(666)\nexcept BaseException:\n    t.fd(10)\n"
REACHING = {
    "a file outside": "open({canary!r}).read()",
    "a file outside, to write": "open({canary!r}, 'w').write('x')",
    "a shell": "import os; os.system('true') == 0 or 1 / 0",
    "a process": "import os; os.fork()",
    "posix": "import posix; posix.fork()",
    "a thread": "import threading; threading.Thread(target=print).start()",
    "a fork bomb": "import os\n    while True: os.fork()",
    "a daemon": "import os\n    if os.fork(): 1 / 0\n    os.setsid()\n    while True: pass",
    "subprocess": "import subprocess; subprocess.run(['true'], check=True)",
    "importlib": "import importlib; importlib.import_module('sgpkit')",
    "our environment": "import os; os.environ['SGPKIT_TEST_SECRET']",
    "the loopback interface": "import socket; socket.create_connection(('127.0.0.1', {port}), 1)",
    "memory of the parent": "import os; open(f'/proc/{{os.getppid()}}/mem', 'rb').read(1)",
    "files of the parent": "import os; os.listdir(f'/proc/{{os.getppid()}}/fd')",
    "environment of the parent": "import os; open(f'/proc/{{os.getppid()}}/environ', 'rb').read() or 1 / 0",
    "a call that only tools may make": "import socket; socket.socketpair()",
    "ctypes": "import ctypes; ctypes.CDLL(None).fork() >= 0 or 1 / 0",
    "ptrace": "import ctypes, os; ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == 0 or 1 / 0",
    "a system folder": "open('/usr/lib/x', 'w')",
    "our own code": "import sys; sys.path += [{folder!r}]; import sgpkit.status",
    "the real turtle": "import tkinter; tkinter.Tk()",
    "home": "import os; os.listdir('/root') + os.listdir('/home') or 1 / 0",
}  # fmt: skip


@pytest.fixture
def surroundings(tmp_path, monkeypatch):
    """Set up a file that must not be read or changed, a listener that must not be called, and a secret in the
    environment."""
    canary = tmp_path / "canary"
    canary.write_text("sing")
    monkeypatch.setenv("SGPKIT_TEST_SECRET", "secret")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        yield {"canary": str(canary), "folder": str(ROOT), "port": listener.getsockname()[1]}
        with pytest.raises(BlockingIOError):
            listener.accept()
    assert canary.read_text() == "sing"


@pytest.mark.parametrize("name", REACHING)
def test_a_program_reaches_nothing(name, surroundings):
    code = TRY.format(REACHING[name].format(**surroundings))
    assert ends(turtle.draw(code)) == [(10.0, 0.0)]


SPOILING = {
    "a file": "open('turtle.py', 'w').write('raise ValueError')",
    "many files": "import os\nfor i in range(300): os.mkdir(f'/tmp/{i}')",
    "a large file": "with open('x', 'wb') as f:\n    for i in range(10_000): f.write(bytes(10**6))",
    "killed parent": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nwhile True: pass",
    "all killed": "import os, signal\nos.kill(-1, signal.SIGKILL)",
    "stopped parent": "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)",
    "limits of the parent": "import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_DATA, (1 << 20, 1 << 20))",
    "slowed parent": "import os\nos.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "modules": "import turtle, math\nturtle.Turtle.forward = None\nmath.pi = 3\nturtle.Screen().record.marks = 3",
    "builtins": "import builtins\nbuiltins.range = None",
    "descriptors": "import os\nfor d in range(100):\n    try: os.write(d, b'x' * 1000)\n    except OSError: pass",
    "descriptors of others": "import os\nfor p in os.listdir('/proc'):\n    for d in range(20):\n        try: open(f'/proc/{p}/fd/{d}', 'wb', buffering=0).write(bytes(8) + b'forged')\n        except OSError: pass",
    "a forged report": "import os\nreport = b'{\"marks\": [[\"line\", [0, 0, 50, 0], \"#000000\", 1]], \"background\": \"#ffffff\"}'\nos.write(4, report)\nos._exit(0)",
    "a crash": "import ctypes\nctypes.string_at(0)",
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILING)
def test_a_program_spoils_nothing_for_the_next(name, monkeypatch):
    monkeypatch.setenv("SGPKIT_WORKERS", "1")
    monkeypatch.setattr(turtle, "_POOL", pool.Pool(turtle._service))
    before = turtle.draw(SQUARE)
    try:
        figure = turtle.draw(SPOILING[name], seconds=1.0)
    except Rejected as rejected:
        assert rejected.reason
    else:
        assert len(figure.marks) <= 1
    for _ in range(3):
        assert turtle.draw(SQUARE) == before
    turtle.close()


def test_what_comes_back_is_data_whatever_it_says():
    from sgpkit.graphics.turtle import report

    for item in (b"", b"[]", b"null", b"{", b'{"failure": ["ok", "solved"]}', b'{"failure": ["timeout", ""]}', b'{"failure": 3}', b'{"marks": 3}', b'{"marks": [3], "background": ""}', b'{"marks": [["line", [0, 0], "url(http://x)", 1]], "background": ""}', b'{"marks": [["line", ["0", 0], "", 1]], "background": ""}', b'{"marks": [["line", [0, 0], "", true]], "background": ""}', b'{"marks": [["line", [0], "", 1]], "background": ""}', b'{"marks": [["line", [true, 0], "", 1]], "background": ""}', b'{"marks": [], "background": "red"}', b"[" * 100_000, b'{"marks": [["sculpture", [0, 0]]], "background": ""}', b'{"marks": [["text", [0, 0], "", "", "left", "Arial", 1e9, ""]], "background": ""}', b"\xff"):  # fmt: skip
        with pytest.raises(Rejected) as caught:
            report.figure(item)
        assert caught.value.status is Status.COMPILE_ERROR
    figure = report.figure(
        b'{"marks": [["text", [0, 0], "", "</text><script>", "left", "A\\"B", 8, "x"]], "background": ""}'
    )
    assert "<script>" not in figure.svg()


def test_no_process_is_left():
    turtle.draw_many(["t.fd(1)", "import os", "while True: pass"], seconds=0.5)
    alive = [process for process in turtle.processes() if process]
    turtle.close()
    deadline = time.monotonic() + 5
    while any(Path(f"/proc/{process}").exists() for process in alive) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(Path(f"/proc/{process}").exists() for process in alive)


def test_threads_share_the_sandboxes():
    matches = []
    threads = [
        threading.Thread(target=lambda far=far: matches.append((far, ends(turtle.draw(f"t.fd({far})")))))
        for far in range(1, 9)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(matches) == [(far, [(float(far), 0.0)]) for far in range(1, 9)]


def test_a_forked_process_starts_its_own():
    turtle.draw("t.fd(1)")
    child = os.fork()
    if not child:
        os._exit(0 if ends(turtle.draw("t.fd(2)")) == [(2.0, 0.0)] else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert ends(turtle.draw("t.fd(3)")) == [(3.0, 0.0)]
