"""Mix several instruction datasets: choose the rows of each, depending only on the seed."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sgpkit.errors import UserError

from .conversations import Conversation
from .settings import DataSettings


class Example(NamedTuple):
    """A conversation to train on, with the name of its data block."""

    block: str
    number: int
    """The number of the row in its own dataset."""
    conversation: Conversation


@dataclass(frozen=True)
class Block:
    """The rows of one data block: the usable ones with their numbers, and why others are unusable."""

    settings: DataSettings
    rows: Sequence[tuple[int, Conversation]]
    unusable: Mapping[str, int] = field(default_factory=Counter)


def mix(blocks: Sequence[Block]) -> list[Example]:
    """Return the rows of all blocks, block by block in the order of their datasets; training shuffles them."""
    wanted = counts(blocks)
    return [
        Example(block.settings.name, number, conversation)
        for block, count in zip(blocks, wanted, strict=True)
        for number, conversation in sampled(block, count)
    ]


def counts(blocks: Sequence[Block]) -> list[int]:
    """Return the rows to take from every block; with shares, the number that the first exhausted block allows."""
    if blocks[0].settings.share is None:
        return [wanted(block) for block in blocks]
    total = min(len(block.rows) / (block.settings.share or 1) for block in blocks)
    # The small number compensates for rounding, so that half of 10 rows and half of 10 make 20.
    sizes = [int(total * (block.settings.share or 1) + 1e-9) for block in blocks]
    if empty := next((block for block, count in zip(blocks, sizes, strict=True) if not count), None):
        raise UserError(
            f"the data block {empty.settings.name!r} gets no row: its share of {empty.settings.share:g} of "
            f"{total:.1f} rows is less than one"
        )
    return sizes


def wanted(block: Block) -> int:
    """Return the number of rows to take of a block without a share: its count, by default all rows."""
    count = block.settings.count
    if count is not None and count > len(block.rows):
        raise UserError(
            f"the data block {block.settings.name!r} has {len(block.rows):,} usable rows; its count is {count:,}"
        )
    return len(block.rows) if count is None else count


def sampled(block: Block, count: int) -> list[tuple[int, Conversation]]:
    """Return rows by the hash of seed and number: a smaller count draws a subset of a larger one's."""
    seed = block.settings.seed
    ranked = sorted(
        range(len(block.rows)), key=lambda index: hashlib.sha256(f"{seed}:{block.rows[index][0]}".encode()).digest()
    )
    return [block.rows[index] for index in sorted(ranked[:count])]


def digest(examples: Iterable[Example]) -> str:
    """Return a hash of the examples, independent of their file."""
    hasher = hashlib.sha256()
    for example in examples:
        turns = [list(turn) for turn in example.conversation]
        hasher.update(json.dumps(turns, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return hasher.hexdigest()


def describe(blocks: Sequence[Block], examples: Sequence[Example]) -> list[dict[str, Any]]:
    """Return the source of every block, its rows, and their hash, for the adapter's metadata."""
    return [
        {
            "name": block.settings.name,
            "source": block.settings.source,
            "split": block.settings.split,
            "rows": len(block.rows),
            "unusable": dict(sorted(block.unusable.items())),
            "taken": len(mine := [example for example in examples if example.block == block.settings.name]),
            "sha256": digest(mine),
        }
        for block in blocks
    ]
