"""A benchmark's scorer, spread over a Ray cluster: `sgpkit score RUN --ray ADDRESS`.

Only single responses are judged there. What is computed over all of them stays where the run is.
"""

from collections.abc import Callable, Iterator, Sequence

from sgpkit import cluster
from sgpkit.benchmark import Benchmark, Completion, Row, Score

Judge = Callable[[Sequence[Row], Sequence[Completion]], list[Score]]

LEAST = 64
"""Responses that travel together: drawing and comparing that many takes seconds, the journey milliseconds."""


def judge(benchmark: Benchmark, address: str) -> Judge:
    """As `benchmark.score`."""

    def judged(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
        scores: dict[int, Score] = {}
        batches = list(together(rows))
        pairs = ([(rows[place], completions[place]) for place in batch] for batch in batches)

        def score_batch(batch: list[tuple[Row, Completion]]) -> list[Score]:
            assert benchmark.score is not None
            return benchmark.score([row for row, _ in batch], [completion for _, completion in batch])

        with cluster.connected(address):
            for batch, found in zip(batches, cluster.in_order(score_batch, pairs), strict=True):
                scores |= zip(batch, found, strict=True)
        return [scores[place] for place in range(len(rows))]

    return judged


def together(rows: Sequence[Row]) -> Iterator[list[int]]:
    """Places in batches that never part a cluster: a scorer may compare the rows of one drawing, or its samples."""
    clusters: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        clusters.setdefault(str(row["cluster"]), []).append(place)
    batch: list[int] = []
    for places in clusters.values():
        batch += places
        if len(batch) >= LEAST:
            yield batch
            batch = []
    if batch:
        yield batch
