"""The client of an environment: one session per client, asynchronous, or synchronous by `Client(url).sync()`."""

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient

from sgpkit.integrations.openenv.models import Answer, Progress, Turn


class Client(EnvClient[Answer, Turn, Progress]):
    """A session of an environment.

    async with Client("http://127.0.0.1:8000") as session:
        first = await session.reset(seed=0)
        result = await session.step(Answer(completion=model(first.observation.messages)))
    """

    def _step_payload(self, action: Answer) -> dict[str, Any]:
        return {"completion": action.completion}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Turn]:
        reward, done = payload.get("reward"), bool(payload.get("done"))
        turn = Turn(**payload["observation"], reward=reward, done=done)
        return StepResult(observation=turn, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> Progress:
        return Progress(**payload)
