"""`sgpkit author review` and `study`: pages on which people judge candidates, or take part in a study."""

import argparse
from pathlib import Path
from typing import Any

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import together
from sgpkit.cli.base.values import DATA, INTEGER, PATH, PORT, POSITIVE, ROWS, WHOLE
from sgpkit.errors import UserError

DEFAULT_PORT = 8421
"""Fixed, so that pages which are open go on when the server is started again."""

PAGE = "The page"
RESULTS = "Results"
STUDY = (
    "Study: people answer the questions of a CONFIG, or rate drawings of a RUN; the folder of a STUDY goes on with it"
)

PAGE_OPTIONS = together(
    option("--host", default="127.0.0.1", metavar="H", heading=PAGE,
           help="0.0.0.0: open to other machines, with a token"),
    option("--port", type=PORT, default=DEFAULT_PORT, metavar="P", heading=PAGE,
           help=f"default: {DEFAULT_PORT}; 0: any free one"),
    option("--token", metavar="T", heading=PAGE,
           help="that visitors need; default: a random one where others can reach it"),
)  # fmt: skip

SUMMARY_OPTIONS = together(
    option("--summary", is_flag=True, heading=RESULTS,
           help="pass rates by type, people, agreement, disputes; of a study: who took part, agreement"),
    option("--json", is_flag=True, heading=RESULTS, help="of --summary: as JSON"),
    option("--export", type=PATH, metavar="FILE", heading=RESULTS,
           help="write the accepted candidates (.parquet); of a study: the answers"),
    option("--out", type=PATH, metavar="FOLDER", heading=RESULTS,
           help=f"of --config: default {DATA}; of a study: its folder"),
)  # fmt: skip

CANDIDATE_OPTIONS = together(
    option("--person", metavar="NAME", help="the one person who reviews; else each picks a name on the page"),
    option("--at-least", type=POSITIVE, default=1, metavar="N", heading=RESULTS,
           help="reviewers that a candidate needs"),
    option("--rule", type=click.Choice(["majority", "all"]), default="majority", heading=RESULTS,
           help="who must want it (default: majority)"),
    option("--config", metavar="CONFIG", heading=RESULTS, help="of --export: build this config from them"),
    option("--workers", type=POSITIVE, default=1, metavar="N", heading=RESULTS, help="of --config"),
)  # fmt: skip

STUDY_KIND = ("choices", "ratings")

STUDY_OPTIONS = together(
    option("--data", metavar=ROWS, heading=STUDY, help=f"the rows; default: {DATA}, or the run's"),
    option("--items", type=WHOLE, metavar="N", heading=STUDY,
           help="questions, default 500 or all; generated drawings, 25"),
    option("--true", type=WHOLE, metavar="N", heading=STUDY,
           help="of ratings: true drawings among them; default: 25"),
    option("--judge", metavar="NAME", heading=STUDY,
           help="of ratings: by this judge's criteria; default: the run's first"),
    option("--batch", type=POSITIVE, metavar="N", heading=STUDY, help="items a person; default: 25, of ratings all"),
    option("--people", type=POSITIVE, metavar="N", heading=STUDY, help="who finish each batch; default: 5"),
    option("--instructions", type=PATH, metavar="FILE.md", heading=STUDY, help="shown before the first item"),
    option("--consent", type=PATH, metavar="FILE.md", heading=STUDY,
           help="what people agree to before they take part"),
    option("--seed", type=INTEGER, metavar="N", heading=STUDY, help="of items, batches and orders; default: 0"),
    option("--patience", type=POSITIVE, metavar="MINUTES", heading=STUDY,
           help="after which the batch of a silent participant goes to another; default: 60"),
    option("--code", metavar="TEXT", heading=STUDY,
           help="completion code for all; default: one of their own for each"),
    option("--platform", is_flag=True, default=None, heading=STUDY,
           help="keep a hash of ?participant=ID in the page's address, so that nobody takes part twice"),
    option("--unfinished", is_flag=True, heading=STUDY,
           help="of --summary and --export: also who did not finish"),
)  # fmt: skip


@command("review", "sgpkit author review authored/icons-svg-VISION")
@click.argument("candidates", metavar="CANDIDATES")
@CANDIDATE_OPTIONS
@PAGE_OPTIONS
@SUMMARY_OPTIONS
def review_command(candidates: str, **given: Any) -> int:
    """Open a local page on which people accept, reject or edit candidates, or say what came of it.

    CANDIDATES is the folder that `sgpkit author draft` wrote.
    """
    return review(argparse.Namespace(candidates=candidates, **given))


@command("study", "sgpkit author study sgp-svg --kind choices --consent CONSENT.md --out studies/svg")
@click.argument("subject", metavar="CONFIG|RUN|STUDY")
@option("--kind", type=click.Choice(STUDY_KIND), help="make a study and open its page")
@STUDY_OPTIONS
@PAGE_OPTIONS
@SUMMARY_OPTIONS
def study_command(subject: str, **given: Any) -> int:
    """Open a page on which people answer the questions of a CONFIG or rate drawings of a RUN; go on with a STUDY."""
    from sgpkit.cli.author import study

    options = argparse.Namespace(subject=subject, **given)
    study.check(options)
    return study.command(options)


def review(options: argparse.Namespace) -> int:
    """Summarize or export the verdicts on candidates, or else open the page."""
    folder = Path(options.candidates)
    if options.config and not options.export:
        raise UserError("--config builds from what was accepted; say where to write that: --export FILE.parquet")
    if options.summary:
        from sgpkit.studies.review import summary

        figures = summary.summary(folder, options.rule, options.at_least)
        print(summary.as_json(figures) if options.json else summary.as_text(figures))
    if options.export:
        export(folder, options)
    if not (options.summary or options.export):
        from sgpkit.studies import webapp

        webapp.check_installed()
        from sgpkit.studies.review import page_server

        page_server.serve(folder, options.person, options.host, options.port, options.token)
    return 0


def export(folder: Path, options: argparse.Namespace) -> None:
    """Write what was accepted, and build a config from it if one is named."""
    from sgpkit.benchmark import families

    benchmark = families.get(options.config) if options.config else None
    if benchmark is not None and "authored" not in benchmark.rows.sources:
        able = [one.config for one in families.all_benchmarks() if "authored" in one.rows.sources]
        raise UserError(f"{options.config} takes no candidates of people; these do: {', '.join(able) or 'none'}")

    from sgpkit.studies.review import export as exporting

    print(exporting.as_text(exporting.export(folder, options.export, options.rule, options.at_least)))
    if benchmark is not None:
        from sgpkit.api import building
        from sgpkit.cli.build import print_built

        out = options.out or Path(DATA)
        source = f"authored={options.export}"
        (built,) = building.build(benchmark.config, source=source, out=out, workers=options.workers)
        print_built(built, out)
