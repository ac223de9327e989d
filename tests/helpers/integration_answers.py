"""Rows and answers for all tests of integrations."""

from collections.abc import Sequence
from pathlib import Path

from sgpkit.benchmark import Benchmark, Row, families
from sgpkit.data import build
from sgpkit.integrations import tasks

DOCUMENT = "\\documentclass[tikz]{{standalone}}\n\\begin{{document}}\n\\begin{{tikzpicture}}\n{}\n\\end{{tikzpicture}}\n\\end{{document}}\n"


def asked() -> list[Benchmark]:
    """Return all configs that are scored."""
    return [one for one in families.all_benchmarks() if one.scoring.score is not None]


def scored_here() -> list[Benchmark]:
    """Return the configs that this machine can score."""
    return [one for one in asked() if not tasks.missing(one)]


def built(benchmark: Benchmark, folder: Path, limit: int) -> None:
    """Add the first rows of a config to a folder; without builtin rows, those of a file in its published form."""
    if "builtin" in benchmark.rows.sources:
        build.build(benchmark, folder, limit=limit)
    else:
        (source,) = benchmark.rows.sources
        build.build(benchmark, folder, source, str(WRITERS[source](folder.parent / source)), limit=limit)


def write_datikz(folder: Path) -> Path:
    """Write a copy of DaTikZ's repo with two rows."""
    import io
    from datetime import datetime

    import pyarrow as pa
    import pyarrow.parquet as pq
    from PIL import Image

    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    bodies = ("\\draw (0,0) -- (2,1);", "\\fill[red] (0,0) circle (1);")
    items = [
        {
            "caption": f"Figure {number}.",
            "code": DOCUMENT.format(body),
            "image": {"bytes": picture.getvalue(), "path": None},
            "uri": f"https://example.org/{number}",
            "origin": "arxiv",
            "date": datetime(2024, 1, 1 + number),
        }
        for number, body in enumerate(bodies)
    ]
    (folder / "data").mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(items), folder / "data" / "test-00000-of-00001.parquet")
    return folder


WRITERS = {"datikz": write_datikz}
"""By source of a config without builtin rows: the function that writes such a file."""


def answers(benchmark: Benchmark, rows: Sequence[Row]) -> list[str]:
    """Return right, unreadable and truncated answers in turn, so that a framework that mixes up rows is noticed."""
    kinds = (
        lambda row: benchmark.evidence.reference(row),
        lambda row: "I cannot say.",
        lambda row: benchmark.evidence.reference(row)[: len(benchmark.evidence.reference(row)) // 2],
    )
    return [kinds[index % len(kinds)](row) for index, row in enumerate(rows)]
