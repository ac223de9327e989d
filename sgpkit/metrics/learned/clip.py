"""CLIP score, which measures how well a text describes a picture: 100 · max(cos, 0) of the two embeddings.

That is the convention of Hessel et al., CLIPScore (arXiv 2104.08718), with weight 100 instead of 2.5, as in
torchmetrics and the papers' tables. Any checkpoint with a text and a picture tower can be used: CLIP, Long-CLIP (CLIP
with 248 positions instead of 77), SigLIP, … A text with more tokens than the tower has positions is truncated; `cut`
says which are.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgpkit.errors import UserError
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.learned import models, transformed
from sgpkit.metrics.learned.batches import Rows, cosines, embed, text_key
from sgpkit.metrics.learned.models import Checkpoint


class Clip:
    """A checkpoint, loaded. `compare` scores pictures against texts."""

    def __init__(self, wanted: Checkpoint) -> None:
        measure = "CLIP score"
        self.model = models.transformers_model(wanted, measure)
        if not hasattr(self.model, "get_text_features") or not hasattr(self.model, "get_image_features"):
            raise UserError(f"{measure}: {wanted.name} is a {type(self.model).__name__}, which does not embed both")
        self.tokenizer = models.tokenizer(wanted, measure)
        self.processor = models.image_processor(wanted, measure)
        self.batch_size = wanted.batch_size
        self.size = transformed.size(self.processor, measure)
        self.positions = self.max_tokens()
        self.identity = models.identity(
            wanted, self.model, self.processor, self.tokenizer, size=self.size, positions=self.positions
        )

    def max_tokens(self) -> int:
        """Return the number of tokens that are read.

        The model's configuration is right; Long-CLIP often comes with CLIP's tokenizer, which says 77.
        """
        config = self.model.config
        positions = int(config.text_config.max_position_embeddings)
        if config.model_type in ("clip", "siglip", "siglip2"):
            return positions
        return min(positions, int(self.tokenizer.model_max_length))

    def compare(self, pictures: Sequence[Pixels], texts: Sequence[str]) -> list[float]:
        """Return the CLIP score of each pair."""
        values = 100.0 * np.maximum(cosines(self.of_pictures(pictures), self.of_texts(texts)), 0.0)
        return [float(value) for value in values]

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Return for each text whether it has more tokens than are read."""
        lengths = {text: len(self.tokenizer(text, verbose=False)["input_ids"]) for text in set(texts)}
        return [lengths[text] > self.positions for text in texts]

    def of_pictures(self, pictures: Sequence[Pixels]) -> Rows:
        """Return the embeddings of pictures."""
        return transformed.features(
            self.model,
            self.processor,
            pictures,
            self.batch_size,
            lambda pixels: pooled(self.model.get_image_features(pixel_values=pixels)),
        )

    def of_texts(self, texts: Sequence[str]) -> Rows:
        """Return the embeddings of texts."""
        # SigLIP was trained on texts that were always padded.
        padding = "max_length" if self.model.config.model_type.startswith("siglip") else True

        def work(batch: list[str]) -> Any:
            tokens = self.tokenizer(
                batch, padding=padding, truncation=True, max_length=self.positions, return_tensors="pt"
            )
            return pooled(self.model.get_text_features(**tokens.to(self.model.device)))

        return embed(texts, text_key, work, self.batch_size)


def pooled(output: Any) -> Any:
    """Return the embedding, which transformers 5 wraps in the tower's output."""
    return getattr(output, "pooler_output", output)
