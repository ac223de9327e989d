"""Coverage of intervals and family-wise error of comparisons, by simulation: `python -m tools.bench coverage`.

Writes the published page docs/coverage.md. The same run gives the same page.
"""

from collections.abc import Iterator

from tools import ROOT
from tools.bench.grading.coverage import cells, page, powered
from tools.bench.measure import Figure, at_least, at_most

PAGE = ROOT / "docs" / "coverage.md"

NOISE = 0.008
"""Three standard errors of a cell with 6,000 simulations, since the minimum of many cells is that low by chance."""


def figures() -> Iterator[Figure]:
    """Simulate, write the page, and yield the minimum coverage and the maximum family-wise error."""
    independent, clustered = list(cells.independent()), list(cells.clustered())
    changes, errors = list(cells.paired()), list(cells.family_wise())
    corrected = list(powered.corrected())
    PAGE.write_text(page.text(independent, clustered, changes, errors, corrected), encoding="utf-8")
    exact = min(cell.coverage for cell in independent)
    yield at_least("least coverage, independent yes/no rows", 100 * exact, 95.0, "%")
    few = [cell for cell in clustered if not cell.approximate and cell.clusters < 10]
    many = [cell for cell in clustered if not cell.approximate and cell.clusters >= 10]
    low, high = (100 * min(cell.coverage for cell in group) for group in (few, many))
    yield at_least("least coverage, shares in 5 to 9 clusters", low, 93.0 - 100 * NOISE, "%")
    yield at_least("least coverage, shares in 10 clusters or more", high, 93.5 - 100 * NOISE, "%")
    change = 100 * min(change.coverage for change in changes)
    yield at_least("least coverage, paired differences", change, 93.5 - 300 * NOISE, "%")
    error = 100 * max(max(one.adjusted, one.ranked) for one in errors)
    mean = 100 * min(one.coverage for one in corrected if one.labels >= 30)
    yield at_least("least coverage, corrected means from 30 labels", mean, 90.0, "%")
    yield at_most("greatest family-wise error, adjusted", error, 5.0 + 500 * NOISE, "%")
