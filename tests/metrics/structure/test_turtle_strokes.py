"""`strict` of turtle figures: every visible stroke has its match, for any way of drawing the figure; attacks on builtin
rows.

The oracle of "visible" is the ink: a change is visible if it changes a square of three by three pixels.
"""

import random

import numpy as np
import pytest
from scipy import ndimage

from sgpkit.families.turtlebench import tracing
from sgpkit.families.turtlebench.sources import builtin
from sgpkit.graphics.geometry import Point, translation
from sgpkit.graphics.turtle.figure import Dot, Figure, Fill, Stroke
from sgpkit.metrics.structure import turtle
from sgpkit.metrics.structure.turtle.predictions import Drawn
from sgpkit.metrics.structure.turtle.references import Expected

EVERY = 13
"""The share of builtin rows for attacks."""


def segments(figure):
    return [
        stroke._replace(points=stroke.points[index : index + 2])
        for stroke in figure.marks
        for index in range(len(stroke.points) - 1)
    ]


def graded(figure, reference):
    black = figure.black()
    return turtle.score_of(Drawn(figure, black, "turtle"), Expected(reference.black(), reference))


def is_strict(figure, reference):
    return graded(figure, reference).parts["strict"] > turtle.THRESHOLD


def is_seen(one, other, side=3):
    """Return whether two figures, without alignment, differ in a square of pixels."""
    boards = [figure.board() for figure in (one, other)]
    top, left = (min(getattr(board, edge) for board in boards) for edge in ("top", "left"))
    height = max(board.top - top + board.pixels.shape[0] for board in boards)
    width = max(board.left - left + board.pixels.shape[1] for board in boards)
    changed = np.zeros((height, width), bool)
    for board in boards:
        rows, columns = board.pixels.shape
        changed[board.top - top :, board.left - left :][:rows, :columns] ^= board.pixels
    return bool(ndimage.binary_erosion(changed, np.ones((side, side))).any())


@pytest.fixture(scope="module")
def references():
    rows = [row for _, row in builtin.scratch("", 0)] + [row for _, row in builtin.tweak("", 0)]
    return [tracing.figure(row["code"]) for row in rows][::EVERY]


@pytest.fixture(scope="module")
def targets(references):
    """Return some segments of each reference whose loss is visible: (reference, its segments, the index of one)."""
    chosen = []
    for number, reference in enumerate(references):
        pieces = segments(reference)
        draw = random.Random(number)
        for index in sorted(draw.sample(range(len(pieces)), min(3, len(pieces) - 1)) if len(pieces) > 1 else []):
            left = pieces[:index] + pieces[index + 1 :]
            if is_seen(Figure(tuple(left)), reference):
                chosen.append((reference, pieces, index))
    assert len(chosen) > 30
    return chosen


def replaced(pieces, index, *instead):
    return Figure((*pieces[:index], *instead, *pieces[index + 1 :]))


ON_PLACE = {
    "removed": lambda stroke, other: (),
    "drawn in white": lambda stroke, other: (stroke._replace(colour="#ffffff"),),
    "without length": lambda stroke, other: (stroke._replace(points=(stroke.points[0],) * 2),),
    "under another": lambda stroke, other: (other,),
    "covered in white": lambda stroke, other: (stroke, *cover(stroke)),
}


def cover(stroke):
    (left, bottom), (right, top) = (
        (pick(point.x for point in stroke.points), pick(point.y for point in stroke.points)) for pick in (min, max)
    )
    corners = ((left - 4, bottom - 4), (right + 4, bottom - 4), (right + 4, top + 4), (left - 4, top + 4))
    return (Fill(tuple(Point(*corner) for corner in corners), "#ffffff"),)


@pytest.mark.parametrize("way", ON_PLACE)
def test_a_visible_stroke_that_is_not_seen_is_missing(way, targets):
    for reference, pieces, index in targets:
        answer = replaced(pieces, index, *ON_PLACE[way](pieces[index], pieces[index - 1]))
        if answer.black().size and is_seen(answer, reference):
            verdict = graded(answer, reference)
            assert (verdict.parts["strict"], verdict.parts["strokes"]) == (0.0, 0.0), (way, index)


@pytest.mark.slow
def test_a_stroke_that_lies_elsewhere_is_no_match(targets):
    for reference, pieces, index in targets:
        for by in (translation(5, 0), translation(0, -7), translation(4, 4)):
            moved = pieces[index]._replace(points=tuple(by(point) for point in pieces[index].points))
            answer = replaced(pieces, index, moved)
            if is_seen(answer, reference):
                assert not is_strict(answer, reference), (by, index)


@pytest.mark.parametrize("look", [{"colour": "#ff0000"}, {"width": 25.0}, {"colour": "#00aa00", "width": 1.0}], ids=str)
def test_a_stroke_of_another_look_than_the_rest_is_no_match(look, targets):
    for reference, pieces, index in targets:
        answer = Figure((*pieces[:index], *pieces[index + 1 :], pieces[index]._replace(**look)))
        verdict = graded(answer, reference)
        assert verdict.parts["strict"] == 0.0 and verdict.parts["iou"] == 1.0
        assert "several colours or pens" in verdict.reason


@pytest.mark.slow
def test_what_is_drawn_besides_is_no_match(references):
    for reference in references:
        left, bottom, right, top = reference.box()
        middle = Point((left + right) / 2, (bottom + top) / 2)
        rectangle = tuple(Point(x, y) for x, y in ((left, bottom), (right, bottom), (right, top), (left, top)))
        for extra in (
            Stroke((middle, Point(middle.x + 14, middle.y + 9)), width=5.0),
            Stroke((Point(right, top), Point(right - 12, top)), width=5.0),
            Dot(Point(left + 3, top - 3), diameter=12.0),
            Fill(rectangle),
        ):
            answer = Figure((*reference.marks, extra))
            if is_seen(answer, reference):
                assert not is_strict(answer, reference), extra


def shuffled(pieces):
    return random.Random(1).sample(pieces, len(pieces))


def halves(stroke):
    first, last = stroke.points
    middle = Point((first.x + last.x) / 2, (first.y + last.y) / 2)
    return stroke._replace(points=(first, middle)), stroke._replace(points=(middle, last))


EQUAL = {
    "as it is": lambda pieces: pieces,
    "in another order": shuffled,
    "in the other direction": lambda pieces: [piece._replace(points=piece.points[::-1]) for piece in pieces[::-1]],
    "split": lambda pieces: [half for piece in pieces for half in halves(piece)],
    "drawn twice": lambda pieces: [*pieces, *shuffled(pieces)],
    "another start": lambda pieces: [*pieces[len(pieces) // 2 :], *pieces[: len(pieces) // 2]],
    "elsewhere": lambda pieces: Figure(tuple(pieces)).moved(translation(33.3, -80.7)).marks,
    "in one other colour and pen": lambda pieces: [piece._replace(colour="#aa0000", width=2.0) for piece in pieces],
    "in red and then over it in black": lambda pieces: [*(one._replace(colour="#ff0000") for one in pieces), *pieces],
    "off by a third of a pixel": lambda pieces: Figure(tuple(pieces)).moved(translation(0.33, 0.33)).marks,
    "after white strokes": lambda pieces: [*(piece._replace(colour="#ffffff") for piece in pieces), *pieces],
    "with strokes without length on it": lambda pieces: [
        *pieces,
        *(piece._replace(points=(piece.points[0],)) for piece in pieces[:5]),
    ],
    "with one under another": lambda pieces: [halves(pieces[0])[0], *pieces],
}


BETWEEN_PIXELS = ("elsewhere", "off by a third of a pixel")


@pytest.mark.parametrize("way", EQUAL)
def test_the_same_figure_drawn_in_another_way_is_strict(way, references):
    for number, reference in enumerate(references):
        verdict = graded(Figure(tuple(EQUAL[way](segments(reference)))), reference)
        assert verdict.parts["strokes"] == 1.0 and verdict.parts["strict"] > turtle.THRESHOLD, number
        # The published measure treats a figure at a position between pixels as another one.
        assert verdict.value == 1.0 or way in BETWEEN_PIXELS, number


def test_small_slips_of_numbers_are_forgiven(references):
    """The error of a length that is rounded to whole pixels is less than `TOLERANCE`."""
    for reference in references:
        rounded = [
            piece._replace(points=tuple(Point(round(x * 4) / 4, round(y * 4) / 4) for x, y in piece.points))
            for piece in segments(reference)
        ]
        assert graded(Figure(tuple(rounded)), reference).parts["strokes"] == 1.0


def test_a_dark_background_hides_the_figure(references):
    reference = references[0]
    verdict = graded(Figure(reference.marks, "#000000"), reference)
    assert (verdict.value, verdict.parts["strict"]) == (1.0, 0.0)
    assert is_strict(Figure(reference.marks, "#ddffdd"), reference)


def test_lines_within_a_solid_area_are_not_seen():
    area = tuple(Point(x, y) for x, y in ((0, 0), (200, 0), (200, 120), (0, 120)))
    outline = Stroke((*area, area[0]))
    solid = Figure((Fill(area), outline))
    hatched = Figure((*solid.marks, *(Stroke((Point(12, y), Point(188, y))) for y in range(12, 109, 3))))
    crossed = Figure((*solid.marks, Stroke((Point(30, 30), Point(150, 80)))))
    for answer in (hatched, crossed):
        assert is_strict(answer, solid) and is_strict(solid, answer)
    assert not is_strict(Figure((outline,)), solid) and not is_strict(solid, Figure((outline,)))


def test_pictures_as_references_are_compared_by_their_ink(targets):
    for reference, pieces, index in targets[::8]:
        expected = Expected(reference.black())
        for answer, strict in ((reference, True), (replaced(pieces, index), False)):
            if strict or is_seen(answer, reference, 5):
                black = answer.black()
                verdict = turtle.score_of(Drawn(answer, black, "turtle"), expected)
                assert (verdict.parts["strict"] > turtle.THRESHOLD) is strict
