"""One person's verdicts about candidates, read from the lines of a journal, with undo. An `undo` line revokes the
latest valid line about its candidate, so that the one before it becomes valid again. Every line has the id of its
request; a repeated request counts once. It also has a digest of the candidate's words (`of`); if these have changed
since, the line is ignored.
"""

import re
import threading
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark.sources.authored import EDIT, EDITED
from sgpkit.errors import UserError
from sgpkit.studies.review import journal
from sgpkit.studies.review.journal import open_journal

FOLDER = "reviews"
ACCEPT, REJECT, UNDO = "accept", "reject", "undo"
VERDICTS = (ACCEPT, REJECT, EDIT)
NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w.])?")
"""A person's name without its combining marks, which many scripts write vowels with and `\\w` does not include."""

MAX_NAME_BYTES = 200
"""Maximum length of a name, which is also a file name."""

Wording = Callable[[str], str | None]
"""The digest of a candidate's words now, as `Candidates.wording` returns it."""


class Verdict(NamedTuple):
    """A line that is not an undo. `seconds` is how long the candidate was looked at."""

    candidate: str
    verdict: str
    edits: Mapping[str, Any]
    comment: str
    at: str
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return the verdict under the names that journals and the page use."""
        return {
            "candidate": self.candidate,
            "verdict": self.verdict,
            EDITED: self.edits,
            "comment": self.comment,
            "at": self.at,
            "took": self.seconds,
        }


class Person:
    """One reviewer's verdicts and the file that holds them. Readers and writers hold `lock`.

    `verdicts` are all verdicts, replaced ones included, oldest first; `history` has them by candidate.
    """

    def __init__(self, name: str, path: Path, wording: Wording = lambda candidate: None) -> None:
        self.name, self.journal, self.wording = name, open_journal(path), wording
        self.lock = threading.RLock()
        self.verdicts: list[Verdict] = []
        self.outdated: set[str] = set()
        self.history: dict[str, list[Verdict]] = defaultdict(list)
        self.requests: dict[str, str] = {}
        for number, line in enumerate(journal.read(path), start=1):
            try:
                self.apply(line)
            except (KeyError, TypeError, ValueError) as error:
                raise UserError(
                    f"{path}, line {number} is not a verdict: {error!r:.200}; remove it from the file"
                ) from None

    def apply(self, line: Mapping[str, Any]) -> None:
        """Update this person by a line of the journal."""
        candidate = str(line["candidate"])
        if request := line.get("request"):
            self.requests[str(request)] = candidate
        now = self.wording(candidate)
        if now is not None and line["of"] != now:
            self.outdated.add(candidate)
            return
        self.outdated.discard(candidate)
        if line["verdict"] == UNDO:
            if self.history[candidate]:
                self.forget(self.history[candidate].pop())
            return
        if line["verdict"] not in VERDICTS:
            raise ValueError(f"verdict {line['verdict']!r:.40}")
        verdict = Verdict(
            candidate,
            line["verdict"],
            dict(line.get(EDITED) or {}),
            str(line.get("comment") or ""),
            str(line.get("at") or ""),
            float(line.get("took") or 0),
        )
        self.verdicts.append(verdict)
        self.history[candidate].append(verdict)

    def forget(self, verdict: Verdict) -> None:
        """Remove a verdict: the newest of equal ones, which is nearly always the last in the list."""
        indices = range(len(self.verdicts) - 1, -1, -1)
        del self.verdicts[next(index for index in indices if self.verdicts[index] is verdict)]

    def verdict(self, candidate: str) -> Verdict | None:
        """Return the verdict about a candidate that counts."""
        history = self.history.get(candidate)
        return history[-1] if history else None

    def standing(self) -> dict[str, Verdict]:
        """Return the verdicts that count, by candidate."""
        return {candidate: history[-1] for candidate, history in self.history.items() if history}

    def record(self, line: Mapping[str, Any]) -> bool:
        """Write a line to the disk, then apply it; return False for a repeated request."""
        with self.lock:
            if line["request"] in self.requests:
                return False
            self.journal.append(line)
            self.apply(line)
            return True


def checked_name(name: str) -> str:
    """Return a person's name that can be a file's: letters, digits, spaces, and . ' - _ within."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    letters = "".join(letter for letter in plain if not unicodedata.category(letter).startswith("M"))
    if (
        not NAME.fullmatch(letters)
        or unicodedata.category(plain[0]).startswith("M")
        or len(plain.encode()) > MAX_NAME_BYTES
    ):
        raise UserError(
            f"{name!r:.60} is not a valid name: expected 1 to 40 letters, digits, spaces, - or ., such as 'Ada L.'"
        )
    return plain


def journal_path(folder: Path, name: str) -> Path:
    """Return the path of a person's journal in the folder of candidates."""
    return folder / FOLDER / f"{name}.jsonl"


def read_people(folder: Path, wording: Wording = lambda candidate: None) -> dict[str, Person]:
    """Return all reviewers with a journal in the folder of candidates, by name; no journal is ignored silently."""
    people: dict[str, Person] = {}
    for path in sorted((folder / FOLDER).glob("*.jsonl")):
        try:
            name = checked_name(path.stem)
        except UserError as error:
            raise UserError(f"{path} does not belong to a reviewer: {error}\nRename it, or move it away.") from None
        if known := known_name(people, name):
            raise UserError(
                f"{path} and {people[known].journal.path.name} belong to the same person; merge them into one file"
            )
        people[name] = Person(name, path, wording)
    return people


def known_name(people: Mapping[str, Person], name: str) -> str | None:
    """Return the name under which a person is known already: names that differ in case are one person's."""
    return next((known for known in people if known.casefold() == name.casefold()), None)
