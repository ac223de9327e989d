"""The headline with and without the rows that the dataset's errata flag or withdraw."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from sgpkit.data.errata import Erratum
from sgpkit.runs.scoring import figures
from sgpkit.status import Status


def section(errata: Sequence[Erratum], table: pl.DataFrame) -> dict[str, Any]:
    """Return the figures for scores.json without the rows that errata name; empty if they name none of the
    table's."""
    named = {kind: [erratum.id for erratum in errata if erratum.kind == kind] for kind in ("flagged", "withdrawn")}
    return without(named["flagged"], named["withdrawn"], table)


def without(flagged: Sequence[str], withdrawn: Sequence[str], table: pl.DataFrame) -> dict[str, Any]:
    """Return the headline without withdrawn rows, and without flagged ones too, under the key `errata`; empty if no row
    was asked that is either."""
    asked = set(table["id"])
    doubted, gone = (sorted(asked.intersection(names)) for names in (flagged, withdrawn))
    if not doubted and not gone:
        return {}
    counted = table.filter(pl.col("status") != str(Status.INFRA_ERROR))

    def left(names: Sequence[str]) -> Mapping[str, Any]:
        return figures.estimate(counted.filter(~pl.col("id").is_in(list(names))))

    return {
        "errata": {
            "flagged": doubted,
            "withdrawn": gone,
            "without_withdrawn": left(gone),
            "without_any": left([*doubted, *gone]),
        }
    }


def in_words(errata: Mapping[str, Any]) -> str:
    """Return the figures of `without` as a sentence."""
    gone, doubted = len(errata["withdrawn"]), len(errata["flagged"])
    return (
        f"errata: {gone:,} rows withdrawn, {doubted:,} flagged; score without withdrawn rows: "
        f"{in_figures(errata['without_withdrawn'])}, also without flagged rows: {in_figures(errata['without_any'])}"
    )


def in_figures(figure: Mapping[str, Any]) -> str:
    """Return a mean and its number of responses as text."""
    return f"{figure['value']:.4f} over {figure['n']:,}" if figure["n"] else "no rows left"
