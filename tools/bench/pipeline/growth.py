"""Processor time and memory of `run` (by replay), `score`, `submit`, `verify`, `compare --out` and `report` from 10³ to
10⁵ responses to choice questions, each in a separate process. `GROWTH=1000000 python -m tools.bench growth`
continues to a million.

Rows are those of `sgp-svg`, four per drawing, with new ids and clusters. Processor time is the sum over all processes;
memory is the maximum of any process, minus that of the first one after importing the libraries.
"""

import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from sgpkit.benchmark import Benchmark, Row, Skipped, Source, families
from sgpkit.data import build
from tools.bench.measure import Figure, at_most, processor_time

CONFIG = "sgp-svg"
SIZES = (1_000, 10_000, 100_000)
DIFFERENT = 480
"""Number of distinct rows, of which the others are copies: whole drawings."""

WORDS = "Looking at the coordinates of the paths one after another, I think that it is the second of them.\n"

LIMITS = {"run": 60.0, "score": 100.0}
"""Maximum processor time in microseconds per additional response."""

MEGABYTES = 600

PREAMBLE = """
import resource, sys
from pathlib import Path
from sgpkit import reports
from sgpkit.benchmark import families
from sgpkit.api import scored
from sgpkit.runs import run as runs
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Options
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package, verify
import numpy, polars, pyarrow.parquet, scipy.stats

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024

folder = Path(sys.argv[1])
data = str(folder / "data")
before = peak()
"""

ASKED = """
answers, out = folder / sys.argv[2], folder / sys.argv[3]
assert runs.run(families.get("sgp-svg"), data, out, Options("replay", str(answers))).metadata["complete"]
"""
SCORED = """
assert score.score(Run.open(folder / sys.argv[2]))["complete"]
"""
STEPS: Mapping[str, tuple[str, ...]] = {
    "run": (ASKED, "answers.jsonl", "run"),
    "score": (SCORED, "run"),
    "submit": ('package.package(ScoredRun.open(folder / "run", texts=False), folder / "submissions")',),
    "verify": ('assert verify.verify(next(folder.glob("submissions/*/*")), data).verified',),
    "report": ('reports.write([folder / "run"], folder / "page" / "report.html")',),
    # The answers of another model, which are obtained and scored in advance.
    "compare": (
        'pairs = scored.compare(folder / "run", folder / "other").pairs\n'
        'reports.write_comparison(pairs, folder / "page" / "compared.html")',
    ),
}
"""The commands with their arguments."""


def figures() -> Iterator[Figure]:
    sizes = [size for size in (*SIZES, 1_000_000) if size <= int(os.environ.get("GROWTH", SIZES[-1]))]
    taken: dict[str, list[float]] = {name: [] for name in STEPS}
    for size in sizes:
        with tempfile.TemporaryDirectory() as temporary:
            make(Path(temporary), size)
            for what, step in STEPS.items():
                if what == "compare":
                    measured(Path(temporary), ASKED, "others.jsonl", "other")
                    measured(Path(temporary), SCORED, "other")
                used, megabytes = measured(Path(temporary), *step)
                taken[what].append(used)
                yield at_most(f"{what}: memory over the libraries, {size:,} responses", megabytes, MEGABYTES, "MB")
                if size == sizes[-1]:
                    yield Figure(f"{what}: processor time of {size:,} responses", used, "s", "reported only", True)
    for what, seconds in taken.items():
        for index in range(2, len(sizes)):  # the first thousands mostly measure the start
            slope = (seconds[index] - seconds[index - 1]) / (sizes[index] - sizes[index - 1]) * 1e6
            name = f"{what}: a further response, {sizes[index - 1]:,} to {sizes[index]:,}"
            if what in LIMITS:
                yield at_most(name, slope, LIMITS[what], "µs")
            else:
                yield Figure(name, slope, "µs", "reported only", True)


def make(folder: Path, count: int) -> None:
    """Write rows and the answers of two models, of which 70 % and 60 % are right."""
    benchmark = many_rows(count)
    build.build(benchmark, folder / "data", workers=1)
    from sgpkit.data import rows as stored

    for name, share in (("answers", 0.7), ("others", 0.6)):
        generator = random.Random(name)
        with (folder / f"{name}.jsonl").open("w") as file:
            for row in stored.read(folder / "data", benchmark, "test"):
                letter = row["answer"] if generator.random() < share else generator.choice("ABCD")
                file.write(json.dumps({"id": row["id"], "completion": f"{WORDS}Answer: {letter}"}) + "\n")


def many_rows(count: int) -> Benchmark:
    """Return the config with this number of rows, and no pictures."""
    benchmark = families.get(CONFIG)

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        drawn = benchmark.rows.read(path=path, seed=seed)
        known = list(islice((row for split, row in drawn if split == "test"), DIFFERENT))
        for number in range(count):
            row, copy = known[number % len(known)], number // len(known)
            own = {"id": f"{row['id']}-{copy}", "cluster": f"{row['cluster']}-{copy}"}
            yield "test", row | own | {"image": None, "contamination": ""}

    return benchmark.replacing(sources={"builtin": Source(rows)}, finish=None, counts={})


def measured(folder: Path, step: str, *arguments: str) -> tuple[float, float]:
    """Return the processor time of a command with all its processes, in seconds, and its memory, in megabytes."""
    script = f'{PREAMBLE}{step}\nprint("megabytes", peak() - before)'
    used, printed = processor_time(sys.executable, "-c", script, str(folder), *arguments)
    return used, float(printed.rpartition("megabytes")[2])
