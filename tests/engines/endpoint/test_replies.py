"""The meaning of servers' replies, the requested waits, and the resulting pace: functions without a network."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from sgpkit.benchmark import Completion
from sgpkit.engines.endpoint import limits, pace, replies
from sgpkit.engines.endpoint.replies import Failure, Kind, Room

TOLD = [
    # OpenAI
    (400, {"message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 254457 tokens.", "code": "context_length_exceeded"}, Kind.TOO_LARGE),
    (400, {"message": "Invalid 'messages[0].content': string too long.", "code": "string_above_max_length"}, Kind.TOO_LARGE),
    (400, {"message": "Your request was rejected as a result of our safety system.", "code": "content_policy_violation"}, Kind.REFUSED),
    (401, {"message": "Incorrect API key provided", "code": "invalid_api_key"}, Kind.FATAL),
    (429, {"message": "You exceeded your current quota", "code": "insufficient_quota"}, Kind.FATAL),
    (429, {"message": "Rate limit reached for requests", "code": "rate_limit_exceeded"}, Kind.LIMITED),
    (404, {"message": "The model `x` does not exist", "code": "model_not_found"}, Kind.FATAL),
    (400, {"message": "Invalid value for 'temperature'", "param": "temperature"}, Kind.ROW),
    # Azure
    (400, {"message": "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", "code": "content_filter"}, Kind.REFUSED),
    # vLLM
    (400, {"message": "The decoder prompt (length 9000) is longer than the maximum model length of 4096.", "code": 400}, Kind.TOO_LARGE),
    (400, {"message": "toy is not a multimodal model", "code": 400}, Kind.ROW),
    # llama.cpp, TGI, Anthropic, Google, OpenRouter, DashScope
    (400, {"message": "the request exceeds the available context size. try increasing the context size", "code": 400}, Kind.TOO_LARGE),
    (422, {"message": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000"}, Kind.TOO_LARGE),
    (400, {"message": "prompt is too long: 210000 tokens > 200000 maximum", "type": "invalid_request_error"}, Kind.TOO_LARGE),
    (400, {"message": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}, Kind.TOO_LARGE),
    (402, {"message": "Insufficient credits", "code": 402}, Kind.FATAL),
    (403, {"message": "Input flagged", "code": 403}, Kind.REFUSED),
    (403, {"message": "Your key has no access"}, Kind.FATAL),
    (400, {"message": "Input data may contain inappropriate content.", "code": "data_inspection_failed"}, Kind.REFUSED),
    (529, {"message": "Overloaded", "type": "overloaded_error"}, Kind.BUSY),
    (503, None, Kind.BUSY),
    (502, None, Kind.AGAIN),
    (500, {"message": "maximum context length"}, Kind.AGAIN),
    (408, None, Kind.AGAIN),
    (302, None, Kind.FATAL),
]  # fmt: skip


@pytest.mark.parametrize(("status", "message", "kind"), TOLD)
def test_kinds_of_failure(status, message, kind):
    wrapped = replies.read(status, {}, {"error": message} if message else b"")
    assert isinstance(wrapped, Failure) and wrapped.kind is kind
    if message:
        assert replies.read(status, {}, message).kind is kind, "some servers send the error without a wrapping"
        assert message["message"][:40] in wrapped.message


@given(
    some.integers(100, 599),
    some.binary()
    | some.text()
    | some.recursive(
        some.none() | some.booleans() | some.floats() | some.text(),
        lambda inner: (
            some.lists(inner)
            | some.dictionaries(
                some.sampled_from(
                    [
                        "error",
                        "message",
                        "code",
                        "choices",
                        "content",
                        "usage",
                        "text",
                        "finish_reason",
                        "prompt_tokens_details",
                    ]
                ),
                inner,
            )
        ),
    ),
)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_reply_is_read(status, content):
    read = replies.read(status, {}, content)
    assert isinstance(read, Completion | Failure)
    if isinstance(read, Failure):
        assert read.message.isprintable() and len(read.message) < 500
    else:
        assert status == 200 and isinstance(read.text, str)


@pytest.mark.parametrize(
    ("message", "room"),
    [
        (
            "This model's maximum context length is 4,097 tokens. However, you requested 5000 tokens (1000 in the messages, 4000 in the completion).",
            Room(4097, 1000),
        ),
        (
            "This model's maximum context length is 4096 tokens and your request has 20 input tokens (8192 > 4096 - 20).",
            Room(4096, 20),
        ),
        (
            "This model's maximum context length is 128000 tokens. However, you requested 65535 output tokens and your prompt contains at least 62466 input tokens, for a total of at least 128001 tokens.",
            Room(128000, None),
        ),
        ("prompt is too long", None),
    ],
)
def test_room_that_a_reply_tells(message, room):
    assert replies.room(message) == room


def chosen(finish_reason, text, **fields):
    return {"choices": [{"message": {"content": text}, "finish_reason": finish_reason, **fields}]}


@pytest.mark.parametrize(
    ("word", "finish"),
    [
        *((word, "stop") for word in ("stop", "STOP", None, "", "eos", "eos_token", "end_turn", "tool_calls")),
        *((word, "length") for word in ("length", "max_tokens", "MAX_TOKENS", "model_length")),
        *((word, "content_filter") for word in ("content_filter", "SAFETY", "sensitive")),
    ],
)
def test_ends_that_are_the_models_own_or_a_limits(word, finish):
    for text in ("", "Answer: B"):
        reply = replies.read(200, {}, chosen(word, text))
        assert (reply.text, reply.finish_reason) == (text, finish)


@pytest.mark.parametrize(
    "word", ["error", "ERROR", "abort", "cancelled", "timeout", "insufficient_system_resource", "network_error"]
)
def test_answers_that_the_server_cut_off_are_failures(word):
    for text in ("", "Answer: B, bec"):
        reply = replies.read(200, {}, chosen(word, text))
        assert isinstance(reply, Failure) and reply.kind is Kind.AGAIN and word.lower() in reply.message


def test_an_unknown_end_is_an_answer_if_there_is_one():
    assert replies.read(200, {}, chosen("load", "Answer: B")).finish_reason == "stop"
    assert replies.read(200, {}, chosen("load", "")).kind is Kind.AGAIN


def test_an_error_beside_a_choice_is_a_failure():
    lost, filtered = {"code": 502, "message": "upstream lost"}, {"code": 403, "message": "Input flagged"}
    for finish in ("error", "stop", None):
        for reply in (
            chosen(finish, "", error=lost),
            chosen(finish, "half", error=lost),
            chosen(finish, "") | {"error": lost},
        ):
            read = replies.read(200, {}, reply)
            assert isinstance(read, Failure) and read.kind is Kind.AGAIN and "upstream lost" in read.message
    assert replies.read(200, {}, chosen("error", "", error=filtered)).kind is Kind.REFUSED
    assert replies.read(200, {}, chosen("stop", "half") | {"error": "worker died"}).kind is Kind.AGAIN
    assert replies.read(200, {}, chosen("stop", "B", error=None) | {"error": None}).text == "B"


def test_waiting():
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 27 < limits.requested_wait({"retry-after": soon}) <= 30
    assert limits.requested_wait({"retry-after": "1.5"}) == 1.5
    assert limits.requested_wait({"retry-after": "9", "retry-after-ms": "250"}) == 0.25
    assert limits.requested_wait({"retry-after": "-3"}) == 0.0
    for wrong in ("soon", "nan", "", "Mon, 99 Foo 2026", "inf", "1e308"):
        assert limits.requested_wait({"retry-after": wrong}) is None
    assert limits.requested_wait({}) is None


def play(capacity, seconds, refuses, concurrency=None):
    """Simulate a server that works on `capacity` requests at once for 0.1 s each and refuses or queues the others. The
    client keeps as many in flight as the pace allows. Return the pace, answers and refusals in the second half."""
    ours = pace.pace(concurrency)
    ends, free_at, answers, refusals = [], [0.0] * capacity, 0, 0
    now = 0.0
    while now < seconds:
        while ours.free(now):
            ours.sent(now)
            if refuses and len(ends) >= capacity:
                refusals += now > seconds / 2
                ours.limited(now, None, now)
                ours.ended()
                break
            position = min(range(capacity), key=free_at.__getitem__)
            free_at[position] = max(free_at[position], now) + 0.1
            ends.append((free_at[position], now))
        now += 0.002
        done = [end for end in ends if end[0] <= now]
        ends = [end for end in ends if end[0] > now]
        for _ in done:
            answers += now > seconds / 2
            ours.answered(now)
            ours.ended()
    return ours, answers, refusals


@pytest.mark.parametrize("capacity", [20, 100, 300])
def test_probing_fills_a_server_that_refuses(capacity):
    _, answers, refusals = play(capacity, 20.0, refuses=True)
    assert answers > 0.5 * capacity * 10 * 10 and refusals < 0.05 * answers


@pytest.mark.parametrize("capacity", [20, 100, 300])
def test_probing_stops_where_a_queue_begins(capacity):
    ours, answers, _ = play(capacity, 10.0, refuses=False)
    assert answers > 0.9 * capacity * 10 * 5
    assert capacity <= ours.limit <= 8 * capacity and not ours.probing


def test_a_chosen_number_is_kept_where_nothing_speaks_against_it():
    ours, _, _ = play(1000, 3.0, refuses=False, concurrency=100)
    assert ours.limit == 100


def test_refusals_of_one_round_cut_once():
    ours = pace.pace(64)
    for _ in range(64):
        ours.sent(0.0)
    for number in range(64):
        ours.limited(0.0, None, 0.1 + number / 1000)
        ours.ended()
    assert ours.limit == 32
    ours.sent(1.0)
    ours.limited(1.0, 5.0, 1.1)
    assert not ours.free(6.0) and ours.limit < 32
    ours.ended()
    assert ours.free(6.2)


@given(
    some.lists(some.tuples(some.sampled_from("sal"), some.floats(0.0, 10.0)), max_size=300),
    some.none() | some.integers(1, 50),
)
def test_the_pace_stays_within_its_bounds(steps, concurrency):
    ours, now = pace.pace(concurrency), 0.0
    for what, seconds in steps:
        now += seconds
        if what == "s" and ours.free(now):
            ours.sent(now)
        elif ours.in_flight and what == "a":
            ours.answered(now)
            ours.ended()
        elif ours.in_flight and what == "l":
            ours.limited(now, seconds, now)
            ours.ended()
        assert 1 <= ours.limit <= (concurrency or pace.MOST) and ours.in_flight >= 0
