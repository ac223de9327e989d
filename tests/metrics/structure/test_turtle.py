"""Grading turtle programs: same and different figures, hints at failures, references of all forms, any language."""

import importlib.util
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sgpkit.graphics import turtle
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.programs import any_language
from sgpkit.metrics.structure import turtle as turtle_match
from sgpkit.metrics.structure.turtle import ink, score
from sgpkit.status import Status
from sgpkit.values import Completion

SQUARE = "for i in range(4):\n    t.forward(100)\n    t.right(90)\n"
FLAG = "t.left(90)\nt.forward(120)\nt.right(90)\nfor i in range(2):\n    t.forward(70)\n    t.right(90)\n    t.forward(40)\n    t.right(90)\n"
HOUSE = SQUARE + "t.left(60)\nt.forward(100)\nt.right(120)\nt.forward(100)\n"


def one(prediction, reference, **options):
    (verdict,) = score([prediction], [reference], **options)
    return verdict


def png(image):
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


pytestmark = pytest.mark.sandbox

SAME = {
    "itself": (SQUARE, SQUARE),
    "drawn elsewhere": ("t.penup(); t.goto(33.3, -80); t.pendown()\n" + SQUARE, SQUARE),
    "drawn another way round": (SQUARE.replace("right", "left"), SQUARE),
    "in another colour and pen": ("t.pensize(20); t.color('red')\n" + SQUARE, SQUARE),
    "in a completion": (f"First I look at the image.\n```python\nimport turtle\nt = turtle.Turtle()\n{SQUARE}turtle.done()\n```\nThis draws a square.", SQUARE),
    "after the thinking": (f"<think>```python\n{HOUSE}```</think>\n```\n{SQUARE}```", SQUARE),
    "the last of several blocks": (f"```python\n{HOUSE}```\nBetter:\n```python\n{SQUARE}```\nRun it with\n```bash\npython square.py\n```", SQUARE),
    "without a fence": ("Here is the code:\nimport turtle\nt = turtle.Turtle()\n" + SQUARE, SQUARE),
    "drawn twice": (SQUARE + SQUARE, SQUARE),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_the_same_figure_is_solved(name):
    verdict = one(*SAME[name])
    assert (verdict.value, verdict.status, verdict.labels.get("failure", "")) == (1.0, Status.OK, "")
    assert verdict.parts["iou"] > 0.95 and verdict.parts["strict"] > 0.95 and verdict.parts["solved"] == 1.0


FAILING = {
    "mirrored": (FLAG, "t.left(90)\nt.forward(120)\nt.left(90)\nfor i in range(2):\n    t.forward(70)\n    t.left(90)\n    t.forward(40)\n    t.left(90)\n", "mirrored", "left and right"),
    "turned by a quarter": ("t.right(90)\n" + FLAG, FLAG, "rotated", "90° to the right"),
    "turned upside down": ("t.right(180)\n" + HOUSE, HOUSE, "mirrored", "above and below"),
    "turned by 30": ("t.left(30)\n" + HOUSE, HOUSE, "rotated", "30° to the left"),
    "half as large": (HOUSE.replace("100", "50"), HOUSE, "scaled", "0.5 times as wide and 0.5 times as high"),
    "flattened": ("for i in range(2):\n t.fd(150)\n t.rt(90)\n t.fd(50)\n t.rt(90)", SQUARE, "scaled", "1.5 times as wide and 0.5 times as high"),
    "one side missing": (SQUARE.replace("4", "3"), SQUARE, "missing strokes", "0 closed shapes instead of 1"),
    "a roof too much": (HOUSE, SQUARE, "extra strokes", "2 closed shapes instead of 1"),
    "a roof missing": (SQUARE, HOUSE, "missing strokes", "1 closed shape instead of 2"),
    "too many squares": ("for i in range(6):\n" + "".join(f"    {line}\n" for line in SQUARE.replace("range(4)", "range(4)").splitlines()) + "    t.right(60)\n", "for i in range(4):\n" + "".join(f"    {line}\n" for line in SQUARE.splitlines()) + "    t.right(45)\n", "closed shapes", "instead of"),
    "another figure": ("t.circle(50)", "t.goto(100, 20); t.goto(40, 90); t.goto(0, 0)", "other", "fits"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILING)
def test_a_failure_gets_a_hint(name):
    prediction, reference, kind, hint = FAILING[name]
    verdict = one(prediction, reference)
    assert (verdict.value, verdict.status, verdict.labels.get("failure", "")) == (0.0, Status.OK, kind)
    assert hint in verdict.reason
    assert verdict.parts["iou"] <= 0.95


def test_published_forgives_stretching_and_strict_does_not():
    wide = "for i in range(2):\n t.fd(160)\n t.rt(90)\n t.fd(100)\n t.rt(90)"
    pictures = [turtle.draw(code).black() for code in (SQUARE, wide)]
    stretched = ink.resized(pictures[0], pictures[1].shape)
    assert ink.iou(pictures[0], stretched) > 0.95 > ink.strict_iou(pictures[0], stretched)
    larger = ink.resized(pictures[0], (300, 300))
    assert ink.iou(pictures[0], larger) > 0.95 and ink.strict_iou(pictures[0], larger) > 0.95


def test_the_threshold_is_the_callers():
    assert one(HOUSE, SQUARE, threshold=0.1).value == 1.0
    with pytest.raises(ValueError, match="threshold"):
        one(SQUARE, SQUARE, threshold=1.5)


UNGRADED = {
    "nothing": (None, Status.NO_ANSWER),
    "empty": ("", Status.NO_ANSWER),
    "prose": ("A square has four sides.", Status.NO_ANSWER),
    "a refusal": ("I'm sorry, I cannot see images.", Status.REFUSED),
    "a syntax error": ("t.forward(100", Status.PARSE_ERROR),
    "an error": ("t.forwards(100)", Status.COMPILE_ERROR),
    "draws nothing": ("t.penup(); t.forward(100)", Status.NO_ANSWER),
    "draws in white": ("t.color('white'); t.forward(100)", Status.NO_ANSWER),
    "too far": ("t.forward(10000)", Status.TOO_LARGE),
    "a forged verdict": ("import sys, os\nprint('{\"iou\": 1.0, \"solved\": true}')\nos.write(1, b'1.0')\nsys.exit(0)", Status.NO_ANSWER),
    "hostile equality": ("class Same(float):\n    def __eq__(self, other): return True\n    def __gt__(self, other): return True\n    __lt__ = __ge__ = __le__ = __gt__\nturtle.Turtle.__eq__ = Same.__eq__\nt.goto(Same(3), Same(4))", Status.OK),
}  # fmt: skip


@pytest.mark.process
@pytest.mark.parametrize("name", UNGRADED)
def test_what_draws_nothing_of_use_scores_nothing(name):
    prediction, status = UNGRADED[name]
    neighbours = score([SQUARE, prediction, HOUSE], [SQUARE] * 3)
    assert [verdict.value for verdict in neighbours] == [1.0, 0.0, 0.0]
    assert neighbours[1].status is status and neighbours[1].reason
    assert [neighbours[0], neighbours[2]] == score([SQUARE, HOUSE], [SQUARE] * 2)


def test_a_cut_completion_is_truncated():
    cut = f"```python\n{SQUARE}t.forw"
    assert score([Completion(cut, "length")], [SQUARE])[0].status is Status.TRUNCATED
    assert score([Completion(f"```python\n{SQUARE}```\nand", "length")], [SQUARE])[0].value == 1.0
    assert score([Completion(None, "missing")], [SQUARE])[0].status is Status.NO_ANSWER


def test_references_of_all_forms_give_the_same():
    black = turtle.draw(HOUSE).black()
    image = Image.fromarray(np.where(np.pad(black, 40), 0, 255).astype(np.uint8))
    forms = [
        HOUSE,
        {"code": HOUSE},
        {"id": "x", "image": png(image)},
        {"image": {"bytes": png(image), "path": None}},
        png(image),
        image,
        np.asarray(image),
        black,
    ]
    verdicts = score([HOUSE] * len(forms), forms)
    assert [verdict.parts["iou"] for verdict in verdicts] == [1.0] * len(forms)
    assert [verdict.value for verdict in score([SQUARE] * len(forms), forms)] == [0.0] * len(forms)


@pytest.mark.parametrize(
    "reference",
    [None, 3, "", {}, {"code": None}, b"no image", "1/0", "t.penup()", np.zeros((0, 3)), Image.new("L", (9, 9), 255)],
    ids=["None", "number", "empty", "row", "row of None", "bytes", "error", "nothing drawn", "no pixels", "white"],
)
def test_a_reference_that_is_none_is_the_callers_mistake(reference):
    with pytest.raises(ValueError, match="reference 1"):
        score([SQUARE, SQUARE], [SQUARE, reference])


def test_the_rabbit_is_graded_under_its_names():
    flag = "r.aa(120)\nr.bb(90)\nfor i in range(2):\n    r.aa(70)\n    r.bb(90)\n    r.aa(40)\n    r.bb(90)\n"
    for code in (flag, f"```python\nr = Rabbit()\n{flag}```"):
        assert one(code, FLAG, setting="rabbit").value == 1.0
    assert one("r = Rabbit()\n" + flag, FLAG).status is Status.COMPILE_ERROR


SVG_HOUSE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><g fill="none" stroke="blue" stroke-width="0.2"><rect x="10" y="18.660254" width="20" height="20"/><path d="M10 18.660254L20 1.339746L30 18.660254"/></g></svg>'


def test_any_language_is_graded_by_the_same_measure():
    predictions = [
        SVG_HOUSE,
        f"As SVG:\n```svg\n{SVG_HOUSE}\n```",
        f"```python\n{HOUSE}```",
        SVG_HOUSE.replace("1.339746", "9"),
        "1. Draw a square.\n2. Draw a roof.",
        "<svg",
        "```html\n<canvas></canvas>\n```",
    ]
    verdicts = score(predictions, [HOUSE] * len(predictions), setting="any-language")
    assert [verdict.value for verdict in verdicts] == [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    assert [verdict.labels["language"] for verdict in verdicts] == [
        "svg",
        "svg",
        "turtle",
        "svg",
        "other",
        "other",
        "canvas",
    ]
    assert "written for canvas" in verdicts[-1].reason


def test_true_circles_are_no_mistake_in_other_languages():
    circle = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="none" stroke="red"/></svg>'
    for radius in (20, 57, 130):
        assert one(circle, f"t.circle({radius})", setting="any-language").value == 1.0
    assert one(circle, "t.circle(100, steps=6)", setting="any-language").value == 0.0


MATPLOTLIB = """```python
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([0, 1, 1, 0, 0, 0.5, 1], [0, 0, 1, 1, 0, 0, 0], color="black", linewidth=5)
ax.plot([0, 0.5, 1], [1, 1 + 3 ** 0.5 / 2, 1])
ax.set_aspect("equal"); ax.set_title("A house"); ax.grid(True)
plt.show()
```"""


@pytest.mark.process
@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="no matplotlib: pip install matplotlib")
def test_matplotlib_programs_are_drawn():
    verdict = one(MATPLOTLIB, HOUSE, setting="any-language")
    assert (verdict.value, verdict.labels["language"]) == (1.0, "matplotlib")
    failed = one("import matplotlib.pyplot as plt\nplt.plot(1 / 0)", HOUSE, setting="any-language")
    assert (failed.status, failed.labels["language"]) == (Status.COMPILE_ERROR, "matplotlib")
    assert "line 2: ZeroDivisionError" in failed.reason


@pytest.mark.process
@pytest.mark.skipif(importlib.util.find_spec("sgpkit.graphics.tex") is None, reason="no TikZ in this version")
def test_tikz_programs_are_drawn():
    tikz = (
        "\\begin{tikzpicture}\\draw (0,0) rectangle (1,1); \\draw (0,1) -- (0.5,1.8660254) -- (1,1);\\end{tikzpicture}"
    )
    verdict = one(f"```latex\n{tikz}\n```", HOUSE, setting="any-language")
    assert (verdict.value, verdict.labels["language"]) == (1.0, "tikz")


shapes = st.tuples(st.integers(1, 24), st.integers(1, 24))


@st.composite
def pixels(draw):
    height, width = draw(shapes)
    return np.array(draw(st.lists(st.booleans(), min_size=height * width, max_size=height * width))).reshape(
        height, width
    )


@given(pixels(), pixels())
def test_overlap_is_a_measure(first, second):
    assert 0.0 <= ink.iou(first, second) <= 1.0
    assert 0.0 <= ink.strict_iou(first, second) <= ink.iou(first, second) + 1.0
    assert ink.iou(first, first) == (1.0 if first.any() else 0.0)
    assert ink.iou(first, second) == pytest.approx(ink.iou(second, first))
    positions = [
        (y, x) for y in range(-second.shape[0], first.shape[0] + 1) for x in range(-second.shape[1], first.shape[1] + 1)
    ]
    assert ink.shared_at(first, second, (0, 0)) <= max(ink.shared_at(first, second, item) for item in positions)
    height, width = (max(one, other) for one, other in zip(first.shape, second.shape, strict=True))
    laid = [np.zeros((height, width), bool) for _ in range(2)]
    for board, piece in zip(laid, (first, second), strict=True):
        board[: piece.shape[0], : piece.shape[1]] = piece
    assert ink.shared_at(first, second, (0, 0)) == np.count_nonzero(laid[0] & laid[1])


def test_a_part_is_found_where_it_lies():
    whole = turtle.draw(HOUSE + "t.penup(); t.goto(300, 200); t.pendown(); t.circle(40)").black()
    part = turtle.draw("t.circle(40)").black()
    y, x = ink.best_offset(whole, part)
    assert ink.shared_at(whole, part, (y, x)) / part.sum() > 0.97
    assert (y, x) == pytest.approx((0, whole.shape[1] - part.shape[1]), abs=1)


@pytest.mark.slow
@pytest.mark.realdata
def test_every_published_program_passes_its_own_task(fixtures_path):
    """Each is compared with its own drawing and with the published picture; contours are those of the published
    column."""
    folder = fixtures_path / "turtlebench"
    rows = [json.loads(line) for line in (folder / "dataset.jsonl").read_text().splitlines()]
    codes = [f"{row['variables']}\n{row['base_shape_code']}" for row in rows]
    pictures = [
        (folder / "autotest" / "source" / f"{row['id']}_{row['question_number']}.jpg").read_bytes() for row in rows
    ]
    assert len(rows) >= 100
    for references in (codes, pictures):
        verdicts = score(codes, references)
        assert [verdict.value for verdict in verdicts] == [1.0] * len(rows)
    assert min(verdict.parts["iou"] for verdict in verdicts) > 0.99
    assert min(verdict.parts["strict"] for verdict in verdicts) > 0.99
    figures = turtle.draw_many(codes)
    counted = [figure.contours() for figure, row in zip(figures, rows, strict=True) if row["question_number"] == 1]
    assert counted == [row["source_contours"] for row in rows if row["question_number"] == 1]


@pytest.mark.realdata
def test_programs_that_bring_their_own_turtle_pass_too(fixtures_path):
    folder = fixtures_path / "turtlebench"
    rows = [json.loads(line) for line in (folder / "dataset.jsonl").read_text().splitlines()][::5]
    heads = (
        "import turtle\nfrom math import *\nt = turtle.Turtle()\n",
        "from turtle import *\nfrom math import *\nt = Pen()\n",
        "import turtle as window, math\nfrom math import *\nscreen = window.Screen()\nt = window.Turtle(visible=False)\nt.speed('fastest')\n",
    )
    codes = [f"{row['variables']}\n{row['base_shape_code']}" for row in rows]
    for head in heads:
        completions = [f"```python\n{head}{code}\n```" for code in codes]
        assert [verdict.value for verdict in score(completions, codes)] == [1.0] * len(rows)


def test_equal_pairs_are_compared_once(monkeypatch):
    seen = []
    score_of = turtle_match.score_of
    monkeypatch.setattr(turtle_match, "score_of", lambda *given: seen.append(given) or score_of(*given))
    assert len(score([SQUARE, HOUSE] * 200, [SQUARE] * 400)) == 400
    assert len(seen) == 2


def test_a_drawing_of_many_points_is_fitted_fewer_times():
    def tries(points):
        line = turtle.Stroke(tuple(Point(x, x % 7) for x in range(points)))
        return sum(1 for _ in any_language.scaled_to_box(turtle.Figure((line,)), (300, 300)))

    assert tries(100) == 80
    assert tries(100_000) == 4
    assert tries(1_000_000) == 1


def test_a_drawing_of_too_many_points_is_refused():
    corners = " ".join(f"{x % 997},{x % 991}" for x in range(60_000))
    crowd = f'<svg viewBox="0 0 1000 1000"><polyline points="{corners}" fill="none" stroke="#000"/></svg>'
    (verdict,) = score([crowd], [SQUARE], "any-language")
    assert (verdict.value, verdict.status) == (0.0, Status.TOO_LARGE)
