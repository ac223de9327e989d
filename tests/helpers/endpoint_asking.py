"""Toy requests for tests of the endpoint engine, and fixtures that remove keys, proxies and delays."""

from typing import Any

import pytest
import toy

from sgpkit.engines import Request, Setup, endpoint
from sgpkit.engines.endpoint import retries


@pytest.fixture
def no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "LONGEST_PAUSE", 0.02)


def requests(count: int, n: Any = 1) -> list[Any]:
    return [
        Request({"id": f"row-{number}"}, sample, 0, [{"role": "user", "content": f"Question {number}"}])
        for number in range(count)
        for sample in range(n)
    ]


def opened(url: Any, sampling: Any = None, **options: Any) -> Any:
    return endpoint.open_engine(
        Setup("toy-model", toy.TOY, sampling=sampling or {}, options={"base_url": url, **options})
    )


def ask(url: Any, asked: Any, sampling: Any = None, **options: Any) -> Any:
    """Return all completions by index, and the engine's statistics."""
    engine = opened(url, sampling, **options)
    try:
        got = list(engine.generate(asked))
        assert len({index for index, _ in got}) == len(got), "a request was answered twice"
        return dict(got), engine.statistics()
    finally:
        engine.close()


def question(body: Any) -> Any:
    return int(body["messages"][0]["content"].split()[-1])
