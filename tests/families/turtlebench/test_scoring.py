"""TurtleBench's scores by setting, and the paper's tables."""

import pytest

from sgpkit import published
from sgpkit.benchmark import Completion, Score
from sgpkit.families.turtlebench import BENCHMARKS, scoring
from sgpkit.metrics.structure import turtle
from sgpkit.status import Status

START = "import turtle\nt = turtle.Turtle()\n"
SQUARE = START + "for _ in range(4):\n    t.forward(100)\n    t.left(90)\n"
CIRCLE = START + "t.circle(80)\n"
RABBIT = "from Rabbit import Rabbit\nr = Rabbit()\nfor _ in range(4):\n    r.aa(100)\n    r.bb(90)\n"
SVG = '<svg viewBox="0 0 120 120"><rect x="10" y="10" width="100" height="100" fill="none" stroke="black"/></svg>'


def row(name="a", **columns):
    return {"id": name, "cluster": name, "code": SQUARE, "complexity": "simple", **columns}


def fenced(code):
    return Completion(f"Here it is.\n```python\n{code}\n```\n")


@pytest.mark.sandbox
def test_each_setting_is_graded_by_its_own_rules():
    rows = [row(setting="rabbit"), row(setting="any-language"), row(setting="turtle"), row(), row(setting="turtle")]
    answers = [fenced(RABBIT), Completion(f"```svg\n{SVG}\n```"), fenced(SQUARE), fenced(CIRCLE), fenced(RABBIT)]
    scores = scoring.score(rows, answers)
    assert [score.value for score in scores] == [1, 1, 1, 0, 0]
    assert [score.status for score in scores[:4]] == [Status.OK] * 4
    assert scores[3].parts["iou"] < 0.9


@pytest.mark.sandbox
def test_the_metric_and_the_benchmark_agree():
    answers = [SQUARE, CIRCLE, "no idea"]
    verdicts = turtle.score(answers, [SQUARE] * 3)
    scores = BENCHMARKS[0].scoring.score([row()] * 3, [Completion(answer) for answer in answers])
    assert [(verdict.value, verdict.status) for verdict in verdicts] == [
        (verdict.value, verdict.status) for verdict in scores
    ]


@pytest.mark.sandbox
def test_languages_are_shared_out_over_all_answers():
    rows = [row(setting="any-language")] * 4
    answers = [Completion(f"```svg\n{SVG}\n```"), fenced(SQUARE), fenced(CIRCLE), Completion("I cannot draw.")]
    shares = scoring.languages(list(zip(rows, scoring.score(rows, answers), strict=True)))
    assert values(shares) == {"language, not drawn": 0.25, "language, svg": 0.25, "language, turtle": 0.5}


def scores(*marks):
    return [Score(float(mark)) for mark in marks]


def values(table):
    return {name: item.value for name, item in table.items()}


def test_a_task_counts_as_ever_solved_if_one_of_its_samples_is():
    levels = ["simple to medium", "simple to medium", "complex to complex"]
    rows = [row(name, complexity=level, tweaks=[]) for name, level in zip("abc", levels, strict=True) for _ in range(3)]
    table = scoring.ever_solved(list(zip(rows, scores(0, 1, 0, 0, 0, 0, 1, 1, 1), strict=True)))
    assert {name: (item.value, item.n) for name, item in table.items()} == {
        "ever solved": (pytest.approx(2 / 3), 3),
        "ever solved, simple to medium": (0.5, 2),
        "ever solved, complex to complex": (1, 1),
    }
    assert scoring.ever_solved(list(zip(rows[::3], scores(0, 1, 1), strict=True))) == {}


def test_two_changes_in_one_count_for_both_kinds():
    rows = [row("a", tweaks=["deletion"]), row("b", tweaks=["deletion", "rotation"]), row("c", tweaks=["rotation"])]
    assert values(scoring.by_tweak(list(zip(rows, scores(1, 0, 0), strict=True)))) == {
        "solved, with deletion": 0.5,
        "solved, with rotation": 0.0,
    }


def test_a_summary_of_nothing_is_empty():
    assert dict(scoring.summary([], [])) == {}


def test_published_tables_are_whole():
    tables = [published.table(f"turtlebench-table-{number}") for number in range(1, 7)]
    assert [table.height for table in tables] == [6, 4, 2, 4, 4, 3]
    first = {line["model"]: line for line in tables[0].iter_rows(named=True)}
    assert first["GPT-4V 0-shot CoT"]["tweak_edit_image_text"] == 18.46
    assert first["Llava-1.5-13B basic"]["tweak_edit_image_image"] is None


def test_the_papers_table_6_counts_130_tasks_and_its_shares_are_those_of_its_counts():
    levels = ("simple", "medium", "complex")
    cells = [
        tuple(line[f"to_{level}{column}"] for column in ("", "_solved", "_tasks"))
        for line in published.table("turtlebench-table-6").iter_rows(named=True)
        for level in levels
    ]
    assert sum(tasks for _, _, tasks in cells) == 130
    assert sum(cells[item][2] for item in (0, 4, 8)) == 74  # the text's count for one level
    assert all(abs(100 * solved / tasks - share) < 0.8 for share, solved, tasks in cells)
