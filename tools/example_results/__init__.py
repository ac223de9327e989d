"""A small results repository, and the leaderboard that the documentation site shows of it.

    python -m tools.example_results FOLDER      build the rows, score every submission again, and write the board

`submissions/` contains the output of `sgpkit submit`: answers of SmolLM2-135M-Instruct (Apache-2.0; the engine local,
greedy, on a CPU) and of baselines, on the first ten rows of two configs. The rows are not stored, because a build
reproduces them. `tests/reports/test_example_results.py` verifies each submission.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
SUBMISSIONS = HERE / "submissions"

ROWS = 10
"""Rows of each config that were asked."""


def configs() -> list[str]:
    """Return the configs of the submissions."""
    return sorted(folder.name for folder in SUBMISSIONS.iterdir() if folder.is_dir())


def submissions() -> list[Path]:
    """Return the folders of the submissions."""
    return sorted(manifest.parent for manifest in SUBMISSIONS.rglob("manifest.json"))


def build_rows(out: Path) -> Path:
    """Build the rows that were asked into a folder, and return it."""
    import sgpkit

    for config in configs():
        sgpkit.build(config, out=out, limit=ROWS, workers=1)
    return out


def write_board(out: Path, url: str = "") -> Path:
    """Write the leaderboard of the submissions, with a page for each model, and return the folder."""
    from sgpkit.reports import leaderboard

    with TemporaryDirectory() as folder:
        leaderboard.write(submissions(), out, str(build_rows(Path(folder) / "sgp-bench")), url=url)
    return out
