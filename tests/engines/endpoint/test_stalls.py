"""Connections that stall: waiting times, and messages to the user."""

import io
import random
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from endpoint_asking import ask, no_secrets, opened, question, requests, short_waits  # noqa: F401
from openai_server import MODELS, OpenAIServer, Reply, completion

from sgpkit.benchmark import Completion
from sgpkit.engines.endpoint import adaptive_timeout, retries
from sgpkit.engines.endpoint.adaptive_timeout import AdaptiveTimeout, Pending
from sgpkit.errors import UserError
from sgpkit.runs import progress
from sgpkit.runs.asking import ask_all
from sgpkit.runs.conversation import Dialogue

pytestmark = pytest.mark.usefixtures("no_secrets", "short_waits")


@pytest.mark.parametrize("stalled", [2, 20])
def test_stalled_connections_do_not_freeze_a_run(monkeypatch, stalled):
    """Some of 100 requests get no reply the first time, under a timeout of ten minutes."""
    monkeypatch.setattr(adaptive_timeout, "FLOOR", 0.4)
    seen = set()

    def answer(body, number):
        row = question(body)
        first = row not in seen
        seen.add(row)
        return Reply(how="never") if first and row < stalled else Reply(body=completion(f"answer {row}"), delay=0.02)

    with OpenAIServer(answer) as server:
        began = time.monotonic()
        got, statistics = ask(server.url, requests(100), concurrency=32)
        took = time.monotonic() - began
    assert [got[index].text for index in range(100)] == [f"answer {index}" for index in range(100)]
    assert took < 20 and statistics["retries"] == stalled


def test_what_never_comes_is_given_up_after_waits_that_double(monkeypatch):
    monkeypatch.setattr(adaptive_timeout, "FLOOR", 0.2)
    times = []

    def answer(body, number):
        if question(body) == 1:
            times.append(time.monotonic())
            return Reply(how="never")
        return Reply(body=completion("fine"))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(60), concurrency=8)
    assert [got[index].finish_reason for index in range(60)].count("error") == 1
    assert "--timeout" in got[1].error and len(times) == 1 + retries.TIMEOUTS
    assert times[2] - times[1] > 1.5 * 0.2


def test_a_long_answer_among_short_ones_gets_through(monkeypatch):
    monkeypatch.setattr(adaptive_timeout, "FLOOR", 0.3)

    def answer(body, number):
        return Reply(body=completion("long"), delay=0.9) if question(body) == 3 else Reply(body=completion("short"))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(60), concurrency=8)
    assert got[3].text == "long"


@pytest.mark.parametrize("proxied", [False, True])
@pytest.mark.parametrize("how", ["slow", "slow body", "slow chunks"])
def test_a_server_that_sends_byte_by_byte_is_left_at_the_time_limit(monkeypatch, how, proxied):
    """Each reply would take more than a minute, with less than the time limit between two bytes. Neither other replies
    of the same server nor those of another one are held up."""
    monkeypatch.setattr(retries, "TIMEOUTS", 0)
    slow = range(8)

    def answer(body, number):
        return Reply(body=completion("fine"), how=how if question(body) in slow else "whole")

    with OpenAIServer(answer) as hostile, OpenAIServer(lambda *_: Reply(body=completion("good"))) as other:
        url = hostile.url
        if proxied:
            monkeypatch.setenv("http_proxy", url.removesuffix("/v1"))
            monkeypatch.setenv("no_proxy", "127.0.0.1")
            url = "http://models.invalid/v1"
        engine = opened(url, timeout=2.0, concurrency=12)
        began = time.monotonic()
        got = []
        with ThreadPoolExecutor(1) as pool:
            asking = pool.submit(lambda: got.extend(engine.generate(requests(40))))
            while not hostile.requests:
                time.sleep(0.01)
            others, _ = ask(other.url, requests(20))
            assert not asking.done(), "the other server's replies do not wait"
            asking.result()
        took = time.monotonic() - began
        engine.close()
    assert [completed.text for completed in others.values()] == ["good"] * 20
    assert [index for index, completed in got if completed.finish_reason == "error"] == [index for index, _ in got[-8:]]
    assert {index for index, _ in got[-8:]} == set(slow), "the slow ones come last"
    assert all("no reply in time" in completed.error and "--timeout" in completed.error for _, completed in got[-8:])
    assert 2 <= took < 20


@pytest.mark.parametrize("how", ["slow", "slow body", "slow chunks"])
def test_a_list_of_models_that_comes_byte_by_byte_is_left_at_the_time_limit(how):
    began = time.monotonic()
    listing = OpenAIServer(lambda *_: Reply(body=completion("fine")), Reply(body=MODELS, how=how))
    with listing as server, pytest.raises(UserError, match=r"no answer from .* within 1 s"):
        ask(server.url, requests(1), timeout=1.0)
    assert time.monotonic() - began < 20


class Timeout:
    """A stand-in for a wait without an end."""


def test_the_limit_is_a_multiple_between_a_floor_and_a_ceiling():
    draw = random.Random(0)
    times = [draw.lognormvariate(2.5, 0.5) for _ in range(200)]
    ours = AdaptiveTimeout(600.0)
    assert ours.limit(0.0) == 600
    for seconds in times:
        ours.add_reply_time(seconds)
    percentile = sorted(times)[190]
    assert ours.limit(0.0) == pytest.approx(4 * percentile, rel=0.1)
    quick = AdaptiveTimeout(600.0)
    slow = AdaptiveTimeout(600.0)
    for _ in range(50):
        quick.add_reply_time(0.1)
        slow.add_reply_time(400.0)
    assert quick.limit(0.0) == adaptive_timeout.FLOOR and slow.limit(0.0) == 600
    assert AdaptiveTimeout(5.0, quick.reply_times).limit(0.0) == 5


def test_the_quick_ones_that_come_back_first_do_not_set_the_measure():
    """20 short answers have arrived, 44 long ones have been pending for a minute."""
    ours = AdaptiveTimeout(600.0)
    for number in range(44):
        ours.pending[number] = Pending(0.0, 1.0, Timeout(), 0.0)
    for _ in range(20):
        ours.add_reply_time(3.0)
    assert ours.limit(15.0) == 60 and ours.limit(300.0) == 90


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(monkeypatch, tmp_path, stream, seconds=1.2):
    """Return the progress of a run with 30 requests, two of which wait."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "HEARTBEAT", 0.3)
    monkeypatch.setattr(progress, "POLL_INTERVAL", 0.05)

    def answer(body, number):
        return Reply(body=completion("A"), delay=seconds if question(body) < 2 else 0.0)

    with OpenAIServer(answer) as server:
        engine = opened(server.url)
        dialogues = [Dialogue(request.row, 0, request.messages, None) for request in requests(30)]
        assert ask_all(engine, "", dialogues, {}, tmp_path / "log.jsonl").requests == 30
        engine.close()
    return stream.getvalue()


def test_a_log_says_what_is_waited_for(monkeypatch, tmp_path):
    lines = shown(monkeypatch, tmp_path, io.StringIO()).splitlines()
    assert 2 <= len(lines) <= 8
    assert any(re.fullmatch(r"responses: 28 of 30; 2 requests waiting [01] s", line) for line in lines)


def test_a_terminal_shows_it_too(monkeypatch, tmp_path):
    text = shown(monkeypatch, tmp_path, Terminal())
    assert "28/30" in text and re.search(r"2 requests waiting [01] s", text)


def test_an_engine_that_does_not_say_what_it_waits_for(monkeypatch):
    class Engine:
        def statistics(self):
            return {}

    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(progress, "HEARTBEAT", 0.2)
    monkeypatch.setattr(progress, "POLL_INTERVAL", 0.02)
    display = progress.Progress(Engine())
    display.begin(total=5, finished=0)
    display.answered(Completion("x"), True)
    time.sleep(0.6)
    display.rest()
    output = sys.stderr.getvalue().splitlines()
    time.sleep(0.4)
    assert sys.stderr.getvalue().splitlines() == output, "it goes on after the batch"
    display.end()
    assert 1 <= len(output) <= 3 and output[0] == "responses: 1 of 5; 4 left, no answer for 0 s"


def test_no_line_is_more_than_30_seconds_away():
    assert progress.HEARTBEAT + 2 * progress.POLL_INTERVAL < 30
