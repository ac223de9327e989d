"""Where every participant of a study stands, read from the study's journal: one line for each thing that happened.

The lines are `consent`, `begin` (a batch was given out, in this order), `answer` (one trial) and `withdraw`. A
participant is a random name: nothing in the journal comes from the browser, and nothing tells who it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sgpkit.review.study.plan import Standing


@dataclass
class Participant:
    """One person's way through the study so far. `answers` are those of the first items of `order`."""

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
        return self.batch is not None

    @property
    def complete(self) -> bool:
        return self.begun and len(self.answers) == len(self.order) and not self.withdrawn


class State:
    """All participants by name. `apply` takes the lines of the journal in their order, and each new one after it was
    written."""

    def __init__(self, lines: Iterable[Mapping[str, Any]] = ()) -> None:
        self.participants: dict[str, Participant] = {}
        self.by_platform: dict[str, str] = {}
        self.by_request: dict[str, str] = {}
        for line in lines:
            self.apply(line)

    def apply(self, line: Mapping[str, Any]) -> None:
        name, at = str(line["participant"]), datetime.fromisoformat(line["at"])
        if line["what"] == "consent":
            platform = str(line.get("platform", ""))
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
            raise ValueError(f"a line of a study says {line['what']!r}; expected consent, begin, answer or withdraw")

    def standings(self, batches: int, now: datetime, patience: timedelta) -> list[Standing]:
        """By batch. Whoever has answered nothing for longer than `patience` has left, until they come back."""
        complete, active = [0] * batches, [0] * batches
        for participant in self.participants.values():
            if participant.batch is None or participant.withdrawn:
                continue
            if participant.complete:
                complete[participant.batch] += 1
            elif now - participant.seen <= patience:
                active[participant.batch] += 1
        return [Standing(*both) for both in zip(complete, active, strict=True)]

    def counted(self, unfinished: bool = False) -> list[Participant]:
        """Those whose answers count: who finished, or with `unfinished` all who answered; never who withdrew."""
        return [
            participant
            for participant in self.participants.values()
            if participant.complete or (unfinished and participant.answers and not participant.withdrawn)
        ]


def answers_by_item(participants: Sequence[Participant]) -> dict[str, list[tuple[str, Mapping[str, Any]]]]:
    """Every answer to each item with the name of who gave it, in the order of the participants."""
    found: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for participant in participants:
        for answer in participant.answers:
            found.setdefault(str(answer["item"]), []).append((participant.name, answer))
    return found
