"""The first words of a page, the lines on its bars, and the drawings that it shows first."""

import io
from dataclasses import replace

import pytest
import toy_drawing
from PIL import Image
from toy_runs import MOVED, TOY, answered, replayed

from sgpkit import reports
from sgpkit.reports import gallery, highlights, levels, overview, printed, summary, title_picture
from sgpkit.runs import rendering
from sgpkit.runs.scoring import compare
from sgpkit.runs.scoring.scored_run import ScoredRun

pytestmark = pytest.mark.process


PRINTED = "The interval is above the best printed figure on {} of 2 benchmarks with printed figures."


def opened(*folders):
    return [ScoredRun.open(folder) for folder in folders]


def squares(positions, right, name):
    rows = [row for split, row in toy_drawing.DRAWING.rows.sources["builtin"].read("", 0) if split == "test"]
    answers = [row["code"] if position < right else toy_drawing.square("#010203") for position, row in enumerate(rows)]
    return replayed(positions, toy_drawing.DRAWING, answers, name)


def test_the_sentence_names_the_best_model_and_what_it_is_held_against(toy_home):
    runs = opened(
        squares(toy_home, 11, "good"),
        squares(toy_home, 2, "bad"),
        answered(toy_home, toy_drawing.DRAWING, "empty"),
        answered(toy_home, toy_drawing.DRAWING, "reference"),
    )
    (section,) = overview.sections(runs)
    assert section.runs[section.leading].folder.name == "good", "the reference is no model"
    assert [level.name for level in section.levels] == ["the best baseline, empty"]
    low, high = runs[0].figures["low"], runs[0].figures["high"]
    assert section.sentence == (
        f"answers.jsonl, the best of 2 runs, scores 91.7% ({runs[0].headline}; 95 % interval {low:.1%} to {high:.1%}) "
        "on 12 rows: 91.7 points above the best baseline, empty (0.0%)."
    )


def test_a_level_within_the_interval_is_not_called_above_or_below():
    figures = {"value": 0.3, "low": 0.2, "high": 0.4}
    assert summary.against(figures, "chance", 0.25) == "no clear difference from chance (25.0%)"
    assert summary.against(figures, "chance", 0.1) == "20.0 points above chance (10.0%)"
    assert summary.against(figures, "chance", 0.5) == "20.0 points below chance (50.0%)"


def test_a_figure_without_an_interval_is_not_called_above_or_below(toy_home):
    (run,) = opened(answered(toy_home, MOVED, limit=1))
    best, ours = printed.Line("Bard", 0.5), printed.Line("run", 1.0, run=0)
    sentence = summary.of_runs(
        [run], [levels.Level("chance", 0.25)], [printed.PrintedTable("a paper", "a", [ours, best])]
    )
    assert sentence.endswith("on 1 row (no interval: 1 drawing; at least 5 are needed).")


def test_a_printed_figure_within_the_interval_is_not_called_better(toy_home):
    (run,) = opened(answered(toy_home, MOVED))
    best, ours = printed.Line("Bard", 0.7), printed.Line("run", 0.4, run=0, low=0.1, high=0.8)
    sentence = summary.of_runs([run], [], [printed.PrintedTable("a paper", "a", [best, ours])])
    assert sentence.endswith(
        ": no clear difference from the best printed figure, by Bard on the paper's own rows (70.0%)."
    )


def test_a_run_whose_engine_failed_on_every_row_has_no_figure(toy_home):
    failed = replace(ScoredRun.open(squares(toy_home, 0, "failed")))
    failed.figures.update(n=0, value=0.0, low=None, high=None, clusters=0)
    (baseline,) = opened(answered(toy_home, toy_drawing.DRAWING, "empty"))
    (section,) = overview.sections([failed, baseline])
    assert section.runs[-1] is failed, "last, though its value is that of the baseline"
    assert section.sentence.startswith("answers.jsonl has no scored answers on 12 rows")
    (moved,) = opened(replayed(toy_home, MOVED, [""] * 12, "wrong"))
    page = reports.write_page([failed, baseline, moved], (), toy_home / "out" / "failed.html").read_text()
    assert page.count("no row was answered") == 2, "on the board and in the table"
    assert "On 1 benchmark" in summary.of_many([summary.Part(runs, (), ()) for runs in ([failed], [moved])]), (
        "its figure is not among those of the sentence"
    )


def test_chance_is_the_mean_over_the_rows_that_were_asked(toy_home):
    run = ScoredRun.open(answered(toy_home, TOY))
    options = [len(row["options"]) for row in run.run.data.rows if row.get("options")]
    expected = sum(1 / number for number in options) / len(options) if options else None
    assert levels.chance(run) == (pytest.approx(expected) if expected else None)
    assert levels.chance(ScoredRun.open(answered(toy_home, toy_drawing.DRAWING))) is None


def test_a_page_of_several_benchmarks_shows_all_of_them_before_the_first(toy_home):
    wrong = replayed(toy_home, MOVED, [""] * 12, "wrong")
    best, baseline = squares(toy_home, 12, "best"), answered(toy_home, toy_drawing.DRAWING, "empty")
    page = reports.write([best, baseline, wrong], toy_home / "out" / "page.html").read_text()
    assert "<h1>answers.jsonl on 2 benchmarks</h1>" in page
    board = page[page.index('<nav aria-label="Benchmarks">') : page.index("</nav>")]
    assert board.count("<li>") == 2 and board.count('class="interval"') == 3
    assert "level-baseline" in board and "100.0%" in board and "0.0%" in board
    assert board.count("<span>answers.jsonl</span>") == 2, "each benchmark has one run of the model"
    many = [squares(toy_home, right, f"run-{right}") for right in range(6)]
    board = reports.write([*many, wrong], toy_home / "out" / "many.html").read_text()
    assert board.count("and 2 more below") == 1
    assert board.count("<span>answers.jsonl<small>") == 4, "runs of one model are told apart by how they were asked"
    only = [baseline, answered(toy_home, MOVED, "reference")]
    assert "<h1>2 baselines on 2 benchmarks</h1>" in reports.write(only, toy_home / "out" / "only.html").read_text()


def test_levels_of_a_kind_are_drawn_alike_whatever_others_there_are(toy_home):
    runs = opened(squares(toy_home, 11, "good"), answered(toy_home, toy_drawing.DRAWING, "empty"))
    (section,) = overview.sections(runs)
    assert [(level.kind, level.name) for level in section.marks] == [("baseline", "the best baseline, empty")]
    page = reports.write([run.folder for run in runs], toy_home / "out" / "page.html").read_text()
    assert 'class="level level-baseline"' in page and 'class="level level-chance"' not in page


def test_a_page_of_several_benchmarks_begins_with_the_result(toy_home):
    wrong = replayed(toy_home, MOVED, [""] * 12, "wrong")
    runs = opened(squares(toy_home, 12, "best"), squares(toy_home, 2, "worse"), wrong)
    sections = overview.sections(runs)
    parts = [summary.Part(section.runs, section.levels, section.published) for section in sections]
    drawing, other = sections[0].benchmark.title, sections[1].benchmark.title
    begins = f"On 2 benchmarks, answers.jsonl scores from 0.0% ({other}) to 100.0% ({drawing})."
    assert summary.of_many(parts).startswith(begins)
    of_baselines = [parts[0]._replace(runs=opened(answered(toy_home, toy_drawing.DRAWING, "empty"))), parts[1]]
    assert summary.of_many(of_baselines).startswith(f"On 1 benchmark, answers.jsonl scores 0.0% ({other})")
    equal = [parts[0], parts[1]._replace(runs=opened(squares(toy_home, 12, "best")))]
    assert summary.of_many(equal).startswith("On 2 benchmarks, answers.jsonl scores 100.0%.")
    low = runs[0].figures["low"]
    for chance, count in ((low - 0.01, 1), (low + 0.01, 0)):
        held = [parts[0]._replace(levels=[levels.Level("chance", chance)]), parts[1]._replace(levels=[], tables=[])]
        assert summary.of_many(held).endswith(
            f" The interval is above chance on {count} of 1 benchmark with a chance level."
        )
    page = reports.write([run.folder for run in runs], toy_home / "out" / "page.html").read_text()
    assert page.index('<p class="sentence">') < page.index('<nav aria-label="Benchmarks">')


def test_printed_figures_are_in_the_sentence_with_whose_rows_they_are_of(toy_home):
    (section,) = overview.sections(opened(answered(toy_home, MOVED)))
    assert "No model has been run yet; the reference answer scores 100.0%" in section.sentence
    best = max(line.value for line in section.published[0].lines if line.run is None)
    assert (
        f"points above the best printed figure, by {section.best_printed.name} on the paper's own rows ({best:.1%})"
        in (section.sentence)
    )


def test_a_printed_figure_of_another_measure_than_the_headline_is_named_and_held_against_ours_of_that_measure(toy_home):
    (section,) = overview.sections(opened(answered(toy_home, MOVED)))
    (run,) = section.runs
    ours, best = printed.Line("run", 0.4, run=0, low=0.35, high=0.45), printed.Line("Bard", 0.5)
    other = printed.PrintedTable("a paper", "ssim", [best, ours], of_headline=False)
    sentence = summary.of_runs([run], [], [other])
    assert sentence.endswith(
        ": in ssim (40.0%) 10.0 points below the best printed figure, by Bard on the paper's own rows (50.0%)."
    )
    part = summary.Part([run], [], [other])
    assert run.figures["low"] > 0.5  # the headline's interval, which says nothing of the other measure
    assert summary.of_many([part, part]).endswith(PRINTED.format(0))
    low = printed.PrintedTable("a paper", "ssim", [ours, printed.Line("Bard", 0.3)], of_headline=False)
    lower = summary.Part([run], [], [low])
    assert summary.of_many([part, lower]).endswith(PRINTED.format(1))


def test_a_comparison_says_who_is_better_only_where_the_rows_tell(toy_home):
    far, near, other = opened(
        squares(toy_home, 0, "far"), squares(toy_home, 11, "near"), squares(toy_home, 12, "other")
    )
    (clear,) = compare.compare([far, other])
    assert "scores higher than" in summary.of_pair(clear)
    assert "12 gained, 0 lost of 12 rows" in summary.of_pair(clear)
    (unclear,) = compare.compare([near, other])
    assert summary.of_pair(unclear).startswith("No clear difference between")


def test_wrong_right_and_unreadable_answers_are_shown_first(toy_home):
    answers = [toy_drawing.square("#ff0000"), toy_drawing.square("#010203"), "", "no drawing", "I cannot do that."]
    view = gallery.view(opened(replayed(toy_home, toy_drawing.DRAWING, answers, "out")))
    shown = highlights.of_run(view, 0)
    cards = view.runs[0]["cards"]
    assert [cards[item]["value"] for item in shown["right"]] == [1.0]
    assert shown["wrong"] == [1]
    statuses = [cards[item]["status"] for item in shown["unreadable"]]
    assert len(statuses) == 3
    assert {"refused", "no_answer"} <= set(statuses), "each status once before any twice"


def test_what_is_shown_is_spread_over_groups():
    assert highlights.spread([0, 1, 2, 3, 4], lambda position: ("a" if position < 3 else "b",)) == [0, 3, 1]


def test_gained_and_lost_answers_are_those_that_changed(toy_home):
    first = squares(toy_home, 6, "first")
    second = replayed(toy_home, toy_drawing.DRAWING, [toy_drawing.square("#ff0000")] * 12, "second")
    view = gallery.view(opened(first, second))
    changed = highlights.of_pair(view, 0, 1)
    before, after = (run["cards"] for run in view.runs)
    assert all(after[item]["value"] > before[item]["value"] for item in changed["gained"])
    assert all(after[item]["value"] < before[item]["value"] for item in changed["lost"])


def test_the_picture_that_is_shared_lies_beside_the_page_and_is_named_there(toy_home):
    run = squares(toy_home, 6, "one")
    page = reports.write([run], toy_home / "out" / "a page.html", url="https://example.org/reports/")
    with Image.open(toy_home / "out" / "a page.png") as picture:
        assert picture.size == (title_picture.WIDTH, title_picture.HEIGHT)
    assert '<meta property="og:image" content="https://example.org/reports/a%20page.png">' in page.read_text()
    assert '<meta property="og:image" content="a%20page.png">' in reports.write([run], page).read_text()


def test_a_name_of_any_length_stays_within_its_room():
    face = title_picture.font(24)
    for text in ("word " * 200, "x" * 5000, "", "<script>&amp;</script>"):
        lines = title_picture.wrapped(text, face, 300, 3)
        assert 1 <= len(lines) <= 3
        assert all(face.getlength(line) <= 300 for line in lines)


def test_groups_of_few_drawings_are_folded():
    known = {"value": 0.5, "low": 0.1, "high": 0.9, "n": 20}
    groups = overview.Groups(
        "kind", [("few", [known | {"clusters": 4}, None]), ("many", [known | {"clusters": 5}, None])]
    )
    assert [name for name, _ in groups.folded] == ["few"]
    assert [name for name, _ in groups.steady] == ["many"]
    assert replace(groups, column="further figures").folded == []


def test_a_figure_is_cut_to_what_is_drawn():
    image = Image.new("RGB", (400, 400), "white")
    image.paste("black", (300, 100, 340, 120))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    with Image.open(io.BytesIO(rendering.crop(stream.getvalue()))) as cut:
        assert cut.size == (44, 44)
        assert cut.histogram()[0] == 40 * 20
    blank = toy_drawing.png("#ffffff")
    assert rendering.crop(blank) == blank


def test_chance_of_a_group_is_of_its_own_rows(toy_home, monkeypatch):
    run = ScoredRun.open(answered(toy_home, TOY))
    options = {"even": 2, "odd": 4}
    for row in run.run.data.rows:
        row["options"] = ["one"] * options[row["parity"]]
    (section,) = overview.sections([run])
    (table,) = [table for table in section.groups if table.column == "parity"]
    assert dict(table.chance) == {"even": 1 / 2, "odd": 1 / 4}
    assert [level.value for level in table.levels("odd")] == [1 / 4]
    assert levels.chance_by([run], "no such column") == {}
    assert levels.chance_by([ScoredRun.open(answered(toy_home, toy_drawing.DRAWING))], "kind") == {}
    page = reports.write_page([run], [], toy_home / "out" / "page.html").read_text()
    for share in ("50.0%", "25.0%"):
        assert f"</i>chance {share}</small>" in page, "beside its own group"


def test_a_group_of_all_rows_is_not_shown_as_one(toy_home):
    run = ScoredRun.open(answered(toy_home, TOY))
    groups = [dict(group) for group in run.figures["by"]["parity"]]
    table = overview.groups("parity", [overview.by_value(run, "parity")])
    assert not overview.repeats_the_whole(table, [run])
    single = replace(run, figures=run.figures | {"by": {"parity": [groups[0] | {"n": run.figures["n"]}]}})
    assert "parity" not in [table.column for table in overview.section([single]).groups]
    part = replace(run, figures=run.figures | {"by": {"parity": groups[:1]}})
    assert "parity" in [table.column for table in overview.section([part]).groups]
