"""The grader's black pixels, compared with drawings at eight times the size made by other means."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from sgpkit.graphics.geometry import Affine, Point, rotation
from sgpkit.graphics.turtle.contours import contours, hole_sizes, pieces_and_holes
from sgpkit.graphics.turtle.figure import Dot, Figure, Fill, Stamp, Stroke, Text
from sgpkit.graphics.turtle.pixels import black_of, crop
from sgpkit.graphics.turtle.spans import SCALE, Capsule, areas, lines
from sgpkit.status import Rejected, Status

SQUARE = Stroke((Point(0, 0), Point(100, 0), Point(100, -100), Point(0, -100), Point(0, 0)))


def painted(spans, box):
    left, top, right, bottom = box
    pixels = np.zeros((bottom - top, right - left), bool)
    for row, start, stop in zip(*spans, strict=True):
        pixels[row - top, start - left : stop - left] = True
    return pixels


def distances(start, end, box, times):
    """Return the distances of the centers of a fine grid's cells from a segment."""
    left, top, right, bottom = box
    xs = left + (np.arange((right - left) * times) + 0.5) / times
    ys = top + (np.arange((bottom - top) * times) + 0.5) / times
    x, y = np.meshgrid(xs, ys)
    across, down = end[0] - start[0], end[1] - start[1]
    length = across**2 + down**2
    share = np.clip(((x - start[0]) * across + (y - start[1]) * down) / length, 0, 1) if length else 0.0
    return np.hypot(x - start[0] - share * across, y - start[1] - share * down)


point = st.floats(-30, 30, width=32)


@given(st.tuples(point, point), st.tuples(point, point), st.sampled_from([0.6, 2.5, 4.0]), st.booleans())
def test_a_line_touches_or_covers_what_a_fine_drawing_does(start, end, radius, touched):
    box = (-40, -40, 40, 40)
    spans = lines([Capsule([Point(x / SCALE, -y / SCALE) for x, y in (start, end)], radius)], touched)
    pixels = painted(spans, box)
    far = distances(start, end, box, 8)
    blocks = (far <= radius).reshape(80, 8, 80, 8)
    fine = blocks.any((1, 3)) if touched else blocks.all((1, 3))
    nearest = np.abs(far - radius).reshape(80, 8, 80, 8).min((1, 3))
    assert nearest[pixels != fine].max(initial=0.0) < 0.12  # nearer to the edge than the fine grid can tell
    assert (pixels >= fine).all() if touched else (pixels <= fine).all()


near = st.floats(-15, 15, width=32)


@given(st.lists(st.tuples(near, near), min_size=3, max_size=8), st.booleans())
def test_an_area_is_filled_by_the_even_odd_rule(corners, touched):
    corners = [(x + 0.0123, y + 0.0077) for x, y in corners]  # away from edges that run through centers
    spans = areas([[Point(x / SCALE, -y / SCALE) for x, y in corners]], touched)
    pixels = painted(spans, (-20, -20, 20, 20))
    middles = -20 + (np.arange(40 * 8) + 0.5) / 8
    x, y = np.meshgrid(middles, middles)
    inside = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if y0 != y1:
            inside ^= ((y0 > y) != (y1 > y)) & (x < x0 + (x1 - x0) * (y - y0) / (y1 - y0))
    blocks = inside.reshape(40, 8, 40, 8)
    fine = blocks.any((1, 3)) if touched else blocks.all((1, 3))
    assert np.count_nonzero(pixels & ~fine) <= 1  # rounding, if an edge runs through a center after all
    # A double edge crosses pixels that are covered from both of its sides.
    assert np.count_nonzero(fine & ~pixels) <= (1 if touched else 40)


def test_a_pen_of_five_leaves_lines_of_six_pixels():
    pixels = Figure((SQUARE,)).black()
    assert pixels.shape == (106, 106)
    assert pixels[50].sum() == pixels[:, 50].sum() == 12
    assert Figure((SQUARE,)).black(pen=3)[50].sum() == 8


def test_the_pen_is_the_graders_and_not_the_programs():
    wide = Figure((SQUARE._replace(width=40.0, colour="#ff0000"),))
    assert np.array_equal(wide.black(), Figure((SQUARE,)).black())


def test_light_ink_covers_and_dark_ink_counts():
    base = Figure((SQUARE,))
    again = SQUARE._replace(colour="#ffffff")
    assert Figure((SQUARE, again)).black().sum() < 0.4 * base.black().sum()  # only touched pixels of its edge are left
    assert np.array_equal(Figure((again, SQUARE)).black(), base.black())
    for colour, counts in (
        ("#0000ff", True),
        ("#ff0000", True),
        ("#ffff00", False),
        ("#c8c8c8", True),
        ("#c9c9c9", False),
        ("", False),
    ):
        assert bool(Figure((SQUARE._replace(colour=colour),)).black().size) is counts
    paper = Fill((Point(-20, 20), Point(120, 20), Point(120, -120), Point(-20, -120)), "#ffffff")
    assert Figure((SQUARE, paper)).black().size == 0
    assert np.array_equal(Figure((paper, SQUARE)).black(), base.black())


def test_dots_stamps_and_texts_are_ink():
    dot = Figure((Dot(Point(0, 0), diameter=20.0),)).black()
    assert dot.shape == (20, 20) and abs(dot.sum() - math.pi * 100) < 40
    assert Figure((Dot(Point(0, 0)),)).black().shape == (10, 10)  # of a pen of 5
    stamp = Figure((Stamp((Point(0, 0), Point(30, 0), Point(0, 30))),)).black()
    assert stamp.shape == (32, 32) and stamp[20, 5] and not stamp[5, 25]
    text = Figure((Text(Point(0, 0), "Hello", size=20),)).black()
    assert 10 < text.shape[0] < 40 and 40 < text.shape[1] < 120
    centred = Figure((Text(Point(0, 0), "Hello", align="center", size=20), Dot(Point(0, -30)))).black()
    columns = np.flatnonzero(centred[-8:].any(0))
    assert abs(columns.mean() - centred.shape[1] / 2) < 3


def test_nothing_is_nothing():
    assert Figure().black().shape == (0, 0)
    assert Figure((Stroke((Point(3, 3),), ""),)).black().shape == (0, 0)
    assert Figure().contours() == 0


def test_what_is_too_large_is_refused():
    for figure in (
        Figure((Dot(Point(0, 0)), Dot(Point(9000, 0)))),
        Figure((Fill((Point(0, 0), Point(9000, 0), Point(0, 9000))),)),
        Figure(tuple(Stroke((Point(-9000, k / 10), Point(9000, 9000))) for k in range(3000))),
    ):
        with pytest.raises(Rejected) as caught:
            figure.black()
        assert caught.value.status is Status.TOO_LARGE


def picture(draw):
    image = Image.new("L", (60, 60), 255)
    draw(ImageDraw.Draw(image))
    return black_of(np.asarray(image))


CONTOURS = {
    "a ring is one": (lambda d: d.ellipse((5, 5, 50, 50), outline=0, width=4), (1, 1), 1),
    "a disc is one": (lambda d: d.ellipse((5, 5, 50, 50), fill=0), (1, 0), 1),
    "two discs": (lambda d: (d.ellipse((5, 5, 20, 20), fill=0), d.ellipse((30, 30, 50, 50), fill=0)), (2, 0), 2),
    "two rings": (lambda d: (d.rectangle((5, 5, 20, 20), outline=0), d.rectangle((30, 30, 50, 50), outline=0)), (2, 2), 4),
    "a window": (lambda d: (d.rectangle((5, 5, 50, 50), outline=0, width=3), d.line((28, 5, 28, 50), 0, 3), d.line((5, 28, 50, 28), 0, 3)), (1, 4), 5),
    "a ring in a ring": (lambda d: (d.rectangle((5, 5, 50, 50), outline=0), d.rectangle((15, 15, 40, 40), outline=0)), (2, 2), 4),
    "corners join pieces and part holes": (lambda d: (d.rectangle((5, 5, 20, 20), fill=0), d.rectangle((21, 21, 40, 40), fill=0)), (1, 0), 1),
    "diagonal holes": (lambda d: (d.rectangle((5, 5, 20, 20), fill=0), d.point([(10, 10), (11, 11)], 255)), (1, 2), 3),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTOURS)
def test_contours_are_pieces_and_holes(name):
    draw, counted, count = CONTOURS[name]
    assert pieces_and_holes(picture(draw)) == counted
    assert contours(picture(draw)) == count


@given(st.integers(1, 12), st.integers(1, 12), st.randoms(use_true_random=False))
def test_counting_agrees_with_flooding(height, width, draw):
    pixels = np.array([[draw.random() < 0.5 for _ in range(width)] for _ in range(height)])

    def parts(values, corners):
        left = {(int(y), int(x)) for y, x in np.argwhere(values)}
        steps = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if corners or not (y and x)]
        result = 0
        while left:
            result += 1
            waiting = [left.pop()]
            while waiting:
                y, x = waiting.pop()
                near = {(y + down, x + right) for down, right in steps} & left
                left -= near
                waiting += near
        return result

    assert pieces_and_holes(pixels) == (parts(pixels, True), parts(~np.pad(pixels, 1), False) - 1)


def test_pictures_of_all_kinds_give_the_same_pixels():
    gray = np.full((30, 30), 255, np.uint8)
    gray[5:20, 8:12] = 200
    gray[2, 2] = 201
    expected = np.ones((15, 4), bool)
    colours = np.repeat(gray[..., None], 3, axis=2)
    clear = np.dstack([np.zeros((30, 30, 3), np.uint8), np.where(gray == 200, 255, 0).astype(np.uint8)])
    for image in (gray, colours, clear, gray <= 200, gray[..., None]):
        assert np.array_equal(black_of(image), expected)


@pytest.mark.process
def test_figures_are_pictures_too():
    figure = Figure((SQUARE, Dot(Point(50, -50), "#ff0000", 30.0)))
    image = figure.image(200)
    assert image.shape == (200, 200, 3) and image.dtype == np.uint8
    assert tuple(image[100, 100]) == (255, 0, 0)
    assert np.array_equal(image, figure.image(200))
    assert abs(crop(black_of(image)).shape[0] / 200 - 105 / 125) < 0.02
    assert figure.svg().startswith("<svg") and Figure().image(50).min() == 255


def test_a_moved_figure_is_moved_point_by_point():
    figure = Figure(
        (
            SQUARE,
            Fill((Point(0, 0), Point(9, 0), Point(0, 9))),
            Dot(Point(4, 4)),
            Text(Point(1, 1), "x"),
            Stamp((Point(0, 0), Point(1, 0), Point(0, 1))),
        )
    )
    there = figure.moved(rotation(90)).moved(Affine(e=5.0))
    back = there.moved(Affine(e=-5.0)).moved(rotation(-90))
    assert np.array_equal(back.black(), figure.black())
    assert there.dots[0].centre == pytest.approx((1, 4))


def test_hole_sizes():
    assert hole_sizes(Figure((SQUARE,)).black()) == [94 * 94]
