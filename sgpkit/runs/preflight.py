"""Checks before the first request: whether the model can answer at all, and whether prompts fit."""

from collections.abc import Sequence

from sgpkit import engines
from sgpkit.benchmark import Messages
from sgpkit.engines import ModelProperties, Setup
from sgpkit.errors import UserError
from sgpkit.runs.conversation import Dialogue


def check(engine: str, setup: Setup, pending: Sequence[Dialogue]) -> None:
    """Raise UserError for runs that would have no answers: pictures for a text model, or a context that no prompt
    fits."""
    measure = engines.measure(engine, setup)
    pictured = sum(has_image(dialogue.messages) for dialogue in pending)
    if measure.images is False and pictured:
        raise UserError(
            f"{setup.model} does not accept pictures, but {pictured:,} of {len(pending):,} prompts contain one\n"
            f"Choose a --mode without pictures: {modes_in_words(setup)}"
        )
    if measure.context is not None:
        shortest = min((dialogue.messages for dialogue in pending), key=engines.estimate_tokens)
        needed = measure.count(shortest)
        # An estimate from characters may be wrong by half.
        if (needed if measure.exact else needed // 2) >= measure.context:
            raise UserError(
                f"{setup.model} has a context of {measure.context:,} tokens; even the shortest prompt has {needed:,}\n"
                "Choose a model with a larger context, or a shorter strategy (fewer examples)."
            )


def modes_in_words(setup: Setup) -> str:
    """Return the options for the modes of a config that show no picture, or the advice to use another model."""
    words = [f"--mode {mode}" for mode in setup.benchmark.prompts.modes if "image" not in mode]
    return " or ".join(words) if words else f"{setup.benchmark.config} has none; use a vision model"


def has_image(messages: Messages) -> bool:
    """Return whether any of the messages has an image."""
    return any(
        part["type"] == "image"
        for message in messages
        if isinstance(message["content"], list)
        for part in message["content"]
    )


def fits(measure: ModelProperties, prompt: int) -> bool:
    """Return whether a prompt of that many tokens leaves room for an answer; True if the context is not known."""
    return measure.context is None or prompt < measure.context
