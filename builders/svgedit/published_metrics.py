"""The metrics of the papers that are not the project's: SVGenius' relative Levenshtein distance and relative MSE.

The paper gives no formula of the first; taken here is the distance of the answer's text from the wanted one's by that
of the given text: 0 for the wanted text, 1 for the given one. The second is its formula (3), from 0 to 1: the square
root of the share of the given drawing's error that is gone.
"""

import math

from sgpkit.metrics.code.edit_distance import levenshtein

MAX_TEXT = 20_000
"""Characters beyond which texts are not compared."""


def relative_distance(given: str, target: str, answer: str) -> float:
    """Return the distance of an answer's text from the target, relative to that of the given text."""
    given, target, answer = (text.strip()[:MAX_TEXT] for text in (given, target, answer))
    return levenshtein(answer, target) / max(1, levenshtein(given, target))


def relative_mse(error: float, given: float) -> float:
    """Return SVGenius' rMSE: 1 if no error is left, 0 where there is as much as at the start, or more."""
    return math.sqrt(1 - min(1.0, error / given)) if given > 0 else float(error == 0)
