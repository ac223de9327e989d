"""Coverage and family-wise error by simulation: a part of the map that `python -m tools.bench coverage` makes.

Not among the quick tests (tests/fast.txt). Bounds are below the goals by three standard errors of the simulation.
"""

import re
from collections import defaultdict

import numpy as np
import pytest
from paths import ROOT

from tools.bench.grading.coverage import cells, page, samples

REPEATS = 1_500


@pytest.mark.parametrize("clusters", [5, 10, 50])
@pytest.mark.parametrize(
    ("kind", "sizes", "shape"),
    [("yes/no", "4", 0.1), ("yes/no", "1-8", 0.6), ("graded", "1", 0.5), ("graded", "4, 30 % missing", 6.0)],
)
def test_intervals_cover_what_they_claim(kind, sizes, shape, clusters):
    for seed, mean in enumerate((0.01, 0.2, 0.5, 0.95)):
        coverage = cells.covered(kind, sizes, clusters, mean, shape, REPEATS, seed)
        assert coverage >= (0.93 if clusters < 10 else 0.935) - 3 * np.sqrt(0.06 / REPEATS), (mean, coverage)


def test_intervals_of_even_scores_are_not_wider_than_they_need_be():
    for clusters in (10, 50):
        coverage = cells.covered("graded", "4", clusters, 0.5, 6.0, REPEATS, 9)
        assert coverage <= 0.97 + 3 * np.sqrt(0.03 / REPEATS)


def test_intervals_of_clustered_yes_no_rows_are_not_wider_than_they_need_be():
    for clusters, mean in ((20, 0.2), (20, 0.5), (50, 0.05), (50, 0.5)):
        coverage = cells.covered("yes/no", "4", clusters, mean, 0.6, REPEATS, 11)
        assert coverage <= 0.98 + 3 * np.sqrt(0.02 / REPEATS)


def test_differences_cover_and_equal_models_are_not_told_apart():
    generator = np.random.default_rng(3)
    for clusters, (gained, lost) in ((5, (0.1, 0.1)), (10, (0.3, 0.05)), (50, (0.05, 0.0))):
        sizes = samples.sizes(generator, REPEATS, clusters, "4")
        sample = samples.changes(generator, sizes, gained, lost, 0.2)
        low, high = cells.change_intervals(sample)
        assert (low < high).all()
        assert np.mean((low <= sample.truth) & (sample.truth <= high)) >= 0.935 - 3 * np.sqrt(0.06 / REPEATS)


def test_the_page_of_equal_models_finds_something_in_one_of_twenty_at_most():
    for error in cells.family_wise(repeats=60, models=4, lines=6):
        assert max(error.adjusted, error.ranked) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 60)


def test_the_published_map_holds_what_it_says():
    """The page in the documentation is of this code: its exact table is computed again, its bounds are met."""
    text = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    assert page.table(list(cells.independent()), page.worst) in text
    tables = defaultdict(list)
    for line in text.splitlines():
        if line.startswith("## "):
            heading = line
        numbers = line.strip("| ").split(" | ")
        if line.startswith("| ") and numbers[0] in ("5", "10", "20", "50", "200"):
            tables[heading].append((int(numbers[0]), [float(number) for number in numbers[1:]]))
    held = [heading for heading in tables if "approximate" not in heading and "error" not in heading]
    assert len(held) == 1 + 4 + 4 + 1
    for heading in held:
        for clusters, coverage in tables[heading]:
            noise = 0.0 if "Independent" in heading else 2.5 if "Paired" in heading else 0.9
            assert min(coverage) >= (93.0 if clusters < 10 else 93.5) - noise, (heading, clusters, coverage)
    for _, (plain, adjusted, ranked) in tables["## Family-wise error"]:
        assert adjusted <= plain
        assert max(adjusted, ranked) <= 9


def test_the_published_map_begins_with_the_methods():
    text = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    parts = re.split(r"\{[^}]*\}", page.HEAD.read_text(encoding="utf-8"))
    assert len(parts) == 3
    for part in parts:
        assert part in text


def test_a_line_of_the_summary_has_the_share_of_cells_near_95_per_cent():
    line = page.row("scores", "5", [0.934, 0.935, 0.95, 0.97, 0.98])
    assert line == "| scores | 5 | 5 | 93.4% | 98.0% | 60% | 1 |"
