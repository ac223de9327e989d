"""Tables with figures of people: their ratings, labels and verdicts, as `sgpkit annotate agreement` stores them."""

import json
from types import SimpleNamespace

import polars as pl
import pytest

import sgpkit
from sgpkit.cli.main import main
from sgpkit.reports import paper_tables
from sgpkit.reports.paper_tables import declaration, text
from sgpkit.reports.paper_tables.cells import agreement_of
from sgpkit.runs.scoring.scored_run import ScoredRun


def filled(paper, folder, number):
    (table,) = paper_tables.tables(paper, [ScoredRun.open(folder)], [number])
    return table


def test_the_agreement_of_people_with_a_judge_is_a_figure(tmp_path):
    """As `annotate agreement` leaves it next to the replies of the first judge that has it."""
    for judge, pearson in (("first", None), ("second", {"value": 0.7, "low": 0.5, "high": 0.8})):
        (tmp_path / "judged" / judge).mkdir(parents=True)
        if pearson:
            (tmp_path / "judged" / judge / "agreement.json").write_text(json.dumps({"pearson": pearson}))
    run = SimpleNamespace(folder=tmp_path, figures={"judged": {"first": {}, "second": {}}})
    assert agreement_of(run, "pearson")["value"] == 0.7
    assert agreement_of(SimpleNamespace(folder=tmp_path, figures={}), "pearson") is None
    (table,) = [table for table in declaration.load("vectorgym") if table.number == "2"]
    assert table.configs == {f"vectorgym-{task}" for task in ("text", "sketch", "edit", "caption")}


@pytest.mark.process
def test_causes_of_failures_are_read_from_the_labels_of_a_run(tmp_path):
    """Table 5 of TurtleBench: each failed answer has one of the four causes; an answer without a drawing the last."""
    sgpkit.build("turtle-scratch", out=tmp_path / "data", limit=8, workers=1)
    answers = ["no program", *[f"```python\nimport turtle\nturtle.forward({length})\n```" for length in range(30, 37)]]
    ids = pl.read_parquet(sorted((tmp_path / "data").rglob("*.parquet"))[0])["id"]
    lines = [json.dumps({"id": name, "completion": text}) for name, text in zip(ids, answers, strict=True)]
    (tmp_path / "answers.jsonl").write_text("\n".join(lines))
    sgpkit.run(
        "turtle-scratch",
        data=tmp_path / "data",
        engine="replay",
        model=str(tmp_path / "answers.jsonl"),
        out=tmp_path / "r",
    )
    sgpkit.score(tmp_path / "r")
    table = filled("turtlebench", tmp_path / "r", "5")
    where = table.columns.index("pixels")
    shares = {line.labels[0]: line.cells[where].value for line in table.lines if line.is_run}
    printed = [line.labels[0] for line in table.lines if not line.is_run]
    scores = pl.read_parquet(sorted((tmp_path / "r/scores").glob("*.parquet"))).filter(pl.col("value") < 1)
    kinds = scores["failure"].fill_null("").to_list()
    assert list(shares) == printed and sum(shares.values()) == pytest.approx(100)
    assert shares["Implementation error"] == pytest.approx(100 * kinds.count("") / len(kinds))
    counted = sum(kind in ("missing strokes", "extra strokes", "closed shapes") for kind in kinds)
    assert shares["Counting error"] == pytest.approx(100 * counted / len(kinds)) and counted
    assert [one for one in table.missing if one.endswith(f"--kind label --draw {len(kinds)}")]
    assert_labels_of_people_fill(tmp_path, ids)


def assert_labels_of_people_fill(tmp_path, ids):
    """Causes overlap: two people give six labels in four judgements."""
    lines = [f"{ids[0]},a,Counting; orientation", f"{ids[1]},a,counting", f"{ids[0]},b,implementation;counting",
             f"{ids[1]},b,shape identification", f"{ids[2]},b,"]  # fmt: skip
    (tmp_path / "people.csv").write_text("\n".join(["id,annotator,label", *lines]))
    assert main(["annotate", "agreement", str(tmp_path / "r"), str(tmp_path / "people.csv"), "--kind", "label"]) == 0
    table = filled("turtlebench", tmp_path / "r", "5")
    where = table.columns.index("share")
    shares = {line.labels[0].split()[0]: line.cells[where].value for line in table.lines if line.is_run}
    assert shares == {"Shape": 25, "Counting": 75, "Orientation": 25, "Implementation": 25}


@pytest.mark.process
def test_peoples_verdicts_fill_the_table_of_agreement(tmp_path, monkeypatch, capsys):
    """Two people, six answers: by hand, 10 of 12 verdicts agree; half are right by either, so kappa is 2/3."""
    monkeypatch.chdir(tmp_path)
    sgpkit.build("ssvg-geometry-svg", out=tmp_path / "data", limit=6, workers=1)
    rows = pl.read_parquet(sorted((tmp_path / "data").rglob("*.parquet"))[0])
    codes = dict(zip(rows["id"], rows["code"], strict=True))
    completions = [code if number % 2 else "no" for number, code in enumerate(codes.values())]
    lines = [json.dumps({"id": name, "completion": text}) for name, text in zip(codes, completions, strict=True)]
    (tmp_path / "answers.jsonl").write_text("\n".join(lines))
    folder = tmp_path / "run"
    sgpkit.run("ssvg-geometry-svg", data="data", engine="replay", model="answers.jsonl", out=folder)
    sgpkit.score(folder)
    (command,) = [one.partition(": ")[2] for one in filled("ssvg-bench", folder, "15").missing if "geometry_svg" in one]
    assert command == "sgpkit annotate agreement run --draw 6" and main(command.split()[1:]) == 0
    assert capsys.readouterr().out.endswith("Next: sgpkit annotate agreement run out/run-verdicts.csv\n")
    verdicts = [
        f"{name},{person},{'right' if (number % 2) != (number in differ) else 'wrong'}"
        for person, differ in (("a", {0, 1}), ("b", set()))
        for number, name in enumerate(codes)
    ]
    (tmp_path / "people.csv").write_text("\n".join(["id,annotator,verdict", *verdicts]))
    assert main(["annotate", "agreement", "run", "people.csv"]) == 0
    table = filled("ssvg-bench", folder, "15")
    agreement, kappa = [line for line in table.lines if line.is_run]
    at = table.columns.index("geometry_svg")
    assert agreement.cells[at].value == pytest.approx(100 * 10 / 12)
    assert kappa.cells[at].value == pytest.approx((10 / 12 - 1 / 2) / (1 / 2))
    assert agreement.cells[at].low < 100 * 10 / 12 < agreement.cells[at].high <= 100
    assert {"83.3", "0.667"} <= set(text.as_text(table).split())


@pytest.mark.parametrize(("paper", "number"), [("ssvg-bench", "15"), ("turtlebench", "5"), ("vectorgym", "2")])
def test_tables_of_peoples_answers_say_that_these_are_not_published(paper, number):
    (table,) = paper_tables.tables(paper, numbers=[number])
    assert "not published, so the printed" in text.as_markdown(table)
