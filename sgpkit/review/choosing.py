"""Which candidate a person sees next, among those that they want to see."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from sgpkit.errors import UserError, nearest
from sgpkit.review.candidates import Candidates
from sgpkit.review.verdicts import Person

STATES = ("todo", "done", "all")
MACHINE = ("kept", "dropped", "all")


class Wanted(NamedTuple):
    """`state`: not yet judged by this person, judged, or both; `machine`: whether it passed the machine's checks."""

    state: str = "todo"
    machine: str = "kept"
    type: str = ""


def checked(wanted: Wanted, types: Collection[str]) -> Wanted:
    for given, known in ((wanted.state, STATES), (wanted.machine, MACHINE), (wanted.type, ("", *types))):
        if given not in known:
            raise UserError(f"{given!r:.60} cannot be chosen{nearest(given, known)}")
    return wanted


def order(candidates: Candidates, person: str) -> list[int]:
    """Drawings in one order for all, by draw, so that what several people have done of it overlaps and agreement is
    known early. The candidates of a drawing follow one another, so that it has to be looked at once, in an order drawn
    from the person's name. New candidates do not change how the others follow one another."""
    name = person.casefold()
    of_item = {item: draw("", item) for item in set(candidates.items)}
    keys = [
        of_item[item] + draw(name, identifier)
        for item, identifier in zip(candidates.items, candidates.ids, strict=True)
    ]
    return sorted(range(len(keys)), key=keys.__getitem__)


def draw(person: str, identifier: str) -> bytes:
    return hashlib.blake2b(f"{person}:{identifier}".encode(), digest_size=8).digest()


class Way:
    """One person's way through the candidates."""

    def __init__(self, candidates: Candidates, person: Person) -> None:
        self.candidates, self.person = candidates, person
        self.order: Sequence[int] = order(candidates, person.name)
        self.step = [0] * len(self.order)
        for step, place in enumerate(self.order):
            self.step[place] = step

    def next(self, wanted: Wanted, after: str | None, without: Collection[str] = ()) -> int | None:
        """The place of the first wanted candidate behind another, going on from the beginning when the end is
        reached; `after` itself comes last."""
        count = len(self.order)
        start = 0 if after is None else self.step[self.candidates.places[after]] + 1
        steps = ((start + offset) % count for offset in range(count))
        return self.first((self.order[step] for step in steps), wanted, without)

    def before(self, wanted: Wanted, before: str) -> int | None:
        """The one in front of another, judged or not."""
        start = self.step[self.candidates.places[before]]
        places = (self.order[step] for step in range(start - 1, -1, -1))
        return self.first(places, wanted._replace(state="all"), ())

    def first(self, places: Iterator[int], wanted: Wanted, without: Collection[str]) -> int | None:
        candidates, judged = self.candidates, self.person.about
        for place in places:
            identifier = candidates.ids[place]
            if not passes(candidates.types[place], candidates.kept[place], wanted) or identifier in without:
                continue
            if wanted.state == "all" or bool(judged.get(identifier)) == (wanted.state == "done"):
                return place
        return None


def passes(type: str, kept: bool, wanted: Wanted) -> bool:
    """Whether a candidate of this type, that the machine kept or not, is among those wanted."""
    return wanted.type in ("", type) and (wanted.machine == "all" or kept == (wanted.machine == "kept"))
