"""The page about metrics with trained weights comes from the stored results."""

import json

import pytest

from sgpkit.errors import NotInstalled
from sgpkit.quality.court import report
from tools import trained_table


def test_page_is_that_of_the_record():
    record, page = trained_table.read(), trained_table.PAGE.read_text(encoding="utf-8")
    assert page == trained_table.page(page, record)


def test_every_declared_metric_has_results():
    record = trained_table.read()
    named = {
        "captions": trained_table.CAPTIONS,
        "sets": trained_table.SETS,
        "pictures": trained_table.PICTURES,
    }
    for kind, names in named.items():
        assert list(record[kind]) == [name.replace("=", ": ").replace("package:", "") for name in names]


def test_permission_follows_the_rule():
    """A metric that may rank an axis has a lower bound above 0.9, and few false alarms."""
    record = trained_table.read()
    for result in (*record["pictures"].values(), *record["captions"].values()):
        for axis in result["axes"].values():
            allowed = (axis["low"] or 0) > 0.9 and result["false_alarms"]["value"] < 0.05
            assert axis["may_rank"] == allowed
    text = trained_table.PAGE.read_text(encoding="utf-8")
    for name, result in (*record["pictures"].items(), *record["captions"].items()):
        allowed = [axis for axis, held in result["axes"].items() if held["may_rank"]]
        assert f"`{name}`: may rank {', '.join(allowed) or 'nothing'}" in text


def test_all_axes_with_the_best_share_are_named():
    record = trained_table.read()
    for name, result in (*record["pictures"].items(), *record["captions"].items()):
        if result["false_alarms"]["value"] >= 0.05:
            shares = {axis: held["value"] for axis, held in result["axes"].items()}
            sentence = trained_table.permission(report.read(name, result)).rpartition("Its best ")[2]
            named = sentence.removeprefix("axis is ").removeprefix("axes are ").partition(":")[0].split(", ")
            assert named == [axis for axis, share in shares.items() if share == max(shares.values())]


def test_sets_begin_with_no_distance():
    for held in trained_table.read()["sets"].values():
        assert held["the references themselves"] <= 1e-3 < held["palette"]


def test_a_missing_package_keeps_the_other_rows(tmp_path, monkeypatch, capsys):
    page, record = tmp_path / "page.md", tmp_path / "record.json"
    page.write_text(trained_table.PAGE.read_text(encoding="utf-8"))
    record.write_text(trained_table.RECORD.read_text(encoding="utf-8"))
    monkeypatch.setattr(trained_table, "PAGE", page)
    monkeypatch.setattr(trained_table, "RECORD", record)

    def missing(name, model):
        raise NotInstalled("needs a package")

    monkeypatch.setattr(trained_table, "try_on_sets", missing)
    before = record.read_text()
    trained_table.main(["lite0_kernel"])
    assert record.read_text() == before and "left out: needs a package" in capsys.readouterr().out


def test_one_metric_leaves_the_other_rows(tmp_path, monkeypatch):
    page, record = tmp_path / "page.md", tmp_path / "record.json"
    page.write_text(trained_table.PAGE.read_text(encoding="utf-8"))
    record.write_text(trained_table.RECORD.read_text(encoding="utf-8"))
    monkeypatch.setattr(trained_table, "PAGE", page)
    monkeypatch.setattr(trained_table, "RECORD", record)
    monkeypatch.setattr(
        trained_table, "try_on_sets", lambda name, model: {"the references themselves": 0.0, "palette": 7.5}
    )
    monkeypatch.setattr(trained_table, "distances", lambda held: f"{sorted(held)}")
    trained_table.main(["lite0_kernel"])
    held = json.loads(record.read_text())
    assert held["sets"]["lite0_kernel"]["palette"] == 7.5
    assert (
        held["pictures"] == trained_table.read()["pictures"] and "['lite0_frechet', 'lite0_kernel']" in page.read_text()
    )


@pytest.mark.parametrize("allowed", [True, False])
def test_sentences_give_the_reason(allowed):
    name, result = next(iter(trained_table.read()["captions"].items()))
    result = json.loads(json.dumps(result))
    result["false_alarms"]["value"] = 0.01
    for axis in result["axes"].values():
        axis.update(value=0.99 if allowed else 0.5, low=0.95 if allowed else 0.4)
    sentence = trained_table.permission(report.read(name, result))
    assert sentence.startswith("may rank color, " if allowed else "may rank nothing: its best axis is")
