"""Prompts of a benchmark: how a row becomes messages to a model."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sgpkit.benchmark.rows import NOTHING, Row
from sgpkit.values import Completion

Messages = list[dict[str, Any]]
"""Chat messages: `role`, and `content` as text or as parts (`{"type": "text"|"image", …}`)."""

Conversation = Generator[Messages, Completion, None]
"""Yields messages, and receives the completion of each."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Options of a run that a strategy needs besides the row."""

    mode: str = "text"
    setting: str = ""
    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    examples: Sequence[Row] = ()


Strategy = Callable[[Row, Ask], "Messages | Conversation"]


@dataclass(frozen=True, kw_only=True)
class Prompts:
    """The prompts in which rows are shown to a model."""

    strategies: Mapping[str, Strategy]
    """Functions that turn a row into messages or a conversation, by name. The first is the default."""

    modes: tuple[str, ...] = ("text",)
    """What a prompt shows: "text" for the program, "image" for its picture, … The first is the default."""

    has_inputs: Callable[[Row, str], bool] | None = None
    """Whether a row has the inputs of a mode; None if all rows have them all."""

    settings: tuple[str, ...] = ("",)
    """Variants of the task that a paper compares. The first is the default."""

    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """The words of the prompts by name. A user can replace them."""

    sampling: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Sampling parameters of the published protocol: temperature, max_tokens, n, …"""

    authors: Callable[[Path, str, str], Mapping[str, str]] | None = None
    """Returns the authors' texts in a mode and a setting, by the names of `texts`, given the folder of their
    repository; None if no repository has them."""

    def ask(
        self,
        mode: str,
        setting: str = "",
        texts: Mapping[str, str] = NOTHING,
        examples: Sequence[Row] = (),
    ) -> Ask:
        """Return the options for strategies, with a user's texts in place of the benchmark's own."""
        return Ask(mode, setting, {**self.texts, **texts}, examples)


def messages(text: str) -> Messages:
    """Return one user message: the form of every single-turn strategy."""
    return [{"role": "user", "content": text}]
