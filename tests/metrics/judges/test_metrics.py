"""The judges as metrics, with given replies, a function or an engine."""

import json

import evaluate
import pytest
import toy_drawing
from openai_server import OpenAIServer, Reply, completion
from paths import ROOT

from sgpkit.metrics.judges import caption_judge
from sgpkit.runs import judging

RED, BLUE = toy_drawing.square("#ff0000"), toy_drawing.square("#0000ff")


@pytest.fixture
def load(monkeypatch):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)
    return lambda name: evaluate.load(str(ROOT / "evaluate_metrics" / name), keep_in_memory=True)


def test_replies_that_are_given_stay_with_their_predictions(load):
    result = load("drawing_judge").compute(
        predictions=[RED, "no drawing", BLUE, RED],
        references=["a red square"] * 4,
        replies=["score: 10", "score: 10", "hm", "score: 4"],
    )
    assert result["marks"] == [10, 1, 1, 4]
    assert result["statuses"] == ["ok", "no_answer", "judge_unreadable", "ok"]
    assert result["replies"] == ["score: 10", None, "hm", "score: 4"]
    assert result["scores"] == [1, 0, 0, pytest.approx(1 / 3)]
    assert (result["mean_mark"], result["judge"]) == (4, pytest.approx(1 / 3))


def test_a_function_is_asked_until_there_is_a_mark(load):
    asked = []

    def ask(messages):
        asked.append(messages)
        return "Quite good." if len(asked) < 3 else "score: 6"

    sketch = toy_drawing.png("#ff0000", (30, 20))
    result = load("drawing_judge").compute(
        predictions=[RED], references=[{"sketch": sketch}], task="sketch", rubric="unified", ask=ask
    )
    assert result["marks"] == [6] and result["scores"] == [0.6] and len(asked) == 3
    assert [len(messages) for messages in asked] == [1, 3, 3]
    assert asked[2][-1]["content"] == judging.RETRY

    silent = load("drawing_judge").compute(predictions=[RED], references=["x"], ask=lambda messages: "")
    assert (silent["statuses"], silent["marks"]) == (["judge_unreadable"], [1])


def test_an_engine_is_asked(load, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def reply(body, number):
        [message] = body["messages"]
        same = len({part["image_url"]["url"] for part in message["content"] if part["type"] == "image_url"}) == 1
        return Reply(body=completion("score: 2" if same else "score: 9"))

    before = {"instruction": "Make it blue.", "code": RED}
    with OpenAIServer(reply) as server:
        result = load("drawing_judge").compute(
            predictions=[RED, "", BLUE],
            references=[before] * 3,
            task="edit",
            engine="endpoint",
            model="toy-model",
            options={"base_url": server.url},
        )
    assert result["marks"] == [2, 1, 9] and len(server.requests) == 2


def test_captions_are_replayed_from_a_file(load, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    path.write_text("".join(json.dumps({"id": str(n), "completion": f"score: {n + 3}"}) + "\n" for n in range(3)))
    result = load("caption_judge").compute(
        predictions=["a dog", "", "a cat", "a cat."], references=["a cat"] * 4, engine="replay", model=str(path)
    )
    # Of four captions three are asked about.
    assert result["marks"] == [3, 0, 4, 5] and result["judge"] == 60
    assert result["statuses"] == ["ok", "no_answer", "ok", "ok"]


def test_an_engine_that_fails_raises(tmp_path):
    path = tmp_path / "verdicts.jsonl"
    path.write_text('{"id": "0", "completion": "score: 1"}\n')
    questions = [[{"role": "user", "content": "?"}]] * 2
    with pytest.raises(RuntimeError, match="the judge did not answer about prediction 1"):
        judging.replies("replay", str(path), questions, caption_judge.mark)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "no judge given"),
        ({"replies": ["score: 1"], "ask": str}, "no judge given"),
        ({"engine": "endpoint"}, "no judge given"),
        ({"replies": []}, "expected 1 replies, one per prediction, got 0"),
        ({"replies": ["score: 1"], "task": "sculpture"}, "unknown task 'sculpture'"),
        ({"replies": ["score: 1"], "task": "edit"}, "reference 0: expected a row with instruction and code"),
        ({"replies": ["score: 1"], "task": "sketch"}, "reference 0: expected"),
    ],
)
def test_mistakes_are_told(load, options, message):
    with pytest.raises(ValueError, match=message):
        load("drawing_judge").compute(predictions=[RED], references=["words"], **options)
