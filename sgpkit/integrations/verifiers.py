"""verifiers: a taskset for each config, and an environment in which a model sees its drawing and improves it.

verifiers loads environments from installed packages that export one taskset, so `sgpkit export verifiers` writes a
small package for each config, which calls `taskset` and `refinement` of this module.
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
from sgpkit.integrations import harbor, tasks
from sgpkit.integrations.tasks import Left
from sgpkit.plugins import Framework
from sgpkit.runs import rendering
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
readme = "README.md"
keywords = ["{language}", "symbolic-graphics", "single-turn", "train", "eval"]
license = "Apache-2.0"
requires-python = ">=3.11"
dependencies = ["verifiers{versions}", "sgpkit[{extras}]=={version}"]

[tool.hatch.build]
include = ["sgpkit_{module}.py", "pyproject.toml", "README.md"]
"""

README = """\
# sgpkit-{config}

{title}: an environment of verifiers, written by `sgpkit export verifiers`.

```sh
prime env push --path sgpkit-{config}    # to the Environments Hub
vf-eval sgpkit-{config} -n 8
```

| part | content |
| --- | --- |
| rows | fresh ones without end; with `data` (a built folder, or `ORG/NAME@REVISION`) its test rows |
| options | `data`, `split`, `seed`, `strategy`, `mode`, `setting` |
| reward | `headline`: {headline}, 0 to 1, the score of `sgpkit score` |
| metrics | `answered`, `drawn` for answers that are drawings, and all parts of the score |
| log | in the `info` of a trace the pictures `reference`, `answer`, `difference`, as data URIs |
| `Refinement` | an environment in which the model sees its verdict and picture, and improves its answer |
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
        values = {
            "config": benchmark.config,
            "title": benchmark.title.replace('"', "'"),
            "module": module,
            "language": benchmark.answer_format,
            "headline": benchmark.scoring.value_name,
            "versions": FRAMEWORK.versions,
            "extras": ",".join(["verifiers", *harbor.extras_of(benchmark)]),
            "version": sgpkit.__version__,
        }
        for name, text in ((f"sgpkit_{module}.py", MODULE), ("pyproject.toml", PROJECT), ("README.md", README)):
            write_atomically(folder / name, text.format(**values))
        folders.append(folder)
    return Exported(tuple(folders), tuple(left))


@cache
def taskset(config: str) -> type:
    """Return the taskset class of a config: an endless stream of fresh rows, or with `data` the test rows of a built
    folder or repo.
    """
    plugins.require(FRAMEWORK)
    import verifiers.v1 as vf

    benchmark = families.get(config)
    grade = environments.reward(config).grade
    endless = "builtin" in benchmark.rows.sources

    @lru_cache(maxsize=1024)
    def verdict_on(answer: str, row: str) -> Score:
        (verdict,) = grade([answer], [{"row": row}])
        return verdict

    def pictures_of(answer: str, row: str) -> tasks.Pictures:
        (pictures,) = tasks.compared(benchmark, [environments.unpacked(row)], [Completion(answer)])
        return pictures

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

        @vf.metric
        async def drawn(self, trace: vf.Trace) -> dict[str, float]:
            """Return whether the drawing of the answer is visible, and add its pictures to the log of the rollout."""
            pictures = await in_thread(pictures_of, trace.last_reply, self.data.row)
            shown = {name: tasks.data_uri(picture) for name, picture in pictures._asdict().items() if picture}
            trace.info.update(shown)
            return {"drawn": float("answer" in shown)} if rendering.has_drawings(benchmark) else {}

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
                dialogue = environments.opened(benchmark, row, given.strategy, given.mode, given.setting)
                packed = environments.packed(benchmark, row, given.mode, given.setting)
                prompt = tasks.openai(dialogue.messages)
                yield RowTask(RowData(id=str(row["id"]), prompt=prompt, row=packed), given.task)

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
        row = environments.unpacked(packed)
        (verdict,) = benchmark.score_isolated([row], [Completion(answer)])
        (picture,) = tasks.drawings(benchmark, [answer], str(row.get("setting", "")))
        (message,) = tasks.openai(environments.revision(benchmark, verdict, picture))
        return vf.UserMessage.model_validate(message), verdict.status != Status.INFRA_ERROR

    return Refinement
