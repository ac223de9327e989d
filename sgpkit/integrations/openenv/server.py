"""The server of an environment: concurrent sessions, whose answers are scored and rendered in shared workers.

Answers that wait at the same time are one batch, and each is parsed in a worker process, so a session's pictures and
rewards do not depend on the other sessions.
"""

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from threading import Lock
from typing import Any

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import EnvironmentMetadata

import sgpkit
from sgpkit import plugins
from sgpkit.benchmark import Completion, Row, Score, families
from sgpkit.errors import UserError
from sgpkit.integrations import openenv, tasks
from sgpkit.integrations.openenv.models import Answer, Progress, Turn
from sgpkit.runs.conversation import Dialogue, take
from sgpkit.status import Status
from sgpkit.training import environments, served

FRESH = 4096
"""The number of fresh rows of a server; a seed selects one by its remainder."""


def app(**options: Any) -> Any:
    """Return the application of an environment, for any ASGI server. The keywords are those of `openenv.Options`."""
    plugins.require(served.FRAMEWORK)
    chosen = openenv.checked(openenv.Options(**options))
    factory = partial(Session, Task(chosen))
    return create_app(factory, Answer, Turn, env_name=chosen.config, max_concurrent_envs=chosen.sessions)


def serve(application: Any, host: str, port: int) -> None:
    """Serve an application until it is stopped."""
    import uvicorn

    uvicorn.run(application, host=host, port=port)


class Task:
    """The rows, and the queue of answers that wait for their scores: all sessions share them."""

    def __init__(self, options: openenv.Options) -> None:
        self.options = options
        self.benchmark = families.get(options.config)
        self.batches = tasks.Batches(self.judge)
        self.lock, self.turns = Lock(), itertools.count()
        self.taken: list[Row] = []
        ways = (options.strategy, options.mode, options.setting)
        self.asked = tasks.planned(options.config, options.data, *ways) if options.data else None
        self.source: Iterator[Row] = (
            iter(self.asked.rows) if self.asked else itertools.islice(environments.stream(options.config), FRESH)
        )

    def row(self, seed: int | None, name: str | None) -> Row:
        """Return the row with an id; without an id, the row of a seed; without a seed, the next row."""
        with self.lock:
            if name is not None:
                return self.find(name)
            number = next(self.turns) if seed is None else abs(seed)
            if number >= len(self.taken):
                # Fresh rows are made when they are first requested.
                self.taken += itertools.islice(self.source, number + 1 - len(self.taken))
            if not self.taken:
                raise UserError(f"{self.options.config} has no rows")
            return self.taken[number % len(self.taken)]

    def find(self, name: str) -> Row:
        """Return the row with an id, from the data or from the fresh rows that were served."""
        if self.asked:
            self.taken += self.source
        for row in self.taken:
            if str(row["id"]) == name:
                return row
        raise UserError(f"no row {name!r}")

    def opened(self, row: Row) -> Dialogue:
        """Return the conversation about a row."""
        options = self.options
        if self.asked:
            dialogue = self.asked.dialogue(row, 0)
        else:
            dialogue = environments.opened(self.benchmark, row, options.strategy, options.mode, options.setting)
        dialogue.row = row | {"mode": options.mode, "setting": options.setting}
        return dialogue

    def judge(self, answers: Sequence[tasks.Answer]) -> list[tuple[Score, bytes | None]]:
        """Return the scores of answers and their pictures."""
        completions = [completion for _, _, completion in answers]
        texts, setting = [completion.text for completion in completions], str(answers[0][0]["setting"])
        scores = tasks.scores(self.benchmark, [row for row, _, _ in answers], completions)
        return list(zip(scores, tasks.drawings(self.benchmark, texts, setting), strict=True))


class Session(Environment[Answer, Turn, Progress]):
    """One session: an episode at a time, each about one row."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task
        self.dialogue: Dialogue | None = None
        self.progress = Progress(config=task.options.config)

    def reset(self, seed: int | None = None, episode_id: str | None = None, row: str | None = None) -> Turn:
        """Begin an episode about the row of an id, the row of a seed, or the next row."""
        self.dialogue = self.task.opened(self.task.row(seed, row))
        name = str(self.dialogue.row["id"])
        self.progress = Progress(episode_id=episode_id, config=self.task.options.config, row=name)
        return Turn(row=name, messages=tasks.openai(self.dialogue.messages))

    async def step_async(self, action: Answer, timeout_s: float | None = None) -> Turn:
        """Take a reply: continue the conversation, or score the answer that ends it."""
        waiting = self.take(action)
        return waiting if isinstance(waiting, Turn) else self.turn(*await self.task.batches.result(*waiting))

    def step(self, action: Answer, timeout_s: float | None = None) -> Turn:
        """Take a reply without a server."""
        waiting = self.take(action)
        return waiting if isinstance(waiting, Turn) else self.turn(*self.task.judge([waiting])[0])

    def take(self, action: Answer) -> Turn | tasks.Answer:
        """Return the next turn of the conversation, or the answer to score if it has ended."""
        dialogue = self.dialogue
        if dialogue is None:
            raise ValueError("no episode is open: call reset first")
        self.progress.step_count += 1
        if not dialogue.finished:
            response = take(dialogue, Completion(action.completion), "")
            if not response.final:
                return Turn(row=self.progress.row, messages=tasks.openai(dialogue.messages))
        return dialogue.row, 0, Completion(action.completion, turns=tuple(dialogue.replies))

    def turn(self, score: Score, picture: bytes | None) -> Turn:
        """Return the turn after an answer. An answer that could not be scored because of an infrastructure error is not
        an attempt, and has no reward.
        """
        is_judged = score.status != Status.INFRA_ERROR
        self.progress.judged += is_judged
        done = is_judged and self.progress.judged >= self.task.options.attempts
        self.dialogue = None if done else self.dialogue
        return Turn(
            row=self.progress.row,
            messages=[] if done else tasks.openai(environments.revision(self.task.benchmark, score, picture)),
            status=str(score.status),
            reason=score.reason,
            score=score.value if is_judged else None,
            parts=dict(score.parts),
            picture=tasks.data_uri(picture) if picture else "",
            done=done,
            reward=score.value if done else None,
        )

    @property
    def state(self) -> Progress:
        """The episode's progress."""
        return self.progress

    def get_metadata(self) -> EnvironmentMetadata:
        """Return the name and the description of the config."""
        benchmark = self.task.benchmark
        return EnvironmentMetadata(
            name=benchmark.config, description=benchmark.title, version=sgpkit.__version__, author="sgpkit"
        )
