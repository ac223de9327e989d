"""Verify every open pull request of a results dataset on the Hub, and post the outcome there. It corresponds to the
GitHub workflow `workflows/verify.yml`.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted.texts import printable
from sgpkit.submissions import verified_words
from sgpkit.submissions.answers import Finding
from sgpkit.submissions.boundary import checking
from sgpkit.submissions.boundary.outcome import Outcome
from sgpkit.submissions.results import repo as results_repo
from sgpkit.submissions.results.model_names import Named
from sgpkit.submissions.results.repo import Pull

FENCE = "~" * 12


VERDICTS = (
    "sgpkit verify: all numbers follow from the responses.",
    "sgpkit verify: verification failed. The log of the workflow says why.",
    "sgpkit verify: not checked. The log of the workflow says why.",
)
"""Comments by number of the verdict, which is the only input of the workflow's job with a token."""


@dataclass(frozen=True)
class Checked:
    """A pull request with its message; `verdict` is an index of `VERDICTS`."""

    pull: Pull
    verdict: int
    text: str

    @property
    def verified(self) -> bool:
        return self.verdict == 0


def check_all(repo: str, source: str | None = None, comment: bool = False) -> Iterator[Checked]:
    """Verify every open pull request of a results repo and yield each result; with `comment`, post it there too."""
    results_repo.check_names(repo)
    known = results_repo.known_names(repo)
    for pull in results_repo.pulls(repo):
        checked = check(repo, pull, source, known)
        if comment:
            results_repo.comment(repo, pull.number, as_comment(checked))
        yield checked


def check(repo: str, pull: Pull, source: str | None, known: Sequence[Named] = ()) -> Checked:
    """Verify the submissions of a pull request. The names of their models must not look like a `known` one. The pull
    request's author must be the submitter of each, and of any `known` one that it changes. An unreadable one counts as
    not verified, and does not raise.
    """
    lines, verdict = [f"#{pull.number} {printable(pull.title)}"], 0
    try:
        folders = results_repo.fetch(f"{repo}@refs/pr/{pull.number}")
        for folder, outcome, error in checking.check_all(folders, checking.Asked(source, known=tuple(known))):
            if outcome is None or outcome.unscored:
                raise UserError(error or (outcome.unscored if outcome else ""))
            location = f"{folder.parent.name}/{folder.name}"
            owners = {item.submitter for item in known if item.location == location}
            manifest = outcome.submission.manifest
            outcome = with_owners(outcome, pull.author, owners | {manifest.submitter})
            lines.append(verified_words.as_text(outcome, location))
            verdict = verdict if outcome.verified else 1
    except UserError as error:
        lines.append(f"  not checked: {printable(str(error))}")
        verdict = 2
    return Checked(pull, verdict, "\n".join(lines))


def with_owners(outcome: Outcome, author: str, owners: Set[str]) -> Outcome:
    """Return an outcome with a finding if one of the owners is not the author of the pull request."""
    if not (others := sorted(owner for owner in owners if owner.casefold() != author.casefold())):
        return outcome
    message = f"the pull request is by {author!a:.60}, the submitter is {others[0]!a:.60}"
    return replace(outcome, findings=(*outcome.findings, Finding("submitter", message)))


def unsaid(repo: str, checked: Checked, commenter: str) -> str:
    """Return the line of a file of verdicts, NUMBER VERDICT, or "" if the commenter's last comment on the pull
    request is already this verdict.
    """
    latest = results_repo.last_comment(repo, checked.pull.number, commenter)
    return "" if latest == VERDICTS[checked.verdict] else f"{checked.pull.number} {checked.verdict}\n"


def as_comment(checked: Checked) -> str:
    """Return the result as a comment in Markdown; the submitter's text cannot break out of the code fence."""
    inside = re.sub("~{3,}", "~", checked.text)
    head = "All numbers follow from the responses." if checked.verified else "Verification failed:"
    return f"{head}\n\n{FENCE}\n{inside}\n{FENCE}\n\nBy `sgpkit verify`."
