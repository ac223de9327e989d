"""verifiers: a taskset for each config, and an environment in which a model sees its drawing and improves it.

verifiers finds environments as installed packages that export one taskset, so `sgpkit export verifiers` writes a
package of a few lines for each config, which calls `taskset` and `refinement` here.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sgpkit
from sgpkit import plugins
from sgpkit.benchmark import Completion, Score, families
from sgpkit.files import write_atomically
from sgpkit.integrations import tasks
from sgpkit.integrations.tasks import Left
from sgpkit.plugins import Framework
from sgpkit.sandbox.workers import pool
from sgpkit.status import Status
from sgpkit.training import environments

Result = TypeVar("Result")

FRAMEWORK = Framework("verifiers", ">=0.4,<0.5", "pip install 'sgpkit[verifiers]'")

MODULE = '''\
"""{title}, as a taskset of verifiers."""

from sgpkit.integrations import verifiers

Tasks = verifiers.taskset("{config}")
Refinement = verifiers.refinement("{config}")

__all__ = ["Refinement", "Tasks"]
'''

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "sgpkit-{config}"
version = "{version}"
description = "{title}"
requires-python = ">=3.11"
dependencies = ["sgpkit[verifiers]=={version}"]

[tool.hatch.build]
include = ["sgpkit_{module}.py"]
"""


class Exported(NamedTuple):
    """The folders of packages, and the configs that were left out."""

    folders: tuple[Path, ...]
    left: tuple[Left, ...]


def export(out: Path) -> Exported:
    """Write a package for every config that is scored and can be scored on this machine."""
    folders, left = [], []
    for benchmark in tasks.scored():
        if reason := tasks.missing(benchmark):
            left.append(Left(benchmark.config, reason))
            continue
        folder = out / f"sgpkit-{benchmark.config}"
        folder.mkdir(parents=True, exist_ok=True)
        module = tasks.task_name(benchmark.config)
        values = {"config": benchmark.config, "title": benchmark.title.replace('"', "'"), "module": module}
        write_atomically(folder / f"sgpkit_{module}.py", MODULE.format(**values))
        write_atomically(folder / "pyproject.toml", PROJECT.format(**values, version=sgpkit.__version__))
        folders.append(folder)
    return Exported(tuple(folders), tuple(left))


@cache
def taskset(config: str) -> type:
    """Return the taskset class of a config: fresh rows without end, or with `data` those of a built folder or repo."""
    plugins.require(FRAMEWORK)
    import verifiers.v1 as vf

    benchmark = families.get(config)
    grade = environments.reward(config).grade
    endless = "builtin" in benchmark.rows.sources

    @lru_cache(maxsize=1024)
    def verdict_on(answer: str, row: str) -> Score:
        (verdict,) = grade([answer], [{"row": row}])
        return verdict

    class RowData(vf.TaskData):
        row: str
        """The row as JSON, with everything that the scorer needs."""

    class RowTask(vf.Task[RowData]):
        @property
        def key(self) -> str:
            return str(self.data.id)

        async def verdict(self, trace: Any) -> Score:
            return await in_thread(verdict_on, trace.last_reply, self.data.row)

        @vf.reward
        async def headline(self, trace: vf.Trace) -> float:
            return (await self.verdict(trace)).value

        @vf.metric
        async def parts(self, trace: vf.Trace) -> dict[str, float]:
            verdict = await self.verdict(trace)
            return {"answered": float(verdict.status == Status.OK), **verdict.parts}

    class RowsConfig(vf.TasksetConfig):
        data: str = ""
        """A built folder, or ORG/NAME@REVISION; empty for fresh rows."""
        split: str = "train"
        """Of fresh rows; those of `data` are its test split."""
        seed: int = 0
        strategy: str = ""
        mode: str = ""
        setting: str = ""

    class Rows(vf.Taskset[RowTask, RowsConfig]):
        INFINITE = endless

        def __init__(self, config: Any) -> None:
            super().__init__(config)
            self.INFINITE = endless and not config.data

        def load(self) -> Iterator[RowTask]:
            given = self.config
            for row in rows(given):
                messages, pictures = environments.prompt(benchmark, row, given.strategy, given.mode, given.setting)
                packed = environments.packed(benchmark, row, given.mode, given.setting)
                yield RowTask(RowData(id=str(row["id"]), prompt=openai(messages, pictures), row=packed), given.task)

    def rows(given: Any) -> Iterator[Any]:
        if given.data:
            return iter(tasks.planned(config, given.data, given.strategy, given.mode, given.setting).rows)
        return environments.stream(config, given.split, given.seed)

    for name, kind in (("RowData", RowData), ("RowTask", RowTask), ("RowsConfig", RowsConfig), ("Rows", Rows)):
        kind.__qualname__ = kind.__name__ = f"{name}_{tasks.task_name(config)}"
    return Rows


@cache
def threads() -> ThreadPoolExecutor:
    """Return the threads that score, one per worker."""
    return ThreadPoolExecutor(pool.workers(), "sgpkit-verdict")


async def in_thread(function: Callable[..., Result], *arguments: Any) -> Result:
    """Return the result of a function while the event loop and other conversations continue."""
    return await asyncio.get_running_loop().run_in_executor(threads(), function, *arguments)


def openai(messages: list[dict[str, Any]], pictures: list[bytes]) -> list[dict[str, Any]]:
    """Return a prompt in the form of OpenAI's chat interface, with its pictures in their places."""
    waiting = iter(pictures)

    def part(item: dict[str, Any]) -> dict[str, Any]:
        return picture_part(next(waiting)) if item["type"] == "image" else item

    return [
        {**message, "content": content if isinstance(content, str) else [part(item) for item in content]}
        for message, content in ((message, message["content"]) for message in messages)
    ]


def picture_part(picture: bytes) -> dict[str, Any]:
    """Return a picture as a part of a message."""
    return {"type": "image_url", "image_url": {"url": tasks.data_uri(picture)}}


@cache
def refinement(config: str) -> type:
    """Return the environment class of a config in which the model gets its verdict, and the picture of what it drew,
    after each answer; the last answer is rewarded by the taskset."""
    plugins.require(FRAMEWORK)
    import verifiers.v1 as vf

    benchmark = families.get(config)

    class RefinementConfig(vf.EnvConfig):
        player: vf.AgentConfig = vf.AgentConfig()
        attempts: int = 3

    class Refinement(vf.Env[RefinementConfig]):
        async def run(self, task: Any, agents: Any) -> None:
            async with agents.player.interaction(task) as interaction:
                segment = await interaction.turn()
                judged = failed = 0
                # A failure of the machine is not an attempt; if it persists, the conversation still ends.
                while judged < self.config.attempts - 1 and failed < self.config.attempts and not segment.terminated:
                    reply, is_judged = await in_thread(reply_to, segment.last_reply, task.data.row)
                    judged += is_judged
                    failed += not is_judged
                    segment = await interaction.turn([reply])

    def reply_to(answer: str, packed: str) -> tuple[Any, bool]:
        """Return the message that answers an attempt, and whether the attempt could be judged."""
        (verdict,) = benchmark.score_isolated([environments.unpacked(packed)], [Completion(answer)])
        text, picture = environments.feedback(benchmark, verdict), None
        is_judged = verdict.status != Status.INFRA_ERROR
        if is_judged:
            text += "\n\nImprove your answer, and give it whole."
            picture = environments.picture(benchmark, answer)
        parts = [{"type": "text", "text": text}, *([picture_part(picture)] if picture else [])]
        return vf.UserMessage.model_validate({"role": "user", "content": parts}), is_judged

    return Refinement
