"""Tables of papers, with the figures of runs."""

from collections.abc import Sequence
from pathlib import Path

from sgpkit.reports import paper_tables
from sgpkit.reports.paper_tables import Filled
from sgpkit.runs.scoring.scored_run import ScoredRun


def tables(paper: str, *runs: Path | str, numbers: Sequence[str] = ()) -> list[Filled]:
    """Return the tables of a paper, with the figures of scored runs in its columns.

    `numbers` selects tables, such as `["3", "7"]`; default: all. Each has `to_polars()`.
    """
    return paper_tables.tables(paper, [ScoredRun.open(Path(run)) for run in runs], numbers)
