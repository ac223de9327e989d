"""Send requests concurrently, with bounded retries; one failure never affects another request. A failure of one row
becomes that row's completion. An error that affects every request (the key, the model, a server that is down) stops the
engine: with an exception if nothing was answered yet, else by leaving the remaining requests unasked.
"""

import asyncio
import contextlib
import heapq
import json
import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import httpx2

from sgpkit.benchmark import Completion
from sgpkit.engines import Request
from sgpkit.engines.endpoint import limits, replies
from sgpkit.engines.endpoint.adaptive_timeout import AdaptiveTimeout
from sgpkit.engines.endpoint.bodies import Form
from sgpkit.engines.endpoint.pace import LONGEST_WAIT, Pace
from sgpkit.engines.endpoint.replies import Failure, Kind
from sgpkit.engines.endpoint.server import Server
from sgpkit.engines.endpoint.unpacking import Oversized
from sgpkit.errors import UserError, first_line

RETRIES = 6
"""The maximum number of retries after server errors, with waits of about 0.5, 1, 2, 4, 8 and 16 seconds."""

REFUSALS = 40
"""The maximum number of retries after "too many requests", which cost nothing."""

TIMEOUTS = 2
"""The maximum number of retries after a timeout; each waits for the whole limit, which doubles."""

LONGEST_PAUSE = 60.0

ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

MOST_AT_ONCE = 1 << 17
"""Maximum length of a text that is searched for secrets within the event loop, which takes a few milliseconds."""

MAX_SERVER_WAIT = 900.0
"""Maximum wait in seconds that a server may request; after a longer one, the run stops."""

MAX_CONSECUTIVE_FAILURES = 20
"""The number of consecutive failed rows after which the server counts as lost."""


@dataclass(slots=True)
class Job:
    """A request that is being asked. `most` is a token limit below the run's, if the context has no room for more;
    `context` is the context length once the server has stated it.
    """

    index: int
    request: Request
    failures: int = 0
    refusals: int = 0
    timeouts: int = 0
    repaired: int = 0
    most: int | None = None
    context: int | None = None


@dataclass
class Tally:
    """Totals over all calls of `generate`. `cached_tokens` is None if the server does not report them."""

    requests: int = 0
    retries: int = 0
    limited: int = 0
    shortened: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int | None = None
    answered: int = 0
    cost: float = 0.0
    stopped: str = ""

    def add(self, completion: Completion, cost: float) -> None:
        self.answered += 1
        self.cost += cost
        self.prompt_tokens += completion.prompt_tokens or 0
        self.completion_tokens += completion.completion_tokens or 0
        if completion.cached_tokens is not None:
            self.cached_tokens = (self.cached_tokens or 0) + completion.cached_tokens


@dataclass
class Asking:
    """One call of `generate`. `afford(in flight)` returns the reason why no further request may be sent now, or "";
    `charge` records the cost of an answer. `known` are the models that the server lists."""

    server: Server
    form: Form
    pace: Pace
    tally: Tally
    retries: int
    afford: Callable[[int], str]
    charge: Callable[[Request, Completion], float]
    timeout_rule: AdaptiveTimeout
    known: Sequence[str] = ()
    waiting: deque[Job] = field(default_factory=deque)
    later: list[tuple[float, int, Job]] = field(default_factory=list)
    finished: list[tuple[int, Completion]] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    fatal: UserError | None = None
    good: int = 0
    lost_in_a_row: int = 0
    dropped: set[str] = field(default_factory=set)

    @property
    def limit(self) -> int | None:
        """Return the number of tokens that the run allows for an answer."""
        given = self.form.fixed.get("max_completion_tokens", self.form.fixed.get("max_tokens"))
        return given if isinstance(given, int) else None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        tasks: set[asyncio.Task[None]] = set()

        def done(task: asyncio.Task[None]) -> None:
            tasks.discard(task)
            self.changed.set()
            if not task.cancelled() and (error := task.exception()) is not None:
                broken.append(error)

        broken: list[BaseException] = []
        watch = loop.create_task(self.timeout_rule.watch())
        try:
            while not broken and self.fatal is None:
                self.changed.clear()
                now = loop.time()
                while self.later and self.later[0][0] <= now:
                    self.waiting.appendleft(heapq.heappop(self.later)[2])
                if self.tally.stopped:
                    self.waiting.clear()
                    self.later.clear()
                while self.waiting and self.pace.free(now) and not self.tally.stopped:
                    if reason := self.afford(self.pace.in_flight):
                        # Requests in flight may cost less than reserved for them: stop only when all are answered.
                        self.tally.stopped = reason if not tasks else ""
                        break
                    self.pace.sent(now)
                    task = loop.create_task(self.ask(self.waiting.popleft()))
                    tasks.add(task)
                    task.add_done_callback(done)
                if self.tally.stopped and not tasks:
                    break
                if not tasks and not self.waiting and not self.later:
                    break
                await self.until_changed(now)
            if broken:
                raise broken[0]
            if self.fatal is not None:
                raise self.fatal
        finally:
            for task in (watch, *tasks):
                task.cancel()
            self.over = True
            self.arrived.set()

    async def until_changed(self, now: float) -> None:
        """Wait until a request ends, or the next one may be sent."""
        moments = [self.later[0][0]] if self.later else []
        moments += [self.pace.resume] if self.waiting and self.pace.resume > now else []
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, min(moments) - now) if moments else None):
                await self.changed.wait()

    async def some(self) -> list[tuple[int, Completion]]:
        """Yield the completions since the last call; nothing when all are done. Completions that arrive close together
        are yielded at once."""
        while not self.finished and not self.over:
            self.arrived.clear()
            await self.arrived.wait()
        if not self.over:
            await asyncio.sleep(0.02)
        taken, self.finished = self.finished, []
        return taken

    async def ask(self, job: Job) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        self.tally.requests += 1
        try:
            reply = await self.exchange(job)
            now = loop.time()
            if isinstance(reply, Failure):
                if reply.kind in (Kind.LIMITED, Kind.BUSY):
                    self.pace.limited(began, reply.wait, now)
                self.failed(job, reply, now)
            else:
                self.pace.answered(now)
                self.answered(job, await self.cleaned(reply), now - began)
        finally:
            self.pace.ended()

    async def exchange(self, job: Job) -> Completion | Failure:
        body = {name: value for name, value in self.form.body(job.request).items() if name not in self.dropped}
        if "max_tokens" in self.dropped and "max_tokens" in self.form.fixed:
            body["max_completion_tokens"] = self.form.fixed["max_tokens"]
        if job.most is not None:
            limit = "max_completion_tokens" if "max_completion_tokens" in body else "max_tokens"
            body[limit] = job.most
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(None) as timeout:
                with self.timeout_rule.waiting(began, 2.0**job.timeouts, timeout) as add_piece:
                    pieces = add_piece if self.form.stream else None
                    raw = await self.server.post(ENCODE(body).encode("utf-8", "replace"), pieces)
                    reply = await self.server.reader.completion(raw)
        except TimeoutError:
            return self.late(job, "no reply in time", loop.time() - began)
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            return Failure(Kind.BUSY, f"no connection: {error}")
        except httpx2.TimeoutException as error:
            return self.late(job, str(error), self.server.address.timeout)
        except Oversized as error:
            return Failure(Kind.ROW, str(error))
        except httpx2.HTTPError as error:
            return Failure(Kind.AGAIN, str(error) or type(error).__name__)
        if wait := limits.wait_for_renewal(raw.headers):
            self.pace.hold(min(wait, LONGEST_WAIT), loop.time())
        if isinstance(reply, Completion) and not self.form.stream:
            self.timeout_rule.add_reply_time(loop.time() - began)
        return reply

    async def cleaned(self, completion: Completion) -> Completion:
        """Return a completion without our secrets. A long one is searched in a thread, so that other requests
        continue.
        """
        clean = self.server.address.cleaned
        if len(completion.text) + len(completion.thinking) < MOST_AT_ONCE:
            return clean(completion)
        return await asyncio.to_thread(clean, completion)

    def late(self, job: Job, message: str, seconds: float) -> Failure:
        """Return the failure of a request whose reply did not come in time."""
        job.timeouts += 1
        return Failure(Kind.BUSY if job.timeouts <= TIMEOUTS else Kind.ROW, f"{message} ({seconds:.3g} s; --timeout)")

    def answered(self, job: Job, completion: Completion, seconds: float) -> None:
        self.tally.add(completion, self.charge(job.request, completion))
        self.good += 1
        self.lost_in_a_row = 0
        if job.context is not None and completion.prompt_tokens:
            job.most, job.context = min(job.context - completion.prompt_tokens, self.limit or 1), None
            if job.most > 1:
                self.waiting.appendleft(job)
                return
        self.finish(job, completion, seconds)

    def finish(self, job: Job, completion: Completion, seconds: float | None = None) -> None:
        if seconds is not None:
            completion = replace(completion, latency=round(seconds, 4))
        self.finished.append((job.index, completion))
        self.arrived.set()

    def failed(self, job: Job, failure: Failure, now: float) -> None:
        message = self.server.address.clean(failure.message)
        if failure.wait is not None and failure.wait > MAX_SERVER_WAIT:
            reason = f"{self.server.address.shown} asks to wait {failure.wait:,.0f} s ({message})"
            self.stop(UserError(f"{reason}\nRun the same command again after that."))
            return
        match failure.kind:
            case Kind.AGAIN | Kind.BUSY if job.failures < self.retries:
                job.failures += 1
                self.again(job, job.failures, failure.wait, now)
            case Kind.LIMITED if job.refusals < REFUSALS:
                job.refusals += 1
                self.tally.limited += 1
                self.again(job, min(job.refusals, 5), failure.wait, now)
            case Kind.TOO_LARGE:
                if not self.shorten(job, failure):
                    self.finish(job, Completion("", finish_reason="too_large", error=message))
            case Kind.REFUSED:
                self.finish(job, Completion("", finish_reason="content_filter", error=message))
            case Kind.FATAL:
                self.stop(self.server.refused(failure.status, message, self.form.model, self.known))
            case Kind.ROW if job.repaired < 2 and self.drop(failure):
                job.repaired += 1
                self.waiting.appendleft(job)
            case _:
                self.finish(job, Completion("", finish_reason="error", error=message))
                self.lost_in_a_row += 1
                gone = self.good == 0 or failure.kind is not Kind.ROW
                if gone and self.lost_in_a_row >= MAX_CONSECUTIVE_FAILURES:
                    reason = f"the last {MAX_CONSECUTIVE_FAILURES} requests all failed: {message}"
                    self.stop(UserError(f"{self.server.address.shown}: {reason}"))

    def again(self, job: Job, step: int, wait: float | None, now: float) -> None:
        """Schedule a retry. Waits double, and half of each is random, so that failed requests are not all sent again at
        once.
        """
        self.tally.retries += 1
        text = f"{job.request.row['id']}:{job.request.sample}:{job.failures}:{job.refusals}"
        chance = random.Random(text).random()
        pause = min(LONGEST_PAUSE, 0.5 * 2 ** (step - 1)) * (0.5 + chance / 2)
        heapq.heappush(self.later, (now + max(pause, wait or 0.0), job.index, job))

    def shorten(self, job: Job, failure: Failure) -> bool:
        """Lower the token limit and ask again, if the prompt alone fits into the context; local engines do the same. If
        the server did not count the prompt, request one token to learn the count. Returns whether this was possible.
        """
        room = replies.room(failure.message)
        if room is None or self.limit is None or job.most is not None:
            return False
        if room.prompt is None:
            job.context, job.most = room.context, 1
        elif 0 < room.context - room.prompt < self.limit:
            job.most = room.context - room.prompt
        else:
            return False
        self.tally.shortened += 1
        self.waiting.appendleft(job)
        return True

    def drop(self, failure: Failure) -> bool:
        """Stop sending a parameter that the server does not support, and return True; False if the failure is another.
        OpenAI's reasoning models call the token limit `max_completion_tokens`, and some servers know no seed."""
        name = failure.parameter
        if name not in ("max_tokens", "seed") or not replies.UNSUPPORTED.search(failure.message):
            return False
        self.dropped.add(name)
        return True

    def stop(self, error: UserError) -> None:
        if self.good == 0 and self.tally.answered == 0:
            self.fatal = error
        else:
            self.tally.stopped = self.tally.stopped or first_line(error)
