"""`sgpkit compare` and `sgpkit contamination`: runs held against one another."""

import json
import sys
from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.values import PATH


@command("compare", "sgpkit compare runs/a runs/b --out compared.html")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option("--out", type=PATH, metavar="FILE.html", help="also a page, with the pictures of what flipped")
@option("--url", default="", metavar="URL", help="the folder where the page will be, for its Open Graph picture")
@option("--force", is_flag=True, help="compare what was asked other data or prompts, and say so")
@option("--json", "as_json", is_flag=True, help="print the figures as JSON")
def compare_command(runs: tuple[Path, ...], out: Path | None, url: str, force: bool, as_json: bool) -> None:
    """Compare runs with the first one: the paired difference with its interval, and a page of the rows that flipped."""
    from sgpkit.sandbox.untrusted import workers

    workers.begin()
    from sgpkit import reports
    from sgpkit.api import scored
    from sgpkit.runs.scoring import compare

    pairs = scored.compare(*runs, force=force).pairs
    print(json.dumps(compare.as_json(pairs), indent=1, ensure_ascii=False) if as_json else compare.as_text(pairs))
    if out:
        print(reports.write_comparison(pairs, out, url), file=sys.stderr if as_json else sys.stdout)


@command("contamination", "sgpkit contamination runs/published runs/fresh")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option(
    "--train", multiple=True, metavar="FOLDER[:CONFIG[:SPLIT]]",
    help="what the model was trained on: also say what probes learn from it about the rows",
)  # fmt: skip
@option("--json", "as_json", is_flag=True, help="print the figures as JSON")
def contamination_command(runs: tuple[Path, ...], train: tuple[str, ...], as_json: bool) -> None:
    """Set a model's figures on published rows beside those on fresh ones, or on drawings as they were and moved."""
    from sgpkit.data import drawings
    from sgpkit.quality import probing
    from sgpkit.runs.scoring import contamination
    from sgpkit.runs.scoring.scored_run import ScoredRun

    opened = [ScoredRun.open(folder) for folder in runs]
    sets = [chosen for argument in train for chosen in drawings.sets(argument, "train")]
    learned = [probing.learned_about(run.benchmark, run.run.data.rows, sets) for run in opened] if sets else []
    views = contamination.views(opened) if sets else contamination.contamination(opened)
    if as_json:
        figures = contamination.as_json(views)
        known = [probed.as_json() for probed in learned]
        print(json.dumps({"views": figures, "learned": known} if sets else figures, indent=1, ensure_ascii=False))
        return
    print("\n".join([*([contamination.as_text(views)] if views else ()), *map(probing.as_text, learned)]))
