"""Verifying submissions: correct ones are accepted to the last digit, and malicious ones cause no damage."""

import dataclasses
import errno
import json
import os
import shutil

import polars as pl
import pyarrow.parquet as pq
import pytest
import toy
from submissions import Guesser, asked, caught, edit_manifest, edit_responses, settle, submitted, verified

from sgpkit import engines
from sgpkit.benchmark import Completion
from sgpkit.cli import main
from sgpkit.errors import UserError
from sgpkit.runs import data, run
from sgpkit.runs.conversation import parameters_key
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import manifest, package, submission

pytestmark = pytest.mark.process

# --- correct submissions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "config, options",
    [
        ("toy", {}),
        ("toy", {"n": 3}),
        ("toy", {"strategy": "twice"}),
        ("toy", {"limit": 5}),
        ("drawing", {"resample": 3}),
        ("drawing", {"n": 2, "resample": 2}),
    ],
)
def test_a_submission_verifies_to_the_last_digit(home, config, options):
    folder = submitted(home, config, **options)
    result = verified(home, folder)
    assert result.findings == ()
    assert (result.verified, result.level) == (True, "scored again")
    assert result.rankable == ("limit" not in options)
    figures = json.loads((home / "run" / "scores.json").read_text())
    assert json.loads(json.dumps(result.run.figures)) == figures
    assert (
        result.run.responses["value"].to_list()
        == pl.read_parquet(home / "run" / "scores" / "part-*.parquet")["value"].to_list()
    )


def test_the_manifest_says_who_what_how_and_at_what_cost(home):
    stated = submission.read(submitted(home, n=2)).manifest
    assert stated.model == manifest.Model("guesser-7b", "c" * 40, None, None, "bfloat16", None, None)
    assert (stated.engine.name, stated.engine.version, stated.engine.parallelism) == ("vllm", "vllm 0.32.0", 2)
    assert (stated.engine.context, stated.sampling.seed, stated.sampling.n) == (4096, 3, 2)
    assert (stated.dataset.repo, stated.dataset.config, stated.dataset.rows) == ("data", "toy", 12)
    assert stated.dataset.sha256 == data.load(str(home / "data"), toy.PLAIN).digest
    assert (stated.usage.prompt_tokens, stated.usage.completion_tokens, stated.usage.requests) == (240, 144, 24)
    assert stated.usage.thinking_tokens == round(12 * 6 * 3 / 4 + 12 * 6 * 6 / 7)
    assert stated.usage.latency_p50 == pytest.approx(0.2555, abs=1e-4)
    assert (stated.usage.cost, stated.usage.currency) == (0.5, "USD")
    assert stated.usage.gpu_hours == pytest.approx(4 * stated.usage.seconds / 3600, abs=1e-4)
    assert stated.toolkit.packages["cairosvg"]
    assert stated.score.standard_error > 0
    assert stated.statuses == {"ok": 24}
    assert (stated.verification, stated.unrankable) == ("self-reported", ())
    assert len(stated.date) == 10
    assert str(home) not in (home / "submissions").joinpath(package.name(stated), manifest.FILE).read_text()


def test_the_same_run_makes_the_same_bytes(home):
    out = asked(home, "drawing", resample=3)
    first, second = (package.package(ScoredRun.open(out), home / name).folder for name in ("one", "two"))
    files = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert [str(path) for path in files] == ["manifest.json", "responses.parquet", "scores.json"]
    assert [(first / path).read_bytes() for path in files] == [(second / path).read_bytes() for path in files]


def test_responses_of_other_options_stay_at_home(home):
    asked(home, n=3)
    folder = package.package(ScoredRun.open(asked(home, n=1)), home / "submissions").folder
    assert pl.read_parquet(folder / "responses.parquet").height == 12
    result = verified(home, folder)
    assert result.verified
    assert any(
        remark.startswith("the run asked 36 times; the 12 replies here are those that count")
        for remark in result.remarks
    )


def test_a_full_disk_is_named(home, monkeypatch):
    out = asked(home)

    class Full(pq.ParquetWriter):
        def write_table(self, *arguments, **options):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(pq, "ParquetWriter", Full)
    with pytest.raises(OSError) as caught_error:
        package.package(ScoredRun.open(out), home / "submissions")
    assert caught_error.value.filename == str(home / "submissions")


def test_an_engines_failure_makes_it_unrankable_and_nothing_else(home, monkeypatch):
    class Failing(Guesser):
        def generate(self, requests):
            for index, completion in super().generate(requests):
                failed = requests[index].row["id"] == "row-3"
                yield index, Completion("", "error", error="lost") if failed else completion

    monkeypatch.setattr(engines, "open_engine", lambda *_: Failing())
    folder = submitted(home)
    result = verified(home, folder)
    assert result.verified
    assert not result.rankable
    assert result.unrankable == ("the engine failed on 1 responses",)
    assert submission.read(folder).manifest.unrankable == result.unrankable


# --- malicious files --------------------------------------------------------------------------------------------------


def test_files_that_do_not_belong(home):
    folder = submitted(home)
    (folder / "extracted").mkdir()
    (folder / "extracted" / "responses.jsonl").write_text("{}\n")
    assert "extracted/responses.jsonl does not belong to a submission" in caught(home, folder, "files")
    (folder / "extracted" / "responses.jsonl").unlink()
    (folder / "extracted").rmdir()
    (folder / "extracted").symlink_to(home / "run")
    assert "extracted is a link" in caught(home, folder, "files")
    (folder / "extracted").unlink()
    (folder / "extracted").mkdir()
    (folder / "extracted" / "run.json").write_text("{}")
    assert "is not in the manifest" in caught(home, folder, "files")
    settle(folder)
    assert "extracted/run.json: engine: expected a text" in caught(home, folder, "submission")
    shutil.rmtree(folder / "extracted")
    assert "extracted/run.json is missing" in caught(home, folder, "files")


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda table: table.drop("keys"), "unexpected columns: keys"),
        (lambda table: table.with_columns(pl.col("sample").cast(pl.Int64)), "unexpected columns: sample"),
        (
            lambda table: table.with_columns(pl.lit(None, pl.String).alias("completion")),
            "column completion has empty cells",
        ),
        (lambda table: table.with_columns(pl.lit("fine").alias("finish_reason")), "finish_reason 'fine' is unknown"),
        (
            lambda table: table.with_columns(pl.lit(float("nan")).alias("latency")),
            "nan is not a number of tokens or seconds",
        ),
        (lambda table: table.with_columns(pl.lit(-1, pl.Int64).alias("prompt_tokens")), "-1 is not a number"),
        (
            lambda table: table.with_columns(pl.Series("keys", [[None]] * 12, pl.List(pl.String))),
            "column keys has empty",
        ),
        (lambda table: table.with_columns(pl.Series("keys", [[]] * 12, pl.List(pl.String))), "damaged"),
    ],
)
def test_responses_of_another_form(home, change, message):
    folder = submitted(home)
    edit_responses(folder, change)
    assert message in caught(home, folder, "submission")


@pytest.mark.parametrize(
    "earlier",
    ["{", "[]", "[1]", '[{"text": "more"}]', '[{"thinking": 5}]', '[{"latency": "x"}]', '[{"finish_reason": []}]'],
)
def test_earlier_turns_that_hold_anything(home, earlier):
    folder = submitted(home, strategy="twice")
    edit_responses(folder, lambda table: table.with_columns(pl.lit(earlier).alias("earlier")))
    assert "damaged" in caught(home, folder, "submission")


def test_a_tool_that_breaks_here_is_no_finding(home, monkeypatch):
    folder = submitted(home)

    def broken(*arguments):
        raise UserError("pip install something")

    monkeypatch.setattr(score, "evaluate", broken)
    with pytest.raises(UserError, match="pip install something"):
        verified(home, folder)


def test_responses_that_are_no_parquet(home):
    folder = submitted(home)
    (folder / "responses.parquet").write_bytes(b"PAR1 not at all PAR1")
    settle(folder)
    assert "damaged" in caught(home, folder, "submission")


@pytest.mark.parametrize(
    "text, message",
    [
        ("{", "is not JSON"),
        ("[]", "expected an object"),
        ("{}", "is missing"),
        ('{"score": {"value": NaN}}', "NaN is not a JSON number"),
        ("[" * 100_000, "is not JSON"),
        ('{"a":' * 200 + "1" + "}" * 200, "nested more than 30 deep"),
    ],
)
def test_a_manifest_that_is_none(home, text, message):
    folder = submitted(home)
    (folder / manifest.FILE).write_text(text)
    with pytest.raises(UserError, match=message):
        verified(home, folder)


@pytest.mark.parametrize("value", ["0.5", None, True, {}, 10**400])
def test_a_manifest_with_a_value_of_another_kind(home, value):
    folder = submitted(home)
    edit_manifest(folder, score={"value": value})
    with pytest.raises(UserError, match=r"score\.value|is not JSON"):
        verified(home, folder)


def test_words_of_a_stranger_do_not_steer_the_terminal(home, capsys):
    folder = submitted(home)
    edit_manifest(folder, model={"id": "good\x1b[2K\rmodel\n  verified, scored again"})
    assert main.main(["verify", str(folder), "--data", str(home / "data")]) == 1
    output = capsys.readouterr().out
    assert "\x1b" not in output
    assert "\r" not in output
    assert not [line for line in output.splitlines() if line.startswith("  verified")]


# --- the command ------------------------------------------------------------------------------------------------------


def test_exit_codes_and_json(home, capsys):
    folder = submitted(home)
    path = ["--data", str(home / "data")]
    assert main.main(["verify", str(folder), *path]) == 0
    assert "verified, scored again: accuracy" in capsys.readouterr().out
    other = home / "submissions" / "toy" / "other"
    shutil.copytree(folder, other)
    edit_manifest(other, score={"value": 1.0})
    assert main.main(["verify", str(home / "submissions"), *path, "--json"]) == 1
    measurements = json.loads(capsys.readouterr().out)
    assert [fact["verified"] for fact in measurements] == [True, False]
    assert measurements[0]["scores"]["value"] == submission.read(folder).manifest.score.value
    assert measurements[0]["claimed"]
    assert measurements[1]["findings"][0]["kind"] == "manifest"
    assert main.main(["verify", str(folder)]) == 2
    assert "Give their location: --data" in capsys.readouterr().err
    assert main.main(["verify", str(home / "nothing"), *path]) == 2


def test_a_run_that_is_not_ready_is_not_packaged(home):
    out = home / "unscored"
    run.run(toy.PLAIN, str(home / "data"), out, run.Options("baseline", "m"))
    with pytest.raises(UserError, match="is not scored"):
        package.package(ScoredRun.open(out), home / "submissions")
    with pytest.raises(UserError, match="is not a run folder"):
        package.package(ScoredRun.open(home), home / "submissions")
    score.score(Run.open(out))
    measurements = json.loads((out / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(measurements | {"unasked": 4}))
    with pytest.raises(UserError, match="4 rows were not asked"):
        package.package(ScoredRun.open(out), home / "submissions")
    assert not list((home / "submissions").glob("*"))


def test_scores_that_are_older_than_the_toolkit_are_not_sent(home):
    from sgpkit.submissions import submit

    out = asked(home)
    scores = json.loads((out / "scores.json").read_text())
    (out / "scores.json").write_text(json.dumps(scores | {"value": scores["value"] / 2}))
    with pytest.raises(UserError, match="NOT verified"):
        submit.submit([out], home / "submissions", source=str(home / "data"))


def test_manifests_are_read_as_they_were_written(home):
    stated = submission.read(submitted(home)).manifest
    path = home / "again.json"
    manifest.write(path, stated)
    assert manifest.read(path) == stated
    assert {field.name for field in dataclasses.fields(stated)} == json.loads(path.read_text()).keys()
    assert len(parameters_key(stated.engine.identity)) == 64
