"""The figures of TurtleBench's builtin source: their programs, their possible changes, and the measure of
similarity.
"""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.families.turtlebench import likeness, tracing
from sgpkit.families.turtlebench.content.patterns import KINDS, dissections, edges, pinwheels, proportions
from sgpkit.families.turtlebench.content.patterns.pattern import (
    TWEAKS,
    assignments,
    circle_around,
    polygon,
    program,
    spread,
)
from sgpkit.families.turtlebench.sources import changes
from sgpkit.graphics import turtle
from sgpkit.metrics.structure.turtle import ink

SQUARE = polygon(4, "100")


def patterns():
    return [pattern for kind, variants in KINDS.items() for pattern in variants(random.Random(f"1:{kind}"))]


def points(body):
    return np.concatenate([np.array(stroke) for stroke in tracing.strokes(body)])


def same_points(one, other):
    return len(one) == len(other) and np.allclose(
        np.sort_complex(one.round(6)), np.sort_complex(other.round(6)), atol=1e-5
    )


def test_there_are_many_kinds_and_all_can_be_drawn():
    result = patterns()
    assert len({pattern.kind for pattern in result}) >= 180
    for pattern in result:
        assert tracing.strokes(program(pattern.variables, pattern.body))
        for tweak in pattern.tweaks:
            assert tracing.strokes(program(pattern.variables, tweak.body)), tweak.instruction
            assert set(tweak.kinds) <= set(TWEAKS)


def test_what_a_description_names_is_a_variable():
    for pattern in patterns():
        for text in (pattern.description, *(tweak.instruction for tweak in pattern.tweaks)):
            for expression in text.split("`")[1::2]:
                assert isinstance(eval(expression, {}, dict(pattern.variables)), int | float), text
        assert len(assignments(pattern.variables).splitlines()) == len(pattern.variables)


def test_no_two_words_for_changes_of_a_figure_are_the_same():
    for pattern in patterns():
        instructions = [tweak.instruction for tweak in pattern.tweaks]
        assert len(set(instructions)) == len(instructions)


@pytest.mark.parametrize("piece", [SQUARE, circle_around("50"), spread(5, "40")])
def test_a_piece_leaves_the_turtle_as_it_found_it(piece):
    pencil = tracing.Pencil()
    exec(piece, {"t": pencil, "pi": np.pi})
    assert pencil.position == pytest.approx(0, abs=1e-9)
    assert pencil.heading % 360 == pytest.approx(0, abs=1e-9) or pencil.heading % 360 == pytest.approx(360)
    assert pencil.down


CLOSED = (*edges.KINDS.values(), *pinwheels.KINDS.values(), *dissections.KINDS.values())


def test_composed_figures_end_where_they_begin():
    """For instance, a side with an attached figure is as long and as straight as a side without one."""
    for variants in CLOSED:
        for pattern in variants(random.Random(1)):
            body = program(pattern.variables, pattern.body)
            assert tracing.pencil(body).position == pytest.approx(0, abs=1e-6), pattern.kind
            assert tracing.pencil(body).down, pattern.kind


@pytest.mark.parametrize("edge", edges.EDGES)
def test_the_inverse_of_an_edge_is_its_mirror_image(edge):
    inverse = edges.EDGES[edge].inverse
    assert edges.EDGES[inverse].inverse == edge
    before, after = (points(f"side = 120\n{edges.EDGES[name].code}") for name in (edge, inverse))
    assert same_points(before.conj(), after)
    outwards = edges.way(edge) == "outwards"
    assert (before.imag.min() < -10) == outwards and (before.imag.max() > 10) != outwards


def test_squares_on_the_sides_of_a_right_triangle_have_their_areas():
    (pattern,) = proportions.pythagoras("squares", random.Random(1))
    unit = pattern.variables["unit"]
    area = tracing.figure(program(pattern.variables, pattern.body)).contours()
    assert area == 5  # one piece, the triangle, and three squares
    corners = points(program(pattern.variables, pattern.body)) / unit
    for expected in (0, 4, 4 + 3j, -4j, 4 - 4j, 7, 7 + 3j, -3 + 4j, 1 + 7j):
        assert min(abs(corners - expected)) < 1e-6, expected


def test_growing_squares_fill_a_rectangle():
    for pattern in proportions.growing_squares(False, random.Random(2)):
        drawn = points(program(pattern.variables, pattern.body)) / pattern.variables["unit"]
        count = len(tracing.moves(program(pattern.variables, pattern.body))) // 4
        assert np.ptp(drawn.real) * np.ptp(drawn.imag) == pytest.approx(
            sum(size**2 for size in proportions.FIBONACCI[:count])
        )


@pytest.mark.sandbox
def test_the_pencil_draws_as_the_turtle_in_the_sandbox():
    chosen = random.Random(0).sample(patterns(), 40)
    codes = [program(pattern.variables, pattern.body) for pattern in chosen]
    for code, figure in zip(codes, turtle.draw_many(codes), strict=True):
        own, other = tracing.figure(code).black(), figure.black()
        assert ink.iou(own, other) > 0.99, code


def test_mirrors_and_rotations_move_every_point_where_they_should():
    for pattern in random.Random(2).sample(patterns(), 25):
        body = program(pattern.variables, pattern.body)
        before = points(body)

        def drawn(changed, pattern=pattern):
            return points(program(pattern.variables, changed))

        assert same_points(drawn(changes.upside_down(pattern.body)), before.conj())
        assert same_points(drawn(changes.left_to_right(pattern.body)), -before.conj())
        assert same_points(drawn(changes.rotated(pattern.body, 30)), before * np.exp(1j * np.pi / 6))
        assert same_points(drawn(changes.rotated(pattern.body, -90)), before * -1j)


def test_mirroring_twice_draws_the_same():
    for pattern in random.Random(3).sample(patterns(), 25):
        twice = changes.mirrored(changes.mirrored(pattern.body))
        assert same_points(points(program(pattern.variables, twice)), points(program(pattern.variables, pattern.body)))


@given(st.floats(0.3, 4), st.integers(3, 9))
def test_likeness_does_not_see_size_and_sees_another_corner(scale, sides):
    one, larger, other = (
        polygon(count, f"{side}") for count, side in ((sides, 50), (sides, 50 * scale), (sides + 1, 50))
    )
    assert likeness.difference(one, larger) < likeness.EQUAL
    assert likeness.difference(one, other) > likeness.EQUAL


def test_likeness_is_measured_on_lines_that_one_figure_lacks():
    diagonal = "t.left(45)\nt.forward(100 * sqrt(2))"
    share = likeness.difference(SQUARE, f"{SQUARE}\n{diagonal}")
    assert share == pytest.approx(0.2, abs=0.06)  # in cells, in which slanted lines count as shorter
    assert likeness.difference(SQUARE, SQUARE) == 0
