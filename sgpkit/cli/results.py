"""`sgpkit results`: maintenance of a results dataset."""

from pathlib import Path

import click

from sgpkit.cli.base.commands import Group, command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH
from sgpkit.cli.submit import REFUSED

HERE = __name__

group = Group(
    "results",
    "Maintain a results dataset: retract submissions, check open pull requests.",
    "sgpkit results check-prs ORG/results --comment",
    {"retract": f"{HERE}:retract_command", "check-prs": f"{HERE}:check_prs_command"},
)


@command("check-prs", "sgpkit results check-prs ORG/results --comment")
@click.argument("repo", metavar="RESULTS_DATASET")
@option("--data", metavar="ORG/NAME[@REVISION]", help="accept only submissions on rows of this dataset")
@option("--comment", is_flag=True, help="also post the outcome as a comment on the pull request")
@option("--verdicts", type=PATH, metavar="FILE", help="write lines NUMBER VERDICT; 0 verified, 1 failed, 2 not checked")
@option("--commenter", default="", metavar="USER", help="leave out verdicts that this user has already posted")
@JSON
def check_prs_command(
    repo: str, data: str | None, comment: bool, verdicts: Path | None, commenter: str, as_json: bool
) -> int:
    """Verify every open pull request of a results dataset, and with --comment post the outcome there."""
    from sgpkit.submissions.results import check_prs

    code, lines, outcomes = 0, [], []
    for checked in check_prs.check_all(repo, data, comment):
        outcomes.append({"number": checked.pull.number, "verdict": checked.verdict, "text": checked.text})
        if not as_json:
            print(checked.text, flush=True)
        if verdicts is not None:
            lines.append(check_prs.unsaid(repo, checked, commenter))
        code = code if checked.verified else REFUSED
    if verdicts is not None:
        verdicts.write_text("".join(lines), encoding="utf-8")
    if as_json:
        show(as_json, outcomes, "")
    return code


@command("retract", "sgpkit results retract submissions/sgp-svg/NAME --reason 'the wrong model' --repo ORG/results")
@click.argument("submission", type=PATH, metavar="SUBMISSION")
@option("--reason", required=True, metavar="TEXT", help="reason for the retraction, shown on the leaderboard")
@option("--repo", metavar="RESULTS_DATASET", help="also open a pull request on this dataset")
@JSON
def retract_command(submission: Path, reason: str, repo: str | None, as_json: bool) -> None:
    """Retract a submission and record the reason; its folder is kept and marked as retracted."""
    from sgpkit.submissions import submit

    text = submit.retract(submission, reason, repo)
    show(as_json, {"lines": text.splitlines()}, text)
