"""A toy benchmark whose rows depend on the seed and contain it in their names, as in many builders."""

import hashlib
from collections.abc import Iterator
from typing import Any

import toy

from sgpkit.benchmark import Skipped, Source


def seeded(path: str, seed: int) -> Iterator[Any]:
    """Yield rows and skipped items that have the seed in their names."""
    for item in toy.rows(path, seed):
        if isinstance(item, Skipped):
            yield Skipped(f"{seed}-{item.name}", f"the source at {seed} says no")
        else:
            split, row = item
            named = {"id": f"toy-{seed}-{row['id']}", "cluster": f"toy-{seed}-{row['cluster']}"}
            answer = hashlib.sha256(f"{seed}:{row['id']}".encode()).digest()[0] % 2
            yield split, row | named | {"question": f"Which of {row['id']}?", "answer": "AB"[answer]}


SEEDED = toy.PLAIN.replacing(sources={"builtin": Source(seeded)})

BENCHMARKS = {"toy": SEEDED}
