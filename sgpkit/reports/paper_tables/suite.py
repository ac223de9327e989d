"""The suite of runs that fills a paper's tables: a TOML file for `sgpkit eval`, with its size and cost as comments."""

import itertools
import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sgpkit.benchmark import Benchmark, families
from sgpkit.data.card import readme
from sgpkit.engines.endpoint import prices
from sgpkit.reports.paper_tables.declaration import ASKED, PaperTable, load
from sgpkit.reports.paper_tables.filling import printed_values
from sgpkit.runs import estimate, moved_rows, plan

COUNTED = 64
"""Rows of each config whose prompts and reference answers are counted."""


class Asked(NamedTuple):
    """A run of a suite; a field that the config has no choice of is empty."""

    config: str
    strategy: str
    mode: str
    setting: str


class Size(NamedTuple):
    """The size of some runs."""

    requests: float = 0
    tokens_in: float = 0
    tokens_out: float = 0

    def plus(self, other: "Size", times: float) -> "Size":
        return Size(*(one + times * more for one, more in zip(self, other, strict=True)))


def render(
    paper: str, model: str, numbers: Sequence[str] = (), data: str = moved_rows.DEFAULT, price_file: Path | None = None
) -> str:
    """Return the suite as TOML. Each config is asked in every mode and setting that a column names, and with the
    strategies, modes and settings that a table prints. Rows, requests, tokens and cost are comments: the rows as they
    are declared, the rest counted on those that are built in the folder `data`."""
    chosen = [table for table in load(paper) if not numbers or table.number in numbers]
    folder = Path(data)
    built = readme.open_readme(folder).configs if folder.is_dir() else []
    wanted = dict.fromkeys(run for table in chosen for run in runs_of(table))
    asked = [run for run in wanted if run.config in built or families.get(run.config).built_with_all]
    rows = {run.config: families.get(run.config).rows.counts.get("test", 0) for run in asked}
    total = sum(rows[run.config] for run in asked)
    lines = [
        f"# {len(asked)} runs of {total:,} rows together fill the tables of {paper}.",
        *sizes(asked, rows, data, model, price_file, built),
        *(f"# {brought(name, data)}" for name in dict.fromkeys(run.config for run in wanted if run not in asked)),
        f'title = "Tables of {paper}"',
        f"data = {json.dumps(data)}",
    ]
    for run in asked:
        known = f"{rows[run.config]:,} rows" if rows[run.config] else "the rows that are built"
        lines += ["", f"[[configs]]  # {known}"]
        lines += [f"{name} = {json.dumps(value)}" for name, value in run._asdict().items() if value]
    return "\n".join([*lines, "", "[[models]]", 'engine = "vllm"', f"model = {json.dumps(model)}"])


def brought(config: str, data: str) -> str:
    """Return what to do about a config without builtin rows."""
    return (
        f"{config} has no builtin rows; build them with --source first: sgpkit build {config} --source hub --out {data}"
    )


def sizes(
    asked: list[Asked], rows: dict[str, int], data: str, model: str, price_file: Path | None, built: Collection[str]
) -> Iterator[str]:
    """Yield comments on requests, tokens and cost. The sizes of configs that are not built are not known."""
    known = [run for run in asked if run.config in built]
    whole = Size()
    for run in known:
        planned = plan.plan(families.get(run.config), data, options_of(run))
        counted = estimate.estimate(planned, Path(data) / run.config)
        size = Size(counted.requests, counted.tokens_in, counted.tokens_out)
        whole = whole.plus(size, (rows[run.config] or len(planned.loaded.rows)) / counted.rows)
    if known:
        yield (
            f"# {whole.requests:,.0f} requests; tokens: {whole.tokens_in:,.0f} in, likely {whole.tokens_out:,.0f} out "
            f"(estimated from characters, on up to {COUNTED} rows of each config in {data})"
        )
        if price_file is None:
            yield "# cost: unknown; set token prices with --prices FILE"
        else:
            price = prices.read(price_file, model)
            cost = price.of(round(whole.tokens_in), round(whole.tokens_out))
            yield f"# cost: likely {cost:,.2f} {price.named}"
    if missing := [config for config in dict.fromkeys(run.config for run in asked) if config not in built]:
        yield f"# Not counted, since not built in {data}: {', '.join(missing)}"


def options_of(run: Asked) -> plan.Options:
    """Return options to plan a run with; the baseline stands for any model."""
    strategy, mode, setting = (value or None for value in run[1:])
    return plan.Options("baseline", "reference", strategy, mode, setting, lite=COUNTED)


def runs_of(table: PaperTable) -> Iterator[Asked]:
    """Yield the runs that a table takes."""
    for column in table.columns:
        for config in dict.fromkeys(table.configs_of(column)):
            benchmark = families.get(config)
            choices = [values_of(table, benchmark, column.asked.get(name, ""), name) for name in ASKED]
            for strategy, mode, setting in itertools.product(*choices):
                yield Asked(config, strategy, mode, setting)


def values_of(table: PaperTable, benchmark: Benchmark, stated: str, name: str) -> Sequence[str]:
    """Return the values of a field: the one that a column states, those that are printed if lines differ by it or the
    table asks for several, else the first."""
    prompts = benchmark.prompts
    values = {"strategy": [*prompts.strategies], "mode": [*prompts.modes], "setting": [*prompts.settings]}[name] or [""]
    several = name in table.lines or name in table.asks
    return [stated] if stated else printed_values(table, name, values) if several else values[:1]
