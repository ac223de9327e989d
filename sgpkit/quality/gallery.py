"""One picture of each kind of a family's builtin rows, on a sheet next to the family's declaration."""

import io
import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import resources
from pathlib import Path

from sgpkit.benchmark import BUILTIN, Benchmark, Row, Skipped, families
from sgpkit.data.card.pictures import GALLERY, arrange
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.sandbox import parallel

SIDE = 72
GAP = 8
ACROSS = 18
"""Size of a picture and of the space between pictures in pixels, and the number of pictures in a row of the sheet."""

MAX_PICTURES = 216
"""Maximum number of pictures of a family, divided among its configs."""

MAX_ROWS = 600
"""Maximum number of rows of a config that are searched for new kinds."""

MAX_BYTES = 1_000_000

KINDS = ("kind", "category", "task", "group", "band", "direction")
"""Columns that distinguish rows of one generator, of which the first existing one is used."""

Kind = tuple[object, ...]


def draw(family: str) -> Path:
    """Write the sheet of a family into its folder; return its path. Raises UserError if the family has no pictures."""
    declared = [benchmark for benchmark in families.benchmarks(family) if drawn_column(benchmark)]
    pictures: list[bytes] = []
    seen: set[Kind] = set()
    for number, benchmark in enumerate(declared, start=1):
        most = MAX_PICTURES * number // len(declared) - len(pictures)
        pictures += pictures_of(benchmark, most, seen)
    if not pictures:
        raise UserError(f"{family}: no builtin row has a picture, so there is nothing to show")
    path = Path(str(resources.files(families.module_name(family)))) / GALLERY
    write_atomically(path, sheet(pictures))
    return path


def drawn_column(benchmark: Benchmark) -> str:
    """Return the name of the column with a row's picture; "" without one, or without builtin rows."""
    images = [name for name, kind in benchmark.rows.columns.items() if kind == "image"]
    return next(iter(images), "") if BUILTIN in benchmark.rows.sources else ""


def pictures_of(benchmark: Benchmark, most: int, seen: set[Kind]) -> list[bytes]:
    """Return the picture of the first row of each new kind, and add these kinds to `seen`."""
    chosen = list(itertools.islice(first_of_each((row for _, row in benchmark.rows.read()), seen), most))
    picture = partial(picture_of, finish=benchmark.rows.finish, column=drawn_column(benchmark))
    return list(filter(None, parallel.in_workers(picture, chosen, os.cpu_count() or 1)))


def first_of_each(rows: Iterator[Row], seen: set[Kind]) -> Iterator[Row]:
    """Yield the first row of each kind that is not in `seen`, and add the kind."""
    for row in itertools.islice(rows, MAX_ROWS):
        kind = (row.get("generator"), next((row[name] for name in KINDS if row.get(name)), ""))
        if kind not in seen:
            seen.add(kind)
            yield row


def picture_of(row: Row, finish: Callable[[Row], Row | Skipped] | None, column: str) -> bytes | None:
    """Return the picture of a row, finished as in a build."""
    finished = finish(row) if finish else row
    return None if isinstance(finished, Skipped) else finished.get(column)


def sheet(pictures: Sequence[bytes]) -> bytes:
    """Return the pictures in rows on white, as WebP, in lower quality if the file would be too large."""
    page = arrange(pictures, SIDE, GAP, min(ACROSS, len(pictures)), margin=GAP)
    for quality in (85, 60, 30):
        stream = io.BytesIO()
        page.save(stream, "WEBP", quality=quality, method=6)
        if stream.tell() <= MAX_BYTES:
            break
    return stream.getvalue()
