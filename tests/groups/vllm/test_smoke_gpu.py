"""The parts of `make smoke-gpu` that ask models, at shapes small enough for a CPU."""

import sys

import pytest

from tools.bench.gpu import parts

pytestmark = pytest.mark.vllm


@pytest.mark.parametrize("name", ["overhead", "text", "parallel", "vision", "lora"])
def test_a_part_measures_something(name):
    measured = parts.measured(name, True, 0, [sys.executable])
    assert measured["status"] == "ok", measured.get("reason")
    figures = {label: value for label, (value, _) in measured["figures"].items()}
    rates = [value for label, value in figures.items() if label != "added"]
    assert len(rates) >= 2 and all(value > 0 for value in rates), figures
    assert measured["versions"]["vllm"]
