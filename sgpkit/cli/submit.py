"""`sgpkit submit`, `verify` and `leaderboard`: make, check and rank submissions."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sgpkit.cli.base import engine_options
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.engine_options import ray_option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import AMOUNT, PATH, POSITIVE, ROWS
from sgpkit.errors import UserError

if TYPE_CHECKING:
    from sgpkit.api.verification import Verified

AGAIN = "Ask the model again"

REFUSED = 1
"""The exit code of `sgpkit verify` if a submission does not verify."""

UNCHECKED = 2
"""The exit code of `sgpkit verify` if a submission could not be checked at all."""


@command("submit", "sgpkit submit runs/mine --repo ORG/results --model-repo ORG/MODEL")
@click.argument("runs", type=PATH, nargs=-1, required=True, metavar="RUN…")
@option("--repo", metavar="RESULTS_DATASET", help="ORG/NAME; without it, only the local folder is written")
@option("--model-repo", metavar="ORG/MODEL", help="also publish the score on the model page")
@option(
    "--data", metavar="ORG/NAME@REVISION", help="dataset on the Hub with the same rows, if the run read a local folder"
)
@option("--out", type=PATH, default=Path("submissions"), metavar="DIR", help="default: submissions")
@option("--submitter", metavar="NAME", help="default: the user of the token")
@option("--gpu-hours", type=AMOUNT, metavar="H", help="GPU hours, if the engine did not record them")
@option("--dry-run", is_flag=True, help="verify, and print the changes without sending them")
@JSON
def submit_command(
    runs: tuple[Path, ...],
    repo: str | None,
    model_repo: str | None,
    data: str | None,
    out: Path,
    submitter: str | None,
    gpu_hours: float | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Package scored runs, verify them, and open a pull request on a results dataset and on the model.

    A RUN is the folder of a run, or of an evaluation: all its complete runs.
    """
    from sgpkit.sandbox.untrusted import workers

    workers.begin()
    from sgpkit.api.suites import record
    from sgpkit.submissions import submit

    lines = submit.submit(
        [run for named in runs for run in record.runs_in(named)],
        out,
        repo=repo,
        model_repo=model_repo,
        source=data,
        submitter=submitter,
        gpu_hours=gpu_hours,
        dry_run=dry_run,
    )
    show(as_json, {"lines": lines}, "\n".join(lines))


@command("verify", "sgpkit verify ORG/results@refs/pr/1")
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION|ORG/NAME@REVISION…")
@option("--data", metavar=ROWS, help="location of the rows, if not the one in the submission")
@option(
    "--round",
    "secret_round",
    type=PATH,
    metavar="ROUND.json",
    help="build the rows of a revealed round and compare them",
)
@option("--run", type=PATH, metavar="RUN", help="your own run of the same model, for comparison")
@option("--among", type=PATH, metavar="FOLDER", help="other submissions; names that imitate theirs are refused")
@ray_option()
@JSON
@option("--rerun", type=POSITIVE, metavar="N", heading=AGAIN, help="ask N rows of one submission again")
@option("--engine", metavar="E", heading=AGAIN, help="the engine that asks: vllm or endpoint")
@option("--reader", default="", metavar="M", heading=AGAIN, help="read the letters of replies again with this model")
@option("--judge", default="", metavar="M", heading=AGAIN, help="judge the answers again with this model")
@option("--rubric", metavar="R", heading=AGAIN, help="task, unified or caption; default: the config's first")
@option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME[=MODEL]",
    heading=AGAIN,
    help="apply a learned metric again; repeatable",
)
@option("--by", default="", metavar="NAME", heading=AGAIN, help="name of the verifier, which the leaderboard shows")
@option("--model", metavar="M", heading=AGAIN, help="the model of the submission, as the engine names it")
@option("--nonce", default="", metavar="TEXT", heading=AGAIN, help="repeat the choice of rows of an earlier call")
@option(
    "--out",
    type=PATH,
    metavar="DIR",
    heading=AGAIN,
    help="folder of the new run and its record; default: verified/CONFIG/NAME of a results repo, else rerun",
)
@engine_options.SERVED
def verify_command(
    submissions: tuple[str, ...],
    data: str | None,
    secret_round: Path | None,
    run: Path | None,
    among: Path | None,
    ray: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Re-score submissions from their responses and report differences; the exit code is 1 if there are any.

    A SUBMISSION is a folder or a results dataset; of a pull request (@refs/pr/N), only its changes are checked.
    """
    from sgpkit.api import verification

    refuse_incomplete(given)
    outcomes: list[dict[str, Any]] = []
    code = 0
    for outcome in verification.verify_all(submissions, data, secret_round, run, among, ray):
        if outcomes and requests_repetition(given):
            raise UserError("only one submission can be asked or annotated again at a time")
        if outcome.verified and requests_repetition(given):
            outcome = repeat(outcome, data, given)
        outcomes.append(outcome.as_json())
        if outcome.details is None:
            print(outcome.as_text(), file=sys.stderr)
            code = code or UNCHECKED
            continue
        if not as_json:
            print(outcome.as_text())
        code = code if outcome.verified else REFUSED
    if as_json:
        show(as_json, outcomes, "")
    return code


def requests_repetition(given: Mapping[str, Any]) -> bool:
    """Return whether the options request to ask the model again or to repeat annotations."""
    return any(given[name] for name in ("rerun", "reader", "judge", "measures"))


def refuse_incomplete(given: Mapping[str, Any]) -> None:
    """Raise UserError for options that lack another one."""
    from sgpkit.submissions.results import model_names

    if given["rerun"] and not (given["engine"] and given["model"]):
        raise UserError("--rerun needs --engine and --model")
    if (given["reader"] or given["judge"]) and not given["engine"]:
        raise UserError("--reader and --judge need --engine")
    if requests_repetition(given) and (not given["by"].strip() or model_names.problem(given["by"])):
        reason = model_names.problem(given["by"])
        raise UserError(
            f"--by {given['by']!a:.80} {reason}"
            if reason
            else "--rerun, --reader, --judge and --measure need --by, the name of the verifier"
        )


def repeat(outcome: "Verified", data: str | None, given: Mapping[str, Any]) -> "Verified":
    """Ask the model of a verified submission again and repeat its annotations, whichever of these the options
    request.
    """
    from sgpkit.api import verification
    from sgpkit.submissions.again import redo
    from sgpkit.submissions.again import rerun as again

    assert outcome.details is not None
    options = engine_options.engine_options(given)
    if given["reader"] or given["judge"] or given["measures"]:
        wanted = (given["reader"], given["judge"], given["rubric"], None, given["measures"], options)
        for line in redo.redo(outcome.details, data, redo.Redoing(given["by"], given["engine"] or "", *wanted)):
            print(line, file=sys.stderr)
    if not given["rerun"]:
        return outcome
    out = given["out"] or again.place_of(outcome.details.submission.folder) or Path("rerun")
    asking = again.Asking(given["rerun"], given["engine"], given["model"], out, given["nonce"], options, given["by"])
    return verification.ask_again(outcome, data, asking)


@command("leaderboard", "sgpkit leaderboard ORG/results@main --out site")
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSIONS|ORG/NAME@REVISION…")
@option("--data", metavar=ROWS, help="location of the rows, if not the one in the submissions")
@option("--out", type=PATH, default=Path("site"), metavar="FOLDER", help="default: site")
@option("--url", default="", metavar="URL", help="URL where the site will be published, for its preview image")
@JSON
def leaderboard_command(submissions: tuple[str, ...], data: str | None, out: Path, url: str, as_json: bool) -> None:
    """Write a leaderboard page with tables and galleries, and a Gradio Space; every submission is re-scored."""
    from sgpkit.api import verification
    from sgpkit.reports import leaderboard

    page = leaderboard.write([folder for _, folder in verification.locate(submissions)], out, data, url=url)
    tell_unranked(json.loads((out / "leaderboard.json").read_bytes()))
    show(as_json, {"page": page}, str(page))


def tell_unranked(boards: Sequence[Mapping[str, Any]]) -> None:
    """Print the number of submissions without a rank to standard error, with the reason for one of them."""
    lines = [line for board in boards for line in board["lines"] if line["kind"] == "submission"]
    unranked = [line for line in lines if line["rank"] is None]
    for line in unranked[:1]:
        reason = f": {line['remarks'][0]}" if line["remarks"] else ""
        print(
            f"{len(unranked)} of {len(lines)} submissions have no rank, such as {line['model']} on {line['config']}"
            f"{reason}",
            file=sys.stderr,
        )
