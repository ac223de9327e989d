"""Building a dataset, compared with a bare pyarrow writer that streams the same rows; and its memory."""

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from sgpkit.benchmark import Benchmark, Evidence, Prompts, Row, Rows, Source
from sgpkit.data import build
from tools.bench.measure import Figure, at_least, at_most, ratio

ROWS = 100_000
GROUP = 500


def drawing(number: int) -> str:
    draw = random.Random(number)
    points = " ".join(f"{draw.uniform(0, 512):.2f},{draw.uniform(0, 512):.2f}" for _ in range(80))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><polyline points="{points}"/></svg>'


# Cycle through a thousand drawings of about 1,200 characters, so that making rows takes almost no time.
DRAWINGS = [drawing(number) for number in range(1_000)]


def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    for number in range(int(path)):
        yield (
            "test",
            {
                "id": f"row-{number}",
                "cluster": f"cluster-{number // 4}",
                "source": "builtin",
                "license": "CC0-1.0",
                "question": f"How many corners has drawing {number}?",
                "code": DRAWINGS[number % len(DRAWINGS)],
                "number": number,
            },
        )


SYNTHETIC = Benchmark(
    config="synthetic",
    title="Synthetic",
    paper="none",
    answer_format="choice",
    rows=Rows(
        columns={
            "id": "string",
            "cluster": "string",
            "source": "string",
            "license": "string",
            "question": "string",
            "code": "string",
            "number": "int64",
        },
        sources={"builtin": Source(rows)},
        counts={"test": ROWS},
    ),
    prompts=Prompts(
        strategies={},
    ),
    evidence=Evidence(
        reference=lambda row: "",
    ),
)


def bare(out: Path) -> None:
    schema = SYNTHETIC.rows.features.arrow_schema
    stream = (row for _, row in rows(str(ROWS), 0))
    with pq.ParquetWriter(out, schema, compression="zstd", use_content_defined_chunking=True) as writer:
        while batch := list(islice(stream, GROUP)):
            writer.write_table(pa.Table.from_pylist(batch, schema=schema))


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        value = ratio(
            lambda: build.build(SYNTHETIC, Path(folder) / "out", path=str(ROWS)),
            lambda: bare(Path(folder) / "bare.parquet"),
        )
    yield at_least(f"building {ROWS:,} rows, speed of a bare pyarrow writer", value, 0.7)
    few, many = peak_memory(ROWS), peak_memory(4 * ROWS)
    yield at_most("peak memory of building four times as many rows", many / few, 1.1, "×")


def peak_memory(count: int) -> float:
    """Return the peak memory in kilobytes, measured in a separate process."""
    script = (
        "import resource, sys, tempfile; from pathlib import Path\n"
        "from tools.bench import building; from sgpkit.data import build\n"
        "with tempfile.TemporaryDirectory() as out:\n"
        f"    build.build(building.SYNTHETIC, Path(out), path={str(count)!r})\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return float(done.stdout)
