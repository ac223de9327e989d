"""Building parts: solids per minute, and the gain from processes that load OpenCASCADE only once."""

import itertools
from collections.abc import Iterator

from sgpkit.families.sgp_cad.sources import builtin
from sgpkit.graphics import cad
from sgpkit.graphics.cad import solid as cad_solid
from sgpkit.graphics.cad.model import Part
from tools.bench.measure import Figure, at_least, ratio, seconds

SOLIDS = 200
WORKERS = 2


def figures() -> Iterator[Figure]:
    built = parts(SOLIDS)
    cad_solid.build_many(built[:2], WORKERS)  # the processes start

    def both_sides() -> None:
        made = cad_solid.build_many(built, WORKERS, views=cad_solid.VIEWS)
        if not all(isinstance(outcome, cad_solid.Solid) for outcome in made):
            raise AssertionError("a part of our own is not built")

    taken = seconds(both_sides)
    different = len(set(built))
    yield at_least(
        f"solids a minute, measured and drawn from both sides, {WORKERS} workers", 60 * different / taken, 500, ""
    )

    few = built[:3]

    def kept() -> None:
        for part in few:
            cad_solid.build(part)

    def started_anew() -> None:
        for part in few:
            cad_solid.close()
            cad_solid.build(part)

    yield at_least("a process that stays against one for each solid", ratio(kept, started_anew), 3)
    cad_solid.close()


def parts(count: int) -> list[Part]:
    rows = itertools.islice(builtin.solid_rows("", 0), count)
    return [cad.parse(row["code"], "deepcad").part() for _, row in rows]
