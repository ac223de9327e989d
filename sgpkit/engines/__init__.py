"""What turns messages into completions. One file an engine, imported only when it is named.

Each module has `open_engine(model, benchmark, rows, examples, options) -> Engine`.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sgpkit.benchmark import Benchmark, Completion, Messages, Row
from sgpkit.errors import UserError, nearest


@dataclass(frozen=True, slots=True)
class Request:
    """One turn of one conversation, waiting for its completion.

    `attempt` counts from 0 how often this sample was begun anew because nothing compiled: an engine that is seeded
    takes another seed for each.
    """

    row: Row
    sample: int
    turn: int
    messages: Messages
    attempt: int = 0


class Engine(Protocol):
    def identity(self) -> Mapping[str, Any]:
        """What the completions depend on besides the messages: model, revision, parameters. Part of every key."""
        ...

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        """Completions as they finish, each with the index of its request."""
        ...


def names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def open_engine(
    name: str,
    model: str,
    benchmark: Benchmark,
    rows: Sequence[Row],
    examples: Sequence[Row],
    options: Mapping[str, Any],
) -> Engine:
    if name not in names():
        raise UserError(f"unknown engine {name!r}{nearest(name, names())}")
    module = importlib.import_module(f"{__name__}.{name}")
    engine: Engine = module.open_engine(model, benchmark, rows, examples, options)
    return engine
