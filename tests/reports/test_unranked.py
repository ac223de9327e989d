"""The note of a report on what a headline may not rank, by the record of the court."""

from types import SimpleNamespace

from sgpkit.benchmark import families
from sgpkit.reports.overview import Section


def note(config, headline):
    """Return the note of a section with one run."""
    run = SimpleNamespace(figures={"headline": headline})
    return Section(families.get(config), [run], (), ()).unranked


def test_a_headline_that_misses_an_axis_names_the_metric_that_may():
    text = note("gen-composition", "all_right")
    assert text.startswith("all_right may not rank drawings by text (")
    assert "color" not in text


def test_a_headline_that_was_not_tried_is_named():
    assert "was not tried on pairs" in note("vgen-svg", "clip")


def test_configs_without_pairs_have_no_note():
    assert note("gen-scene", "all_right") == ""
    assert note("sgp-cad-2d", "accuracy") == ""
