"""The helper that measures pauses of an event loop: it reports blocking tasks, and ignores the load of the machine."""

import asyncio
import multiprocessing
import os
import time

import loop_pauses
import pytest

BLOCK = 0.2


def computed(seconds):
    """Use a processor for this time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


BLOCKS = {"computing": computed, "waiting": time.sleep}


def longest(block, seconds):
    """Return the longest pause of a loop with a task that blocks it."""
    pauses = []

    async def run():
        task = asyncio.create_task(loop_pauses.watch(pauses))
        await asyncio.sleep(0.05)
        block(seconds)
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(run())
    return max(pauses)


@pytest.fixture(params=["quiet", "busy"])
def machine(request):
    """The machine as it is, or with four processes more than processors."""
    count = 0 if request.param == "quiet" else 4 + len(os.sched_getaffinity(0))
    burners = [multiprocessing.get_context("fork").Process(target=computed, args=(60,)) for _ in range(count)]
    for burner in burners:
        burner.start()
    yield
    for burner in burners:
        burner.kill()
        burner.join()


@pytest.mark.process
@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_what_blocks_a_loop_is_a_pause_on_any_machine(block, machine):
    assert longest(block, BLOCK) >= 0.9 * BLOCK


@pytest.mark.process
def test_a_busy_machine_is_no_pause(machine):
    assert longest(lambda seconds: computed(0.05), 0) < BLOCK / 2
