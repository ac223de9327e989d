"""The engine as a run sees it: workers on the nodes of a cluster, and what to do when one of them is lost.

A worker that dies, or whose node does, takes nothing with it but what it had in hand: that is asked again, elsewhere,
`portions.COMPANY` says how often. Answers come back as they are finished. The first worker says who answers; the others
start with the first `generate`, and must be the same.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import sgpkit
from sgpkit import cluster
from sgpkit.benchmark import Completion, Messages
from sgpkit.engines import Measure, Request, Setup
from sgpkit.engines.ray.placement import Place
from sgpkit.engines.ray.portions import Portions
from sgpkit.engines.ray.worker import Opened, Secrets, Taken, Worker
from sgpkit.errors import UserError

DEATHS = 4
"""Of one place in the crew: then the others go on without it."""

PATIENCE = 900.0
"""Seconds without any worker at work, after which the run stops: the cluster has no room for us any more."""

SECONDS_BETWEEN_LOOKS = 30.0


@dataclass(eq=False)
class Hand:
    """One worker. `awaited` is the reply that it owes: to `open` until it is `ready`, then to `ask` or `take`."""

    actor: Any
    awaited: Any
    node: str = "?"
    ready: bool = False
    busy: bool = False
    deaths: int = 0
    in_hand: dict[int, int] = field(default_factory=dict)
    statistics: Mapping[str, Any] = field(default_factory=dict)


class Engine:
    def __init__(self, name: str, setup: Setup, address: str, find_place: Callable[[], Place]) -> None:
        self.name, self.setup = name, setup
        self.taken = self.closed = False
        self.tickets = 0
        self.told = {"prompt_tokens": 0, "cached_tokens": 0}
        self.answered = self.lost = self.lost_places = 0
        self.past: list[Mapping[str, Any]] = []
        self.stopped = ""
        self.crew: list[Hand] = []
        self.ours = cluster.connect(address)
        try:
            import ray

            self.ray = ray
            self.find_place = find_place
            self.place = find_place()
            self.shared = ray.put(setup)
            first = self.hire()
            self.crew.append(first)
            self.facts = self.first_opened(first)
        except BaseException:
            self.close()
            raise

    def identity(self) -> Mapping[str, Any]:
        return self.facts.identity

    def measure(self) -> Measure:
        """As the first worker knows it."""
        actor = self.crew[0].actor
        measured: Measure = cluster.awaited(actor.measure.remote())

        def count(messages: Messages) -> int:
            return int(cluster.awaited(actor.count.remote(messages)))

        place = self.place
        note = f"{place.workers} workers of {self.name} on a cluster of {place.nodes} nodes"
        return replace(measured, notes=(*measured.notes, note), count=count if measured.exact else measured.count)

    def statistics(self) -> Mapping[str, Any]:
        """Return the workers' statistics, added up."""
        total: dict[str, float] = {}
        words: dict[str, Any] = {}
        for told in [*self.past, *(hand.statistics for hand in self.crew)]:
            for name, value in told.items():
                if isinstance(value, str):
                    words[name] = value
                elif isinstance(value, int | float) and name != "cached_share":
                    total[name] = total.get(name, 0) + value
        words.pop("stopped", None)
        figures = {"workers": self.place.workers, **words, **total}
        if self.told["prompt_tokens"]:
            figures["cached_share"] = self.told["cached_tokens"] / self.told["prompt_tokens"]
        if self.lost:
            figures["workers_lost"] = self.lost
        return figures | ({"stopped": self.stopped} if self.stopped else {})

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        for hand in self.crew:
            with suppress(Exception):
                self.ray.kill(hand.actor)
        self.crew = []
        if self.ours:
            cluster.disconnect()

    # --- workers ------------------------------------------------------------------------------------------------------

    def hire(self) -> Hand:
        needs = {"num_cpus": self.place.cpus, "num_gpus": self.place.gpus}
        actor = self.ray.remote(Worker).options(scheduling_strategy="SPREAD", **needs).remote()
        return Hand(actor, actor.open.remote(self.name, self.shared, secrets(self.name, self.setup)))

    def grow(self, portions: Portions) -> None:
        """A worker for every place there is, also on nodes that came later."""
        with suppress(UserError):
            self.place = self.find_place()
        portions.workers = max(1, self.place.workers - self.lost_places)
        while len(self.crew) < min(self.place.workers - self.lost_places, portions.left()):
            self.crew.append(self.hire())

    def first_opened(self, hand: Hand) -> Opened:
        """Wait for the first worker, and tell of the wait where the cluster is full."""
        since = time.monotonic()
        while not self.ray.wait([hand.awaited], timeout=SECONDS_BETWEEN_LOOKS)[0]:
            waited = time.monotonic() - since
            print(f"ray: no worker is ready after {waited:.0f} s; the cluster may be full", file=sys.stderr)
        try:
            opened: Opened = cluster.awaited(hand.awaited)
        except self.ray.exceptions.RayError as error:
            raise UserError(f"no worker of {self.name} can be started: {cluster.first_line(error)}") from None
        refuse_other_version(opened)
        hand.ready, hand.awaited, hand.node = True, None, opened.node
        return opened

    def welcome(self, hand: Hand) -> None:
        """Another worker has opened its engine; raises `UserError` where it is not the same as the first."""
        opened: Opened = cluster.awaited(hand.awaited)
        hand.awaited, hand.node = None, opened.node
        refuse_other_version(opened)
        names = {*opened.identity, *self.facts.identity}
        if other := sorted(name for name in names if opened.identity.get(name) != self.facts.identity.get(name)):
            pair = (
                f"{self.facts.identity.get(other[0])!r:.80} on {self.facts.node}, {opened.identity.get(other[0])!r:.80}"
            )
            raise UserError(f"it does not answer as the others do: {other[0]} is {pair} here")
        hand.ready = True

    # --- asking -------------------------------------------------------------------------------------------------------

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        if not requests or self.stopped:
            return
        portions = Portions(requests, self.place.workers)
        for hand in self.crew:
            hand.in_hand = {}  # of a call that was not listened to until its end
        self.lost_places = 0
        looked = float("-inf")
        idle_since = time.monotonic()
        while True:
            if time.monotonic() - looked > SECONDS_BETWEEN_LOOKS:
                looked = time.monotonic()
                self.grow(portions)
            for hand in list(self.crew):
                if hand.ready and not hand.busy and (portion := portions.next()):
                    self.give(hand, portion, requests)
            if not portions.left() and not any(hand.in_hand for hand in self.crew):
                return
            waiting = {hand.awaited: hand for hand in self.crew if hand.awaited is not None}
            if not waiting:
                return
            ready, _ = self.ray.wait(list(waiting), num_returns=1, timeout=SECONDS_BETWEEN_LOOKS)
            for reference in ready:
                yield from self.hear(waiting[reference], portions)
            if any(hand.busy for hand in self.crew):
                idle_since = time.monotonic()
            elif not ready and time.monotonic() - idle_since > PATIENCE:
                self.stopped = f"no worker could be started in {PATIENCE / 60:.0f} minutes; the cluster may be full"
                return

    def give(self, hand: Hand, portion: Sequence[int], requests: Sequence[Request]) -> None:
        tickets = range(self.tickets, self.tickets + len(portion))
        self.tickets += len(portion)
        hand.in_hand = dict(zip(tickets, portion, strict=True))
        packed = [
            (ticket, packed_request(self.name, requests[index])) for ticket, index in zip(tickets, portion, strict=True)
        ]
        hand.busy, hand.awaited = True, hand.actor.ask.remote(packed)

    def hear(self, hand: Hand, portions: Portions) -> Iterator[tuple[int, Completion]]:
        """Take in what a worker sent."""
        try:
            if not hand.ready:
                self.welcome(hand)
                return
            taken: Taken = cluster.awaited(hand.awaited)
        except UserError as error:
            self.dismiss(hand, portions, str(error))
            return
        except self.ray.exceptions.RayError as error:
            yield from self.bury(hand, portions, cluster.first_line(error))
            return
        hand.statistics = taken.statistics
        for ticket, completion in taken.answers:
            index = hand.in_hand.pop(ticket, None)
            if index is not None:
                self.count(completion)
                yield index, completion
        if taken.end is None:
            hand.awaited = hand.actor.take.remote()
            return
        hand.busy, hand.awaited = False, None
        stopped = str(taken.statistics.get("stopped") or "")
        if taken.end.refused or stopped:
            self.dismiss(hand, portions, taken.end.refused or stopped, mendable=not stopped)
        elif taken.end.failed or hand.in_hand:
            left = f"it left {len(hand.in_hand)} requests unanswered"
            yield from self.bury(hand, portions, taken.end.failed or left)

    def count(self, completion: Completion) -> None:
        self.answered += 1
        if completion.cached_tokens is not None:
            self.told["prompt_tokens"] += completion.prompt_tokens or 0
            self.told["cached_tokens"] += completion.cached_tokens

    # --- losses -------------------------------------------------------------------------------------------------------

    def bury(self, hand: Hand, portions: Portions, reason: str) -> Iterator[tuple[int, Completion]]:
        """A worker died: another takes its place, unless too many did."""
        self.leave(hand)
        self.lost += 1
        given_up = portions.survive(hand.in_hand.values())
        again = len(hand.in_hand) - len(given_up)
        print(f"ray: lost a worker on {hand.node} ({reason}); {again} asked again", file=sys.stderr)
        for index in given_up:
            yield index, Completion("", finish_reason="error", error=f"its worker died each time, at last of: {reason}")
        if hand.deaths + 1 < DEATHS:
            another = self.hire()
            another.deaths = hand.deaths + 1
            self.crew.append(another)
            return
        self.lost_places += 1
        if not self.crew:
            self.stopped = f"every worker died {DEATHS} times, the last one of: {reason}"

    def dismiss(self, hand: Hand, portions: Portions, reason: str, mendable: bool = True) -> None:
        """A worker cannot go on. What the user can fix is raised if nothing was answered yet; else the others go on."""
        self.leave(hand)
        self.lost_places += 1
        portions.give_back(hand.in_hand.values())
        where = "" if self.place.workers == 1 else f" (on {hand.node})"
        if mendable and not self.answered:
            raise UserError(f"{reason}{where}")
        if self.crew:
            print(f"ray: going on with {len(self.crew)} workers: {reason}{where}", file=sys.stderr)
        else:
            self.stopped = reason.splitlines()[0]

    def leave(self, hand: Hand) -> None:
        self.crew.remove(hand)
        self.past.append(hand.statistics)
        with suppress(Exception):
            self.ray.kill(hand.actor)


def packed_request(engine: str, request: Request) -> Request:
    """Pictures travel in the messages; engines that ask a model need no others."""
    if engine in ("baseline", "replay"):
        return request
    return replace(request, row={name: value for name, value in request.row.items() if not isinstance(value, bytes)})


def secrets(engine: str, setup: Setup) -> Secrets:
    """Return the variables that the engine needs and a node may not have in its environment."""
    named = setup.options.get("api_key_env")
    needed = {"endpoint": (named or "OPENAI_API_KEY", "OPENAI_BASE_URL"), "vllm": ("HF_TOKEN",)}.get(engine, ())
    return Secrets({name: os.environ[name] for name in needed if name in os.environ})


def refuse_other_version(opened: Opened) -> None:
    if opened.version != sgpkit.__version__:
        raise UserError(f"sgpkit is {opened.version} on {opened.node} and {sgpkit.__version__} here; install the same")
