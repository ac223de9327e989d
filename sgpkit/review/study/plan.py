"""Who of a study sees what, and in which order: batches of items, the next batch to give out, orders of one's own.

As in SGP-Bench's study (its appendix B): stimuli lie in batches, a participant gets one, in an order of their own. A
batch that nobody finishes goes out again, until every one was finished by as many people as are wanted.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple


class Standing(NamedTuple):
    """How many people finished a batch, and how many are working on it."""

    complete: int
    active: int


def drawn(names: Sequence[str], seed: int) -> list[str]:
    """All of them in random order, by a draw for each, so that the order does not depend on the one they come in."""
    return sorted(names, key=lambda name: (random.Random(f"{seed}:{name}").random(), name))


def batch_of(place: int, items: int, size: int) -> int:
    """The batch of the item at this place of a random order: as many batches as the size asks for, all nearly even."""
    return place % -(-items // size)


def next_batch(standings: Sequence[Standing], people: int, draw: random.Random) -> int | None:
    """The batch for someone new: of those that lack people, the one with the fewest, whoever is at work counted in.

    None where every batch has been finished by enough.
    """
    lacking = [place for place, standing in enumerate(standings) if standing.complete < people]
    if not lacking:
        return None
    fewest = min(burden(standings[place]) for place in lacking)
    return draw.choice([place for place in lacking if burden(standings[place]) == fewest])


def burden(standing: Standing) -> tuple[int, int]:
    return standing.complete + standing.active, standing.complete


def order(items: Sequence[str], participant: str, seed: int) -> list[str]:
    """A participant's own order of the items of a batch."""
    mixed = list(items)
    random.Random(f"{seed}:{participant}").shuffle(mixed)
    return mixed


def option_order(options: Sequence[str], participant: str, item: str, seed: int) -> list[int]:
    """In which order a participant is shown the options of an item. Digits stay in order: people look for them so."""
    places = list(range(len(options)))
    if not all(len(option) == 1 and option.isdecimal() for option in options):
        random.Random(f"{seed}:{participant}:{item}").shuffle(places)
    return places
