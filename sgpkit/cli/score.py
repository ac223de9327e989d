"""`sgpkit score` and `sgpkit report`: scores of runs, in the terminal and as a page."""

from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import RENDERER, ROWS_MOVED, ray_option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH


@command("score", "sgpkit score runs/mine")
@click.argument("run", type=PATH, metavar="RUN")
@ROWS_MOVED
@ray_option()
@option(
    "--shards",
    metavar="URL",
    help="with --ray: folder or URL (s3://…), reachable from all nodes, for the shards of a large run; "
    "default: the run folder, which the nodes must share",
)
@RENDERER
@JSON
@option("--full", is_flag=True, help="print every table instead of a 40-line summary")
def score_command(
    run: Path, data: str | None, ray: str | None, shards: str | None, renderer: str, as_json: bool, full: bool
) -> None:
    """Score a run: write the scores and scores.json, and print a summary. No model is asked."""
    from sgpkit.sandbox.untrusted import workers

    workers.begin()
    from sgpkit.api import scored
    from sgpkit.reports import terminal

    figures = scored.score(run, data=data, ray=ray, renderer=renderer, shards=shards).figures
    show(as_json, figures, lambda: terminal.scores(figures, full))


@command("report", "sgpkit report runs/mine runs/other --out out/report.html")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option("--out", type=PATH, default=Path("out/report.html"), metavar="FILE.html", help="default: out/report.html")
@option("--url", default="", metavar="URL", help="folder URL where the page will be published, for its preview image")
@JSON
def report_command(runs: tuple[Path, ...], out: Path, url: str, as_json: bool) -> None:
    """Write one self-contained page: accuracy with its interval, statuses, and a gallery of every response."""
    from sgpkit.sandbox.untrusted import workers

    workers.begin()
    from sgpkit.api import scored

    page = scored.report(*runs, out=out, url=url).path
    show(as_json, {"page": page}, str(page))
