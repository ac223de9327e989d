"""What the measures of texts share: how long a text a checkpoint reads, and its hidden states in batches."""

from collections.abc import Sequence
from typing import Any

from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.models import Checkpoint

OFFSET = ("roberta", "xlm-roberta", "camembert", "xlm-roberta-xl", "roberta-prelayernorm")
"""Kinds of models whose positions begin after the padding's own."""

UNUSED = ("pooler.",)
"""Layers that encoders of texts are often published without: hidden states are taken, before them."""


class TextModel:
    """An encoder with its tokenizer, loaded."""

    def __init__(self, wanted: Checkpoint, measure: str) -> None:
        self.model = models.transformers_model(wanted, measure, UNUSED)
        self.tokenizer = models.tokenizer(wanted, measure)
        self.batch_size = wanted.batch_size
        self.longest = self.room()

    def room(self) -> int:
        config = self.model.config
        said = int(self.tokenizer.model_max_length)
        positions = getattr(config, "max_position_embeddings", None)
        if not isinstance(positions, int) or positions <= 0:  # relative positions have no end
            return min(said, 8192)
        if config.model_type in OFFSET:
            positions -= int(config.pad_token_id) + 1
        return min(said, positions)

    def tokens(self, texts: Sequence[str]) -> Any:
        found = self.tokenizer(list(texts), padding=True, truncation=True, max_length=self.longest, return_tensors="pt")
        return found.to(self.model.device)

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Which texts have more tokens than are read."""
        lengths = {text: len(self.tokenizer(text, verbose=False)["input_ids"]) for text in set(texts)}
        return [lengths[text] > self.longest for text in texts]
