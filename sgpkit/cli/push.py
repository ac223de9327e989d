"""`sgpkit push`: publish a built folder as a versioned dataset on the Hub."""

from functools import partial
from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import DATA, PATH


@command("push", "sgpkit push sgp-bench --repo ORG/sgp-bench --tag v1.0.0")
@click.argument("folder", type=PATH, default=Path(DATA), metavar="[FOLDER]")
@option("--repo", required=True, metavar="ORG/NAME", help="the dataset repo; created if it does not exist")
@option("--tag", required=True, metavar="vN.N.N", help="the version; an existing tag is never moved")
@option("--create-pr", is_flag=True, help="open a pull request instead; tag the version after the merge")
@option("--dry-run", is_flag=True, help="print the changes without sending them")
@option("--message", metavar="TEXT", help="commit message; default: the version and a summary of changes")
@option("--remove", multiple=True, metavar="CONFIG", help="config to remove from the repo; repeatable")
@option("--private", is_flag=True, help="create the repo as private, if it does not exist")
@JSON
def push_command(
    folder: Path,
    repo: str,
    tag: str,
    create_pr: bool,
    dry_run: bool,
    message: str | None,
    remove: tuple[str, ...],
    private: bool,
    as_json: bool,
) -> None:
    """Push a built folder to the Hub: make one commit, load it back to compare, then tag the version."""
    from sgpkit.benchmark import families
    from sgpkit.data.card import readme, registration, render
    from sgpkit.data.hub import push
    from sgpkit.quality import probing

    options = push.Options(create_pr, dry_run, message, list(remove), private)
    pushed = push.push(
        folder,
        repo,
        tag,
        partial(render.render, repo=repo, probe=partial(probing.kept_or_probed, parts=False)),
        options,
    )
    lines = [*pushed.lines]
    if pushed.commit:
        lines += registration.remarks([families.get(config) for config in readme.open_readme(folder).configs])
    show(as_json, {**pushed._asdict(), "lines": lines}, "\n".join(lines))
