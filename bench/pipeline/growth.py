"""Processor time and memory of `run` (by replay) and `score` from 10³ to 10⁵ responses to choice questions, each in a
process of its own. `GROWTH=1000000 python -m bench growth` goes on to a million.

Rows are those of `sgp-svg`, four to a drawing, under ids and drawings of their own. Processor time is that of all
processes; memory is the highest of the main one, over what it has once the libraries are there.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from bench.measure import Figure, at_most
from sgpkit import families
from sgpkit.benchmark import Benchmark, Row, Skipped
from sgpkit.dataset import build

CONFIG = "sgp-svg"
SIZES = (1_000, 10_000, 100_000)
DIFFERENT = 480
"""Rows that the others are copies of: whole drawings."""

WORDS = "Looking at the coordinates of the paths one after another, I think that it is the second of them.\n"

LIMITS = {"run": 60.0, "score": 100.0}
"""Microseconds of processor time a further response may take."""

MEGABYTES = 600

CHILD = """
import resource, sys
from pathlib import Path
from sgpkit import families
from sgpkit.runs import run as runs
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Options
from sgpkit.scoring import score
import numpy, polars, pyarrow.parquet, scipy.stats

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024

what, folder = sys.argv[1], Path(sys.argv[2])
before = peak()
if what == "run":
    options = Options("replay", str(folder / "answers.jsonl"))
    done = runs.run(families.get("sgp-svg"), str(folder / "data"), folder / "run", options)
    assert done.metadata["complete"]
else:
    assert score.score(Run.open(folder / "run"))["complete"]
print("megabytes", peak() - before)
"""


def figures() -> Iterator[Figure]:
    sizes = [size for size in (*SIZES, 1_000_000) if size <= int(os.environ.get("GROWTH", SIZES[-1]))]
    taken: dict[str, list[float]] = {"run": [], "score": []}
    for size in sizes:
        with tempfile.TemporaryDirectory() as temporary:
            make(Path(temporary), size)
            for what, seconds in taken.items():
                used, megabytes = measured(what, Path(temporary))
                seconds.append(used)
                yield at_most(f"{what}: memory over the libraries, {size:,} responses", megabytes, MEGABYTES, "MB")
    for what, seconds in taken.items():
        for index in range(1, len(sizes)):
            slope = (seconds[index] - seconds[index - 1]) / (sizes[index] - sizes[index - 1]) * 1e6
            name = f"{what}: a further response, {sizes[index - 1]:,} to {sizes[index]:,}"
            if index > 1:  # the first thousands are start
                yield at_most(name, slope, LIMITS[what], "µs")


def make(folder: Path, count: int) -> None:
    """Write rows and answers to them; seven in ten are right."""
    benchmark = many_rows(count)
    build.build(benchmark, folder / "data", workers=1)
    from sgpkit.dataset import rows as stored

    generator = random.Random(0)
    with (folder / "answers.jsonl").open("w") as file:
        for row in stored.read(folder / "data", benchmark, "test"):
            letter = row["answer"] if generator.random() < 0.7 else generator.choice("ABCD")
            file.write(json.dumps({"id": row["id"], "completion": f"{WORDS}Answer: {letter}"}) + "\n")


def many_rows(count: int) -> Benchmark:
    """Return the config with so many rows, and no pictures."""
    benchmark = families.get(CONFIG)

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        drawn = (item for item in benchmark.sources["builtin"](path, seed) if not isinstance(item, Skipped))
        known = list(islice((row for split, row in drawn if split == "test"), DIFFERENT))
        for number in range(count):
            row, copy = known[number % len(known)], number // len(known)
            yield "test", row | {"id": f"{row['id']}-{copy}", "cluster": f"{row['cluster']}-{copy}", "image": None}

    return replace(benchmark, sources={"builtin": rows}, finish=None, rows={})


def measured(what: str, folder: Path) -> tuple[float, float]:
    """Return the processor time of a command with all its processes, in seconds, and its memory, in megabytes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", CHILD, what, str(folder)], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return used, float(done.stdout.rpartition("megabytes")[2])
