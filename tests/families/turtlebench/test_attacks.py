"""Answers that do not solve a task of TurtleBench: none has a positive `strict`, and none scores more than a blank page.

A table of attacks on rows of both configs, each graded in the sandbox like a run. Answers that the published rule accepts
although a short stroke is missing are in `tests/metrics/structure/test_turtle_strokes.py`.
"""

import random

import pytest

from sgpkit.benchmark import Completion
from sgpkit.families.turtlebench import BENCHMARKS
from sgpkit.families.turtlebench.sources import builtin

pytestmark = pytest.mark.sandbox

SCRATCH, TWEAK = BENCHMARKS
HEAD = "import turtle\nfrom math import *\n\nt = turtle.Turtle()\n"
COVER = "t.penup()\nt.home()\nt.goto(-900, -900)\nt.pendown()\nt.color('{}')\nt.begin_fill()\n" + (
    "for _ in range(4):\n    t.forward(1800)\n    t.left(90)\nt.end_fill()\n"
)
SPRAY = """
import random
for _ in range(60):
    t.goto(random.randint(-200, 200), random.randint(-200, 200))
"""
GRID = """
for k in range(41):
    t.penup(); t.goto(-200, 10 * k - 200); t.pendown(); t.goto(200, 10 * k - 200)
    t.penup(); t.goto(10 * k - 200, -200); t.pendown(); t.goto(10 * k - 200, 200)
"""

ATTACKS = {
    "empty": lambda row, other: "",
    "blank": lambda row, other: HEAD,
    "a refusal": lambda row, other: "I cannot see the picture.",
    "the description": lambda row, other: row["description"],
    "hidden: pen up": lambda row, other: row["code"].replace("t.pendown()", "t.penup()").replace(
        "t = turtle.Turtle()\n", "t = turtle.Turtle()\nt.penup()\n"
    ),
    "hidden: white pen": lambda row, other: row["code"].replace(
        "t = turtle.Turtle()\n", "t = turtle.Turtle()\nt.color('white')\n"
    ),
    "hidden: nearly white pen": lambda row, other: row["code"].replace(
        "t = turtle.Turtle()\n", "t = turtle.Turtle()\nt.color('#f0f0f0')\n"
    ),
    "hidden: covered in white": lambda row, other: row["code"] + COVER.format("white"),
    "hidden: cleared": lambda row, other: row["code"] + "t.clear()\n",
    "hidden: undone": lambda row, other: row["code"] + "for _ in range(2000):\n    t.undo()\n",
    "hidden: far away": lambda row, other: row["code"].replace(
        "t = turtle.Turtle()\n", "t = turtle.Turtle()\nt.penup()\nt.goto(60000, 0)\nt.pendown()\n"
    ),
    "hidden: without length": lambda row, other: HEAD + "t.forward(0)\n" * 50,
    "all black": lambda row, other: HEAD + COVER.format("black"),
    "the figure, then all black": lambda row, other: row["code"] + COVER.format("black"),
    "a spray of lines": lambda row, other: HEAD + SPRAY,
    "the figure and a spray": lambda row, other: row["code"] + SPRAY,
    "a grid of lines": lambda row, other: HEAD + GRID,
    "a dot": lambda row, other: HEAD + "t.dot(200)\n",
    "the reference of another row": lambda row, other: other["code"],
    "twice the size": lambda row, other: row["code"].replace(
        "t = turtle.Turtle()\n", "t = turtle.Turtle()\nturtle.setworldcoordinates(-100, -100, 100, 100)\n"
    ),
}  # fmt: skip


def rows_of(benchmark, make):
    rows = [row for _, row in make("", 0)]
    return random.Random(benchmark.config).sample(rows, 8)


@pytest.fixture(scope="module", params=["turtle-scratch", "turtle-tweak"])
def task(request):
    benchmark, make = {"turtle-scratch": (SCRATCH, builtin.scratch), "turtle-tweak": (TWEAK, builtin.tweak)}[
        request.param
    ]
    return benchmark, rows_of(benchmark, make)


def graded(benchmark, rows, answers):
    return benchmark.scoring.score(
        rows, [Completion(f"```python\n{answer}\n```" if "\n" in answer else answer) for answer in answers]
    )


@pytest.mark.process
def test_references_get_full_marks(task):
    benchmark, rows = task
    for verdict in graded(benchmark, rows, [row["code"] for row in rows]):
        assert (verdict.value, verdict.parts["strict"], verdict.parts["strokes"]) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_scores_more_than_a_blank_page(attack, task):
    benchmark, rows = task
    answers = [ATTACKS[attack](row, other) for row, other in zip(rows, [*rows[1:], rows[0]], strict=True)]
    blank = graded(benchmark, rows, [HEAD] * len(rows))
    for row, verdict, nothing in zip(rows, graded(benchmark, rows, answers), blank, strict=True):
        assert verdict.value <= nothing.value == 0.0, row["id"]
        assert verdict.parts["strict"] <= nothing.parts["strict"] == 0.0, row["id"]


@pytest.mark.slow
def test_a_copy_of_the_given_figure_is_no_change():
    rows = rows_of(TWEAK, builtin.tweak)
    for row, verdict in zip(rows, graded(TWEAK, rows, [row["base_code"] for row in rows]), strict=True):
        assert (verdict.value, verdict.parts["strict"]) == (0.0, 0.0), row["id"]
