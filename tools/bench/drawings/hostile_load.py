"""Ten thousand good and hostile answers mixed, on two processors: how long, in how much memory, and whether the good
ones get the verdicts that they get alone, and the hostile ones theirs.

The hostile ones are the corpus of tests/hostile, over and over; short ones are made different from one another, so
that none is cached. Every second answer is good. Programs get 2 seconds (SGPKIT_SECONDS), not the usual 10 or 20.
"""

import os
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

from sgpkit.graphics import compiled
from sgpkit.sandbox.workers import process_tree
from sgpkit.values import Score
from tests.helpers import outside
from tests.hostile import targets
from tests.hostile.case import Case
from tests.hostile.target import Target
from tools.bench.measure import Figure, at_most

COUNTS = {
    "molecule svg": 4000,
    "painted by cairo": 800,
    "structural_recall svg": 1000,
    "turtle_match": 1200,
    "molecule tikz": 400,
    "molecule eps": 400,
    "structural_recall dot": 400,
    "turtle_match matplotlib": 40,
    "solids": 160,
    "choice_accuracy": 1600,
}
SHORT = 20_000
REMARKS = {"svg": "<!-- {} -->", "tikz": "% {}", "eps": "% {}", "dot": "// {}", "turtle": "# {}", "matplotlib": "# {}"}


def figures() -> Iterator[Figure]:
    changed = {"SGPKIT_SECONDS": "2", "SGPKIT_WORKERS": "2"}
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:2])
    try:
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, changed):
            yield from measured(Path(folder))
    finally:
        os.sched_setaffinity(0, before)


def measured(folder: Path) -> Iterator[Figure]:
    chosen = [target for target in targets.targets() if target.name in COUNTS]
    different = hostile = unexpected = 0
    taken = 0.0
    with outside.watched(folder) as around, Peak() as peak:
        for target in chosen:
            half = COUNTS[target.name] // 2
            good = [target.good(number) for number in range(half)]
            bad = [altered(target.format, target.cases, number, around) for number in range(half)]
            alone = [scored(target, batch) for batch in batches(good)]
            compiled.MEMORY.forget()
            mixed = [text for pair in zip(good, bad, strict=True) for text in pair]
            together: list[list[Score]] = []
            begun = time.perf_counter()
            together += [scored(target, batch) for batch in batches(mixed)]
            taken += time.perf_counter() - begun
            verdicts = [verdict for batch in together for verdict in batch]
            single = [verdict for batch in alone for verdict in batch]
            different += sum(repr(a) != repr(b) for a, b in zip(verdicts[::2], single, strict=True))
            if target.reads == "drawing":
                hostile += sum(verdict.value > 0 for verdict in verdicts[1::2])
                unexpected += sum(
                    verdict.status not in target.cases[number % len(target.cases)].statuses
                    for number, verdict in enumerate(verdicts[1::2])
                )
            print(
                f"  {target.name}: {len(mixed):,} answers, {taken:,.0f} s so far, {peak.most >> 20:,} MiB", flush=True
            )
        targets.close()
    yield at_most(f"{sum(COUNTS.values()):,} good and hostile answers on two processors", taken / 60, 60, "min")
    yield at_most("memory at most, sandboxes included", peak.most / 1e9, 2, "GB")
    yield at_most("good answers whose verdict is not the one that they get alone", different, 0, "")
    yield at_most("hostile answers that score", hostile, 0, "")
    yield at_most("hostile answers of another status than they should get", unexpected, 0, "")


def batches(texts: list[str], size: int = 1000) -> Iterator[list[str]]:
    return (texts[start : start + size] for start in range(0, len(texts), size))


def scored(target: Target, texts: list[str]) -> list[Score]:
    return list(target.score(texts))


known: dict[tuple[str, str], str] = {}


def altered(format: str, cases: Sequence[Case], number: int, around: outside.Surroundings) -> str:
    """The corpus' next one. A long one is one and the same text each time."""
    case = cases[number % len(cases)]
    key = (format, case.name)  # a name may be another format's too
    if key not in known:
        known[key] = case.text(around)
    text, remark = known[key], REMARKS.get(format, "").format(number)
    if not remark or len(text) > SHORT or not text.strip():
        return text
    return text.replace("\n```", f"\n{remark}\n```") if text.endswith("```") else f"{text}\n{remark}"


class Peak:
    """The most memory that this process and all below it use together."""

    def __enter__(self) -> "Peak":
        self.most, self.ended = 0, threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self.ended.set()
        self.thread.join()

    def watch(self) -> None:
        while not self.ended.wait(0.1):
            self.most = max(self.most, process_tree.usage(os.getpid()).memory)
