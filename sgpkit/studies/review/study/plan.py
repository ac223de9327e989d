"""Assign the items of a study: batches, the next batch to give out, and each participant's own orders.

As in SGP-Bench's study (its appendix B), stimuli are divided into batches, and each participant gets one batch in a
separate random order. A batch that is not finished is given out again, until the wanted number of people have finished
each batch.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple


class BatchProgress(NamedTuple):
    """The numbers of people who finished a batch, and who are working on it."""

    complete: int
    active: int


def shuffled(names: Sequence[str], seed: int) -> list[str]:
    """Return the names in random order, independent of their input order."""
    return sorted(names, key=lambda name: (random.Random(f"{seed}:{name}").random(), name))


def batch_of(index: int, items: int, size: int) -> int:
    """Return the batch of an item by its index in a random order. Batches have at most `size` items, nearly evenly."""
    return index % -(-items // size)


def next_batch(progress: Sequence[BatchProgress], people: int, draw: random.Random) -> int | None:
    """Return the batch for a new participant: among batches that need people, the one with the fewest, including those
    working on it. None if enough people have finished every batch.
    """
    lacking = [batch for batch, reached in enumerate(progress) if reached.complete < people]
    if not lacking:
        return None
    fewest = min(load(progress[batch]) for batch in lacking)
    return draw.choice([batch for batch in lacking if load(progress[batch]) == fewest])


def load(progress: BatchProgress) -> tuple[int, int]:
    """Return a sort key: the number of people on a batch, then of those who finished it."""
    return progress.complete + progress.active, progress.complete


def order(items: Sequence[str], participant: str, seed: int) -> list[str]:
    """Return a participant's own order of the items of a batch."""
    own = list(items)
    random.Random(f"{seed}:{participant}").shuffle(own)
    return own


def option_order(options: Sequence[str], participant: str, item: str, seed: int) -> list[int]:
    """Return the order in which a participant is shown the options of an item. Digits stay in ascending order."""
    indices = list(range(len(options)))
    if not all(len(option) == 1 and option.isdecimal() for option in options):
        random.Random(f"{seed}:{participant}:{item}").shuffle(indices)
    return indices
