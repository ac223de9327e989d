"""`sgpkit author review` and `study`: pages for people to judge candidates or take part in a study."""

import argparse
from pathlib import Path
from typing import Any

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import combine_options
from sgpkit.cli.base.values import DATA, INTEGER, PATH, PORT, POSITIVE, ROWS, WHOLE
from sgpkit.errors import UserError

DEFAULT_PORT = 8421
"""Fixed, so that open pages keep working when the server is restarted."""

PAGE = "The page"
RESULTS = "Results"
STUDY = "The study"

PAGE_OPTIONS = combine_options(
    option("--host", default="127.0.0.1", metavar="H", heading=PAGE,
           help="0.0.0.0: accept other machines, protected by a token"),
    option("--port", type=PORT, default=DEFAULT_PORT, metavar="P", heading=PAGE,
           help=f"default: {DEFAULT_PORT}; 0: any free port"),
    option("--token", metavar="T", heading=PAGE,
           help="access token; default: random if other machines can connect, else none"),
)  # fmt: skip

SUMMARY_OPTIONS = combine_options(
    option("--summary", is_flag=True, heading=RESULTS,
           help="print pass rates by type, reviewers, agreement and disputes; for a study: participants, agreement"),
    option("--json", "as_json", is_flag=True, heading=RESULTS, help="with --summary: print JSON"),
    option("--export", type=PATH, metavar="FILE", heading=RESULTS,
           help="write the accepted candidates (.parquet); for a study: the answers"),
    option("--out", type=PATH, metavar="FOLDER", heading=RESULTS,
           help=f"with --config: output folder, default {DATA}; for a study: its folder"),
)  # fmt: skip

CANDIDATE_OPTIONS = combine_options(
    option("--person", metavar="NAME", help="name of the only reviewer; default: reviewers choose a name on the page"),
    option("--at-least", type=POSITIVE, default=1, metavar="N", heading=RESULTS,
           help="number of reviewers that a candidate needs"),
    option("--rule", type=click.Choice(["majority", "all"]), default="majority", heading=RESULTS,
           help="reviewers who must accept a candidate (default: majority)"),
    option("--config", metavar="CONFIG", heading=RESULTS,
           help="with --export: build this config from the accepted candidates"),
    option("--workers", type=POSITIVE, default=1, metavar="N", heading=RESULTS,
           help="with --config: number of worker processes"),
)  # fmt: skip

STUDY_KIND = ("choices", "ratings")

STUDY_OPTIONS = combine_options(
    option("--data", metavar=ROWS, heading=STUDY, help=f"the rows; default: {DATA}, or the run's"),
    option("--items", type=WHOLE, metavar="N", heading=STUDY,
           help="number of questions (default: up to 500) or of generated drawings (default: 25)"),
    option("--true", type=WHOLE, metavar="N", heading=STUDY,
           help="for ratings: number of reference drawings mixed in; default: 25"),
    option("--judge", metavar="NAME", heading=STUDY,
           help="for ratings: use the criteria of this judge; default: the first judge of the run"),
    option("--batch", type=POSITIVE, metavar="N", heading=STUDY,
           help="items per person; default: 25; for ratings: all"),
    option("--people", type=POSITIVE, metavar="N", heading=STUDY, help="participants per batch; default: 5"),
    option("--instructions", type=PATH, metavar="FILE.md", heading=STUDY, help="shown before the first item"),
    option("--consent", type=PATH, metavar="FILE.md", heading=STUDY,
           help="consent form shown before a participant starts"),
    option("--seed", type=INTEGER, metavar="N", heading=STUDY,
           help="seed for choosing and ordering items and batches; default: 0"),
    option("--patience", type=POSITIVE, metavar="MINUTES", heading=STUDY,
           help="reassign the batch of a participant who is inactive for this time; default: 60"),
    option("--code", metavar="TEXT", heading=STUDY,
           help="completion code for all participants; default: a different one for each"),
    option("--platform", is_flag=True, default=None, heading=STUDY,
           help="store a hash of ?participant=ID from the page URL, so that no one takes part twice"),
    option("--unfinished", is_flag=True, heading=STUDY,
           help="with --summary and --export: include participants who did not finish"),
)  # fmt: skip


@command("review", "sgpkit author review authored/icons-svg-VISION")
@click.argument("candidates", metavar="CANDIDATES")
@CANDIDATE_OPTIONS
@PAGE_OPTIONS
@SUMMARY_OPTIONS
def review_command(candidates: str, **given: Any) -> int:
    """Open a local page where people accept, reject or edit candidates, or summarize and export the results.

    CANDIDATES is a folder written by `sgpkit author draft`.
    """
    return review(argparse.Namespace(candidates=candidates, **given))


@command("study", "sgpkit author study sgp-svg --kind choices --consent CONSENT.md --out studies/svg")
@click.argument("subject", metavar="CONFIG|RUN|STUDY")
@option("--kind", type=click.Choice(STUDY_KIND), help="create a study of this kind and open its page")
@STUDY_OPTIONS
@PAGE_OPTIONS
@SUMMARY_OPTIONS
def study_command(subject: str, **given: Any) -> int:
    """Open a page where people answer the questions of a CONFIG or rate the drawings of a RUN; or continue a STUDY."""
    from sgpkit.cli.author import study

    options = argparse.Namespace(subject=subject, **given)
    study.check(options)
    return study.command(options)


def review(options: argparse.Namespace) -> int:
    """Summarize or export the verdicts on candidates, or open the page if neither is requested."""
    folder = Path(options.candidates)
    if options.config and not options.export:
        raise UserError("--config needs --export FILE.parquet, the file for the accepted candidates")
    if options.summary:
        from sgpkit.studies.review import summary

        figures = summary.summary(folder, options.rule, options.at_least)
        print(summary.as_json(figures) if options.as_json else summary.as_text(figures))
    if options.export:
        export(folder, options)
    if not (options.summary or options.export):
        from sgpkit.reports import webapp

        webapp.check_installed()
        from sgpkit.studies.review import page_server

        page_server.serve(folder, options.person, options.host, options.port, options.token)
    return 0


def export(folder: Path, options: argparse.Namespace) -> None:
    """Write the accepted candidates, and build a config from them if one is named."""
    from sgpkit.benchmark import families

    benchmark = families.get(options.config) if options.config else None
    if benchmark is not None and "authored" not in benchmark.rows.sources:
        able = [one.config for one in families.all_benchmarks() if "authored" in one.rows.sources]
        raise UserError(
            f"{options.config} cannot be built from candidates; expected one of: {', '.join(able) or 'none'}"
        )

    from sgpkit.studies.review import export as exporting

    print(exporting.as_text(exporting.export(folder, options.export, options.rule, options.at_least)))
    if benchmark is not None:
        from sgpkit.api import building
        from sgpkit.cli.build import as_text

        out = options.out or Path(DATA)
        source = f"authored={options.export}"
        (built,) = building.build(benchmark.config, source=source, out=out, workers=options.workers)
        print(as_text(built, out))
