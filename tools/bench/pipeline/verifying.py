"""The time to verify a submission of 10,000 rows, against only scoring the run: prompts and keys are made again, every
answer is judged, every number compared. Rows are copies with ids of their own; of drawings, that have to be read, and
of questions, where judging a letter takes no longer than making its prompt."""

import contextlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sgpkit.benchmark import families
from sgpkit.data import build
from sgpkit.runs import plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package, verify
from tools.bench.measure import Figure, at_least, ratio
from tools.bench.pipeline.resuming import many_rows

ROWS = 10_000


def figures() -> Iterator[Figure]:
    yield at_least("verify 10,000 drawings, as fast as scoring them", compared("ssvg-molecule-svg"), 0.9)
    yield at_least("verify 10,000 letters, as fast as scoring them", compared("sgp-svg"), 0.75)


def compared(config: str) -> float:
    """Return how many times as fast verifying is."""
    benchmark = many_rows(ROWS, config)
    known = families.get
    with tempfile.TemporaryDirectory() as temporary, contextlib.redirect_stdout(io.StringIO()):
        folder, out = Path(temporary, "data"), Path(temporary, "run")
        build.build(benchmark, folder, workers=1)
        run.run(benchmark, str(folder), out, plan.Options("baseline", "random"))
        families.get = lambda name: benchmark if name == config else known(name)  # type: ignore[assignment]
        try:
            score.score(Run.open(out))
            submitted = package.package(ScoredRun.open(out), Path(temporary, "submissions")).folder

            def verified() -> None:
                assert verify.verify(submitted, str(folder)).verified

            return ratio(verified, lambda: score.score(Run.open(out)), rounds=3)
        finally:
            families.get = known
