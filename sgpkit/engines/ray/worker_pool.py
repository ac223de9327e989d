"""The Ray engine: workers on the nodes of a cluster, and the handling of lost ones. If a worker or its node dies, only
its requests in flight are lost; they are sent to another worker, as often as `request_chunks.COMPANY` allows. Answers
are returned as they finish. The first worker determines the identity of the engine; the others start with the first
`generate`, and must have the same identity.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import sgpkit
from sgpkit.benchmark import Completion, Messages
from sgpkit.engines import Engine as Inner
from sgpkit.engines import ModelProperties, Request, Setup
from sgpkit.engines.ray.placement import Placement
from sgpkit.engines.ray.request_chunks import ChunkQueue
from sgpkit.engines.ray.worker import Opened, Secrets, Taken, Worker
from sgpkit.errors import UserError, first_line
from sgpkit.sandbox import cluster

MAX_RESTARTS = 4
"""The number of times that a worker is replaced; after that the others continue without it."""

MAX_IDLE = 900.0
"""Seconds without a running worker after which the run stops, since the cluster has no free resources."""

SECONDS_BETWEEN_LOOKS = 30.0


@dataclass(eq=False)
class Handle:
    """One worker. `awaited` is its pending reply: to `open` until it is `ready`, then to `ask` or `take`."""

    actor: Any
    awaited: Any
    node: str = "?"
    ready: bool = False
    adopted: bool = False
    busy: bool = False
    deaths: int = 0
    in_flight: dict[int, int] = field(default_factory=dict)
    statistics: Mapping[str, Any] = field(default_factory=dict)


class Engine:
    """An engine whose requests are answered by workers on a Ray cluster; lost workers are replaced."""

    def __init__(self, name: str, setup: Setup, address: str, find_placement: Callable[[], Placement]) -> None:
        self.name, self.setup = name, setup
        self.taken = self.closed = False
        self.tickets = 0
        self.prompt_counts = {"prompt_tokens": 0, "cached_tokens": 0}
        self.answered = self.lost = self.lost_slots = 0
        self.past: list[Mapping[str, Any]] = []
        self.stopped = ""
        self.wrap: Any = None
        self.workers: list[Handle] = []
        self.ours = cluster.connect(address)
        try:
            import ray

            self.ray = ray
            self.find_placement = find_placement
            self.placement = find_placement()
            self.shared = ray.put(setup)
            first = self.start()
            self.workers.append(first)
            self.first = self.first_opened(first)
        except BaseException:
            self.close()
            raise

    def identity(self) -> Mapping[str, Any]:
        return self.first.identity

    def measure(self) -> ModelProperties:
        """Return the model's properties as the first worker knows them."""
        actor = self.workers[0].actor
        measured: ModelProperties = cluster.task_result(actor.measure.remote())

        def count(messages: Messages) -> int:
            return int(cluster.task_result(actor.count.remote(messages)))

        placement = self.placement
        note = f"{placement.workers} workers of {self.name} on a cluster of {placement.nodes} nodes"
        return replace(measured, notes=(*measured.notes, note), count=count if measured.exact else measured.count)

    def statistics(self) -> Mapping[str, Any]:
        """Return the workers' statistics, added up."""
        total: dict[str, float] = {}
        words: dict[str, Any] = {}
        for statistics in [*self.past, *(worker.statistics for worker in self.workers)]:
            for name, value in statistics.items():
                if isinstance(value, str):
                    words[name] = value
                elif isinstance(value, int | float) and name != "cached_share":
                    total[name] = total.get(name, 0) + value
        words.pop("stopped", None)
        figures = {"workers": self.placement.workers, **words, **total}
        if self.prompt_counts["prompt_tokens"]:
            figures["cached_share"] = self.prompt_counts["cached_tokens"] / self.prompt_counts["prompt_tokens"]
        if self.lost:
            figures["workers_lost"] = self.lost
        return figures | ({"stopped": self.stopped} if self.stopped else {})

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        for worker in self.workers:
            with suppress(Exception):
                self.ray.kill(worker.actor)
        self.workers = []
        if self.ours:
            cluster.disconnect()

    # --- workers ------------------------------------------------------------------------------------------------------

    def start(self) -> Handle:
        needs = {"num_cpus": self.placement.cpus, "num_gpus": self.placement.gpus}
        actor = self.ray.remote(Worker).options(scheduling_strategy="SPREAD", **needs).remote()
        return Handle(actor, actor.open.remote(self.name, self.shared, secrets(self.name, self.setup)))

    def grow(self, queue: ChunkQueue) -> None:
        """Start workers for all free resources, also on nodes that were added later."""
        with suppress(UserError):
            self.placement = self.find_placement()
        queue.workers = max(1, self.placement.workers - self.lost_slots)
        while len(self.workers) < min(self.placement.workers - self.lost_slots, queue.left()):
            self.workers.append(self.start())

    def first_opened(self, worker: Handle) -> Opened:
        """Wait for the first worker, and print a message if the cluster is full."""
        since = time.monotonic()
        while not self.ray.wait([worker.awaited], timeout=SECONDS_BETWEEN_LOOKS)[0]:
            waited = time.monotonic() - since
            print(f"ray: no worker is ready after {waited:.0f} s; the cluster may be full", file=sys.stderr)
        try:
            opened: Opened = cluster.task_result(worker.awaited)
        except self.ray.exceptions.RayError as error:
            raise UserError(f"no worker of {self.name} can be started: {first_line(error):.300}") from None
        cluster.refuse_other_version(opened.node, opened.version, sgpkit.__version__)
        worker.ready, worker.awaited, worker.node = True, None, opened.node
        return opened

    def check_opened(self, worker: Handle) -> None:
        """Mark a worker as ready. Raises UserError if its engine is not the same as that of the first worker."""
        opened: Opened = cluster.task_result(worker.awaited)
        worker.awaited, worker.node = None, opened.node
        cluster.refuse_other_version(opened.node, opened.version, sgpkit.__version__)
        names = {*opened.identity, *self.first.identity}
        if other := sorted(name for name in names if opened.identity.get(name) != self.first.identity.get(name)):
            pair = (
                f"{self.first.identity.get(other[0])!r:.80} on {self.first.node}, {opened.identity.get(other[0])!r:.80}"
            )
            raise UserError(f"it differs from the other workers: {other[0]} is {pair} here")
        worker.ready = True

    # --- asking -------------------------------------------------------------------------------------------------------

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        if not requests or self.stopped:
            return
        queue = ChunkQueue(requests, self.placement.workers, None if self.wrap is None else 1)
        for worker in self.workers:
            worker.in_flight = {}  # from a call whose results were not all consumed
        self.lost_slots = 0
        looked = float("-inf")
        idle_since = time.monotonic()
        while True:
            if time.monotonic() - looked > SECONDS_BETWEEN_LOOKS:
                looked = time.monotonic()
                self.grow(queue)
            for worker in list(self.workers):
                if worker.ready and not worker.busy and (chunk := queue.next()):
                    self.give(worker, chunk, requests)
            if not queue.left() and not any(worker.in_flight for worker in self.workers):
                return
            waiting = {worker.awaited: worker for worker in self.workers if worker.awaited is not None}
            if not waiting:
                return
            ready, _ = self.ray.wait(list(waiting), num_returns=1, timeout=SECONDS_BETWEEN_LOOKS)
            for reference in ready:
                yield from self.receive(waiting[reference], queue)
            if any(worker.busy for worker in self.workers):
                idle_since = time.monotonic()
            elif not ready and time.monotonic() - idle_since > MAX_IDLE:
                self.stopped = f"no worker could be started in {MAX_IDLE / 60:.0f} minutes; the cluster may be full"
                return

    def adopt(self, wrap: Callable[[Inner], Inner]) -> None:
        """Wrap the engine of every worker in another, which gets one request at a time."""
        self.wrap = self.ray.put(wrap)

    def give(self, worker: Handle, chunk: Sequence[int], requests: Sequence[Request]) -> None:
        tickets = range(self.tickets, self.tickets + len(chunk))
        self.tickets += len(chunk)
        worker.in_flight = dict(zip(tickets, chunk, strict=True))
        packed = [
            (ticket, packed_request(self.name, requests[index])) for ticket, index in zip(tickets, chunk, strict=True)
        ]
        if self.wrap is not None and not worker.adopted:
            worker.actor.adopt.remote(self.wrap)
            worker.adopted = True
        worker.busy, worker.awaited = True, worker.actor.ask.remote(packed)

    def receive(self, worker: Handle, queue: ChunkQueue) -> Iterator[tuple[int, Completion]]:
        """Process the message of a worker."""
        try:
            if not worker.ready:
                self.check_opened(worker)
                return
            taken: Taken = cluster.task_result(worker.awaited)
        except UserError as error:
            self.dismiss(worker, queue, str(error))
            return
        except self.ray.exceptions.RayError as error:
            yield from self.handle_loss(worker, queue, first_line(error)[:300])
            return
        worker.statistics = taken.statistics
        for ticket, completion in taken.answers:
            index = worker.in_flight.pop(ticket, None)
            if index is not None:
                self.count(completion)
                yield index, completion
        if taken.end is None:
            worker.awaited = worker.actor.take.remote()
            return
        worker.busy, worker.awaited = False, None
        stopped = str(taken.statistics.get("stopped") or "")
        if taken.end.refused or stopped:
            self.dismiss(worker, queue, taken.end.refused or stopped, fixable=not stopped)
        elif taken.end.failed or worker.in_flight:
            left = f"it left {len(worker.in_flight)} requests unanswered"
            yield from self.handle_loss(worker, queue, taken.end.failed or left)

    def count(self, completion: Completion) -> None:
        self.answered += 1
        if completion.cached_tokens is not None:
            self.prompt_counts["prompt_tokens"] += completion.prompt_tokens or 0
            self.prompt_counts["cached_tokens"] += completion.cached_tokens

    # --- losses -------------------------------------------------------------------------------------------------------

    def handle_loss(self, worker: Handle, queue: ChunkQueue, reason: str) -> Iterator[tuple[int, Completion]]:
        """Start a new worker for one that died, unless too many have died."""
        self.leave(worker)
        self.lost += 1
        given_up = queue.survive(worker.in_flight.values())
        again = len(worker.in_flight) - len(given_up)
        print(f"ray: lost a worker on {worker.node} ({reason}); {again} will be asked again", file=sys.stderr)
        for index in given_up:
            yield (
                index,
                Completion("", finish_reason="error", error=f"its worker died each time, most recently of: {reason}"),
            )
        if worker.deaths + 1 < MAX_RESTARTS:
            another = self.start()
            another.deaths = worker.deaths + 1
            self.workers.append(another)
            return
        self.lost_slots += 1
        if not self.workers:
            self.stopped = f"every worker died {MAX_RESTARTS} times, most recently of: {reason}"

    def dismiss(self, worker: Handle, queue: ChunkQueue, reason: str, fixable: bool = True) -> None:
        """Remove a worker that cannot be replaced. If nothing was answered yet, a cause that the user can fix is
        raised; else the other workers continue.
        """
        self.leave(worker)
        self.lost_slots += 1
        queue.give_back(worker.in_flight.values())
        where = "" if self.placement.workers == 1 else f" (on {worker.node})"
        if fixable and not self.answered:
            raise UserError(f"{reason}{where}")
        if self.workers:
            print(f"ray: continuing with {len(self.workers)} workers: {reason}{where}", file=sys.stderr)
        else:
            self.stopped = first_line(reason)

    def leave(self, worker: Handle) -> None:
        self.workers.remove(worker)
        self.past.append(worker.statistics)
        with suppress(Exception):
            self.ray.kill(worker.actor)


def packed_request(engine: str, request: Request) -> Request:
    """Return a request without its row's images, which are in the messages too; engines that look at rows keep them."""
    if engine in ("baseline", "replay"):
        return request
    return request._replace(row={name: value for name, value in request.row.items() if not isinstance(value, bytes)})


def secrets(engine: str, setup: Setup) -> Secrets:
    """Return the variables that the engine needs and a node may not have in its environment."""
    named = setup.options.get("api_key_env")
    needed = {"endpoint": (named or "OPENAI_API_KEY", "OPENAI_BASE_URL"), "vllm": ("HF_TOKEN",)}.get(engine, ())
    return Secrets({name: os.environ[name] for name in needed if name in os.environ})
