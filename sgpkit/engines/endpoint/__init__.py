"""Any server that speaks OpenAI's API: hosted ones, vLLM's, SGLang's, llama.cpp's.

    sgpkit run sgp-svg --engine endpoint --base-url http://localhost:8000/v1 --model Qwen/Qwen3-8B
    OPENAI_API_KEY=… sgpkit run sgp-svg --engine endpoint --model M --prices prices.toml --max-cost 5

`prices.py` has the form of the price file, `batch.py` how batch files are used.
"""

import asyncio
import hashlib
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx2

from sgpkit.benchmark import Completion
from sgpkit.engines import CHARACTERS_A_TOKEN, ESTIMATED, ModelProperties, Request, Setup, cannot_run, estimate_tokens
from sgpkit.engines.endpoint import batch, bodies, pace, prices, replies
from sgpkit.engines.endpoint.adaptive_timeout import AdaptiveTimeout
from sgpkit.engines.endpoint.bodies import Form
from sgpkit.engines.endpoint.pace import Pace
from sgpkit.engines.endpoint.prices import Price
from sgpkit.engines.endpoint.reading import CONTEXT_NAMES
from sgpkit.engines.endpoint.replies import Failure, Kind
from sgpkit.engines.endpoint.retries import ENCODE, RETRIES, Asking, Job, Tally
from sgpkit.engines.endpoint.server import TIMEOUT, Address, Server, address
from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import numbers, secrets

LOOK_AGAIN_AFTER = 60.0
"""Seconds for which a model that the server has is not checked again, since a suite has many configs."""

_found: dict[tuple[str, str, Address], float] = {}

UNKNOWN_MODEL = (400, 422)
"""Statuses other than 404 with which servers refuse a model that they do not have."""

NOT_OURS = {
    "engine_args": "--engine-arg is only for engines that load the model themselves; set the argument on the server",
    "lora": "--lora is only for engines that load the model themselves; name the adapter of the server with --model",
    "gpus": "--gpus is only for engines that load the model themselves",
    "ray": "--ray needs --engine ray",
}


@dataclass
class Endpoint:
    """The engine. Connections are opened by the first `generate`, so that a finished run needs no server."""

    server_address: Address | None
    form: Form
    pace: Pace
    retries: int
    revision: str | None = None
    price: Price | None = None
    most_cost: float | None = None
    batch_write: Path | None = None
    batch_read: Path | None = None
    tally: Tally = field(default_factory=Tally)
    runner: asyncio.Runner | None = None
    server: Server | None = None
    known: tuple[str, ...] = ()
    timeout_rule: AdaptiveTimeout = field(default_factory=lambda: AdaptiveTimeout(TIMEOUT))
    ended: Callable[[], str] = lambda: ""
    """Returns the reason why the server's process has ended; "" while it runs. Only for servers that sgpkit has
    started.
    """

    def identity(self) -> Mapping[str, Any]:
        parameters: dict[str, Any] = dict(self.form.fixed)
        if template := parameters.pop("chat_template", None):
            parameters["chat_template_sha256"] = hashlib.sha256(template.encode()).hexdigest()
        parameters |= {"seed": self.form.seed} if self.form.seed is not None else {}
        parameters |= {"choice": True} if self.form.choice else {}
        parameters |= {"complete": True} if self.form.complete else {}
        revision = {"revision": self.revision} if self.revision else {}
        return {"model": self.form.model, **revision, "parameters": parameters}

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        if not requests:
            return
        if self.batch_write is not None:
            written = batch.write(self.batch_write, self.form, requests)
            files = ", ".join(map(str, written))
            self.tally.stopped = (
                f"{len(requests):,} requests are in {files}; submit them, then read the results with --batch-read"
            )
        elif self.batch_read is not None:
            yield from self.from_batch(self.batch_read, requests)
        elif not self.tally.stopped:
            yield from self.live(requests)

    def from_batch(self, path: Path, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        read = 0
        keys = [value for _, value in secrets.environment_secrets(os.environ)]
        for index, result in batch.read(path, self.form, requests):
            read += 1
            completion = replies.blank_keys(result, keys)
            self.tally.add(completion, self.charge(requests[index], completion))
            yield index, completion
        if not read and not self.tally.answered:
            raise UserError(
                f"--batch-read {path}: no results for the {len(requests):,} pending requests\n"
                "Either its results were read already, or model, prompts or parameters differ from --batch-write."
            )
        if read < len(requests):
            left = f"{len(requests) - read:,} of {len(requests):,} requests have no result in {path}"
            self.tally.stopped = f"{left}; --batch-write writes the remaining requests"

    def live(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        if self.runner is None:
            self.runner = asyncio.Runner()
        loop = self.runner.get_loop()
        server = self.server or loop.run_until_complete(self.open())
        asking = Asking(
            server,
            self.form,
            self.pace,
            self.tally,
            self.retries,
            self.afford,
            self.charge,
            self.timeout_rule,
            self.known,
        )
        asking.waiting.extend(Job(index, request) for index, request in enumerate(requests))
        task = loop.create_task(asking.run())
        try:
            while finished := loop.run_until_complete(asking.some()):
                yield from finished
            loop.run_until_complete(task)
        finally:
            task.cancel()
            if not loop.is_closed():
                loop.run_until_complete(asyncio.gather(task, return_exceptions=True))

    async def open(self) -> Server:
        """Connect, and check before any row is asked that the server answers and accepts the key. Only the first
        request shows whether it has the model, since lists omit aliases."""
        assert self.server_address is not None
        self.server = Server(self.server_address, self.form.path)
        self.timeout_rule.ceiling = self.server_address.timeout
        self.known = tuple(str(entry["id"]) for entry in await self.server.models() or ())
        return self.server

    def afford(self, in_flight: int) -> str:
        """Return the reason why one more request cannot be sent, or might exceed the maximum cost, judged by the mean
        cost so far; "" if it may be sent. The first request is sent alone."""
        if reason := self.ended():
            return reason
        if self.most_cost is None or self.price is None:
            return ""
        spent, answered = self.tally.cost, self.tally.answered
        price = spent / answered if answered else self.most_cost
        whole = self.most_cost * (1 + 1e-9)  # costs are sums of rounded numbers
        if self.most_cost - spent > 1e-9 * self.most_cost and spent + (in_flight + 1) * price <= whole:
            return ""
        return f"--max-cost {self.most_cost:g} {self.price.currency} is reached: {spent:.4f} spent"

    def charge(self, request: Request, completion: Completion) -> float:
        """Return the cost of a completion, by the server's count of tokens, or by length if it sends none."""
        if self.price is None:
            return 0.0
        if completion.prompt_tokens is not None:
            return self.price.of_completion(completion)
        if completion.finish_reason in ("error", "too_large"):
            return 0.0
        written = len(completion.text) + len(completion.thinking)
        return self.price.of(estimate_tokens(request.messages), round(written / CHARACTERS_A_TOKEN))

    def statistics(self) -> Mapping[str, Any]:
        tally = self.tally
        figures: dict[str, Any] = {
            "requests": tally.requests,
            "retries": tally.retries,
            "limited": tally.limited,
            "concurrency": int(self.pace.limit),
            "prompt_tokens": tally.prompt_tokens,
            "completion_tokens": tally.completion_tokens,
        }
        if tally.prompt_tokens and tally.cached_tokens is not None:
            figures["cached_share"] = round(tally.cached_tokens / tally.prompt_tokens, 4)
        if tally.shortened:
            figures["shortened"] = tally.shortened
        if self.price is not None:
            figures |= {"cost": round(tally.cost, 6), "currency": self.price.named}
        if tally.stopped:
            figures["stopped"] = tally.stopped
        return figures

    def waiting(self) -> tuple[int, float]:
        """Return the number of waiting requests, and the seconds that the oldest has waited. May be
        called by another thread."""
        if self.runner is None:
            return 0, 0.0
        began = [request.began for request in list(self.timeout_rule.pending.values())]
        return len(began), max(0.0, time.monotonic() - min(began)) if began else 0.0

    def streamed(self) -> int:
        """Return the pieces of text, about a token each, that pending answers have so far. May be called by another
        thread."""
        return sum(request.pieces for request in list(self.timeout_rule.pending.values()))

    def close(self) -> None:
        if self.runner is None or self.runner.get_loop().is_running():
            return
        if self.server is not None:
            self.runner.run(self.server.close())
        self.runner.close()
        self.runner, self.server = None, None


def open_engine(setup: Setup) -> Endpoint:
    """Return an engine for the server or the batch files of the options. Raises UserError for options that contradict
    each other or do not apply."""
    options = setup.options
    for name, reason in NOT_OURS.items():
        if options.get(name):
            raise UserError(f"--engine endpoint: {reason}")
    write, read = options.get("batch_write"), options.get("batch_read")
    if write and read:
        raise UserError(
            "--batch-write and --batch-read are mutually exclusive: write and submit the requests, then read results"
        )
    price = prices.read(options["prices"], setup.model) if options.get("prices") else None
    most_cost = options.get("max_cost")
    if most_cost is not None and price is None:
        raise UserError("--max-cost needs --prices FILE with the token prices of the model")
    if read and most_cost is not None:
        raise UserError("--max-cost has no effect with --batch-read, whose results are already paid for")
    retries = options.get("retries")
    return Endpoint(
        server_address=None if write or read else address(options),
        form=bodies.form(setup),
        pace=pace.pace(options.get("concurrency")),
        retries=RETRIES if retries is None else int(retries),
        revision=options.get("revision"),
        price=price,
        most_cost=None if most_cost is None else float(most_cost),
        batch_write=Path(write) if write else None,
        batch_read=Path(read) if read else None,
    )


def check(setup: Setup) -> None:
    """Raise UserError if no request can succeed: without a valid address and key, a server that answers, or the model
    there. Batch files need no server."""
    engine = open_engine(setup)
    if engine.server_address is None:
        return
    wanted = (setup.model, engine.form.path, engine.server_address)
    if time.monotonic() - _found.get(wanted, -math.inf) > LOOK_AGAIN_AFTER:
        patient = replace(engine.server_address, timeout=engine.server_address.look)
        asyncio.run(look_for(setup.model, patient, engine.form))
        _found[wanted] = time.monotonic()


async def look_for(model: str, address: Address, form: Form) -> None:
    """Raise UserError if the server does not answer, rejects the key, or has no such model. A model that is not in the
    server's list is asked for one token, since lists leave out aliases."""
    server = Server(address, form.path)
    try:
        listed = [str(entry["id"]) for entry in await server.models() or ()]
        if model in listed:
            return
        try:
            reply = await server.reader.completion(await server.post(ENCODE(form.probe()).encode()))
        except (TimeoutError, httpx2.HTTPError):  # a model that is being loaded may take minutes
            return
        if isinstance(reply, Failure) and reply.kind is Kind.FATAL:
            raise server.refused(reply.status, reply.message, model, listed)
        if isinstance(reply, Failure) and listed and names_model(reply, model):
            raise server.refused(404, reply.message, model, listed)
    finally:
        await server.close()


def names_model(failure: Failure, model: str) -> bool:
    """Return whether a server refused a request because of its model, rather than of another parameter."""
    return failure.status in UNKNOWN_MODEL and failure.parameter in (None, "model") and model in failure.message


def measure(setup: Setup) -> ModelProperties:
    """Return the model's properties: tokens estimated from characters, and the context length from the server's list of
    models. An error that would prevent a run becomes a note, since an estimate needs no server.
    """
    options = setup.options
    bodies.form(setup)
    price = prices.read(options["prices"], setup.model) if options.get("prices") else None
    context = options.get("context")
    notes = [ESTIMATED]
    if not options.get("batch_write") and not options.get("batch_read"):
        try:
            server = address(options)
            listed = asyncio.run(models(server))
        except UserError as error:
            notes.append(cannot_run(error))
            listed = []
        entry = next((entry for entry in listed if entry.get("id") == setup.model), None)
        if listed and entry is None:
            notes.append(f"{server.shown} does not list {setup.model!r} among its models")
        contexts = [stated for name in CONTEXT_NAMES if (stated := numbers.count(entry.get(name)))] if entry else []
        context = contexts[0] if context is None and contexts else context
    if context is None:
        notes.append("context length unknown; set it with --context N")
    cost, currency = (price.of, price.named) if price else (None, "")
    return ModelProperties(
        estimate_tokens, exact=False, context=context, cost=cost, currency=currency, notes=tuple(notes)
    )


async def models(address: Address) -> list[Mapping[str, Any]]:
    """Return the server's entries about its models; an empty list if it does not list them."""
    server = Server(address, "")
    try:
        return await server.models() or []
    finally:
        await server.close()
