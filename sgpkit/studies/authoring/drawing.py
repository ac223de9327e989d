"""Render the pictures of a program that a model is shown: in the sandbox, stored under `pictures/` as PNG.

A picture's name has the hash of its program, so that one that exists is not rendered again.
"""

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.graphics import cad, formats, gate, raster
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status
from sgpkit.studies.authoring.programs import Program

FOLDER = "pictures"
SIZE = 512
SIDES = ("front", "back")
BATCH = 64
"""Drawings that are given to the workers together."""


class Drawn(NamedTuple):
    """A program with its pictures and their file names: front and back of a CAD solid, one of anything else."""

    program: Program
    names: tuple[str, ...]
    pictures: tuple[bytes, ...]


def draw_all(
    programs: Iterable[Program | Skipped], folder: Path, limit: int | None = None
) -> Iterator[Drawn | Skipped]:
    """Yield the programs with their pictures, in order, until `limit` of them could be drawn."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    programs = iter(programs)
    count = 0
    with ThreadPoolExecutor(raster.workers(), "sgpkit-author") as executor:
        while chunk := list(islice(programs, BATCH if limit is None else min(BATCH, limit - count))):
            for drawn in executor.map(lambda one: one if isinstance(one, Skipped) else draw(one, folder), chunk):
                yield drawn
                count += isinstance(drawn, Drawn)
            if limit is not None and count >= limit:
                return


def draw(program: Program, folder: Path) -> Drawn | Skipped:
    """Return a program with its pictures, rendering those that are missing from the folder; a skip if that is not
    possible."""
    names = file_names(program)
    paths = [folder / FOLDER / name for name in names]
    if not all(path.is_file() for path in paths):
        try:
            pictures = render(program)
        except Rejected as rejected:
            return Skipped(program.item, f"{rejected.status}: {rejected.reason}")
        except sandbox.Unavailable as missing:
            raise UserError(f"{program.item} cannot be drawn: {missing}") from None
        for path, png in zip(paths, pictures, strict=True):
            write_atomically(path, png)
    return Drawn(program, names, tuple(path.read_bytes() for path in paths))


def file_names(program: Program) -> tuple[str, ...]:
    """Return the names of a program's pictures."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", program.item).strip(".-")[:60]
    stem = f"{stem}-{program.digest[:12]}" if stem else program.digest[:12]
    return tuple(f"{stem}-{side}.png" for side in SIDES) if is_solid(program) else (f"{stem}.png",)


def is_solid(program: Program) -> bool:
    """Return whether a program is shown from two sides."""
    return program.format == "cad" and program.dialect != "sketchgraphs"


def render(program: Program) -> tuple[bytes, ...]:
    """Return the PNG bytes of a program's pictures. Raises Rejected if it shows nothing."""
    if program.format == "cad":
        return render_cad(program)
    pixels = raster.render(gate.shown(formats.get(program.format).to_svg(program.code)), SIZE)
    if (pixels == pixels[0, 0]).all():
        raise Rejected(Status.COMPILE_ERROR, "the drawing shows nothing")
    return (raster.png(pixels),)


def render_cad(program: Program) -> tuple[bytes, ...]:
    """Return the PNG bytes of a CAD program's pictures."""
    model = cad.parse(program.code, program.dialect)
    if model.flat:
        return (model.view("front", SIZE).png,)
    from sgpkit.graphics.cad import solid

    built = solid.build(model.part(), views=SIDES, size=SIZE)
    return tuple(built.view(side).png for side in SIDES)
