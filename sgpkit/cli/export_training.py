"""`sgpkit export verifiers` and `openenv`, in a separate file because they need `sgpkit.training`, which a checkout may
lack.
"""

from pathlib import Path
from typing import Any

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH, ROWS
from sgpkit.cli.export import show_with_left


@command("verifiers", "sgpkit export verifiers --out packages && pip install packages/sgpkit-vectorgym-edit")
@option("--out", type=PATH, default=Path("packages"), metavar="DIR", help="default: packages")
@JSON
def verifiers_command(out: Path, as_json: bool) -> None:
    """Write one package per config, with its taskset and an environment, for `verifiers` to load by name."""
    from sgpkit.integrations import verifiers

    exported = verifiers.export(out)
    show_with_left(as_json, exported, "\n".join(map(str, exported.folders)))


@command("openenv", "sgpkit export openenv ssvg-geometry-svg --out environments")
@click.argument("config")
@option("--data", default="", metavar=ROWS, help="use its test rows; default: fresh rows for training")
@option("--out", type=PATH, default=Path("environments"), metavar="DIR", help="default: environments")
@option("--strategy", default="", metavar="NAME", help="default: the config's first")
@option("--mode", default="", metavar="NAME", help="default: the config's first")
@option("--setting", default="", metavar="NAME", help="default: the config's first")
@option("--attempts", type=click.IntRange(min=1), default=1, metavar="N", help="answers per episode; default: 1")
@option(
    "--sessions", type=click.IntRange(min=1), default=64, metavar="N", help="number of concurrent sessions; default: 64"
)
@JSON
def openenv_command(out: Path, as_json: bool, **options: Any) -> None:
    """Write an OpenEnv environment of a config: a package with a server and a client."""
    from sgpkit.integrations import openenv

    folder = openenv.export(openenv.Options(**options), out)
    show(as_json, {"folder": folder}, str(folder))
