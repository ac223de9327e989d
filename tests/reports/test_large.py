"""Reports and comparisons of large runs: a selection on the page, and all wrong answers on separate pages."""

import html
import json
from dataclasses import replace
from types import SimpleNamespace

import polars as pl
import pytest
import toy
import toy_runs
from toy_runs import answered

from sgpkit import reports
from sgpkit.api import scored
from sgpkit.benchmark import Source
from sgpkit.data import build
from sgpkit.data import rows as stored_rows
from sgpkit.errors import UserError
from sgpkit.reports import excerpts, gallery
from sgpkit.runs import folder as run_folder
from sgpkit.runs import parts, plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import compare, score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.status import Status

pytestmark = pytest.mark.process


def made_large(monkeypatch):
    for module, name, value in (
        (parts, "PART_ROWS", 10), (parts, "GROUP_ROWS", 4), (run_folder, "CHUNK_ROWS", 7),
        (stored_rows, "IN_MEMORY_ROWS", 5), (excerpts, "MOST", 10), (excerpts, "PIECE", 8), (excerpts, "SHOWN", 3),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)


def rows(path, seed):
    for item in toy.rows(path, seed):
        yield (item[0], item[1] | {"options": ["one", "two"]}) if isinstance(item[1], dict) else item


TOY = toy_runs.TOY.replacing(
    sources={"builtin": Source(rows)}, columns={**toy_runs.TOY.rows.columns, "options": "list[string]"}
)


@pytest.fixture
def data(toy_home, monkeypatch):
    monkeypatch.setitem(toy_runs.BENCHMARKS, "toy", TOY)
    build.build(TOY, toy_home / "many", path="90", workers=1)
    return toy_home / "many"


def replayed(data, out, completions, **options):
    """Return a scored run that answers each row by a function of its number; None stands for a missing answer."""
    rows = list(stored_rows.read(data, TOY, "test"))
    answers = {row["id"]: completions(int(row["id"].rpartition("-")[2]), row) for row in rows}
    lines = [{"id": name, "completion": text} for name, text in answers.items() if text is not None]
    path = out.with_suffix(".jsonl")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run.run(TOY, str(data), out, plan.Options("replay", str(path), name="model", **options))
    score.score(Run.open(out))
    return out


def third(number, row):
    return None if number % 9 == 0 else row["answer"] if number % 3 else "AB"["BA".index(row["answer"])]


def fourth(number, row):
    return row["answer"] if number % 4 else "AB"["BA".index(row["answer"])]


def ids_that_are_not_right(out):
    table = ScoredRun.open(out).responses
    return [row["id"] for row in table.iter_rows(named=True) if row["status"] != "ok" or row["value"] < 1]


def test_comparisons_say_what_they_say_of_small_runs(data, toy_home, monkeypatch):
    small = [replayed(data, toy_home / f"small-{index}", made) for index, made in enumerate((third, fourth))]
    expected = compare.as_json(scored.compare(*small).pairs)
    made_large(monkeypatch)
    runs = [replayed(data, toy_home / f"large-{index}", made) for index, made in enumerate((third, fourth))]
    compared = scored.compare(*runs).pairs
    assert "completion" not in compared[0].first.responses.columns
    assert json.loads(json.dumps(compare.as_json(compared)).replace("large-", "small-")) == json.loads(
        json.dumps(expected)
    )


@pytest.mark.slow
def test_a_comparison_holds_the_values_of_a_large_run_only_and_its_page_all(data, toy_home, monkeypatch):
    made_large(monkeypatch)
    runs = [replayed(data, toy_home / f"run-{index}", made) for index, made in enumerate((third, fourth))]
    pairs = scored.compare(*runs).pairs
    kept = set(pairs[0].first.responses.columns)
    assert kept == {"id", "cluster", "value", "status", *(name for name in TOY.rows.groups if name in kept)}
    whole = pairs[0].first.with_reasons()
    assert {"reason", "sample", "finish_reason"} <= set(whole.responses.columns)
    opened = ScoredRun.open(runs[0], texts=False).responses
    assert whole.responses.cast(opened.schema).equals(opened)
    page = reports.write_comparison(pairs, toy_home / "compared.html").read_text()
    assert f"{len(pairs[0].lost):,}" in page and list((toy_home / "compared-responses").glob("*/*.html"))


def test_reasons_of_fewer_responses_than_there_are_values_are_refused(data, toy_home, monkeypatch):
    made_large(monkeypatch)
    out = replayed(data, toy_home / "run", third)
    run = ScoredRun.open(out, values_only=True)
    shortened = replace(run, responses=run.responses[:-1])
    with pytest.raises(UserError, match="older than its responses"):
        shortened.with_reasons()


@pytest.mark.parametrize("orders", [("same", "same"), ("same", "turned"), ("turned", "same")])
def test_rows_are_paired_by_name_whatever_their_order_and_number_of_samples(orders):
    names = [f"row-{number // 2}" for number in range(12)]
    tables = []
    for shift, order in enumerate(orders):
        values = [float((number + shift) % 3 == 0) for number in range(12)]
        table = pl.DataFrame({"id": names, "cluster": names, "value": values, "status": "ok"})
        tables.append(table.reverse() if order == "turned" else table)
    runs = [
        SimpleNamespace(responses=table, groups=(), benchmark=SimpleNamespace(rows=SimpleNamespace(groups=())))
        for table in tables
    ]
    expected = [
        {name: sum(row["value"] for row in table.rows(named=True) if row["id"] == name) / 2 for name in names}
        for table in tables
    ]
    paired = compare.pair_rows(*runs)
    assert dict(paired.select("id", "value").iter_rows()) == expected[0]
    assert dict(paired.select("id", "value_other").iter_rows()) == expected[1]
    single = [SimpleNamespace(**vars(run) | {"responses": run.responses.unique("id", keep="first")}) for run in runs]
    assert compare.pair_rows(*single).height == 6


@pytest.mark.parametrize("damage", ["older", "shorter", "longer", "columns"])
def test_scores_of_other_responses_are_refused_part_by_part(data, toy_home, monkeypatch, damage):
    made_large(monkeypatch)
    out = replayed(data, toy_home / "run", third)
    table = parts.Table.open(out, "scores").read()
    changed = {
        "older": table.with_columns(id=pl.when(pl.arange(pl.len()) == 57).then(pl.lit("x")).otherwise("id")),
        "shorter": table[:-4],
        "longer": pl.concat([table, table[:3]]),
        "columns": table.drop("reason"),
    }[damage]
    parts.write(out, "scores", changed)
    for values_only in (True, False):
        with pytest.raises(UserError, match="scores are damaged or were edited"):
            ScoredRun.open(out, texts=False, values_only=values_only)


@pytest.mark.slow
def test_all_that_is_not_right_is_on_some_page_and_a_choice_on_the_first(data, toy_home, monkeypatch):
    made_large(monkeypatch)
    out = replayed(data, toy_home / "run", third)
    views = []
    kept = gallery.view
    monkeypatch.setattr(gallery, "view", lambda *args, **options: views.append(kept(*args, **options)) or views[-1])
    page = reports.write([out], toy_home / "report.html")
    *pieces, first = views
    wrong = ids_that_are_not_right(out)
    on_pages = [view.rows[0][card["row"]]["id"] for view in pieces for card in view.runs[0]["cards"]]
    assert sorted(on_pages) == sorted(wrong)
    assert on_pages == wrong, "in the order of the rows"
    assert [len(view.runs[0]["cards"]) for view in pieces[:-1]] == [8] * (len(pieces) - 1)
    statuses = [card["status"] for card in first.runs[0]["cards"]]
    assert len(statuses) == 9, "three of each kind"
    assert statuses.count(str(Status.NO_ANSWER)) == 3
    text = page.read_text()
    for piece in sorted((toy_home / "report-responses" / "1").glob("*.html")):
        assert f'href="report-responses/1/{piece.name}"' in text
        assert "default-src 'none'" in html.unescape(piece.read_text())
    assert len(list((toy_home / "report-responses" / "1").glob("*.html"))) == len(pieces) > 3


def test_figures_are_those_of_a_small_run(data, toy_home, monkeypatch):
    def figures(page):
        return page.read_text().partition('<section id="responses"')[0].partition("<main>")[2]

    small = figures(reports.write([replayed(data, toy_home / "run", third)], toy_home / "small.html"))
    made_large(monkeypatch)
    (toy_home / "again").mkdir()
    out = replayed(data, toy_home / "again" / "run", third)
    large_figures = figures(reports.write([out], toy_home / "large.html"))
    start = large_figures.index('<tr role="row" class="unfinished"><td role="cell" colspan="6"><details class="long">')
    end = large_figures.index("</tr>\n", start) + len("</tr>\n")
    assert (large_figures[:start] + large_figures[end:]).replace("again/run", "run") == small
    assert "chance 50.0%" in small


@pytest.mark.slow
@pytest.mark.chromium
def test_a_page_of_a_large_run_opens_and_leads_to_its_pieces(data, toy_home, browser, monkeypatch):
    made_large(monkeypatch)
    page = reports.write([replayed(data, toy_home / "run", third)], toy_home / "report.html")
    visit(browser, page.resolve().as_uri())
    assert browser.ask("document.querySelectorAll('#cards article').length") == 9
    piece = browser.ask("document.querySelector('.pieces a').href")
    visit(browser, piece)
    assert browser.ask("document.querySelectorAll('#cards article').length") == 8
    assert "incorrect" in browser.ask("document.querySelector('h1').textContent")
    assert browser.complaints() == []


def visit(browser, address):
    browser.open(address)
    browser.ask("started.then(() => true)")


def test_a_small_run_is_on_one_page(toy_home):
    out = answered(toy_home, toy_runs.TOY)
    reports.write([out], toy_home / "report.html")
    assert not (toy_home / "report-responses").exists()
