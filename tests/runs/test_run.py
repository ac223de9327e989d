"""Runs that lose nothing: resumed, replayed, with several turns and samples; and their scores."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
import toy

from sgpkit import engines
from sgpkit.benchmark import Benchmark, Completion, families
from sgpkit.data import build
from sgpkit.engines import Request
from sgpkit.engines.baseline import Baseline
from sgpkit.errors import UserError
from sgpkit.reports import terminal
from sgpkit.runs import estimate, plan, responses, run
from sgpkit.runs.folder import Run
from sgpkit.runs.lock import lock_run
from sgpkit.runs.scoring import score

HELPERS = Path(toy.__file__).parent


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)
    build.build(toy.PLAIN, tmp_path / "data")
    return tmp_path / "data"


def baseline(model, **options):
    return run.Options("baseline", model, **options)


def read(out):
    return responses.read_counted(responses.open_table(out))


class Recorder:
    """An engine that answers with the row's key, in any order, and records its requests."""

    def __init__(self, fail_after=None, errors=()):
        self.asked, self.fail_after, self.errors = [], fail_after, errors

    def identity(self):
        return {"model": "recorder"}

    def statistics(self):
        return {}

    def close(self):
        """Holds nothing."""

    def generate(self, requests):
        for index, request in reversed(list(enumerate(requests))):
            if self.fail_after is not None and len(self.asked) >= self.fail_after:
                raise ConnectionError("the server went away")
            self.asked.append((request.row["id"], request.sample, request.turn))
            if request.row["id"] in self.errors:
                yield index, Completion("", finish_reason="error", error="503")
            else:
                yield index, Completion(request.row["answer"] if request.turn == 0 else f"final {request.messages[1]}")


@pytest.fixture
def recorder(monkeypatch):
    def use(**options):
        engine = Recorder(**options)
        monkeypatch.setattr(engines, "open_engine", lambda *arguments: engine)
        return engine

    return use


@pytest.mark.process
def test_the_reference_scores_full_marks_and_empty_none(folder, tmp_path):
    for model, value in (("reference", 1.0), ("empty", 0.0)):
        measurements = run.run(toy.PLAIN, str(folder), tmp_path / model, baseline(model)).metadata
        assert measurements["complete"]
        figures = score.score(Run.open(tmp_path / model))
        assert (figures["value"], figures["n"], figures["clusters"]) == (value, 12, 6)
    assert figures["statuses"] == {"no_answer": 12}
    assert [(group["parity"], group["n"]) for group in figures["by"]["parity"]] == [("even", 6), ("odd", 6)]


def test_random_answers_do_not_depend_on_the_limit(folder, tmp_path):
    run.run(toy.PLAIN, str(folder), tmp_path / "all", baseline("random"))
    run.run(toy.PLAIN, str(folder), tmp_path / "few", baseline("random", limit=4))
    few = read(tmp_path / "few")
    assert few.height == 4
    assert read(tmp_path / "all").head(4)["completion"].to_list() == few["completion"].to_list()


@pytest.mark.parametrize("count", [1, 2, 5, 200])
def test_random_answers_are_those_of_other_rows(count):
    named = toy.PLAIN.replacing(reference=lambda row: row["id"])
    rows = [toy.row(f"row-{number}", 0) for number in range(count)]
    requests = [Request(row, sample, 0, []) for row in rows for sample in range(3)]
    engine = Baseline("random", named, rows, ())
    answers = [completion.text for _, completion in engine.generate(requests)]
    assert all(answer != request.row["id"] for answer, request in zip(answers, requests, strict=True))
    if count == 1:
        assert set(answers) == {""}
    else:
        assert set(answers) <= {row["id"] for row in rows}
    assert [completion.text for _, completion in engine.generate(requests[::-1])] == answers[::-1]


def test_a_run_that_broke_off_asks_only_for_what_is_missing(folder, tmp_path, recorder):
    first = recorder(fail_after=5)
    with pytest.raises(ConnectionError):
        run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("x"))
    with pytest.raises(UserError, match="not finished"):
        score.score(Run.open(tmp_path / "run"))
    second = recorder()
    run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("x"))
    assert len(first.asked) == 5
    assert sorted(first.asked + second.asked) == sorted({(f"row-{number}", 0, 0) for number in range(12)})
    assert read(tmp_path / "run")["id"].to_list() == [f"row-{number}" for number in range(12)]
    assert not (tmp_path / "run" / "responses.jsonl").exists()
    third = recorder()
    run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("x"))
    assert third.asked == []


def test_a_torn_last_line_is_asked_again(folder, tmp_path, recorder, capsys):
    recorder(fail_after=5)
    with pytest.raises(ConnectionError):
        run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("x"))
    log = tmp_path / "run" / "responses.jsonl"
    log.write_bytes(log.read_bytes()[:-7])
    second = recorder()
    run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("x"))
    assert len(second.asked) == 8
    assert "torn" in capsys.readouterr().err


def test_limit_and_samples_reuse_what_is_there_and_a_new_prompt_does_not(folder, tmp_path, recorder):
    asked = []
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    (prompts / "question.txt").write_text("Say: {question}\n")
    for options in (
        {"limit": 4},
        {},
        {"limit": 3},
        {"n": 2},
        {"n": 2, "prompts": prompts, "limit": 2},
    ):
        engine = recorder()
        run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("x", **options))
        asked.append(len(engine.asked))
    assert asked == [4, 8, 0, 12, 4]
    counted = read(tmp_path / "run")
    assert counted.select("id", "sample").rows() == [("row-0", 0), ("row-0", 1), ("row-1", 0), ("row-1", 1)]
    assert pl.read_parquet(tmp_path / "run" / "responses" / "part-*.parquet").height == 4 + 24, (
        "nothing answered is thrown away"
    )


def test_conversations_go_turn_by_turn_and_resume_between_turns(folder, tmp_path, recorder):
    options = baseline("x", strategy="twice", limit=3)
    first = recorder(fail_after=4)
    with pytest.raises(ConnectionError):
        run.run(toy.PLAIN, str(folder), tmp_path / "run", options)
    second = recorder()
    run.run(toy.PLAIN, str(folder), tmp_path / "run", options)
    assert len(first.asked) == 4
    assert sorted(first.asked + second.asked) == [(f"row-{row}", 0, turn) for row in range(3) for turn in (0, 1)]
    table = read(tmp_path / "run")
    assert table["turns"].to_list() == [["A"], ["B"], ["A"]]
    assert table["completion"][1] == "final {'role': 'assistant', 'content': 'B'}"
    third = recorder()
    run.run(toy.PLAIN, str(folder), tmp_path / "run", options)
    assert third.asked == []


@pytest.mark.process
def test_an_engines_failure_is_never_scored_and_asked_again(folder, tmp_path, recorder):
    recorder(errors={"row-1", "row-2"})
    measurements = run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("x")).metadata
    assert (measurements["complete"], measurements["failed"]) == (False, 2)
    figures = score.score(Run.open(tmp_path / "run"))
    assert (figures["value"], figures["n"], figures["complete"]) == (1.0, 10, False)
    assert figures["statuses"]["infra_error"] == 2
    assert "incomplete" in terminal.scores(figures)
    engine = recorder()
    run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("x"))
    assert sorted(engine.asked) == [("row-1", 0, 0), ("row-2", 0, 0)]
    assert score.score(Run.open(tmp_path / "run"))["complete"]


def test_two_different_runs_do_not_mix(folder, tmp_path):
    run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("reference"))
    with pytest.raises(UserError, match="model was 'reference', now 'empty'"):
        run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("empty"))


def test_one_process_a_run(folder, tmp_path):
    with lock_run(tmp_path / "run"), pytest.raises(UserError, match="another process"):
        run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("reference"))


@pytest.mark.process
def test_score_refuses_data_that_changed(folder, tmp_path):
    run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("reference"))
    build.build(toy.PLAIN, folder, seed=1)
    with pytest.raises(UserError, match="is not the data of the run"):
        score.score(Run.open(tmp_path / "run"))
    build.build(toy.PLAIN, tmp_path / "elsewhere")
    assert score.score(Run.open(tmp_path / "run", str(tmp_path / "elsewhere")))["value"] == 1.0


@pytest.mark.process
def test_scores_are_aligned_with_the_responses(folder, tmp_path):
    run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("random", n=3))
    figures = score.score(Run.open(tmp_path / "run"))
    table = pl.read_parquet(tmp_path / "run" / "scores" / "part-*.parquet")
    responses = read(tmp_path / "run")
    answers = {f"row-{number}": "AB"[number % 2] for number in range(12)}
    expected = [float(answers[item["id"]] == item["completion"]) for item in responses.iter_rows(named=True)]
    assert table["value"].to_list() == expected
    assert (figures["n"], figures["clusters"]) == (36, 6)
    assert figures["pass_at"]["1"]["value"] == pytest.approx(sum(expected) / 36)
    assert json.loads((tmp_path / "run" / "scores.json").read_text()) == figures


class Stubborn(Recorder):
    """An engine whose answers compile from some attempt on: row-0 at its first, row-1 at its second, row-2 at its
    third."""

    def generate(self, requests):
        for index, request in enumerate(requests):
            if self.fail_after is not None and len(self.asked) >= self.fail_after:
                raise ConnectionError("the server went away")
            self.asked.append((request.row["id"], request.sample, request.turn, request.attempt))
            number = int(request.row["id"].partition("-")[2])
            yield index, Completion(f"compiles {request.attempt}" if request.attempt >= number else "does not")


class TestResampling:
    RESAMPLED = toy.PLAIN.replacing(answer_format="svg")

    @pytest.fixture(autouse=True)
    def compiling(self, monkeypatch):
        """Let the completions that claim to compile do so."""

        def compiles(benchmark, completions):
            return [completion.text.startswith("compiles") for completion in completions]

        monkeypatch.setattr(Benchmark, "compiles", compiles)

    def ask(self, folder, out, monkeypatch, fail_after=None, benchmark=RESAMPLED, **options):
        engine = Stubborn(fail_after)
        monkeypatch.setattr(engines, "open_engine", lambda *arguments: engine)
        chosen = {"limit": 4, "resample": 3, "temperature": 0.8} | options
        return engine, run.run(benchmark, str(folder), out, baseline("x", **chosen)).metadata

    @pytest.mark.process
    def test_it_asks_until_something_compiles_and_keeps_count(self, folder, tmp_path, monkeypatch):
        engine, measurements = self.ask(folder, tmp_path / "run", monkeypatch)
        assert [attempt for identifier, *_, attempt in engine.asked if identifier == "row-3"] == [0, 1, 2], "at most N"
        table = read(tmp_path / "run")
        assert table.select("completion", "attempts").rows() == [
            ("compiles 0", 1),
            ("compiles 1", 2),
            ("compiles 2", 3),
            ("does not", 3),
        ]
        assert (measurements["resample"], measurements["attempts"], len(engine.asked)) == (3, 9, 9)
        figures = score.score(Run.open(tmp_path / "run"))
        assert (figures["resample"], figures["attempts"]) == (3, 9)
        assert "up to 3 attempts until the answer compiled: 9 completions" in " ".join(terminal.scores(figures).split())
        assert pl.read_parquet(tmp_path / "run" / "responses" / "part-*.parquet").height == 9, (
            "no attempt is thrown away"
        )

    def test_what_was_asked_is_not_asked_again_wherever_it_broke_off(self, folder, tmp_path, monkeypatch):
        whole, _ = self.ask(folder, tmp_path / "whole", monkeypatch)
        for stop in range(1, len(whole.asked)):
            out = tmp_path / f"run-{stop}"
            with pytest.raises(ConnectionError):
                self.ask(folder, out, monkeypatch, fail_after=stop)
            rest, _ = self.ask(folder, out, monkeypatch)
            assert len(rest.asked) == len(whole.asked) - stop
            assert read(out).equals(read(tmp_path / "whole"))
        again, _ = self.ask(folder, out, monkeypatch)
        assert again.asked == []

    def test_more_or_fewer_attempts_reuse_what_is_there(self, folder, tmp_path, monkeypatch):
        asked = [
            len(self.ask(folder, tmp_path / "run", monkeypatch, resample=resample)[0].asked)
            for resample in (None, 2, 4, 2)
        ]
        assert asked == [4, 3, 3, 0]
        assert read(tmp_path / "run")["attempts"].to_list() == [1, 2, 2, 2]

    def test_conversations_are_begun_anew_from_their_first_turn(self, folder, tmp_path, monkeypatch):
        engine, _ = self.ask(folder, tmp_path / "run", monkeypatch, strategy="twice", limit=2)
        assert engine.asked == [
            ("row-0", 0, 0, 0),
            ("row-1", 0, 0, 0),
            ("row-0", 0, 1, 0),
            ("row-1", 0, 1, 0),
            ("row-1", 0, 0, 1),
            ("row-1", 0, 1, 1),
        ]
        assert read(tmp_path / "run").select("turns", "completion", "attempts").rows() == [
            (["compiles 0"], "compiles 0", 1),
            (["compiles 1"], "compiles 1", 2),
        ]
        again, _ = self.ask(folder, tmp_path / "run", monkeypatch, strategy="twice", limit=2)
        assert again.asked == []

    def test_an_engines_failure_is_no_attempt(self, folder, tmp_path, recorder):
        recorder(errors={"row-1"})
        options = baseline("x", limit=3, resample=3, temperature=0.5)
        measurements = run.run(self.RESAMPLED, str(folder), tmp_path / "run", options).metadata
        assert measurements["failed"] == 1
        assert read(tmp_path / "run")["attempts"].to_list() == [3, 1, 3]

    def test_resampling_in_vain_is_told(self, folder, tmp_path, monkeypatch, capsys):
        with pytest.raises(UserError, match="toy does not support --resample"):
            self.ask(folder, tmp_path / "run", monkeypatch, benchmark=toy.PLAIN)
        with pytest.raises(UserError, match="one completion per sample"):
            run.run(self.RESAMPLED, str(folder), tmp_path / "run", run.Options("replay", "x.jsonl", resample=2))
        self.ask(folder, tmp_path / "run", monkeypatch, temperature=0.0)
        assert "--resample at temperature 0" in capsys.readouterr().err


class TestReplay:
    def answers(self, tmp_path, items, name="answers.jsonl"):
        path = tmp_path / name
        if name.endswith(".parquet"):
            pl.DataFrame(items).write_parquet(path)
        else:
            path.write_text("".join(json.dumps(item) + "\n" for item in items))
        return run.Options("replay", str(path))

    @pytest.mark.process
    @pytest.mark.parametrize("name", ["answers.jsonl", "answers.parquet"])
    def test_answers_made_elsewhere_are_scored_and_missing_rows_count(self, folder, tmp_path, name):
        items = [{"id": f"row-{number}", "completion": "AB"[number % 2]} for number in range(9)]
        run.run(toy.PLAIN, str(folder), tmp_path / "run", self.answers(tmp_path, items, name))
        figures = score.score(Run.open(tmp_path / "run"))
        assert (figures["value"], figures["n"]) == (9 / 12, 12)
        assert figures["statuses"] == {"ok": 9, "no_answer": 3}

    def test_what_file_and_rows_do_not_share_is_told(self, folder, tmp_path, capsys):
        items = [
            {"id": "row-0", "completion": "A"},
            {"id": "row-0", "completion": "B", "sample": 1},
            {"id": "x", "completion": "A"},
        ]
        run.run(toy.PLAIN, str(folder), tmp_path / "run", self.answers(tmp_path, items))
        output = capsys.readouterr().err
        for part in (
            "11 of the 12 rows have no completion (sample 0)",
            "1 id does not match any row",
            "use --n 2 to replay all",
        ):
            assert part in output
        run.run(toy.PLAIN, str(folder), tmp_path / "two", replace(self.answers(tmp_path, items), n=2))
        assert "--n 2" not in capsys.readouterr().err, "that is what was asked"

    def test_it_is_told_once(self, folder, tmp_path, capsys):
        """The estimate of a resumed run opens the engine too."""
        asked = self.answers(tmp_path, [{"id": "row-0", "completion": "A"}])
        run.run(toy.PLAIN, str(folder), tmp_path / "run", asked)
        estimate.estimate(plan.plan(toy.PLAIN, str(folder), asked), tmp_path / "run")
        assert capsys.readouterr().err.count("11 of the 12 rows have no completion") == 1

    def test_of_a_limited_run_only_rows_that_are_asked_can_be_missing(self, folder, tmp_path, capsys):
        """With --limit 4 a file of these four rows is complete; 8 of 12 rows were once reported as missing."""
        items = [{"id": f"row-{number}", "completion": "A"} for number in range(4)]
        limited = replace(self.answers(tmp_path, items), limit=4)
        run.run(toy.PLAIN, str(folder), tmp_path / "run", limited)
        assert capsys.readouterr().err == ""
        limited = replace(self.answers(tmp_path, items[:3]), limit=4)
        run.run(toy.PLAIN, str(folder), tmp_path / "again", limited)
        assert "1 of the 4 selected rows have no completion" in capsys.readouterr().err

    @pytest.mark.process
    def test_answers_that_are_not_text_are_empty(self, folder, tmp_path):
        items = [
            {"id": "row-0", "completion": None},
            {"id": "row-1", "completion": 3},
            {"id": "row-3", "completion": "B\ud800"},
        ]
        run.run(toy.PLAIN, str(folder), tmp_path / "run", self.answers(tmp_path, items))
        assert score.score(Run.open(tmp_path / "run"))["statuses"] == {"no_answer": 11, "ok": 1}

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ('{"id": "row-1"}\n', "line 1: expected the columns id"),
            ("[]\n", "line 1: expected one object per line"),
            (
                "id,completion\nrow-1,A\n",
                r"line 1: not JSON \(Expecting value\); expected a .jsonl or .parquet with id and",
            ),
            ("", r"answers.jsonl is empty; expected a .jsonl or .parquet with id and completion"),
            (
                '{"id": "row-1", "completion": "A"}\n{"id": "row-1", "completion": "B"}\n',
                "line 2: duplicate completion",
            ),
            ('{"id": "row-1", "completion": "A", "sample": "x"}\n', "sample must be a whole number"),
            ('{"id": "other", "completion": "A"}\n', "none of its 1 ids matches a row of toy"),
        ],
    )
    def test_a_file_that_cannot_be_replayed_says_where(self, folder, tmp_path, text, message):
        path = tmp_path / "answers.jsonl"
        path.write_text(text)
        with pytest.raises(UserError, match=message):
            run.run(toy.PLAIN, str(folder), tmp_path / "run", run.Options("replay", str(path)))

    def test_a_file_that_is_no_parquet_says_so(self, folder, tmp_path):
        (tmp_path / "answers.parquet").write_text("no")
        with pytest.raises(UserError, match="is not a readable Parquet file"):
            run.run(toy.PLAIN, str(folder), tmp_path / "run", run.Options("replay", str(tmp_path / "answers.parquet")))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (run.Options("basline", "x"), "unknown engine 'basline'; did you mean 'baseline'"),
        (baseline("refrence"), "unknown baseline 'refrence'; did you mean 'reference'"),
        (baseline("reference", strategy="dirct"), "unknown strategy 'dirct'; did you mean 'direct'"),
        (baseline("reference", mode="picture"), "unknown mode 'picture'"),
        (run.Options("replay", "no.jsonl"), "no file 'no.jsonl'"),
    ],
)
def test_mistyped_options_suggest_the_nearest(folder, tmp_path, options, message):
    with pytest.raises(UserError, match=message):
        run.run(toy.PLAIN, str(folder), tmp_path / "run", options)
    assert not (tmp_path / "run" / "run.json").exists()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("qestion", "x", "has no prompt text 'qestion'; did you mean 'question'"),
        ("question", "{name}", "unknown placeholder {name}"),
        ("question", "{", "double every brace that is not part of a placeholder"),
    ],
)
def test_prompt_texts_of_the_user_are_checked(folder, tmp_path, name, text, message):
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / f"{name}.txt").write_text(text)
    with pytest.raises(UserError, match=message):
        run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("reference", prompts=tmp_path / "prompts"))


@pytest.mark.process
def test_a_mode_asks_the_rows_that_it_applies_to(folder, tmp_path, monkeypatch):
    seen = []

    def noting(rows, completions):
        seen.extend((row["mode"], row["setting"]) for row in rows)
        return toy.score(rows, completions)

    benchmark = toy.PLAIN.replacing(
        modes=("text", "even", "none"),
        has_inputs=lambda row, mode: mode == "text" or (mode == "even" and row["parity"] == "even"),
        groups=("mode", "parity"),
        score=noting,
    )
    monkeypatch.setattr(families, "get", lambda config: benchmark)
    measurements = run.run(
        benchmark, str(folder), tmp_path / "run", baseline("reference", mode="even", limit=3)
    ).metadata
    answered = read(tmp_path / "run")["id"].to_list()
    assert (measurements["rows"], len(answered)) == (3, 3)
    assert all(int(identifier.removeprefix("row-")) % 2 == 0 for identifier in answered)
    figures = score.score(Run.open(tmp_path / "run"))
    assert seen == [("even", "")] * 3
    assert [(group["mode"], group["n"]) for group in figures["by"]["mode"]] == [("even", 3)]
    with pytest.raises(UserError, match="'none'"):
        run.run(benchmark, str(folder), tmp_path / "other", baseline("reference", mode="none"))


def test_train_only_configs_are_not_run(folder, tmp_path):
    with pytest.raises(UserError, match="cannot be scored"):
        run.run(toy.PLAIN.replacing(score=None, headline=()), str(folder), tmp_path / "run", baseline("reference"))


@pytest.mark.process
def test_killed_at_once_a_run_keeps_what_was_answered(folder, tmp_path):
    script = (
        "import os, signal, sys, toy\n"
        "from pathlib import Path\n"
        "from sgpkit.engines import baseline\n"
        "from sgpkit.runs import run\n"
        "answer = baseline.Baseline.answer\n"
        "def die(self, request):\n"
        "    if request.row['id'] == 'row-7':\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return answer(self, request)\n"
        "baseline.Baseline.answer = die\n"
        f"run.run(toy.PLAIN, {str(folder)!r}, Path({str(tmp_path / 'run')!r}), run.Options('baseline', 'reference'))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(HELPERS)}
    assert subprocess.run([sys.executable, "-c", script], env=environment, check=False).returncode == -9
    assert len(responses.load(tmp_path / "run")) == 7
    run.run(toy.PLAIN, str(folder), tmp_path / "run", baseline("reference"))
    run.run(toy.PLAIN, str(folder), tmp_path / "undisturbed", baseline("reference"))
    kept, undisturbed = (read(tmp_path / name) for name in ("run", "undisturbed"))
    assert kept.equals(undisturbed)
