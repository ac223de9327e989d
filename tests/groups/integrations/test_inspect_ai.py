"""inspect_ai sends sgpkit's prompts and returns its scores, and its logs can be read as runs."""

import base64
import json
import math
from pathlib import Path

import pytest
from integration_answers import answers, scored_here
from paths import ROOT
from scipy.stats import t

import sgpkit
from sgpkit.data import record
from sgpkit.errors import UserError
from sgpkit.integrations import inspect_ai as adapter
from sgpkit.integrations import tasks
from sgpkit.quality.court import pairs, scorer
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.status import Status
from sgpkit.values import Score

pytest.importorskip("inspect_ai")
CONFIGS = [benchmark.config for benchmark in scored_here()]


def model(replies):
    """Return inspect_ai's mock model, which answers a prompt with the replies for its text, in turn."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def reply(messages, tools, tool_choice, config):
        output = ModelOutput.from_content("mockllm/model", replies(messages))
        output.usage = ModelUsage(input_tokens=3, output_tokens=2, total_tokens=5)
        return output

    return get_model("mockllm/model", custom_outputs=reply)


def evaluate(names, folder, replies, **arguments):
    from inspect_ai import eval

    return eval(
        [f"sgpkit/{tasks.task_name(name)}" for name in names],
        model=model(replies), task_args=arguments, log_dir=str(folder), display="none", max_tasks=1,
    )  # fmt: skip


def ours(config, data, folder, replayed, **options):
    """Return the scores of a file of completions by `sgpkit score`, by row."""
    run = sgpkit.run(config, data=data, engine="replay", model=str(replayed), out=folder, **options)
    sgpkit.score(run.folder)
    return {(row["id"], row["sample"]): row for row in ScoredRun.open(folder).responses.iter_rows(named=True)}


def log_of(log):
    """Return the path of a log."""
    return Path(log.location.removeprefix("file://"))


def text_of(messages):
    return json.dumps([message.model_dump(include={"role", "content"}, exclude_none=True) for message in messages])


@pytest.fixture(scope="module")
def evaluated(data, tmp_path_factory):
    """Ask every config once through inspect_ai. Return its log and the model's answers, by config."""
    folder = tmp_path_factory.mktemp("logs")
    adapter.registered()
    known, given = {}, {}
    for config in CONFIGS:
        plan = tasks.planned(config, str(data))
        replies = answers(plan.benchmark, [tasks.whole_row(plan, row) for row in plan.rows])
        given[config] = {str(row["id"]): reply for row, reply in zip(plan.rows, replies, strict=True)}
        for row, reply in zip(plan.rows, replies, strict=True):
            known[config, text_of(adapter.chat(tasks.first_messages(plan, row)))] = reply
    logs = {}
    for config in CONFIGS:
        by_text = {text: reply for (name, text), reply in known.items() if name == config}
        (logs[config],) = evaluate([config], folder, lambda messages: by_text[text_of(messages)], data=str(data))  # noqa: B023
    return logs, given


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.sandbox
def test_their_scores_are_ours_row_by_row(evaluated, data, tmp_path, config):
    logs, given = evaluated
    log = logs[config]
    assert log.status == "success", log.error
    lines = [json.dumps({"id": name, "completion": text}) for name, text in given[config].items()]
    (tmp_path / "answers.jsonl").write_text("\n".join(lines))
    expected = ours(config, data, tmp_path / "run", tmp_path / "answers.jsonl")
    assert len(log.samples) == len(expected) == len(given[config])
    for sample in log.samples:
        verdict, row = sample.scores["sgpkit_score"], expected[sample.id, 0]
        assert (verdict.value, verdict.metadata["status"]) == (row["value"], row["status"])
        assert sample.output.completion == row["completion"]
        assert sample.metadata["cluster"] == row["cluster"] and sample.metadata["canary"] == record.CANARY
    statuses = {sample.scores["sgpkit_score"].metadata["status"] for sample in log.samples}
    values = {sample.scores["sgpkit_score"].value for sample in log.samples}
    assert len(values) > 1 and "ok" in statuses  # the answers distinguish scorers


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.sandbox
def test_a_log_is_replayed_as_the_same_run(evaluated, data, tmp_path, config):
    log = evaluated[0][config]
    rows = ours(config, data, tmp_path / "run", log_of(log))
    for sample in log.samples:
        row = rows[sample.id, 0]
        assert row["value"] == sample.scores["sgpkit_score"].value
        assert (row["prompt_tokens"], row["completion_tokens"]) == (3, 2)


@pytest.mark.parametrize(("config", "mode"), [("sgp-mnist", "code"), ("turtle-scratch", "text")])
@pytest.mark.sandbox
def test_log_of_a_trained_model_scores_as_it_recorded(tmp_path, config, mode):
    """See tests/data/real/README.md."""
    from inspect_ai.log import read_eval_log

    log = ROOT / "tests" / "data" / "real" / f"{config}.eval"
    samples = read_eval_log(str(log)).samples
    sgpkit.build(config, out=tmp_path / "data", limit=len(samples))
    rows = ours(config, tmp_path / "data", tmp_path / "run", log, mode=mode)
    direct = tmp_path / "direct.jsonl"
    direct.write_text("\n".join(json.dumps(answer_of(sample)) for sample in samples))
    asked = ours(config, tmp_path / "data", tmp_path / "asked", direct, mode=mode)
    for sample in samples:
        row, verdict = rows[sample.id, 0], sample.scores["sgpkit_score"]
        assert (row["value"], row["status"]) == (verdict.value, verdict.metadata["status"])
        assert row | {"keys": None} == asked[sample.id, 0] | {"keys": None}  # which name the file
        assert row["completion"] == sample.output.completion
    assert len(rows) == len(samples) == 4
    assert {row["status"] for row in rows.values()} == STATUSES[config]


STATUSES = {"sgp-mnist": {"ok", "no_answer"}, "turtle-scratch": {"truncated"}}


def answer_of(sample):
    """Return the answer of a sample as a line of a file of completions."""
    return {
        "id": sample.id,
        "completion": sample.output.completion,
        "finish_reason": "length" if sample.output.stop_reason == "max_tokens" else "stop",
        "prompt_tokens": sample.output.usage.input_tokens,
        "completion_tokens": sample.output.usage.output_tokens,
        "latency": sample.output.time,
    }


@pytest.mark.sandbox
def test_their_mean_and_clustered_error_are_computed_from_our_clusters(evaluated):
    log = evaluated[0][CONFIGS[0]]
    metrics = log.results.scores[0].metrics
    values = [sample.scores["sgpkit_score"].value for sample in log.samples]
    assert metrics["mean"].value == pytest.approx(sum(values) / len(values))
    clusters = {sample.metadata["cluster"] for sample in log.samples}
    sums = [
        sum(value - sum(values) / len(values) for value, sample in zip(values, log.samples, strict=True)
            if sample.metadata["cluster"] == cluster)
        for cluster in clusters
    ]  # fmt: skip
    count = len(clusters)
    expected = math.sqrt(sum(one**2 for one in sums) * count / max(count - 1, 1)) / len(values) if count > 1 else 0.0
    assert metrics["stderr"].value == pytest.approx(expected)
    # Their interval, with the degrees of freedom that the number of drawings allows.
    reach = t.ppf(0.975, max(count - 1, 1)) * expected
    mean = sum(values) / len(values)
    assert metrics["lower"].value == pytest.approx(mean - reach)
    assert metrics["upper"].value == pytest.approx(mean + reach)


@pytest.mark.sandbox
def test_pictures_are_metadata_that_the_log_viewer_shows(evaluated):
    from inspect_ai.log import read_eval_log

    logs = evaluated[0]
    log = read_eval_log(logs["ssvg-geometry-svg"].location, resolve_attachments=True)
    names = ("reference", "answer", "difference")
    shown = {sample.id: [name for name in names if name in sample.metadata] for sample in log.samples}
    readable = {sample.id for sample in log.samples if sample.scores["sgpkit_score"].metadata["status"] == "ok"}
    assert readable and len(readable) < len(shown)
    for sample in log.samples:
        assert shown[sample.id] == (list(names) if sample.id in readable else ["reference"])
        for name in shown[sample.id]:
            kind, _, content = sample.metadata[name].partition(",")
            assert kind == "data:image/png;base64" and base64.b64decode(content).startswith(b"\x89PNG")
    right = next(sample for sample in log.samples if sample.scores["sgpkit_score"].value == 1.0)
    assert right.metadata["reference"] == right.metadata["answer"] != right.metadata["difference"]
    questions = read_eval_log(logs["sgp-svg"].location, resolve_attachments=True)
    assert not any("answer" in sample.metadata for sample in questions.samples)


@pytest.mark.sandbox
def test_a_submission_is_made_of_a_log(evaluated, data, tmp_path):
    from sgpkit.submissions import submit

    ours(CONFIGS[0], data, tmp_path / "run", log_of(evaluated[0][CONFIGS[0]]))
    lines = submit.submit([tmp_path / "run"], tmp_path / "submissions", source=str(data), submitter="tester")
    assert "verified" in lines[0] and (tmp_path / "submissions").is_dir()


@pytest.mark.sandbox
def test_turns_and_epochs_go_through(data, tmp_path):
    config, strategy = conversational(data)
    seen = []

    def reply(messages):
        seen.append(messages)
        svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='3'/></svg>"
        return f"Reply {len(seen)}: {svg}\n\nAnswer: {'ABCD'[len(seen) % 4]}"

    (log,) = evaluate([config], tmp_path / "logs", reply, data=str(data), strategy=strategy, samples=2)
    assert log.status == "success", log.error
    turns = [len(sample.store["sgpkit:turns"]) for sample in log.samples]
    assert min(turns) > 1 and sum(turns) == len(seen)
    assert {sample.epoch for sample in log.samples} == {1, 2}
    rows = ours(config, data, tmp_path / "run", log_of(log), strategy=strategy, n=2)
    for sample in log.samples:
        row = rows[sample.id, sample.epoch - 1]
        assert list(row["turns"]) == [turn["text"] for turn in sample.store["sgpkit:turns"][:-1]]
        assert row["completion"] == sample.output.completion
        assert row["value"] == sample.scores["sgpkit_score"].value


def conversational(data):
    """Return a config and a strategy of it with requests after the first reply."""
    for benchmark in scored_here():
        for strategy in benchmark.prompts.strategies:
            plan = tasks.planned(benchmark.config, str(data), strategy)
            if tasks.has_turns(plan, plan.rows[0]):
                return benchmark.config, strategy
    raise AssertionError("no strategy has turns")


@pytest.mark.sandbox
def test_modes_show_pictures(data, tmp_path):
    (shown,) = evaluate(["vgqa-svg"], tmp_path / "logs", lambda messages: "Answer: A", data=str(data), mode="image")
    assert shown.status == "success"
    plan = tasks.planned("vgqa-svg", str(data), mode="image")
    from inspect_ai.log import read_eval_log

    resolved = read_eval_log(shown.location, resolve_attachments=True)
    for sample, row in zip(resolved.samples, plan.rows, strict=True):
        (picture,) = [part.image for part in sample.input[-1].content if part.type == "image"]
        assert base64.b64decode(picture.partition(",")[2]) in row.values()


def test_every_config_is_a_task_by_its_entry_point():
    from importlib.metadata import entry_points

    (point,) = [one for one in entry_points(group="inspect_ai") if one.name == "sgpkit"]
    registered = point.load()
    assert set(map(tasks.task_name, CONFIGS)) <= set(registered.tasks)


def test_a_fault_of_ours_is_unscored_and_never_zero(data, tmp_path, monkeypatch):
    fault = Score(0.0, status=Status.INFRA_ERROR, reason="no sandbox")
    monkeypatch.setattr(tasks, "score_all", lambda benchmark, rows, responses: [fault] * len(rows))
    (log,) = evaluate(["sgp-svg"], tmp_path, lambda messages: "Answer: A", data=str(data))
    assert log.results.scores[0].unscored_samples == len(log.samples)
    assert log.samples[0].scores["sgpkit_score"].explanation == "no sandbox"


def test_what_cannot_be_carried_is_refused_with_the_reason(data, tmp_path):
    with pytest.raises(UserError, match="a training config"):
        tasks.planned("sgp-sit-10k", str(data))
    with pytest.raises(UserError, match="unknown strategy"):
        tasks.planned("sgp-svg", str(data), strategy="guess")


def test_a_damaged_log_is_an_error_of_the_user(data, tmp_path):
    (tmp_path / "bad.eval").write_bytes(b"PK\x03\x04 no log")
    with pytest.raises(UserError, match="cannot be read as a log of inspect_ai"):
        ours("sgp-svg", data, tmp_path / "run", tmp_path / "bad.eval")


CIRCLES = """
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target, mean, scorer
from inspect_ai.solver import TaskState

@scorer(metrics=[mean()])
def circles():
    async def score(state: TaskState, target: Target) -> Score:
        drawn = state.output.completion
        return Score(value=CORRECT if drawn.count("<circle") == target.text.count("<circle") else INCORRECT)
    return score
"""


@pytest.mark.process
def test_the_court_calls_a_scorer_of_inspect_ai(tmp_path):
    (tmp_path / "circles.py").write_text(CIRCLES)
    pair = pairs.pairs(pairs.sources(["gen-composition"]), 1, axes=("count",))[0]
    code = str(pair.row["code"])
    values = scorer.scores(f"inspect:{tmp_path / 'circles.py'}:circles", [pair] * 2, [code, f"{code}<circle/>"])
    assert values == [1.0, 0.0]
