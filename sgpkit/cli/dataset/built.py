"""`sgpkit dataset card`, `diff` and `errata`."""

import json
from functools import partial
from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.values import DATA, PATH, WHOLE
from sgpkit.errors import UserError


@command("card", "sgpkit dataset card sgp-bench")
@click.argument("folder", type=PATH, default=Path(DATA), metavar="[FOLDER]")
@option("--probes", is_flag=True, help="also probe configs built with --limit; takes up to a minute each")
def card_command(folder: Path, probes: bool) -> None:
    """Write the dataset card (README.md) of a built folder. Configs built in full are probed for shortcuts."""
    from sgpkit.data.card import render
    from sgpkit.quality import probing

    print(render.render(folder, probe=partial(probing.kept_or_probed, parts=probes)))


@command("diff", "sgpkit dataset diff sgp-bench ORG/sgp-bench@v1.0.0")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@option("--config", "configs", multiple=True, metavar="CONFIG", help="only these; default: all")
@option("--ids", type=WHOLE, default=5, metavar="N", help="list up to N rows of each kind; default: 5")
@option("--json", "as_json", is_flag=True, help="print every id as JSON")
def diff_command(old: str, new: str, configs: tuple[str, ...], ids: int, as_json: bool) -> None:
    """List the rows that were added, removed or changed between two versions: folders, or ORG/NAME[@REVISION]."""
    from sgpkit.data.hub import diff

    compared = diff.compare(old, new, list(configs))
    print(json.dumps(diff.as_facts(compared), indent=1) if as_json else diff.as_text(compared, ids))


@command("errata", "sgpkit dataset errata sgp-bench sgp-svg ID --since v1.1.0 --reason TEXT --withdraw")
@click.argument("folder", type=PATH, metavar="FOLDER")
@click.argument("config", required=False, metavar="[CONFIG")
@click.argument("id", required=False, metavar="ID]")
@option("--since", metavar="vN.N.N", help="first version with this erratum")
@option("--reason", metavar="TEXT", help="what is wrong with the row")
@option("--withdraw", is_flag=True, help="withdraw the row, which is known to be wrong; default: only flag it")
def errata_command(
    folder: Path, config: str | None, id: str | None, since: str | None, reason: str | None, withdraw: bool
) -> None:
    """Flag or withdraw a row of a built folder (CONFIG ID --since … --reason …), or list the errata of the folder."""
    from sgpkit.data import errata

    if config is None:
        noted = errata.read(folder)
        errata.refuse_unknown(folder, noted)
        for erratum in noted:
            print(f"{erratum.config} {erratum.id}: {erratum.kind} since {erratum.since}: {erratum.reason}")
        print(f"{folder}: {len(noted):,} errata")
        return
    if not (id and since and reason):
        raise UserError("expected sgpkit dataset errata FOLDER CONFIG ID --since vN.N.N --reason TEXT [--withdraw]")
    added = errata.Erratum(config, id, since, "withdrawn" if withdraw else "flagged", reason)
    path = errata.note(folder, added)
    print(f"{path}: {config} {id} is {added.kind}. Publish it: sgpkit push {folder} --tag {since} …")
