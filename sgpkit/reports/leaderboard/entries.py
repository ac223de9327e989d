"""The entries of a leaderboard: submissions, re-scored from their responses.

Each is checked in a separate process, which also writes its gallery and returns figures and the scores of rows. A
submission that cannot be read, or crashes its process, is listed with the reason.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import bars
from sgpkit.benchmark import families
from sgpkit.errors import UserError, first_line
from sgpkit.reports import Shared, write_page
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted.texts import escape_bytes, printable
from sgpkit.submissions import package, submission
from sgpkit.submissions.again import redo, rerun
from sgpkit.submissions.boundary import checking
from sgpkit.submissions.boundary.cache import Cache
from sgpkit.submissions.boundary.outcome import Outcome, Rescored
from sgpkit.submissions.boundary.process import Limits
from sgpkit.submissions.manifest import LEVELS, Manifest
from sgpkit.submissions.self_reported import SelfReported
from sgpkit.submissions.submission import Submission

REFUSED = "failed verification"
RETRACTED = "retracted"
BASELINE = "baseline"
"""The engine of baselines, which are shown for comparison and have no rank."""

SHOWN = 3
"""The largest number of findings on the page; `sgpkit verify` lists all."""


class Unread(NamedTuple):
    """A submission folder that cannot be read, with the reason."""

    folder: str
    reason: str


@dataclass(frozen=True)
class Entry:
    """A submission with the result of its check; `rescored` and `gallery` are None if it was not re-scored."""

    name: str
    submission: Submission
    verification: str
    remarks: tuple[str, ...]
    rankable: bool
    without_errata: float | None
    rescored: Rescored | None
    gallery: Path | None = None
    self_reported: tuple[SelfReported, ...] = ()

    @property
    def manifest(self) -> Manifest:
        """Return the manifest of the submission."""
        return self.submission.manifest

    @property
    def figures(self) -> Mapping[str, Any]:
        """Return the headline figures: re-computed if possible, else as claimed by the submitter."""
        if self.rescored is not None:
            return self.rescored.figures
        stated = self.manifest.score
        return {name: getattr(stated, name) for name in ("value", "low", "high", "n", "clusters", "method")}

    @property
    def headline(self) -> str:
        """Return the name of the value, including the judge of a mark."""
        return self.rescored.headline if self.rescored is not None else self.manifest.score.name

    @property
    def measured(self) -> str:
        """Return the name of the headline alone."""
        return str(self.rescored.figures["headline"]) if self.rescored is not None else self.manifest.score.name

    @property
    def data(self) -> str:
        """Return the version of the rows, as text."""
        asked = self.manifest.dataset
        pinned = f"{asked.repo}@{asked.commit[:12]}" if asked.commit else Path(asked.repo).name
        return f"{pinned}, sha256 {asked.sha256[:12]}"


PICTURE = "leaderboard.png"
"""The preview image of all pages of the site."""

PAGE = f"{__name__}:write_gallery"


def write_gallery(run: ScoredRun, path: Path) -> None:
    """Write the gallery page of a re-scored submission; called by the verifier process."""
    write_page([run], (), path, Shared(f"../{PICTURE}"), alone=True)


def collected(
    paths: Sequence[Path], source: str | None = None, cache: Cache | None = None, limits: Limits | None = None
) -> Iterator[Entry | Unread]:
    """Yield every submission at or below the paths once, beginning with those whose folder has their own name. Gallery
    files exist only until the iterator is exhausted. An invalid submission does not affect the others. Raises UserError
    if there are no submissions."""
    folders = {folder.resolve(): folder for path in paths for folder in submission.find(existing(path))}
    if not folders:
        raise UserError(f"no submission found in {', '.join(map(str, paths))}; expected folders with a manifest.json")
    ordered = sorted(folders.values(), key=lambda folder: (not package.is_in_place(folder), folder))
    asked = checking.Asked(source, page=PAGE, limits=limits or Limits(), redone=redone_folder)
    checked = checking.check_all(ordered, asked, cache or Cache())
    for folder, outcome, error in bars.counted(checked, "submissions", len(ordered), "submissions"):
        if outcome is None:
            yield Unread(escape_bytes(folder.name), first_line(error))
            continue
        try:
            families.locate(outcome.submission.manifest.dataset.config)
        except UserError as unknown:
            yield Unread(escape_bytes(folder.name), first_line(unknown))
            continue
        yield entry(outcome)


def redone_folder(folder: Path) -> Path | None:
    """Return the folder in which the results repo has repeated annotations of a submission, if any."""
    with suppress(UserError):
        annotations = redo.read(folder, submission.read(folder).manifest)
        return annotations.folder if annotations and annotations.counts else None
    return None


def existing(path: Path) -> Path:
    """Return the folder. Raises UserError if it does not exist."""
    if not path.is_dir():
        raise UserError(f"no folder {str(path)!r}; expected a submission, or a folder of submissions")
    return path


def entry(outcome: Outcome) -> Entry:
    """Return the entry of a checked submission. If its rows are not available, it has the figures that the submitter
    claims.

    A verified entry is named by its responses; any other by its folder, since its hashes are only claims.
    """
    read = outcome.submission
    manifest = read.manifest
    name = f"{manifest.dataset.config}-{manifest.responses[:12]}"
    stated = f"{manifest.dataset.config}-stated-{read.folder.name}"
    if outcome.unscored:
        reason = ". ".join(outcome.unscored.splitlines())
        return Entry(stated, read, LEVELS[0], (f"not re-scored: {reason}",), False, None, None)
    if read.retracted is not None:
        return Entry(stated, read, RETRACTED, (f"retracted: {read.retracted}",), False, None, None)
    if not outcome.verified:
        messages = [finding.message for finding in outcome.findings[:SHOWN]]
        more = len(outcome.findings) - len(messages)
        messages += [f"and {more} more: see sgpkit verify"] if more > 0 else []
        return Entry(stated, read, REFUSED, tuple(messages), False, None, None)
    remarks = (*(f"not ranked: {reason}" for reason in outcome.unrankable), *outcome.remarks)
    rankable = outcome.rankable and manifest.engine.name != BASELINE
    without = outcome.errata.get("without_any", {}).get("value")
    reported = outcome.self_reported
    remarks = (*remarks, *redone_remarks(outcome))
    made = Entry(name, read, outcome.level, remarks, rankable, without, outcome.rescored, outcome.gallery, reported)
    return with_rerun(made, outcome)


def redone_remarks(outcome: Outcome) -> Iterator[str]:
    """Yield a remark for each repeated figure: figures repeated by a verifier with a pinned model count for the rank;
    figures repeated by the submitter do not.
    """
    made = redo.read(outcome.submission.folder, outcome.submission.manifest)
    if made is not None and outcome.redone:
        yield from (f"{figure.in_words()}, repeated by {made.by} on {made.date}" for figure in outcome.redone)
    elif made is not None and not made.counts:
        yield f"its annotations were repeated by {made.by!r:.60}, not by a verifier, and do not count"


def with_rerun(entry: Entry, outcome: Outcome) -> Entry:
    """Return an entry with the record of asking its model again, if the results repo has one. A record by the submitter
    is shown but does not count.
    """
    try:
        record = rerun.read(outcome)
    except UserError as error:
        return replace(entry, remarks=(*entry.remarks, f"its rerun does not count: {first_line(error)}"))
    if record is None:
        return entry
    remark = (
        f"asked again by {printable(record.by):.200} on {record.date}, nonce {record.nonce}: {record.compared.remark}"
    )
    if not record.counts:
        return replace(entry, remarks=(*entry.remarks, f"self-reported, not counted: {remark}"))
    if record.compared.finding:
        return replace(entry, verification=REFUSED, remarks=(remark, *entry.remarks), rankable=False)
    level = LEVELS[2] if record.compared.earned else entry.verification
    return replace(entry, verification=level, remarks=(*entry.remarks, remark))
