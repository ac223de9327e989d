"""A benchmark's scorer on a Ray cluster: `sgpkit score RUN --ray ADDRESS`. Only single responses are scored there;
figures over all of them are computed locally. Tasks read large runs themselves: see `shards.py`.
"""

from collections.abc import Callable, Iterator, Sequence

from sgpkit.benchmark import Benchmark, Completion, Row, Score
from sgpkit.graphics import raster
from sgpkit.sandbox import cluster

Scorer = Callable[[Sequence[Row], Sequence[Completion]], list[Score]]

MIN_BATCH = 64
"""Responses per task: rendering and comparing them takes seconds, sending them milliseconds."""


def scorer(benchmark: Benchmark, address: str) -> Scorer:
    """Return a function equivalent to `Scoring.score`, on the cluster at an address."""

    def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
        scores: dict[int, Score] = {}
        batches = list(in_batches(rows))
        pairs = ([(rows[index], completions[index]) for index in batch] for batch in batches)

        renderer = raster.current_renderer()

        def score_batch(batch: list[tuple[Row, Completion]]) -> list[Score]:
            with raster.using(renderer):
                return benchmark.score_isolated([row for row, _ in batch], [completion for _, completion in batch])

        with cluster.connected(address):
            for number, scored in cluster.as_finished(score_batch, pairs):
                scores |= zip(batches[number], scored, strict=True)
        return [scores[index] for index in range(len(rows))]

    return score


def in_batches(rows: Sequence[Row]) -> Iterator[list[int]]:
    """Yield the indices of rows in batches that never split a cluster: a scorer may compare the rows of one drawing, or
    its samples."""
    clusters: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        clusters.setdefault(str(row["cluster"]), []).append(index)
    batch: list[int] = []
    for indices in clusters.values():
        batch += indices
        if len(batch) >= MIN_BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
