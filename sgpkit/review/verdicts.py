"""What one person said of the candidates, from the lines of a journal: the last word about each, and the way back.

An `undo` line takes back the latest line about its candidate that still stands, so that what stood before stands
again. Every line carries the id of the request that it came with; a request that comes twice is one. It also says what
the candidate's words were then (`of`): when these have changed since, it counts for nothing.
"""

import re
import threading
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.errors import UserError
from sgpkit.review import journal
from sgpkit.review.journal import Journal

FOLDER = "reviews"
VERDICTS = ("accept", "reject", "mend")
NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w.])?")
"""Of a name without its combining marks, which many scripts write vowels with and `\\w` does not know."""

LONGEST = 200
"""Bytes of a name, since it is a file's too."""

Wording = Callable[[str], str | None]
"""What the words of a candidate are now, as `Candidates.wording` tells it."""


class Verdict(NamedTuple):
    """A line that is no undo. `took` is the seconds that the candidate was looked at."""

    candidate: str
    verdict: str
    mended: Mapping[str, Any]
    comment: str
    at: str
    took: float


class Person:
    """One reviewer's verdicts and the file that holds them. Whoever reads or writes holds `lock`."""

    def __init__(self, name: str, path: Path, wording: Wording = lambda candidate: None) -> None:
        self.name, self.journal, self.wording = name, Journal(path), wording
        self.lock = threading.RLock()
        self.acts: list[Verdict] = []
        self.outdated: set[str] = set()
        self.about: dict[str, list[Verdict]] = defaultdict(list)
        self.requests: dict[str, str] = {}
        for number, line in enumerate(journal.read(path), start=1):
            try:
                self.take(line)
            except (KeyError, TypeError, ValueError) as error:
                raise UserError(
                    f"{path}, line {number} is no verdict: {error!r:.200}; take it out of the file"
                ) from None

    def take(self, line: Mapping[str, Any]) -> None:
        """What a line changes here."""
        candidate = str(line["candidate"])
        if request := line.get("request"):
            self.requests[str(request)] = candidate
        now = self.wording(candidate)
        if now is not None and line.get("of", now) != now:
            self.outdated.add(candidate)
            return
        self.outdated.discard(candidate)
        if line["verdict"] == "undo":
            if self.about[candidate]:
                self.forget(self.about[candidate].pop())
            return
        if line["verdict"] not in VERDICTS:
            raise ValueError(f"verdict {line['verdict']!r:.40}")
        said = Verdict(
            candidate,
            line["verdict"],
            dict(line.get("mended") or {}),
            str(line.get("comment") or ""),
            str(line.get("at") or ""),
            float(line.get("took") or 0),
        )
        self.acts.append(said)
        self.about[candidate].append(said)

    def forget(self, said: Verdict) -> None:
        """The newest of equal ones, which is nearly always the last of all."""
        place = next(place for place in range(len(self.acts) - 1, -1, -1) if self.acts[place] is said)
        del self.acts[place]

    def stands(self, candidate: str) -> Verdict | None:
        """The verdict about a candidate that counts."""
        said = self.about.get(candidate)
        return said[-1] if said else None

    def standing(self) -> dict[str, Verdict]:
        return {candidate: said[-1] for candidate, said in self.about.items() if said}

    def record(self, line: Mapping[str, Any]) -> bool:
        """Onto the disk, then here; False for a request that was taken before."""
        with self.lock:
            if line["request"] in self.requests:
                return False
            self.journal.append(line)
            self.take(line)
            return True


def checked_name(name: str) -> str:
    """A person's name as it can be a file's: letters, digits, spaces, and . ' - _ within."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    letters = "".join(sign for sign in plain if not unicodedata.category(sign).startswith("M"))
    if not NAME.fullmatch(letters) or unicodedata.category(plain[0]).startswith("M") or len(plain.encode()) > LONGEST:
        raise UserError(
            f"{name!r:.60} cannot be a name here: 1 to 40 letters, digits, spaces, - or ., such as 'Ada L.'"
        )
    return plain


def path_of(folder: Path, name: str) -> Path:
    return folder / FOLDER / f"{name}.jsonl"


def read_people(folder: Path, wording: Wording = lambda candidate: None) -> dict[str, Person]:
    """Everybody who has a journal in the folder of candidates, by name. A journal is never passed over in silence."""
    people: dict[str, Person] = {}
    for path in sorted((folder / FOLDER).glob("*.jsonl")):
        try:
            name = checked_name(path.stem)
        except UserError as mistake:
            raise UserError(f"{path} is the journal of nobody: {mistake}\nRename it, or move it away.") from None
        if known := called(people, name):
            raise UserError(f"{path} and {people[known].journal.path.name} are one person's; put their lines into one")
        people[name] = Person(name, path, wording)
    return people


def called(people: Mapping[str, Person], name: str) -> str | None:
    """As whom somebody of this name is known: case makes no other person."""
    return next((known for known in people if known.casefold() == name.casefold()), None)
