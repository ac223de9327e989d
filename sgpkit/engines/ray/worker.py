"""One engine on one node, as Ray runs it. Needs no Ray itself.

It asks in a separate thread, so that finished completions can be fetched while the rest is running.
"""

import os
import queue
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import sgpkit
from sgpkit import engines
from sgpkit.benchmark import Completion, Messages
from sgpkit.engines import ModelProperties, Request, Setup
from sgpkit.errors import UserError

FETCH_SECONDS = 20.0
"""Seconds without an answer after which a fetch returns nothing."""

SECONDS_TO_GATHER = 0.02
"""Seconds to wait after the first answer, so that answers that finish together are sent together."""


class Secrets(dict[str, str]):
    """Environment variables whose `repr` does not show their values, so that no log contains them."""

    def __repr__(self) -> str:
        return f"Secrets({', '.join(self)})"

    __str__ = __repr__


class Opened(NamedTuple):
    """A worker's reply to `open`: its host name, its version of sgpkit, and the identity of its engine."""

    node: str
    version: str
    identity: Mapping[str, Any]


class End(NamedTuple):
    """The end of one `ask`. `refused` is an error that the user can fix; `failed` is any other."""

    refused: str = ""
    failed: str = ""


class Taken(NamedTuple):
    """Completions by ticket, whether these are all, and the engine's statistics."""

    answers: list[tuple[int, Completion]]
    end: End | None
    statistics: Mapping[str, Any]


class Worker:
    """An engine in a separate process: `ask` hands it requests, `take` returns the completions that are finished."""

    def __init__(self) -> None:
        self.inbox: queue.SimpleQueue[list[tuple[int, Request]]] = queue.SimpleQueue()
        self.outbox: queue.SimpleQueue[tuple[int, Completion] | End] = queue.SimpleQueue()
        self.measured: ModelProperties | None = None
        self.wrap: Callable[[engines.Engine], engines.Engine] | None = None

    def adopt(self, wrap: Callable[[engines.Engine], engines.Engine]) -> None:
        """From the next `ask` on, wrap the engine in another."""
        self.wrap = wrap

    def open(self, name: str, setup: Setup, secrets: Secrets) -> Opened:
        os.environ.update(secrets)
        self.name, self.setup = name, setup
        self.engine = engines.open_engine(name, setup)
        threading.Thread(target=self.work, daemon=True).start()
        return Opened(socket.gethostname(), sgpkit.__version__, dict(self.engine.identity()))

    def measure(self) -> ModelProperties:
        """Return the model's properties; tokens are counted by `count`, since the tokenizer stays in this process."""
        self.measured = engines.measure(self.name, self.setup)
        return replace(self.measured, count=engines.estimate_tokens)

    def count(self, messages: Messages) -> int:
        assert self.measured is not None
        return self.measured.count(messages)

    def ask(self, requests: Sequence[tuple[int, Request]]) -> Taken:
        """Send requests, and return the first result of `take`. Only one `ask` may be in progress."""
        self.inbox.put(list(requests))
        return self.take()

    def work(self) -> None:
        while True:
            requests = self.inbox.get()
            try:
                if self.wrap is not None:
                    self.engine, self.wrap = self.wrap(self.engine), None
                for index, completion in self.engine.generate([request for _, request in requests]):
                    self.outbox.put((requests[index][0], completion))
                end = End()
            except UserError as error:
                end = End(refused=str(error))
            except Exception as error:
                end = End(failed=f"{type(error).__name__}: {error}"[:300])
            self.outbox.put(end)

    def take(self) -> Taken:
        """Return the finished completions, waiting for at least one."""
        answers: list[tuple[int, Completion]] = []
        end = None
        with suppress(queue.Empty):
            wait = FETCH_SECONDS
            while end is None:
                answer = self.outbox.get(timeout=wait)
                wait = SECONDS_TO_GATHER if not answers else 0.0
                if isinstance(answer, End):
                    end = answer
                else:
                    answers.append(answer)
        return Taken(answers, end, dict(self.engine.statistics()))
