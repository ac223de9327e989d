"""Divide requests into chunks, which are sent to workers.

Each chunk is half of a worker's fair share of the remaining requests (guided self-scheduling: Polychronopoulos and
Kuck, 1987, doi:10.1109/TC.1987.5009495): chunks are large at first, so that an engine's batch stays full and a prefix
is read by one worker, and small at the end, so that all workers finish together. Requests in flight at a worker that
died are sent again in ever smaller chunks, so that a request that kills its worker is soon alone.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from sgpkit.engines import Request

LEAST = 32
"""The minimum number of requests in a chunk, while enough are left for each worker."""

MOST_BYTES = 32_000_000
"""The maximum size of the prompts in a chunk, which is in memory on both sides."""

COMPANY = (1_000_000, 8, 1)
"""The maximum size of a chunk by the number of times that the worker of its requests died; after the last entry, the
requests are given up.
"""


class ChunkQueue:
    """A queue of requests that hands out chunks, and takes back those of workers that died."""

    def __init__(self, requests: Sequence[Request], workers: int, most: int | None = None) -> None:
        self.requests, self.workers, self.most = requests, workers, most
        self.position = 0
        self.again: deque[int] = deque()
        self.deaths: dict[int, int] = {}

    def left(self) -> int:
        return len(self.again) + len(self.requests) - self.position

    def next(self) -> list[int]:
        """Return the indices of requests for one worker; empty when nothing is left."""
        fair = -(-self.left() // self.workers)
        size = min(max(fair // 2, min(LEAST, fair)), self.most or fair)
        if self.again:
            deaths = self.deaths.get(self.again[0], 0)
            size = min(size, COMPANY[deaths])
            chunk: list[int] = []
            while self.again and len(chunk) < size and self.deaths.get(self.again[0], 0) == deaths:
                chunk.append(self.again.popleft())
            return chunk
        first, most, weight = self.position, len(self.requests), 0
        while self.position < most and (self.position - first < size or self.same_row()):
            weight += weight_of(self.requests[self.position])
            if weight > MOST_BYTES and self.position > first:
                break
            self.position += 1
        return list(range(first, self.position))

    def same_row(self) -> bool:
        """Return whether the next request is of the same row: all samples of a row go to one worker."""
        return bool(self.requests[self.position].row["id"] == self.requests[self.position - 1].row["id"])

    def give_back(self, indices: Iterable[int]) -> None:
        """Put requests back that a worker did not start, without counting a failure."""
        self.again.extendleft(sorted(indices, reverse=True))

    def survive(self, indices: Iterable[int]) -> list[int]:
        """Queue again the requests in flight of a dead worker. Returns the indices that are given up after too many
        deaths."""
        given_up = []
        for index in sorted(indices):
            self.deaths[index] = self.deaths.get(index, 0) + 1
            if self.deaths[index] < len(COMPANY):
                self.again.append(index)
            else:
                given_up.append(index)
        return given_up


def weight_of(request: Request) -> int:
    """Return the approximate size of a request: characters of its texts plus bytes of its images."""
    total = 0
    for message in request.messages:
        content = message["content"]
        parts = [content] if isinstance(content, str) else [part[part["type"]] for part in content]
        total += sum(map(len, parts))
    return total
