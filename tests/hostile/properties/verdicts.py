"""Checks of the scores of a batch in which one answer is untrusted."""

import math
from collections.abc import Sequence

from sgpkit.status import Status
from sgpkit.values import Score


def check(scores: Sequence[Score], neighbours: Sequence[Score]) -> None:
    """Assert that the first and the last score are those of the neighbours alone, and that all scores are valid."""
    assert [repr(scores[0]), repr(scores[-1])] == [repr(neighbours[0]), repr(neighbours[-1])], (
        "a neighbour's score changed"
    )
    for score in scores:
        assert 0 <= score.value <= 1 and score.status is not Status.INFRA_ERROR, score
        assert all(math.isfinite(part) for part in score.parts.values()), score
        assert score.status is Status.OK or not score.value, f"a value for a refused answer: {score}"
