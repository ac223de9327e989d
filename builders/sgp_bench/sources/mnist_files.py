"""Handwritten digits from elsewhere → rows of `sgp-mnist`.

    --source mnist=FOLDER        MNIST's IDX files (`train-images-idx3-ubyte`, `…-labels-idx1-ubyte`, also .gz)
    --source mnist_svg=FOLDER    MNIST-SVG: .svg files in a folder a digit, or with the digit first in the name

The IDX format is http://yann.lecun.com/exdb/mnist/: big-endian sizes after a magic number that says type and axes.
Test digits (`t10k`) are taken before training digits where both are there.
"""

import re
import struct
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.benchmark import Row, Skipped
from sgpkit.benchmark.sources import program_files
from sgpkit.errors import UserError
from sgpkit.graphics import svg, trace
from sgpkit.sandbox.untrusted import gzip_files
from sgpkit.status import Rejected

from . import digit_question, svg_folder

if TYPE_CHECKING:
    import numpy as np

LICENSE = "CC BY-SA 3.0 (MNIST)"
IMAGES = re.compile(r"(.*)-?images[.-]idx3-ubyte(\.gz)?")
IMAGE_MAGIC, LABEL_MAGIC = 0x803, 0x801
MAX_SIDE = 1024
SCALE = 8
"""User units per pixel."""

LEVEL, TOLERANCE = 0.5, 0.06
"""Of the brightest ink, and in pixels."""


class Pair(NamedTuple):
    name: str
    images: Path
    labels: Path


def recognises_idx(path: str) -> bool:
    location = Path(path)
    return location.exists() and bool(image_files(location))


def idx_digits(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    for pair in pairs(path):
        yield from traced(pair, seed)


def pairs(path: str) -> list[Pair]:
    location = Path(path)
    if not location.exists():
        raise UserError(f"no file or folder {path!r}; expected MNIST's IDX files")
    result = []
    for images in image_files(location):
        match = IMAGES.fullmatch(images.name)
        stem = images.name.replace("images", "labels").replace("idx3", "idx1")
        labels = next(
            (
                file
                for file in (
                    images.with_name(stem),
                    images.with_name(stem.removesuffix(".gz")),
                    images.with_name(f"{stem}.gz"),
                )
                if file.is_file()
            ),
            None,
        )
        if labels is None:
            raise UserError(f"{images}: expected its labels next to it as {stem}; found none")
        result.append(Pair((match[1].strip("-") if match else "") or "mnist", images, labels))
    if not result:
        names = ", ".join(sorted(file.name for file in location.glob("*"))[:5]) if location.is_dir() else location.name
        raise UserError(f"{path}: expected IDX files named …images-idx3-ubyte; found {names or 'nothing'}")
    return sorted(result, key=lambda pair: (not pair.name.startswith("t10k"), pair.name))


def image_files(location: Path) -> list[Path]:
    files = [location] if location.is_file() else sorted(file for file in location.rglob("*") if file.is_file())
    return [file for file in files if IMAGES.fullmatch(file.name)]


def traced(pair: Pair, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    import numpy as np

    images, labels = unpacked(pair.images), unpacked(pair.labels)
    try:
        magic, count, rows, columns = struct.unpack(">4I", images[:16])
        label_magic, label_count = struct.unpack(">2I", labels[:8])
    except struct.error:
        raise UserError(f"{pair.images}: expected an IDX file; found {len(images)} bytes") from None
    if (magic, label_magic) != (IMAGE_MAGIC, LABEL_MAGIC):
        raise UserError(
            f"{pair.images}: expected the IDX numbers {IMAGE_MAGIC:#x} and {LABEL_MAGIC:#x}; "
            f"found {magic:#x} and {label_magic:#x}"
        )
    if not (0 < rows <= MAX_SIDE and 0 < columns <= MAX_SIDE) or len(images) != 16 + count * rows * columns:
        raise UserError(
            f"{pair.images}: says {count} images of {columns}×{rows}, holds {len(images) - 16:,} bytes of them"
        )
    if label_count != count or len(labels) != 8 + count:
        raise UserError(f"{pair.labels}: {label_count} labels for {count} images")
    for number in range(count):
        name = f"{pair.name}-{number:05d}"
        start = 16 + number * rows * columns
        pixels = np.frombuffer(images, np.uint8, rows * columns, start).reshape(rows, columns) / 255
        code = program(pixels)
        if labels[8 + number] > 9:
            yield Skipped(name, f"label {labels[8 + number]} is no digit")
        elif not code:
            yield Skipped(name, "no ink to trace")
        else:
            question = digit_question.wording(number, str(seed))
            yield "test", digit_question.row(name, "mnist", LICENSE, question, str(labels[8 + number]), code)


def program(pixels: "np.ndarray[Any, Any]") -> str:
    """28×28 levels of ink as an outline; grey edges put it between the pixels. "" for an empty picture."""
    pieces = trace.outlines(pixels, LEVEL, TOLERANCE)
    if not pieces:
        return ""
    data = trace.path_data([trace.scale(piece, SCALE) for piece in pieces], decimals=0)
    height, width = pixels.shape
    view = f"0 0 {width * SCALE} {height * SCALE}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><path d="{data}" fill-rule="evenodd"/></svg>'


def unpacked(file: Path) -> bytes:
    try:
        return gzip_files.read(file)
    except (OSError, ValueError) as error:
        raise UserError(f"{file}: expected an IDX file, plain or gzipped; {error}") from None


# --- MNIST-SVG --------------------------------------------------------------------------------------------------------


def recognises_svg(path: str) -> bool:
    location = Path(path)
    if not (location.is_dir() or location.suffix.lower() == ".zip") or not svg_folder.recognises(path):
        return False
    return digit_of(next(program_files.files(path)).path) is not None


def svg_digits(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    for number, file in enumerate(program_files.files(path)):
        digit = digit_of(file.path)
        if digit is None:
            yield Skipped(file.path, "expected a folder named after its digit, or the digit first in the file's name")
            continue
        try:
            code = program_files.text(file)
            svg.parse(code)
        except Rejected as rejected:
            yield Skipped(file.path, f"{rejected.status}: {rejected.reason}")
        except program_files.READ_ERRORS as error:
            yield Skipped(file.path, str(error))
        else:
            name = str(PurePosixPath(file.path).with_suffix(""))
            question = digit_question.wording(number, str(seed))
            yield "test", digit_question.row(name, "mnist-svg", LICENSE, question, digit, code)


def digit_of(path: str) -> str | None:
    """`7/123.svg` or `7_123.svg` → "7"."""
    parts = PurePosixPath(path)
    folder = parts.parts[-2] if len(parts.parts) > 1 else ""
    if folder in digit_question.DIGITS:
        return folder
    first = re.match(r"(\d)(?:\D|$)", parts.stem)
    return first[1] if first else None
