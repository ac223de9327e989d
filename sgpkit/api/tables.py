"""Tables of papers, with the figures of runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from sgpkit.api import shown
from sgpkit.api.shown import public
from sgpkit.benchmark import NOTHING
from sgpkit.reports import paper_tables
from sgpkit.reports.paper_tables import text
from sgpkit.runs.scoring.scored_run import ScoredRun

if TYPE_CHECKING:
    import polars as pl


@public
@dataclass(frozen=True, repr=False)
class FilledTable:
    """A table of a paper: the printed lines, and below them those of runs.

    `missing` says which figures the runs lack, with the commands that add them.
    """

    paper: str
    number: str
    caption: str
    missing: tuple[str, ...]
    filled: paper_tables.Filled

    def __repr__(self) -> str:
        runs = sum(line.is_run for line in self.filled.lines)
        return shown.line(self, f"{self.paper}, table {self.number}: {len(self.filled.lines)} lines, {runs} of runs")

    def __str__(self) -> str:
        return text.as_text(self.filled)

    def _repr_html_(self) -> str:
        written = text.texts(self.filled)
        lines = [dict(zip_longest(written.heads, line, fillvalue="")) for line in written.lines]
        return shown.table(lines, text.title(self.filled))

    def to_polars(self) -> "pl.DataFrame":
        """Return the table with one row per line; the intervals of runs are in columns NAME_low and NAME_high."""
        return self.filled.to_polars()


@public
def tables(
    paper: str, *runs: Path | str, numbers: Sequence[str] = (), lm_eval: Mapping[str, Path | str] = NOTHING
) -> tuple[FilledTable, ...]:
    """Return the tables of a paper, with the figures of scored runs in its columns.

    `numbers` selects tables, such as `["3", "7"]`; default: all. `lm_eval` are results of lm-eval by the column that
    takes them, such as `{"oi": "lm-eval/oi"}` for SGP-Bench's Table 3. `str` of a table is its text as `sgpkit tables`
    prints it.
    """
    results = {mix: Path(path) for mix, path in lm_eval.items()}
    filled = paper_tables.tables(paper, [ScoredRun.open(Path(run)) for run in runs], numbers, results)
    return tuple(FilledTable(one.table.paper, one.table.number, one.table.caption, one.missing, one) for one in filled)
