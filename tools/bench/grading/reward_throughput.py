"""Rewards of one training step: 256 fresh answers at once, with warm workers, in samples per second of one core.

A step is 32 prompts with 8 answers each, as in group-based trainers. All answers and references are new, so that each
is parsed and rendered. The measure is the processor time of this process, its workers and their sandboxes, since wall
time depends on the load of the machine.
"""

import os
import re
import statistics
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sgpkit.families.ssvg_bench.sources.molecules import molecules
from sgpkit.training import rewards
from tools.bench.measure import Figure, at_least

STEP, GROUP = 256, 8
ROUNDS = 5
GOAL = 500.0


def figures() -> Iterator[Figure]:
    drawings = [row["code"] for split, row in molecules("", 0) if split == "test"][:STEP]
    for reward in (
        rewards.program(),
        rewards.ssvg_structure(task="molecule"),
        rewards.svg_validity(),
        rewards.svg_similarity(),
    ):
        taken = []
        for number in range(ROUNDS + 1):
            answers = [fresh(drawing, 2 * number) for drawing in drawings[1:] + drawings[:1]]
            expected = [fresh(drawings[index // GROUP * GROUP], 2 * number + 1) for index in range(STEP)]
            begun = processor_seconds()
            reward(["?"] * STEP, answers, code=expected)
            taken.append(processor_seconds() - begun)
        # In the first round the workers start.
        figure = STEP / max(statistics.median(taken[1:]), 0.01)
        yield at_least(f"reward {reward.__name__}, a core", figure, GOAL, "/s")


def fresh(drawing: str, number: int) -> str:
    """Return a drawing whose text and picture are new: its window starts slightly farther right."""

    def moved(begin: re.Match[str]) -> str:
        point = "" if "." in begin[0] else ".0"
        return f"{begin[0]}{point}{number + 1:02}"

    return re.sub(r'viewBox="\S+', moved, drawing, count=1)


def processor_seconds() -> float:
    """Return the processor time of this process and of all that it has started."""
    parents, used = {}, {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if folder.name.isdigit():
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                parents[int(folder.name)] = int(fields[1])
                used[int(folder.name)] = sum(map(int, fields[11:15]))
    own = {os.getpid()}
    while new := {process for process, parent in parents.items() if parent in own} - own:
        own |= new
    return sum(used[process] for process in own) / os.sysconf("SC_CLK_TCK")
