"""`sgpkit dataset card`, `diff` and `errata`."""

from functools import partial
from pathlib import Path

import click

from sgpkit.cli.base import completion
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import DATA, PATH, WHOLE
from sgpkit.errors import UserError


@command("card", "sgpkit dataset card sgp-bench")
@click.argument("folder", type=PATH, default=Path(DATA), metavar="[FOLDER]")
@option("--probes", is_flag=True, help="also probe configs built with --limit; takes up to a minute each")
@JSON
def card_command(folder: Path, probes: bool, as_json: bool) -> None:
    """Write the dataset card (README.md) of a built folder. Configs built in full are probed for shortcuts."""
    from sgpkit.data.card import render
    from sgpkit.quality import probing

    card = render.render(folder, probe=partial(probing.kept_or_probed, parts=probes))
    show(as_json, {"card": card}, str(card))


@command("diff", "sgpkit dataset diff sgp-bench ORG/sgp-bench@v1.0.0")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@option("--config", "configs", multiple=True, metavar="CONFIG", help="only these; default: all")
@option("--ids", type=WHOLE, default=5, metavar="N", help="list up to N rows of each kind; default: 5")
@JSON
def diff_command(old: str, new: str, configs: tuple[str, ...], ids: int, as_json: bool) -> None:
    """List the rows that were added, removed or changed between two versions: folders, or ORG/NAME[@REVISION]."""
    from sgpkit.data.hub import diff

    compared = diff.compare(old, new, list(configs))
    show(as_json, diff.as_json(compared), lambda: diff.as_text(compared, ids))


@command("errata", "sgpkit dataset errata sgp-bench sgp-svg ID --since v1.1.0 --reason TEXT --withdraw")
@click.argument("folder", type=PATH, metavar="FOLDER")
@click.argument("config", shell_complete=completion.configs, required=False, metavar="[CONFIG")
@click.argument("id", required=False, metavar="ID]")
@option("--since", metavar="vN.N.N", help="first version with this erratum")
@option("--reason", metavar="TEXT", help="reason for the erratum")
@option("--withdraw", is_flag=True, help="withdraw the row, which is known to be wrong; default: only flag it")
@JSON
def errata_command(
    folder: Path,
    config: str | None,
    id: str | None,
    since: str | None,
    reason: str | None,
    withdraw: bool,
    as_json: bool,
) -> None:
    """Flag or withdraw a row of a built folder (CONFIG ID --since … --reason …), or list the errata of the folder."""
    from sgpkit.data import errata

    if config is None:
        noted = errata.read(folder)
        errata.refuse_unknown(folder, noted)
        lines = [f"{one.config} {one.id}: {one.kind} since {one.since}: {one.reason}" for one in noted]
        show(as_json, noted, "\n".join([*lines, f"{folder}: {len(noted):,} errata"]))
        return
    if not (id and since and reason):
        raise UserError("expected sgpkit dataset errata FOLDER CONFIG ID --since vN.N.N --reason TEXT [--withdraw]")
    added = errata.Erratum(config, id, since, "withdrawn" if withdraw else "flagged", reason)
    path = errata.note(folder, added)
    text = f"{path}: {config} {id} is {added.kind}. Publish it: sgpkit push {folder} --tag {since} …"
    show(as_json, [added], text)
