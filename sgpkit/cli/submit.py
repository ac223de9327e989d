"""`sgpkit submit`, `verify` and `leaderboard`: submissions made, checked and ranked."""

import json
import sys
from pathlib import Path

import click

from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import ray_option
from sgpkit.cli.base.values import AMOUNT, PATH, ROWS

REFUSED = 1
"""The exit code of `sgpkit verify` where something does not hold."""

UNCHECKED = 2
"""And where something could not be checked at all."""


@command("submit", "sgpkit submit runs/mine --repo ORG/results --model-repo ORG/MODEL")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option("--repo", metavar="RESULTS_DATASET", help="ORG/NAME; without it the folder is only made")
@option("--model-repo", metavar="ORG/MODEL", help="also put the score on the model's page")
@option("--data", metavar="ORG/NAME@REVISION", help="where the rows are on the Hub, if a folder was asked")
@option("--out", type=PATH, default=Path("submissions"), metavar="DIR", help="default: submissions")
@option("--submitter", metavar="NAME", help="default: the user of the token")
@option("--gpu-hours", type=AMOUNT, metavar="H", help="where the engine did not count them")
@option("--dry-run", is_flag=True, help="verify, say what would be sent, or what to push first")
def submit_command(
    runs: tuple[Path, ...],
    repo: str | None,
    model_repo: str | None,
    data: str | None,
    out: Path,
    submitter: str | None,
    gpu_hours: float | None,
    dry_run: bool,
) -> None:
    """Package scored runs, verify them, and open a pull request on a results dataset and on the model."""
    from sgpkit.sandbox.untrusted import workers

    workers.begin()
    from sgpkit.submissions import submit

    lines = submit.submit(
        runs,
        out,
        repo=repo,
        model_repo=model_repo,
        source=data,
        submitter=submitter,
        gpu_hours=gpu_hours,
        dry_run=dry_run,
    )
    for line in lines:
        print(line)


@command("verify", "sgpkit verify ORG/results@refs/pr/1")
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION|ORG/NAME@REVISION…")
@option("--data", metavar=ROWS, help="where the rows are, if not where it says")
@option(
    "--round", "secret_round", type=PATH, metavar="ROUND.json", help="build the rows of a revealed round, and compare"
)
@option("--run", type=PATH, metavar="RUN", help="a run of your own of the same model, to hold it against")
@ray_option()
@option("--json", "as_json", is_flag=True, help="print all that was found as JSON")
def verify_command(
    submissions: tuple[str, ...],
    data: str | None,
    secret_round: Path | None,
    run: Path | None,
    ray: str | None,
    as_json: bool,
) -> int:
    """Score submissions again from their responses, and say what differs; exit code 1 where anything does.

    A SUBMISSION is a folder, or a results dataset; of a pull request (@refs/pr/N) what it changes.
    """
    from sgpkit.api import verification

    outcomes, code = [], 0
    for outcome in verification.verify_all(submissions, data, secret_round, run, ray):
        outcomes.append(outcome.as_json())
        if outcome.details is None:
            print(outcome.as_text(), file=sys.stderr)
            code = code or UNCHECKED
            continue
        if not as_json:
            print(outcome.as_text())
        code = code if outcome.verified else REFUSED
    if as_json:
        print(json.dumps(outcomes, indent=1, ensure_ascii=False))
    return code


@command("leaderboard", "sgpkit leaderboard ORG/results@main --out site")
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSIONS|ORG/NAME@REVISION…")
@option("--data", metavar=ROWS, help="where the rows are, if not where they say")
@option("--out", type=PATH, default=Path("site"), metavar="FOLDER", help="default: site")
@option("--url", default="", metavar="URL", help="where the site will be, for the picture that it is shared with")
def leaderboard_command(submissions: tuple[str, ...], data: str | None, out: Path, url: str) -> None:
    """Make a page, its tables, galleries and a Gradio Space from submissions, each of them scored again."""
    from sgpkit.api import verification
    from sgpkit.reports import leaderboard

    print(leaderboard.write([folder for _, folder in verification.locate(submissions)], out, data, url=url))
