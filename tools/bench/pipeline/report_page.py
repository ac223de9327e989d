"""The report of 5,000 responses with different drawings: with rendering, from the cache, and its size."""

import json
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sgpkit import reports
from sgpkit.benchmark import Benchmark, families
from sgpkit.data.build import build
from sgpkit.runs import data, run
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Options
from sgpkit.runs.scoring import score
from tools.bench.measure import Figure, at_least, at_most, seconds

CONFIG = "vgen-svg"
RUNS = (2_000, 2_000, 1_000)
"""Number of responses of each run."""


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        benchmark = families.get(CONFIG)
        build(benchmark, folder / "data", workers=2)
        runs = [answered(benchmark, folder, number, limit) for number, limit in enumerate(RUNS)]
        page = folder / "page.html"
        painted = seconds(lambda: reports.write(runs, page))
        cached = seconds(lambda: reports.write(runs, page))
        yield at_most("a report of 5,000 responses, its pictures in the cache", cached, 60, "s")
        yield at_least("the same against painting the pictures", painted / cached, 3)
        yield at_most("its size", page.stat().st_size / 1e6, 60, "MB")


def answered(benchmark: Benchmark, folder: Path, number: int, limit: int) -> Path:
    """Return a scored run in which every answer is the reference with an additional, unique circle."""
    answers, out = folder / f"{number}.jsonl", folder / f"run-{number}"
    lines = []
    for row in data.load(str(folder / "data"), benchmark).rows[:limit]:
        generator = random.Random(f"{number}:{row['id']}")
        x, y, color = generator.uniform(10, 90), generator.uniform(10, 90), generator.randrange(1 << 24)
        circle = f'<circle cx="{x:.1f}%" cy="{y:.1f}%" r="6%" fill="#{color:06x}"/></svg>'
        lines.append(json.dumps({"id": row["id"], "completion": re.sub(r"</svg>\s*$", circle, row["code"])}))
    answers.write_text("\n".join(lines) + "\n")
    run.run(benchmark, str(folder / "data"), out, Options("replay", str(answers), limit=limit))
    score.score(Run.open(out))
    return out
