"""The sources of `sgp-svg-invariance`: each program as it is, five times translated (T) and five times rotated and
translated (SE(2)), with the same questions.

A source only says which motion is wanted; `proven` draws it, moves the program and has the result proven by rendering,
in the build's worker processes. The questions of a perturbed program follow each other, so it is proven once for all of
them. A motion that cannot be proven, or leaves the canvas, is drawn again; nothing unproven becomes a row.
"""

import itertools
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sgpkit.benchmark import Reader, Row, Skipped
from sgpkit.graphics import perturb, raster
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.perturb import Motion
from sgpkit.graphics.perturb.motion import window_of
from sgpkit.graphics.svg import parse
from sgpkit.status import Rejected

from .. import pictures
from . import svg_objects

PROGRAMS = 300
DRAWS = 5
WANTED = (("none", 0), *(("T", draw) for draw in range(DRAWS)), *(("SE2", draw) for draw in range(DRAWS)))

MOTIONS, PROOFS = 400, 12
"""The number of motions that are drawn to find one that stays on the canvas, and the number of these that are
verified."""

ROOM = 0.025
TURN = 7.0
"""Our programs are used if they can be moved by this share of the canvas in every direction and rotated by this
angle.
"""


class Moved(NamedTuple):
    code: str
    motion: Motion


STILL = Moved("", Motion())

SEED = "motion_seed"
"""A key that only rows between source and `proven` have: the seed of the motion."""


def perturbed_rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """The first 300 programs of `sgp-svg` that can be moved and have room for it on their canvas."""
    programs = (rows for rows in svg_objects.program_rows(str(seed)) if is_movable(rows[0]["code"]))
    for rows in itertools.islice(programs, PROGRAMS):
        yield from wanted(rows, seed)


def is_movable(code: str) -> bool:
    window = window_of(parse(code).root.attributes)
    step = ROOM * min(window.width, window.height)
    motions = [Motion(Point(x, y)) for x in (step, -step) for y in (step, -step)]
    motions += [Motion(rotate=turn) for turn in (TURN, -TURN)]
    if not all(perturb.stays_on_canvas(code, motion, paint=raster.paint) for motion in motions):
        return False
    try:
        turned = perturb.transform(code, rotate=TURN)
        if "Gradient" in code:  # cairosvg takes the box of a path's control points for the path's
            perturb.verify(code, turned, Motion(rotate=TURN), paint=raster.paint)
    except (perturb.Unsupported, perturb.Unproven):
        return False
    return True


def perturbed(source: Reader) -> Reader:
    """The same for the rows of a reader, a drawing at a time. Its rows of one drawing must follow each other."""

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        program: list[Row] = []
        for item in source(path, seed):
            if isinstance(item, Skipped):
                yield item
                continue
            if program and program[0]["cluster"] != item[1]["cluster"]:
                yield from wanted(program, seed)
                program = []
            program.append(item[1])
        yield from wanted(program, seed)

    return rows


def names_of(source: Reader) -> Reader:
    """Return a reader's questions about names only, since symmetries and positions change with a rotation."""

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        for item in source(path, seed):
            if isinstance(item, Skipped) or item[1]["type"] == "semantics":
                yield item

    return rows


def wanted(questions: list[Row], seed: int) -> Iterator[tuple[str, Row]]:
    """Rows for one program: its questions under each motion, still with the original program."""
    for motion, draw in WANTED:
        ending = "none" if motion == "none" else f"{motion}{draw}"
        for row in questions:
            program = row["cluster"]
            yield (
                "test",
                row
                | {
                    "id": f"{row['id']}-{ending}",
                    "program": program,
                    "motion": motion,
                    "draw": draw,
                    "defect": "",
                    SEED: f"{seed}:{program}:{ending}",
                },
            )


def proven(row: Row) -> Row | Skipped:
    """Return the row with the moved program, its motion and its picture."""
    if SEED not in row:  # published unchanged
        return pictures.with_design(row)
    name = row[SEED]
    bare = {column: value for column, value in row.items() if column != SEED}
    moved: Moved | str = STILL
    if row["motion"] != "none":
        moved = moved_program(row["code"], row["motion"], name, trusted=row["source"] == pictures.BUILTIN)
    if isinstance(moved, str):
        return Skipped(row["id"], moved)
    (x, y), turn = moved.motion
    motion = {"translate_x": float(x), "translate_y": float(y), "rotate": float(turn)}
    return pictures.with_design(bare | motion | {"code": moved.code or row["code"]})


@lru_cache(maxsize=16)
def moved_program(code: str, kind: str, name: str, trusted: bool) -> Moved | str:
    """The program under the first of the drawn motions that is proven, or the reason why there is none.

    Programs of our own are painted in this process, anyone else's in the sandbox.
    """
    paint = raster.paint if trusted else raster.render
    reason, proofs = "every motion leaves its canvas", 0
    for attempt in range(MOTIONS):
        try:
            motion = perturb.draw_motion(code, kind, random.Random(f"{name}:{attempt}"))
            if not perturb.stays_on_canvas(code, motion, paint=paint):
                continue
            proofs += 1
            after = perturb.transform(code, motion.translate, motion.rotate)
            perturb.verify(code, after, motion, paint=paint)
        except perturb.Unproven as unproven:
            reason = f"{proofs} motions were not proven; the last: {unproven}"
            if proofs == PROOFS:
                break
        except perturb.Unsupported as unsupported:
            return f"cannot be moved: {unsupported}"
        except Rejected as rejected:
            return f"{rejected.status}: {rejected.reason}"
        else:
            return Moved(after, motion)
    return reason
