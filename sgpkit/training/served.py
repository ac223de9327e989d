"""Train against the environment of an OpenEnv server: its prompts as rows, its rewards as a reward.

    rows = served.rows("http://127.0.0.1:8000", limit=512)
    reward = served.Served("http://127.0.0.1:8000")

Any server works whose observations have `messages`. A row is identified by its seed, with which a session is opened for
each of its completions. All completions of a batch are sent at once, each in a separate session.
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
"""Maximum number of sessions open at the same time."""

WAIT = 600.0
"""Time limit in seconds for a reply of the server."""


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
    """The server's own reward, in the form that trainers call; None, which trainers ignore, if the server returns
    none.
    """

    url: str
    __name__: str = "served"

    def __call__(
        self, prompts: Sequence[Any], completions: Sequence[Any], seed: Sequence[int], **columns: Any
    ) -> list[float | None]:
        """Return a reward for each completion."""
        pairs = zip(seed, map(text_of, completions), strict=True)
        return [turn["reward"] for turn in run([play(self.url, number, text) for number, text in pairs])]


def run(playing: Sequence[Coroutine[Any, Any, Result]]) -> list[Result]:
    """Return the results of coroutines, which run concurrently, up to the number of sessions."""

    async def together() -> list[Result]:
        free = asyncio.Semaphore(SESSIONS)

        async def one(waiting: Coroutine[Any, Any, Result]) -> Result:
            async with free:
                return await waiting

        return list(await asyncio.gather(*map(one, playing)))

    return asyncio.run(together())


async def play(url: str, seed: int, completion: str | None) -> dict[str, Any]:
    """Return the first turn of the episode of a seed; with a completion, the turn after it."""
    from openenv.core.generic_client import GenericEnvClient

    async with GenericEnvClient(url, connect_timeout_s=WAIT, message_timeout_s=WAIT) as session:
        result = await session.reset(seed=seed)
        if completion is not None:
            result = await session.step({"completion": completion})
        return {"observation": result.observation, "reward": result.reward}
