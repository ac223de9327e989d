"""Figures in other languages consist of painted lines: hidden, clipped and covered lines do not count, and paper is
allowed."""

import pytest

from sgpkit.graphics.programs import any_language
from sgpkit.graphics.turtle.figure import Stroke
from sgpkit.metrics.structure.turtle import score

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

SQUARE = "for i in range(4):\n    t.forward(200)\n    t.right(90)\n"
DIAGONAL = SQUARE + "t.goto(200, -200)\n"

BOX = '<rect x="50" y="50" width="200" height="200"/>'
LOOK = 'fill="none" stroke="black" stroke-width="3"'
LINES = f'<g {LOOK}>{BOX}<path d="M50 50L250 250"/></g>'
OTHER = f'<path {LOOK} d="M250 50L50 250"/>'
CLIP = '<clipPath id="c"><rect width="9" height="9"/></clipPath>'


def svg(body, view="0 0 300 300"):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'


RIGHT = {
    "plain": svg(LINES),
    "on a white page": svg(f'<rect width="300" height="300" fill="white"/>{LINES}'),
    "on a page of all its width": svg(f'<rect width="100%" height="100%" fill="#fff"/>{LINES}'),
    "with hairlines": svg(LINES.replace('"3"', '"0.4"')),
    "with wide lines": svg(LINES.replace('"3"', '"12"')),
    "with another line clipped away": svg(f'{CLIP}{LINES}<g clip-path="url(#c)">{OTHER}</g>'),
    "with another line outside the page": svg(f'{LINES}<path {LOOK} d="M900 50L50 900"/>'),
    "with another line under white": svg(f'{OTHER}<rect width="300" height="300" fill="white"/>{LINES}'),
    "cut from a longer line": svg(
        f'<clipPath id="c">{BOX}</clipPath><g {LOOK}>{BOX}<path clip-path="url(#c)" d="M-500 -500L900 900"/></g>'
    ),
}
WRONG = {
    "another line too": svg(LINES + OTHER),
    "clipped": svg(f'{CLIP}<g clip-path="url(#c)">{LINES}</g>'),
    "covered": svg(f'{LINES}<rect width="300" height="300" fill="white"/>'),
    "half covered": svg(f'{LINES}<rect x="150" width="150" height="300" fill="white"/>'),
    "dashed": svg(LINES.replace('"3"', '"3" stroke-dasharray="20 20"')),
    "under a wide white line": svg(f'{LINES}<path stroke="white" stroke-width="200" d="M0 150H300"/>'),
    "in a nested page without size": svg(f'<svg width="0" height="0">{LINES}</svg>'),
    "outside the page": svg(LINES, "1000 1000 300 300"),
    "half outside the page": svg(LINES, "0 0 150 150"),
    "flooded with white": svg(f'<filter id="f"><feFlood flood-color="white"/></filter><g filter="url(#f)">{LINES}</g>'),
    "masked": svg(f'<mask id="m"><rect width="300" height="300"/></mask><g mask="url(#m)">{LINES}</g>'),
    "faint": svg(f'<g opacity="0.01">{LINES}</g>'),
    "a line clipped to a half": svg(
        f'<clipPath id="c"><rect width="150" height="300"/></clipPath><g {LOOK}>{BOX}<path clip-path="url(#c)" d="M50 50L250 250"/></g>'
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_figure_is_solved_however_it_is_painted(name):
    (verdict,) = score([RIGHT[name]], [DIAGONAL], setting="any-language")
    assert (verdict.value, verdict.parts["strokes"]) == (1.0, 1.0), verdict.reason


@pytest.mark.parametrize("name", WRONG)
def test_figure_that_is_not_seen_whole_is_not_solved(name):
    (verdict,) = score([WRONG[name]], [DIAGONAL], setting="any-language")
    assert (verdict.value, verdict.parts["strict"]) == (0.0, 0.0), verdict.reason


HOUSE = SQUARE + "t.left(60)\nt.forward(200)\nt.right(120)\nt.forward(200)\n"
ADJACENT = SQUARE + "t.forward(200)\n" + SQUARE
STACKED = "t.circle(60)\nt.penup()\nt.goto(0, 120)\nt.pendown()\nt.circle(60)\n"
CONCENTRIC = "t.circle(100)\nt.penup()\nt.goto(0, 50)\nt.pendown()\nt.circle(50)\n"
INWARD = {
    "pillow": (
        "from PIL import Image, ImageDraw\nimage = Image.new('RGB', (500, 500), 'white')\nd = ImageDraw.Draw(image)\n",
        "d.rectangle([{0}, {1}, {0} + {2}, {1} + {2}], outline='black', width={width})",
        "d.ellipse([{0} - {2}, {1} - {2}, {0} + {2}, {1} + {2}], outline='black', width={width})",
        "d.line([({0}, {1}), ({2}, {3})], fill='black', width={width})",
        "image.save('figure.png')",
    ),
    "pygame": (
        "import pygame\npygame.init()\nscreen = pygame.display.set_mode((500, 500))\nscreen.fill('white')\n",
        "pygame.draw.rect(screen, 'black', ({0}, {1}, {2}, {2}), {width})",
        "pygame.draw.circle(screen, 'black', ({0}, {1}), {2}, {width})",
        "pygame.draw.line(screen, 'black', ({0}, {1}), ({2}, {3}), {width})",
        "pygame.display.flip()",
    ),
}
"""Libraries that paint outlines inside a shape: a start, a square, a circle, a line and an end."""


def squares_and_circles(library, width):
    """Return programs whose shapes meet at the coordinates that they give, and turtle programs of the same figures."""
    start, square, circle, line, end = INWARD[library]

    def program(*calls):
        return start + "\n".join(form.format(*numbers, width=width) for form, *numbers in calls) + f"\n{end}"

    roof = (line, 50, 250, 150, 76.795), (line, 150, 76.795, 250, 250)
    return {
        program((square, 50, 250, 200), *roof): HOUSE,
        program((square, 50, 250, 200), (square, 250, 250, 200)): ADJACENT,
        program((circle, 150, 350, 60), (circle, 150, 230, 60)): STACKED,
        program((circle, 150, 350, 100), (circle, 150, 350, 50)): CONCENTRIC,
    }


@pytest.mark.parametrize("width", [3, 5, 10])
@pytest.mark.parametrize("library", INWARD)
def test_shapes_that_meet_at_the_given_coordinates_are_right(library, width):
    figures = squares_and_circles(library, width)
    right = score(list(figures), list(figures.values()), setting="any-language")
    assert [(verdict.value, verdict.parts["strokes"]) for verdict in right] == [(1.0, 1.0)] * 4
    wrong = score(list(figures), [*list(figures.values())[1:], HOUSE], setting="any-language")
    assert [verdict.value for verdict in wrong] == [0.0] * 4


@pytest.mark.parametrize("library", INWARD)
def test_shapes_that_meet_at_painted_lines_are_right(library):
    """The square is larger by the width, so that the middle of its painted lines is at the roof's ends."""
    start, square, _, line, end = INWARD[library]
    calls = [square.format(47.5, 247.5, 205, width=5) if library == "pillow" else square.format(48, 248, 204, width=5)]
    calls += [line.format(*ends, width=5) for ends in ((50, 250, 150, 76.795), (150, 76.795, 250, 250))]
    (verdict,) = score([start + "\n".join(calls) + f"\n{end}"], [HOUSE], setting="any-language")
    assert (verdict.value, verdict.parts["strokes"]) == (1.0, 1.0), verdict.reason


@pytest.mark.parametrize("library", INWARD)
def test_square_much_smaller_than_its_roof_is_wrong(library):
    start, square, _, line, end = INWARD[library]
    calls = [square.format(70, 250, 160, width=5)]
    calls += [line.format(*ends, width=5) for ends in ((50, 250, 150, 76.795), (150, 76.795, 250, 250))]
    (verdict,) = score([start + "\n".join(calls) + f"\n{end}"], [HOUSE], setting="any-language")
    assert (verdict.value, verdict.parts["strict"]) == (0.0, 0.0)


@pytest.mark.parametrize("call", ["(50, 50, 200, 200), (0, 0, 0), 5", "(50, 50, 200, 200), (0, 0, 0), 5, cv2.LINE_AA",
    "rec=(50, 50, 200, 200), color=(0, 0, 0), thickness=5", "(50, 50, 200, 200), color=0, thickness=5",
    "(50, 50), (250, 250), 0, thickness=5", "pt1=(50, 50), pt2=(250, 250), color=0", "(50, 50), (250, 250), (0, 0, 0)"])  # fmt: skip
def test_opencv_rectangles_are_read_in_each_form_of_the_call(call):
    program = (
        f"import cv2\nimport numpy as np\nimg = np.full((300, 300, 3), 255, np.uint8)\ncv2.rectangle(img, {call})\n"
    )
    (verdict,) = score([f"{program}cv2.imwrite('a.png', img)"], [SQUARE], setting="any-language")
    assert verdict.value == 1.0, verdict.reason


@pytest.mark.parametrize("width", [1, 2, 5, 8])
def test_pillow_diagonal_from_the_outer_corner_is_right(width):
    """Pillow paints a rectangle's outline inside its box, and a line centred on its path."""
    program = f"""from PIL import Image, ImageDraw
image = Image.new("RGB", (300, 300), "white")
draw = ImageDraw.Draw(image)
draw.rectangle([50, 50, 250, 250], outline="black", width={width})
draw.line([(50, 50), (250, 250)], fill="black", width={width})
image.save("figure.png")"""
    right, wrong = score([program] * 2, [DIAGONAL, SQUARE], setting="any-language")
    assert (right.value, right.parts["strokes"], wrong.value) == (1.0, 1.0, 0.0)


def test_pillow_image_that_is_cropped_or_resized_keeps_its_lines():
    start = """from PIL import Image, ImageDraw
image = Image.new("RGBA", (400, 400), "white")
draw = ImageDraw.Draw(image)
draw.rectangle([50, 50, 250, 250], outline="black")
"""
    whole = f"{start}image = image.crop((40, 40, 260, 260)).resize((110, 110)).convert('L')\nimage.save('a.png')"
    drawn_after = f"""{start}image = image.resize((200, 200))
ImageDraw.Draw(image).line((25, 25, 125, 125), fill="black")
image.save("a.png")"""
    cut = f"{start}image = image.crop((100, 100, 400, 400))\nimage.save('a.png')"
    verdicts = score([whole, drawn_after, cut], [SQUARE, DIAGONAL, SQUARE], setting="any-language")
    assert [verdict.value for verdict in verdicts] == [1.0, 1.0, 0.0]


def test_ends_are_laid_on_middle_lines_only_within_the_width():
    def ends(width, start):
        body = f'<g fill="none" stroke="black" stroke-width="{width}"><path d="M50 50V250"/><path d="M{start} 150H250"/></g>'
        strokes = [mark for mark in any_language.draw(svg(body)).figure.marks if isinstance(mark, Stroke)]
        return min(point.x for point in strokes[1].points)

    assert ends(8, 52) == ends(8, 48) == pytest.approx(50)
    assert ends(8, 70) == pytest.approx(70)
    assert ends(2, 60) == pytest.approx(60)
    assert ends(2, 30) == pytest.approx(30)


def test_clipped_area_is_its_visible_part():
    disc = '<circle cx="150" cy="150" r="100" clip-path="url(#c)"/>'
    clip = '<clipPath id="c"><rect x="50" y="50" width="100" height="200"/></clipPath>'
    half = '<path d="M150 50A100 100 0 0 0 150 250Z"/>'
    figures = [any_language.draw(svg(body)).figure for body in (clip + disc, half)]
    drawn, expected = (figure.black() for figure in figures)
    assert drawn.shape == pytest.approx(expected.shape, abs=2)
    assert drawn.sum() == pytest.approx(expected.sum(), rel=0.02)
    assert figures[0].ink_box(0.0) == pytest.approx(figures[1].ink_box(0.0), abs=1)
