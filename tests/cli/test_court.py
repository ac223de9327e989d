"""`sgpkit metrics court` as it is typed."""

import json

import pytest

from sgpkit.cli.main import main

RED, BLUE = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="{color}"/></svg>'
    for color in ("#ff0000", "#0000ff")
)


def test_a_court_of_one_axis_writes_its_verdict(tmp_path, capsys):
    arguments = ["gen-composition", "--count", "2", "--axis", "color", "--metric", "svg_similarity"]
    assert not main(["metrics", "court", *arguments, "--out", str(tmp_path)])
    printed = capsys.readouterr().out
    assert "6 pairs" in printed
    assert "ranked right, false alarms –; may rank: none" in printed
    held = json.loads((tmp_path / "court.json").read_text())
    assert held["metrics"]["svg_similarity"]["axes"]["color"]["n"] == 6
    assert held["rule"] == {"margin": 0.01, "ranked": 0.9, "alarmed": 0.05}
    assert (tmp_path / "court.svg").read_text().startswith("<svg")


def test_published_pairs_have_no_headlines(tmp_path, capsys):
    path = tmp_path / "pairs.jsonl"
    path.write_text(json.dumps({"prompt": "a red circle", "positive": RED, "negative": BLUE, "axis": "color"}))
    assert not main(["metrics", "court", "--pairs", str(path), "--metric", "svg_validity", "--out", str(tmp_path)])
    printed = capsys.readouterr().out
    assert "1 pairs" in printed
    assert "printed: best embedding 72 % ranked right" in printed
    assert "all_right" not in printed


@pytest.mark.process
def test_a_scorer_has_a_page(tmp_path, capsys):
    (tmp_path / "reward.py").write_text("def score(drawing):\n    return len(drawing)\n")
    arguments = [
        "gen-composition",
        "--count",
        "1",
        "--axis",
        "part missing",
        "--scorer",
        f"{tmp_path / 'reward.py'}:score",
    ]
    assert not main(["metrics", "court", *arguments, "--out", str(tmp_path / "out")])
    page = (tmp_path / "out" / "scorer.md").read_text()
    assert "| echo of the prompt |" in page
    assert "attacks pay" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "endpoint"], "a judge needs both --engine and --model"),
        (["gen-composition", "--axis", "colour"], "unknown axis 'colour'"),
        (["gen-nothing"], "gen-nothing declares no contrasts"),
    ],
)
def test_mistakes_are_named(arguments, message, capsys):
    assert main(["metrics", "court", *arguments])
    assert message in capsys.readouterr().err
