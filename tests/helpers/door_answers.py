"""What all tests of adapters ask, and the answers that are given."""

from collections.abc import Sequence

from sgpkit import families
from sgpkit.benchmark import Benchmark, Row


def asked() -> list[Benchmark]:
    """Return every config that is scored and has builtin data."""
    return [one for one in families.all_benchmarks() if one.score is not None and "builtin" in one.sources]


def answers(benchmark: Benchmark, rows: Sequence[Row]) -> list[str]:
    """Return answers right, wrong and unreadable in turn; row by row, so that frameworks must keep them apart."""
    kinds = (
        lambda row: benchmark.reference(row),
        lambda row: "I cannot say.",
        lambda row: benchmark.reference(row)[: len(benchmark.reference(row)) // 2],
    )
    return [kinds[index % len(kinds)](row) for index, row in enumerate(rows)]
