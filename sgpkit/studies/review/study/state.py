"""The progress of every participant of a study, read from the study's journal.

Its lines are `consent`, `begin` (a batch was given out, in this order), `answer` (one trial) and `withdraw`. A
participant is a random name: nothing in the journal comes from the browser or identifies a person.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sgpkit.studies.review.study.plan import BatchProgress


@dataclass
class Participant:
    """One person's progress. `answers` are those to the first items of `order`; `seen` is the time of the last step."""

    name: str
    seen: datetime
    platform: str = ""
    batch: int | None = None
    order: tuple[str, ...] = ()
    code: str = ""
    answers: list[Mapping[str, Any]] = field(default_factory=list)
    withdrawn: bool = False

    @property
    def begun(self) -> bool:
        """Return whether they were given a batch."""
        return self.batch is not None

    @property
    def complete(self) -> bool:
        """Return whether they answered every item, and did not withdraw."""
        return self.begun and len(self.answers) == len(self.order) and not self.withdrawn


class State:
    """All participants by name. `apply` takes the lines of the journal in order, new ones after they are written."""

    def __init__(self, lines: Iterable[Mapping[str, Any]] = ()) -> None:
        self.participants: dict[str, Participant] = {}
        self.by_platform: dict[str, str] = {}
        self.by_request: dict[str, str] = {}
        for line in lines:
            self.apply(line)

    def apply(self, line: Mapping[str, Any]) -> None:
        """Update the state by a line of the journal."""
        name, at = str(line["participant"]), datetime.fromisoformat(line["at"])
        if line["what"] == "consent":
            platform = str(line["platform"])
            self.participants[name] = Participant(name, at, platform)
            self.by_request[str(line["request"])] = name
            if platform:
                self.by_platform[platform] = name
            return
        participant = self.participants[name]
        participant.seen = at
        if line["what"] == "begin":
            participant.batch, participant.order, participant.code = line["batch"], tuple(line["order"]), line["code"]
        elif line["what"] == "answer":
            participant.answers.append(line)
        elif line["what"] == "withdraw":
            participant.withdrawn = True
        else:
            raise ValueError(f"a line of kind {line['what']!r}; expected consent, begin, answer or withdraw")

    def progress(self, batches: int, now: datetime, patience: timedelta) -> list[BatchProgress]:
        """Return the progress by batch. A participant who is inactive for longer than `patience` does not count until
        they return.
        """
        complete, active = [0] * batches, [0] * batches
        for participant in self.participants.values():
            if participant.batch is None or participant.withdrawn:
                continue
            if participant.complete:
                complete[participant.batch] += 1
            elif now - participant.seen <= patience:
                active[participant.batch] += 1
        return [BatchProgress(*counts) for counts in zip(complete, active, strict=True)]

    def counted(self, unfinished: bool = False) -> list[Participant]:
        """Return the participants whose answers count: those who finished, or with `unfinished` all who answered; never
        those who withdrew."""
        return [
            participant
            for participant in self.participants.values()
            if participant.complete or (unfinished and participant.answers and not participant.withdrawn)
        ]


def answers_by_item(participants: Sequence[Participant]) -> dict[str, list[tuple[str, Mapping[str, Any]]]]:
    """Return the answers to every item with the participants' names, in the order of the participants."""
    answers: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for participant in participants:
        for answer in participant.answers:
            answers.setdefault(str(answer["item"]), []).append((participant.name, answer))
    return answers
