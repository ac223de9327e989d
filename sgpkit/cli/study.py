"""The options of `sgpkit review` for studies with people. Everything is imported when it is called, as in `cli`."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from sgpkit.cli.run_options import DATA, positive, whole
from sgpkit.errors import UserError
from sgpkit.review.study.options import (
    CHANGEABLE,
    DEFAULT_PATIENCE,
    DEFAULT_PEOPLE,
    KINDS,
    Options,
    is_study,
)

FIXED = ("data", "items", "true", "judge", "batch", "instructions", "consent", "seed")
"""Options that a study is made with, and that cannot change afterwards."""

FOR_CANDIDATES = ("person", "config")


def add(sub: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = sub.add_argument_group(
        "study",
        "people answer the questions of a CONFIG, or rate drawings of a RUN; the folder of a STUDY goes on with it",
    )
    group.add_argument("--study", choices=KINDS, help="make a study and open its page")
    group.add_argument("--data", metavar="FOLDER|ORG/NAME[@REVISION]", help=f"the rows; default: {DATA}, or the run's")
    group.add_argument("--items", type=whole, metavar="N", help="questions, default 500 or all; generated drawings, 25")
    group.add_argument("--true", type=whole, metavar="N", help="of ratings: true drawings among them; default: 25")
    group.add_argument("--judge", metavar="NAME", help="of ratings: by this judge's criteria; default: the run's first")
    group.add_argument("--batch", type=positive, metavar="N", help="items a person; default: 25, of ratings all")
    group.add_argument("--people", type=positive, metavar="N", help=f"who finish each batch; default: {DEFAULT_PEOPLE}")
    group.add_argument("--instructions", type=Path, metavar="FILE.md", help="shown before the first item")
    group.add_argument("--consent", type=Path, metavar="FILE.md", help="what people agree to before they take part")
    group.add_argument("--seed", type=int, metavar="N", help="of items, batches and orders; default: 0")
    group.add_argument(
        "--patience", type=positive, metavar="MINUTES",
        help=f"after which the batch of a silent participant goes to another; default: {DEFAULT_PATIENCE}",
    )  # fmt: skip
    group.add_argument("--code", metavar="TEXT", help="completion code for all; default: one of their own for each")
    group.add_argument(
        "--platform", action="store_true", default=None,
        help="keep a hash of ?participant=ID in the page's address, so that nobody takes part twice",
    )  # fmt: skip
    group.add_argument("--unfinished", action="store_true", help="of --summary and --export: also who did not finish")


def is_meant(options: argparse.Namespace) -> bool:
    """Return whether the command is about a study; UserError for options that would have no effect."""
    exists = is_study(Path(options.candidates))
    meant = exists or options.study is not None
    if not meant and (given := first_given(options, (*FIXED, *CHANGEABLE, "unfinished"))):
        raise UserError(f"{given} is of a study with people: add --study choices or --study ratings")
    if meant and (given := first_given(options, FOR_CANDIDATES)):
        raise UserError(f"{given} is for candidates, and this is a study with people")
    if exists and (given := first_given(options, FIXED)):
        raise UserError(
            f"{given}: {options.candidates} is made already, and what people are asked cannot change\n"
            "Make another one: sgpkit review CONFIG --study choices --out FOLDER …"
        )
    return meant


def first_given(options: argparse.Namespace, names: Sequence[str]) -> str:
    """Return the first of these options that was given, as it is typed; "" if none was."""
    values = {name: getattr(options, name) for name in names}
    return next((f"--{name}" for name, value in values.items() if value is not None and value is not False), "")


def command(options: argparse.Namespace) -> int:
    """Make a study or read it, then summarise it, export its answers, or serve its page.

    `options.candidates` is the CONFIG, the RUN or the STUDY.
    """
    from sgpkit.review.study import export, folder, make, summary

    path = Path(options.candidates)
    if is_study(path):
        study = folder.read(path)
        if options.study not in (None, study.kind):
            raise UserError(f"{path} is a study of {study.kind}, not of {options.study}")
    elif options.summary or options.export:
        raise UserError("which study? Give its folder alone: sgpkit review STUDY --summary, or --export")
    else:
        study = make.make(options.candidates, new_study(options))
    if options.summary:
        figures = summary.summary(study, options.unfinished)
        print(json.dumps(figures, indent=1, ensure_ascii=False) if options.json else summary.as_text(figures))
    if options.export:
        print(export.export(study, options.export, options.unfinished))
    if not (options.summary or options.export):
        from sgpkit import webapp

        webapp.check_installed()
        from sgpkit.review.study import page_server

        changes = {name: value for name in CHANGEABLE if (value := getattr(options, name)) is not None}
        page_server.serve(study, options.host, options.port, options.token, changes)
    return 0


def new_study(options: argparse.Namespace) -> Options:
    """Return the options of a new study."""
    given = {name: getattr(options, name) for name in (*FIXED, *CHANGEABLE, "out")}
    if options.study == "choices":
        given["data"] = options.data or DATA
    return Options(kind=options.study, **given)
