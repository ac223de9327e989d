"""`sgpkit author study`: check its options, and create or continue a study."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from sgpkit.cli.base.output import show
from sgpkit.cli.base.values import DATA
from sgpkit.errors import UserError
from sgpkit.studies.review.study.options import CHANGEABLE, Options, is_study

FIXED = ("data", "items", "true", "judge", "batch", "instructions", "consent", "seed")
"""Options that are fixed when a study is created."""


def check(options: argparse.Namespace) -> None:
    """Raise UserError if the study neither exists nor is being created, or for options without effect."""
    exists = is_study(Path(options.subject))
    if not exists and options.kind is None:
        raise UserError(
            f"{options.subject} is not a study folder; to create a study, add --kind choices or --kind ratings"
        )
    if exists and (given := first_given(options, FIXED)):
        raise UserError(
            f"{given}: the study {options.subject} exists, and its items cannot be changed\n"
            "Create another study: sgpkit author study CONFIG --kind choices --out FOLDER …"
        )


def first_given(options: argparse.Namespace, names: Sequence[str]) -> str:
    """Return the first of these options that was given, as typed on the command line; "" if none was."""
    values = {name: getattr(options, name) for name in names}
    return next((f"--{name}" for name, value in values.items() if value is not None and value is not False), "")


def command(options: argparse.Namespace) -> int:
    """Create or read a study, then summarize it, export its answers, or serve its page.

    `options.subject` is the CONFIG, the RUN or the STUDY.
    """
    from sgpkit.studies.review.study import export, folder, make, summary

    path = Path(options.subject)
    if is_study(path):
        study = folder.read(path)
        if options.kind not in (None, study.kind):
            raise UserError(f"{path} is a study of {study.kind}, not of {options.kind}")
    elif options.summary or options.export:
        raise UserError("expected a study folder with --summary or --export: sgpkit author study STUDY --summary")
    else:
        study = make.make(options.subject, new_study(options))
    if options.summary:
        figures = summary.summary(study, options.unfinished)
        show(options.as_json, figures, lambda: summary.as_text(figures))
    if options.export:
        print(export.export(study, options.export, options.unfinished))
    if not (options.summary or options.export):
        from sgpkit.reports import webapp

        webapp.check_installed()
        from sgpkit.studies.review.study import page_server

        changes = {name: value for name in CHANGEABLE if (value := getattr(options, name)) is not None}
        page_server.serve(study, options.host, options.port, options.token, changes)
    return 0


def new_study(options: argparse.Namespace) -> Options:
    """Return the options of a new study."""
    given = {name: getattr(options, name) for name in (*FIXED, *CHANGEABLE, "out")}
    if options.kind == "choices":
        given["data"] = options.data or DATA
    return Options(kind=options.kind, **given)
