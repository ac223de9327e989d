"""The position of a drawing, derived from the given part if the page was cropped, and reported if it was moved."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics.elements import Curve, Elements, Item
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment
from sgpkit.graphics.svg.paint import Color
from sgpkit.metrics.structure import geometry
from sgpkit.metrics.structure.geometry.alignment import align, untouched

BLACK, RED = Color(0, 0, 0), Color(255, 0, 0)
A, B, C = Point(60, 400), Point(420, 380), Point(200, 90)


def drawn(*figures, paint=BLACK):
    """Return elements at an arbitrary position, as in a compiled TikZ drawing."""
    items = [Item(figure, (), paint) for figure in figures]
    kinds = (
        tuple(item for item in items if isinstance(item.geometry, kind)) for kind in (Segment, Circle, Ellipse, Curve)
    )
    return Elements(*kinds, placed=False)


def both(one, other):
    return replace(
        one,
        **{kind: getattr(one, kind) + getattr(other, kind) for kind in ("segments", "circles", "ellipses", "curves")},
    )


def moved(elements, x, y, scale=1.0):
    return replace(elements.moved(Point(x, y), scale), placed=False)


GIVEN = drawn(Segment(A, B), Segment(B, C), Segment(C, A), Circle(Point(250, 300), 2), Circle(Point(300, 150), 60))
ADDED = drawn(Segment(A, Point(310, 235)), Circle(Point(220, 290), 80), Ellipse(Point(300, 200), 90, 40, 25), paint=RED)
SHIFTS = st.tuples(st.floats(-500, 500), st.floats(-500, 500))


@given(SHIFTS, st.randoms())
def test_any_shift_is_found_whatever_the_order(shift, chance):
    whole = both(GIVEN, ADDED)
    segments = [
        item._replace(geometry=Segment(*(item.geometry if chance.random() < 0.5 else reversed(item.geometry))))
        for item in whole.segments
    ]
    chance.shuffle(segments)
    output = moved(replace(whole, segments=tuple(segments)), *shift)
    alignment = align(GIVEN, output, "tikz")
    assert (alignment.whole, alignment.note) == (True, "")
    assert alignment.shifts[0].distance(Point(-shift[0], -shift[1])) < 1e-6


@given(SHIFTS, st.integers(0, 1000))
def test_rounded_coordinates_are_found_near_enough(shift, seed):
    chance = random.Random(seed)

    def rounded(point):
        return Point(point.x + chance.uniform(-0.15, 0.15), point.y + chance.uniform(-0.15, 0.15))

    output = both(GIVEN, ADDED)
    output = replace(
        output,
        segments=tuple(item._replace(geometry=Segment(*map(rounded, item.geometry))) for item in output.segments),
        circles=tuple(
            item._replace(geometry=item.geometry._replace(centre=rounded(item.geometry.centre)))
            for item in output.circles
        ),
    )
    alignment = align(GIVEN, moved(output, *shift), "tikz")
    assert alignment.whole
    assert alignment.shifts[0].distance(Point(-shift[0], -shift[1])) < 0.3


@pytest.mark.parametrize("shift", [(0, 0), (33.3, -71.7), (-1e4, 1e4)])
def test_the_verdict_does_not_depend_on_the_shift(shift):
    reference = geometry.Reference(GIVEN, ADDED, "", "tikz")
    right = geometry.grade(reference, moved(both(GIVEN, ADDED), *shift))
    assert (right.value, set(right.parts.values())) == (1, {1.0})
    off = both(GIVEN, replace(ADDED.moved(Point(12, 12)), placed=False))
    wrong = geometry.grade(reference, moved(off, *shift))
    assert (wrong.value, wrong.parts["coverage"], wrong.parts["recall"]) == (0, 1, 0)
    assert (
        wrong.reason
        == "not drawn: a segment of length 299.5 points, a circle of radius 80 points, an ellipse of radius 90 points"
    )


def test_a_part_that_fits_in_two_places_is_put_where_the_answer_is_right():
    """The given circle occurs twice in the output, both times black; only one position makes the rest right."""
    given_part = drawn(Circle(Point(100, 100), 50))
    added = drawn(Segment(Point(20, 180), Point(180, 180)), paint=RED)
    output = both(moved(both(given_part, added), 70, 30), drawn(Circle(Point(400, 300), 50), Circle(Point(9, 9), 50)))
    result = geometry.grade(geometry.Reference(given_part, added, "", "tikz"), output)
    assert result.value == 1
    assert len(align(given_part, output, "tikz").shifts) == 3


def test_what_is_red_is_not_the_given_part_while_something_black_is():
    given_part = drawn(Segment(Point(0, 0), Point(100, 0)))
    output = both(drawn(Segment(Point(0, 50), Point(100, 50)), paint=RED), moved(given_part, 7, 9))
    assert align(given_part, output, "tikz").shifts == (Point(-7, -9),)


@pytest.mark.parametrize("scale", [0.5, 2.0, 1 / 28.3465 * 20])
def test_a_scaled_drawing_is_told(scale):
    reference = geometry.Reference(GIVEN, ADDED, "", "tikz")
    output = moved(both(GIVEN, ADDED), 13, 17, scale)
    alignment = align(GIVEN, replace(output, segments=output.segments[:3]), "tikz")
    assert f"scaled by {scale:.3g}"[:12] in alignment.note
    result = geometry.grade(reference, output)
    assert result.value == 0
    assert "scaled by" in result.reason
    placed = align(GIVEN, replace(output, placed=True), "eps")
    assert f"scaled by {scale:.3g}"[:12] in placed.note


def test_a_drawing_without_the_given_part_has_no_places():
    reference = geometry.Reference(GIVEN, ADDED, "", "tikz")
    square = [Point(3, 3), Point(40, 3), Point(40, 40), Point(3, 40)]
    output = drawn(*(Segment(square[k - 1], square[k]) for k in range(4)), paint=RED)
    result = geometry.grade(reference, output)
    assert result.value == 0
    assert result.reason == "the given part is not in the drawing, so the positions of the rest are unknown"
    assert result.parts["coverage"] == 0


def test_part_of_the_given_part_is_enough_to_find_the_place():
    output = moved(both(replace(GIVEN, segments=GIVEN.segments[:2]), ADDED), 50, 60)
    alignment = align(GIVEN, output, "tikz")
    assert alignment.note == "of the given part 1 of 5 elements are changed or missing"
    assert alignment.shifts[0].distance(Point(-50, -60)) < 1e-9
    result = geometry.grade(geometry.Reference(GIVEN, ADDED, "", "tikz"), output)
    assert (result.value, result.parts["strict"]) == (1, 0)


def test_without_a_given_part_nothing_is_moved():
    assert align(Elements(), ADDED, "tikz").shifts == (Point(0, 0),)


def test_dots_are_known_by_their_place_and_curves_by_their_course():
    arc = [Point(80 * math.cos(k / 20), 80 * math.sin(k / 20)) for k in range(30)]
    given_part = drawn(Circle(Point(5, 5), 2), Curve(tuple(arc), False))
    assert untouched(given_part, drawn(Circle(Point(5.2, 5), 4), Curve(tuple(reversed(arc)), False))).every == (1, 1)
    assert untouched(given_part, drawn(Circle(Point(7, 5), 2), Curve(tuple(arc[:20]), False))).every == (0, 0)


@pytest.mark.parametrize(("format", "message"), [("svg", "(30, -20)"), ("eps", "(30, 20)")])
def test_what_was_moved_is_told_in_the_directions_of_its_format(format, message):
    output = GIVEN.moved(Point(30, -20))
    alignment = align(replace(GIVEN, placed=True), replace(output, placed=True), format)
    assert alignment.note == f"the given part was moved by {message}"
    assert alignment.shifts == (Point(0, 0),)
