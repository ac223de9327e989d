"""The notes of a report: the axes that a headline may not rank, by the record of the court, and the score of the
caption alone."""

import re
from types import SimpleNamespace

import pytest
import toy_drawing
from toy_runs import answered

from sgpkit import reports as report
from sgpkit.benchmark import families
from sgpkit.metrics import court
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


@pytest.mark.parametrize(("config", "headline"), [("gen-scene", "all_right"), ("edit-svg", "correct")])
def test_a_headline_of_drawings_without_pairs_was_not_tried(config, headline):
    expected = f"{headline} was not tried on pairs of drawings with one thing wrong (sgpkit metrics court)"
    assert note(config, headline) == expected


def test_a_headline_of_captions_is_said_not_to_see_positions():
    text = note("vectorgym-caption", "facts")
    assert text == "facts may not rank captions by relation, text (sgpkit metrics court)"


def test_configs_that_ask_for_letters_have_no_note():
    assert note("sgp-cad-2d", "accuracy") == ""
    assert note("sgp-svg", "accuracy") == ""


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


@pytest.mark.process
def test_the_page_says_whether_the_headline_was_tried(toy_home, monkeypatch):
    out = answered(toy_home, toy_drawing.DRAWING)
    headline = toy_drawing.DRAWING.scoring.value_name

    def notes(record):
        monkeypatch.setattr(court, "record", lambda: {"metrics": record})
        page = report.write([out], toy_home / "report.html").read_text(encoding="utf-8")
        return re.findall(r"<strong>Note:</strong> (.* \(sgpkit metrics court\))\.</p>", page)

    assert notes({}) == [f"{headline} was not tried on pairs of drawings with one thing wrong (sgpkit metrics court)"]
    tried = {"configs": ["toy-drawing"], "axes": {"color": {"may_rank": True}, "size": {"may_rank": False}}}
    name = f"toy-drawing: {headline}"
    assert notes({name: tried}) == [f"{headline} may not rank drawings by size (sgpkit metrics court)"]
    assert notes({name: tried | {"axes": {"color": {"may_rank": True}}}}) == []
