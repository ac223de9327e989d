"""The types that an environment's server and client exchange."""

from typing import Any

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class Answer(Action):
    """The reply of the model to the messages of the turn before."""

    completion: str


class Turn(Observation):
    """A turn of an episode.

    `messages` are to be sent to the model next, in the form of OpenAI's chat interface, pictures as data URIs; none if
    the episode is done. After an answer, `status`, `reason`, `score` and `parts` are those of `sgpkit score`, and
    `picture` is the drawing as a data URI, "" if there is none. The reward is the score of the last answer: it is None
    before the episode is done, and for an answer that the machine could not score.
    """

    row: str = ""
    messages: list[dict[str, Any]] = Field(default_factory=list)
    status: str = ""
    reason: str = ""
    score: float | None = None
    parts: dict[str, float] = Field(default_factory=dict)
    picture: str = ""


class Progress(State):
    """The progress of an episode: its row, and the number of answers that were judged."""

    config: str = ""
    row: str = ""
    judged: int = 0
