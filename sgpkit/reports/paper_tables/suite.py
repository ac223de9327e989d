"""The suite of runs that fills a paper's tables: a TOML file for `sgpkit eval`."""

import itertools
import json
from collections.abc import Iterator, Sequence

from sgpkit.benchmark import Benchmark, families
from sgpkit.reports.paper_tables.declaration import ASKED, PaperTable, load


def render(paper: str, model: str, numbers: Sequence[str] = ()) -> str:
    """Return the suite as TOML, with the number of rows as comments.

    Each config is asked in every mode and setting that a column names, and with all strategies if the lines of a table
    are strategies.
    """
    chosen = [table for table in load(paper) if not numbers or table.number in numbers]
    asked: dict[tuple[str, str, str, str], None] = {}
    for table in chosen:
        asked |= dict.fromkeys(runs_of(table))
    rows = {config: families.get(config).rows.counts.get("test", 0) for config, *_ in asked}
    total = sum(rows[config] for config, *_ in asked)
    lines = [
        f"# {len(asked)} runs with {total:,} requests fill the tables of {paper}.",
        "# Their cost: sgpkit eval FILE --estimate",
        f'title = "Tables of {paper}"',
    ]
    for config, strategy, mode, setting in asked:
        stated = {"config": config, "strategy": strategy, "mode": mode, "setting": setting}
        lines += ["", f"[[configs]]  # {rows[config]:,} rows"]
        lines += [f"{name} = {json.dumps(value)}" for name, value in stated.items() if value]
    return "\n".join([*lines, "", "[[models]]", 'engine = "vllm"', f"model = {json.dumps(model)}"])


def runs_of(table: PaperTable) -> Iterator[tuple[str, str, str, str]]:
    """Yield config, strategy, mode and setting of the runs that a table takes."""
    for column in table.columns:
        for config in dict.fromkeys(table.configs_of(column)):
            benchmark = families.get(config)
            choices = [values_of(table, benchmark, column.asked.get(name, ""), name) for name in ASKED]
            for strategy, mode, setting in itertools.product(*choices):
                yield config, strategy, mode, setting


def values_of(table: PaperTable, benchmark: Benchmark, stated: str, name: str) -> Sequence[str]:
    """Return the values of a field: the one that a column states, all of them if lines differ by it, else the first."""
    prompts = benchmark.prompts
    values = {"strategy": [*prompts.strategies], "mode": [*prompts.modes], "setting": [*prompts.settings]}[name] or [""]
    return [stated] if stated else values if name in table.lines else values[:1]
