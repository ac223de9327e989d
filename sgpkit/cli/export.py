"""`sgpkit export`: configs and runs in the forms of other people's tools."""

import sys
from pathlib import Path

import click

from sgpkit.cli.base.commands import Group, command, option
from sgpkit.cli.base.values import DATA, PATH, ROWS

HERE = __name__

group = Group(
    "export",
    "Write configs and runs in the forms of other people's tools.",
    "sgpkit export lm-eval --out tasks",
    {
        "lm-eval": f"{HERE}:lm_eval_command",
        "eee": f"{HERE}:eee_command",
        "verifiers": f"{HERE}_verifiers:verifiers_command",
    },
)


@command("lm-eval", "sgpkit export lm-eval --out tasks")
@option("--data", default=DATA, metavar=ROWS, help=f"default: {DATA}")
@option("--out", type=PATH, metavar="DIR", help="default: in this user's cache")
def lm_eval_command(data: str, out: Path | None) -> None:
    """Write a task of lm-eval for every config that is asked in text, and print the folder.

    It is for: lm_eval run --include_path "$(sgpkit export lm-eval)" --tasks sgpkit_sgp_svg. Configs that lm-eval cannot
    carry are named on standard error, with the reason.
    """
    from sgpkit.integrations import lm_eval

    exported = lm_eval.export(data, out)
    for config, reason in exported.left:
        print(f"left out: {config}: {reason}", file=sys.stderr)
    print(exported.folder)


@command("eee", "sgpkit export eee runs/mine --out eee")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option("--out", type=PATH, default=Path("eee"), metavar="DIR", help="default: eee")
@option("--organization", default="", metavar="NAME", help="who ran the evaluation; default: the user of the token")
@option(
    "--relationship", type=click.Choice(["first_party", "third_party", "collaborative", "other"]), default="other",
    help="of who ran it to the model's makers; default: other",
)  # fmt: skip
def eee_command(runs: tuple[Path, ...], out: Path, organization: str, relationship: str) -> None:
    """Write records of Every Eval Ever: figures with intervals, and every answer with its score."""
    from sgpkit.integrations import every_eval_ever

    for run in runs:
        for path in every_eval_ever.export(run, out, organization, relationship):
            print(path)
