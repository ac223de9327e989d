"""Tables of a paper: the printed figures, and those of runs in the same columns.

A family declares its paper's tables in `tables.toml` (`declaration.py`); the figures that were printed are CSV files in
`sgpkit/published`, or next to the declaration. `filling.py` reads the figures of runs, `general.py` results of lm-eval,
`text.py` writes tables.

    for table in paper_tables.tables("sgp-bench", runs=[ScoredRun.open("runs/a")]):
        print(text.render(table, "markdown"))
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from sgpkit.benchmark import NOTHING, Benchmark
from sgpkit.errors import UserError
from sgpkit.reports.paper_tables import general
from sgpkit.reports.paper_tables.declaration import PaperTable, declarations, load, mentions, papers
from sgpkit.reports.paper_tables.filling import Filled, fill, printed_values
from sgpkit.runs.scoring.scored_run import ScoredRun

__all__ = ["Filled", "PaperTable", "fill", "load", "of_runs", "of_strategies", "papers", "tables"]


def tables(
    paper: str,
    runs: Sequence[ScoredRun] = (),
    numbers: Sequence[str] = (),
    lm_eval: Mapping[str, Path] = NOTHING,
) -> list[Filled]:
    """Return the tables of a paper with the figures of runs; `numbers` selects some of them. `lm_eval` are results of
    lm-eval by the column that takes them. Raises UserError for an unknown paper or table, and for a run or results
    that no table of the paper has a column for."""
    declared = load(paper)
    known = [table.number for table in declared]
    if wrong := [number for number in numbers if number not in known]:
        raise UserError(f"{paper} has no table {wrong[0]!r}; it has {', '.join(known)}")
    used = {config for table in declared for config in table.configs}
    for run in runs:
        if run.benchmark.config not in used:
            raise UserError(f"{run.folder} is a run of {run.benchmark.config}, which is in no table of {paper}")
    results = general.opened(lm_eval, declared)
    return [fill(table, runs, results) for table in declared if not numbers or table.number in numbers]


def of_runs(runs: Sequence[ScoredRun], page: Sequence[ScoredRun] = ()) -> list[Filled]:
    """Return the tables that belong to runs of one config, by the strategy they were asked with, with their lines.
    Columns of other configs are filled from the other runs of the page."""
    filled = []
    for table in with_config(runs[0].benchmark.config):
        if any(fits(table, run) for run in runs):
            others = [run for run in page if all(run is not one for one in runs)]
            filled.append(fill(table, [run for run in (*runs, *others) if fits(table, run)]))
    return [table for table in filled if any(line.is_run for line in table.lines)]


def fits(table: PaperTable, run: ScoredRun) -> bool:
    """Return whether a table prints the config and the strategy of a run."""
    return belongs(table, run.benchmark, str(run.metadata["strategy"]))


def of_strategies(benchmark: Benchmark, strategies: Collection[str]) -> list[Filled]:
    """Return the printed tables that belong to a config asked with some strategies."""
    tables = with_config(benchmark.config)
    return [fill(table) for table in tables if any(belongs(table, benchmark, strategy) for strategy in strategies)]


def with_config(config: str) -> list[PaperTable]:
    """Return the tables with a column for a config."""
    known = [str(content["paper"]) for _, content in declarations() if mentions(content, config)]
    return [table for paper in known for table in load(paper) if config in table.configs]


def belongs(table: PaperTable, benchmark: Benchmark, strategy: str) -> bool:
    """Return whether a table prints a strategy; one that states none is of the config's first strategy."""
    return strategy in printed_values(table, "strategy", [*benchmark.prompts.strategies])
