"""`sgpkit dataset round`: a round whose seed stays secret until the round ends."""

import argparse
from pathlib import Path
from typing import Any

import click

from sgpkit.cli.base import completion
from sgpkit.cli.base.commands import Group, command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH, POSITIVE, ROWS, WHOLE

HERE = __name__

group = Group(
    "round",
    "Run a round with a secret seed: commit to the seed, build the rows, reveal the seed, check the rows.",
    "sgpkit dataset round commit spring sgp-svg --out public",
    {name: f"{HERE}:{name}_command" for name in ("commit", "build", "reveal", "check")},
)


def step(step_name: str, as_json: bool, /, **given: Any) -> None:
    """Take one step of a round and print the result."""
    from sgpkit.submissions import rounds

    text = rounds.STEPS[step_name](argparse.Namespace(**given))
    show(as_json, {"lines": text.splitlines()}, text)


@command("commit", "sgpkit dataset round commit spring sgp-svg --out public")
@click.argument("name", metavar="NAME")
@click.argument("configs", shell_complete=completion.configs, nargs=-1, required=True, metavar="CONFIG…")
@option("--seed", type=WHOLE, metavar="N", help="default: a random number of 62 bits")
@option("--limit", type=POSITIVE, metavar="N", help="the first N rows of each split")
@option("--out", type=PATH, required=True, metavar="FOLDER", help="folder for round-NAME.json")
@option("--secret", type=PATH, metavar="FILE", help="file for the secret seed; default: NAME.secret.json")
@JSON
def commit_command(
    name: str,
    configs: tuple[str, ...],
    seed: int | None,
    limit: int | None,
    out: Path,
    secret: Path | None,
    as_json: bool,
) -> None:
    """Draw a seed, and write its salted hash for publication."""
    step("commit", as_json, name=name, configs=list(configs), seed=seed, limit=limit, out=out, secret=secret)


@command("build", "sgpkit dataset round build spring.secret.json --out rows")
@click.argument("secret", type=PATH, metavar="NAME.secret.json")
@option("--out", type=PATH, required=True, metavar="FOLDER", help="the folder to build into")
@JSON
def build_command(secret: Path, out: Path, as_json: bool) -> None:
    """Build the rows of a round, under names that do not reveal the seed."""
    step("build", as_json, secret=secret, out=out)


@command("reveal", "sgpkit dataset round reveal spring.secret.json --out public")
@click.argument("secret", type=PATH, metavar="NAME.secret.json")
@option("--out", type=PATH, required=True, metavar="FOLDER", help="the folder with round-NAME.json")
@JSON
def reveal_command(secret: Path, out: Path, as_json: bool) -> None:
    """Publish the seed next to its hash."""
    step("reveal", as_json, secret=secret, out=out)


@command("check", "sgpkit dataset round check public/round-spring.json --data ORG/sgp-bench@v1.1.0")
@click.argument("round", type=PATH, metavar="round-NAME.json")
@option("--data", required=True, metavar=ROWS, help="the published rows")
@JSON
def check_command(round: Path, data: str, as_json: bool) -> None:
    """Rebuild the rows of a revealed round and compare them with the published rows."""
    step("check", as_json, round=round, data=data)
