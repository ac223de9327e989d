"""Keys, the order of requests, and messages during a run."""

import io
import itertools
import json
import sys
import time

import pytest
import toy
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import Completion
from sgpkit.engines import Request, seed_of
from sgpkit.runs import asking, progress, responses
from sgpkit.runs.conversation import Dialogue, key_of, parameters_key
from sgpkit.runs.responses import Response

PARTS = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, st.text(max_size=4)),
    st.builds(lambda image: {"type": "image", "image": image}, st.binary(max_size=4)),
)
MESSAGES = st.lists(
    st.builds(
        lambda role, content: {"role": role, "content": content},
        st.sampled_from(["user", "assistant", "user, 1"]),
        st.one_of(st.text(max_size=4), st.lists(PARTS, max_size=3)),
    ),
    min_size=1,
    max_size=3,
)


def key(messages, parameters="p", identifier="row-1", sample=0, replies=(), attempt=0):
    dialogue = Dialogue({"id": identifier}, sample, messages, None, attempt, list(replies))
    return key_of(dialogue, parameters)


@given(MESSAGES, MESSAGES)
def test_keys_are_the_same_exactly_where_messages_are(one, other):
    assert (key(one) == key(other)) == (one == other)


def test_all_that_a_completion_depends_on_is_in_its_key():
    asked = [{"role": "user", "content": "x"}]
    changed = [
        key(asked),
        key(asked, parameters="q"),
        key(asked, identifier="row-2"),
        key(asked, sample=1),
        key(asked, replies=["y"]),
        key(asked, attempt=1),
        key([{"role": "user", "content": "x\ud800"}]),
    ]
    assert len(set(changed)) == len(changed)
    identities = [{"model": "m"}, {"model": "m", "revision": "2"}, {"model": "m", "temperature": 0.5}]
    assert len({parameters_key(identity) for identity in identities}) == 3
    assert parameters_key({"a": 1, "b": 2}) == parameters_key({"b": 2, "a": 1})


def row(identifier, cluster, code="", image=None):
    return {"id": identifier, "cluster": cluster, "code": code, "image": image}


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from(["", "x", "y"]), st.sampled_from([None, b"1", b"2"])),
        max_size=25,
    )
)
def test_what_shares_a_drawing_or_a_program_follows_one_another(toy_home):
    rows = [row(f"row-{number}", *position) for number, position in enumerate(toy_home)]
    ordered = [dialogue.row for dialogue in asking.sort_by_drawing([Dialogue(item, 0, [], None) for item in rows])]
    assert sorted(item["id"] for item in ordered) == sorted(item["id"] for item in rows)
    for shared in (("cluster",), ("cluster", "code", "image")):
        blocks = [tuple(item[name] for name in shared) for item in ordered]
        starts = [block for position, block in enumerate(blocks) if not position or block != blocks[position - 1]]
        assert len(starts) == len(set(starts)), "no block is broken up"
    for one, other in itertools.pairwise(ordered):
        if all(one[name] == other[name] for name in ("cluster", "code", "image")):
            assert rows.index(one) < rows.index(other)


def test_seeds_are_stable_and_apart():
    def seed(number=0, identifier="row-1", sample=0, turn=0, attempt=0):
        return seed_of(number, Request({"id": identifier}, sample, turn, [], attempt))

    seeds = [seed(), seed(1), seed(identifier="row-2"), seed(sample=1), seed(turn=1), seed(attempt=1)]
    assert len(set(seeds)) == len(seeds)
    assert seed() == 670932628
    assert all(0 <= item < 2**31 for item in seeds)


class Engine:
    def __init__(self, **statistics):
        self.reported = statistics

    def statistics(self):
        return self.reported


class Terminal(io.StringIO):
    def isatty(self):
        return True


def answered(bar, count=10):
    bar.begin(total=20, finished=5)
    for number in range(count):
        bar.answered(Completion("x", ["stop", "length"][number == 3], prompt_tokens=100, completion_tokens=20), True)
    bar.end()


def test_a_terminal_shows_rate_tokens_cost_and_ends(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress, "REFRESH_EVERY", 0.0)
    bar = progress.Progress(Engine(cost=0.1234, currency="USD"))
    monkeypatch.setattr(progress.tqdm, "mininterval", 0, raising=False)
    answered(bar)
    assert bar.state().endswith(", 0.1234 USD, stop 9, length 1")
    assert "tokens/s" in bar.state()
    shown = sys.stderr.getvalue()
    assert "5/20" in shown, "what was answered before counts as done"


def test_a_log_stays_quiet_but_for_a_line_now_and_then(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    answered(progress.Progress(Engine()))
    assert sys.stderr.getvalue() == ""
    bar = progress.Progress(Engine(cost=2.0, currency="EUR"))
    clock = iter(range(0, 10**6, 100))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    answered(bar)
    lines = sys.stderr.getvalue().splitlines()
    assert 1 <= len(lines) <= 3
    assert lines[0].startswith("responses: ")
    assert " of 20, " in lines[0]
    assert "2 EUR, stop" in lines[0]


def test_the_summary_says_what_a_call_did():
    session = {
        "seconds": 200.0, "asked": 1000, "finish_reasons": {"stop": 990, "too_large": 10}, "prompt_tokens": 400_000,
        "completion_tokens": 20_000, "cached_tokens": 300_000,
        "engine": {"cost": 1.5, "currency": "USD as of 2026-01-01", "retries": 7, "workers": "4"},
    }  # fmt: skip
    assert progress.summary(session).splitlines() == [
        "asked 1,000 in 3 min (5.0 per second): stop 990, too_large 10",
        "tokens: 400,000 in, 20,000 out, 2,100 per second; 75% of the input from the prefix cache",
        "cost 1.5 USD as of 2026-01-01, retries 7",
    ]
    assert progress.summary(session | {"asked": 0}) == ""
    message = progress.summary(session | {"engine": {"cached_share": 0.5}})
    assert "50% of the input" in message


@pytest.mark.parametrize(
    ("seconds", "message"), [(0.12, "0.1 s"), (119, "119.0 s"), (600, "10 min"), (9000, "2 h 30 min")]
)
def test_durations(seconds, message):
    assert progress.duration(seconds) == message


def test_the_order_of_questions_does_not_change_the_order_of_answers(tmp_path):
    from sgpkit.data import build
    from sgpkit.runs import plan, run
    from sgpkit.runs.folder import Run

    build.build(toy.PLAIN, tmp_path / "data", workers=1)
    run.run(toy.PLAIN, str(tmp_path / "data"), tmp_path / "run", plan.Options("baseline", "reference", n=2))
    ids = Run.open(tmp_path / "run").table.select("id", "sample").rows()
    assert ids == [(f"row-{number}", sample) for number in range(12) for sample in (0, 1)]


@pytest.mark.parametrize(
    "completion",
    [
        Completion("Answer: B"),
        Completion('é "quoted"\n\t\x00\u2028 😀 \\', "length", thinking="a\rb", error="no"),
        Completion("", "missing"),
        Completion("B", turns=("first", "second")),
        Completion("B", prompt_tokens=3, completion_tokens=0, latency=0.25),
        Completion("B", cached_tokens=1),
    ],
)
def test_a_line_of_the_log_is_what_the_json_encoder_writes(completion):
    for final in (True, False):
        response = Response("k" * 64, 'row "é"', 3, 1, final, completion, 2)
        assert responses.to_line(response) == json.dumps(responses.to_json(response)) + "\n"
        assert responses.from_json(json.loads(responses.to_line(response))) == response
