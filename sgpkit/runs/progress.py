"""Progress of a run: a line on a terminal, or a line in a log at intervals.

If no answer arrives for a while, a thread reports the waiting requests and their time. Rate and remaining time only
count this call; answers of earlier calls count as done from the start.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tqdm import tqdm

from sgpkit.benchmark import Completion
from sgpkit.engines import Engine, Streams, Waits

LOG_EVERY = 600.0
"""Seconds between two lines in a log while answers arrive."""

HEARTBEAT = 25.0
"""Seconds without a line in a log after which the waiting requests are reported."""

POLL_INTERVAL = 1.0

REFRESH_EVERY = 0.5


class Progress:
    """Counts of a run's completions, tokens and time, shown on a terminal or in a log unless `shown` is False."""

    def __init__(self, engine: Engine, label: str = "responses", shown: bool = True) -> None:
        self.engine, self.label, self.shown = engine, label, shown
        self.bar: tqdm[Any] | None = None
        self.counts: Counter[str] = Counter()
        self.tokens = Counter({"in": 0, "out": 0, "cached": 0})
        self.started = self.reported = self.refreshed = self.latest = time.monotonic()
        self.finished = self.total = 0
        self.resting = threading.Event()
        self.heart: threading.Thread | None = None

    @property
    def cost(self) -> float:
        """The cost of the engine so far; 0 if it reports none."""
        return float(self.engine.statistics().get("cost") or 0.0)

    def begin(self, total: int, finished: int) -> None:
        """Start a batch in which `finished` of `total` conversations are done."""
        if not self.shown:
            self.finished, self.total = finished, total
            return
        if self.bar is None:
            self.bar = tqdm(
                total=total, initial=finished, desc=self.label, unit=" rows", disable=None, smoothing=0.05, leave=False
            )
            self.started = self.reported = time.monotonic()
        elif not self.bar.disable:
            self.bar.update(finished - self.bar.n)
        self.finished, self.total = finished, total
        self.latest = time.monotonic()
        if self.heart is None and finished < total:
            self.resting.clear()
            self.heart = threading.Thread(target=self.beat, name="progress", daemon=True)
            self.heart.start()

    def rest(self) -> None:
        """Print nothing until the next batch begins."""
        if self.heart is not None:
            self.resting.set()
            self.heart.join()
            self.heart = None

    def beat(self) -> None:
        """Print the state at intervals, until the batch is done."""
        while not self.resting.wait(POLL_INTERVAL):
            bar = self.bar
            if bar is not None and not bar.disable:
                bar.set_postfix_str(", ".join(filter(None, [self.state(), self.waiting()])), refresh=True)
            elif time.monotonic() - self.reported >= HEARTBEAT:
                self.reported = time.monotonic()
                words = self.waiting() or f"{self.total - self.finished:,} left"
                print(f"{self.label}: {self.finished:,} of {self.total:,}; {words}", file=sys.stderr, flush=True)

    def waiting(self) -> str:
        """Return the waiting requests and their time as text; "" if there are none."""
        if isinstance(self.engine, Waits):
            count, seconds = self.engine.waiting()
            words = f"{count:,} {'request' if count == 1 else 'requests'} waiting {seconds:.0f} s" if count else ""
            tokens = self.engine.streamed() if isinstance(self.engine, Streams) else 0
            counted = "1 token" if tokens == 1 else f"{tokens:,} tokens"
            return f"{words}, {counted} so far" if words and tokens else words
        seconds = time.monotonic() - self.latest
        left = self.total - self.finished
        return f"{left:,} left, no answer for {seconds:.0f} s" if left and seconds >= HEARTBEAT else ""

    def answered(self, completion: Completion, finished: bool) -> None:
        self.counts[completion.finish_reason] += 1
        if completion.prompt_tokens or completion.completion_tokens or completion.cached_tokens:
            self.tokens["in"] += completion.prompt_tokens or 0
            self.tokens["out"] += completion.completion_tokens or 0
            self.tokens["cached"] += completion.cached_tokens or 0
        self.finished += finished
        now = self.latest = time.monotonic()
        if self.bar is not None and not self.bar.disable:
            if now - self.refreshed > REFRESH_EVERY:
                self.refreshed = now
                self.bar.set_postfix_str(self.state(), refresh=False)
            self.bar.update(finished)
        elif self.shown and now - self.reported > LOG_EVERY:
            self.reported = now
            print(f"{self.label}: {self.finished:,} of {self.total:,}, {self.state()}", file=sys.stderr, flush=True)

    def add(self, reasons: Counter[str], tokens: Counter[str], finished: int) -> None:
        """Count answers from other processes."""
        self.counts.update(reasons)
        self.tokens.update(tokens)
        self.finished += finished
        self.latest = time.monotonic()
        if self.bar is not None and not self.bar.disable:
            self.bar.update(finished)

    def state(self) -> str:
        """Return the tokens a second, the cost so far and the finish reasons as text."""
        seconds = max(time.monotonic() - self.started, 1e-6)
        parts = []
        if self.tokens["out"]:
            parts.append(f"{(self.tokens['in'] + self.tokens['out']) / seconds:,.0f} tokens/s")
        parts += [costs] if (costs := cost_of(self.engine.statistics())) else []
        return ", ".join(parts + [f"{reason} {count:,}" for reason, count in self.counts.copy().most_common()])

    def end(self) -> None:
        self.rest()
        if self.bar is not None:
            self.bar.close()

    def session(self) -> dict[str, Any]:
        """Return the counts and times of this call, for run.json and the summary."""
        return {
            "seconds": round(time.monotonic() - self.started, 1),
            "asked": sum(self.counts.values()),
            "finish_reasons": dict(self.counts.most_common()),
            "prompt_tokens": self.tokens["in"],
            "completion_tokens": self.tokens["out"],
            "cached_tokens": self.tokens["cached"],
            "engine": dict(self.engine.statistics()),
        }


def cost_of(statistics: Mapping[str, Any]) -> str:
    """Return the cost so far with its currency; "" if the engine reports none."""
    cost = statistics.get("cost")
    return "" if cost is None else f"{cost:,.4g} {statistics.get('currency', '')}".strip()


def summary(session: Mapping[str, Any]) -> str:
    """Return a summary of a call in one or two lines; "" if it sent no requests."""
    if not session["asked"]:
        return ""
    seconds = max(session["seconds"], 0.1)
    reasons = ", ".join(f"{reason} {count:,}" for reason, count in session["finish_reasons"].items())
    lines = [
        f"asked {session['asked']:,} in {duration(seconds)} ({session['asked'] / seconds:,.1f} per second): {reasons}"
    ]
    used = session["prompt_tokens"] + session["completion_tokens"]
    if used:
        rate = f"{used / seconds:,.0f} per second"
        lines.append(
            f"tokens: {session['prompt_tokens']:,} in, {session['completion_tokens']:,} out, {rate}"
            + (f"; {cached_share(session):.0%} of the input from the prefix cache" if cached_share(session) else "")
        )
    engine = session["engine"]
    parts = [f"cost {cost_of(engine)}"] if cost_of(engine) else []
    parts += [f"{name.replace('_', ' ')} {value:,}" for name, value in engine.items() if countable(name, value)]
    return "\n".join(lines + ([", ".join(parts)] if parts else []))


def cached_share(session: Mapping[str, Any]) -> float:
    """Return the cached share of a session's prompt tokens, as the engine reports it or else by token counts."""
    share = session["engine"].get("cached_share")
    return float(share if share is not None else session["cached_tokens"] / max(session["prompt_tokens"], 1))


def countable(name: str, value: object) -> bool:
    """Return whether a statistic is a positive integer that the line does not show otherwise."""
    return isinstance(value, int) and not isinstance(value, bool) and value > 0 and name not in TOLD_ALREADY


TOLD_ALREADY = ("cost", "prompt_tokens", "completion_tokens", "cached_tokens")


def duration(seconds: float) -> str:
    """Return a number of seconds as text, in seconds, minutes or hours."""
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"
