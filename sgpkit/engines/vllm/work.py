"""Assign requests to processes. Adjacent rows stay together, so that a prefix is cached only once."""

from collections import deque
from collections.abc import Sequence

from sgpkit.engines import Request


class Shares:
    """The requests of one batch, divided among processes: each process has a queue of adjacent rows and, when it is
    empty, takes requests from the end of another. All samples of a row go to one process.
    """

    def __init__(self, requests: Sequence[Request], processes: int) -> None:
        rows: list[list[int]] = []
        for index, request in enumerate(requests):
            if rows and requests[rows[-1][0]].row["id"] == request.row["id"]:
                rows[-1].append(index)
            else:
                rows.append([index])
        length = -(-len(rows) // processes) if rows else 0
        self.rows = [deque(rows[number * length : (number + 1) * length]) for number in range(processes)]
        self.begun: list[deque[int]] = [deque() for _ in range(processes)]

    def next(self, process: int) -> int | None:
        """Return the index of the next request for a process; None when nothing is left."""
        if not self.begun[process]:
            if not self.rows[process]:
                self.steal(process)
            if not self.rows[process]:
                return None
            self.begun[process].extend(self.rows[process].popleft())
        return self.begun[process].popleft()

    def steal(self, process: int) -> None:
        """Move half of the longest queue, from its end, to a process that has none left."""
        longest = max(self.rows, key=len)
        taken = [longest.pop() for _ in range((len(longest) + 1) // 2)]
        self.rows[process].extend(reversed(taken))

    def abandon(self, process: int) -> None:
        """Return the requests of a lost process to the queue."""
        if self.begun[process]:
            self.rows[process].appendleft(list(self.begun[process]))
            self.begun[process].clear()

    def left(self) -> int:
        return sum(len(row) for rows in self.rows for row in rows) + sum(map(len, self.begun))
