"""`sgpkit export verifiers`, in a separate file since it needs the room of training."""

import sys
from pathlib import Path

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH


@command("verifiers", "sgpkit export verifiers --out packages && pip install packages/sgpkit-vectorgym-edit")
@option("--out", type=PATH, default=Path("packages"), metavar="DIR", help="default: packages")
@JSON
def verifiers_command(out: Path, as_json: bool) -> None:
    """Write one package per config, with its taskset and an environment, for `verifiers` to load by name."""
    from sgpkit.integrations import verifiers

    exported = verifiers.export(out)
    for config, reason in exported.left:
        print(f"left out: {config}: {reason}", file=sys.stderr)
    show(as_json, exported._asdict(), "\n".join(map(str, exported.folders)))
