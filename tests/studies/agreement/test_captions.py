"""Captions by several people: sampling of drawings, and agreement."""

import csv

import pytest

import sgpkit
from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.runs.folder import Run
from sgpkit.studies.agreement import captions

pytestmark = [pytest.mark.slow, pytest.mark.process]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    home = tmp_path_factory.mktemp("captions")
    sgpkit.build("vectorgym-caption", out=home / "data", limit=6, workers=1)
    sgpkit.run("vectorgym-caption", data=home / "data", engine="baseline", model="reference", out=home / "run")
    sgpkit.score(home / "run")
    return home / "run"


def written(path, lines):
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([["id", "annotator", "caption"], *lines])
    return path


def test_annotators_are_compared_with_rows_and_with_one_another(run, tmp_path):
    """The first annotator copies the rows, the second exchanges them, and the third describes two drawings."""
    rows = {name: row["caption"] for name, row in Run.open(run).rows.items()}
    names = list(rows)
    lines = [[name, "first", rows[name]] for name in names]
    lines += [[name, "second", rows[other]] for name, other in zip(names, names[1:] + names[:1], strict=True)]
    lines += [[names[0], "third", "One red ball."], [names[1], "third", "Two green cubes."], [names[2], "third", ""]]
    figures = captions.agreement(Run.open(run), written(tmp_path / "people.csv", lines))
    first, second, third = figures["annotators"]
    assert first["n"] == 6 and first["facts"] == {"value": 1, "low": pytest.approx(0.55, abs=0.1), "high": 1}
    assert first["rouge_l"]["value"] == 1 and first["facts, other drawings"]["value"] < 0.3
    # An annotator who exchanges drawings agrees as much as captions of other drawings, which form the same pairs.
    assert second["rouge_l"]["value"] == pytest.approx(first["rouge_l, other drawings"]["value"])
    assert third["n"] == 2 and third["rouge_l"]["low"] is None and figures["blank"] == 1
    between = {tuple(entry["annotators"]): entry for entry in figures["between"]}
    assert between["first", "second"]["facts"]["value"] == pytest.approx(second["facts"]["value"])
    assert between["first", "third"]["rouge_l"] == third["rouge_l"]
    text = captions.as_text(figures)
    assert "first and second (n = 6)" in text and "1 row without a caption" in text


def test_drawings_are_given_to_people_without_their_captions(run, tmp_path, capsys):
    out = tmp_path / "captions.csv"
    assert main(["annotate", "agreement", str(run), "--kind", "caption", "--draw", "4", "--out", str(out)]) == 0
    lines = list(csv.DictReader(out.open()))
    rows = Run.open(run).rows
    assert [*lines[0]] == ["id", "drawing", "annotator", "caption"] and len(lines) == 4
    assert all((tmp_path / line["drawing"]).read_bytes() == rows[line["id"]]["image"] for line in lines)
    filled = written(out, [[line["id"], "me", rows[line["id"]]["caption"]] for line in lines])
    capsys.readouterr()
    assert main(["annotate", "agreement", str(run), str(filled), "--kind", "caption"]) == 0
    assert "me and the row's caption (n = 4)" in capsys.readouterr().out


def test_captions_need_rows_with_captions_and_lines_that_are_filled_in(run, tmp_path):
    names = list(Run.open(run).rows)
    with pytest.raises(UserError, match="has no captions: the column caption is blank in all 6 rows"):
        captions.agreement(Run.open(run), written(tmp_path / "blank.csv", [[name, "me", " "] for name in names]))
    with pytest.raises(UserError, match="duplicate judgement"):
        captions.agreement(Run.open(run), written(tmp_path / "twice.csv", [[names[0], "me", "x"]] * 2))
    sgpkit.build("sgp-mnist", out=tmp_path / "data", limit=2, workers=1)
    sgpkit.run("sgp-mnist", data=tmp_path / "data", engine="baseline", model="reference", out=tmp_path / "digits")
    sgpkit.score(tmp_path / "digits")
    with pytest.raises(UserError, match="rows of sgp-mnist have no caption to compare with"):
        captions.agreement(Run.open(tmp_path / "digits"), tmp_path / "blank.csv")
