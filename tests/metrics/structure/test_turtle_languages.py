"""Figures in other languages than the turtle's: EPS and Pillow are read, others are refused by their names."""

import pytest

from sgpkit.graphics.programs import any_language, library_program
from sgpkit.metrics.structure.turtle import score
from sgpkit.status import Rejected, Status

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

SQUARE = "for i in range(4):\n    t.forward(100)\n    t.right(90)\n"
HOUSE = SQUARE + "t.left(60)\nt.forward(100)\nt.right(120)\nt.forward(100)\n"
CIRCLES = "t.circle(40)\nt.penup()\nt.forward(150)\nt.pendown()\nt.circle(80)\n"

EPS = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 220 420
2 setlinewidth
10 10 moveto 210 10 lineto 210 210 lineto 10 210 lineto closepath stroke
newpath 10 210 moveto 110 383.205 lineto 210 210 lineto stroke
showpage
%%EOF"""

PILLOW = """from PIL import Image, ImageDraw

img = Image.new("RGB", (260, 460), "white")
draw = ImageDraw.Draw(img)
draw.rectangle([20, 220, 220, 420], outline="black", width=1)
draw.line([(20, 220), (120, 46.795), (220, 220)], fill=(0, 0, 0), width=1)
draw.text((5, 5), "A house", fill="black")
img = img.resize((130, 230))
img.save("house.png")
img.show()"""

PILLOW_CIRCLES = """from PIL import Image, ImageDraw
image = Image.new("L", (600, 400), 255)
d = ImageDraw.Draw(image)
d.ellipse((60, 160, 140, 240), outline=0, width=1)
d.arc((170, 80, 330, 240), 0, 200, fill=0)
d.arc((170, 80, 330, 240), 200, 360, fill=0)
image.save("circles.png")"""


def one(answer, reference):
    (verdict,) = score([answer], [reference], setting="any-language")
    return verdict


@pytest.mark.parametrize("answer", [EPS, f"```eps\n{EPS}\n```", f"Here:\n```postscript\n{EPS}\n```\nIt is a house."])
def test_eps_is_read(answer):
    verdict = one(answer, HOUSE)
    assert (verdict.value, verdict.parts["strict"] > 0.95, verdict.labels["language"]) == (1.0, True, "eps")
    assert one(answer.replace("383.205", "300"), HOUSE).value == 0.0


@pytest.mark.parametrize(("answer", "reference"), [(PILLOW, HOUSE), (PILLOW_CIRCLES, CIRCLES)])
def test_pillow_is_read(answer, reference):
    for text in (answer, f"```python\n{answer}\n```"):
        verdict = one(text, reference)
        assert (verdict.value, verdict.labels["language"]) == (1.0, "pillow"), verdict.reason
        assert verdict.parts["strokes"] == 1.0
    assert one(PILLOW, SQUARE).value == one(PILLOW_CIRCLES, HOUSE).value == 0.0


PILLOW_FAILING = {
    "an error": ("draw.lines([(0, 0), (1, 1)])", "line 5: AttributeError"),
    "pixels turned": ("img = img.rotate(30)", "Pillow's `rotate` is not supported"),
    "a file opened": ("img = Image.open('/etc/passwd')", "Pillow's `open` is not supported"),
    "covered": ("draw.line((9, 9, 90, 90), fill='black')\ndraw.rectangle((0, 0, 99, 99), fill='white')", "nothing black"),
    "nothing drawn": ("", "draws nothing with ImageDraw"),
    "ended": ("import sys; sys.exit(3)", "draws nothing with ImageDraw"),
    "too many points": ("draw.line([(k % 90, k % 70) for k in range(300_000)])", "more than 200,000 points"),
}  # fmt: skip


@pytest.mark.parametrize("name", PILLOW_FAILING)
def test_pillow_programs_that_draw_no_figure_say_why(name):
    lines, reason = PILLOW_FAILING[name]
    start = (
        "from PIL import Image, ImageDraw\nimg = Image.new('RGB', (100, 100), 'white')\n\ndraw = ImageDraw.Draw(img)\n"
    )
    verdict = one(f"```python\n{start}{lines}\n```", SQUARE)
    assert (verdict.value, verdict.labels["language"]) == (0.0, "pillow")
    assert verdict.status is not Status.OK and reason in verdict.reason


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        ("d.rounded_rectangle((10, 10, 90, 90), 20, outline='black')", "rounded"),
        ("d.polygon([(10, 10), (90, 10), (50, 80)], outline='black')", "triangle"),
        ("d.regular_polygon((50, 50, 40), 3, outline='black')", "triangle"),
        ("d.pieslice((10, 10, 90, 90), 0, 90, outline='black')", "slice"),
        ("d.chord((10, 10, 90, 90), 0, 180, outline='black')", "chord"),
        ("d.circle((50, 50), 40, outline='black')", "circle"),
        ("d.point((50, 50), fill='black')", "dot"),
    ],
)
def test_every_shape_of_pillow_lies_where_pillow_paints_it(call, shape):
    import numpy as np
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (100, 100), "white")
    names = {"d": ImageDraw.Draw(image)}
    exec(call, names)
    rows, columns = np.nonzero(np.asarray(image.convert("L")) < 128)
    start = "from PIL import Image, ImageDraw\nim = Image.new('RGB', (100, 100), 'white')\nd = ImageDraw.Draw(im)\n"
    left, bottom, right, top = any_language.draw(start + call).figure.box(0.0)
    expected = (columns.min() + 0.5, -rows.max() - 0.5, columns.max() + 0.5, -rows.min() - 0.5)
    assert (left, bottom, right, top) == pytest.approx(expected, abs=1.01), shape


NAMED = {
    "canvas": "<canvas id='c'></canvas><script>const x = document.getElementById('c').getContext('2d');</script>",
    "p5.js": "function setup() { createCanvas(400, 400); line(0, 0, 9, 9); }",
    "processing": "void setup() { size(400, 400); line(0, 0, 9, 9); }",
    "tkinter": "import tkinter\ncanvas = tkinter.Canvas()\ncanvas.create_line(0, 0, 9, 9)",
    "pygame": "import pygame\npygame.draw.line(screen, 0, (0, 0), (9, 9))",
    "opencv": "import cv2\ncv2.line(img, (0, 0), (9, 9), 0)",
    "plotly": "import plotly.graph_objects as go\ngo.Figure()",
    "cairo": "import cairo\ncontext.line_to(9, 9)",
    "graphviz": "digraph G { a -> b }",
    "mathematica": "Graphics[Line[{{0, 0}, {1, 1}}]]",
    "logo": "repeat 4 [ fd 100 rt 90 ]",
    "asymptote": "size(5cm);\ndraw((0,0)--(1,1));",
}


@pytest.mark.parametrize("language", NAMED)
def test_other_languages_are_refused_by_name(language):
    verdict = one(f"```\n{NAMED[language]}\n```", SQUARE)
    assert (verdict.value, verdict.labels["language"]) == (0.0, language)
    assert verdict.status is Status.COMPILE_ERROR and f"written for {language}" in verdict.reason


def test_a_program_that_is_drawn_comes_before_one_that_is_refused():
    answer = f"```python\n{SQUARE}```\nOr in HTML:\n```html\n{NAMED['canvas']}\n```"
    assert one(answer, SQUARE).value == 1.0


def test_a_library_program_sees_no_other_file():
    with pytest.raises(Rejected, match=r"FileNotFoundError|PermissionError"):
        library_program.to_svg(f"open({__file__!r})", library_program.PILLOW)
