"""Tables of papers from whole small evaluations: plans, judged runs, and rows that a user brings."""

import csv
import io
import json
import re

import polars as pl
import pytest
from toy_judging import Marker

import sgpkit
from sgpkit import engines
from sgpkit.cli.main import main
from sgpkit.reports import paper_tables
from sgpkit.reports.paper_tables.suite import render

TIKZ = r"""\documentclass[tikz]{standalone}
\begin{document}
\begin{tikzpicture}
\draw (0,0) -- (%d,1);
\end{tikzpicture}
\end{document}
"""


def lines_of(capsys, *arguments):
    """Return the lines of runs that `sgpkit tables` prints as CSV, and what it prints as text."""
    capsys.readouterr()
    assert main(["tables", *map(str, arguments)]) == 0
    text = capsys.readouterr().out
    assert main(["tables", *map(str, arguments), "--format", "csv"]) == 0
    rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
    return [row for row in rows if row["is_run"] == "True"], text


@pytest.mark.slow
@pytest.mark.process
def test_a_plan_is_evaluated_and_its_page_and_tables_are_filled(tmp_path, capsys):
    """TurtleBench: ten runs of two configs become the lines of three tables; the baseline solves everything."""
    plan = render("turtlebench", "reference", ["1", "2", "6"])
    plan = plan.replace('engine = "vllm"', 'engine = "baseline"')
    assert plan.count("[[configs]]") == 10 and "any-language" not in plan
    path = tmp_path / "turtle.toml"
    path.write_text(plan.replace('data = "sgp-bench"', f"data = {json.dumps(str(tmp_path / 'data'))}\nbuild_limit = 2"))
    assert main(["eval", str(path), "--yes", "--quiet", "--out", str(tmp_path / "out")]) == 0
    runs = sorted((tmp_path / "out" / "runs").glob("*/*/run.json"))
    assert len(runs) == 10
    first, _ = lines_of(capsys, "turtlebench", *(run.parent for run in runs), "--table", "1")
    figures = [
        name for name in first[0] if name.startswith(("scratch", "tweak")) and not name.endswith(("_low", "_high"))
    ]
    assert [row["model"] for row in first] == ["reference, basic", "reference, v-cot"] and len(figures) == 4
    assert all(float(row[name]) == 100 for row in first for name in figures)
    second, _ = lines_of(capsys, "turtlebench", *(run.parent for run in runs), "--table", "2")
    wanted = {f"reference, {way}" for way in ("v-cot, turtle", "v-cot, rabbit")}
    assert {row["model"] for row in second} == wanted
    grid, _ = lines_of(capsys, "turtlebench", *(run.parent for run in runs), "--table", "6")
    tasks = [float(value) for row in grid for name, value in row.items() if name.endswith("_tasks") and value]
    assert sum(tasks) == 2 and {row["model"] for row in grid} == {"reference"}
    page = (tmp_path / "out" / "report.html").read_text()
    assert re.search(r"\d tables of the paper with these runs", page)
    assert "GPT-4V 0-shot CoT" in page and "reference, v-cot" in page


@pytest.mark.process
def test_a_plan_names_rows_that_a_user_brings_and_takes_them_when_built(tmp_path):
    path = tmp_path / "plan.toml"
    assert "datikz" not in re.sub(r"(?m)^#.*$", "", render("ssvg-bench", "m"))
    assert "# datikz has no builtin rows; build them with --source first" in render("ssvg-bench", "m")
    pl.DataFrame([{"caption": f"A line to {end}.", "code": TIKZ % end} for end in range(1, 7)]).write_parquet(
        tmp_path / "test.parquet"
    )
    sgpkit.build("datikz", source=f"datikz={tmp_path / 'test.parquet'}", out=tmp_path / "data", workers=1)
    path.write_text(render("ssvg-bench", "m", ["13"], str(tmp_path / "data")))
    assert [(item.config, item.strategy) for item in sgpkit.api.suites.suite.load([str(path)]).items] == [
        ("datikz", "direct"), ("datikz", "loop")
    ]  # fmt: skip


@pytest.mark.process
def test_runs_of_captions_with_the_geometry_prompt_fill_table_13(tmp_path, capsys):
    """A loop of the paper's method asks for a figure by the steps of geometry, and the figures are those of code."""
    pl.DataFrame([{"caption": f"A line to {end}.", "code": TIKZ % end} for end in range(1, 7)]).write_parquet(
        tmp_path / "test.parquet"
    )
    sgpkit.build("datikz", source=f"datikz={tmp_path / 'test.parquet'}", out=tmp_path / "data", workers=1)
    rows = pl.read_parquet(next((tmp_path / "data").rglob("test*.parquet"))).to_dicts()
    answers = tmp_path / "answers.jsonl"
    texts = [f"```latex\n{row['code'].replace('(0,0)', '(0,2)')}\n```" for row in rows]
    answers.write_text("\n".join(json.dumps({"id": row["id"], "completion": text})
                                 for row, text in zip(rows, texts, strict=True)))  # fmt: skip
    sgpkit.run("datikz", data=tmp_path / "data", engine="replay", model=str(answers), name="org/model", strategy="loop",
               out=tmp_path / "run")  # fmt: skip
    sgpkit.score(tmp_path / "run")
    (line,), text = lines_of(capsys, "ssvg-bench", tmp_path / "run", "--table", "13")
    assert (line["model"], line["strategy"]) == ("org/model", "loop")
    assert 0 < float(line["crystal_bleu"]) < 100 and 0 < float(line["eed"]) < 100 and not line["dreamsim"]
    assert re.search(
        r"dreamsim, kid, clip: sgpkit annotate measure \S*run --with dreamsim --with kid --with clip", text
    )


@pytest.mark.slow
@pytest.mark.process
def test_judged_runs_and_ratings_of_people_fill_two_tables_of_vectorgym(tmp_path, capsys, monkeypatch):
    """Table 4 has the judge's mean mark, Table 2 its correlation with people, by independent sums."""
    sgpkit.build("vectorgym-edit", out=tmp_path / "data", limit=6, workers=1)
    folder = tmp_path / "run"
    sgpkit.run("vectorgym-edit", data=tmp_path / "data", engine="baseline", model="unchanged", out=folder)
    sgpkit.score(folder)
    ids = sorted(pl.read_parquet(sorted((folder / "responses").glob("*.parquet")))["id"])
    marks = dict(zip(ids, (2, 4, 5, 7, 8, 10), strict=True))
    people = dict(zip(ids, (1, 5, 4, 6, 9, 8), strict=True))
    judge = Marker(lambda identifier, sample, turn: f"As asked.\nscore: {marks[identifier]}", "judge")
    monkeypatch.setattr(engines, "open_engine", lambda *arguments: judge)
    assert main(["annotate", "judge", str(folder), "--engine", "replay", "--model", "judge"]) == 0
    monkeypatch.undo()
    sgpkit.score(folder)
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("id,rating,annotator\n" + "".join(f"{name},{value},a\n" for name, value in people.items()))
    assert main(["annotate", "agreement", str(folder), str(ratings), "--kind", "rating"]) == 0
    (line,), _ = lines_of(capsys, "vectorgym", folder, "--table", "4")
    assert float(line["judge"]) == pytest.approx(sum(marks.values()) / 6)
    assert float(line["mse"]) > 0 and 0 < float(line["ssim"]) < 1 and not line["dino"]
    (line,), _ = lines_of(capsys, "vectorgym", folder, "--table", "2")
    pairs = [(marks[name] - 6, people[name] - 5.5) for name in ids]
    covariance, first, second = (sum(one * other for one, other in chosen)
                                 for chosen in (pairs, [(a, a) for a, _ in pairs], [(b, b) for _, b in pairs]))  # fmt: skip
    assert float(line["judge"]) == pytest.approx(covariance / (first * second) ** 0.5, abs=1e-6)
    assert (line["task"], line["model"]) == ("edit", "unchanged, zero-shot")
    assert paper_tables.tables("vectorgym", numbers=["2"])[0].lines
