"""`sgpkit compare` and `sgpkit contamination`: comparisons of runs."""

import sys
from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH


@command("compare", "sgpkit compare runs/a runs/b --out compared.html")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option("--out", type=PATH, metavar="FILE.html", help="also write a page that shows the rows whose outcome changed")
@option("--url", default="", metavar="URL", help="folder URL where the page will be published, for its preview image")
@option("--force", is_flag=True, help="compare runs made with different data or prompts (marked in the output)")
@JSON
def compare_command(runs: tuple[Path, ...], out: Path | None, url: str, force: bool, as_json: bool) -> None:
    """Compare runs with the first one: paired differences with intervals, and a page of the rows that changed."""
    from sgpkit.sandbox.untrusted import workers

    workers.begin()
    from sgpkit import reports
    from sgpkit.api import scored
    from sgpkit.runs.scoring import compare

    pairs = scored.compare(*runs, force=force).pairs
    show(as_json, compare.as_json(pairs), lambda: compare.as_text(pairs))
    if out:
        print(reports.write_comparison(pairs, out, url), file=sys.stderr if as_json else sys.stdout)


@command("contamination", "sgpkit contamination runs/published runs/fresh")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option(
    "--train", multiple=True, metavar="FOLDER[:CONFIG[:SPLIT]]",
    help="training data of the model: also report how well probes trained on it answer the rows",
)  # fmt: skip
@JSON
def contamination_command(runs: tuple[Path, ...], train: tuple[str, ...], as_json: bool) -> None:
    """Compare a model's scores on published rows with those on fresh rows, or on original drawings and moved ones."""
    from sgpkit.data import drawings
    from sgpkit.quality import probing
    from sgpkit.runs.scoring import contamination
    from sgpkit.runs.scoring.scored_run import ScoredRun

    opened = [ScoredRun.open(folder) for folder in runs]
    sets = [chosen for argument in train for chosen in drawings.sets(argument, "train")]
    learned = [probing.learned_about(run.benchmark, run.run.data.rows, sets) for run in opened] if sets else []
    views = contamination.views(opened) if sets else contamination.contamination(opened)
    figures = contamination.as_json(views)
    known = [probed.as_json() for probed in learned]
    lines = [*([contamination.as_text(views)] if views else ()), *map(probing.as_text, learned)]
    show(as_json, {"views": figures, "learned": known} if sets else figures, "\n".join(lines))
