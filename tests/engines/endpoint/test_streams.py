"""Answers in pieces, which together equal the reply that a server would send as a whole."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import Completion
from sgpkit.engines.endpoint import replies, streams
from sgpkit.engines.endpoint.replies import Failure, Kind

HEADERS = {"content-type": "text/event-stream; charset=utf-8"}


def sent(*events, end="data: [DONE]\n\n"):
    return ("".join(f"data: {json.dumps(event, ensure_ascii=False)}\n\n" for event in events) + end).encode()


def piece(text, finish=None, name="content"):
    return {"choices": [{"delta": {name: text}, "finish_reason": finish}]}


@given(st.lists(st.text(max_size=20), max_size=8), st.text(max_size=20))
def test_pieces_join_to_the_text(texts, thought):
    usage = {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 7}}
    content = sent(piece(thought, name="reasoning_content"), *map(piece, texts), piece("", "length"), usage)
    assert replies.read(200, HEADERS, content) == Completion(
        "".join(texts), finish_reason="length", thinking=thought, prompt_tokens=3, completion_tokens=7
    )


def test_plain_completions_and_lines_with_carriage_returns():
    content = sent({"choices": [{"text": "ab"}]}, {"choices": [{"text": "c", "finish_reason": "stop"}]})
    read = replies.read(200, HEADERS, b": ping\r\n\r\n" + content.replace(b"\n", b"\r\n"))
    assert isinstance(read, Completion) and read.text == "abc"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"data: [DONE]\n\n",
        sent(piece("half"), end=""),
        sent([1, 2]),
        b"data: {\n\n",
        b"data: " + b"[" * 100_000,
        sent({"choices": [{"delta": {"content": "x"}, "finish_reason": 7}]}),
    ],
)
def test_stream_without_an_end_is_asked_again(content):
    read = replies.read(200, HEADERS, content)
    assert isinstance(read, Failure) and read.kind is Kind.AGAIN


@pytest.mark.parametrize(
    "content",
    [
        sent(piece("half"), {"error": {"code": 503, "message": "loading"}}),
        b'error: {"code": 503, "message": "loading"}\n\n',
    ],
)
def test_error_in_the_middle_counts_as_a_failure(content):
    read = replies.read(200, HEADERS, content)
    assert isinstance(read, Failure) and read.kind is Kind.BUSY and "loading" in read.message


def test_only_event_streams_are_read_as_such():
    assert not streams.is_streamed({"content-type": "application/json"}) and not streams.is_streamed({})
