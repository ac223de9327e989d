"""A linear classifier that is fitted once for all folds: ridge regression in its dual form. Let K be the similarities
of all rows and A the inverse of (K + λ). The prediction for a left-out fold is y - (A of the fold)⁻¹ (A y), which
equals that of a fit without the fold (Cawley and Talbot 2003, doi:10.1016/S0031-3203(03)00136-5, for one row; the same
algebra holds for blocks).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Folds = npt.NDArray[np.intp]

PENALTY = 0.1
PENALTIES = (0.1, 1.0, 10.0)
"""Values of λ, for rows of length 1; the one that is best on the other folds is used."""


def left_out(similarities: Numbers, targets: Numbers, folds: Folds, penalty: float = PENALTY) -> Numbers:
    """Return the prediction for each row by a fit to the rows of all other folds."""
    inverse = np.linalg.inv(similarities + penalty * np.eye(len(similarities)))
    fitted = inverse @ targets
    predicted = np.empty_like(targets)
    for fold in np.unique(folds):
        (inside,) = np.nonzero(folds == fold)
        predicted[inside] = targets[inside] - np.linalg.solve(inverse[np.ix_(inside, inside)], fitted[inside])
    return predicted


def transferred(similarities: Numbers, across: Numbers, targets: Numbers, penalty: float = PENALTY) -> Numbers:
    """Return predictions for other rows, whose similarities to the fitted ones are the rows of `across`."""
    result: Numbers = across @ np.linalg.solve(similarities + penalty * np.eye(len(similarities)), targets)
    return result


def best_of(tried: Sequence[Sequence[float]], folds: Folds) -> list[float]:
    """Return for each row the result of the rule or penalty that is best on the other folds."""
    results = np.array(tried)
    chosen = {fold: int(results[:, folds != fold].sum(axis=1).argmax()) for fold in np.unique(folds)}
    return [float(results[chosen[fold], index]) for index, fold in enumerate(folds)]
