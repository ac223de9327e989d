"""Scenes: the cost of finding what is visible, and the agreement of outlines with painting.

Real icons lie in SGPKIT_FIXTURES, as for tests; without them the drawings are builtin ones. Processor time counts this
process only; wall-clock time has the sandbox's in it, where painting decides.
"""

import csv
import gzip
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from unittest import mock

from sgpkit.graphics import scene
from sgpkit.graphics.scene.page import Page
from tools.bench.drawings.renderers import icon
from tools.bench.measure import Figure, at_most

DRAWING = re.compile(r"<svg\b.*</svg>", re.DOTALL)
MEDIAN, MOST = 5.0, 50.0
"""Milliseconds for a real icon, in the middle and at the 95th percentile."""


def figures() -> Iterator[Figure]:
    """Yield the times of a scene, and on how many drawings outlines and painting disagree."""
    codes = icons()
    scene.read(codes[0])  # starts the sandbox
    for name, clock in (("processor", time.process_time), ("wall-clock", time.perf_counter)):
        spent = [milliseconds(code, clock) for code in codes]
        yield at_most(f"a scene of {len(codes)} icons, median, {name} time", median(spent), MEDIAN, "ms")
        yield at_most(f"the same, 95th percentile, {name} time", quantiles(spent, n=20)[-1], MOST, "ms")
    quick = [[shape.order for shape in scene.read(code).shapes] for code in codes]
    with mock.patch.object(Page, "paint", lambda page, owner, color, touched, sure: page.mark_unknown(touched[0])):
        painted = [[shape.order for shape in scene.read(code).shapes] for code in codes]
    wrong = sum(one != other for one, other in zip(quick, painted, strict=True))
    yield at_most("icons on which outlines and painting disagree", wrong, 0, "")


def milliseconds(code: str, clock: Callable[[], float]) -> float:
    """Return the time of one scene."""
    begun = clock()
    scene.read(code)
    return 1000 * (clock() - begun)


def icons() -> list[str]:
    """Return real icons where they are at hand, else made-up ones."""
    folder = Path(os.environ.get("SGPKIT_FIXTURES", "")) / "sgp-bench"
    if not (folder / "semantics.csv.gz").is_file():
        return [icon(index) for index in range(60)]
    csv.field_size_limit(10**9)
    codes: dict[str, None] = {}
    for name in ("semantics", "color", "shape", "count", "reasoning"):
        with gzip.open(folder / f"{name}.csv.gz", "rt") as table:
            codes |= {match[0]: None for row in csv.DictReader(table) if (match := DRAWING.search(row["Question"]))}
    return list(codes)
