"""A leaderboard of 1,000 submissions of 20 rows each: written first, when each is scored again in a separate process
with a page about it, and written again, when nothing has changed."""

import contextlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sgpkit.data import build
from sgpkit.reports import leaderboard
from sgpkit.runs import plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import manifest, package
from sgpkit.submissions.boundary.cache import Cache
from tools.bench.measure import Figure, at_most, seconds
from tools.bench.pipeline.resuming import many_rows

SUBMISSIONS = 1_000
ROWS = 20
CONFIG = "sgp-svg"


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as temporary, contextlib.redirect_stdout(io.StringIO()):
        folder = Path(temporary)
        submissions = made(folder)
        cache = Cache(folder / "cache")

        def written() -> None:
            leaderboard.write(submissions, folder / "site", str(folder / "data"), cache)

        first, again = seconds(written), seconds(written)
        boards = json.loads((folder / "site" / "leaderboard.json").read_text(encoding="utf-8"))
        kinds = [line["verification"] for board in boards for line in board["lines"]]
        assert kinds.count("scored again") == 1, "equal responses are one line, whoever submits them"
    yield at_most(f"a leaderboard of {SUBMISSIONS:,}, first: each submission", first / SUBMISSIONS, 0.5, "s")
    yield at_most(f"a leaderboard of {SUBMISSIONS:,} that nothing has changed in", again, 20.0, "s")


def made(folder: Path) -> list[Path]:
    """Write rows, a run, and copies of its submission by others; return the submissions' folders."""
    benchmark = many_rows(ROWS, CONFIG)
    build.build(benchmark, folder / "data", workers=1)
    run.run(benchmark, str(folder / "data"), folder / "run", plan.Options("baseline", "random"))
    score.score(Run.open(folder / "run"))
    first = package.package(ScoredRun.open(folder / "run"), folder / "first").folder
    copies = []
    for number in range(SUBMISSIONS):
        copy = folder / "submissions" / CONFIG / f"{first.name}-{number}"
        shutil.copytree(first, copy)
        stated = json.loads((copy / manifest.FILE).read_text(encoding="utf-8"))
        (copy / manifest.FILE).write_text(json.dumps(stated | {"submitter": f"user-{number}"}), encoding="utf-8")
        copies.append(copy)
    return copies
