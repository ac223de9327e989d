"""Rewards of one training step: 256 drawings at once, with the workers warm, in samples a second of one core."""

import time
from collections.abc import Iterator

from bench.measure import Figure, at_least
from sgpkit import rewards
from sgpkit.families.ssvg_bench.sources.molecules import molecules
from sgpkit.graphics.workers import pool

STEP = 256
GOAL = 500.0


def figures() -> Iterator[Figure]:
    drawings = [row["code"] for split, row in molecules("", 0) if split == "test"][: STEP + 44]
    step = (drawings * 2)[:STEP]
    for reward in (rewards.program(), rewards.ssvg_structure(task="molecule"), rewards.svg_validity()):
        reward(["?"] * 64, drawings[:64], code=drawings[:64])  # the workers start
        start = time.perf_counter()
        reward(["?"] * STEP, step[::-1], code=step)
        taken = time.perf_counter() - start
        yield at_least(f"reward {reward.__name__}, a core", STEP / taken / pool.workers(), GOAL, "/s")
