"""The intersection of two silhouettes by their union."""

import io

import numpy as np
from PIL import Image


def mask(png: bytes) -> np.ndarray:
    """Return where a picture is not white."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).min(axis=2) < 245


def score(picture: bytes, reference_picture: bytes) -> float:
    """Return the intersection over union."""
    one, other = mask(picture), mask(reference_picture)
    return float((one & other).sum() / max(1, (one | other).sum()))
