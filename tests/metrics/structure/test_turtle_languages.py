"""Figures in languages other than the turtle's: EPS and libraries are read, others are refused by name."""

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


OPENCV = """import cv2
import numpy as np
img = np.ones((460, 260, 3), dtype=np.uint8) * 255
cv2.rectangle(img, (20, 220), (220, 420), (0, 0, 0), 2)
cv2.polylines(img, [np.array([[20, 220], [120, 47], [220, 220]])], False, (0, 0, 0), 2)
cv2.putText(img, "house", (5, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1)
cv2.imshow("House", img)
while True:
    if cv2.waitKey(0) & 0xFF == ord("q"):
        break
cv2.destroyAllWindows()"""

OPENCV_CIRCLES = """import cv2, numpy
image = numpy.full((400, 600), 255, numpy.uint8)
cv2.circle(image, (100, 200), 40, 0, 1)
cv2.ellipse(image, (250, 160), (80, 80), 0, 0, 200, 0, 1, cv2.LINE_AA)
cv2.ellipse(image, (250, 160), (80, 80), 0, 200, 360, 0, 1)
cv2.imwrite("circles.png", cv2.resize(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), None, fx=0.8, fy=0.8))"""

PYGAME = """import sys
import pygame
pygame.init()
screen = pygame.display.set_mode((260, 460))
pygame.display.set_caption("House")
font, clock = pygame.font.SysFont("arial", 24), pygame.time.Clock()
running = True
while running:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            running = False
    screen.fill((255, 255, 255))
    pygame.draw.rect(screen, (0, 0, 0), (20, 220, 200, 200), 3)
    pygame.draw.lines(screen, (0, 0, 0), False, [(20, 220), (120, 47), (220, 220)], 3)
    screen.blit(font.render("A house", True, "black"), (5, 5))
    pygame.display.flip()
    clock.tick(60)
pygame.quit()
sys.exit()"""

PYGAME_CIRCLES = """import pygame
pygame.init()
window = pygame.display.set_mode((600, 400))
layer = pygame.Surface((600, 400), pygame.SRCALPHA)
pygame.draw.circle(layer, "black", (100, 200), 40, 1)
pygame.draw.arc(layer, "black", (170, 80, 160, 160), 0, 3.15, 1)
pygame.draw.arc(layer, "black", (170, 80, 160, 160), 3.14, 6.3, 1)
window.fill("white")
window.blit(layer, (0, 0))
pygame.display.update()
waiting = True
while waiting:
    waiting = all(event.type != pygame.QUIT for event in pygame.event.get())"""

LIBRARIES = {
    "pillow": (PILLOW, PILLOW_CIRCLES), "opencv": (OPENCV, OPENCV_CIRCLES), "pygame": (PYGAME, PYGAME_CIRCLES)
}  # fmt: skip


def one(answer, reference):
    (verdict,) = score([answer], [reference], setting="any-language")
    return verdict


@pytest.mark.parametrize("answer", [EPS, f"```eps\n{EPS}\n```", f"Here:\n```postscript\n{EPS}\n```\nIt is a house."])
def test_eps_is_read(answer):
    verdict = one(answer, HOUSE)
    assert (verdict.value, verdict.parts["strict"] > 0.95, verdict.labels["language"]) == (1.0, True, "eps")
    assert one(answer.replace("383.205", "300"), HOUSE).value == 0.0


@pytest.mark.parametrize("library", LIBRARIES)
def test_programs_of_a_library_are_read(library):
    house, circles = LIBRARIES[library]
    for answer, reference in ((house, HOUSE), (circles, CIRCLES)):
        verdict = one(f"```python\n{answer}\n```", reference)
        assert (verdict.value, verdict.labels["language"]) == (1.0, library), verdict.reason
        assert verdict.parts["strokes"] == 1.0
    assert one(house, HOUSE).value == 1.0
    assert one(house, SQUARE).value == one(circles, HOUSE).value == 0.0


PILLOW_FAILING = {
    "an error": ("draw.lines([(0, 0), (1, 1)])", "line 5: AttributeError"),
    "pixels turned": ("img = img.rotate(30)", "`rotate` is not supported"),
    "a file opened": ("img = Image.open('/etc/passwd')", "`open` is not supported"),
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


def replaced(code, *pairs):
    for old, new in pairs:
        assert old in code
        code = code.replace(old, new)
    return code


SHOWN, FLIP = 'cv2.imshow("House", img)', "    pygame.display.flip()"
LAYER = "    layer = pygame.Surface((260, 460))\n    layer.fill('white')\n"
ON_LAYER = (
    ("rect(screen", "rect(layer"),
    ("lines(screen", "lines(layer"),
    (FLIP, f"    screen.blit(layer, (0, 0))\n{FLIP}"),
)
HIDDEN = {
    "OpenCV: white on white": replaced(OPENCV, ("(0, 0, 0), 2", "(255, 255, 255), 2")),
    "OpenCV: black on black": replaced(OPENCV, ("* 255", "* 0")),
    "OpenCV: erased": replaced(OPENCV, (SHOWN, f"img[:] = 255\n{SHOWN}")),
    "OpenCV: covered": replaced(OPENCV, (SHOWN, f"cv2.rectangle(img, (0, 0), (260, 460), (255, 255, 255), -1)\n{SHOWN}")),
    "OpenCV: half covered": replaced(OPENCV, (SHOWN, f"cv2.circle(img, (20, 420), 90, (255, 255, 255), -1)\n{SHOWN}")),
    "OpenCV: more by pixels": replaced(OPENCV, (SHOWN, f"img[250:260, 20:220] = 0\n{SHOWN}")),
    "OpenCV: another image is shown": replaced(OPENCV, (SHOWN, 'cv2.imshow("x", img * 0 + 255)')),
    "OpenCV: outside": replaced(OPENCV, ("[20, 220], [120, 47], [220, 220]", "[920, 220], [990, 47], [940, 220]")),
    "pygame: white on white": replaced(PYGAME, ("(0, 0, 0)", "(255, 255, 255)")),
    "pygame: black on black": replaced(PYGAME, ("fill((255, 255, 255))", "fill((0, 0, 0))")),
    "pygame: erased": replaced(PYGAME, (FLIP, f"    screen.fill('white')\n{FLIP}")),
    "pygame: erased by pixels": replaced(PYGAME, (FLIP, f"    pygame.surfarray.pixels3d(screen)[:] = 255\n{FLIP}")),
    "pygame: clipped": replaced(PYGAME, ("    screen.fill", "    screen.set_clip((0, 0, 9, 9))\n    screen.fill")),
    "pygame: faint layer": replaced(PYGAME, ("    screen.fill", f"{LAYER}    layer.set_alpha(9)\n    screen.fill"), *ON_LAYER),
    "pygame: color key": replaced(PYGAME, ("    screen.fill", f"{LAYER}    layer.set_colorkey('black')\n    screen.fill"), *ON_LAYER),
    "Pillow: black on black": replaced(PILLOW, ('(260, 460), "white"', "(260, 460)")),
    "Pillow: faint": replaced(PILLOW, ("Draw(img)", 'Draw(img, "RGBA")'), ('"black", width', "(0, 0, 0, 4), width"), ("(0, 0, 0), width", "(0, 0, 0, 4), width")),
    "Pillow: erased by pixels": replaced(PILLOW, ("img = img.resize", "dots = img.load()\nfor x in range(260):\n    for y in range(460):\n        dots[x, y] = (255, 255, 255)\nimg = img.resize")),
}  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_pixels_of_a_library_decide_what_is_seen(name):
    assert one(HIDDEN[name], HOUSE).value == 0.0


def test_an_animation_counts_as_it_ends():
    growing = replaced(PYGAME, ("(220, 220)], 3)", "(120 + n, 47 + 1.73 * n)], 3)\n    n = min(n + 10, 100)"))
    assert one(replaced(growing, ("running = True", "running, n = True, 0")), HOUSE).value == 1.0


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
