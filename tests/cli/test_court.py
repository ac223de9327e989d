"""`sgpkit metrics court` on the command line."""

import json

import openai_server
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
    assert "| Qwen3-VL-Embedding-8B | – | 72 | 78 |" in printed
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


def test_a_page_to_look_at_does_not_say_which_drawing_is_wrong(tmp_path, capsys):
    arguments = ["metrics", "court", "gen-composition", "--out", str(tmp_path)]
    assert not main([*arguments, "--look", "3", "--axis", "color", "--json"])
    assert json.loads(capsys.readouterr().out) == {"page": str(tmp_path / "look.html"), "pairs": 3}
    key = json.loads((tmp_path / "look-key.json").read_text())
    assert {held["axis"] for held in key.values()} == {"color"}
    assert sorted(held["grade"] for held in key.values()) == [1, 2, 3]
    page = (tmp_path / "look.html").read_text()
    assert page.count("<img") == 6
    assert "wrong" not in page.split("</h1>")[1].split("</p>", 1)[1]
    answers = tmp_path / "answers.txt"
    others = {"A": "B", "B": "A"}
    answers.write_text(f"1 {key['1']['wrong']}\n2: {key['2']['wrong'].lower()}\n3 {others[key['3']['wrong']]}\n")
    assert not main([*arguments, "--looked", str(answers), "--json"])
    assert json.loads(capsys.readouterr().out)["color"] == {"pairs": 3, "agreed": 2, "low": None, "high": None}
    assert not main([*arguments, "--looked", str(answers)])
    assert "2 of    3  67%" in capsys.readouterr().out
    assert main([*arguments, "--looked", str(tmp_path / "none.txt")])
    assert "none.txt: expected answers to the pairs" in capsys.readouterr().err


def test_a_judge_behind_an_endpoint_has_a_verdict_and_its_faults(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    arguments = ["gen-composition", "--count", "1", "--axis", "color", "--axis", "style", "--metric", "svg_validity"]
    with openai_server.OpenAIServer(
        lambda body, number: openai_server.Reply(body=openai_server.completion("score: 7"))
    ) as server:
        judge = ["--engine", "endpoint", "--model", "toy-model", "--base-url", server.url]
        assert not main(["metrics", "court", *arguments, *judge, "--out", str(tmp_path)])
    printed = capsys.readouterr().out
    assert "drawing_judge: toy-model: 0.00 ranked right, false alarms 0.00" in printed
    faults = dict(line.split()[:2] for line in printed.partition("faults of the judge")[2].splitlines()[1:7] if line)
    assert {"repeat": "+0.000", "length": "+0.000", "words": "+0.000", "style": "+0.000"}.items() <= faults.items()
    assert "commonest mark   +1.000" in printed
    page = (tmp_path / "judge.md").read_text()
    assert page.startswith("# drawing_judge: toy-model\n")
    assert "| drawing_judge: toy-model | 4 | 1 | 0 |" in page
    assert "| commonest mark | share of all drawings, right and wrong, that have the commonest mark | +1.000 |" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "endpoint"], "a judge needs both --engine and --model"),
        (["gen-composition", "--axis", "colour"], "unknown axis 'colour'"),
        (["turtle-scratch", "--look", "2", "--axis", "color"], "no pairs"),
        (["gen-nothing"], "gen-nothing declares no contrasts"),
    ],
)
def test_mistakes_are_named(arguments, message, capsys):
    assert main(["metrics", "court", *arguments])
    assert message in capsys.readouterr().err
