"""Choose the next candidate for a person, among those that match their selection."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from sgpkit.errors import UserError, nearest
from sgpkit.studies.review.candidates import Candidates
from sgpkit.studies.review.verdicts import Person

STATES = ("todo", "done", "all")
MACHINE = ("kept", "dropped", "all")


class Selection(NamedTuple):
    """`state`: not yet judged by this person, judged, or both; `machine`: whether it passed the machine's checks."""

    state: str = "todo"
    machine: str = "kept"
    type: str = ""

    def includes(self, type: str, kept: bool) -> bool:
        """Return whether a candidate of this type, kept by the machine or not, is selected, in any state."""
        return self.type in ("", type) and (self.machine == "all" or kept == (self.machine == "kept"))


def checked(selection: Selection, types: Collection[str]) -> Selection:
    """Return the selection; UserError where one of its values does not exist."""
    for value, known in ((selection.state, STATES), (selection.machine, MACHINE), (selection.type, ("", *types))):
        if value not in known:
            raise UserError(f"{value!r:.60} cannot be chosen{nearest(value, known)}")
    return selection


def order(candidates: Candidates, person: str) -> list[int]:
    """Return the indices of the candidates in the order in which a person sees them.

    Drawings come in one random order for all, so that the work of several people overlaps and their agreement is known
    early. The candidates of a drawing are adjacent, so that people look at it only once; their order depends on the
    person's name. New candidates do not change the order of the others.
    """
    name = person.casefold()
    item_keys = {item: random_key("", item) for item in set(candidates.items)}
    keys = [
        item_keys[item] + random_key(name, identifier)
        for item, identifier in zip(candidates.items, candidates.ids, strict=True)
    ]
    return sorted(range(len(keys)), key=keys.__getitem__)


def random_key(person: str, identifier: str) -> bytes:
    """Return a pseudo-random sort key."""
    return hashlib.blake2b(f"{person}:{identifier}".encode(), digest_size=8).digest()


class Queue:
    """All candidates in one person's order."""

    def __init__(self, candidates: Candidates, person: Person) -> None:
        self.candidates, self.person = candidates, person
        self.order: Sequence[int] = order(candidates, person.name)
        self.step = [0] * len(self.order)
        for step, index in enumerate(self.order):
            self.step[index] = step

    def next(self, selection: Selection, after: str | None, without: Collection[str] = ()) -> int | None:
        """Return the index of the first selected candidate after another, continuing at the beginning after the end;
        `after` itself comes last.
        """
        count = len(self.order)
        start = 0 if after is None else self.step[self.candidates.indices[after]] + 1
        steps = ((start + offset) % count for offset in range(count))
        return self.first((self.order[step] for step in steps), selection, without)

    def before(self, selection: Selection, before: str) -> int | None:
        """Return the index of the selected candidate before another, judged or not."""
        start = self.step[self.candidates.indices[before]]
        indices = (self.order[step] for step in range(start - 1, -1, -1))
        return self.first(indices, selection._replace(state="all"), ())

    def first(self, indices: Iterator[int], selection: Selection, without: Collection[str]) -> int | None:
        """Return the first index whose candidate is selected and not in `without`."""
        candidates, judged = self.candidates, self.person.history
        for index in indices:
            identifier = candidates.ids[index]
            if not selection.includes(candidates.types[index], candidates.kept[index]) or identifier in without:
                continue
            if selection.state == "all" or bool(judged.get(identifier)) == (selection.state == "done"):
                return index
        return None
