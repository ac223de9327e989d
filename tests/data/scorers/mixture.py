"""Half the structural similarity of two pictures, and half the cosine of an embedding of each.

Published rewards take CLIP for the embedding. Here it is a histogram of the directions of edges in 7 by 7 cells, which
needs no weights and, like CLIP, hardly sees where in a cell something is.
"""

import io

import numpy as np
from PIL import Image
from skimage.metrics import structural_similarity

CELLS, DIRECTIONS = 7, 8


def read(png: bytes) -> np.ndarray:
    """Return the grays of a picture."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("L"), dtype=float)


def embedding(grays: np.ndarray) -> np.ndarray:
    """Return the histograms of all cells, with a length of 1."""
    down, across = np.gradient(grays)
    direction = ((np.arctan2(down, across) % np.pi) / np.pi * DIRECTIONS).astype(int) % DIRECTIONS
    rows, columns = (np.indices(grays.shape) * CELLS) // np.array(grays.shape).reshape(2, 1, 1)
    bins = (rows * CELLS + columns) * DIRECTIONS + direction
    histogram = np.bincount(bins.ravel(), np.hypot(down, across).ravel(), CELLS * CELLS * DIRECTIONS)
    return histogram / max(1e-9, float(np.linalg.norm(histogram)))


def score(picture: bytes, reference_picture: bytes) -> float:
    """Return the mixture."""
    one, other = read(picture), read(reference_picture)
    likeness = float(structural_similarity(one, other, data_range=255))
    return likeness / 2 + float(embedding(one) @ embedding(other)) / 2
