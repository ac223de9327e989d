"""Train against an environment that a server of OpenEnv serves: its prompts as rows, its rewards as a reward.

    rows = served.rows("http://127.0.0.1:8000", limit=512)
    reward = served.Served("http://127.0.0.1:8000")

Any server will do whose observations have `messages`. A row is known by its seed, with which the session that takes the
completion is opened. All completions of a batch are answered at once, each in a session of its own.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sgpkit import plugins
from sgpkit.errors import UserError
from sgpkit.plugins import Framework
from sgpkit.training.rewards.reward import text_of

if TYPE_CHECKING:
    import datasets

Result = TypeVar("Result")

FRAMEWORK = Framework("openenv-core", ">=0.3,<0.4", "pip install 'sgpkit[openenv]'")

SESSIONS = 64
"""Sessions open at once."""

WAIT = 600.0
"""Seconds that a reply of the server may take."""


def rows(url: str, limit: int) -> "datasets.Dataset":
    """Return the prompts of the first seeds for trainers. Raises UserError for prompts with pictures."""
    import datasets

    plugins.require(FRAMEWORK)
    turns = run([play(url, seed, None) for seed in range(limit)])
    items = [{"prompt": turn["observation"].get("messages"), "seed": seed} for seed, turn in enumerate(turns)]
    for item in items:
        if not item["prompt"]:
            raise UserError(f"{url}: its observations have no messages")
        if any(not isinstance(message["content"], str) for message in item["prompt"]):
            raise UserError(f"{url}: its prompts have pictures; serve the config in a text mode")
    return datasets.Dataset.from_list(items)


@dataclass(frozen=True)
class Served:
    """A reward that trainers call: the server's own. None, which trainers ignore, where the server gives none."""

    url: str
    __name__: str = "served"

    def __call__(
        self, prompts: Sequence[Any], completions: Sequence[Any], seed: Sequence[int], **columns: Any
    ) -> list[float | None]:
        """Return a reward for each completion."""
        pairs = zip(seed, map(text_of, completions), strict=True)
        return [turn["reward"] for turn in run([play(self.url, number, text) for number, text in pairs])]


def run(playing: Sequence[Coroutine[Any, Any, Result]]) -> list[Result]:
    """Return the results of coroutines, which run side by side, as many as a server has sessions."""

    async def together() -> list[Result]:
        free = asyncio.Semaphore(SESSIONS)

        async def one(waiting: Coroutine[Any, Any, Result]) -> Result:
            async with free:
                return await waiting

        return list(await asyncio.gather(*map(one, playing)))

    return asyncio.run(together())


async def play(url: str, seed: int, completion: str | None) -> dict[str, Any]:
    """Return the turn that opens the episode of a seed; with a completion, the one that follows it."""
    from openenv.core.generic_client import GenericEnvClient

    async with GenericEnvClient(url, connect_timeout_s=WAIT, message_timeout_s=WAIT) as session:
        result = await session.reset(seed=seed)
        if completion is not None:
            result = await session.step({"completion": completion})
        return {"observation": result.observation, "reward": result.reward}
