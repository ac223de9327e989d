"""`sgpkit submit`: package runs, verify what was packaged, and open pull requests. `sgpkit retract`: take one back."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.scoring.scored_run import ScoredRun
from sgpkit.submission import package, submission, verified_words, verify
from sgpkit.submission.results import repo as results_repo
from sgpkit.submission.submission import RETRACTED, Submission


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
    """Package, verify and send runs; return what was made and sent, line by line. Nothing is sent that does not
    verify."""
    from huggingface_hub import constants

    results_repo.check_names(repo, model_repo)
    if model_repo and not repo:
        raise UserError("--model-repo names where the score is shown; give --repo too, where it can be verified")
    if gpu_hours is not None and len(runs) > 1:
        raise UserError("--gpu-hours is of one run; submit the runs one by one")
    sending = repo is not None and not dry_run
    who = submitter or (results_repo.user() if sending else "")
    address = f"{constants.ENDPOINT}/datasets/{repo}" if repo else ""
    packaged = [package.package(ScoredRun.open(run, source), out, who, gpu_hours, address) for run in runs]
    if repo:
        for packed in packaged:
            package.refuse_private(packed.manifest)
    lines = []
    for packed in packaged:
        verification = verify.check(packed, source)
        lines.append(verified_words.as_text(verification, str(packed.folder)))
        if not verification.verified:
            raise UserError(f"{lines[-1]}\nScore the run again (sgpkit score), then submit it again")
    if repo is None:
        return [*lines, "Not sent: no --repo RESULTS_DATASET"]
    for change in results_repo.changes(packaged, repo, model_repo):
        lines += [results_repo.send(change)] if sending else ["would open a pull request:", *change.in_words()]
    return lines


def retract(folder: Path, reason: str, repo: str | None = None) -> str:
    """Mark a submission as retracted, with a pull request if a repo is given. Returns a message to print."""
    if not reason.strip():
        raise UserError("--reason is empty; say why the submission is taken back")
    results_repo.check_names(repo)
    before = submission.read(folder)
    if before.retracted is not None and before.retracted != reason.strip():
        raise UserError(f"{folder} was retracted already: {before.retracted}")
    path = folder / RETRACTED
    if before.retracted is None:
        content = {"reason": reason.strip(), "date": datetime.now(UTC).date().isoformat()}
        write_atomically(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    after = Submission(folder, before.manifest, before.scores, reason.strip())
    return f"{path}\n{results_repo.send(results_repo.retraction(after, repo))}" if repo else str(path)
