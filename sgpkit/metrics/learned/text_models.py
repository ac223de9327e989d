"""Text encoders for learned metrics: tokens, and the maximum length of a text."""

from collections.abc import Sequence
from typing import Any

from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.models import Checkpoint

OFFSET = ("roberta", "xlm-roberta", "camembert", "xlm-roberta-xl", "roberta-prelayernorm")
"""Kinds of models whose position ids start after that of padding."""

UNUSED = ("pooler.",)
"""Layers after the hidden states, which are not used here; text encoders are often published without them."""


class TextModel:
    """An encoder with its tokenizer, loaded."""

    def __init__(self, wanted: Checkpoint, measure: str) -> None:
        self.model = models.transformers_model(wanted, measure, UNUSED)
        self.tokenizer = models.tokenizer(wanted, measure)
        self.batch_size = wanted.batch_size
        self.max_tokens = self.length_limit()

    def length_limit(self) -> int:
        """Return the number of tokens that are read."""
        config = self.model.config
        limit = int(self.tokenizer.model_max_length)
        positions = getattr(config, "max_position_embeddings", None)
        if not isinstance(positions, int) or positions <= 0:  # relative positions have no limit
            return min(limit, 8192)
        if config.model_type in OFFSET:
            positions -= int(config.pad_token_id) + 1
        return min(limit, positions)

    def tokens(self, texts: Sequence[str]) -> Any:
        """Return the tokens of a batch, on the model's device."""
        batch = self.tokenizer(
            list(texts), padding=True, truncation=True, max_length=self.max_tokens, return_tensors="pt"
        )
        return batch.to(self.model.device)

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Return for each text whether it has more tokens than are read."""
        lengths = {text: len(self.tokenizer(text, verbose=False)["input_ids"]) for text in set(texts)}
        return [lengths[text] > self.max_tokens for text in texts]
