"""The commands that speak with the Hub, or compare versions of a dataset repo. `cli.COMMANDS` takes them in."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sgpkit.cli import submissions
from sgpkit.cli.run_options import DATA, whole


def push_command(options: argparse.Namespace) -> None:
    """Push a built folder to the Hub: one commit, loaded back and compared, then a version tag."""
    from sgpkit.dataset.card import render as hub_cards
    from sgpkit.hub import push

    how = push.Options(options.create_pr, options.dry_run, options.message, options.remove, options.private)
    render = partial(hub_cards.render, place=options.repo)
    pushed = push.push(options.folder, options.repo, options.tag, render, how)
    print("\n".join(pushed.told))


def push_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("folder", type=Path, nargs="?", default=Path(DATA), metavar="FOLDER", help=f"default: {DATA}")
    sub.add_argument("--repo", required=True, metavar="ORG/NAME", help="the dataset repo; it is made if it is missing")
    sub.add_argument("--tag", required=True, metavar="vN.N.N", help="the version; a tag that exists is never moved")
    sub.add_argument("--create-pr", action="store_true", help="open a pull request instead; tag it once it is merged")
    sub.add_argument("--dry-run", action="store_true", help="say what would change, and send nothing")
    sub.add_argument("--message", metavar="TEXT", help="of the commit; default: the version and what changed")
    sub.add_argument("--remove", action="append", default=[], metavar="CONFIG", help="a config that is to go")
    sub.add_argument("--private", action="store_true", help="make a missing repo private")


def diff_command(options: argparse.Namespace) -> None:
    """Which rows were added, removed or changed between two versions: folders, or ORG/NAME[@REVISION]."""
    import json

    from sgpkit.hub import diff

    compared = diff.compare(options.old, options.new, options.config)
    print(json.dumps(diff.as_facts(compared), indent=1) if options.json else diff.as_text(compared, options.ids))


def diff_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("old", metavar="A")
    sub.add_argument("new", metavar="B", help="each a built folder, or ORG/NAME[@REVISION] on the Hub")
    sub.add_argument("--config", action="append", default=[], metavar="CONFIG", help="only these; default: all")
    sub.add_argument("--ids", type=whole, default=5, metavar="N", help="name up to N rows of each kind; default: 5")
    sub.add_argument("--json", action="store_true", help="print every id as JSON")


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: dict[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "push": (push_command, push_arguments),
    "diff": (diff_command, diff_arguments),
    **submissions.COMMANDS,
}
