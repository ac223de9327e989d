"""The submissions that a leaderboard is made of, each scored again from its responses.

A submission that was scored again is put back into the form of a run, so that ranks and galleries are made of the
same verdicts as those of any other run.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from sgpkit import families
from sgpkit.errors import UserError
from sgpkit.scoring.scored_run import ScoredRun
from sgpkit.submission import submission, verify
from sgpkit.submission.manifest import LEVELS, Manifest
from sgpkit.submission.submission import Submission

REFUSED = "does not hold"
RETRACTED = "retracted"
SHOWN = 3
"""The most findings that a page lists; `sgpkit verify` lists all."""


class Unread(NamedTuple):
    """A folder that is named a submission and cannot be read as one, and why."""

    folder: str
    reason: str


@dataclass(frozen=True)
class Entry:
    """A submission and what checking it gave: `run` where it was scored again, else None."""

    name: str
    submission: Submission
    verification: str
    remarks: tuple[str, ...]
    rankable: bool
    without_errata: float | None
    run: ScoredRun | None

    @property
    def manifest(self) -> Manifest:
        """Return what the submission says about itself."""
        return self.submission.manifest

    @property
    def figures(self) -> Mapping[str, Any]:
        """Return the headline: as it was computed again, else as the submitter states it."""
        if self.run is not None:
            return self.run.figures
        stated = self.manifest.score
        return {name: getattr(stated, name) for name in ("value", "low", "high", "n", "clusters", "method")}

    @property
    def headline(self) -> str:
        """Return the name of the value; of a mark with who gave it."""
        return self.run.headline if self.run is not None else self.manifest.score.name

    @property
    def measured(self) -> str:
        """Return the name of the headline alone."""
        return str(self.run.figures["headline"]) if self.run is not None else self.manifest.score.name

    @property
    def data(self) -> str:
        """Return which rows were asked, in words."""
        asked = self.manifest.dataset
        pinned = f"{asked.repo}@{asked.commit[:12]}" if asked.commit else Path(asked.repo).name
        return f"{pinned}, sha256 {asked.sha256[:12]}"


@contextmanager
def collected(paths: Sequence[Path], source: str | None = None) -> Iterator[tuple[list[Entry], list[Unread]]]:
    """Collect every submission at or below the paths, once each. The files of an entry's gallery exist until the end of
    the block. An invalid submission neither keeps others from the board nor takes the place of a valid one. Raises
    UserError if there are none."""
    folders = {folder.resolve(): folder for path in paths for folder in submission.find(existing(path))}
    if not folders:
        raise UserError(f"no submission at or below {', '.join(map(str, paths))}: none holds a manifest.json")
    with tempfile.TemporaryDirectory(prefix="sgpkit-leaderboard-") as work:
        by_name: dict[str, Entry] = {}
        unread = []
        for folder in tqdm(sorted(folders.values()), desc="submissions", disable=None, unit=" submissions"):
            try:
                read = submission.read(folder)
                families.locate(read.manifest.dataset.config)
                added = entry(read, Path(work), source)
            except UserError as error:
                unread.append(Unread(folder.name, first_line(error)))
                continue
            by_name.setdefault(added.name, added)
        yield list(by_name.values()), unread


def existing(path: Path) -> Path:
    """Return the folder; UserError where there is none."""
    if not path.is_dir():
        raise UserError(f"no folder {str(path)!r}; expected a submission, or a folder of submissions")
    return path


def entry(read: Submission, work: Path, source: str | None) -> Entry:
    """Return a submission, checked. Where its rows cannot be had, its figures are those that the submitter claims.

    What was verified is named by its responses; anything else by its folder, since its hashes are only stated.
    """
    manifest = read.manifest
    name = f"{manifest.dataset.config}-{manifest.responses[:12]}"
    stated = f"{manifest.dataset.config}-stated-{read.folder.name}"
    try:
        verification = verify.check(read, source)
    except UserError as error:
        return Entry(stated, read, LEVELS[0], (f"not scored again: {first_line(error)}",), False, None, None)
    remarks = [f"not ranked: {reason}" for reason in verification.unrankable]
    if read.retracted is not None:
        return Entry(stated, read, RETRACTED, (f"retracted: {read.retracted}",), False, None, None)
    if not verification.verified:
        messages = [finding.message for finding in verification.findings[:SHOWN]]
        more = len(verification.findings) - len(messages)
        messages += [f"and {more} more: see sgpkit verify"] if more > 0 else []
        return Entry(stated, read, REFUSED, tuple(messages), False, None, None)
    assert verification.run is not None, "what was verified was scored again"
    (work / name).mkdir(exist_ok=True)
    run = replace(verification.run, run=verification.run.run.at(work / name))
    without = verification.errata.get("without_any", {}).get("value")
    return Entry(name, read, verification.level, (*remarks, *verification.remarks), verification.rankable, without, run)


def first_line(error: UserError) -> str:
    """Return the first line of an error."""
    return str(error).splitlines()[0]
