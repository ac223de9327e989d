"""`sgpkit review`: the page on which people judge candidates, its results, and studies with people.

Everything is imported when it is called, as in `cli`.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from sgpkit.cli import study
from sgpkit.cli.run_options import DATA, positive
from sgpkit.errors import UserError

PORT = 8421
"""Fixed, so that pages which are open go on when the server is started again."""


def review_command(options: argparse.Namespace) -> int | None:
    """A local page on which people accept, reject or edit candidates; its results; a study with people."""
    if study.is_meant(options):
        return study.command(options)
    folder = Path(options.candidates)
    if options.config and not options.export:
        raise UserError("--config builds from what was accepted; say where to write that: --export FILE.parquet")
    if options.summary:
        from sgpkit.review import summary

        figures = summary.summary(folder, options.rule, options.at_least)
        print(summary.as_json(figures) if options.json else summary.as_text(figures))
    if options.export:
        export(folder, options)
    if not (options.summary or options.export):
        from sgpkit import webapp

        webapp.check_installed()
        from sgpkit.review import page_server

        page_server.serve(folder, options.person, options.host, options.port, options.token)
    return 0


def export(folder: Path, options: argparse.Namespace) -> None:
    """Write what was accepted, and build a config from it if one is named."""
    from sgpkit import families

    benchmark = families.get(options.config) if options.config else None
    if benchmark is not None and "authored" not in benchmark.sources:
        able = [other.config for other in families.all_benchmarks() if "authored" in other.sources]
        raise UserError(f"{options.config} takes no candidates of people; these do: {', '.join(able) or 'none'}")

    from sgpkit.review import export as review_export

    print(review_export.as_text(review_export.export(folder, options.export, options.rule, options.at_least)))
    if benchmark is not None:
        from sgpkit.dataset import build

        out = options.out or Path(DATA)
        report = build.build(benchmark, out, "authored", str(options.export), workers=options.workers)
        rows = ", ".join(f"{count:,} {split}" for split, count in report.rows.items())
        log = f", {report.skipped:,} skipped (see {report.folder}/build-log.jsonl)" if report.skipped else ""
        print(f"{report.config}: {rows}{log} in {report.folder}. Its card: sgpkit card {out}")


def review_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "candidates",
        metavar="CANDIDATES",
        help="the folder that `sgpkit author` wrote; of a study: a CONFIG, a RUN, or the STUDY",
    )
    sub.add_argument("--person", metavar="NAME", help="the one person who reviews; else each picks a name on the page")
    page = sub.add_argument_group("the page")
    page.add_argument("--host", default="127.0.0.1", metavar="H", help="0.0.0.0: open to other machines, with a token")
    page.add_argument("--port", type=port, default=PORT, metavar="P", help=f"default: {PORT}; 0: any free one")
    page.add_argument(
        "--token", metavar="T", help="that visitors need; default: a random one where others can reach it"
    )
    after = sub.add_argument_group("results")
    after.add_argument(
        "--summary",
        action="store_true",
        help="pass rates by type, people, agreement, disputes; of a study: who took part, agreement",
    )
    after.add_argument("--json", action="store_true", help="of --summary: as JSON")
    after.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="write the accepted candidates (.parquet); of a study: the answers",
    )
    after.add_argument("--at-least", type=positive, default=1, metavar="N", help="reviewers that a candidate needs")
    after.add_argument(
        "--rule", choices=["majority", "all"], default="majority", help="who must want it (default: majority)"
    )
    after.add_argument("--config", metavar="CONFIG", help="of --export: build this config from them")
    after.add_argument(
        "--out", type=Path, metavar="FOLDER", help=f"of --config: default {DATA}; of --study: its folder"
    )
    after.add_argument("--workers", type=positive, default=1, metavar="N", help="of --config")
    study.add(sub)


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: dict[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "review": (review_command, review_arguments),
}
