"""The papers' tables: read whole, and what does not add up is said, not mended."""

import polars as pl
import pytest

from sgpkit import published
from sgpkit.errors import UserError

TYPES = {"semantics": 1085, "count": 819, "color": 864, "shape": 1217, "reason": 355}
CAD = {"cad_3d": 1000, "cad_3dcomplex": 700, "cad_2d": 700}


def test_every_table_names_its_source_and_has_room_for_notes():
    assert {"sgp-bench-table-1", "sgp-bench-table-4"} <= set(published.names())
    for name in published.names():
        table = published.table(name)
        assert table.height and table.schema["note"] == pl.String
        assert all(table["source"]) and table["note"].null_count() == 0
        assert table["model"].is_unique().all()


def test_table_1_of_sgp_bench():
    table = published.table("sgp-bench-table-1")
    assert table.height == 34
    assert dict(table["group"].value_counts().iter_rows()) == {
        "Open-source generic LLM": 24,
        "Open-source code LLM": 3,
        "Proprietary models": 7,
    }
    best = table.filter(pl.col("model") == "Claude 3.5 Sonnet").row(0, named=True)
    assert (best["avg"], best["se2_cons"], best["cad_2d"]) == (0.674, 0.870, 0.717)
    figures = table.select(pl.exclude("group", "model", "note", "source"))
    assert figures.width == 14 and figures.null_count().row(0) == (0,) * 14


def test_averages_that_do_not_add_up_have_a_note():
    for row in published.table("sgp-bench-table-1").iter_rows(named=True):
        mean = sum(row[name] * count for name, count in TYPES.items()) / sum(TYPES.values())
        assert (abs(mean - row["avg"]) > 0.008) is bool(row["note"]), row["model"]
        cad = sum(row[name] * count for name, count in CAD.items()) / sum(CAD.values())
        assert abs(cad - row["cad_avg"]) < 0.001


def test_table_4_of_sgp_bench():
    table = published.table("sgp-bench-table-4")
    assert dict(table.select("model", "accuracy").iter_rows())["GPT-4o"] == 13.0
    assert table.height == 6


def test_an_unknown_table_is_the_users_to_mend():
    with pytest.raises(UserError, match="did you mean 'sgp-bench-table-1'"):
        published.table("sgp-bench-table1")
