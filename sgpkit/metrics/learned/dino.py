"""The similarity of two pictures by DINOv2: the cosine of their features, at least 0.

The features are the mean of all tokens of the last layer, including the class token, as in ServiceNow's StarVector code
(starvector/metrics, DINOScoreCalculator), whose authors wrote VectorGym; that code prints (cos + 1) / 2, which is not
done here. With `features="class"`, only the class token is used.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.learned import models, transformed
from sgpkit.metrics.learned.batches import Rows, cosines
from sgpkit.metrics.learned.models import Checkpoint

FEATURES = ("mean", "class")


class Dino:
    """A checkpoint, loaded. `compare` compares pictures of the same index."""

    def __init__(self, wanted: Checkpoint, features: str = "mean") -> None:
        if features not in FEATURES:
            raise ValueError(f"unknown features {features!r}; expected one of {', '.join(FEATURES)}")
        measure = "DINO"
        self.model = models.transformers_model(wanted, measure)
        self.processor = models.image_processor(wanted, measure)
        self.taken = features
        self.batch_size = wanted.batch_size
        self.size = transformed.size(self.processor, measure)
        self.identity = models.identity(wanted, self.model, self.processor, size=self.size, features=features)

    def compare(self, pictures: Sequence[Pixels], references: Sequence[Pixels]) -> list[float]:
        """Return the similarity of each pair."""
        rows = self.features([*pictures, *references])
        return [float(value) for value in np.maximum(cosines(rows[: len(pictures)], rows[len(pictures) :]), 0.0)]

    def features(self, pictures: Sequence[Pixels]) -> Rows:
        """Return the features of pictures."""
        return transformed.features(self.model, self.processor, pictures, self.batch_size, self.chosen)

    def chosen(self, pixels: Any) -> Any:
        """Return the features of prepared pixels."""
        tokens = self.model(pixel_values=pixels).last_hidden_state
        return tokens.mean(dim=1) if self.taken == "mean" else tokens[:, 0]
