"""Overlap of circles and ellipses: compared with counted squares, and properties of every overlap."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgpkit.graphics.geometry import Circle, Ellipse, Point
from sgpkit.metrics.structure.geometry import overlap

point = st.builds(Point, st.floats(-60, 60), st.floats(-60, 60))
circles = st.builds(Circle, point, st.floats(1, 60))
ellipses = st.builds(Ellipse, point, st.floats(1, 60), st.floats(1, 60), st.floats(0, 180))
SIDE = np.linspace(-121, 121, 900)
GRID = np.meshgrid(SIDE, SIDE)


def inside(ellipse):
    turn = math.radians(ellipse.angle)
    x, y = GRID[0] - ellipse.centre.x, GRID[1] - ellipse.centre.y
    across, along = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    return (across / ellipse.radius_x) ** 2 + (along / ellipse.radius_y) ** 2 <= 1


@given(ellipses.filter(lambda ellipse: min(ellipse[1:3]) > 15), ellipses)
def test_overlap_is_the_share_of_squares_in_both(one, other):
    first, second = inside(one), inside(other)
    counted = (first & second).sum() / (first | second).sum()
    assert overlap.of_ellipses(one, other) == pytest.approx(counted, abs=0.006)


@example(Ellipse(Point(0.0, 0.0), 1.0, 1.0, 0.0), Ellipse(Point(0.0, 5e-324), 1.0, 1.0, 0.0))
@example(Ellipse(Point(0.0, 0.0), 1.0, 1.0, 0.0), Ellipse(Point(0.0, 1e-13), 1.0, 1.0, 1e-9))
@given(ellipses, ellipses)
def test_overlap_is_even_handed_and_full_with_itself(one, other):
    assert overlap.of_ellipses(one, other) == pytest.approx(overlap.of_ellipses(other, one), abs=1e-6)
    assert -1e-9 <= overlap.of_ellipses(one, other) <= 1 + 1e-9
    assert overlap.of_ellipses(one, one) == pytest.approx(1, abs=1e-9)
    turned = one._replace(radius_x=one.radius_y, radius_y=one.radius_x, angle=one.angle + 90)
    assert overlap.of_ellipses(one, turned) == pytest.approx(1, abs=1e-6)


@given(circles, circles)
def test_circles_are_round_ellipses(one, other):
    as_ellipses = [Ellipse(circle.centre, circle.radius, circle.radius) for circle in (one, other)]
    assert overlap.of_circles(one, other) == pytest.approx(overlap.of_ellipses(*as_ellipses), abs=1e-6)


def test_known_overlaps():
    unit = Circle(Point(0, 0), 1)
    assert overlap.of_circles(unit, Circle(Point(2, 0), 1)) == 0
    assert overlap.of_circles(unit, Circle(Point(0.5, 0), 2)) == pytest.approx(1 / 4)
    lens = 2 * math.pi / 3 - math.sqrt(3) / 2
    assert overlap.of_circles(unit, Circle(Point(1, 0), 1)) == pytest.approx(lens / (2 * math.pi - lens))
    wide, high = Ellipse(Point(0, 0), 2, 1), Ellipse(Point(0, 0), 2, 1, 90)
    shared = 8 * math.atan(0.5)  # 4·a·b·atan(b/a)
    assert overlap.of_ellipses(wide, high) == pytest.approx(shared / (4 * math.pi - shared))
    assert overlap.of_ellipses(wide, Ellipse(Point(0.1, 0), 1, 0.5)) == pytest.approx(1 / 4)
