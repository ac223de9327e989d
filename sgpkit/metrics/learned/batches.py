"""Run pictures and texts through a model in batches, each distinct one once, and return rows in the order of
the items.
"""

import hashlib
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
from tqdm import tqdm

from sgpkit.errors import UserError
from sgpkit.graphics.raster import Pixels

Rows = np.ndarray[Any, Any]
"""One row per item, in double precision."""


def embed(
    items: Sequence[Any],
    key: Callable[[Any], Hashable],
    work: Callable[[list[Any]], Any],
    batch_size: int,
) -> Rows:
    """Apply `work` to the distinct items and return one row per item. `work` returns a tensor with one row per item."""
    different: dict[Hashable, int] = {}
    first: list[Any] = []
    row_of = []
    for item in items:
        known = different.setdefault(key(item), len(different))
        row_of.append(known)
        if known == len(first):
            first.append(item)
    starts = tqdm(range(0, len(first), batch_size), "batches", unit="", disable=None, leave=False, delay=2)
    rows = [fitting(work, first[start : start + batch_size], batch_size) for start in starts]
    return np.concatenate(rows)[row_of] if rows else np.zeros((0, 0))


def fitting(work: Callable[[list[Any]], Any], batch: list[Any], batch_size: int) -> Rows:
    """Run one batch, in single precision and without gradients."""
    import torch

    try:
        with torch.inference_mode(), full_precision(torch):
            return np.asarray(work(batch).detach().cpu().numpy(), dtype=np.float64)
    except torch.OutOfMemoryError:
        smaller = f"--batch-size {max(1, batch_size // 4)}" if batch_size > 1 else "--device cpu"
        raise UserError(f"the device's memory does not hold a batch of {batch_size}; try {smaller}") from None


def full_precision(torch: Any) -> Any:
    """Return a context without TF32, in which convolutions on NVIDIA GPUs would round to ten bits.

    Note that `flags` disables every option that it does not get.
    """
    return torch.backends.cudnn.flags(enabled=True, deterministic=True, allow_tf32=False, fp32_precision="ieee")


def picture_key(picture: Pixels) -> Hashable:
    """Return a key that equal pictures share."""
    return picture.shape, hashlib.blake2b(np.ascontiguousarray(picture).data, digest_size=16).digest()


def text_key(text: str) -> Hashable:
    """Return a key that equal texts share."""
    return text


def unit(rows: Rows) -> Rows:
    """Return the rows normalised to length 1; rows of zeros are unchanged."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return rows / np.where(lengths == 0, 1.0, lengths)


def cosines(first: Rows, second: Rows) -> Rows:
    """Return the cosines between rows of the same index."""
    values: Rows = np.clip(np.einsum("ij,ij->i", unit(first), unit(second)), -1.0, 1.0)
    return values
