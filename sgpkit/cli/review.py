"""`sgpkit review`: the page on which people judge candidates, what came of it, and the study with people (`study_*`).

Everything is imported when it is called, as in `cli`.
"""

import argparse
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sgpkit.cli.run_options import DATA, positive
from sgpkit.errors import UserError
from sgpkit.review.study import options as study_arguments

PORT = 8421
"""Fixed, so that pages which are open go on when the server is started again."""


def review_command(options: argparse.Namespace) -> int | None:
    """A local page on which people accept, reject or mend candidates; what came of it; a study with people."""
    if study_arguments.is_meant(options):
        return study_arguments.command(options)
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
        serve(folder, options)
    return 0


def export(folder: Path, options: argparse.Namespace) -> None:
    """Write what was accepted, and build a config from it if one is named."""
    from sgpkit import families

    benchmark = families.get(options.config) if options.config else None
    if benchmark is not None and "authored" not in benchmark.sources:
        able = [each.config for each in families.all_benchmarks() if "authored" in each.sources]
        raise UserError(f"{options.config} takes no candidates of people; these do: {', '.join(able) or 'none'}")

    from sgpkit.review import exported

    print(exported.as_text(exported.export(folder, options.export, options.rule, options.at_least)))
    if benchmark is not None:
        from sgpkit.dataset import build

        out = options.out or Path(DATA)
        report = build.build(benchmark, out, "authored", str(options.export), workers=options.workers)
        rows = ", ".join(f"{count:,} {split}" for split, count in report.rows.items())
        log = f", {report.skipped:,} skipped (see {report.folder}/build-log.jsonl)" if report.skipped else ""
        print(f"{report.config}: {rows}{log} in {report.folder}. Its card: sgpkit card {out}")


def serve(folder: Path, options: argparse.Namespace) -> None:
    """The page, until somebody ends it."""
    from sgpkit import interrupts
    from sgpkit.review import desk, page_server, verdicts
    from sgpkit.runs import lock

    found = desk.open_desk(folder, options.person)
    reviews = folder / verdicts.FOLDER
    reviews.mkdir(exist_ok=True)
    interrupts.as_by_ctrl_c()
    try:
        with lock.held(reviews / ".lock", reviews):
            server = page_server.open_page(found, options.host, options.port, options.token)
            with suppress(KeyboardInterrupt):
                print(page_server.greeting(found, server), flush=True)
                server.run()
    except lock.Busy:
        raise UserError(
            f"another `sgpkit review` has {folder} open; several people share one: give them its address"
        ) from None
    print(f"\nEnded. Every verdict is in {reviews}; the same command goes on.")


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
    after = sub.add_argument_group("what came of it")
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
        help="write the accepted candidates (.parquet); of a study: what people said",
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
    study_arguments.add(sub)


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: dict[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "review": (review_command, review_arguments),
}
