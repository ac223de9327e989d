"""`sgpkit submit`: package runs, verify them, and open pull requests. `sgpkit results retract`: retract a
submission.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sgpkit.errors import UserError
from sgpkit.files import replace_folder, temporary_folder, write_atomically
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package, submission, verified_words, verify
from sgpkit.submissions.results import model_names
from sgpkit.submissions.results import repo as results_repo
from sgpkit.submissions.results.model_names import Named
from sgpkit.submissions.submission import RETRACTED, Submission


def submit(
    runs: Sequence[Path],
    out: Path,
    repo: str | None = None,
    model_repo: str | None = None,
    source: str | None = None,
    submitter: str | None = None,
    gpu_hours: float | None = None,
    dry_run: bool = False,
) -> list[str]:
    """Package, verify and send runs; return a report, line by line. Only verified submissions are written and sent. A
    run that is given twice counts once.

    A dry run over rows in a local folder reports what must be pushed first, and writes nothing.
    """
    from huggingface_hub import constants

    results_repo.check_names(repo, model_repo)
    if model_repo and not repo:
        raise UserError("--model-repo needs --repo, the results dataset where the score can be verified")
    runs = list({run.resolve(): run for run in runs}.values())
    if gpu_hours is not None and len(runs) > 1:
        raise UserError("--gpu-hours needs exactly one run; submit the runs one by one")
    sending = repo is not None and not dry_run
    who = submitter or (results_repo.user() if sending else "")
    address = f"{constants.ENDPOINT}/datasets/{repo}" if repo else ""
    opened = [ScoredRun.open(run, source, texts=False) for run in runs]
    private = [run for run in opened if not run.run.data.commit] if repo else []
    if private and not dry_run:
        package.refuse_private(private[0].run.data)
    with temporary_folder(out, ".submit-") as stage:
        staged = [package.package(run, stage, who, gpu_hours, address) for run in opened]
        refuse_same(opened, staged)
        if repo is not None and sending:
            refuse_look_alikes(staged, repo)
        lines: list[str] = []
        for run, packed in zip(opened, staged, strict=True):
            verification = verify.check(packed, source or local_rows(run))
            lines.append(verified_words.as_text(verification, str(out / packed.folder.relative_to(stage))))
            if not verification.verified:
                raise UserError(f"{lines[-1]}\nScore the run again (sgpkit score), then submit it again")
        if private:
            lines += first_push(private, opened, repo)
        else:
            packaged = [move(packed, stage, out) for packed in staged]
    if private:
        return lines
    if repo is None:
        return [*lines, "Not sent: no --repo RESULTS_DATASET"]
    for change in results_repo.changes(packaged, repo, model_repo):
        lines += [results_repo.send(change)] if sending else ["would open a pull request:", *change.in_words()]
    return lines


def local_rows(run: ScoredRun) -> str | None:
    """Return the local folder with the rows of a run, or None if they are on the Hub at the stated address."""
    loaded = run.run.data
    return None if loaded.commit else loaded.source


def refuse_same(runs: Sequence[ScoredRun], staged: Sequence[Submission]) -> None:
    """Raise UserError if two runs give the same submission, since a submission is named by its responses."""
    first: dict[Path, ScoredRun] = {}
    for run, packed in zip(runs, staged, strict=True):
        if (other := first.setdefault(packed.folder, run)) is not run:
            raise UserError(
                f"{other.display_path} and {run.display_path} have the same responses of {run.model}, which is one "
                "submission\nGive only one of them"
            )


def refuse_look_alikes(staged: Sequence[Submission], repo: str) -> None:
    """Raise UserError if the name of a model looks like another name in the results repo or in these submissions."""
    names = [Named(packed.manifest.model.id, package.name(packed.manifest)) for packed in staged]
    known = (*results_repo.known_names(repo), *names)
    for item in names:
        if why := model_names.refusal(item.name, [other for other in known if other is not item]):
            raise UserError(
                f"{item.location}: {why}\nGive the model its name there, or one that differs visibly: --name"
            )


def move(packed: Submission, stage: Path, out: Path) -> Submission:
    """Move a submission from a stage into a folder, where it replaces an earlier one with the same responses."""
    folder = out / packed.folder.relative_to(stage)
    replace_folder(folder, packed.folder)
    return replace(packed, folder=folder)


def first_push(private: Sequence[ScoredRun], runs: Sequence[ScoredRun], repo: str | None) -> list[str]:
    """Return the commands that are needed before runs over local folders can be submitted."""
    folders = dict.fromkeys(run.run.data.source for run in private)
    named = " ".join(run.display_path for run in runs)
    return [
        "cannot be sent yet: the rows are in a local folder, where no one else can read them. First:",
        *(f"  sgpkit push {folder} --repo ORG/NAME --tag v1.0.0" for folder in folders),
        f"  sgpkit submit {named} --repo {repo} --data ORG/NAME@v1.0.0",
        "nothing was written or sent",
    ]


def retract(folder: Path, reason: str, repo: str | None = None) -> str:
    """Mark a submission as retracted, with a pull request if a repo is given. Returns a message to print."""
    if not reason.strip():
        raise UserError("--reason is empty; expected the reason for the retraction")
    results_repo.check_names(repo)
    before = submission.read(folder)
    if before.unreadable:
        raise UserError(before.unreadable)
    if before.retracted is not None and before.retracted != reason.strip():
        raise UserError(f"{folder} is already retracted: {before.retracted}")
    path = folder / RETRACTED
    if before.retracted is None:
        content = {"reason": reason.strip(), "date": datetime.now(UTC).date().isoformat()}
        write_atomically(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    after = Submission(folder, before.manifest, before.scores, reason.strip())
    return f"{path}\n{results_repo.send(results_repo.retraction(after, repo))}" if repo else str(path)
