"""BERTScore's F1 (Zhang et al., arXiv 1904.09675): each token's best match by the cosine of hidden states.

Computed as in the authors' package, without weighting by rarity and without rescaling: special tokens at a text's ends
may be matched but are not counted; RoBERTa reads a text's first word as within a sentence (with a space before it); and
an intermediate layer is used, which for the checkpoints below is the package's choice (bert-score 0.3.13,
utils.model2layers). For other checkpoints it is the last layer, unless `layer` is given.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sgpkit.errors import UserError
from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.models import Checkpoint
from sgpkit.metrics.learned.text_models import TextModel

LAYERS = {
    "bert-base-uncased": 9,
    "bert-large-uncased": 18,
    "bert-base-multilingual-cased": 9,
    "roberta-base": 10,
    "roberta-large": 17,
    "xlm-roberta-base": 9,
    "xlm-roberta-large": 17,
    "distilbert-base-uncased": 5,
    "microsoft/deberta-xlarge-mnli": 40,
}

SPACED = ("roberta", "gpt2")
"""Kinds of models whose tokenizers distinguish words with and without a preceding space."""


class Tokens(NamedTuple):
    """A text's hidden states normalised to length 1, one row per token, and which of them count."""

    states: np.ndarray[Any, Any]
    counted: np.ndarray[Any, Any]


class BertScore:
    """A checkpoint, loaded. `compare` compares texts of the same index."""

    size = 0

    def __init__(self, wanted: Checkpoint, layer: int | None = None) -> None:
        self.encoder = TextModel(wanted, "BERTScore")
        last = int(self.encoder.model.config.num_hidden_layers)
        self.layer = layer if layer is not None else LAYERS.get(short(wanted.name), last)
        if not 0 <= self.layer <= last:
            raise UserError(f"BERTScore: layer {self.layer} of {wanted.name}; expected 0 to {last}")
        self.lead = " " if self.encoder.model.config.model_type in SPACED else ""
        self.identity = models.identity(
            wanted,
            self.encoder.model,
            self.encoder.tokenizer,
            layer=self.layer,
            positions=self.encoder.max_tokens,
        )

    def compare(self, texts: Sequence[str], references: Sequence[str]) -> list[float]:
        """Return the F1 of each pair."""
        known = self.read([*texts, *references])
        pairs = zip(texts, references, strict=True)
        return [f1(known[text.strip()], known[reference.strip()]) for text, reference in pairs]

    def read(self, texts: Sequence[str]) -> dict[str, Tokens]:
        """Return the tokens of each distinct text; texts of similar length are batched."""
        import torch

        from sgpkit.metrics.learned.batches import fitting

        different = sorted({text.strip() for text in texts}, key=lambda text: (len(text), text))
        by_text: dict[str, Tokens] = {}
        size = self.encoder.batch_size
        for start in range(0, len(different), size):
            batch = different[start : start + size]
            tokens = self.encoder.tokens([self.lead + text if text else "" for text in batch])

            def work(_: list[str], tokens: Any = tokens) -> Any:
                output = self.encoder.model(**tokens, output_hidden_states=True)
                return torch.nn.functional.normalize(output.hidden_states[self.layer], dim=-1)

            states = fitting(work, batch, size)
            present = tokens["attention_mask"].cpu().numpy().astype(bool)
            ids = tokens["input_ids"].cpu().numpy()
            for index, text in enumerate(batch):
                here = present[index]
                by_text[text] = Tokens(states[index][here], self.counts(ids[index][here]))
        return by_text

    def counts(self, ids: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        """Return which tokens count: all but special tokens."""
        markers = {self.encoder.tokenizer.cls_token_id, self.encoder.tokenizer.sep_token_id}
        return np.array([int(number) not in markers for number in ids])

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Return for each text whether it has more tokens than are read."""
        return self.encoder.cut(texts)


def short(name: str) -> str:
    """Return a checkpoint's name without the organisation: `roberta-large` for the Hub's full name of it."""
    return name.removeprefix("FacebookAI/").removeprefix("google-bert/").removeprefix("distilbert/")


def f1(text: Tokens, reference: Tokens) -> float:
    """Return the F1 of two texts; 0 if one of them is empty."""
    if not text.counted.any() or not reference.counted.any():
        return 0.0
    alike = text.states @ reference.states.T
    precision = float(alike.max(axis=1)[text.counted].mean())
    recall = float(alike.max(axis=0)[reference.counted].mean())
    if precision + recall <= 0:
        return 0.0
    return min(max(2.0 * precision * recall / (precision + recall), 0.0), 1.0)
