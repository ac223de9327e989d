"""Familiar and fresh rows side by side: published against builtin, and originals against their moved twins."""

import json

import numpy as np
import pytest
import scipy.stats
import toy_drawing
import toy_runs
from toy_runs import answered

from sgpkit import reports, statistics
from sgpkit.benchmark import Source
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import contamination, score
from sgpkit.runs.scoring.scored_run import ScoredRun

pytestmark = pytest.mark.process


def printed(path, seed):
    for split, row in toy_drawing.rows(path, seed):
        yield split, row | {"source": "printed"}


def moved(path, seed):
    for number in range(12):
        for motion in ("none", "T", "T'", "SE2"):
            row = toy_drawing.row(f"square-{number}")
            twin = {"id": f"p{number}-{motion}", "cluster": f"p{number}", "program": f"p{number}", "question": "q"}
            yield "test", row | twin | {"motion": motion.removesuffix("'")}


PUBLISHED = toy_drawing.DRAWING.replacing(sources={"printed": Source(printed)})
TWINS = toy_drawing.DRAWING.replacing(
    config="toy-twins",
    columns=toy_drawing.DRAWING.rows.columns | {"program": "string", "question": "string", "motion": "string"},
    sources={"builtin": Source(moved)},
    groups=("motion",),
)


def test_published_rows_are_set_beside_fresh_ones(toy_home):
    build.build(PUBLISHED, toy_home / "printed", "printed", workers=1)
    fresh = answered(toy_home, toy_drawing.DRAWING, "random", "fresh")
    run.run(PUBLISHED, str(toy_home / "printed"), toy_home / "known", run.Options("baseline", "random"))
    score.score(Run.open(toy_home / "known"))
    (view,) = contamination.contamination([ScoredRun.open(fresh), ScoredRun.open(toy_home / "known")])
    assert (view.familiar, view.fresh) == ("published (printed)", "fresh (builtin)")
    assert view.difference.value == pytest.approx(view.familiar_value - view.fresh_value)
    assert view.difference.method.startswith("Welch")
    assert contamination.views([ScoredRun.open(fresh)]) == []
    with pytest.raises(UserError, match="nothing to compare"):
        contamination.contamination([ScoredRun.open(fresh)])


def test_originals_are_paired_with_their_moved_twins(toy_home, monkeypatch, capsys):
    monkeypatch.setitem(toy_runs.BENCHMARKS, "toy-twins", TWINS)
    build.build(TWINS, toy_home / "data", workers=1)
    # All originals are right, half of the translated twins, and none of the rotated ones.
    items = [
        {"id": row["id"], "completion": row["code"] if row["id"].endswith(("-none", "-T")) else ""}
        for _, row in moved("", 0)
    ]
    (toy_home / "answers.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    run.run(TWINS, str(toy_home / "data"), toy_home / "moved", run.Options("replay", str(toy_home / "answers.jsonl")))
    score.score(Run.open(toy_home / "moved"))
    translated, turned = contamination.contamination([ScoredRun.open(toy_home / "moved")])
    assert (translated.fresh, translated.difference.value, translated.difference.n) == ("moved (T)", 0.5, 12)
    assert (turned.familiar_value, turned.fresh_value, turned.difference.value) == (1.0, 0.0, 1.0)
    assert turned.difference.p < 0.001
    assert main.main(["contamination", "moved"]) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "moved (SE2)" in text
    assert "Familiar and fresh" in reports.write([toy_home / "moved"], toy_home / "page.html").read_text()


def test_independent_rows_are_compared_as_scipy_does():
    generator = np.random.default_rng(1)
    first, second = generator.normal(0, 1, 40), generator.normal(0.5, 2, 25)
    ours = statistics.independent_difference(first, range(40), second, range(25))
    theirs = scipy.stats.ttest_ind(second, first, equal_var=False)
    assert ours.p == pytest.approx(theirs.pvalue)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval()))


def replayed_over(positions, data, benchmark, file, name=None, temperature=None):
    rows = [
        row
        for split, row in benchmark.rows.sources[next(iter(benchmark.rows.sources))].read("12", 0)
        if split == "test"
    ]
    lines = [json.dumps({"id": row["id"], "completion": benchmark.evidence.reference(row)}) for row in rows]
    (positions / file).write_text("\n".join(lines))
    out = positions / f"run-{file}"
    options = run.Options("replay", str(positions / file), name=name, temperature=temperature)
    run.run(benchmark, str(positions / data), out, options)
    score.score(Run.open(out))
    return ScoredRun.open(out)


def test_replayed_files_are_paired_by_the_name_of_their_model(toy_home):
    build.build(PUBLISHED, toy_home / "printed", "printed", workers=1)
    fresh = replayed_over(toy_home, "data", toy_drawing.DRAWING, "fresh.jsonl", "org/model")
    known = replayed_over(toy_home, "printed", PUBLISHED, "known.jsonl", "org/model")
    assert fresh.model == known.model == "org/model"
    assert len(contamination.contamination([fresh, known])) == 1


def test_an_error_names_the_field_that_differs(toy_home):
    build.build(PUBLISHED, toy_home / "printed", "printed", workers=1)
    fresh = replayed_over(toy_home, "data", toy_drawing.DRAWING, "fresh.jsonl")
    known = replayed_over(toy_home, "printed", PUBLISHED, "known.jsonl", "org/model")
    with pytest.raises(UserError, match=r"differ in model: 'fresh\.jsonl' and 'org/model'.*--name ORG/MODEL"):
        contamination.contamination([fresh, known])
    same = replayed_over(toy_home, "data", toy_drawing.DRAWING, "same.jsonl", "org/model")
    other = replayed_over(toy_home, "data", toy_drawing.DRAWING, "other.jsonl", "org/model")
    with pytest.raises(UserError, match="use the same rows"):
        contamination.contamination([same, other])
    random = replayed_over(toy_home, "data", toy_drawing.DRAWING, "random.jsonl", "org/model", 0.9)
    with pytest.raises(UserError, match=r"differ in temperature: '0\.9' and '0\.0'"):
        contamination.contamination([random, known])
