"""The endpoint engine, compared with the rate of an ideal server: 512 requests in flight at 100 ms each.

The ideal is `in flight / latency` requests per second. Client and server are two processes on one machine. The same
requests through the `openai` client alone, in a simple loop, are measured too.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from sgpkit.benchmark import families
from sgpkit.engines import Request, Setup, endpoint
from tools import HELPERS
from tools.bench.measure import Figure, at_least, at_most

IN_FLIGHT = 512
LATENCY = 0.1
ROUNDS = 60
SERVER = HELPERS / "openai_server.py"


def figures() -> Iterator[Figure]:
    ideal = IN_FLIGHT / LATENCY
    with subprocess.Popen([sys.executable, str(SERVER), str(LATENCY)], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            runs = [ours(url, IN_FLIGHT, ROUNDS * IN_FLIGHT) for _ in range(3)]
            rate = max(run.rate for run in runs)
            yield at_least(f"endpoint: {IN_FLIGHT} in flight, share of the ideal rate", rate / ideal, 0.9)
            busy = min(run.seconds for run in runs) * ideal
            yield at_most("endpoint: share of one core that the ideal rate takes", busy, 0.9, "×")
            probing = ours(url, None, ROUNDS * IN_FLIGHT).rate
            client = openai_client(url, 8 * IN_FLIGHT)
            yield at_least("endpoint, its number found by probing, against the openai client", probing / client, 2.0)
        finally:
            server.terminate()


class Run(NamedTuple):
    """Requests per second, and processor seconds per request, which depend less on the load of the machine."""

    rate: float
    seconds: float


def ours(url: str, concurrency: int | None, count: int) -> Run:
    """The engine."""
    benchmark = families.get("sgp-svg")
    options = {"base_url": url} | ({"concurrency": concurrency} if concurrency else {})
    engine = endpoint.open_engine(Setup("toy-model", benchmark, options=options))
    messages: list[Any] = [{"role": "user", "content": "Which letter? " + "<path d='M0 0'/>" * 30}]
    requests = [Request({"id": f"row-{number}"}, 0, 0, messages) for number in range(count)]
    start, spent = time.perf_counter(), time.process_time()
    answered = sum(completion.text == "The answer is B." for _, completion in engine.generate(requests))
    took, spent = time.perf_counter() - start, time.process_time() - spent
    engine.close()
    assert answered == count, f"{answered} of {count} answered"
    return Run(count / took, spent / count)


def openai_client(url: str, count: int) -> float:
    """Return the requests per second of the `openai` client, with 512 at once."""
    import openai

    messages: list[Any] = [{"role": "user", "content": "Which letter? " + "<path d='M0 0'/>" * 30}]

    async def ask() -> float:
        client = openai.AsyncOpenAI(base_url=url, api_key="none")
        left = iter(range(count))

        async def worker() -> None:
            for _ in left:
                await client.chat.completions.create(model="toy-model", messages=messages)

        start = time.perf_counter()
        await asyncio.gather(*(worker() for _ in range(IN_FLIGHT)))
        return count / (time.perf_counter() - start)

    return asyncio.run(ask())
