"""The commands about submissions: made, verified, retracted. `commands_hub.COMMANDS` takes them in."""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from sgpkit.cli import run_options
from sgpkit.errors import UserError

REFUSED = 1
"""The exit code of `sgpkit verify` where something does not hold."""

UNCHECKED = 2
"""And where something could not be checked at all."""


def submit_command(options: argparse.Namespace) -> int:
    """Package scored runs, verify them, and open a pull request on a results dataset and on the model."""
    from sgpkit.submission import submit

    sent = submit.submit(
        options.runs,
        options.out,
        repo=options.repo,
        model_repo=options.model_repo,
        source=options.data,
        submitter=options.submitter,
        gpu_hours=options.gpu_hours,
        dry_run=options.dry_run,
    )
    for line in sent:
        print(line)
    return 0


def submit_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("runs", type=Path, nargs="+", metavar="RUN")
    sub.add_argument("--repo", metavar="RESULTS_DATASET", help="ORG/NAME; without it the folder is only made")
    sub.add_argument("--model-repo", metavar="ORG/MODEL", help="also put the score on the model's page")
    sub.add_argument("--data", metavar="ORG/NAME@REVISION", help="where the rows are on the Hub, if a folder was asked")
    sub.add_argument("--out", type=Path, default=Path("submissions"), metavar="DIR", help="default: submissions")
    sub.add_argument("--submitter", metavar="NAME", help="default: the user of the token")
    sub.add_argument("--gpu-hours", type=run_options.amount, metavar="H", help="where the engine did not count them")
    sub.add_argument("--dry-run", action="store_true", help="make and verify the folder, say what would be sent")


def verify_command(options: argparse.Namespace) -> int:
    """Score submissions again from their responses, and say what differs; exit code 1 where anything does."""
    import json

    from sgpkit.submission import verified_words, verify

    facts, code = [], 0
    for place, folder in places(options):
        try:
            found = verify.verify(folder, options.data, options.ray, options.round, options.run)
        except UserError as error:
            facts.append(verified_words.failed(place, error))
            print(f"{place}: not checked: {error}", file=sys.stderr)
            code = code or UNCHECKED
            continue
        facts.append(verified_words.as_facts(found) | {"submission": place})
        if not options.json:
            print(verified_words.as_text(found, place))
        code = code if found.verified else REFUSED
    if options.json:
        print(json.dumps(facts, indent=1, ensure_ascii=False))
    return code


def places(options: argparse.Namespace) -> Iterator[tuple[str, Path]]:
    """Every submission that is named, or lies at or below a folder that is, or in a repo on the Hub."""
    from sgpkit.runs import data
    from sgpkit.submission import submission
    from sgpkit.submission.results import repo

    for name in options.submissions:
        folder = Path(name)
        match = None if folder.is_dir() else data.REPO.fullmatch(name)
        if match:
            yield from ((f"{name}/{each.parent.name}/{each.name}", each) for each in repo.fetch(name))
            continue
        found = list(submission.find(folder))
        if not found:
            raise UserError(f"{name} holds no submission: no manifest.json at or below it")
        yield from ((str(each), each) for each in found)


def verify_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("submissions", nargs="+", metavar="SUBMISSION|ORG/NAME@REVISION",
                     help="a folder, or a results dataset; of a pull request (@refs/pr/N) what it changes")  # fmt: skip
    sub.add_argument("--data", metavar="FOLDER|ORG/NAME[@REVISION]", help="where the rows are, if not where it says")
    sub.add_argument("--round", type=Path, metavar="ROUND.json", help="build the rows of a revealed round, and compare")
    sub.add_argument("--run", type=Path, metavar="RUN", help="a run of your own of the same model, to hold it against")
    run_options.add_ray(sub)
    sub.add_argument("--json", action="store_true", help="print all that was found as JSON")


def leaderboard_command(options: argparse.Namespace) -> None:
    """A page, its tables, galleries and a Gradio Space from submissions, each of them scored again."""
    from sgpkit.reporting import leaderboard

    print(leaderboard.write([folder for _, folder in places(options)], options.out, options.data))


def leaderboard_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("submissions", nargs="+", metavar="SUBMISSIONS|ORG/NAME@REVISION",
                     help="folders of submissions, or a results dataset")  # fmt: skip
    sub.add_argument("--data", metavar="FOLDER|ORG/NAME[@REVISION]", help="where the rows are, if not where they say")
    sub.add_argument("--out", type=Path, default=Path("site"), metavar="FOLDER", help="default: site")


def check_pulls_command(options: argparse.Namespace) -> int:
    """Verify every open pull request of a results dataset, and say the outcome there with --comment."""
    from sgpkit.submission.results import check_prs

    code = 0
    for checked in check_prs.check_all(options.repo, options.data, options.comment):
        print(checked.text)
        code = code if checked.verified else REFUSED
    return code


def check_pulls_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("repo", metavar="RESULTS_DATASET")
    sub.add_argument("--data", metavar="ORG/NAME[@REVISION]", help="the only dataset whose rows count")
    sub.add_argument("--comment", action="store_true", help="also say it under the pull request")


def retract_command(options: argparse.Namespace) -> None:
    """Take a submission back, with the reason; its folder stays, and says so."""
    from sgpkit.submission import submit

    print(submit.retract(options.submission, options.reason, options.repo))


def retract_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("submission", type=Path, metavar="SUBMISSION")
    sub.add_argument("--reason", required=True, metavar="TEXT")
    sub.add_argument("--repo", metavar="RESULTS_DATASET", help="also open a pull request there")


def errata_command(options: argparse.Namespace) -> None:
    """Flag or withdraw a row of a built folder (CONFIG ID --since … --reason …), or list what is wrong in it."""
    from sgpkit.dataset import errata

    if options.config is None:
        found = errata.read(options.folder)
        errata.refuse_unknown(options.folder, found)
        for each in found:
            print(f"{each.config} {each.id}: {each.kind} since {each.since}: {each.reason}")
        print(f"{options.folder}: {len(found):,} errata")
        return
    if not (options.id and options.since and options.reason):
        raise UserError("give a row and why: sgpkit errata FOLDER CONFIG ID --since vN.N.N --reason TEXT [--withdraw]")
    kind = "withdrawn" if options.withdraw else "flagged"
    noted = errata.Erratum(options.config, options.id, options.since, kind, options.reason)
    path = errata.note(options.folder, noted)
    print(
        f"{path}: {noted.config} {noted.id} is {kind}. Publish it: sgpkit push {options.folder} --tag {noted.since} …"
    )


def errata_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("folder", type=Path, metavar="FOLDER")
    sub.add_argument("config", nargs="?", metavar="CONFIG")
    sub.add_argument("id", nargs="?", metavar="ID")
    sub.add_argument("--since", metavar="vN.N.N", help="the version that says so first")
    sub.add_argument("--reason", metavar="TEXT")
    sub.add_argument("--withdraw", action="store_true", help="it is known to be wrong; else it is in question")


def round_command(options: argparse.Namespace) -> None:
    """A round whose seed is secret: commit to it, build its rows, reveal the seed, check the rows against it."""
    from sgpkit.submission import rounds

    print(rounds.STEPS[options.step](options))


def round_arguments(sub: argparse.ArgumentParser) -> None:
    steps = sub.add_subparsers(dest="step", metavar="STEP", required=True)
    commit = steps.add_parser("commit", help="draw a seed, and write its salted hash for all to see")
    commit.add_argument("name", metavar="NAME")
    commit.add_argument("configs", nargs="+", metavar="CONFIG")
    commit.add_argument("--seed", type=run_options.whole, metavar="N", help="default: drawn, 62 bits")
    commit.add_argument("--limit", type=run_options.positive, metavar="N", help="at most N rows of each split")
    commit.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where round-NAME.json goes")
    commit.add_argument("--secret", type=Path, metavar="FILE", help="default: NAME.secret.json; keep it to yourself")
    build = steps.add_parser("build", help="build its rows, under names that do not tell the seed")
    reveal = steps.add_parser("reveal", help="publish the seed beside its hash")
    for step in (build, reveal):
        step.add_argument("secret", type=Path, metavar="NAME.secret.json")
        step.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    check = steps.add_parser("check", help="build the rows of a revealed round anew, and compare them")
    check.add_argument("round", type=Path, metavar="round-NAME.json")
    check.add_argument("--data", required=True, metavar="FOLDER|ORG/NAME[@REVISION]")


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: dict[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "submit": (submit_command, submit_arguments),
    "verify": (verify_command, verify_arguments),
    "leaderboard": (leaderboard_command, leaderboard_arguments),
    "check-pulls": (check_pulls_command, check_pulls_arguments),
    "retract": (retract_command, retract_arguments),
    "errata": (errata_command, errata_arguments),
    "round": (round_command, round_arguments),
}
