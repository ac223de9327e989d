"""Replayed files of any size and order: memory, and refusals."""

import json
import random
import tracemalloc

import pytest
import toy

from sgpkit.benchmark import Completion
from sgpkit.engines import Request, Setup, replay
from sgpkit.engines.replay import converted
from sgpkit.errors import UserError

FIELDS = {"finish_reason": "length", "thinking": "hm", "prompt_tokens": 7, "completion_tokens": 2, "latency": 0.5}


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(converted, "BATCH_ROWS", 7)
    monkeypatch.setattr(replay, "TOGETHER", 10)


def opened(tmp_path, items, rows):
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in items))
    return replay.open_engine(Setup(str(path), toy.PLAIN, rows))


def rows(count):
    return [toy.row(f"row-{number}", 0) for number in range(count)]


def requests(rows, samples=1, turn=0):
    return [Request(row, sample, turn, []) for row in rows for sample in range(samples)]


@pytest.mark.process
@pytest.mark.parametrize("scoring", ["direct", "workers"])
@pytest.mark.parametrize("order", ["rows", "shuffled", "reversed"])
def test_each_request_gets_its_completion_in_whatever_order_the_file_is(tmp_path, monkeypatch, scoring, order):
    monkeypatch.setenv("SGPKIT_SCORING", scoring)
    items = [
        {"id": f"row-{number}", "sample": sample, "completion": f"{number}·{sample}", **FIELDS}
        for number in range(60)
        for sample in range(2)
        if number % 11
    ] + [{"id": "row-99", "completion": "of no row"}]
    if order == "shuffled":
        random.Random(0).shuffle(items)
    elif order == "reversed":
        items.reverse()
    engine = opened(tmp_path, items, rows(60))
    asked = requests(rows(60), 2)
    for _ in range(2):  # a second turn repeats the request
        answers = dict(engine.generate(asked))
        for index, request in enumerate(asked):
            number = int(request.row["id"].rpartition("-")[2])
            expected = Completion(f"{number}·{request.sample}", thinking="hm", finish_reason="length",
                                  prompt_tokens=7, completion_tokens=2, latency=0.5)  # fmt: skip
            missing = Completion("", finish_reason="missing")
            assert answers[index] == (expected if number % 11 else missing)
    engine.close()


def test_earlier_turns_of_a_conversation_are_answered_in_turn(tmp_path):
    items = [{"id": f"row-{number}", "completion": "C", "turns": ["A", "B"]} for number in range(20)]
    engine = opened(tmp_path, items, rows(20))
    replies = [dict(engine.generate(requests(rows(20), turn=turn))) for turn in range(3)]
    assert [{item.text for item in reply.values()} for reply in replies] == [{"A"}, {"B"}, {"C"}]


def test_a_second_completion_is_refused_however_far_from_the_first(tmp_path):
    items = [{"id": f"row-{number}", "completion": "A"} for number in range(50)]
    with pytest.raises(UserError, match=r"line 51: duplicate completion for 'row-2', sample 0"):
        opened(tmp_path, [*items, {"id": "row-2", "sample": 0, "completion": "B"}], rows(50))


def test_ids_whose_hashes_are_the_same_are_not_confused(tmp_path, monkeypatch):
    monkeypatch.setattr(converted, "hashes", lambda ids: ids.str.head(5).hash(seed=0))
    engine = opened(tmp_path, [{"id": "row-10", "completion": "A"}], rows(20))
    answers = dict(engine.generate(requests(rows(20))))
    assert [index for index, item in answers.items() if item.text] == [10]


@pytest.mark.parametrize("sample", [10**30, -(10**30), -1])
def test_samples_beyond_all_bounds_answer_nothing(tmp_path, sample):
    items = [{"id": "row-1", "completion": "A", "sample": sample}, {"id": "row-0", "completion": "B"}]
    answers = dict(opened(tmp_path, items, rows(2)).generate(requests(rows(2), 2)))
    assert [answers[index].text for index in range(4)] == ["B", "", "", ""]


def test_memory_does_not_grow_with_the_texts(tmp_path):
    """The texts have 40 MB, which an engine that kept them would need as well."""
    items = [{"id": f"row-{number}", "completion": f"{number}" + "x" * 100_000} for number in range(400)]
    tracemalloc.start()
    try:
        engine = opened(tmp_path, items, rows(400))
        del items
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        for index, item in engine.generate(requests(rows(400))):
            assert item.text.startswith(str(index))
        assert tracemalloc.get_traced_memory()[1] - before < 10e6
    finally:
        tracemalloc.stop()


def logged(name, *texts, filter="none"):
    """Return a line of lm-eval's sample log, with the keys of version 0.4.10."""
    return {
        "doc_id": 0, "doc": {"id": name, "prompt": "…", "config": "toy"}, "target": "A",
        "arguments": {"gen_args_0": {"arg_0": "…", "arg_1": {"until": []}}}, "resps": [list(texts)],
        "filtered_resps": [texts[0]], "filter": filter, "metrics": ["value"], "value": 0.0,
    }  # fmt: skip


def test_a_sample_log_of_lm_eval_is_replayed_with_its_repeats(tmp_path):
    lines = [logged(f"row-{number}", f"{number}·0", f"{number}·1") for number in range(20)]
    lines += [logged(f"row-{number}", "taken again", filter="last") for number in range(20)]
    engine = opened(tmp_path, lines, rows(20))
    answers = dict(engine.generate(requests(rows(20), 2)))
    assert [answers[index].text for index in range(4)] == ["0·0", "0·1", "1·0", "1·1"]
    assert {answer.finish_reason for answer in answers.values()} == {"stop"}


def test_a_log_of_lm_eval_without_text_is_refused(tmp_path):
    likelihoods = logged("row-0", "x") | {"resps": [[[-1.5, False]], [[-2.0, True]]]}
    with pytest.raises(UserError, match="line 1: a log of lm-eval without generated text"):
        opened(tmp_path, [likelihoods], rows(1))
    with pytest.raises(UserError, match=r"line 1: expected the columns id \(str\) and completion"):
        opened(tmp_path, [logged(7, "x")], rows(1))


def test_the_column_may_be_called_response(tmp_path):
    items = [{"id": "row-0", "response": "one", "finish_reason": "length"}, {"id": "row-1", "response": None}]
    answers = dict(opened(tmp_path, items, rows(2)).generate(requests(rows(2))))
    assert answers[0] == Completion("one", finish_reason="length") and answers[1].text == ""
