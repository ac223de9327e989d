"""The endpoint engine with a faulty server on 127.0.0.1: every row gets its own outcome, and only once."""

import base64
import json
import shutil
import ssl
import subprocess
import threading
import time
from collections import Counter

import pytest
import toy
from endpoint_asking import ask, no_secrets, opened, question, requests, short_waits  # noqa: F401
from openai_server import MODELS, OpenAIServer, Reply, completion, error

from sgpkit.engines import Request, Setup, endpoint
from sgpkit.engines.endpoint import retries
from sgpkit.errors import UserError

pytestmark = pytest.mark.usefixtures("no_secrets", "short_waits")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(40))


def test_each_request_gets_its_own_answer_with_its_tokens():
    def answer(body, number):
        usage = {"prompt_tokens": 30, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 16}}
        return Reply(body=completion(f"answer {question(body)}", usage=usage))

    with OpenAIServer(answer) as server:
        got, statistics = ask(server.url, requests(50))
    assert {index: item.text for index, item in got.items()} == {index: f"answer {index}" for index in range(50)}
    first = got[0]
    assert (first.finish_reason, first.prompt_tokens, first.completion_tokens, first.cached_tokens) == (
        "stop",
        30,
        7,
        16,
    )
    assert first.latency is not None and first.latency > 0
    assert len(server.requests) == 50
    assert statistics["prompt_tokens"] == 1500 and statistics["cached_share"] == pytest.approx(16 / 30, abs=1e-4)


def test_letters_of_a_row_without_options_are_those_of_its_column():
    """For instance in sgp-mnist, whose answers are digits."""
    with OpenAIServer(lambda body, number: Reply(body=completion("A"))) as server:
        ask(server.url, [Request({"id": "a"}, 0, 0, [{"role": "user", "content": "Which?"}])], choice=True)
    assert server.requests[0]["structured_outputs"] == {"choice": list(toy.PLAIN.rows.columns["answer"])}


def test_answers_are_held_to_a_regular_expression_or_a_schema(tmp_path):
    """The schema has OpenAI's form, which most servers know. Both are part of the identity of a run."""
    schema = {"type": "object", "properties": {"sides": {"type": "integer"}}}
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    options = [{"regex": "[0-9]+"}, {"json_schema": tmp_path / "schema.json"}, {}]
    with OpenAIServer(lambda body, number: Reply(body=completion("A"))) as server:
        for given in options:
            ask(server.url, requests(1), **given)
    by_pattern, by_schema, free = server.requests
    assert by_pattern["structured_outputs"] == {"regex": "[0-9]+"}
    assert by_schema["response_format"]["json_schema"]["schema"] == schema
    assert not {"structured_outputs", "response_format"} & free.keys()
    identities = [json.dumps(opened("http://127.0.0.1:9", **given).identity()) for given in options]
    assert len(set(identities)) == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"regex": "[0-9"}, "not a regular expression"),
        ({"regex": "a", "choice": True}, "--choice and --regex are mutually exclusive"),
        ({"json_schema": "list.json"}, "expected a JSON object"),
        ({"json_schema": "broken.json"}, "cannot be read"),
        ({"json_schema": "none.json"}, "cannot be read"),
    ],
)
def test_constraints_that_hold_nothing_are_refused(tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(UserError, match=message):
        opened("http://127.0.0.1:9", **options)


def test_what_is_sent():
    asked = [
        Request(
            {"id": "a", "options": ["x", "y", "z"]},
            1,
            0,
            [{"role": "user", "content": [{"type": "image", "image": PNG}, {"type": "text", "text": "Which? ☃"}]}],
        )
    ]
    options = {
        "chat_template_args": {"enable_thinking": False},
        "choice": True,
        "sampling_args": {"min_p": 0.1, "temperature": None},
    }
    with OpenAIServer(lambda body, number: Reply(body=completion("A"))) as server:
        ask(server.url, asked, {"temperature": 0.5, "max_tokens": 64, "stop": ["\n"]}, **options)
        ask(server.url, asked, {"seed": 7})
        ask(server.url, asked, {"seed": None})
    body, seeded, unseeded = server.requests
    parts = body["messages"][0]["content"]
    assert parts[0]["type"] == "image_url" and parts[1] == {"type": "text", "text": "Which? ☃"}
    kind, _, data = parts[0]["image_url"]["url"].partition(",")
    assert kind == "data:image/png;base64" and base64.b64decode(data) == PNG
    assert body["structured_outputs"] == {"choice": ["A", "B", "C"]}
    assert body["chat_template_kwargs"] == {"enable_thinking": False}
    assert (body["model"], body["max_tokens"], body["stop"], body["min_p"]) == ("toy-model", 64, ["\n"], 0.1)
    assert "temperature" not in body and "seed" not in unseeded
    assert body["seed"] != seeded["seed"]


def test_samples_have_seeds_of_their_own_that_do_not_depend_on_order():
    def answer(body, number):
        return Reply(body=completion(str(body["seed"])))

    with OpenAIServer(answer) as server:
        forward, _ = ask(server.url, requests(5, n=4))
        backward, _ = ask(server.url, requests(5, n=4)[::-1], concurrency=1)
    assert len({item.text for item in forward.values()}) == 20
    assert [forward[index].text for index in range(20)] == [backward[19 - index].text for index in range(20)]


def test_plain_completion():
    with OpenAIServer(
        lambda body, number: Reply(body={"choices": [{"text": " B", "finish_reason": "length"}]})
    ) as server:
        got, _ = ask(server.url, requests(1), complete=True)
    assert (got[0].text, got[0].finish_reason) == (" B", "length")
    assert server.requests[0]["prompt"] == "Question 0" and "messages" not in server.requests[0]
    assert any(head.startswith("POST /v1/completions ") for head in server.heads)


def test_thinking_is_kept_apart():
    def answer(body, number):
        return Reply(body=completion("B", **{("reasoning_content", "reasoning")[question(body) % 2]: "Let me see."}))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(2))
    assert [(got[index].text, got[index].thinking) for index in range(2)] == [("B", "Let me see.")] * 2


CONTEXT = "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens."
OUTCOMES = {
    0: (Reply(400, error(CONTEXT, code="context_length_exceeded")), "too_large"),
    1: (
        Reply(400, error("The prompt is longer than the maximum model length of 4096", type="BadRequestError")),
        "too_large",
    ),
    2: (Reply(413, b"<html>Request Entity Too Large</html>"), "too_large"),
    3: (Reply(400, error("Blocked by the content management policy", code="content_filter")), "content_filter"),
    4: (Reply(403, error("Input flagged by moderation", code=403)), "content_filter"),
    5: (Reply(body=completion("", finish_reason="content_filter")), "content_filter"),
    6: (Reply(body=completion(None, refusal="I will not.")), "content_filter"),
    7: (Reply(400, error("image is not valid base64")), "error"),
    8: (Reply(422, {"detail": [{"loc": ["body"], "msg": "unknown field"}]}), "error"),
    9: (Reply(body=completion("cut", finish_reason="length")), "length"),
    10: (Reply(500, error("worker died")), "error"),
    11: (Reply(how="dropped"), "error"),
    12: (Reply(body=completion("half"), how="torn"), "error"),
    13: (Reply(body=b"{not json"), "error"),
    14: (Reply(body={"choices": []}), "error"),
    15: (Reply(body=error("upstream failed", code=502)), "error"),
}


def test_one_bad_row_never_hurts_another():
    def answer(body, number):
        bad = OUTCOMES.get(question(body))
        return bad[0] if bad else Reply(body=completion("fine"))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(60), retries=2)
        asked = Counter(question(body) for body in server.requests)
    assert {index: got[index].finish_reason for index in OUTCOMES} == {
        index: item[1] for index, item in OUTCOMES.items()
    }
    assert all(got[index].text == "fine" for index in range(60) if index not in OUTCOMES)
    assert all(got[index].error for index in OUTCOMES if OUTCOMES[index][1] not in ("length",))
    assert got[6].text == "I will not."
    # Temporary failures are tried three times, permanent ones once.
    again = {10, 11, 12, 13, 14, 15}
    assert {index: asked[index] for index in OUTCOMES} == {index: 3 if index in again else 1 for index in OUTCOMES}
    assert "worker died" in got[10].error and "base64" in got[7].error


def test_what_stumbles_once_is_asked_again_and_answered():
    seen = Counter()
    stumbles = [
        Reply(500, error("oops")),
        Reply(how="dropped"),
        Reply(body=completion("x"), how="torn"),
        Reply(503, b"overloaded"),
        Reply(429, error("slow down"), {"Retry-After": "0.01"}),
        Reply(408, b""),
    ]

    def answer(body, number):
        row = question(body)
        seen[row] += 1
        return stumbles[row % len(stumbles)] if seen[row] == 1 else Reply(body=completion(f"answer {row}"))

    with OpenAIServer(answer) as server:
        got, statistics = ask(server.url, requests(60))
    assert [got[index].text for index in range(60)] == [f"answer {index}" for index in range(60)]
    assert set(seen.values()) == {2}
    assert statistics["retries"] == 60


@pytest.mark.parametrize("how", ["chunked", "closed"])
def test_ways_to_frame_a_reply(how):
    with OpenAIServer(lambda body, number: Reply(body=completion("ö" * 3000), how=how)) as server:
        got, statistics = ask(server.url, requests(20), concurrency=2)
    assert all(item.text == "ö" * 3000 for item in got.values()) and statistics["retries"] == 0
    assert server.connections <= 3 if how == "chunked" else server.connections >= 20


def test_a_server_that_packs_its_replies():
    import gzip
    import json

    body = gzip.compress(json.dumps(completion("packed")).encode())
    with OpenAIServer(lambda _, number: Reply(body=body, headers={"Content-Encoding": "gzip"})) as server:
        got, _ = ask(server.url, requests(1))
    assert got[0].text == "packed"


@pytest.mark.process
def test_over_tls(tmp_path, monkeypatch):
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1"]
    made += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
    subprocess.run(made, check=True, capture_output=True)
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(certificate, key)
    with OpenAIServer(lambda body, number: Reply(body=completion("fine")), secured=secured) as server:
        with pytest.raises(UserError, match="certificate"):
            ask(server.url, requests(3))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        got, statistics = ask(server.url, requests(40))
    assert {item.text for item in got.values()} == {"fine"} and statistics["retries"] == 0
    assert not any(head.startswith("POST") for head in server.heads[: len(server.heads) - 40])


def test_through_a_proxy(monkeypatch):
    with OpenAIServer(lambda body, number: Reply(body=completion("fine"))) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        got, _ = ask("http://models.invalid/v1", requests(5))
    assert {item.text for item in got.values()} == {"fine"}
    assert any(head.startswith("POST http://models.invalid/v1/chat/completions ") for head in proxy.heads)


def test_a_reply_that_never_comes_is_not_waited_for_forever():
    def answer(body, number):
        return Reply(how="never") if question(body) == 1 else Reply(body=completion("fine"))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(3), timeout=0.2)
    assert [got[index].finish_reason for index in range(3)] == ["stop", "error", "stop"]
    assert "--timeout" in got[1].error
    assert sum(question(body) == 1 for body in server.requests) == 1 + retries.TIMEOUTS


def test_prompt_that_fits_with_an_answer_that_does_not_gets_what_room_there_is():
    """Tried with the messages of vLLM and OpenAI; the prompt has 1,000 tokens, the context 1,100."""
    words = {
        0: "This model's maximum context length is 1100 tokens. However, you requested 1512 tokens (1000 in the messages, "
        "512 in the completion). Please reduce the length of the messages or completion.",
        1: "'max_tokens' or 'max_completion_tokens' is too large: 512. This model's maximum context length is 1100 tokens "
        "and your request has 1000 input tokens (512 > 1100 - 1000).",
        2: "This model's maximum context length is 1100 tokens. However, you requested 512 output tokens and your prompt "
        "contains at least 589 input tokens, for a total of at least 1101 tokens.",
    }

    def answer(body, number):
        if body["max_tokens"] > 100:
            return Reply(400, error(words[question(body)], code=400))
        usage = {"prompt_tokens": 1000, "completion_tokens": body["max_tokens"]}
        return Reply(body=completion("x" * body["max_tokens"], finish_reason="length", usage=usage))

    with OpenAIServer(answer) as server:
        got, statistics = ask(server.url, requests(3), {"max_tokens": 512})
    assert [(len(got[index].text), got[index].finish_reason) for index in range(3)] == [(100, "length")] * 3
    assert statistics["shortened"] == 3


def test_reasoning_models_name_the_token_limit_otherwise():
    def answer(body, number):
        if "max_tokens" in body:
            words = "Unsupported parameter: 'max_tokens' is not supported with this model."
            return Reply(400, error(words, param="max_tokens", code="unsupported_parameter"))
        return Reply(body=completion(str(body["max_completion_tokens"])))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(40), {"max_tokens": 77})
    assert {item.text for item in got.values()} == {"77"}


def test_rows_come_as_they_finish():
    def answer(body, number):
        return Reply(body=completion("x"), delay=0.5 if question(body) == 0 else 0.0)

    with OpenAIServer(answer) as server:
        engine = opened(server.url)
        began, moments = time.monotonic(), {}
        for index, _ in engine.generate(requests(10)):
            moments[index] = time.monotonic() - began
        engine.close()
    assert max(moment for index, moment in moments.items() if index) < 0.45 < moments[0]


def test_left_in_the_middle_and_taken_up_again():
    with OpenAIServer(lambda body, number: Reply(body=completion("x"), delay=0.01)) as server:
        engine = opened(server.url, concurrency=4)
        running = engine.generate(requests(40))
        next(running)
        running.close()
        sent = len(server.requests)
        assert sent < 40
        assert len(list(engine.generate(requests(10)))) == 10
        half = engine.generate(requests(10))
        next(half)
        engine.close()
        half.close()
    assert threading.active_count() < 10


def test_identity_holds_what_changes_an_answer_and_no_secret(monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    url = "http://user:word@127.0.0.1:9/v1?token=hidden"
    engine = opened(url, {"temperature": 0.3, "max_tokens": 9}, api_key_env="MY_KEY", concurrency=9, revision="abc")
    identity = engine.identity()
    assert identity["parameters"] == {"temperature": 0.3, "max_tokens": 9, "seed": 0}
    assert (identity["model"], identity["revision"]) == ("toy-model", "abc")
    assert identity == opened("http://other:1/v1", {"temperature": 0.3, "max_tokens": 9}, revision="abc").identity()
    for secret in ("secret", "word", "hidden"):
        assert secret not in repr(identity) + repr(engine) + engine.server_address.shown


def test_measure_reads_the_context_from_the_list_of_models(tmp_path):
    prices = tmp_path / "prices.toml"
    prices.write_text('date = 2026-01-31\n[models."toy-model"]\ninput = 1\noutput = 10\n')
    with OpenAIServer(lambda body, number: Reply(body=completion("x"))) as server:
        measure = endpoint.measure(Setup("toy-model", toy.TOY, options={"base_url": server.url, "prices": prices}))
        other = endpoint.measure(Setup("toy-modem", toy.TOY, options={"base_url": server.url, "context": 99}))
    assert measure.context == MODELS["data"][0]["max_model_len"] and not measure.exact
    assert measure.cost(1_000_000, 500_000) == 6.0 and measure.currency == "USD, prices of 2026-01-31"
    assert other.context == 99 and any("does not list 'toy-modem'" in note for note in other.notes)
    down = endpoint.measure(Setup("m", toy.TOY, options={"base_url": "http://127.0.0.1:9/v1"}))
    assert any("cannot run here: no server answers" in note for note in down.notes)
