"""The notes of a report: the axes that a headline may not rank, by the record of the court, and the score of the
caption alone."""

import re
from types import SimpleNamespace

import pytest

from sgpkit.benchmark import families
from sgpkit.reports.overview import Section


def section(config, headline, engine="replay", model="m"):
    """Return a section with one run."""
    run = SimpleNamespace(figures={"headline": headline}, metadata={"engine": engine}, model=model)
    return Section(families.get(config), [run], (), ())


def note(config, headline):
    """Return the note of a section with one run."""
    return section(config, headline).unranked


def test_a_headline_that_misses_an_axis_names_the_metric_that_may():
    text = note("gen-composition", "all_right")
    assert text.startswith("all_right may not rank drawings by text (")
    assert "color" not in text


def test_a_headline_that_was_not_tried_is_named():
    assert "was not tried on pairs" in note("vgen-svg", "clip")


def test_configs_without_pairs_have_no_note():
    assert note("gen-scene", "all_right") == ""
    assert note("sgp-cad-2d", "accuracy") == ""


@pytest.mark.parametrize(
    ("format", "headline", "read"),
    [("svg", "depiction", ""), ("tikz", "depiction", ""), ("graphviz", "scene_match", r"edges .*%, ")],
)
def test_a_page_shows_what_the_caption_alone_earns(format, headline, read):
    text = section(f"vgen-{format}", headline).standing
    assert re.fullmatch(rf"from the caption alone, on fresh rows: labels .*%, {read}boxes .*%, ellipses .*%", text)
    assert all(float(share) <= 25 for share in re.findall(r"(?<!edges )\b([\d.]+)%", text))


def test_a_baseline_on_the_page_and_another_measure_stand_alone():
    assert "boxes" not in section("vgen-svg", "depiction", "baseline", "boxes").standing
    assert section("vgen-svg", "clip").standing == section("gen-scene", "all_right").standing == ""
