"""Scoring geometry, compared with the paper's script, and checking that constructions get the same verdict in all
formats.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from sgpkit.families.ssvg_bench.content.constructions import every
from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing, draw
from sgpkit.families.ssvg_bench.content.constructions.engine import Figure as Plane
from sgpkit.families.ssvg_bench.content.constructions.writer import program
from sgpkit.metrics.structure import geometry
from tools import HELPERS
from tools.bench.measure import Figure, at_least, at_most, seconds

PAPER = HELPERS / "paper_geometry.py"
PREDICTIONS = 1_000
FORMATS = ("svg", "tikz", "eps")
SAMPLE = 100
"""Number of predictions for the paper's script, which runs in one process each, as published."""


def figures() -> Iterator[Figure]:
    drawings = [
        (construction, draw(construction, random.Random(f"bench:{construction.name}"))) for construction in every()
    ]
    plain = [
        (construction, drawing)
        for construction, drawing in drawings
        if not construction.rule and not drawing.added.curves
    ]
    pairs = [
        (program(drawing.given, drawing.added, "svg"), program(drawing.given, answered(drawing, number), "svg"))
        for number, (_, drawing) in enumerate(islice(cycle(plain), PREDICTIONS))
    ]
    references, predictions = ([pair[side] for pair in pairs] for side in (0, 1))
    geometry.score(predictions[:1], references[:1])  # do all imports first
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(3):
            begin = time.perf_counter()
            values = [score.value for score in geometry.score(predictions, references)]
            ours.append(time.perf_counter() - begin)
            scores: list[float] = []
            theirs.append(seconds(lambda: scores.extend(papers_verdicts(pairs[:SAMPLE], Path(folder)))))  # noqa: B023
            if scores != values[:SAMPLE]:
                raise AssertionError("the two ways of scoring do not agree; their speeds cannot be compared")
    ratios = sorted(their / SAMPLE * PREDICTIONS / our for our, their in zip(ours, theirs, strict=True))
    yield at_least(f"scoring {PREDICTIONS:,} geometry SVGs against the paper's script", ratios[1], 10)

    programs = {
        format: [
            program(drawing.given, answered(drawing, number), format) for number, (_, drawing) in enumerate(drawings)
        ]
        for format in FORMATS
    }
    rows = {
        format: [{"code": program(*drawing, format), "rule": construction.rule} for construction, drawing in drawings]
        for format in FORMATS
    }
    values_by_format = [
        [score.value for score in geometry.score(programs[format], rows[format], format)] for format in FORMATS
    ]
    different = sum(len(set(values)) > 1 for values in zip(*values_by_format, strict=True))
    yield at_most(f"of {len(drawings)} constructions, with other verdicts in TikZ or EPS", different, 0, "")


def answered(drawing: Drawing, number: int) -> Plane:
    """Return an answer like a model's: half are right, half miss an element."""
    added = drawing.added
    if number % 2:
        return added
    for kind in ("segments", "circles", "ellipses", "curves"):
        figures = getattr(added, kind)
        if figures:
            kept = {name: getattr(added, name) for name in ("segments", "circles", "ellipses", "curves")}
            return Plane(**{**kept, kind: figures[1:]})
    return added


def papers_verdicts(pairs: list[tuple[str, str]], folder: Path) -> Iterator[float]:
    for number, pair in enumerate(pairs):
        paths = [folder / f"{number}-{name}.svg" for name in ("reference", "output")]
        for path, code in zip(paths, pair, strict=True):
            path.write_text(code, encoding="utf-8")
        done = subprocess.run([sys.executable, str(PAPER), *map(str, paths)], capture_output=True, check=True)
        yield float(done.stdout)
