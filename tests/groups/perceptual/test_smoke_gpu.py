"""The parts of `make smoke-gpu` that compare pictures and train, at shapes small enough for a CPU."""

import sys

import pytest

from tools.bench.gpu import parts

pytestmark = pytest.mark.perceptual


@pytest.mark.parametrize(("name", "count"), [("learned", 3), ("sit", 2), ("grpo", 2)])
def test_a_part_measures_something(name, count):
    measured = parts.measured(name, True, 0, [sys.executable])
    assert measured["status"] == "ok", measured.get("reason")
    assert len(measured["figures"]) == count
    assert all(value > 0 for value, _ in measured["figures"].values())
