"""Records of Every Eval Ever are valid by its schema, and agree with the run.

The schemas are those of every_eval_ever 0.3.0 (MIT), whose package needs a later Python than sgpkit.
"""

import hashlib
import json
from pathlib import Path

import jsonschema
import pytest

import sgpkit
from sgpkit.cli.main import main
from sgpkit.runs.scoring.scored_run import ScoredRun

SCHEMAS = Path(__file__).parent / "schemas"
DRAWING = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='3'/></svg>"


def validator(name):
    schema = json.loads((SCHEMAS / name).read_text())
    return jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())


def exported(folder, out, *options):
    assert main(["export", "eee", str(folder), "--out", str(out), *options]) == 0
    (record,) = out.rglob("*.json")
    (samples,) = out.rglob("*_samples.jsonl")
    return record, samples


@pytest.fixture
def run(data, tmp_path):
    result = sgpkit.run("sgp-illusion", data=data, engine="baseline", model="random", out=tmp_path / "run")
    sgpkit.score(result.folder)
    return result.folder


def check(record, samples):
    stated = json.loads(record.read_text())
    validator("eval.schema.json").validate(stated)
    lines = [json.loads(line) for line in samples.read_text().splitlines()]
    for line in lines:
        validator("instance_level_eval.schema.json").validate(line)
    linked = stated["detailed_evaluation_results"]
    assert linked["checksum"] == hashlib.sha256(samples.read_bytes()).hexdigest()
    assert linked["total_rows"] == len(lines)
    assert samples.as_posix().endswith(linked["file_path"]) and record.stem == samples.stem.removesuffix("_samples")
    return stated, lines


def test_a_record_is_valid_and_has_the_runs_figures(run, tmp_path, capsys):
    stated, lines = check(*exported(run, tmp_path / "eee", "--organization", "Us"))
    figures = json.loads((run / "scores.json").read_text())
    (first,) = stated["evaluation_results"]
    assert first["score_details"]["score"] == figures["value"]
    interval = first["score_details"]["uncertainty"].get("confidence_interval")
    if figures["low"] is None:
        assert interval is None
    else:
        assert (interval["lower"], interval["upper"]) == (figures["low"], figures["high"])
    scored = ScoredRun.open(run).responses
    assert [line["sample_id"] for line in lines] == scored["id"].to_list()
    assert [line["evaluation"]["score"] for line in lines] == scored["value"].to_list()
    assert [line["output"]["raw"] for line in lines] == [[text] for text in scored["completion"]]
    assert stated["source_metadata"]["source_organization_name"] == "Us"


def test_the_same_run_gives_the_same_files(run, tmp_path):
    one, other = exported(run, tmp_path / "one"), exported(run, tmp_path / "other")
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]
    assert [path.name for path in one] == [path.name for path in other]


def test_conversations_and_several_samples_are_valid_too(data, tmp_path):
    rows = sgpkit.run("sgp-illusion", data=data, engine="baseline", model="random", out=tmp_path / "ids").to_polars()
    answers = [
        {"id": name, "sample": sample, "completion": "Answer: A", "turns": [DRAWING]}
        for name in rows["id"]
        for sample in range(2)
    ]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, answers)))
    result = sgpkit.run(
        "sgp-illusion", data=data, engine="replay", model=str(tmp_path / "answers.jsonl"), name="org/model",
        strategy="own-program", mode="image", n=2, out=tmp_path / "turns",
    )  # fmt: skip
    sgpkit.score(result.folder)
    stated, lines = check(*exported(result.folder, tmp_path / "eee"))
    assert stated["model_info"]["developer"] == "org"
    assert {line["interaction_type"] for line in lines} == {"multi_turn"}
    for line in lines:
        roles = [message["role"] for message in line["messages"]]
        assert roles == ["user", "assistant", "user", "assistant"]
        assert line["messages"][1]["content"] == DRAWING
        assert line["messages"][0]["content"].startswith("[picture ")


@pytest.mark.sandbox
def test_parts_beside_the_headline_are_results_of_their_own(data, tmp_path):
    run = sgpkit.run("ssvg-geometry-svg", data=data, engine="baseline", model="reference", out=tmp_path / "run").folder
    sgpkit.score(run)
    stated, _ = check(*exported(run, tmp_path / "eee"))
    assert [one["metric_config"]["metric_name"] for one in stated["evaluation_results"]] == ["accuracy", "strict"]


def test_a_run_without_scores_is_refused(data, tmp_path, capsys):
    run = sgpkit.run("sgp-illusion", data=data, engine="baseline", model="random", out=tmp_path / "run").folder
    assert main(["export", "eee", str(run), "--out", str(tmp_path / "eee")]) == 2
    assert "is not scored" in capsys.readouterr().err
