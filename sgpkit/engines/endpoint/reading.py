"""Read the bodies of replies: short plain ones at once, others in a worker process with limits.

Parsing 30 MB of JSON takes 3 to 13 s, and unpacking them takes a second. In the event loop, this would delay all other
requests; with a worker, the loop only sends the bytes, for at most 0.1 s.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import httpx2

from sgpkit.benchmark import Completion
from sgpkit.engines.endpoint import replies
from sgpkit.engines.endpoint.replies import Failure, Kind
from sgpkit.engines.endpoint.transport import Raw
from sgpkit.engines.endpoint.unpacking import LONGEST_BODY, Oversized, unpack
from sgpkit.sandbox.untrusted import numbers, workers

SHORT = 1 << 16
"""Maximum bytes of a plain body that is read in this process, which takes at most 9 ms; a worker adds 1 ms to each
reply.
"""

LIMITS = workers.Limits(cpu_seconds=5.0, memory=1 << 30, output=2 * LONGEST_BODY)

CONTEXT_NAMES = ("max_model_len", "context_length", "context_window", "max_context_length")
"""Names of the context size in lists of models: vLLM and SGLang, OpenRouter and Together, Groq, LM Studio."""

MOST_MODELS = 20_000

Value = TypeVar("Value")
Item = tuple[int, Mapping[str, str], bytes]


class Reader:
    """Reads replies one by one in a separate thread, which waits for the worker process."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "replies")

    async def completion(self, raw: Raw) -> Completion | Failure:
        """Return the completion in a reply, or its failure."""
        return await self.read(read_completions, raw)

    async def models(self, raw: Raw) -> list[Mapping[str, Any]] | Failure:
        """Return the models in a list of models, with their ids and context sizes; a failure if it cannot be read."""
        return await self.read(read_models, raw)

    async def read(self, function: Callable[[list[Item]], list[Value | Failure]], raw: Raw) -> Value | Failure:
        item = (raw.status, raw.headers, raw.content)
        packing = raw.headers.get("content-encoding", "").strip().lower()
        if (len(raw.content) <= SHORT and packing in ("", "identity")) or not workers.in_use():
            return function([item])[0]
        run = partial(workers.run, function, [item], LIMITS, 1)
        (outcome,) = await asyncio.get_running_loop().run_in_executor(self.thread, run)
        if outcome.failure is not None:
            return Failure(Kind.ROW, f"a reply that cannot be read: {outcome.failure.reason}", status=raw.status)
        value: Value | Failure = outcome.value
        return value

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)


def read_completions(items: Sequence[Item]) -> list[Completion | Failure]:
    """Read replies to requests for completions."""
    return [read_each(replies.read, item) for item in items]


def read_models(items: Sequence[Item]) -> list[list[Mapping[str, Any]] | Failure]:
    """Read lists of models; a list in another form is empty."""
    return [read_each(listed, item) for item in items]


def read_each(function: Callable[[int, Mapping[str, str], bytes], Value], item: Item) -> Value | Failure:
    """Unpack a reply and call a function with it. A body that is too long is not asked for again."""
    status, headers, content = item
    try:
        return function(status, headers, unpack(content, headers.get("content-encoding", "")))
    except Oversized as error:
        return Failure(Kind.ROW, str(error), status=status)
    except httpx2.HTTPError as error:
        return Failure(Kind.AGAIN, str(error), status=status)


def listed(status: int, headers: Mapping[str, str], content: bytes) -> list[Mapping[str, Any]]:
    """Return id and context sizes of the models in a list."""
    try:
        entries = json.loads(content, parse_int=numbers.parse_int)["data"]
    except (ValueError, RecursionError, TypeError, KeyError, IndexError):
        return []
    if not isinstance(entries, list):
        return []
    known = [entry for entry in entries[:MOST_MODELS] if isinstance(entry, dict) and isinstance(entry.get("id"), str)]
    return [{name: entry[name] for name in ("id", *CONTEXT_NAMES) if name in entry} for entry in known]
