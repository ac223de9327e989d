"""A sequence of tables, of which only the latest are in memory."""

import random

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from sgpkit.runs.scoring import columns
from sgpkit.runs.scoring.columns import Columns


def drawn(generator: random.Random, height: int) -> pl.DataFrame:
    """Return a table with some of the columns of scores."""
    table = pl.DataFrame(
        {
            "id": [f"row {generator.random()}" for _ in range(height)],
            "value": [generator.random() for _ in range(height)],
            "label": [generator.choice(["A", "a label that is longer than a view", None]) for _ in range(height)],
            "names": [[str(number) for number in range(generator.randrange(3))] for _ in range(height)],
            "part": [generator.choice([0.5, None]) for _ in range(height)],
        },
        schema_overrides={"part": pl.Float64, "label": pl.String, "names": pl.List(pl.String)},
    )
    if generator.random() < 0.3:
        table = table.with_columns(part=pl.lit(None))
    return table.drop(generator.sample(["label", "names", "part"], generator.randrange(3)))


@pytest.mark.parametrize("together", [1, 7, 30, 1_000])
def test_written_tables_come_back_as_they_were(monkeypatch, tmp_path, together):
    monkeypatch.setattr(columns, "TOGETHER", together)
    monkeypatch.setattr(columns.tempfile, "tempdir", str(tmp_path))
    for seed in range(8):
        generator = random.Random(seed)
        tables = [drawn(generator, generator.randrange(1, 9)) for _ in range(20)]
        kept = Columns()
        for table in tables:
            kept.add(table)
            assert sum(one.height for one in kept.latest) < together
        result = kept.table()
        assert_frame_equal(result, pl.concat(tables, how="diagonal_relaxed"))
        assert result.n_chunks() == 1, "sums over several pieces differ in the last digit"
        assert not list(tmp_path.iterdir()), "files are removed"


def test_a_single_table_is_not_copied():
    table = pl.DataFrame({"value": [1.0, 2.0]})
    kept = Columns()
    kept.add(table)
    assert kept.table() is table
