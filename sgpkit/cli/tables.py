"""`sgpkit tables`: the tables of a paper, with the figures of runs."""

import shutil
import sys
from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH
from sgpkit.errors import UserError

LEAST = 60
"""The minimum width in characters of a table."""


@command("tables", "sgpkit tables sgp-bench runs/a runs/b --table 1")
@click.argument("paper", metavar="PAPER")
@click.argument("runs", type=PATH, nargs=-1, metavar="[RUN…]")
@option("--table", "numbers", multiple=True, metavar="N", help="only this table; repeatable; default: all")
@option("--format", type=click.Choice(["text", "markdown", "csv", "latex"]), default="text", help="default: text")
@option(
    "--lm-eval", "lm_eval", multiple=True, metavar="MIX=RESULTS",
    help="results of lm-eval for the column MIX (oi, sit, rev_sit, mixed_sit of SGP-Bench's Table 3); repeatable",
)  # fmt: skip
@JSON
@option("--plan", metavar="MODEL", help="print the suite that fills the tables for a model, with its size, and exit")
@option("--data", metavar="FOLDER", help="with --plan: built data to count requests and tokens on; default: sgp-bench")
@option("--prices", type=PATH, metavar="FILE", help="with --plan: TOML file with dated token prices per model")
def tables_command(
    paper: str,
    runs: tuple[Path, ...],
    numbers: tuple[str, ...],
    format: str,
    lm_eval: tuple[str, ...],
    plan: str | None,
    data: str | None,
    prices: Path | None,
    as_json: bool,
) -> None:
    """Print the tables of a paper (sgp-bench, ssvg-bench, vgbench, turtlebench, vectorgym, or a family of your own):
    the printed figures, and those of scored runs in the same columns."""
    from sgpkit.reports import paper_tables
    from sgpkit.reports.paper_tables import suite, text
    from sgpkit.runs import moved_rows
    from sgpkit.runs.scoring.scored_run import ScoredRun

    if plan is not None:
        print(suite.render(paper, plan, numbers, data or moved_rows.DEFAULT, prices))
        return
    if data or prices:
        raise UserError("--data and --prices need --plan MODEL")
    results = {mix: Path(path) for mix, _, path in (item.partition("=") for item in lm_eval)}
    filled = paper_tables.tables(paper, [ScoredRun.open(folder) for folder in runs], numbers, results)
    lines = (
        [
            {"table": table.table.number, "lines": table.to_polars().to_dicts(), "missing": table.missing}
            for table in filled
        ]
        if as_json
        else []
    )
    width = max(shutil.get_terminal_size((text.WIDTH, 1)).columns, LEAST)
    show(as_json, lines, lambda: "\n\n\n".join(text.render(table, format, width) for table in filled))
    if format == "csv" and not as_json:
        for table in filled:
            for line in text.lacking(table):
                print(line, file=sys.stderr)
    used = {name for table in filled for line in table.lines if line.is_run for name in line.labels}
    if runs and not used:
        print("no figure of these runs is in the chosen tables", file=sys.stderr)
