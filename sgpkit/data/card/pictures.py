"""Pictures of tasks: a strip of the first drawings of a config, as a small PNG next to the card."""

import io
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from PIL import Image

from sgpkit.benchmark import Benchmark, Row, families
from sgpkit.files import write_atomically

FOLDER = "card"
GALLERY = "gallery.webp"
"""The file in a family's folder with one picture of each kind (`sgpkit family gallery`)."""

SHOWN = 4
SIDE = 240
GAP = 12
MOST_BYTES = 300_000


def write(folder: Path, benchmark: Benchmark, rows: Sequence[Row]) -> tuple[str, list[Row]] | None:
    """Write the strip; return its path below the folder and the rows that it shows, one of each cluster, or None
    without pictures."""
    columns = [name for name, kind in benchmark.rows.columns.items() if kind == "image"]
    shown: dict[str, Row] = {}
    for row in rows:
        if len(shown) < SHOWN and any(row.get(name) for name in columns):
            shown.setdefault(str(row["cluster"]), row)
    if not shown:
        return None
    column = max(columns, key=lambda name: (sum(bool(row.get(name)) for row in shown.values()), name == "image"))
    pictures = [row[column] for row in shown.values() if row.get(column)]
    path = folder / FOLDER / f"{benchmark.config}.png"
    path.parent.mkdir(exist_ok=True)
    write_atomically(path, strip(pictures))
    return f"{FOLDER}/{path.name}", [row for row in shown.values() if row.get(column)]


def copy_gallery(folder: Path, family: str) -> str:
    """Copy a family's gallery next to the card; return its path below the folder, "" without one."""
    source = resources.files(families.module_name(family)).joinpath(GALLERY)
    if not source.is_file():
        return ""
    path = folder / FOLDER / f"{family}-{GALLERY}"
    path.parent.mkdir(exist_ok=True)
    write_atomically(path, source.read_bytes())
    return f"{FOLDER}/{path.name}"


def strip(pictures: Sequence[bytes]) -> bytes:
    """Return the pictures side by side on white, each fitted into a square, in fewer colours until the file is
    small enough."""
    sheet = arrange(pictures, SIDE, GAP, across=len(pictures))
    for colors in (0, 128, 32, 8):
        stream = io.BytesIO()
        (sheet.quantize(colors) if colors else sheet).save(stream, "PNG", optimize=True)
        if stream.tell() <= MOST_BYTES:
            break
    return stream.getvalue()


def arrange(pictures: Sequence[bytes], side: int, gap: int, across: int, margin: int = 0) -> Image.Image:
    """Return the pictures in rows on white, each fitted into a square of `side` pixels."""
    step, down = side + gap, -(-len(pictures) // across)
    sheet = Image.new("RGB", (across * step - gap + 2 * margin, down * step - gap + 2 * margin), "white")
    for index, picture in enumerate(pictures):
        with Image.open(io.BytesIO(picture)) as opened:
            small = opened.convert("RGBA")
        small.thumbnail((side, side), Image.Resampling.LANCZOS)
        left, top = margin + index % across * step, margin + index // across * step
        sheet.paste(small, (left + (side - small.width) // 2, top + (side - small.height) // 2), small)
    return sheet
