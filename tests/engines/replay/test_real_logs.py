"""Sample logs of lm-eval with a trained model's answers (tests/data/real/README.md), replayed as runs."""

import json
from collections import Counter

import pytest
from paths import ROOT

import sgpkit
from sgpkit.benchmark import families
from sgpkit.runs.scoring.scored_run import ScoredRun

ROWS = 4
STATUSES = {"sgp-mnist": {"ok": 3, "no_answer": 1}, "turtle-scratch": {"parse_error": 4}}


def scored(config, data, answers, mode, out):
    """Return the scores of a file of answers, by row."""
    run = sgpkit.run(config, data=data, engine="replay", model=str(answers), mode=mode, out=out)
    sgpkit.score(run.folder)
    rows = ScoredRun.open(run.folder).responses.iter_rows(named=True)
    return {row["id"]: (row["completion"], row["value"], row["status"], row["reason"]) for row in rows}


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize(("config", "mode"), [("sgp-mnist", "code"), ("turtle-scratch", "text")])
def test_replayed_log_scores_as_the_answers_themselves(config, mode, tmp_path):
    log = ROOT / "tests" / "data" / "real" / f"{config}.lm-eval.jsonl"
    lines = list(map(json.loads, log.read_text(encoding="utf-8").splitlines()))
    headline = families.get(config).scoring.value_name
    answers = {line["doc"]["id"]: line["resps"][0][0] for line in lines}
    direct = tmp_path / "direct.jsonl"
    direct.write_text("\n".join(json.dumps({"id": key, "completion": text}) for key, text in answers.items()))
    sgpkit.build(config, out=tmp_path / "data", limit=ROWS)
    replayed, asked = (scored(config, tmp_path / "data", file, mode, tmp_path / file.stem) for file in (log, direct))
    assert replayed == asked
    assert {key: row[:2] for key, row in replayed.items()} == {
        line["doc"]["id"]: (answers[line["doc"]["id"]], line[headline]) for line in lines
    }
    assert Counter(row[2] for row in replayed.values()) == STATUSES[config]
