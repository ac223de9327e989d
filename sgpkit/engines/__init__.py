"""Engines turn messages into completions. Each engine is a module or package, imported only when it is named.

Each has `open_engine(setup) -> Engine` and, if properties of the model can be known before it is asked, `measure(setup)
-> ModelProperties`. Both are quick and cost nothing: they may read the tokenizer and the configuration, but only the
first `generate` loads the weights. A run that has all its answers therefore never waits for a model. An engine may
declare `OPTIONS`, the options that it takes, and `check(setup)`, which is called before the rows are built. Within
seconds, it raises UserError for any mistake that would leave every row unanswered."""

import hashlib
import importlib
import json
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from sgpkit.benchmark import NOTHING, Benchmark, Completion, Messages, Row
from sgpkit.errors import NotInstalled, UserError, nearest


@dataclass(frozen=True, slots=True)
class Setup:
    """The task that an engine is opened for: a model, the rows of a benchmark, sampling and options.

    `sampling` has `temperature`, `max_tokens`, `top_p`, `stop` (texts), `seed`, …, but not the number of samples; the
    engine chooses all values that are not in it. `options` are the engine options that the user gave (see
    `sgpkit/api/options.py`). `asked` are the ids of the rows to ask, if not all; `samples` is the number of samples per
    row.
    """

    model: str
    benchmark: Benchmark
    rows: Sequence[Row] = ()
    examples: Sequence[Row] = ()
    sampling: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    asked: frozenset[str] | None = None
    samples: int = 1


class Request(NamedTuple):
    """One turn of one conversation that needs a completion. `attempt` is the number of times that this sample was
    restarted because its answer did not compile; each attempt has another seed.
    """

    row: Row
    sample: int
    turn: int
    messages: Messages
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class ModelProperties:
    """Properties of a model that are known before the first request.

    `count` returns the number of prompt tokens of messages; it is `exact` if it uses the model's own tokenizer.
    `context` is the maximum number of tokens of prompt and completion together, and `images` says whether the model
    accepts pictures; None if unknown. `cost` returns the cost of numbers of tokens in and out, in `currency` (its name,
    and the date of the prices); `gpu_hours` returns the hours of one GPU. `notes` are lines for the user about
    assumptions and limitations.
    """

    count: Callable[[Messages], int]
    exact: bool
    context: int | None = None
    images: bool | None = None
    cost: Callable[[int, int], float] | None = None
    currency: str = ""
    gpu_hours: Callable[[int, int], float] | None = None
    notes: tuple[str, ...] = ()


class Engine(Protocol):
    """The interface of an engine: it answers requests, states its identity and cost, and releases its resources."""

    def identity(self) -> Mapping[str, Any]:
        """Return everything that completions depend on, other than the messages: model, revision, template, all
        parameters. It is part of every key and written to run.json, so it must not contain secrets, worker counts or
        addresses.
        """
        ...

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        """Yield completions as they finish, each with the index of its request. A request without a completion counts
        as unasked; `statistics` then has the reason under `stopped`.
        """
        ...

    def statistics(self) -> Mapping[str, Any]:
        """Return the cost so far, for the progress line and the summary: numbers by name. Known names: `cost`,
        `currency`, `retries`, `cached_share` (of the prompt tokens), `stopped` (the reason why it asks no more
        requests)."""
        ...

    def close(self) -> None:
        """Release processes and connections. May be called in the middle of `generate`."""
        ...


@runtime_checkable
class Waits(Protocol):
    """An engine that reports its waiting requests."""

    def waiting(self) -> tuple[int, float]:
        """Return the number of requests that wait for a reply, and the seconds that the oldest has waited. Called from
        another thread while `generate` is under way."""
        ...


@runtime_checkable
class Streams(Protocol):
    """An engine that knows the progress of pending answers."""

    def streamed(self) -> int:
        """Return the tokens of answers that are not finished. Called as `Waits.waiting` is."""
        ...


_FOLLOWING: ContextVar[ExitStack | None] = ContextVar("following", default=None)


@contextmanager
def keep_models() -> Iterator[None]:
    """Let an engine pass its loaded model to the next run of the same model, until the end of the `with` block."""
    with ExitStack() as stack:
        token = _FOLLOWING.set(stack)
        try:
            yield
        finally:
            _FOLLOWING.reset(token)


def kept_models() -> ExitStack | None:
    """Return the stack that closes models kept for later runs; None for a single run."""
    return _FOLLOWING.get()


def names() -> list[str]:
    """Return the names of all engines, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def open_engine(name: str, setup: Setup) -> Engine:
    """Open an engine by name. Raises UserError for an unknown name, or for an option that the engine does not take."""
    module = load(name)
    refuse_untaken(name, module, setup.options)
    engine: Engine = module.open_engine(setup)
    return engine


ESTIMATED = "tokens are estimated from characters, since the model's tokenizer is not available"


def cannot_run(error: UserError) -> str:
    """Return the note of an estimate about an error that would stop the run on this machine."""
    return f"cannot run here: {error}"


def measure(name: str, setup: Setup) -> ModelProperties:
    """Return a model's properties without asking it anything. An engine that asks no model counts characters and costs
    nothing."""
    module = load(name)
    refuse_untaken(name, module, setup.options)
    if not hasattr(module, "measure"):
        return ModelProperties(estimate_tokens, exact=False)
    measured: ModelProperties = module.measure(setup)
    return measured


def measure_anywhere(name: str, setup: Setup) -> ModelProperties:
    """Return a model's properties for an estimate, which also a machine without the engine can make: tokens are then
    estimated from characters."""
    try:
        return measure(name, setup)
    except NotInstalled as error:
        return ModelProperties(estimate_tokens, exact=False, notes=(ESTIMATED, cannot_run(error)))


def check(name: str, setup: Setup) -> None:
    """Raise UserError if an engine cannot answer any row, as far as that is known in seconds and without rows."""
    module = load(name)
    refuse_untaken(name, module, setup.options)
    if hasattr(module, "check"):
        module.check(setup)


def is_instant(engine: Engine) -> bool:
    """Return whether an engine only reads a file: its answers cost nothing, and come again if they are lost."""
    return bool(getattr(engine, "instant", False))


def answering_engine(name: str, options: Mapping[str, Any]) -> str:
    """Return the name of the engine that answers, after which a run is named: for an engine that distributes another
    over machines, the name of the other.
    """
    module = load(name)
    return str(module.answering(options)) if hasattr(module, "answering") else name


def load(name: str) -> Any:
    """Import the module of an engine. Raises UserError for an unknown name."""
    if name not in names():
        raise UserError(f"unknown engine {name!r}{nearest(name, names())}")
    return importlib.import_module(f"{__name__}.{name}")


def default_model(name: str) -> str | None:
    """Return the model that an engine asks if none is named; None if it needs a name."""
    model: str | None = getattr(load(name), "DEFAULT_MODEL", None)
    return model


def takes(name: str, option: str) -> bool:
    """Return whether an engine takes an option. An engine without `OPTIONS` checks its options itself."""
    return option in getattr(load(name), "OPTIONS", (option,))


def refuse_untaken(name: str, module: Any, options: Mapping[str, Any]) -> None:
    """Raise UserError for an option that is not among an engine's `OPTIONS`, and would have no effect."""
    taken = getattr(module, "OPTIONS", options)
    for option in options:
        if option not in taken:
            listed = f"it takes {', '.join(map(option_text, sorted(taken)))}" if taken else "it has no options"
            raise UserError(f"engine {name} has no option {option_text(option)}: {listed}")


def option_text(option: str) -> str:
    """Return an engine option as it is written on the command line."""
    return f"--{option.removesuffix('s') if option.endswith('_args') else option}".replace("_", "-")


FILE_OPTIONS = ("chat_template", "prices", "lora", "json_schema")
"""Options that may name a file or a folder of this machine, which another machine cannot read."""

MODELS_IN_FILES = ("vllm", "replay", "local")
"""Engines whose model may be a file or a folder."""

CHARACTERS_A_TOKEN = 3.0
"""Characters of program code per token: byte-pair tokenizers have 2.5 to 3.5 of SVG or TikZ, and 4 of English prose."""

IMAGE_TOKENS = 800
"""Tokens of a picture, if the model's own rule is not known. For 768 × 768 pixels, OpenAI's rule gives 765, Qwen's
about 730, LLaVA-NeXT's more.
"""


def estimate_tokens(messages: Messages) -> int:
    """Estimate the tokens of a prompt from its characters and images, where no tokenizer is available."""
    length, images = 0, 0
    for message in messages:
        content = message["content"]
        for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            length += len(part["text"]) if part["type"] == "text" else 0
            images += part["type"] == "image"
    return round(length / CHARACTERS_A_TOKEN) + images * IMAGE_TOKENS + 4 * len(messages)


def choice_benchmark(setup: Setup) -> Benchmark | None:
    """Return the benchmark whose option letters `--choice` allows as answers; None without `--choice`. Raises UserError
    for a config whose answers are not letters."""
    if not setup.options.get("choice"):
        return None
    columns = setup.benchmark.rows.columns
    if setup.benchmark.answer_format != "choice" or not {"answer", "options"} & columns.keys():
        raise UserError(f"--choice constrains answers to option letters, but {setup.benchmark.config} has no options")
    return setup.benchmark


def structured_output(setup: Setup) -> dict[str, Any]:
    """Return the constraint of `--regex` or `--json-schema` on every completion, under vLLM's names: `regex`, or the
    schema as `json`; empty without a constraint. Raises UserError for an invalid one, or for more than one
    constraint.
    """
    options = setup.options
    if len(given := [name for name in ("choice", "regex", "json_schema") if options.get(name)]) > 1:
        raise UserError(f"{' and '.join(map(option_text, given))} are mutually exclusive")
    if pattern := options.get("regex"):
        try:
            re.compile(pattern)
        except re.error as error:
            raise UserError(f"--regex {pattern!r:.80}: not a regular expression ({error})") from None
        return {"regex": pattern}
    return {"json": read_schema(Path(options["json_schema"]))} if options.get("json_schema") else {}


def read_schema(path: Path) -> dict[str, Any]:
    """Return the JSON schema in a file. Raises UserError if it holds none."""
    try:
        schema = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"--json-schema {path}: cannot be read ({error})") from None
    if not isinstance(schema, dict):
        raise UserError(f"--json-schema {path}: expected a JSON object that describes the answers")
    return schema


def seed_of(seed: int, request: Request) -> int:
    """Return the seed of a request, 31 bits, which does not depend on the order, the limit or the number of workers."""
    text = f"{seed}:{request.row['id']}:{request.sample}:{request.turn}:{request.attempt}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1
