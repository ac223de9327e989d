"""The distance of two sets of pictures: the Fréchet distance of their features (FID), and the kernel distance (KID).

Plain functions over rows of features, in double precision. The order of the rows never matters. FID: Heusel et al.,
arXiv 1706.08500, eq. 6. KID: Bińkowski et al., arXiv 1801.01401, section 4, the unbiased estimate of the squared MMD
under the kernel (x·y / d + 1)³, over the whole sets, where the paper takes means over random subsets. Both need many
pictures; FID is biased upwards with few, and figures of sets of different sizes are not comparable.
"""

from typing import Any

import numpy as np

from sgpkit.metrics.learned.batches import Rows

BLOCK = 2048
"""Number of rows of a kernel that are in memory at once."""


def frechet(first: Rows, second: Rows) -> float:
    """Return |m₁ - m₂|² + tr(S₁ + S₂ - 2 (S₁S₂)^½), with covariances over n - 1."""
    check(first, second)
    apart = first.mean(axis=0) - second.mean(axis=0)
    roots = root(first), root(second)
    # With S = AᵀA, the eigenvalues of S₁S₂ are the squared singular values of A₁A₂ᵀ: no matrix root is needed, and no
    # precision is lost if there are fewer pictures than features.
    shared = np.linalg.svd(roots[0] @ roots[1].T, compute_uv=False).sum()
    spread = sum(float((matrix**2).sum()) for matrix in roots)
    return max(float(apart @ apart) + spread - 2.0 * float(shared), 0.0)


def root(rows: Rows) -> Rows:
    """Return a matrix A such that AᵀA is the covariance, with at most as many rows as columns."""
    centred: Rows = (rows - rows.mean(axis=0)) / np.sqrt(len(rows) - 1)
    if len(rows) <= rows.shape[1]:
        return centred
    triangle: Rows = np.linalg.qr(centred)[1]
    return triangle


def kernel(first: Rows, second: Rows) -> float:
    """Return the kernel distance, which may be slightly negative, since the estimate is unbiased."""
    check(first, second)
    count, other = len(first), len(second)
    within = own(first) / (count * (count - 1)) + own(second) / (other * (other - 1))
    return within - 2.0 * total(first, second) / (count * other)


def own(rows: Rows) -> float:
    """Return the sum of the kernel over all pairs of two different rows."""
    dimensions = rows.shape[1]
    return total(rows, rows) - float((((rows * rows).sum(axis=1) / dimensions + 1.0) ** 3).sum())


def total(first: Rows, second: Rows) -> float:
    """Return the sum of the kernel over all pairs with one row from each set."""
    dimensions = first.shape[1]
    return sum(
        float(((first[start : start + BLOCK] @ second.T / dimensions + 1.0) ** 3).sum())
        for start in range(0, len(first), BLOCK)
    )


def check(first: Rows, second: Rows) -> None:
    """Raise ValueError for features that cannot be compared."""
    for rows in (first, second):
        if rows.ndim != 2 or len(rows) < 2:
            raise ValueError(f"expected features of at least 2 pictures in each set, got {rows.shape}")
    if first.shape[1] != second.shape[1]:
        raise ValueError(
            f"features of {first.shape[1]} and {second.shape[1]} numbers; expected the same number of each"
        )


DISTANCES: dict[str, Any] = {"fid": frechet, "kid": kernel, "lite0_frechet": frechet, "lite0_kernel": kernel}
