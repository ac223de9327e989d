"""The vLLM engine: one or several vLLM processes, and the handling of dead ones.

The first `generate` loads the weights. A process that dies or hangs loses only its pending requests. They are repeated
by a new process, few at a time, while the other processes continue; a request that was pending in two lost processes is
given up as `error`, so that a prompt that kills vLLM cannot end the run.
"""

import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from sgpkit.benchmark import Completion
from sgpkit.engines import Request, Setup
from sgpkit.engines.vllm.process import Gone, Process
from sgpkit.engines.vllm.settings import Prompt, Properties, Settings, product, prompt_of, width_of
from sgpkit.engines.vllm.work import Shares
from sgpkit.errors import UserError

MAX_RESTARTS = 3
"""The number of times that a process is restarted; after that the others continue without it."""

CAUTIOUS = 8
"""The factor by which the window shrinks after a death, until the requests in flight are answered."""

FIRST_SILENCE = 1800.0
"""Seconds without a message after which a process counts as hung before its first message; its first steps may compile
kernels.
"""

LEAST_SILENCE = 120.0
MULTIPLE = 20.0
"""After that, the limit is this multiple of the longest pause between messages so far, but at least `LEAST_SILENCE`."""

BACKENDS = ("distributed_executor_backend", "data_parallel_backend")
"""The arguments by which one engine may reach the GPUs of other machines."""

TICKETS = itertools.count(1)
"""Numbers for prompts, unique over all engines, since a process may be passed from one to the next."""

Start = Callable[[Settings], Process]


@dataclass
class Slot:
    """One place for a process, on its own devices. `heard` is the time of its last message, or of the oldest request
    since."""

    devices: str | None
    process: Process | None = None
    loading: bool = False
    heard: float = 0.0
    deaths: int = 0
    in_flight: dict[int, int] = field(default_factory=dict)
    again: list[int] = field(default_factory=list)

    @property
    def awaited(self) -> bool:
        """True if a message from the process is expected."""
        return self.process is not None and (self.loading or bool(self.in_flight))


class Engine:
    """An engine that spreads requests over vLLM processes, and replaces a process that dies."""

    def __init__(
        self,
        setup: Setup,
        settings: Settings,
        process: Process,
        properties: Properties,
        start: Start,
        release: Callable[[Process], None] = Process.close,
    ) -> None:
        self.setup, self.settings, self.properties = setup, settings, properties
        self.start, self.release = start, release
        count = setup.options.get("gpus") or 1
        self.slots = [Slot(devices) for devices in devices_of(count, settings, properties)]
        self.slots[0].process = process
        process.taken = True
        self.timeout = setup.options.get("timeout")
        self.longest_silence = 0.0
        self.tokens = {"prompt_tokens": 0, "cached_tokens": 0}
        self.stopped = ""

    def identity(self) -> Mapping[str, Any]:
        return {**self.properties.identity, "choice": bool(self.setup.options.get("choice"))}

    def statistics(self) -> Mapping[str, Any]:
        figures: dict[str, Any] = {"engine": f"vllm {self.properties.version}", "processes": len(self.slots)}
        if self.properties.device == "cuda":
            figures["gpus"] = len(self.slots) * width_of(self.settings.engine_args)
        if self.tokens["prompt_tokens"]:
            figures["cached_share"] = self.tokens["cached_tokens"] / self.tokens["prompt_tokens"]
        if deaths := sum(slot.deaths for slot in self.slots):
            figures["restarts"] = deaths
        return figures | ({"stopped": self.stopped} if self.stopped else {})

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        if not requests or self.stopped:
            return
        self.load()
        shares = Shares(requests, len(self.slots))
        deaths: dict[int, int] = {}
        for slot in self.slots:
            slot.in_flight, slot.again = {}, []
        while True:
            for number, slot in enumerate(self.slots):
                yield from self.fill(slot, number, shares, requests, deaths)
            awaited = [(number, slot) for number, slot in enumerate(self.slots) if slot.awaited]
            if not any(slot.in_flight for _, slot in awaited) and (not awaited or not self.has_work(shares)):
                return
            ready = wait([slot.process.pipe for _, slot in awaited if slot.process], self.pause(awaited))
            now = time.monotonic()
            for number, slot in awaited:
                if slot.process is not None and slot.process.pipe in ready:
                    yield from self.take(slot, number, shares, deaths)
                elif not slot.loading and now - slot.heard >= self.silence_limit():
                    reason = f"no answer for {self.silence_limit():g} s"
                    yield from self.handle_loss(slot, number, shares, deaths, reason)

    def pause(self, awaited: Sequence[tuple[int, Slot]]) -> float | None:
        """Return the seconds until a process counts as hung; None if none can, since loading has no time limit."""
        heard = [slot.heard for _, slot in awaited if not slot.loading]
        return max(0.0, min(heard) + self.silence_limit() - time.monotonic()) if heard else None

    def has_work(self, shares: Shares) -> bool:
        """Return whether requests are left that no process has."""
        return bool(shares.left()) or any(slot.again for slot in self.slots)

    def silence_limit(self) -> float:
        """Return the seconds after which a process that sends nothing counts as hung."""
        if self.timeout:
            return float(self.timeout)
        if not self.longest_silence:
            return FIRST_SILENCE
        return min(FIRST_SILENCE, max(LEAST_SILENCE, MULTIPLE * self.longest_silence))

    def load(self) -> None:
        """Start missing processes, and let all load their weights in parallel."""
        starting = [slot for slot in self.slots if slot.process is None or not slot.process.loaded]
        if starting:
            noun = "process" if len(starting) == 1 else "processes"
            print(
                f"vllm {self.properties.version}: loading {self.setup.model} in {len(starting)} {noun}", file=sys.stderr
            )
        try:
            for slot in starting:
                if not slot.loading:
                    self.begin_loading(slot)
            for slot in starting:
                self.await_loaded(slot)
        except Gone as gone:
            raise UserError(f"vLLM failed on {self.setup.model}: {gone}") from None

    def begin_loading(self, slot: Slot) -> None:
        if slot.process is None:
            slot.process = self.start(self.settings)
            slot.process.send(self.settings)
            slot.process.properties = self.properties
        slot.process.devices = slot.devices
        slot.process.send(("load", slot.devices))
        slot.loading, slot.heard = True, time.monotonic()

    def await_loaded(self, slot: Slot) -> None:
        assert slot.process is not None
        while not slot.process.loaded:
            self.note_loaded(slot, slot.process.recv())

    @staticmethod
    def note_loaded(slot: Slot, message: tuple[Any, ...]) -> None:
        """Note that a process has loaded its weights."""
        if slot.process is not None and message[0] == "loaded":
            slot.process.loaded, slot.process.window, slot.loading = True, message[1], False

    def fill(
        self, slot: Slot, number: int, shares: Shares, requests: Sequence[Request], deaths: dict[int, int]
    ) -> Iterator[tuple[int, Completion]]:
        """Send a process the number of requests that it can use."""
        while slot.process is not None and not slot.loading:
            if not slot.in_flight and not slot.again and not shares.left():
                # It would be idle, so give it requests that wait for a process that is still loading.
                waiting = next((other for other in self.slots if other.loading and other.again), None)
                if waiting is not None:
                    slot.again, waiting.again = waiting.again, []
            careful = bool(slot.again) or any(deaths.get(index) for index in slot.in_flight.values())
            window = max(1, slot.process.window // CAUTIOUS) if careful else slot.process.window
            if len(slot.in_flight) >= window:
                return
            index = slot.again.pop(0) if slot.again else None if careful else shares.next(number)
            if index is None:
                return
            if not slot.in_flight:
                slot.heard = time.monotonic()
            ticket = next(TICKETS)
            slot.in_flight[ticket] = index
            prompt: Prompt = prompt_of(ticket, requests[index], self.setup, self.settings)
            try:
                slot.process.send(prompt)
            except (Gone, UserError) as gone:
                yield from self.handle_loss(slot, number, shares, deaths, str(gone))

    def take(self, slot: Slot, number: int, shares: Shares, deaths: dict[int, int]) -> Iterator[tuple[int, Completion]]:
        """Yield the completions that a process has finished, without waiting. A process that died is replaced."""
        try:
            while slot.process is not None and slot.process.pipe.poll():
                message = slot.process.recv()
                now = time.monotonic()
                if not slot.loading:
                    self.longest_silence = max(self.longest_silence, now - slot.heard)
                slot.heard = now
                self.note_loaded(slot, message)
                if message[0] != "answer" or message[1].ticket not in slot.in_flight:
                    continue  # of an earlier call whose results were not all consumed
                answer = message[1]
                completion = answer.completion
                if completion.cached_tokens is not None:
                    self.tokens["prompt_tokens"] += completion.prompt_tokens or 0
                    self.tokens["cached_tokens"] += completion.cached_tokens
                yield slot.in_flight.pop(answer.ticket), completion
        except (Gone, UserError) as gone:
            if slot.loading:
                self.leave(slot, number, shares, str(gone))
            else:
                yield from self.handle_loss(slot, number, shares, deaths, str(gone))

    def handle_loss(
        self, slot: Slot, number: int, shares: Shares, deaths: dict[int, int], reason: str
    ) -> Iterator[tuple[int, Completion]]:
        """Start a process in place of a lost one, without waiting for it; yield the requests that are given up."""
        assert slot.process is not None
        slot.process.kill()
        slot.process = None
        slot.deaths += 1
        lost = list(slot.in_flight.values())
        slot.in_flight = {}
        for index in lost:
            deaths[index] = deaths.get(index, 0) + 1
        slot.again = [*(index for index in lost if deaths[index] < 2), *slot.again]
        given_up = [index for index in lost if deaths[index] >= 2]
        print(f"vllm: {reason}; {len(slot.again)} requests repeated, {len(given_up)} given up", file=sys.stderr)
        for index in given_up:
            yield (
                index,
                Completion("", finish_reason="error", error=f"vLLM died twice while processing this request: {reason}"),
            )
        try:
            if slot.deaths > MAX_RESTARTS:
                raise UserError(f"died {slot.deaths} times, most recently of: {reason}")
            self.begin_loading(slot)
        except (UserError, Gone) as error:
            self.leave(slot, number, shares, str(error))

    def leave(self, slot: Slot, number: int, shares: Shares, reason: str) -> None:
        """Continue without a process and give its requests to the others; if no process remains, the run stops."""
        if slot.process is not None:
            slot.process.kill()
        slot.process, slot.loading = None, False
        shares.abandon(number)
        others = [other for other in self.slots if other.process is not None]
        if others:
            others[0].again += slot.again
            print(f"vllm: continuing with {len(others)} of {len(self.slots)} processes ({reason})", file=sys.stderr)
        else:
            self.stopped = f"vLLM: {reason}"
        slot.again = []

    def close(self) -> None:
        for slot in self.slots:
            if slot.process is not None:
                # A process that is busy or still loading cannot be passed to another run.
                if slot.awaited:
                    slot.process.kill()
                else:
                    self.release(slot.process)
                slot.process, slot.loading = None, False


def devices_of(count: int, settings: Settings, properties: Properties) -> list[str | None]:
    """Return the devices of each process, as CUDA_VISIBLE_DEVICES has them; None leaves it as it is."""
    width = width_of(settings.engine_args)
    elsewhere = count == 1 and any(settings.engine_args.get(name) == "ray" for name in BACKENDS)
    if properties.device != "cuda" or elsewhere:
        return [None] * count
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    visible = named.split(",") if named else [str(number) for number in range(properties.devices)]
    if count * width > len(visible):
        widths = f" with {width} GPUs each" if width > 1 else ""
        wanted = f"--gpus {count}: {count} processes{widths}" if count > 1 else f"{product(settings.engine_args)} GPUs"
        raise UserError(f"{wanted}, but this machine has {len(visible)} visible GPUs")
    if count == 1:
        return [None]
    return [",".join(visible[number * width : (number + 1) * width]) for number in range(count)]
