"""The similarity of two texts by a sentence encoder: the cosine of their embeddings, at least 0.

BGE-M3's dense embedding is the first token's last hidden state. The pooling of a checkpoint for sentence-transformers
is read from its `1_Pooling/config.json`: the first token, or the mean of all tokens. Without that file, the first token
is used.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sgpkit.errors import UserError
from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.batches import Rows, cosines, embed, text_key
from sgpkit.metrics.learned.models import Checkpoint
from sgpkit.metrics.learned.text_models import TextModel

POOLING = "1_Pooling/config.json"
MODES = {"pooling_mode_cls_token": "first", "pooling_mode_mean_tokens": "mean"}


class Embedding:
    """A checkpoint, loaded. `compare` compares texts of the same index."""

    size = 0

    def __init__(self, wanted: Checkpoint) -> None:
        self.encoder = TextModel(wanted, "embedding")
        self.pooling = pooling(models.extra_file(wanted, POOLING), wanted)
        self.identity = models.identity(
            wanted,
            self.encoder.model,
            self.encoder.tokenizer,
            pooling=self.pooling,
            positions=self.encoder.max_tokens,
        )

    def compare(self, texts: Sequence[str], references: Sequence[str]) -> list[float]:
        """Return the similarity of each pair."""
        rows = self.of_texts([*texts, *references])
        values = np.maximum(cosines(rows[: len(texts)], rows[len(texts) :]), 0.0)
        return [0.0 if not text.strip() else float(value) for text, value in zip(texts, values, strict=True)]

    def of_texts(self, texts: Sequence[str]) -> Rows:
        """Return the embeddings of texts."""

        def work(batch: list[str]) -> Any:
            tokens = self.encoder.tokens(batch)
            states = self.encoder.model(**tokens).last_hidden_state
            if self.pooling == "first":
                return states[:, 0]
            mask = tokens["attention_mask"].unsqueeze(-1).to(states.dtype)
            return (states * mask).sum(dim=1) / mask.sum(dim=1)

        return embed(texts, text_key, work, self.encoder.batch_size)

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Return for each text whether it has more tokens than are read."""
        return self.encoder.cut(texts)


def pooling(config: Mapping[str, Any] | None, wanted: Checkpoint) -> str:
    """Return how a checkpoint pools: "first" or "mean"."""
    if config is None:
        return "first"
    chosen = [name for name in config if name.startswith("pooling_mode_") and config[name] is True]
    if "pooling_mode" in config:  # newer files have it as one word
        chosen = [{"cls": "pooling_mode_cls_token", "mean": "pooling_mode_mean_tokens"}.get(config["pooling_mode"], "")]
    if len(chosen) != 1 or chosen[0] not in MODES:
        raise UserError(
            f"embedding: {wanted.name} pools by {', '.join(chosen) or 'nothing'}; "
            f"expected one of {', '.join(MODES)} in {POOLING}"
        )
    return MODES[chosen[0]]
