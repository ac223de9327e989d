"""The kinds of annotations that a run or a submission can hold, in the order in which scoring reads them."""

from pathlib import Path

from sgpkit.benchmark import Benchmark
from sgpkit.runs.scoring.annotations import extracted, form, judged, measured
from sgpkit.runs.scoring.annotations.annotator import Annotations

KINDS: tuple[Annotations, ...] = (extracted, judged, measured)
FOLDERS = tuple(kind.FOLDER for kind in KINDS)


def check(folder: Path, benchmark: Benchmark, responses: int) -> None:
    """Raise UserError if annotations of a submission are malformed, or more than that many responses can have."""
    for kind in KINDS:
        kind.check(folder, benchmark, form.max_rows(responses))
