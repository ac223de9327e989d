"""Figures as text: units, names that stay apart, and a summary that fits 40 lines."""

import math

import pytest

from sgpkit import statistics
from sgpkit.reports import terminal
from sgpkit.runs.scoring import figure_text


def figure(value, low=None, high=None, n=100, clusters=100, **further):
    return {"value": value, "low": low, "high": high, "n": n, "clusters": clusters, "method": "", **further}


def figures(**further):
    return {
        "config": "toy",
        "headline": "accuracy",
        **figure(0.5, 0.4, 0.6),
        "complete": True,
        "resample": 1,
        "statuses": {"ok": 100},
        "parts": {},
        "by": {},
        **further,
    }


def test_a_figure_is_written_in_its_own_unit():
    assert figure_text.number(figure(0.291, 0.2, 0.4)) == "29.1%"
    assert figure_text.number(figure(0.291, 0.2, 0.4, unit="s")) == "0.291 s"
    assert figure_text.number(figure(0.0042, 0.001, 0.01, unit="USD")) == "0.0042 USD"
    assert figure_text.number(figure(1234.5, 1000, 1500, unit="tokens")) == "1,234 tokens"
    assert figure_text.number(figure(0.8, 0.5, 1.0, unit="")) == "0.8", "a mark below 1 of ten is no per cent"
    assert figure_text.number(figure(1.22, 1, 2, unit="×")) == "1.22×"
    assert figure_text.number(figure(0.1, 1.4e-14, 0.3, unit=""), "low") == "0", "rounding left it"
    assert figure_text.number(figure(2e-12, 1e-12, 3e-12, unit="s"), "low") == "1e-12", "small, but of that size"
    assert figure_text.number(figure(33.0, 1, 50)) == "33", "a part whose family declares no unit"


def test_a_figure_stands_with_its_interval_if_it_has_one():
    assert figure_text.with_interval(figure(0.5, 0.4, 0.6)) == "50.0% (40.0% – 60.0%)"
    assert figure_text.with_interval(figure(0.29, 0.2, 0.4, unit="s")) == "0.29 s (0.2 – 0.4)"
    assert figure_text.with_interval(figure(0.5, None, None)) == "50.0%"


def test_missing_intervals_are_explained_in_the_same_words_everywhere():
    few = "3 drawings; at least 5 are needed"
    assert figure_text.without_interval(few) == f"no interval: {few}"
    assert figure_text.without_interval(few, ["usage", "color"]) == f"no interval for usage, color: {few}"
    assert figure_text.without_interval("") == figure_text.without_interval("", ["usage"]) == ""
    missing = {**figure(0.5, None, None), "method": f"none: {few}"}
    assert list(terminal.reasons([("usage", missing), ("color", figure(0.5, 0.4, 0.6))])) == [
        f"  no interval for usage: {few}"
    ]
    assert list(terminal.reasons([("usage", missing)])) == [f"  no interval: {few}"]


def test_seconds_below_one_are_no_per_cent_in_the_table():
    sampled = {"n": 1, "temperature": 0.0, "cost": {"seconds": figure(0.29, 0.2, 0.4, p50=0.25, unit="s")}}
    text = terminal.scores(figures(samples=sampled), full=True)
    assert "0.29 s" in text
    assert "0.25 s" in text
    assert "29" not in text.replace("0.29", "")


@pytest.mark.parametrize("full", [False, True])
def test_names_wider_than_their_column_are_printed_whole(full):
    names = [f"a relation of the upper and the lower shape, {end}" for end in ("touching", "nested", "apart")]
    text = terminal.scores(figures(by={"kind": [{"kind": name, **figure(0.5, 0.4, 0.6)} for name in names]}), full)
    assert [line.strip() for line in text.splitlines() if "a relation" in line] == names


def test_names_that_would_be_cut_alike_stay_whole():
    names = ["x" * 20 + "1" + "y" * 20, "x" * 20 + "2" + "y" * 20]
    assert figure_text.cut_alike(names, 20) == names
    assert figure_text.cut_alike(["short", "x" * 30], 20) == ["short", "xxxxxxxxxxxx…xxxxxxx"]


def test_every_line_over_samples_names_its_measure():
    lines = {
        "mean@4": figure(0.5, 0.4, 0.6, of="ssim"),
        "oracle best-of-4": figure(0.7, 0.6, 0.8, of="ssim", by="ssim", own=True),
        "best-of-4 by marker": figure(0.6, 0.5, 0.7, of="judge", by="marker", own=False),
    }
    sampled = {"n": 4, "temperature": 0.7, "pass": "full marks", "lines": lines, "cost": {}}
    made = figures(samples=sampled, pass_at={"4": figure(0.8, 0.7, 0.9)}, majority_at={"4": figure(0.6, 0.5, 0.7)})
    text = terminal.scores(made, full=True)
    for line in (
        "mean@4, ssim",
        "oracle best-of-4, ssim",
        "best-of-4 by marker, judge",
        "pass@4 (full marks)",
        "majority@4, accuracy",
    ):
        assert line in text


def many():
    """Return figures with more tables, parts and statuses than a screen holds."""
    groups = [
        {"kind": f"kind {number}", **figure(0.5, 0.4, 0.6, clusters=3 if number % 2 else 50)} for number in range(40)
    ]
    statuses = ("ok", "no_answer", "refused", "truncated", "parse_error", "compile_error", "unsafe", "timeout")
    return figures(
        parts={f"part {number}": figure(0.5, 0.4, 0.6) for number in range(12)},
        by=dict.fromkeys(("kind",), groups) | {f"column {n}": [{f"column {n}": "a", **figure(0.5)}] for n in range(9)},
        statuses=dict.fromkeys(statuses, 1000),
        summary={f"figure {number}": figure(0.5, 0.4, 0.6) for number in range(9)},
        lite={"rows": 100, "of": 1000, "expected_error": 0.05},
        letters={letter: {"right": 1, "keyed": 2, "named": 3, "low": 0.1, "high": 0.9} for letter in "ABCD"},
        key={"constant": 0.25},
    )  # fmt: skip


def test_a_summary_fits_40_lines_and_80_columns_and_full_has_the_rest():
    lines = terminal.scores(many()).splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    assert "sgpkit score --full" in lines[-1]
    full = terminal.scores(many(), full=True)
    for name in ("part 11", "kind 39", "column 8", "figure 8", "by correct letter"):
        assert name in full
    assert len(full.splitlines()) > 40


def test_groups_of_fewer_than_5_drawings_are_folded():
    text = terminal.scores(many())
    assert "kind 0" in text
    assert "kind 1 " not in text, "it rests on 3 drawings"
    assert "34 more, 20 based on fewer than 5 drawings" in text


def test_groups_of_fewer_than_5_drawings_alone_are_no_remainder():
    few = [{"kind": name, **figure(0.5, 0.4, 0.6, clusters=3)} for name in "ab"]
    assert "  2 groups, each based on fewer than 5 drawings" in terminal.scores(figures(by={"kind": few})).splitlines()
    assert "  1 group, based on fewer than 5 drawings" in terminal.scores(figures(by={"kind": few[:1]})).splitlines()


def test_intervals_of_shares_stay_within_0_and_1():
    for values in ([0.0] * 9 + [0.1], [1.0] * 9 + [0.9], [0.02, 0.98] * 5, [0.5] * 10, [1.0] * 10):
        for clusters in (range(len(values)), [number // 2 for number in range(len(values))]):
            estimate = statistics.mean_estimate(values, list(clusters))
            assert math.isnan(estimate.low) or 0 <= estimate.low <= estimate.value <= estimate.high <= 1
