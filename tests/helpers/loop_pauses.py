"""Measure the pauses of an event loop that are caused by blocking computation or waiting.

The time in which threads of this process were ready and waited for a processor is subtracted. A busy machine therefore
causes no pause, and a task that blocks the loop causes one on any machine.
"""

import asyncio
from contextlib import suppress
from pathlib import Path

from sgpkit.sandbox.workers.process_tree import delay

TICK = 0.005
"""Interval in seconds between two readings of the clock."""


def waited() -> float:
    """Return the total time in seconds that the threads of this process have waited for a processor."""
    total = 0.0
    for path in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError):  # the thread has ended
            total += delay(str(path))
    return total


async def watch(pauses: list[float]) -> None:
    """Append the pauses of the running loop to a list until cancelled."""
    loop = asyncio.get_running_loop()
    latest, before = loop.time(), waited()

    def look() -> None:
        nonlocal latest, before
        now, then = loop.time(), waited()
        pauses.append(now - latest - max(0.0, then - before))
        latest, before = now, then

    try:
        while True:
            await asyncio.sleep(TICK)
            look()
    finally:
        look()
