"""Random refusals, limits that a server states, and the pace between them."""

import heapq
import random
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest
from endpoint_asking import ask, no_secrets, requests, short_waits  # noqa: F401
from openai_server import OpenAIServer, Reply, completion, error

from sgpkit.engines.endpoint import limits, pace

pytestmark = pytest.mark.usefixtures("no_secrets", "short_waits")


def mean_in_flight(share, seed, wait=None, seconds=60.0):
    """Ask for 64 concurrent requests to a server that takes 0.05 to 0.15 s and refuses a share of the requests at any
    pace. Return the mean number in flight over time, and the lowest limit."""
    draw, ours, ends = random.Random(seed), pace.pace(64), []
    now, area, number, lowest = 0.0, 0.0, 0, 64.0
    while now < seconds:
        while ours.free(now):
            ours.sent(now)
            refused = draw.random() < share
            number += 1
            heapq.heappush(ends, (now + (0.01 if refused else draw.uniform(0.05, 0.15)), number, now, refused))
        moment = min([ends[0][0]] if ends else [ours.resume])
        area += ours.in_flight * (moment - now)
        now = moment
        while ends and ends[0][0] <= now:
            _, _, sent, refused = heapq.heappop(ends)
            ours.limited(sent, wait, now) if refused else ours.answered(now)
            ours.ended()
        lowest = min(lowest, ours.limit)
    return area / now, lowest


@pytest.mark.parametrize("wait", [None, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_one_refusal_in_25_does_not_collapse_the_pace(wait, seed):
    mean, lowest = mean_in_flight(0.04, seed, wait)
    assert mean >= 48 and lowest >= 32


@pytest.mark.parametrize("seed", range(4))
def test_a_server_that_refuses_half_is_asked_less(seed):
    mean, _ = mean_in_flight(0.5, seed)
    assert mean < 8


@pytest.mark.parametrize("headers", [{}, {"Retry-After": "0.2"}])
def test_64_in_flight_of_a_server_that_refuses_one_in_25(headers):
    draw, counted = random.Random(1), []

    def answer(body, number):
        if number < 1500:
            counted.append((server.loop.time(), server.in_flight))
        if draw.randrange(25) == 0:
            return Reply(429, error("slow down"), headers, delay=0.01)
        return Reply(body=completion("fine"), delay=0.1)

    with OpenAIServer(answer) as server:
        got, statistics = ask(server.url, requests(1500), concurrency=64)
    assert {reply.finish_reason for reply in got.values()} == {"stop"} and statistics["limited"] > 30
    pairs = list(pairwise(counted))
    mean = sum(flying * (later - now) for (now, flying), (later, _) in pairs) / (counted[-1][0] - counted[0][0])
    assert mean >= 32 and statistics["concurrency"] >= 32


def after_the(refused, status, headers):
    """Return the longest time between two requests around the reply with these headers, and all outcomes."""

    def answer(body, number):
        if number == refused:
            return Reply(status, completion("fine") if status == 200 else error("wait"), headers)
        return Reply(body=completion("fine"), delay=0.01)

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(60), concurrency=4)
    gaps = [later - earlier for earlier, later in pairwise(server.times)]
    assert {reply.text for reply in got.values()} == {"fine"}
    return max(gaps)


@pytest.mark.parametrize("status", [200, 429])
@pytest.mark.parametrize("what", ["-requests", "-tokens", ""])
def test_a_limit_that_is_used_up_is_waited_for(status, what):
    headers = {f"x-ratelimit-remaining{what}": "0", f"x-ratelimit-reset{what}": "400ms"}
    assert after_the(20, status, headers) > 0.35


def test_a_limit_of_which_something_is_left_is_not_waited_for():
    headers = {"x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "20s"}
    assert after_the(20, 200, headers) < 5


@pytest.mark.parametrize(
    ("reset", "seconds"),
    [
        ("7", 7),
        ("0.25", 0.25),
        ("250ms", 0.25),
        ("1s", 1),
        ("6m0s", 360),
        ("2m59.56s", 179.56),
        ("1h2m3s", 3723),
        ("1d", 86400),
        ("17ms", 0.017),
        ("-4", 0),
    ],
)
def test_resets(reset, seconds):
    assert limits.reset_seconds(reset, {}) == pytest.approx(seconds, abs=1e-9)


def test_resets_at_a_time_of_day():
    now = datetime.now(UTC)
    later = now + timedelta(seconds=3000)
    written = (later.isoformat(), later.strftime("%Y-%m-%dT%H:%M:%SZ"), str(int(later.timestamp())))
    for reset in (*written, str(int(later.timestamp() * 1000))):
        assert limits.reset_seconds(reset, {}) == pytest.approx(3000, abs=100)
    assert limits.reset_seconds((now - timedelta(seconds=30)).isoformat(), {}) == 0


@pytest.mark.parametrize("ours", [timedelta(hours=-5), timedelta(0), timedelta(days=400)])
def test_waits_until_a_moment_are_by_the_clock_of_the_server(ours):
    """The clock of this machine is wrong, or was set during the run."""
    theirs = datetime.now(UTC).replace(microsecond=0) - ours
    moment = theirs + timedelta(seconds=20)
    headers = {"date": format_datetime(theirs, usegmt=True), "retry-after": format_datetime(moment, usegmt=True)}
    assert limits.requested_wait(headers) == 20
    for reset in (moment.isoformat(), str(int(moment.timestamp())), str(int(moment.timestamp() * 1000))):
        assert limits.reset_seconds(reset, headers) == 20


@pytest.mark.parametrize("date", ["", "yesterday", "Mon, 99 Foo 99999 99:99:99", "Tue, 15 Nov 1994 12:45:26 -0000"])
def test_a_date_that_says_nothing_is_left_out(date):
    moment = datetime.now(UTC) + timedelta(seconds=3000)
    assert limits.reset_seconds(moment.isoformat(), {"date": date}) == pytest.approx(3000, abs=100)


@pytest.mark.parametrize("reset", ["", "soon", "nan", "inf", "1e300", "9" * 400, "m", "12x", "١s", "0000-00-00"])
def test_resets_that_say_nothing(reset):
    assert limits.reset_seconds(reset, {}) is None or 0 <= limits.reset_seconds(reset, {}) < 1e9


def test_the_longest_of_the_limits_that_are_used_up():
    headers = {
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "3s",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "9s",
        "x-ratelimit-remaining": "5",
        "x-ratelimit-reset": "90s",
    }
    assert limits.wait_for_renewal(headers) == 9
    assert limits.wait_for_renewal({**headers, "x-ratelimit-remaining-tokens": "1"}) == 3
    assert limits.wait_for_renewal({"x-ratelimit-remaining-requests": "0"}) is None
    assert (
        limits.wait_for_renewal({"x-ratelimit-remaining-requests": "none", "x-ratelimit-reset-requests": "3s"}) is None
    )
    when = (datetime.now(UTC) + timedelta(seconds=40)).isoformat()
    anthropic = {"anthropic-ratelimit-input-tokens-remaining": "0", "anthropic-ratelimit-input-tokens-reset": when}
    assert 35 < limits.wait_for_renewal(anthropic) <= 40
