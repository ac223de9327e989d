"""Scores record their renderer, and are computed again with the recorded one."""

import pytest

from sgpkit.benchmark import families
from sgpkit.graphics import raster
from sgpkit.runs.scoring import provenance, renderers


def benchmark(answer_format):
    return next(item for item in families.all_benchmarks() if item.answer_format == answer_format)


def recorded(**entry):
    return {provenance.KEY: {"renderer": entry}}


def test_scores_of_drawings_record_the_renderer_and_its_fonts():
    block = renderers.block(benchmark("svg"), "resvg")
    assert block["renderer"]["renderer"] == "resvg" and len(block["renderer"]["fonts_sha256"]) == 64
    assert renderers.block(benchmark("choice"), "resvg") == {}


def test_the_recorded_renderer_counts():
    svg = benchmark("svg")
    assert renderers.recorded({provenance.KEY: renderers.block(svg, "resvg")}, svg) == "resvg"
    assert renderers.recorded(recorded(renderer="cairo"), svg) == "cairo"
    assert renderers.recorded({provenance.KEY: {}}, benchmark("choice")) == ""
    with pytest.raises(ValueError, match="expected none"):
        renderers.recorded(recorded(renderer="resvg"), benchmark("choice"))


@pytest.mark.parametrize("entry", [{"renderer": "skia"}, {"renderer": ["resvg"]}, {}])
def test_a_renderer_that_does_not_exist_is_refused(entry):
    with pytest.raises(ValueError, match="expected one of"):
        renderers.recorded(recorded(**entry), benchmark("svg"))


@pytest.mark.parametrize("figures", [{}, {provenance.KEY: {}}])
def test_scores_of_drawings_without_a_renderer_are_refused(figures):
    with pytest.raises(ValueError, match="expected one of"):
        renderers.recorded(figures, benchmark("svg"))


def test_another_version_or_font_is_remarked_on():
    ours = raster.renderer_metadata("resvg")
    assert renderers.mismatches(recorded(**ours)) == renderers.mismatches({}) == ""
    assert "fonts_sha256 00" in renderers.mismatches(recorded(**{**ours, "fonts_sha256": "00"}))
    assert "0.40.0, " in renderers.mismatches(recorded(**{**ours, "resvg": "0.40.0"}))
