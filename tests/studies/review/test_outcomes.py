"""Outcomes of candidates from all verdicts: rules, pass rates, agreement, and the exported table."""

import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter

import polars as pl
import pytest
import toy_candidates
from paths import ROOT

from sgpkit import published
from sgpkit.benchmark import families
from sgpkit.cli import main as cli
from sgpkit.studies.review import candidates, export, outcomes, summary, verdicts
from sgpkit.studies.review.verdicts import Person

COLOR, SHAPE, COUNT, CAPTION = (f"toys/square-0:{end}" for end in ("color:1", "shape:1", "count:1", "caption"))


@pytest.fixture
def folder(tmp_path):
    return toy_candidates.folder(tmp_path / "toys", drawings=4)


def says(folder, name, **output):
    """Return the verdicts of a person, given as candidate → "accept", "reject", or a mapping of edited fields."""
    path = verdicts.journal_path(folder, name)
    path.parent.mkdir(exist_ok=True)
    person, wording = Person(name, path), candidates.read(folder).wording
    for candidate, verdict in output.items():
        fixed = verdict if isinstance(verdict, dict) else {}
        person.record(
            {
                "candidate": candidate,
                "of": wording(candidate),
                "verdict": "mend" if fixed else verdict,
                "mended": fixed,
                "comment": f"{name} on {candidate}" if verdict == "reject" else "",
                "at": f"2026-01-01T00:00:{len(person.requests):02}+00:00",
                "took": float(len(person.requests)),
                "request": f"{name}-{len(person.requests):08}",
            }
        )


def decided(folder, rule="majority", at_least=1):
    result = outcomes.outcomes(candidates.read(folder), verdicts.read_people(folder), rule, at_least)
    return {item.candidate: item for item in result}


@pytest.mark.parametrize(
    ("output", "majority", "every"),
    [
        (["accept"], "accepted", "accepted"),
        (["reject"], "rejected", "rejected"),
        (["accept", "accept", "reject"], "accepted", "open"),
        (["accept", "reject"], "open", "open"),
        (["accept", "reject", "reject"], "rejected", "open"),
        (["reject", "reject"], "rejected", "rejected"),
        (["accept", {"question": "Which?"}], "accepted", "accepted"),
        (["accept", {"answer": "D"}], "open", "open"),
        (["accept", {"answer": "D"}, {"answer": "D", "question": "Which?"}], "accepted", "open"),
        (["accept", {"answer": "D"}, "reject"], "open", "open"),
        ([{"answer": "D"}, {"answer": "C"}, {"answer": "B"}], "open", "open"),
        (["accept", {"options": ["pink", "green", "blue", "orange"]}], "open", "open"),
        (["accept", {"options": ["Red", "green", "blue", "black"]}], "accepted", "accepted"),
        (["accept", {"options": ["green", "red", "blue", "orange"], "answer": "B"}], "accepted", "accepted"),
        (["accept", {"options": ["green", "red", "blue", "orange"]}], "open", "open"),
    ],
)
def test_the_rules(folder, output, majority, every):
    for number, verdict in enumerate(output):
        says(folder, f"P{number}", **{COLOR: verdict})
    assert decided(folder)[COLOR].decision == majority
    assert decided(folder, "all")[COLOR].decision == every
    assert decided(folder, at_least=len(output) + 1)[COLOR].decision == "too few"


def test_the_wording_is_what_most_mended_it_to_and_the_latest_of_equals(folder):
    says(folder, "Ada", **{SHAPE: {"question": "One?"}, COLOR: {"question": "Old?"}})
    says(folder, "Bob", **{SHAPE: {"question": "Two?"}})
    says(folder, "Cyd", **{SHAPE: {"question": "Two?"}})
    says(folder, "Dan", **{SHAPE: "accept", CAPTION: "accept", COLOR: {"question": "New?"}})
    result = decided(folder)
    assert (result[SHAPE].fields, result[SHAPE].editors) == ({"question": "Two?"}, ["Bob", "Cyd"])
    assert (result[COLOR].fields, result[COLOR].editors) == ({"question": "New?"}, ["Dan"])
    assert (result[CAPTION].fields, list(result[CAPTION].editors)) == ({}, [])


def test_one_reviewer_does_not_change_the_text_of_the_key_for_the_majority(folder):
    says(folder, "Ada", **{COLOR: "accept"})
    says(folder, "Bob", **{COLOR: "accept"})
    says(folder, "Cyd", **{COLOR: {"options": ["pink", "green", "blue", "orange"]}})
    outcome = decided(folder)[COLOR]
    assert (outcome.decision, dict(outcome.fields), list(outcome.editors)) == ("accepted", {}, [])
    assert decided(folder, "all")[COLOR].decision == "open"


def kappa_by_hand(rows):
    """Return Fleiss' kappa by the original formula, for an equal number of judges per row."""
    judges, kinds = len(rows[0]), sorted({item for row in rows for item in row})
    counts = [[row.count(kind) for kind in kinds] for row in rows]
    share = [sum(row[entry] for row in counts) / (len(rows) * judges) for entry in range(len(kinds))]
    agreed = sum((sum(n * n for n in row) - judges) / (judges * (judges - 1)) for row in counts) / len(rows)
    chance = sum(p * p for p in share)
    return (agreed - chance) / (1 - chance)


def test_figures_of_a_review(folder):
    colors = [f"toys/square-{number}:color:1" for number in range(4)]
    rows = [
        ["accept"] * 3,
        ["accept", "accept", "reject"],
        ["reject"] * 3,
        ["accept", "reject", {"question": "Which?"}],
    ]
    for number, name in enumerate(("Ada", "Bob", "Cyd")):
        says(folder, name, **{colors[position]: row[number] for position, row in enumerate(rows)})
    says(folder, "Ada", **{SHAPE: "accept", "long-gone": "reject"})
    figures = summary.summary(folder)
    by_type = {figure["type"]: figure for figure in figures["types"]}
    color = by_type["color"]
    counted = {name: color[name] for name in ("candidates", "kept", "judged", "passed", "mended", "rejected", "open")}
    assert counted == {"candidates": 4, "kept": 4, "judged": 4, "passed": 2, "mended": 1, "rejected": 1, "open": 0}
    assert (color["rate"], color["rate_with_mended"]) == (0.5, 0.75)
    assert color["low"] is None and color["high"] is None, "four drawings are too few for an interval"
    table = published.table("vgbench-table-2").filter(pl.col("format") == "svg", pl.col("task") == "color")
    assert color["published"] == pytest.approx(table["passing_rate"][0] / 100)
    assert by_type["count"]["rate"] is None
    assert by_type["count"]["kept"] == 0
    assert by_type["all"]["judged"] == 5
    three = [["mend" if isinstance(figure, dict) else figure for figure in row] for row in rows]
    two = [["reject" if figure == "reject" else "pass" for figure in row] for row in three]
    agreement = figures["agreement"]
    assert (agreement["n"], agreement["people"], agreement["verdicts"], agreement["unanimous"]) == (4, 3, 12, 2)
    assert agreement["kappa_passes"] == pytest.approx(kappa_by_hand(two))
    assert agreement["kappa_verdicts"] == pytest.approx(kappa_by_hand(three))
    assert {figure["candidate"] for figure in figures["disputed"]} == {colors[1], colors[3]}
    assert figures["no_longer_there"] == ["long-gone"]
    ada = figures["people"][0]
    assert (ada["person"], ada["judged"], ada["accepted"], ada["rejected"]) == ("Ada", 6, 4, 2)
    text = summary.as_text(figures)
    assert "67.1%" in text
    assert f"{agreement['kappa_passes']:.3f}" in text
    assert max(map(len, text.splitlines()[2:9])) <= 80


def test_figures_without_verdicts_and_where_everybody_says_the_same(folder):
    figures = summary.summary(folder)
    assert figures["people"] == []
    assert figures["agreement"]["kappa_passes"] is None
    assert "agreement unknown" in summary.as_text(figures)
    for name in ("Ada", "Bob"):
        says(folder, name, **{COLOR: "accept", SHAPE: "accept"})
    assert "all verdicts are the same" in summary.as_text(summary.summary(folder))


def test_the_export_has_mended_values_in_place_and_who_says_so(folder):
    before = pl.read_parquet(folder / "candidates.parquet")
    options = ["red", "green", "navy", "orange"]
    says(folder, "Ada", **{COLOR: "accept", SHAPE: "reject", COUNT: "accept", CAPTION: "accept"})
    says(folder, "Bob", **{COLOR: {"options": options, "type": "hue"}, SHAPE: "accept", CAPTION: {"caption": "Red!"}})
    message = export.export(folder, folder / "out" / "accepted.parquet")
    assert message[1:] == (3, 2, 0, 1, 0, 12)
    rows = {row["id"]: row for row in pl.read_parquet(message.path).to_dicts()}
    assert list(rows) == [name for name in before["id"] if name in (COLOR, COUNT, CAPTION)], "in their order"
    original = {row["id"]: row for row in before.to_dicts()}
    added = {"reviewers", "accepted", "rejected", "mended_by", "comments"}
    assert rows[COLOR] == original[COLOR] | {"options": options, "type": "hue"} | {
        "reviewers": 2,
        "accepted": 2,
        "rejected": 0,
        "mended_by": ["Bob"],
        "comments": [],
    }
    assert {name: rows[COUNT][name] for name in original[COUNT]} == original[COUNT] | {"kept": True}
    assert rows[CAPTION]["caption"] == "Red!"
    assert pl.read_parquet_schema(message.path).keys() - before.schema.keys() == added
    assert export.export(folder, folder / "strict.parquet", "all", 2).too_few == 1


def test_what_cannot_be_exported_is_told(folder, tmp_path, capsys):
    out = tmp_path / "accepted.parquet"
    assert cli.main(["author", "review", str(folder), "--export", str(out)]) == 2
    assert "nothing to export" in capsys.readouterr().err
    says(folder, "Ada", **{COLOR: "accept"})
    assert cli.main(["author", "review", str(folder), "--export", str(out), "--at-least", "2"]) == 2
    assert "judged by 2 or more people (most: 1)" in capsys.readouterr().err
    for wrong, words in (
        (["--export", str(tmp_path / "accepted.csv")], "ends in .parquet"),
        (["--export", str(folder / ".." / "toys" / "candidates.parquet")], "would be overwritten"),
        (["--config", "sgp-svg"], "--export FILE.parquet"),
        (["--export", str(out), "--config", "turtle-scratch"], "cannot be built from candidates; expected one of: "),
        (["--port", "70000"], "expected a port"),
        (["--token", "short"], "--token 'short'"),
        (["--person", "../x"], "is not a valid name"),
    ):
        try:
            code = cli.main(["author", "review", str(folder), *wrong])
        except SystemExit as ended:
            code = ended.code
        assert code == 2
        assert words in capsys.readouterr().err
    assert not out.exists()
    assert cli.main(["author", "review", str(tmp_path / "nowhere")]) == 2
    assert "sgpkit author" in capsys.readouterr().err


@pytest.mark.sandbox
def test_what_people_accepted_becomes_a_config(folder, tmp_path, capsys):
    colors = [f"toys/square-{number}:color:1" for number in range(4)]
    says(folder, "Ada", **{colors[0]: "accept", colors[1]: {"question": "Which colour?"}, colors[2]: "reject"})
    out = tmp_path / "data"
    arguments = ["--export", str(tmp_path / "a.parquet"), "--config", "sgp-svg", "--out", str(out)]
    assert cli.main(["author", "review", str(folder), *arguments]) == 0
    assert "sgp-svg: 2 test" in capsys.readouterr().out
    rows = pl.concat([pl.read_parquet(path) for path in sorted((out / "sgp-svg").glob("test-*.parquet"))])
    assert Counter(rows["question"]) == Counter(["What colour is the square?", "Which colour?"])
    assert all("toy-vision" in source for source in rows["source"])
    assert set(rows.columns) == set(families.get("sgp-svg").rows.columns)


@pytest.mark.process
def test_the_command_serves_until_it_is_interrupted_and_one_at_a_time(folder, capsys):
    command = [sys.executable, "-c", "import sgpkit.cli.main; sgpkit.cli.main.entry()"]
    process = subprocess.Popen(
        [*command, "author", "review", str(folder), "--port", "0", "--person", "Ada"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    address = ""
    while not address:
        line = process.stdout.readline()
        assert line, "it ended before it told its address"
        address = line.partition("Review them at ")[2].strip()
    body = {"person": "Ada", "candidate": COLOR, "verdict": "accept", "request": "request-1"}
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"{address}api/verdict", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=20) as reply:
        assert json.load(reply)["progress"]["mine"] == 1
    assert cli.main(["author", "review", str(folder), "--port", "0"]) == 2
    assert "another `sgpkit author review` has" in capsys.readouterr().err
    process.send_signal(signal.SIGINT)
    assert "All verdicts are in" in process.stdout.read()
    assert process.wait(timeout=20) == 0
    assert [line.verdict for line in Person("Ada", verdicts.journal_path(folder, "Ada")).verdicts] == ["accept"]


@pytest.mark.process
def test_kill_without_warning_loses_nothing_acknowledged(folder):
    code = (
        "import sys, time; from pathlib import Path; from sgpkit.studies.review.verdicts import Person, journal_path\n"
        "person = Person('Ada', journal_path(Path(sys.argv[1]), 'Ada'))\n"
        "for number in range(10**6):\n"
        "    person.record({'candidate': str(number), 'verdict': 'accept', 'request': str(number)})\n"
        "    print(number, flush=True)\n"
    )
    (folder / "reviews").mkdir()
    process = subprocess.Popen([sys.executable, "-c", code, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    time.sleep(0.2)
    process.kill()
    acknowledged = [0, *map(int, process.stdout.read().splitlines())]
    process.wait(timeout=20)
    person = Person("Ada", verdicts.journal_path(folder, "Ada"))
    assert len(acknowledged) <= len(person.verdicts) <= len(acknowledged) + 1
