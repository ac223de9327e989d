"""The leaderboard: ranked and unranked entries, and the page in a browser."""

import html
import io
import json
import pathlib
import re
import shutil
from dataclasses import replace

import axe
import polars as pl
import pytest
import run_fixtures
import toy_drawing
from PIL import Image
from toy_runs import BENCHMARKS, MOVED, answered, replayed

from sgpkit.benchmark import families
from sgpkit.errors import UserError
from sgpkit.reports import leaderboard
from sgpkit.reports.leaderboard import board, entries, matrix, models, plot
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package, submit
from sgpkit.submissions.boundary.outcome import Rescored

pytestmark = pytest.mark.process


@pytest.fixture
def home(toy_home, monkeypatch):
    know_toys(monkeypatch)
    return toy_home


def know_toys(monkeypatch):
    """Let commands find the toy benchmarks, and no others."""

    def locate(config):
        if config not in BENCHMARKS:
            raise UserError(f"unknown config {config!r}")
        return "toys", BENCHMARKS[config]

    monkeypatch.setattr(families, "locate", locate)
    monkeypatch.setattr(families, "names", lambda: list(BENCHMARKS))


def submitted(home, run, submitter="somebody"):
    return package.package(ScoredRun.open(run), home / "submissions", submitter=submitter).folder


def squares(home, right, name):
    """A run with this number of right rows."""
    rows = [row for split, row in toy_drawing.DRAWING.rows.sources["builtin"].read("", 0) if split == "test"]
    answers = [row["code"] if position < right else toy_drawing.square("#010203") for position, row in enumerate(rows)]
    return replayed(home, toy_drawing.DRAWING, answers, name)


def written(home):
    """Every line of the written leaderboard by the name of its submission's folder."""
    leaderboard.write([home / "submissions"], home / "site", str(home / "data"))
    boards = json.loads((home / "site" / "leaderboard.json").read_text())
    return {line["source"]: line for board in boards for line in board["lines"] if line["kind"] == "submission"}


@pytest.mark.slow
def test_ranks_follow_scores_and_share_places_that_the_rows_do_not_tell_apart(home):
    full, less, none = (submitted(home, squares(home, right, f"run-{right}")).name for right in (12, 11, 0))
    lines = written(home)
    assert [(lines[name]["rank"], lines[name]["worst"]) for name in (full, less, none)] == [(1, 2), (1, 2), (3, 3)]
    assert {line["verification"] for line in lines.values()} == {"scored again"}
    for line in lines.values():
        assert (home / "site" / line["gallery"]).is_file()
        assert (home / "site" / "space" / line["gallery"]).is_file()


@pytest.mark.slow
def test_what_does_not_hold_is_shown_without_a_rank_and_says_what_differs(home):
    good = submitted(home, squares(home, 6, "good"))
    edited = submitted(home, squares(home, 2, "edited"))
    scores = json.loads((edited / "scores.json").read_text())
    (edited / "scores.json").write_text(json.dumps(scores | {"value": 1.0}))
    lines = written(home)
    assert lines[good.name]["rank"] == 1
    refused = lines[edited.name]
    assert (refused["rank"], refused["verification"], refused["gallery"]) == (None, entries.REFUSED, "")
    assert "scores.json" in refused["remarks"][0]


@pytest.mark.slow
def test_a_retracted_submission_keeps_its_line_and_loses_its_rank(home):
    folder = submitted(home, squares(home, 6, "one"))
    before = written(home)[folder.name]
    submit.retract(folder, "the prompt held the answers")
    line = written(home)[folder.name]
    assert before["rank"] == 1
    assert line["rank"] is None
    assert line["remarks"] == ["retracted: the prompt held the answers"]
    assert not (home / "site" / "galleries").exists(), "the gallery of an earlier call is gone"


def test_without_its_rows_a_submission_is_its_submitters_word(home):
    folder = submitted(home, squares(home, 6, "one"))
    leaderboard.write([folder], home / "site", None)
    (line,) = [
        line for board in json.loads((home / "site" / "leaderboard.json").read_text()) for line in board["lines"]
    ]
    assert (line["verification"], line["rank"], line["value"]) == ("self-reported", None, 0.5)
    assert line["remarks"][0].startswith("not re-scored")


@pytest.mark.slow
def test_a_part_of_the_rows_is_not_ranked(home):
    submitted(home, squares(home, 6, "whole"))
    part = submitted(home, answered(home, toy_drawing.DRAWING, out="part", limit=3))
    line = written(home)[part.name]
    assert line["rank"] is None
    assert any(remark.startswith("not ranked") for remark in line["remarks"])


@pytest.mark.slow
def test_a_baseline_is_beside_the_models_and_takes_no_rank_of_theirs(home):
    reference = submitted(home, answered(home, toy_drawing.DRAWING)).name
    model = submitted(home, squares(home, 6, "model")).name
    lines = written(home)
    assert list(lines) == [model, reference]
    assert (lines[reference]["value"], lines[reference]["rank"]) == (1.0, None)
    assert lines[reference]["remarks"].count("a baseline is never ranked") == 1
    assert (lines[model]["rank"], lines[model]["worst"]) == (1, 1)
    page = (home / "site" / "index.html").read_text()
    assert "1 verified submission of 1 model on 1 task. " in page and "reference 100.0% in" not in page
    (row,) = [row for row in re.findall(r'<tr role="row".*?</tr>', page, re.DOTALL) if "never ranked" in row]
    assert row.count("baseline") == 1, "only the remark names it"


def test_printed_figures_stand_beside_and_are_marked(home):
    submitted(home, answered(home, MOVED))
    written(home)
    table = pl.read_parquet(home / "site" / "leaderboard.parquet")
    printed = table.filter(pl.col("kind") == "published")
    assert printed["verification"].unique().to_list() == ["printed"]
    assert printed["rank"].is_null().all()
    assert printed["source"].str.contains("TurtleBench").all()
    (claimed,) = table.filter(pl.col("kind") == "submission").select(pl.col("^stated_.*$")).to_dicts()
    assert (claimed["stated_engine"], claimed["stated_completion_tokens"]) == ("baseline", 0)
    read = pl.read_csv(home / "site" / "leaderboard.csv", schema=table.schema)
    assert read.with_columns(pl.col(pl.String).fill_null("")).equals(
        table.with_columns(pl.col(pl.String).fill_null(""))
    )


@pytest.mark.slow
def test_the_same_submission_twice_is_one_line(home):
    folder = submitted(home, squares(home, 6, "one"))
    shutil.copytree(folder, home / "submissions" / "copy")
    assert len(written(home)) == 1


def test_where_there_is_no_submission_it_says_so(home):
    with pytest.raises(UserError, match=r"no submission found in .*data"):
        leaderboard.write([home / "data"], home / "site")
    with pytest.raises(UserError, match="no folder 'nowhere'"):
        leaderboard.write([pathlib.Path("nowhere")], home / "site")


@pytest.mark.slow
def test_what_one_submission_holds_keeps_no_other_from_the_board(home):
    good = submitted(home, squares(home, 6, "good"))
    for item, spoil in enumerate(
        [
            lambda measurements: "{",
            lambda measurements: json.dumps(
                measurements | {"dataset": measurements["dataset"] | {"config": "../../evil"}}
            ),
            lambda measurements: json.dumps(measurements | {"submitter": "x\ud800"}),
            lambda measurements: json.dumps(measurements | {"score": measurements["score"] | {"high": None}}),
            lambda measurements: json.dumps(measurements | {"score": measurements["score"] | {"n": 10**30}}),
            lambda measurements: json.dumps(measurements | {"score": measurements["score"] | {"value": 1e308}}),
        ]
    ):
        spoiled = home / "submissions" / f"aaa-{item}"
        shutil.copytree(good, spoiled)
        measurements = json.loads((spoiled / "manifest.json").read_text())
        (spoiled / "manifest.json").write_text(spoil(measurements))
    lines = written(home)
    assert lines.keys() == {good.name}
    assert lines[good.name]["rank"] == 1
    page = (home / "site" / "index.html").read_text()
    assert all(f"aaa-{item}</code>" in page for item in range(6))


def test_a_forged_copy_does_not_take_the_place_of_what_it_was_copied_from(home):
    good = submitted(home, squares(home, 6, "good"))
    for name in ("aaa-evil", "zzz-evil"):
        shutil.copytree(good, home / "submissions" / name)
        (home / "submissions" / name / "responses.parquet").write_bytes(b"x")
    lines = written(home)
    assert lines[good.name]["rank"] == 1
    assert [lines[name]["verification"] for name in ("aaa-evil", "zzz-evil")] == [entries.REFUSED] * 2


SHOWN = "[...document.querySelectorAll('.board tbody tr')].filter((each) => each.getBoundingClientRect().height).length"


@pytest.mark.slow
@pytest.mark.chromium
def test_a_browser_filters_lines_and_runs_nothing_that_a_submitter_wrote(home, browser):
    for position, right in enumerate((12, 6)):
        submitted(
            home,
            squares(home, right, f"run-{position}"),
            submitter=["<img src=x onerror=document.title=1>", "Ada"][position],
        )
    submitted(home, answered(home, MOVED), "Ada")
    written(home)
    page = (home / "site" / "index.html").as_uri()
    for width in (1280, 390):
        browser.open(page, width)
        whole = browser.ask(SHOWN)
        browser.ask("document.getElementById('query').value = 'ada'")
        browser.ask("document.getElementById('query').dispatchEvent(new Event('input'))")
        assert browser.ask(SHOWN) == 2 < whole
        choose = "(() => { const menu = document.querySelector('[data-filter=config]'); menu.value = 'toy-moved';"
        browser.ask(choose + "menu.dispatchEvent(new Event('change')); })()")
        assert browser.ask(SHOWN) == 1
        assert browser.ask("document.documentElement.scrollWidth <= window.innerWidth")
    assert browser.ask("document.title") == "Symbolic graphics programs: leaderboard"
    assert browser.requested() == [page]
    assert browser.complaints() == []
    browser.open(browser.ask("document.querySelector('.board tr:not([hidden]) th a').href"))
    browser.ask("started.then(() => true)")
    assert browser.ask("document.querySelectorAll('#cards article').length") == 12


def test_a_model_has_a_page_with_its_lines_and_the_types_that_differ_clearly(home):
    name = "<b>evil</b>/../x"
    submitted(home, squares(home, 12, "good"))
    lines = written(home)
    (line,) = lines.values()
    page = (home / "site" / line["model_page"]).read_text()
    assert html.escape(line["model"]) in page
    assert f'href="../{line["gallery"]}"' in page
    assert "/" not in board.model_file(name)
    assert board.model_file(name) != board.model_file("b-evil-b-x"), "names that look alike are two files"


def rescored(by, rows):
    """A submission of rows (kind, cluster, value), with its figures by kind."""
    groups = [
        {"kind": kind, "value": 0.0, "low": 0.0, "high": 1.0, "n": 20, "clusters": clusters, "method": "x"}
        for kind, clusters in by.items()
    ]
    table = pl.DataFrame(rows, schema=["kind", "cluster", "value"], orient="row")
    table = table.select(pl.Series("id", [f"row-{number}" for number in range(table.height)]), *table.columns)
    return Rescored({"by": {"kind": groups}}, "accuracy", ("accuracy", ""), table)


def kinds_of(rows, *others):
    """The types of a model as its page shows them, with adjusted p-values."""
    mine, *rest = (rescored({kind: 20 for kind, _, _ in rows}, item) for item in (rows, *others))
    standing = models.Standing(None, None, tuple(models.compared(mine, rest)))
    (result,) = models.adjusted([standing])
    return {part.value: part for part in result.types}


def test_a_strength_is_certain_after_adjustment_over_all_types():
    many = [(kind, f"{kind}-{number}", float(number < right)) for kind, right in MANY.items() for number in range(20)]
    half = [(kind, cluster, 0.5) for kind, cluster, _ in many]
    result = kinds_of(many, half)
    assert [kind for kind, part in result.items() if part.clear] == ["all right", "none right"]
    assert result["15 right"].change.p < 0.05 < result["15 right"].adjusted, "one of many types is low by chance"
    assert result["all right"].level.name == "mean of the others"
    assert result["all right"].difference == pytest.approx(0.5)


MANY = {"all right": 20, "15 right": 15, "11 right": 11, "10 right": 10, "9 right": 9, "none right": 0}


def test_five_rows_show_no_strength():
    """No exchange of models is rare enough with five drawings, however clear the figures look."""
    five = [("complex", f"c{number}", 1.0) for number in range(5)] + [
        ("plain", f"p{number}", 0.4) for number in range(5)
    ]
    result = kinds_of(five, [(kind, cluster, 0.4) for kind, cluster, _ in five])
    assert result["complex"].difference == pytest.approx(0.6)
    assert not result["complex"].clear


def test_without_other_models_a_type_is_held_against_the_other_rows():
    apart = [("a", f"a{number}", 1.0) for number in range(20)] + [("b", f"b{number}", 0.0) for number in range(20)]
    result = kinds_of(apart)
    assert result["a"].level.name == "its score on the other rows"
    assert result["a"].level.value == pytest.approx(-1.0), "its own figure, which is 0 here, minus the difference"
    assert result["a"].clear
    within = [(kind, f"d{number}", float(number % 2)) for number in range(20) for kind in "ab"]
    assert kinds_of(within)["a"].difference == 0
    assert not kinds_of(within)["a"].clear


def test_tied_models_share_a_rank_and_the_lead_says_so(home):
    for right in (12, 11):
        submitted(home, squares(home, right, f"run-{right}"))
    lines = written(home)
    assert {line["rank"] for line in lines.values()} == {1}
    page = (home / "site" / "index.html").read_text()
    assert "are tied" in page.partition('<p class="sentence">')[2].partition("</p>")[0]
    assert page.index('id="matrix"') < page.index('id="filters"') < page.index('class="board"')


def test_the_first_table_has_a_dash_where_a_model_was_not_run(home):
    submitted(home, squares(home, 12, "one"))
    submitted(home, answered(home, MOVED))
    (home / "site").mkdir(exist_ok=True)
    listed = list(entries.collected([home / "submissions"], str(home / "data")))
    boards = board.boards(listed)
    table = {row.model: [cell and cell.line.value for cell in row.cells] for row in matrix.rows(with_pages(boards))}
    assert len(boards) == 2
    assert all(len(cells) == 2 and None in cells for cells in table.values())
    assert [row.is_baseline for row in matrix.rows(with_pages(boards))] == [False, True]


def with_pages(boards):
    """Boards of which every submission has a model's page."""
    return [
        replace(
            one,
            lines=tuple(replace(line, model_page="m.html") for line in one.lines if line.kind == "submission"),
        )
        for one in boards
    ]


def test_scores_are_drawn_against_what_was_paid_and_against_tokens_where_nothing_was(home):
    submitted(home, squares(home, 6, "one"))
    (entry,) = entries.collected([home / "submissions"], str(home / "data"))
    (line,) = [line for ranking in board.boards([entry]) for line in ranking.lines]
    paid = [line_with(line, cost) for cost in (0.1, 2.0)]
    unit, shown = plot.points(paid)
    assert (unit, [point.amount for point in shown]) == ("self-reported cost in USD", [0.1, 2.0])
    free = [line_with(line, None, tokens) for tokens in (120, 2400)]
    unit, shown = plot.points(free)
    assert (unit, [point.amount for point in shown]) == ("self-reported mean tokens per answer", [10.0, 200.0])
    assert (plot.amount(paid), plot.amount(free)) == ("cost", "tokens")
    assert plot.drawing(paid[:1]) == "", "one point says nothing"
    evil = [line_with(line, cost, model="<script>x</script>") for cost in (0.1, 2.0)]
    assert "<script" not in plot.drawing(evil)


def line_with(line, cost, tokens=0, model="lab/model"):
    return replace(
        line, stated_cost=cost, stated_currency="USD" if cost else None, stated_completion_tokens=tokens, model=model
    )


@pytest.mark.slow
@pytest.mark.chromium
def test_printed_figures_come_with_their_switch_and_old_lines_go_with_a_date(home, browser):
    submitted(home, answered(home, MOVED), "Ada")
    written(home)
    date = next(
        line["stated_date"] for line in json.loads((home / "site" / "leaderboard.json").read_text())[0]["lines"]
    )
    browser.open((home / "site" / "index.html").as_uri())
    assert browser.ask(SHOWN) == 1
    browser.click("#printed")
    assert browser.ask(SHOWN) > 1
    kinds = browser.ask("[...document.querySelectorAll('.board tbody tr')].map((line) => line.dataset.kind)")
    assert kinds[0] == "submission", "what was verified is first"
    for since, left in ((date, 1), ("9999-01-01", 0)):
        browser.ask(f"document.getElementById('since').value = '{since}'")
        browser.ask("document.getElementById('since').dispatchEvent(new Event('input'))")
        assert browser.ask(SHOWN) == left
    assert browser.complaints() == []


@pytest.fixture(scope="module")
def pages(tmp_path_factory, built_run_toys):
    """The pages of a leaderboard: of all models, and of each."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        home = run_fixtures.at_home(tmp_path_factory.mktemp("board"), monkeypatch, built_run_toys)
        know_toys(monkeypatch)
        for right in (12, 6):
            submitted(home, squares(home, right, f"run-{right}"))
        submitted(home, answered(home, MOVED), "Ada")
        lines = written(home)
    shown = [home / "site" / "index.html", *sorted((home / "site" / "models").iterdir())]
    assert {line["model_page"] for line in lines.values()} == {f"models/{page.name}" for page in shown[1:]}
    return shown


@pytest.mark.slow
@pytest.mark.chromium
def test_a_table_wider_than_the_window_has_a_shadow_where_it_continues(pages, browser):
    def edge():
        """Return the darkness of the rightmost pixels of the table, and of pixels next to them."""
        box = browser.ask("JSON.stringify(document.querySelector('.matrix').parentElement.getBoundingClientRect())")
        right, top, bottom = (json.loads(box)[name] for name in ("right", "top", "bottom"))
        with Image.open(io.BytesIO(browser.screenshot())) as picture:
            gray = picture.convert("L")
            rows = range(round(top) + 12, min(round(bottom), gray.height) - 12)
            return [max(gray.getpixel((round(right) - inset, y)) for y in rows) for inset in (3, 30)]

    browser.open(pages[0].as_uri(), 360)
    browser.ask("document.querySelector('.matrix').scrollIntoView({block: 'center', behavior: 'instant'})")
    at_edge, inside = edge()
    assert at_edge < inside - 15
    browser.ask("document.querySelector('.matrix').parentElement.scrollLeft = 10000")
    at_edge, inside = edge()
    assert at_edge == inside


@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_rule_of_accessibility_is_broken(pages, browser, dark):
    browser.dark(dark)
    try:
        for page in pages:
            for width in (360, 1280, 2560):
                browser.open(page.as_uri(), width)
                assert browser.ask("document.documentElement.scrollWidth") == width
                browser.ask("document.querySelector('#printed')?.click()")
                assert axe.violations(browser) == []
                assert browser.ask("document.documentElement.scrollWidth") == width
    finally:
        browser.dark(False)
