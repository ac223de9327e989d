"""`sgpkit dataset calibrate`: compare builtin rows with published rows, using runs of several models."""

from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH


@command("calibrate", "sgpkit dataset calibrate runs/* --keep sgp-bench")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option("--keep", type=PATH, metavar="FOLDER", help="store the figures in this dataset folder, for its card")
@JSON
def calibrate_command(runs: tuple[Path, ...], keep: Path | None, as_json: bool) -> None:
    """Check that builtin rows rank models in the same order as published rows, and compare the difficulty of each type.

    Give runs of at least three models, each on published and on builtin rows.
    """
    from sgpkit.quality import calibrate
    from sgpkit.runs.scoring.scored_run import ScoredRun

    calibrated = calibrate.calibrations([ScoredRun.open(folder) for folder in runs])
    show(as_json, [one.as_json() for one in calibrated], lambda: "\n\n".join(map(calibrate.as_text, calibrated)))
    if keep is not None:
        for one in calibrated:
            click.echo(f"{calibrate.keep(keep, one)}. Write the card: sgpkit dataset card {keep}", err=as_json)
