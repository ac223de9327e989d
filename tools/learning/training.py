"""A training by the recipe of symbolic instruction tuning, at settings for one core and few steps."""

import time
from pathlib import Path
from typing import Any, NamedTuple

from tools import ROOT

RECIPE = ROOT / "sgpkit" / "training" / "recipes" / "sit" / "one-gpu.toml"

CHANGES = (
    "training.rate=1e-3",  # there are few steps
    "training.warmup=2",
    "training.batch_per_device=1",  # no padding
    "training.activation_checkpointing=false",
)


class Trained(NamedTuple):
    """The size, the duration and the losses of a training.

    `first_loss` and `last_loss` are means of a quarter of the steps.
    """

    conversations: int
    tokens: int
    learned_tokens: int
    steps: int
    seconds: float
    processor_seconds: float
    first_loss: float
    last_loss: float


def train(model: Path, conversations: Path, out: Path) -> Trained:
    """Train an adapter on the conversations in a file, and save it in `out`."""
    from sgpkit.training.recipes.sit import settings, training

    read = settings.read(RECIPE, [f"model.name={model}", *CHANGES], [f"sit={conversations}"])
    tokenizer, encoded, metadata = training.prepare(read, RECIPE.parent)
    trainer: Any = training.trainer_of(read, tokenizer, encoded, out)
    begun = time.process_time()
    seconds = trainer.train().metrics["train_runtime"]
    processor_seconds = time.process_time() - begun
    trainer.model.save_pretrained(out)
    losses = [line["loss"] for line in trainer.state.log_history if "loss" in line]
    part = -(-len(losses) // 4)
    return Trained(
        metadata["rows"],
        metadata["tokens"],
        metadata["learned_tokens"],
        len(losses),
        round(seconds, 1),
        round(processor_seconds, 1),
        round(sum(losses[:part]) / part, 3),
        round(sum(losses[-part:]) / part, 3),
    )
