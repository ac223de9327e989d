"""Verify submissions by re-scoring their responses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import bars
from sgpkit.api import shown
from sgpkit.api.shown import public
from sgpkit.api.suites import record
from sgpkit.errors import UserError, first_line
from sgpkit.runs import data as datasets
from sgpkit.sandbox.untrusted.texts import escape_bytes, printable
from sgpkit.submissions import scored_folder, verified_words
from sgpkit.submissions import submission as submissions
from sgpkit.submissions.again import rerun as again
from sgpkit.submissions.again.rerun import Asking
from sgpkit.submissions.boundary import checking
from sgpkit.submissions.boundary.outcome import Outcome
from sgpkit.submissions.results import model_names, repo

if TYPE_CHECKING:
    import polars as pl


@public
@dataclass(frozen=True, repr=False)
class Verified:
    """The outcome for one submission. If it could not be checked, `error` has the reason."""

    submission: str
    details: Outcome | None
    error: str = ""

    @property
    def verified(self) -> bool:
        """Return whether the submission was checked without findings."""
        return self.details is not None and self.details.verified

    @property
    def level(self) -> str:
        """Return the level to which the submission is verified, in words."""
        return self.details.level if self.details else "not checked"

    def __repr__(self) -> str:
        findings = len(self.details.findings) if self.details else 0
        return shown.line(
            self, printable(f"{self.submission}: {first_line(self.error) or self.level}, {findings} findings")
        )

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as `sgpkit verify --json` prints it."""
        if self.details is None:
            return verified_words.failed(self.submission, UserError(self.error))
        return verified_words.as_facts(self.details) | {"submission": self.submission}

    def as_text(self) -> str:
        """Return the outcome as text."""
        if self.details is None:
            return printable(f"{self.submission}: not checked: {'. '.join(self.error.splitlines())}")
        return verified_words.as_text(self.details, self.submission)


@public
@dataclass(frozen=True, repr=False)
class Verifications:
    """The outcomes for several submissions."""

    submissions: tuple[Verified, ...]

    def __iter__(self) -> Iterator[Verified]:
        return iter(self.submissions)

    def __len__(self) -> int:
        return len(self.submissions)

    def __repr__(self) -> str:
        return shown.line(self, f"{sum(outcome.verified for outcome in self)} of {len(self)} verified")

    def _repr_html_(self) -> str:
        return shown.table(
            [
                {
                    "submission": printable(outcome.submission),
                    "level": outcome.level,
                    "findings": len(outcome.details.findings) if outcome.details else "–",
                    "error": printable(first_line(outcome.error)),
                }
                for outcome in self
            ],
            repr(self),
        )

    @property
    def verified(self) -> bool:
        """Return whether every submission was checked without findings."""
        return all(outcome.verified for outcome in self.submissions)

    def to_polars(self) -> "pl.DataFrame":
        """Return a table with one row per submission: whether it verified, its level, findings, and error."""
        import polars as pl

        lines = [
            {
                "submission": outcome.submission,
                "verified": outcome.verified,
                "level": outcome.details.level if outcome.details else None,
                "findings": [finding.message for finding in outcome.details.findings] if outcome.details else [],
                "error": outcome.error,
            }
            for outcome in self.submissions
        ]
        schema = {"submission": pl.String, "verified": pl.Boolean, "level": pl.String}
        return pl.DataFrame(lines, schema | {"findings": pl.List(pl.String), "error": pl.String})


@public
def verify(
    *submissions: str | Path,
    data: str | None = None,
    round: Path | str | None = None,
    run: Path | str | None = None,
    among: Path | str | None = None,
    ray: str | None = None,
) -> Verifications:
    """Re-score submissions from their responses and report differences.

    Each is a submission folder, a folder of submissions, or a results dataset ORG/NAME@REVISION. `data` is the location
    of the rows, if not the one in the submission; `round` is a revealed round whose rows are built and compared; `run`
    is your own run of the same model, for comparison; `among` is a folder of other submissions, whose model names a
    submission must not imitate; its own folder must have the name that `sgpkit submit` gives it. Submissions in the
    folder of an evaluation do not need `data`.
    """
    return Verifications(tuple(verify_all(submissions, data, round, run, among, ray)))


def verify_all(
    named: Sequence[str | Path],
    data: str | None = None,
    round: Path | str | None = None,
    run: Path | str | None = None,
    among: Path | str | None = None,
    ray: str | None = None,
) -> Iterator[Verified]:
    """Yield the outcome for each submission as soon as it is known. Each is checked in a separate process."""
    secret_round, own_run = (None if path is None else Path(path) for path in (round, run))
    names, folders = zip(*locate(named), strict=True)
    local_rows = record.rows_of(named) if data is None else None
    data = data if local_rows is None else str(local_rows)
    known = tuple(model_names.below(Path(among), folders)) if among else None
    asked = checking.Asked(data, ray, secret_round, own_run, known=known)
    outcomes = iter(checking.check_all(folders, asked))
    for count, name in enumerate(map(escape_bytes, names)):
        # The bar of each submission ends before its outcome is printed.
        with bars.Bar("verifying", len(names), "submissions") as bar:
            bar.update(count)
            checked = next(outcomes)
        error = checked.error or (checked.outcome.unscored if checked.outcome else "")
        outcome = None if error else checked.outcome
        if outcome is not None and local_rows is not None:
            # The rows may have been chosen by the author of the folder, who is not trusted.
            reason = f"its rows are from the folder {local_rows}, which {record.FILE} names"
            outcome = replace(outcome, unrankable=(*outcome.unrankable, reason))
        yield Verified(name, outcome, error)


def ask_again(outcome: Verified, data: str | None, asking: Asking) -> Verified:
    """Ask the model some rows of a verified submission again; return its outcome with this comparison added."""
    if outcome.details is None or not outcome.verified:
        return outcome
    finding, remark, earned = again.rerun(outcome.details, data, asking).compared
    findings = (*outcome.details.findings, *([finding] if finding else ()))
    remarks = (*outcome.details.remarks, remark)
    return replace(outcome, details=replace(outcome.details, findings=findings, remarks=remarks, again=earned))


def locate(named: Sequence[str | Path]) -> Iterator[tuple[str, Path]]:
    """Yield the named submissions: folders, submissions below a folder, or submissions in a repo on the Hub."""
    for name in map(str, named):
        folder = Path(name)
        if not folder.is_dir() and datasets.REPO.fullmatch(name):
            yield from ((f"{name}/{path.parent.name}/{path.name}", path) for path in repo.fetch(name))
            continue
        paths = list(submissions.find(folder)) or ([folder] if scored_folder.scores_of(folder) is not None else [])
        if not paths:
            raise UserError(scored_folder.reason_not(folder))
        yield from ((str(path), path) for path in paths)
