"""Runs with a judge's marks next to others: values of two measures are not compared, and no value is in a wrong
column."""

import shutil

import pytest
import toy_sketches
from toy_judging import DRAWN, answer, by_redness

from sgpkit import reports as report
from sgpkit.benchmark import Published, families
from sgpkit.errors import UserError
from sgpkit.reports import overview
from sgpkit.reports.printed import printed_tables
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import compare, score
from sgpkit.runs.scoring.annotations import judge
from sgpkit.runs.scoring.scored_run import ScoredRun


@pytest.fixture
def two(sketched, marker):
    """Two runs, one with marks and one without."""
    answer(sketched, [item[::-1] for item in DRAWN], out="plain")
    marker(by_redness)
    judge.judge(Run.open(sketched / "run"), "replay", "marker")
    for name in ("run", "plain"):
        score.score(Run.open(sketched / name))
    return sketched


def test_marks_are_not_compared_with_another_measure(two, marker):
    pair = [two / "run", two / "plain"]
    with pytest.raises(UserError, match=r"the values are judge \(marker-task\) and ssim"):
        compare.compare([ScoredRun.open(run) for run in pair])
    [forced] = compare.compare([ScoredRun.open(run) for run in pair], force=True)
    assert any("the values are" in remark for remark in forced.remarks)
    marker(model="another")
    judge.judge(Run.open(two / "plain"), "replay", "marker")
    score.score(Run.open(two / "plain"))
    with pytest.raises(UserError, match=r"are judge \(marker-task\) and judge \(marker-task\) by another model"):
        compare.compare([ScoredRun.open(run) for run in pair])
    shutil.rmtree(two / "plain" / "judged")
    marker()
    judge.judge(Run.open(two / "plain"), "replay", "marker")
    score.score(Run.open(two / "plain"))
    [message] = compare.compare([ScoredRun.open(run) for run in pair])
    assert message.remarks == ()
    assert compare.as_json([message])["headline"] == "judge (marker-task)"


def test_the_report_keeps_measures_apart(two):
    runs = [ScoredRun.open(two / name) for name in ("run", "plain")]
    assert [section.headline for section in overview.sections(runs)] == ["judge (marker-task)", "ssim"]
    page = report.write([two / "run", two / "plain"], two / "report.html").read_text()
    assert "Bars show judge (marker-task)" in page and "Bars show ssim" in page


def test_printed_figures_stand_beside_their_own_measure(two, monkeypatch):
    table = "turtlebench-table-1"
    printed = (
        Published(table, "scratch_image", 0.01),
        Published(table, "tweak_edit_image_text", 0.01, part="judge", part_scale=0.1),
    )
    monkeypatch.setattr(families, "get", lambda config: toy_sketches.SKETCHES.replacing(published=printed))
    marked, plain = (ScoredRun.open(two / name) for name in ("run", "plain"))
    first, second = printed_tables(marked.benchmark, [marked, plain])
    ours = {line.run: line for line in first.lines if line.run is not None}
    assert ours[0].value == marked.figures["parts"]["ssim"]["value"], "the old headline, which is a part now"
    assert ours[1].value == plain.figures["value"]
    [mark] = [line for line in second.lines if line.run is not None]
    assert mark.run == 0 and mark.value == pytest.approx(marked.figures["parts"]["judge"]["value"] / 10)
    assert mark.low is None and mark.high is None, "three drawings are too few for an interval"
    assert [line.value for line in second.lines] == sorted((line.value for line in second.lines), reverse=True)
