"""Read the words in pictures by OCR, and measure the agreement of the words of two pictures.

The reader is RapidOCR: PaddleOCR's networks that find and read lines (PP-OCRv6 small, Apache-2.0), contained in the
package `rapidocr`, in onnxruntime on a CPU. It uses only the picture: letters drawn as paths count, and labels that are
covered or too small to read do not. It makes mistakes: rotated text is often misread, and a round shape may be taken
for a letter.
"""

import hashlib
import os
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sgpkit.errors import UserError
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics.code.edit_distance import levenshtein
from sgpkit.metrics.learned import models
from sgpkit.metrics.learned.batches import picture_key
from sgpkit.metrics.learned.models import Checkpoint

NAME = "rapidocr"
INSTALL = "pip install 'sgpkit[ocr]'"
SIDE = 736
"""Side of the pictures in pixels: the input size of the network that finds lines, so that pictures are not scaled."""

SURE = 0.8
"""Minimum confidence of a line that counts. Upright labels have over 0.95; arrowheads and round shapes that are taken
for letters are mostly below this.
"""

WORD = re.compile(r"[^\W_]+")


class Reader:
    """The reader, loaded. `compare` compares the words of pictures of the same index."""

    size = SIDE
    libraries = ("onnxruntime", NAME)

    def __init__(self, wanted: Checkpoint) -> None:
        measure = "text in pictures"
        if wanted.name != NAME:
            raise UserError(f"{measure}: unknown model {wanted.name!r}; expected {NAME}, the package")
        models.need("onnxruntime", measure, INSTALL)
        self.package = models.need(NAME, measure, INSTALL)
        files = sorted(Path(self.package.__file__).parent.glob("models/*.onnx"))
        digest = hashlib.blake2b(b"".join(file.read_bytes() for file in files), digest_size=16).hexdigest()
        self.identity = {"model": NAME, "revision": None, "weights": digest, "size": SIDE, "sure": SURE}
        self.known: dict[Any, tuple[str, ...]] = {}

    @cached_property
    def engine(self) -> Any:
        """The networks. They use as many threads as PyTorch would."""
        threads = {"EngineConfig.onnxruntime.intra_op_num_threads": int(os.environ.get("OMP_NUM_THREADS") or -1)}
        settings = {"Global.log_level": "critical", "Global.use_cls": False, "Global.text_score": SURE}
        return self.package.RapidOCR(params={**settings, **threads})

    def read(self, picture: Pixels) -> tuple[str, ...]:
        """Return the words in a picture, in lower case; equal pictures are read once."""
        key = picture_key(picture)
        if key not in self.known:
            lines = self.engine(np.ascontiguousarray(picture[..., 2::-1])).txts or ()
            self.known[key] = tuple(word for line in lines for word in WORD.findall(line.casefold()))
        return self.known[key]

    def compare(self, pictures: Sequence[Pixels], references: Sequence[Pixels]) -> list[float]:
        """Return the agreement of words for each pair."""
        pairs = zip(map(self.read, pictures), map(self.read, references), strict=True)
        return [agreement(one, other) for one, other in pairs]


def agreement(words: Sequence[str], expected: Sequence[str]) -> float:
    """Return the F1 of words under the pairing that maximises the sum of similarities; 1 if neither side has any. The
    order of words does not matter.
    """
    from scipy.optimize import linear_sum_assignment

    if not words or not expected:
        return float(not words and not expected)
    alike = np.array([[likeness(one, other) for other in expected] for one in words])
    rows, columns = linear_sum_assignment(alike, maximize=True)
    return float(2.0 * alike[rows, columns].sum() / (len(words) + len(expected)))


def likeness(one: str, other: str) -> float:
    """Return 1 - d / n, with Levenshtein's distance d and the length n of the longer word."""
    return 1.0 - levenshtein(one, other) / max(len(one), len(other))
