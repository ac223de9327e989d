"""Tables of a paper: the printed figures, and those of runs in the same columns.

A family declares its paper's tables in `tables.toml` (`declaration.py`); the figures that were printed are CSV files in
`sgpkit/published`, or next to the declaration. `filling.py` reads the figures of runs, `text.py` writes tables.

    for table in paper_tables.tables("sgp-bench", runs=[ScoredRun.open("runs/a")]):
        print(text.render(table, "markdown"))
"""

from collections.abc import Sequence

from sgpkit.errors import UserError
from sgpkit.reports.paper_tables.declaration import PaperTable, load, papers
from sgpkit.reports.paper_tables.filling import Filled, fill
from sgpkit.runs.scoring.scored_run import ScoredRun

__all__ = ["Filled", "PaperTable", "fill", "load", "papers", "tables"]


def tables(paper: str, runs: Sequence[ScoredRun] = (), numbers: Sequence[str] = ()) -> list[Filled]:
    """Return the tables of a paper with the figures of runs; `numbers` selects some of them. Raises UserError for an
    unknown paper or table, and for a run that no table of the paper has a column for."""
    declared = load(paper)
    known = [table.number for table in declared]
    if wrong := [number for number in numbers if number not in known]:
        raise UserError(f"{paper} has no table {wrong[0]!r}; it has {', '.join(known)}")
    used = {config for table in declared for config in table.configs}
    for run in runs:
        if run.benchmark.config not in used:
            raise UserError(f"{run.folder} is a run of {run.benchmark.config}, which is in no table of {paper}")
    return [fill(table, runs) for table in declared if not numbers or table.number in numbers]
