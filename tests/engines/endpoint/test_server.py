"""The endpoint engine and its server as a whole: checks before the first row, conditions that end a run, the pace."""

import socket
from collections import Counter

import pytest
import toy
from endpoint_asking import ask, no_secrets, opened, question, requests, short_waits  # noqa: F401
from openai_server import OpenAIServer, Reply, completion, error

from sgpkit.engines import Setup, endpoint
from sgpkit.engines.endpoint import retries
from sgpkit.errors import Unreachable, UserError

pytestmark = pytest.mark.usefixtures("no_secrets", "short_waits")


class TestBeforeAnyRow:
    def test_wrong_key(self, monkeypatch):
        monkeypatch.setenv("MY_KEY", "sk-very-secret")
        with OpenAIServer(lambda body, number: Reply(body=completion("x")), key="another") as server:
            with pytest.raises(UserError, match="rejected the key") as caught:
                ask(server.url, requests(30), api_key_env="MY_KEY")
            assert not server.requests
        assert "sk-very-secret" not in str(caught.value)

    def test_right_key(self, monkeypatch):
        monkeypatch.setenv("MY_KEY", "sk-very-secret")
        with OpenAIServer(lambda body, number: Reply(body=completion("x")), key="sk-very-secret") as server:
            got, statistics = ask(server.url, requests(3), api_key_env="MY_KEY")
        assert {item.finish_reason for item in got.values()} == {"stop"}
        assert "sk-very-secret" not in repr((got, statistics))

    def test_no_key(self):
        locked = OpenAIServer(lambda body, number: Reply(body=completion("x")), key="another")
        with locked as server, pytest.raises(UserError, match="no key was given"):
            ask(server.url, requests(1))
        with pytest.raises(UserError, match="export OPENAI_API_KEY"):
            endpoint.open_engine(Setup("gpt", toy.TOY))
        with pytest.raises(UserError, match="MISSING"):
            opened("http://127.0.0.1:9/v1", api_key_env="MISSING")

    def test_a_server_that_never_lists_its_models_is_not_waited_for_as_long_as_for_an_answer(self, monkeypatch):
        monkeypatch.setattr("sgpkit.engines.endpoint.server.LOOK_SECONDS", 0.3)
        with OpenAIServer(lambda body, number: Reply(), Reply(how="never")) as server:
            with pytest.raises(Unreachable, match=r"no answer from .* within 0\.3 s \(--timeout\)"):
                ask(server.url, requests(1))
            with pytest.raises(Unreachable, match=r"within 0\.4 s"):
                ask(server.url, requests(1), timeout=0.4)
            properties = endpoint.measure(Setup("m", toy.TOY, options={"base_url": server.url}))
        assert any(note.startswith("cannot run here: no answer from") for note in properties.notes)

    def test_no_server(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"no server answers at http://127.0.0.1:{port}/v1"):
            ask(f"http://127.0.0.1:{port}/v1", requests(5))

    def test_unknown_model(self):
        missing = Reply(404, error("The model `toy-model` does not exist.", code="model_not_found"))
        models = Reply(body={"object": "list", "data": [{"id": "toy-mode1", "object": "model"}]})
        with OpenAIServer(lambda body, number: missing, models) as server:
            with pytest.raises(UserError, match="has no model 'toy-model'; did you mean 'toy-mode1'"):
                ask(server.url, requests(500))
            assert len(server.requests) <= 32

    @pytest.mark.parametrize("url", ["localhost:8000", "ftp://x/v1", "http://", "http://[::1", "http://h:x/v1"])
    def test_bad_address(self, url):
        with pytest.raises(UserError, match="--base-url"):
            opened(url)

    @pytest.mark.parametrize("models", [Reply(404, b"not found"), Reply(body=b"hello"), Reply(body={"data": None})])
    def test_server_without_a_list_of_models(self, models):
        with OpenAIServer(lambda body, number: Reply(body=completion("fine")), models) as server:
            got, _ = ask(server.url, requests(2))
        assert [got[index].text for index in range(2)] == ["fine", "fine"]

    def test_every_request_is_refused(self):
        with OpenAIServer(lambda body, number: Reply(400, error("temperature must be 1"))) as server:
            with pytest.raises(UserError, match="temperature must be 1"):
                ask(server.url, requests(5000))
            assert len(server.requests) < 100

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"lora": "x"}, "--lora"),
            ({"engine_args": {"dtype": "float32"}}, "--engine-arg"),
            ({"max_cost": 1.0}, "--prices"),
            ({"sampling_args": {"n": 4}}, "--n"),
            ({"batch_write": "a", "batch_read": "b"}, "mutually exclusive"),
        ],
    )
    def test_options_that_do_not_fit(self, options, message):
        with pytest.raises(UserError, match=message):
            opened("http://127.0.0.1:9/v1", **options)


def test_a_server_that_goes_away_leaves_the_rest_unasked(monkeypatch):
    monkeypatch.setattr(retries, "MAX_CONSECUTIVE_FAILURES", 5)

    def answer(body, number):
        return Reply(body=completion("fine")) if question(body) < 50 else Reply(how="dropped")

    with OpenAIServer(answer) as server:
        got, statistics = ask(server.url, requests(1000), retries=1, concurrency=4)
    kinds = Counter(item.finish_reason for item in got.values())
    assert kinds["stop"] == 50 and 5 <= kinds["error"] <= 9 and len(got) < 60
    assert "5 requests all failed" in statistics["stopped"]


def test_credit_that_runs_out_stops_and_keeps_what_there_is():
    def answer(body, number):
        if number >= 30:
            return Reply(429, error("You exceeded your current quota", code="insufficient_quota"))
        return Reply(body=completion("fine"))

    with OpenAIServer(answer) as server:
        got, statistics = ask(server.url, requests(200), concurrency=8)
    assert len(got) == 30 and {item.text for item in got.values()} == {"fine"}
    assert "quota" in statistics["stopped"] and len(server.requests) < 60


def test_a_server_that_has_closed_for_the_day_is_not_waited_for():
    def answer(body, number):
        if number >= 20:
            return Reply(429, error("daily limit"), {"Retry-After": "40000"})
        return Reply(body=completion("fine"))

    with OpenAIServer(answer) as server:
        got, statistics = ask(server.url, requests(100), concurrency=4)
        assert len(got) == 20 and "asks to wait 40,000 s" in statistics["stopped"]
        with pytest.raises(UserError, match="daily limit"):
            ask(server.url, requests(100), concurrency=4)


class TestPace:
    def test_a_limit_of_the_server_is_found_and_kept(self):
        """Eight at once, the ninth gets 429: every row is answered, and soon few are refused."""

        def answer(body, number):
            if server.in_flight > 8:
                return Reply(429, error("too many"), {"Retry-After": "0.01"})
            return Reply(body=completion("fine"), delay=0.005)

        with OpenAIServer(answer) as server:
            got, statistics = ask(server.url, requests(600), concurrency=64)
        assert len(got) == 600 and {item.finish_reason for item in got.values()} == {"stop"}
        late = len(server.requests) - 600
        assert late == statistics["limited"] and 0 < late < 400
        assert statistics["concurrency"] <= 16

    def test_retry_after_is_heeded_by_all(self):
        def answer(body, number):
            if number == 20:
                return Reply(429, error("wait"), {"Retry-After": "0.4"})
            return Reply(body=completion("fine"), delay=0.01)

        with OpenAIServer(answer) as server:
            got, _ = ask(server.url, requests(60), concurrency=4)
        gaps = [later - earlier for earlier, later in zip(server.times, server.times[1:], strict=False)]
        assert len(got) == 60 and max(gaps) > 0.35

    def test_as_many_in_flight_as_asked_and_never_more(self):
        with OpenAIServer(lambda body, number: Reply(body=completion("x"), delay=0.001), hold=512) as server:
            got, _ = ask(server.url, requests(700), concurrency=512)
        assert len(got) == 700 and server.most_in_flight == 512

    def test_probing_finds_more_than_it_starts_with(self):
        with OpenAIServer(lambda body, number: Reply(body=completion("x"), delay=0.1)) as server:
            _, statistics = ask(server.url, requests(400))
        assert server.most_in_flight >= 32 and statistics["limited"] == 0
