"""Intervals of 10,000 rows: the cluster bootstrap in seconds, and compared with SciPy's on the same independent
rows.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
import scipy.stats

from sgpkit import statistics
from tools.bench.measure import Figure, at_least, at_most, median_seconds, ratio

ROWS = 10_000


def figures() -> Iterator[Figure]:
    generator = np.random.default_rng(0)
    marks, answers = generator.random(ROWS), (generator.random(ROWS) < 0.4).astype(float)
    single, fours = range(ROWS), [index // 4 for index in range(ROWS)]
    for what, values, clusters in [
        ("marks", marks, single),
        ("marks in fours", marks, fours),
        ("answers", answers, single),
    ]:
        taken = median_seconds(partial(statistics.cluster_bootstrap, values, clusters), rounds=3)
        yield at_most(f"10,000 resamples of 10,000 {what}", taken, 2, "s")
    value = ratio(
        lambda: statistics.cluster_bootstrap(answers[:2_000], range(2_000)),
        lambda: scipy.stats.bootstrap((answers[:2_000],), np.mean, n_resamples=10_000, method="BCa", batch=500),
    )
    yield at_least("the bootstrap of 2,000 answers against scipy.stats.bootstrap", value, 20)
