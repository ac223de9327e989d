"""The variety of a drawing's colours: Shannon's entropy of its coarse colours, in bits.

The paper leaves out drawings of low colour entropy (appendix A.1.1), but states neither bins nor limit. Here each
channel has eight steps, and a drawing needs at least `drawing.LEAST_ENTROPY` bits.
"""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

STEPS = 8


def color_entropy(pixels: "np.ndarray") -> float:
    """Return the entropy of an image (height, width, 3 or more) of bytes."""
    import numpy as np

    coarse = np.asarray(pixels)[..., :3].astype(np.int64) * STEPS // 256
    codes = (coarse[..., 0] * STEPS + coarse[..., 1]) * STEPS + coarse[..., 2]
    counts = np.bincount(codes.ravel(), minlength=STEPS**3)
    return bits(float(count) for count in counts)


def of_areas(areas: Mapping[str, float]) -> float:
    """Return the entropy of colours with the areas that they cover, without rendering."""
    coarse: dict[tuple[int, ...], float] = {}
    for color, area in areas.items():
        step = tuple(int(color[index : index + 2], 16) * STEPS // 256 for index in (1, 3, 5))
        coarse[step] = coarse.get(step, 0.0) + area
    return bits(coarse.values())


def bits(weights: Iterable[float]) -> float:
    positive = [weight for weight in weights if weight > 0]
    whole = sum(positive)
    return -sum(weight / whole * math.log2(weight / whole) for weight in positive) if whole else 0.0
