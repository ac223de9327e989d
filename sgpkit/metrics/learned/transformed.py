"""Compute features of pictures with a checkpoint of transformers and its own processor.

Pictures must be drawn at the size to which the processor scales them (`size`), so that they are not resampled. The
processor's cropping after that (DINOv2 keeps the middle 224 of 256 pixels) still applies.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from sgpkit.errors import UserError
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.learned.batches import Rows, embed, picture_key
from sgpkit.sandbox.workers.pool import workers

SIZES = ("shortest_edge", "height", "longest_edge")


def size(processor: Any, measure: str) -> int:
    """Return the side of the square that the processor scales a square picture to."""
    sizes = dict(processor.size) if processor.size is not None else {}
    for name in SIZES:
        if sizes.get(name):
            return int(sizes[name])
    raise UserError(f"{measure}: the checkpoint's processor does not state a picture size (it has {sizes})")


def prepared(processor: Any, pictures: Sequence[Pixels], device: str) -> Any:
    """Return pictures as prepared by the processor, on all cores, because a GPU consumes them faster than one core
    prepares them.
    """
    import torch
    from PIL import Image

    def part(start: int) -> Any:
        images = [Image.fromarray(np.asarray(picture)[..., :3]) for picture in pictures[start : start + share]]
        return processor(images=images, return_tensors="pt")["pixel_values"]

    share = -(-len(pictures) // workers())
    with ThreadPoolExecutor() as threads:
        return torch.cat(list(threads.map(part, range(0, len(pictures), share)))).to(device)


def features(
    model: Any, processor: Any, pictures: Sequence[Pixels], batch_size: int, chosen: Callable[[Any], Any]
) -> Rows:
    """Return the features of pictures; `chosen` computes them from the prepared pixels of a batch."""
    return embed(
        pictures,
        picture_key,
        lambda batch: chosen(prepared(processor, batch, model.device)),
        batch_size,
    )
