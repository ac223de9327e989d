"""The options of `sgpkit review` as a study with people. What is done with them is imported when it is called."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from sgpkit.cli.run_options import DATA, positive, whole
from sgpkit.errors import UserError

KINDS = ("choices", "ratings")
PATIENCE = 60
USUAL_BATCH, USUAL_PEOPLE = 25, 5
FACTS = "study.json"
"""A folder that has it is a study."""

NEW = ("data", "items", "true", "judge", "batch", "instructions", "consent", "seed")
"""What a study is made by: of one that is there nothing of it can change."""

OTHERS = ("people", "patience", "code", "platform", "unfinished")
OF_CANDIDATES = ("person", "config")


def add(sub: argparse.ArgumentParser) -> None:
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
    group.add_argument("--people", type=positive, metavar="N", help=f"who finish each batch; default: {USUAL_PEOPLE}")
    group.add_argument("--instructions", type=Path, metavar="FILE.md", help="shown before the first item")
    group.add_argument("--consent", type=Path, metavar="FILE.md", help="what people agree to before they take part")
    group.add_argument("--seed", type=int, metavar="N", help="of items, batches and orders; default: 0")
    group.add_argument(
        "--patience", type=positive, metavar="MINUTES",
        help=f"after which the batch of who answers nothing goes to another; default: {PATIENCE}",
    )  # fmt: skip
    group.add_argument("--code", metavar="TEXT", help="completion code for all; default: one of their own for each")
    group.add_argument(
        "--platform", action="store_true", default=None,
        help="keep a hash of ?participant=ID in the page's address, so that nobody takes part twice",
    )  # fmt: skip
    group.add_argument("--unfinished", action="store_true", help="of --summary and --export: also who did not finish")


def is_meant(options: argparse.Namespace) -> bool:
    """Whether the command is about a study, and not about candidates. What is given and would do nothing is refused."""
    there = (Path(options.candidates) / FACTS).is_file()
    meant = there or options.study is not None
    if not meant and (given := named(options, (*NEW, *OTHERS))):
        raise UserError(f"{given} is of a study with people: add --study choices or --study ratings")
    if meant and (given := named(options, OF_CANDIDATES)):
        raise UserError(f"{given} is for candidates, and this is a study with people")
    if there and (given := named(options, NEW)):
        raise UserError(
            f"{given}: {options.candidates} is made already, and what people are asked cannot change\n"
            "Make another one: sgpkit review CONFIG --study choices --out FOLDER …"
        )
    return meant


def named(options: argparse.Namespace, names: Sequence[str]) -> str:
    """The first of these options that was given, as one types it; "" if none was."""
    values = {name: getattr(options, name) for name in names}
    return next((f"--{name}" for name, value in values.items() if value is not None and value is not False), "")


def command(options: argparse.Namespace) -> int:
    from sgpkit.review.study import command as study_command

    return study_command.command(options)
