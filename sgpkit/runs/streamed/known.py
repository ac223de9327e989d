"""The stored responses of a run folder by key, without holding them in memory. An index has eight bytes of each key and
the block with its response: a row group of the table, or some lines of a log. Responses are read on access. The latest
blocks are cached, since a resumed run needs the responses in the order in which they were written.
"""

import hashlib
import json
import sys
from collections import OrderedDict
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sgpkit import append_log
from sgpkit.files import reading
from sgpkit.runs import responses
from sgpkit.runs.responses import Response
from sgpkit.runs.store import Torn
from sgpkit.sandbox.untrusted import tables as untrusted_tables

LINES = 1_000
"""Lines of a log that are read together."""

KEPT = 20_000
"""Number of responses in memory; more if there are many logs, since the last two blocks of each are kept."""


class Block(NamedTuple):
    """Responses that are read together: a row group of a file, or lines of a log from an offset on."""

    path: Path
    start: int
    lines: int = 0


class Stored:
    """The responses of a folder, by key. Unfinished last lines are cut off the logs that are `owned` by this process:
    all, unless some are named."""

    def __init__(self, folder: Path, owned: Collection[Path] | None = None) -> None:
        self.blocks: list[Block] = []
        self.kept: OrderedDict[int, dict[str, Response]] = OrderedDict()
        self.held = 0
        keys: list[np.ndarray] = []
        ranks: list[np.ndarray] = []
        for path in responses.open_table(folder).files:
            with reading(path, responses.REMEDY):
                for number, table in enumerate(untrusted_tables.groups(path)):
                    failed = table["finish_reason"] == "error"
                    pairs = table.select("keys", failed=failed).explode("keys")
                    self.add(Block(path, number), keys, ranks, pairs["keys"].to_list(), ~pairs["failed"].to_numpy())
        logs = responses.logs(folder)
        for path in logs:
            self.add_log(path, owned is None or path in owned, keys, ranks)
        self.fewest = 2 * (len(logs) + 1)
        self.keys, self.where = resolve(keys, ranks)

    def add(
        self, block: Block, keys: list[np.ndarray], ranks: list[np.ndarray], named: list[str], good: np.ndarray
    ) -> None:
        """Index the responses of a block."""
        self.blocks.append(block)
        keys.append(np.array([short_key(key) for key in named], dtype=np.uint64))
        ranks.append(good)

    def add_log(self, path: Path, is_owned: bool, keys: list[np.ndarray], ranks: list[np.ndarray]) -> None:
        """Index a log, and print which of its lines are torn. The log of another process may still grow."""
        torn = is_owned and append_log.cut_torn_line(path)
        unreadable, offset, held = 0, 0, []
        start = 0
        with path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                held.append(line)
                offset += len(line)
                if len(held) == LINES:
                    unreadable += self.add_lines(Block(path, start, len(held)), held, keys, ranks)
                    held, start = [], offset
        if held:
            unreadable += self.add_lines(Block(path, start, len(held)), held, keys, ranks)
        if torn or unreadable:
            print(Torn(path, torn, unreadable), file=sys.stderr)

    def add_lines(self, block: Block, lines: list[bytes], keys: list[np.ndarray], ranks: list[np.ndarray]) -> int:
        """Index lines of a log; return the number of unreadable ones."""
        items = [response for response in map(response_in, lines) if response is not None]
        good = np.array([item.completion.finish_reason != "error" for item in items], dtype=bool)
        self.add(block, keys, ranks, [item.key for item in items], good)
        return len(lines) - len(items)

    def __len__(self) -> int:
        return len(self.keys)

    def get(self, key: str) -> Response | None:
        """Return the response with a key; None if there is none."""
        if not len(self.keys):
            return None
        wanted = short_key(key)
        at = int(np.searchsorted(self.keys, np.uint64(wanted)))
        if at == len(self.keys) or int(self.keys[at]) != wanted:
            return None
        return self.block(int(self.where[at])).get(key)

    def block(self, number: int) -> dict[str, Response]:
        """Return the responses of a block by key."""
        items = self.kept.get(number)
        if items is None:
            items = self.kept[number] = by_key(self.blocks[number])
            self.held += len(items)
            while self.held > KEPT and len(self.kept) > self.fewest:
                self.held -= len(self.kept.popitem(last=False)[1])
        else:
            self.kept.move_to_end(number)
        return items

    def others(self, used: np.ndarray) -> Iterator[list[Response]]:
        """Yield the responses whose short keys are not among the used ones, a block at a time."""
        left = ~np.isin(self.keys, used)
        for number in np.unique(self.where[left]):
            mine = set(self.keys[left & (self.where == number)].tolist())
            yield [item for key, item in self.block(int(number)).items() if short_key(key) in mine]


def resolve(keys: list[np.ndarray], good: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct keys, sorted, and the block of each: the last with an answer, or else the first."""
    if not keys:
        return np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int32)
    all_keys, answers = np.concatenate(keys), np.concatenate(good)
    blocks = np.repeat(np.arange(len(keys), dtype=np.int32), [len(block) for block in keys])
    order = np.arange(len(all_keys))
    rank = np.where(answers, order + 1, -order)
    by_rank = np.lexsort((rank, all_keys))
    last = np.append(all_keys[by_rank][1:] != all_keys[by_rank][:-1], True)
    chosen = by_rank[last] if len(by_rank) else by_rank
    return all_keys[chosen], blocks[chosen]


def short_key(key: str) -> int:
    """Return eight bytes of a key as a number, which is unique within a run."""
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest())


def response_in(line: bytes) -> Response | None:
    """Return the response in a line of a log; None if it holds none."""
    try:
        return responses.from_json(json.loads(line))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def by_key(block: Block) -> dict[str, Response]:
    """Read the responses of a block."""
    items: dict[str, Response] = {}
    for item in read(block):
        earlier = items.get(item.key)
        if earlier is None or responses.is_answer(item, earlier):
            items[item.key] = item
    return items


def read(block: Block) -> Iterator[Response]:
    """Yield the responses of a block in their order."""
    if not block.lines:
        with reading(block.path, responses.REMEDY):
            yield from responses.from_table(untrusted_tables.group(block.path, block.start))
        return
    with block.path.open("rb") as file:
        file.seek(block.start)
        for _ in range(block.lines):
            response = response_in(file.readline())
            if response is not None:
                yield response


class Known:
    """Responses by key: those of a chunk that is being asked, and those that are stored."""

    def __init__(self, stored: Stored) -> None:
        self.stored = stored
        self.fresh: dict[str, Response] = {}

    def get(self, key: str) -> Response | None:
        """Return the response with a key; None if there is none."""
        return self.fresh.get(key) or (self.stored.get(key) if len(self.stored.keys) else None)

    def __getitem__(self, key: str) -> Response:
        response = self.get(key)
        if response is None:
            raise KeyError(key)
        return response

    def __setitem__(self, key: str, response: Response) -> None:
        self.fresh[key] = response

    def __len__(self) -> int:
        return len(self.fresh) + len(self.stored)
