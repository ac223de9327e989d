"""The difference of two pictures by DreamSim (Fu et al., 2023), by the package `dreamsim`.

`TYPE` is one of the package's models, usually `ensemble`. `TYPE:FOLDER` reads the weights from a folder in the
package's layout; otherwise the package downloads them to PyTorch's cache. The types with DINO, including the ensemble,
fetch that network's code from its authors' repository through torch.hub; the others run only the package's code. The
distance is 1 minus the cosine of two embeddings.
"""

import contextlib
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sgpkit.errors import UserError, nearest
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.batches import cosines, embed, picture_key
from sgpkit.metrics.learned.models import Checkpoint

TYPES = ("ensemble", "dino_vitb16", "dinov2_vitb14", "clip_vitb32", "open_clip_vitb32", "synclr_vitb16")
SIZE = 224
EXPECTED = f"{', '.join(TYPES)}, which the package downloads, or TYPE:FOLDER with its weights"


class DreamSim:
    """The model, loaded. `compare` compares pictures of the same index."""

    def __init__(self, wanted: Checkpoint) -> None:
        measure = "DreamSim"
        name, _, folder = wanted.name.partition(":")
        if name not in TYPES:
            raise UserError(f"DreamSim: unknown type {name!r}{nearest(name, TYPES)}")
        if folder and not Path(folder).is_dir():
            raise UserError(f"DreamSim: {folder} is not a folder; expected one with the package's weights of {name}")
        torch = models.need("torch", measure)
        models.need("torchvision", measure)
        package = models.need("dreamsim", measure)
        self.device = models.device(wanted.device, measure)
        cache = Path(folder or Path(torch.hub.get_dir()) / "dreamsim")
        cache.mkdir(parents=True, exist_ok=True)
        with (
            models.user_errors(wanted, measure, EXPECTED),
            hub_unchanged(torch),
            contextlib.redirect_stdout(sys.stderr),
        ):
            self.model, _ = package.dreamsim(device=self.device, cache_dir=str(cache), dreamsim_type=name)
        self.batch_size = wanted.batch_size
        self.size = SIZE
        self.identity = models.bare_identity(name, self.model, size=SIZE)

    def compare(self, pictures: Sequence[Pixels], references: Sequence[Pixels]) -> list[float]:
        """Return the distance of each pair."""
        rows = embed([*pictures, *references], picture_key, self.embedded, self.batch_size)
        return [float(1.0 - value) for value in cosines(rows[: len(pictures)], rows[len(pictures) :])]

    def embedded(self, pictures: Sequence[Pixels]) -> Any:
        """Return the embeddings of one batch."""
        import torch

        stacked = np.stack([picture[..., :3] for picture in pictures]).transpose(0, 3, 1, 2)
        pixels = torch.from_numpy(np.ascontiguousarray(stacked)).to(self.device, torch.float32) / 255.0
        return self.model.embed(pixels)


@contextlib.contextmanager
def hub_unchanged(torch: Any) -> Iterator[None]:
    """Restore PyTorch's cache folder, which the package changes, and hide peft's warnings about intended behaviour."""
    folder = torch.hub.get_dir()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            yield
    finally:
        torch.hub.set_dir(folder)
