"""Bodies of replies are read up to a maximum size, however their end is stated."""

import asyncio
from contextlib import nullcontext

import pytest
from endpoint_asking import ask, no_secrets, question, requests, short_waits  # noqa: F401
from openai_server import OpenAIServer, Reply, completion

from sgpkit.engines.endpoint import transport, unpacking

pytestmark = pytest.mark.usefixtures("no_secrets", "short_waits")


def test_a_long_body_is_refused_before_it_is_read():
    body = completion("x" * (unpacking.LONGEST_BODY + 1))
    hows = ["whole", "chunked", "closed"]

    def answer(asked, number):
        return Reply(body=body, how=hows[question(asked)]) if question(asked) < 3 else Reply(body=completion("fine"))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(5), concurrency=1)
        assert len(server.requests) == 5
    assert [got[index].finish_reason for index in range(5)] == ["error"] * 3 + ["stop"] * 2


@pytest.mark.parametrize("excess", [0, 1])
def test_a_body_that_ends_with_its_connection_is_read_up_to_the_bound(excess, monkeypatch):
    monkeypatch.setattr(transport, "LONGEST_BODY", 1000)

    async def read():
        reader = asyncio.StreamReader()
        reader.feed_data(b"x" * (1000 + excess))
        reader.feed_eof()
        return await transport.read_to_end(reader)

    with pytest.raises(unpacking.Oversized) if excess else nullcontext():
        assert asyncio.run(read()) == b"x" * 1000


def test_a_long_body_through_a_proxy_is_refused(monkeypatch):
    monkeypatch.setattr(unpacking, "LONGEST_BODY", 10_000)
    bodies = [completion("x" * 20_000), completion("fine")]
    with OpenAIServer(lambda body, number: Reply(body=bodies[question(body)])) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        got, _ = ask("http://models.invalid/v1", requests(2), concurrency=1)
    assert [got[index].finish_reason for index in range(2)] == ["error", "stop"]
