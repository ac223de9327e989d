"""The cost of a reward with warm workers: milliseconds per completion, in batches of 64, as trainers call it."""

from collections.abc import Iterator
from functools import partial

from sgpkit.families.ssvg_bench.sources.molecules import molecules
from sgpkit.families.turtlebench.sources import builtin
from sgpkit.training import rewards
from tools.bench.measure import Figure, at_most, median_seconds

BATCH = 64


def figures() -> Iterator[Figure]:
    drawings = [row["code"] for split, row in molecules("", 0) if split == "test"][: 2 * BATCH]
    turtles = [row["code"] for _, row in builtin.scratch("", 0)][: 2 * BATCH]
    letters = [f"Because it is so.\n\nAnswer: {'ABCD'[index % 4]}" for index in range(2 * BATCH)]
    cases = [
        (rewards.choice_accuracy(), letters, {"answer": ["A"] * BATCH}, 1.0),
        (rewards.ssvg_structure(task="molecule"), drawings, {"code": drawings[:BATCH]}, 50.0),
        (rewards.code_similarity(), drawings, {"code": drawings[:BATCH]}, 100.0),
        (rewards.svg_similarity(), drawings, {"code": drawings[:BATCH]}, 100.0),
        (rewards.svg_validity(), drawings, {}, 100.0),
        (rewards.code_quality(), drawings, {"code": drawings[:BATCH]}, 100.0),
        (rewards.structural_recall(), drawings, {"caption": ["Three red circles."] * BATCH}, 100.0),
        (rewards.caption_quality(), letters, {"caption": letters[:BATCH]}, 50.0),
        (rewards.turtle_match(part="iou"), turtles, {"code": turtles[:BATCH]}, 100.0),
    ]
    for reward, completions, columns, goal in cases:
        reward(["?"] * BATCH, completions[:BATCH], **columns)  # the workers start
        taken = median_seconds(
            partial(reward, ["?"] * BATCH, completions[BATCH:], **columns),
            rounds=1,
        )
        yield at_most(f"reward {reward.__name__}, a completion", 1000 * taken / BATCH, goal, "ms")
