"""Variants of turtle programs: the figure is the same, and elsewhere."""

import pytest

from sgpkit.families.turtlebench import evidence, tracing
from sgpkit.families.turtlebench.sources import builtin


@pytest.mark.parametrize("number", range(0, 130, 29))
def test_a_figure_is_started_where_it_should_be_and_centered(number):
    code = [row["code"] for _, row in builtin.scratch("", 0)][number]
    left, bottom, right, top = tracing.figure(code).box()
    assert evidence.started(code, 17.3, -8.6).count("setx(17.3)") == 1
    middle = (-(left + right) / 2, -(bottom + top) / 2)
    assert evidence.centered(code) == evidence.started(code, *middle) != code


def test_a_program_without_a_turtle_of_its_own_is_left_alone():
    assert evidence.started("from turtle import *\nforward(9)\n", 1, 2) == "from turtle import *\nforward(9)\n"
