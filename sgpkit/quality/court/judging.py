"""A judge behind an engine: messages in, replies out."""

from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit import engines
from sgpkit.benchmark import Messages, families
from sgpkit.engines import Request, Setup
from sgpkit.quality.court.metrics import Ask

SAMPLING: Mapping[str, Any] = {"temperature": 0.0, "max_tokens": 512}


def asker(engine: str, model: str, sampling: Mapping[str, Any], options: Mapping[str, Any]) -> Ask:
    """Return a function that sends messages to a model; requests that the engine does not send have an empty reply."""

    def ask(messages: Sequence[Messages]) -> list[str]:
        # An engine is opened for a benchmark. Judging pairs is not a run of a benchmark, so any one will do.
        setup = Setup(model, next(families.all_benchmarks()), (), (), {**SAMPLING, **sampling}, options)
        opened = engines.open_engine(engine, setup)
        try:
            requests = [Request({"id": f"judged-{index}"}, 0, 0, one) for index, one in enumerate(messages)]
            replies = {index: completion.text for index, completion in opened.generate(requests)}
        finally:
            opened.close()
        return [replies.get(index, "") for index in range(len(messages))]

    return ask
