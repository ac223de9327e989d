"""Plane curves and loops of CAD, compared with formulas and scipy's splines, and their invariants."""

import math
import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, EllipticArc, Line, Loop, Spline
from sgpkit.graphics.cad.sketch import curves as cad_curves
from sgpkit.graphics.cad.sketch import loops, splines
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

coordinate = st.floats(-50, 50).map(lambda value: round(value, 3))
points = st.builds(Point, coordinate, coordinate)


def polygon(*corners: tuple[float, float]) -> Loop:
    at = [Point(*corner) for corner in corners]
    return tuple(Line(one, other) for one, other in zip(at, at[1:] + at[:1], strict=True))


@given(points, points, st.floats(0.05, 6.2), st.sampled_from([1, -1]))
def test_arcs_by_sweep_have_it(start: Point, end: Point, sweep: float, sense: int) -> None:
    assume(start.distance(end) > 0.1)
    arc = cad_curves.arc_by_sweep(start, end, sense * sweep)
    assert isinstance(arc, Arc) and cad_curves.sweep_of(arc) == pytest.approx(sense * sweep, rel=1e-6)
    turn = cad_curves.turn_of(arc)
    assert turn is not None
    for point in cad_curves.sample(arc):
        assert turn.center.distance(point) == pytest.approx(turn.radius, rel=1e-6)
    # an independent figure: the chord of a circle is 2 r sin(angle / 2)
    assert start.distance(end) == pytest.approx(2 * turn.radius * math.sin(sweep / 2), rel=1e-6)
    box = cad_curves.box(arc)
    fine = cad_curves.box_of_points(cad_curves.sample(arc, 2_000))
    assert box == pytest.approx(fine, abs=1e-5 * max(1, turn.radius))


curves = st.one_of(
    st.builds(Line, points, points).filter(lambda line: line.start != line.end),
    st.builds(cad_curves.arc_by_sweep, points, points, st.floats(0.2, 6)).filter(lambda arc: arc.start.distance(arc.end) > 0.1),
    st.builds(EllipticArc, points, st.just(Point(3, 1)), st.floats(0.1, 1), st.floats(-3, 0), st.floats(0.5, 3)),
    st.builds(Spline, st.just(3), st.tuples(points, points, points, points), st.just((0.0,) * 4 + (1.0,) * 4)),
)  # fmt: skip


@given(curves)
def test_turned_curves_are_the_same_the_other_way_round(curve: Curve) -> None:
    turned = cad_curves.reversed_curve(curve)
    assert np.array(cad_curves.ends(turned)) == pytest.approx(np.array(cad_curves.ends(curve)[::-1]))
    assert np.array(cad_curves.sample(turned)) == pytest.approx(np.array(cad_curves.sample(curve)[::-1]), abs=1e-6)
    assert cad_curves.length(turned) == pytest.approx(cad_curves.length(curve), rel=1e-6)


@given(curves, st.floats(0.1, 10))
def test_scaled_curves_have_scaled_lengths(curve: Curve, factor: float) -> None:
    moved = cad_curves.mapped(curve, factor, Point(3, -2))
    assert cad_curves.length(moved) == pytest.approx(factor * cad_curves.length(curve), rel=1e-6)
    start = cad_curves.ends(curve)[0]
    # Coordinates up to a few dozen may cancel to nearly nothing, where no relative tolerance is left.
    assert cad_curves.ends(moved)[0] == pytest.approx((start.x * factor + 3, start.y * factor - 2), abs=1e-9)


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        (polygon((0, 0), (4, 0), (4, 3), (0, 3)), 12),
        ((Circle(Point(5, 5), 2),), 4 * math.pi),
        ((Ellipse(Point(1, 1), Point(0, 3), 0.5),), 4.5 * math.pi),
        ((cad_curves.arc_by_sweep(Point(1, 0), Point(-1, 0), math.pi), Line(Point(-1, 0), Point(1, 0))), math.pi / 2),
        ((cad_curves.arc_by_sweep(Point(-1, 0), Point(1, 0), -3 * math.pi / 2), Line(Point(1, 0), Point(-1, 0))), 3 * math.pi / 2 + 1),
        ((EllipticArc(Point(0, 0), Point(2, 0), 0.5, 0, math.pi), Line(Point(-2, 0), Point(2, 0))), math.pi),
    ],
)  # fmt: skip
def test_areas(loop: Loop, expected: float) -> None:
    assert cad_curves.area(loop) == pytest.approx(expected, rel=1e-5)
    assert cad_curves.area(cad_curves.turned_loop(loop)) == pytest.approx(expected, rel=1e-5)
    assert abs(cad_curves.signed_area(cad_curves.outline(loop, 2000))) == pytest.approx(expected, rel=1e-4)


# --- splines ----------------------------------------------------------------------------------------------------------


@given(st.integers(1, 5), st.integers(0, 5), st.randoms(use_true_random=False))
def test_splines_are_scipys(degree: int, more: int, chance: random.Random) -> None:
    interpolate = pytest.importorskip("scipy.interpolate")
    count = degree + 1 + more
    inner = [(step + chance.uniform(0.6, 1.4)) / (more + 1) for step in range(more)]
    knots = (0.0,) * (degree + 1) + tuple(inner) + (1.0,) * (degree + 1)
    control = tuple(Point(chance.uniform(-5, 5), chance.uniform(-5, 5)) for _ in range(count))
    weights = tuple(chance.uniform(0.2, 3) for _ in range(count))
    spline = splines.checked_spline(degree, control, knots, weights, False, "here")
    lifted = np.array([(x * w, y * w, w) for (x, y), w in zip(control, weights, strict=True)])
    oracle = interpolate.BSpline(knots, lifted, degree)
    for share in (0.0, 0.1, 0.37, 0.5, 0.99, 1.0):
        x, y, weight = oracle(share)
        assert cad_curves.on_spline(spline, share) == pytest.approx((x / weight, y / weight), abs=1e-9)


@pytest.mark.parametrize("periodic", [False, True])
def test_interpolated_splines_are_scipys(periodic: bool) -> None:
    interpolate = pytest.importorskip("scipy.interpolate")
    through = [Point(0, 0), Point(2, 1), Point(3, 4), Point(1, 5), Point(-2, 3)]
    result = splines.through(through, Point(3, 0), Point(-1, -2), periodic, "here")
    closed = [*through, through[0]] if periodic else through
    steps = np.sqrt([one.distance(other) for one, other in pairwise(closed)])
    at = np.concatenate([[0], np.cumsum(steps)]) / steps.sum()
    kind = "periodic" if periodic else ((1, (3, 0)), (1, (-1, -2)))
    oracle = interpolate.CubicSpline(at, np.array(closed), bc_type=kind)
    for share in np.linspace(0, 1, 23):
        assert cad_curves.on_spline(result, float(share)) == pytest.approx(tuple(oracle(share)), abs=1e-9)


def test_periodic_splines_get_their_overlap() -> None:
    square = (Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1))
    spline = splines.checked_spline(3, square, (0, 1, 2, 3, 4), (), True, "here")
    assert len(spline.control_points) == 7 and cad_curves.is_closed(spline)
    start, end = cad_curves.ends(spline)
    assert start == pytest.approx(end)
    quarter = cad_curves.on_spline(spline, 0.25)
    assert quarter == pytest.approx((-start.y, start.x))


@pytest.mark.parametrize(
    ("degree", "count", "knots", "weights", "message"),
    [
        (3, 3, (0, 0, 0, 1, 1, 1, 1), (), "needs 4 control points"),
        (3, 4, (0, 0, 0, 1, 1, 1), (), "8 knots, got 6"),
        (0, 4, (0, 1, 2, 3, 4), (), "from 1 to 25"),
        (1.5, 4, (0, 1), (), "whole number"),
        (1, 3, (0, 0, 2, 1, 1), (), "must not decrease"),
        (1, 2, (0, 0, 0, 0), (), "no length"),
        (1, 2, (0, 0, 1, 1), (1, 0), "weights must be above 0"),
        (1, 5, (0, 0, 1, 1, 1, 2, 2), (), "breaks the spline"),
    ],
)
def test_splines_that_are_none(
    degree: float, count: int, knots: tuple[float, ...], weights: tuple[float, ...], message: str
) -> None:
    with pytest.raises(Rejected, match=message):
        splines.checked_spline(
            degree,
            (Point(0, 0), Point(1, 1), Point(2, 0), Point(3, 3), Point(4, 4))[:count],
            knots,
            weights,
            False,
            "here",
        )


# --- loops ------------------------------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False), st.integers(3, 12))
def test_chains_do_not_depend_on_order_and_direction(chance: random.Random, count: int) -> None:
    corners = [
        (math.cos(math.tau * i / count) * (1 + i % 3), math.sin(math.tau * i / count) * (1 + i % 3))
        for i in range(count)
    ]
    pieces = list(polygon(*corners))
    expected = cad_curves.area(tuple(pieces))
    chance.shuffle(pieces)
    mixed = [cad_curves.reversed_curve(piece) if chance.random() < 0.5 else piece for piece in pieces]
    loop = loops.chain(mixed, "here")
    assert len(loop) == count and cad_curves.area(loop) == pytest.approx(expected)
    for one, other in zip(loop, loop[1:] + loop[:1], strict=True):
        assert cad_curves.ends(one)[1] == cad_curves.ends(other)[0]


def test_small_gaps_are_joined_exactly() -> None:
    ragged = [
        Line(Point(0, 0), Point(4, 0.0001)),
        Line(Point(4.0001, 0), Point(4, 3)),
        Line(Point(4, 3), Point(0, 0.0001)),
    ]
    loop = loops.chain(ragged, "here")
    assert all(cad_curves.ends(a)[1] == cad_curves.ends(b)[0] for a, b in zip(loop, loop[1:] + loop[:1], strict=True))
    half = EllipticArc(Point(0, 0), Point(2, 0), 0.5, 0, math.pi)
    loop = loops.chain([half, Line(Point(-2, 0.0002), Point(2, 0))], "here")
    assert cad_curves.ends(loop[1]) == (cad_curves.ends(half)[1], cad_curves.ends(half)[0])


@pytest.mark.parametrize(
    ("curves", "message"),
    [
        ([], "without curves"),
        (polygon((0, 0), (4, 0), (4, 3), (0, 3))[:3], "open, from (0, 3) to (0, 0)"),
        ([*polygon((0, 0), (4, 0), (4, 3))[:2], Line(Point(4, 4), Point(0, 0))], "open at (4, 3), the next end 1 away"),
        ([Circle(Point(0, 0), 1), Line(Point(0, 0), Point(1, 0))], "cannot share its loop"),
        ([Line(Point(0, 0), Point(1, 0)), Line(Point(1, 0), Point(0, 0))], "encloses nothing"),
    ],
)
def test_loops_that_are_none(curves: list[Curve], message: str) -> None:
    with pytest.raises(Rejected) as refused:
        loops.chain(list(curves), "loop 7")
    assert refused.value.status is Status.COMPILE_ERROR
    assert refused.value.reason.startswith("loop 7: ") and message in refused.value.reason


@pytest.mark.parametrize(
    "loop",
    [
        polygon((0, 0), (4, 3), (4, 0), (0, 3)),
        polygon((0, 0), (4, 0), (4, 3), (2, -1), (0, 3)),
        (cad_curves.arc_by_sweep(Point(0, 0), Point(4, 0), 2.5), *polygon((4, 0), (4, -1), (0, -1), (0, 0))[:3]),
    ],
)
def test_loops_that_cross_themselves(loop: Loop) -> None:
    with pytest.raises(Rejected, match="crosses itself near") as refused:
        loops.check_simple(loop, "here")
    assert refused.value.status is Status.COMPILE_ERROR


@pytest.mark.parametrize(
    "loop",
    [
        polygon((0, 0), (4, 0), (4, 3), (0, 3)),
        polygon((0, 0), (4, 0), (4, 3), (2, 0), (0, 3)),  # touches its own edge
        (cad_curves.arc_by_sweep(Point(0, 0), Point(4, 0), 2.5), Line(Point(4, 0), Point(0, 0))),
        (Circle(Point(0, 0), 1),),
        (
            Line(Point(0, 0), Point(4, 0)),
            cad_curves.arc_by_sweep(Point(4, 0), Point(4, 2), math.pi),
            Line(Point(4, 2), Point(0, 2)),
            cad_curves.arc_by_sweep(Point(0, 2), Point(0, 0), math.pi),
        ),
    ],
)
def test_loops_that_do_not(loop: Loop) -> None:
    loops.check_simple(loop, "here")


@given(st.randoms(use_true_random=False))
def test_nested_loops_become_outlines_and_holes(chance: random.Random) -> None:
    """With rings about one point, each outline has the next circle as its hole, for any order of the rings."""
    radii = [1.0, 2.0, 3.0, 4.0, 5.0]
    chance.shuffle(radii)
    regions = loops.nest([(Circle(Point(3, 1), radius),) for radius in radii])
    matches = {(region.outer[0].radius, tuple(hole[0].radius for hole in region.holes)) for region in regions}  # type: ignore[union-attr]
    assert matches == {(5.0, (4.0,)), (3.0, (2.0,)), (1.0, ())}


def test_loops_side_by_side_are_regions_of_their_own() -> None:
    square = polygon((0, 0), (1, 0), (1, 1), (0, 1))
    beside = polygon((1, 0), (2, 0), (2, 1), (1, 1))
    hole = polygon((0, 0.25), (0.5, 0.25), (0.5, 0.75), (0, 0.75))  # with an edge on the outline
    regions = loops.nest([hole, square, beside])
    assert [(len(region.holes), region.outer) for region in regions] == [(1, square), (0, beside)]
