"""The page that browses runs: which runs it finds, how far they have come, and which responses it shows."""

import json
import os
import time

import polars as pl
import pytest
import toy_drawing
from live_runs import going, response_to, unscored
from toy_runs import TOY, answered

from sgpkit.errors import UserError
from sgpkit.reports.browse import answers, index, runs
from sgpkit.reports.browse.index import Logs, Table
from sgpkit.reports.browse.views import PAGE, Browser, Wanted
from sgpkit.runs import parts, plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.responses import ResponseLog, open_table
from sgpkit.runs.scoring import compare, score
from sgpkit.runs.scoring.scored_run import ScoredRun

pytestmark = pytest.mark.process


@pytest.fixture
def evals(toy_home):
    """Three runs below a folder: all right, all wrong, and half of them right."""
    answered(toy_home, TOY, "reference", "evals/one/toy")
    answered(toy_home, TOY, "empty", "evals/two/toy")
    lines = [json.dumps({"id": f"row-{number}", "completion": "A"}) for number in range(12)]
    (toy_home / "all-a.jsonl").write_text("\n".join(lines))
    run.run(
        TOY, str(toy_home / "data"), toy_home / "evals/three/toy", plan.Options("replay", str(toy_home / "all-a.jsonl"))
    )
    score.score(Run.open(toy_home / "evals/three/toy"))
    return toy_home / "evals"


def states(folder):
    return {one["name"]: one for one in Browser([folder]).runs()["runs"]}


def test_all_runs_below_a_folder_are_found_and_nothing_else(evals):
    (evals / "one" / "toy" / "annotations").mkdir(exist_ok=True)
    (evals / "one" / "toy" / "annotations" / "run.json").write_text("{}")
    (evals / ".hidden").mkdir()
    (evals / ".hidden" / "run.json").write_text("{}")
    assert [name for name, _ in runs.find([evals])] == ["one/toy", "three/toy", "two/toy"]
    assert [name for name, _ in runs.find([evals / "one" / "toy"])] == ["toy"]
    with pytest.raises(UserError, match="no such folder"):
        runs.require([evals / "nowhere"])


def test_each_run_has_its_state(evals):
    unscored(evals.parent)
    (evals / "broken").mkdir()
    (evals / "broken" / "run.json").write_text("{")
    (evals / "two" / "toy" / "scores.json").write_text("{")
    figures = json.loads((evals / "three" / "toy" / "scores.json").read_text())
    (evals / "three" / "toy" / "scores.json").write_text(json.dumps(figures | {"value": "high"}))
    message = states(evals)
    assert (message["one/toy"]["state"], message["one/toy"]["figure"]) == ("scored", "100.0%")
    assert message["new/toy"] | {"state": "not scored", "answered": 12, "expected": 12} == message["new/toy"]
    assert "figure" not in message["new/toy"]
    assert all(message[name]["error"] for name in ("broken", "two/toy", "three/toy"))


def test_a_run_without_an_interval_has_the_reason(toy_home):
    answered(toy_home, TOY, "reference", "few/toy", limit=1)
    (shown,) = states(toy_home / "few").values()
    assert (shown["interval"], shown["no_interval"]) == ("", "no interval: 1 drawing; at least 5 are needed")


def test_scores_of_earlier_responses_are_not_shown(evals):
    folder = evals / "one" / "toy"
    later = time.time() + 10
    for path in parts.Table.open(folder, "responses").files:
        os.utime(path, (later, later))
    assert states(evals)["one/toy"]["state"] == "not scored"


def test_a_run_is_followed_while_it_goes_on(toy_home):
    folder, log = going(toy_home)
    browser = Browser([toy_home / "evals"])

    def counts():
        (message,) = browser.runs()["runs"]
        return message["state"], message["answered"], message["failed"], message["expected"]

    assert counts() == ("running", 0, 0, 12)
    log.append(
        response_to(0, "first turn", final=False),
        response_to(0, "A", turn=1),
        response_to(1, "", finish_reason="error"),
    )
    assert counts() == ("running", 1, 1, 12)
    log.append(response_to(1, "B"), response_to(1, "", finish_reason="error"))
    log.close()
    with (folder / "responses.jsonl").open("a") as file:
        file.write('{"key": "torn')
    assert counts() == ("running", 2, 0, 12)
    reply = browser.responses(["live/toy"], Wanted())
    assert [card["status"] for card in reply["runs"][0]["cards"]] == ["not_scored"] * 2
    texts = {reply["texts"][card["completion"]] for card in reply["runs"][0]["cards"]}
    assert texts == {"A", "B"}
    past = time.time() - 2 * runs.RECENT
    for name in ("run.json", "responses.jsonl"):
        os.utime(folder / name, (past, past))
    assert counts()[0] == "incomplete"


def test_a_log_that_begins_anew_is_read_anew(tmp_path):
    logs = Logs(tmp_path)
    for numbers in ((0, 1, 2), (3,)):
        (tmp_path / "responses.jsonl").unlink(missing_ok=True)
        with ResponseLog(tmp_path / "responses.jsonl") as log:
            log.append(*(response_to(number, "A") for number in numbers))
        logs.update()
        assert set(logs.lines) == {(f"row-{number}", 0) for number in numbers}


def test_responses_are_those_of_the_run_wherever_they_lie(toy_home, monkeypatch):
    monkeypatch.setattr(parts, "GROUP_ROWS", 5)
    folder = answered(toy_home, TOY, "reference", "many", n=3)
    whole = Run.open(folder).table.select(index.SHOWN)
    assert len(Table(open_table(folder)).groups) > 3
    table = Table(open_table(folder))
    positions = [35, 0, 4, 5, 17, 17, 20]
    assert table.rows(positions).equals(whole[positions])
    assert table.rows([]).is_empty()
    result = answers.read(folder, Logs(folder))
    excerpt = result.excerpt([7, 30])
    assert excerpt.responses["id"].to_list() == whole[[7, 30]]["id"].to_list()
    assert [row["id"] for row in excerpt.rows] == whole[[7, 30]]["id"].to_list()


def test_pages_hold_a_few_responses_each_and_all_together(evals):
    browser = Browser([evals])
    answered(evals.parent, TOY, "reference", "evals/long/toy", n=5)
    seen = []
    for start in range(0, 60, PAGE):
        reply = browser.responses(["long/toy"], Wanted(start=start))
        assert (reply["total"], reply["all"], reply["start"]) == (60, 60, start)
        rows = reply["rows"][reply["runs"][0]["rows"]]
        seen += [(rows[card["row"]]["id"], card["sample"]) for card in reply["runs"][0]["cards"]]
    assert len(seen) == len(set(seen)) == 60
    beyond = browser.responses(["long/toy"], Wanted(start=10**8))
    assert beyond["start"] == 60 // PAGE * PAGE and beyond["runs"][0]["cards"]


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (Wanted(), 12),
        (Wanted(verdict="right"), 6),
        (Wanted(verdict="wrong"), 6),
        (Wanted(verdict="partly"), 0),
        (Wanted(status="ok"), 12),
        (Wanted(status="no_answer"), 0),
        (Wanted(query="ROW-1"), 3),
        (Wanted(query="[.*"), 0),
    ],
)
def test_filters_choose_responses(evals, wanted, count):
    reply = Browser([evals]).responses(["three/toy"], wanted)
    assert (reply["total"], len(reply["runs"][0]["cards"])) == (count, count)
    assert sum(reply["verdicts"].values()) == reply["all"] == 12, "counts are of all responses"


def test_two_runs_are_compared_row_by_row(evals):
    (pair,) = compare.compare([ScoredRun.open(evals / name / "toy") for name in ("three", "one")])
    browser = Browser([evals])
    reply = browser.responses(["three/toy", "one/toy"], Wanted(verdict="gained"))
    rows = reply["rows"][0]
    gained = {rows[card["row"]]["id"] for card in reply["runs"][1]["cards"]}
    assert gained == set(pair.gained) and len(gained) == 6
    assert [rows[card["row"]]["id"] for card in reply["runs"][0]["cards"]] == [
        rows[card["row"]]["id"] for card in reply["runs"][1]["cards"]
    ]
    assert reply["verdicts"] == {"gained": 6, "same": 6}
    assert browser.responses(["one/toy", "three/toy"], Wanted())["verdicts"] == {"lost": 6, "same": 6}


def test_all_answers_to_a_row_are_shown_together(evals):
    reply = Browser([evals]).row("toy", "row-4")
    assert reply["names"] == ["one/toy", "three/toy", "two/toy"]
    assert [len(run["cards"]) for run in reply["runs"]] == [1, 1, 1]
    assert {row["id"] for rows in reply["rows"] for row in rows} == {"row-4"}


@pytest.mark.parametrize(
    ("names", "wanted", "message"),
    [
        ([], Wanted(), "expected one or two runs"),
        (["one/toy"] * 3, Wanted(), "expected one or two runs"),
        (["../data"], Wanted(), "no run '../data'; "),
        (["one/toy"], Wanted(order="random"), "unknown order 'random'; available: best, data, worst"),
        (["one/toy", "other/drawing"], Wanted(), "of different configs"),
    ],
)
def test_what_is_asked_wrongly_is_refused(evals, names, wanted, message):
    answered(evals.parent, toy_drawing.DRAWING, "reference", "evals/other/drawing")
    with pytest.raises(UserError, match=message):
        Browser([evals]).responses(names, wanted)


def test_a_run_that_was_scored_meanwhile_is_shown_with_its_scores(toy_home):
    folder = unscored(toy_home)
    browser = Browser([toy_home / "evals"])
    assert browser.responses(["new/toy"], Wanted())["verdicts"] == {"unscored": 12}
    score.score(Run.open(folder))
    assert browser.responses(["new/toy"], Wanted())["verdicts"] == {"right": 12}


def test_verdicts_are_those_of_the_cards():
    lines = pl.DataFrame(
        {"value": [1.0, 0.5, 0.0, 0.0, 1.0], "status": ["ok", "ok", "no_answer", "infra_error", "not_scored"]}
    )
    assert lines.select(verdict=answers.VERDICT)["verdict"].to_list() == [
        *("right", "partly", "wrong", "unscored", "unscored")
    ]
