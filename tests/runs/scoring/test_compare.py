"""Paired comparison of runs: differences, refusals, and rows with changed outcomes."""

import json

import pytest
import toy_drawing
from toy_runs import TOY, answered, replayed

from sgpkit import reports, statistics
from sgpkit.cli import main
from sgpkit.errors import UserError
from sgpkit.runs import folder
from sgpkit.runs.scoring import compare
from sgpkit.runs.scoring.scored_run import ScoredRun

pytestmark = pytest.mark.process

DRAWING = toy_drawing.DRAWING
RED = toy_drawing.square("#ff0000")


def test_the_difference_is_that_of_the_same_rows(toy_home):
    first = replayed(toy_home, DRAWING, [RED] * 12, "red")
    second = replayed(
        toy_home, DRAWING, [toy_drawing.square("#ff0000")] * 3 + [toy_drawing.square("#00ff00")] * 9, "mixed"
    )
    (pair,) = compare.compare([ScoredRun.open(first), ScoredRun.open(second)])
    # Red is right for rows 0, 3, 6, 9; the second is red for 0 to 2, so right for 0, and green after: right for 4, 7, 10.
    assert pair.difference.value == pytest.approx(0.0)
    assert (set(pair.gained), set(pair.lost)) == (
        {"square-4", "square-7", "square-10"},
        {"square-3", "square-6", "square-9"},
    )
    assert (pair.difference.gained, pair.difference.lost, pair.difference.p) == (3, 3, 1.0)
    kinds = {group.value: group.difference for group in pair.groups}
    assert set(kinds) == {"1+", "21+", "41+", "61+"}
    assert sum(kind.n for kind in kinds.values()) == 12
    assert pair.remarks == ()


def test_runs_share_one_error_rate_and_subgroups_another(toy_home):
    empty, reference, again = (
        answered(toy_home, DRAWING, model, out)
        for model, out in (("empty", "a"), ("reference", "b"), ("reference", "c"))
    )
    better, same = compare.compare([ScoredRun.open(empty), ScoredRun.open(reference), ScoredRun.open(again)])
    assert better.difference.p == statistics.mcnemar(12, 0)
    smallest = sum(change.p == better.difference.p for change in (better.difference, same.difference))
    assert smallest == 2 and all(group.difference.p > better.difference.p for group in better.groups)
    assert better.adjusted == pytest.approx(2 * better.difference.p), "two runs are compared with the first"
    count = sum(len(pair.groups) for pair in (better, same))
    least = min(better.groups, key=lambda group: group.difference.p)
    assert least.adjusted == pytest.approx(min(1.0, count * least.difference.p))
    assert (better.difference.value, better.difference.high) == (1.0, 1.0)
    assert better.difference.low < 1, "twelve rows leave some doubt"
    (equal,) = compare.compare([ScoredRun.open(reference), ScoredRun.open(again)])
    assert equal.difference.low < 0 < equal.difference.high
    assert same.difference == better.difference


def test_a_single_pair_keeps_its_p_value_whatever_its_subgroups(toy_home):
    """1 gained and 3 lost is .625 by McNemar's test."""
    empty, reference = (answered(toy_home, DRAWING, model, model) for model in ("empty", "reference"))
    (pair,) = compare.compare([ScoredRun.open(empty), ScoredRun.open(reference)])
    assert len(pair.groups) > 1 and pair.adjusted == pair.difference.p
    assert all(group.difference.n < pair.difference.n for group in pair.groups), "all rows are no subgroup"
    assert statistics.mcnemar(1, 3) == 0.625


def test_what_was_not_asked_the_same_is_refused_or_marked(toy_home):
    first = answered(toy_home, DRAWING, "reference", "a")
    measurements = folder.read_metadata(first)
    second = answered(toy_home, DRAWING, "random", "b")
    for name, value, word in (
        ("strategy", "other", "strategy direct and other"),
        ("data", measurements["data"] | {"sha256": "0" * 64}, "rows differ"),
    ):
        changed = folder.read_metadata(second)
        folder.write_metadata(second, changed | {name: value})
        with pytest.raises(UserError, match=word) as refused:
            compare.compare([ScoredRun.open(first), ScoredRun.open(second)])
        assert "--force" in str(refused.value)
        (pair,) = compare.compare([ScoredRun.open(first), ScoredRun.open(second)], force=True)
        assert word in pair.remarks[0]
        folder.write_metadata(second, changed)
    with pytest.raises(UserError, match="only runs of the same config can be compared"):
        compare.compare([ScoredRun.open(first), ScoredRun.open(answered(toy_home, TOY))], force=True)
    with pytest.raises(UserError, match="at least two different runs"):
        compare.compare([ScoredRun.open(first), ScoredRun.open(first)])


def test_rows_that_one_run_lacks_are_left_out_and_told(toy_home):
    first = answered(toy_home, DRAWING, "reference", "a")
    second = answered(toy_home, DRAWING, "empty", "b", limit=5)
    (pair,) = compare.compare([ScoredRun.open(first), ScoredRun.open(second)])
    assert (pair.difference.n, pair.difference.value) == (5, -1.0)
    assert pair.remarks == ("7 of 12 rows are not answered in both runs",)


def test_the_command_prints_a_table_json_and_a_page(toy_home, capsys):
    answered(toy_home, DRAWING, "random", "a")
    answered(toy_home, DRAWING, "reference", "b")
    assert main.main(["compare", "a", "b", "--out", "compared.html"]) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    for words in ("against random, direct", "all rows", "hidden; --json shows all", "compared.html"):
        assert words in text
    assert main.main(["compare", "a", "b", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["pairs"][0]["second"]["model"] == "reference"
    assert {"value", "low", "high", "p", "method", "n", "clusters", "p_adjusted"} <= output["pairs"][0].keys()
    assert main.main(["compare", "a"]) == 2


def test_the_page_says_what_speaks_against_the_comparison(toy_home):
    first = answered(toy_home, DRAWING, "random", "a")
    second = answered(toy_home, DRAWING, "reference", "b")
    folder.write_metadata(second, folder.read_metadata(second) | {"mode": "image"})
    page = reports.write_comparison(
        compare.compare([ScoredRun.open(first), ScoredRun.open(second)], force=True), toy_home / "page.html"
    ).read_text()
    assert "the prompts differ: mode text and image" in page
    assert 'data-verdict="gained"' in page
