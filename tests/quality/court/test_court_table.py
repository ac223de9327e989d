"""The table of the court: what is kept of a stopped run, and the page."""

import json
from dataclasses import replace

import pytest

from sgpkit.benchmark import Contrast, Contrasts
from sgpkit.quality.court import pairs, report
from sgpkit.quality.court.metrics import Metric
from sgpkit.quality.court.verdict import verdict
from tools import court_table

PAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="{0}" height="5" fill="#ff0000"/></svg>'


def toy(wrong):
    def make(axis, grade, chance):
        width = chance.randint(5, 8)
        return Contrast({"code": PAGE.format(width)}, "a box", PAGE.format(width), PAGE.format(wrong))

    return Contrasts(make=make, axes=("size",), equal=("tool",))


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setattr(court_table, "made", court_table.made.__wrapped__)
    monkeypatch.setattr(court_table, "KEPT", tmp_path)
    monkeypatch.setattr(pairs, "sources", lambda configs: {"toy": toy(3)})
    return tmp_path


def counting(seen):
    def values(mine, answers):
        seen.extend(answers)
        return [float(answer.split('width="')[1][0]) / 9 for answer in answers]

    return Metric("width", values, lambda pair: True)


def test_a_second_run_paints_and_scores_nothing_again(kept, monkeypatch):
    seen = []
    first = court_table.marks(counting(seen), court_table.made("toy", 2))
    assert len(seen) == 2 * 8
    monkeypatch.setattr(pairs, "admit", lambda candidates: pytest.fail("painted again"))
    again = court_table.marks(counting(seen), court_table.made("toy", 2))
    assert len(seen) == 2 * 8
    assert again.right == first.right and again.wrong == first.wrong
    assert [pair.row["image"] for pair in again.pairs] == [pair.row["image"] for pair in first.pairs]


def test_more_pairs_score_only_the_new_ones_and_changed_pairs_are_scored_again(kept, monkeypatch):
    seen = []
    court_table.marks(counting(seen), court_table.made("toy", 1))
    court_table.marks(counting(seen), court_table.made("toy", 2))
    assert len(seen) == 2 * 8
    monkeypatch.setattr(pairs, "sources", lambda configs: {"toy": toy(4)})
    court_table.marks(counting(seen), court_table.made("toy", 2))
    assert len(seen) == 4 * 8


def test_a_line_that_a_stop_has_cut_is_measured_again(kept):
    seen = []
    made = court_table.made("toy", 2)
    court_table.marks(counting(seen), made)
    (path,) = (path for path in kept.iterdir() if path.name != "toy.jsonl")
    path.write_text(path.read_text()[:-20])
    marks = court_table.marks(counting(seen), made)
    assert len(seen) == 2 * 9
    assert verdict(marks).axes["size"].right.value == 1.0
    assert len(court_table.marks(counting(seen), made).right) == 8 and len(seen) == 2 * 9


def test_one_metric_leaves_the_other_rows(kept, tmp_path, monkeypatch):
    for name, text in (
        ("PAGE", "above\n<!-- court: begin -->the old table<!-- court: end -->\nbelow\n"),
        ("FIGURE", ""),
    ):
        monkeypatch.setattr(court_table, name, tmp_path / name)
        (tmp_path / name).write_text(text)
    held = verdict(court_table.marks(counting([]), court_table.made("toy", 2)))
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"metrics": {"other": report.of_metric(replace(held, name="other"))}}))
    monkeypatch.setattr(court_table, "RECORD", record)
    monkeypatch.setattr(court_table, "verdicts", lambda names: [held])
    court_table.main(["width"])
    written = json.loads(record.read_text())["metrics"]
    assert list(written) == ["other", "width"]
    page = (tmp_path / "PAGE").read_text()
    assert page.startswith("above\n") and page.endswith("\nbelow\n") and "the old table" not in page
    assert "| other | 8 | 100 |" in page and "| width | 8 | 100 |" in page


def test_a_verdict_is_read_as_it_was_written(kept):
    held = verdict(court_table.marks(counting([]), court_table.made("toy", 2)))
    read = report.read("width", report.of_metric(held))
    assert report.of_metric(read) == report.of_metric(held)
    assert report.markdown([read]) == report.markdown([held])
    assert report.details([read]) == report.details([held])
    assert "| width | 100 | 100 | 100 | 0 | 100 |" in report.details([held])
