"""`sgpkit score` and `sgpkit report`: scores of runs, in the terminal and as a page."""

from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import RENDERER, ROWS_MOVED, ray_option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH, PORT


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
@option("--serve", is_flag=True, help="browse all runs below the folders on a local page, including unfinished ones")
@option("--port", type=PORT, default=0, metavar="P", help="with --serve: port of the page; default: any free port")
@JSON
def report_command(runs: tuple[Path, ...], out: Path, url: str, serve: bool, port: int, as_json: bool) -> None:
    """Write one self-contained page: scores with their intervals, statuses, and a gallery of all responses.

    RUN is a run folder, or a folder with runs below it: then the page is an index of all scored runs, with a page for
    each benchmark next to it.
    """
    if port and not serve:
        raise click.UsageError("argument --port: needs --serve")

    from sgpkit.sandbox.untrusted import workers

    workers.begin()
    if serve:
        from sgpkit.reports import webapp

        webapp.check_installed()
        from sgpkit.reports.browse import server

        server.serve(runs, port)
        return
    from sgpkit.api import scored

    page = scored.report(*runs, out=out, url=url).path
    show(as_json, {"page": page}, str(page))
