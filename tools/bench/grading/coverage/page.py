"""The published page on coverage, as Markdown."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tools.bench.grading.coverage import cells, powered
from tools.bench.grading.coverage.cells import Cell, Change, Errors
from tools.bench.grading.coverage.powered import Corrected

HEAD = Path(__file__).with_name("page.md")
"""The beginning of the page, with the methods and placeholders for computed figures."""

BAND = 0.935, 0.97
"""The coverage of an interval that is neither too narrow nor too wide."""


def text(
    independent: Sequence[Cell],
    clustered: Sequence[Cell],
    changes: Sequence[Change],
    errors: Sequence[Errors],
    corrected: Sequence[Corrected],
) -> str:
    """Return the page."""
    tiny = next(cell.coverage for cell in independent if cell.clusters == 10 and cell.mean == 0.01)
    summary = "\n".join(summary_lines(independent, clustered, changes, errors))
    parts = [HEAD.read_text(encoding="utf-8").format(summary=summary, tiny=tiny)]
    parts.append("## Independent yes/no rows\n\nExact, by the sum over all counts. Columns are true shares.\n")
    parts.append(table(independent, worst))
    for kind, sizes in dict.fromkeys((cell.kind, cell.sizes) for cell in clustered if cell.kind != "amounts"):
        mine = [cell for cell in clustered if (cell.kind, cell.sizes) == (kind, sizes)]
        label = ", approximate" if mine[0].approximate else ""
        shapes = ", ".join(f"{shape:g}" for shape in cells.SHAPES[kind])
        what = "correlation within a drawing" if kind == "yes/no" else "a + b of the beta distribution"
        parts.append(
            f"## {named(kind)}, rows per drawing: {sizes}{label}\n\nThe lower of two coverages ({what}: {shapes}).\n"
        )
        parts.append(table(mine, worst))
    parts.append(
        "## Amounts, approximate\n\nLog-normal; columns are the spread of the logarithm and the rows per drawing.\n"
    )
    parts.append(amounts([cell for cell in clustered if cell.kind == "amounts"]))
    parts.append(
        "## Paired differences of yes/no rows\n\nThe lowest coverage over 1 and 4 rows per drawing and correlations of "
        "0 and 0.2 within a drawing.\n"
    )
    parts.append(differences(changes))
    parts.append(
        "## Family-wise error\n\nThe share of pages that report a difference between equal models: ten comparisons, "
        "and the ranks of five models, with four rows per drawing.\n"
    )
    parts.append(errors_table(errors))
    parts.append(powered.section(corrected))
    return "\n".join(parts)


def named(kind: str) -> str:
    """Return the heading of a kind of rows."""
    return {"yes/no": "Yes/no rows", "graded": "Scores from 0 to 1"}[kind]


def summary_lines(
    independent: Sequence[Cell], clustered: Sequence[Cell], changes: Sequence[Change], errors: Sequence[Errors]
) -> Iterator[str]:
    """Yield the minimum and maximum coverage of each group of cells, and the share of cells near 95 %."""
    columns = ("rows", "clusters", "settings", "minimum", "maximum", "93.5 to 97 %", "above 97 %")
    yield f"| {' | '.join(columns)} |\n| --- | --- |{' ---: |' * (len(columns) - 2)}"
    shares = [cell for cell in clustered if cell.kind != "amounts"]
    groups: dict[str, tuple[Sequence[Cell], Callable[[Cell], bool]]] = {
        "independent yes/no": (independent, lambda cell: True),
        "clustered yes/no": (shares, lambda cell: cell.kind == "yes/no"),
        "scores": (shares, lambda cell: cell.kind == "graded" and not cell.approximate),
        "scores, very unequal clusters (approximate)": (shares, lambda cell: cell.approximate),
        "amounts (approximate)": (clustered, lambda cell: cell.kind == "amounts"),
    }
    for name, (group, belongs) in groups.items():
        for words, few in (("5", True), ("10 to 200", False)):
            values = [cell.coverage for cell in group if belongs(cell) and (cell.clusters < 10) is few]
            if values:
                yield row(name, words, values)
    for words, few in (("5", True), ("10 to 200", False)):
        yield row("paired differences", words, [one.coverage for one in changes if (one.clusters < 10) is few])


def row(name: str, clusters: str, values: Sequence[float]) -> str:
    """Return a line of the summary."""
    low, high = BAND
    near = sum(low <= value <= high for value in values) / len(values)
    over = sum(value > high for value in values)
    return f"| {name} | {clusters} | {len(values)} | {min(values):.1%} | {max(values):.1%} | {near:.0%} | {over} |"


def worst(group: Sequence[Cell]) -> float:
    """Return the minimum coverage."""
    return min(cell.coverage for cell in group)


def table(group: Sequence[Cell], of: Callable[[Sequence[Cell]], float]) -> str:
    """Return a table of coverage: a line for each number of clusters, a column for each true share."""
    means = sorted({cell.mean for cell in group})
    lines = ["| clusters | " + " | ".join(f"{mean:g}" for mean in means) + " |", "| ---: |" + " ---: |" * len(means)]
    lines.append("| 3, 4 |" + " – |" * len(means))
    for count in sorted({cell.clusters for cell in group}):
        values = [of([cell for cell in group if (cell.clusters, cell.mean) == (count, mean)]) for mean in means]
        lines.append(f"| {count} | " + " | ".join(f"{100 * value:.1f}" for value in values) + " |")
    return "\n".join([*lines, ""])


def amounts(group: Sequence[Cell]) -> str:
    """Return the table of amounts."""
    columns = sorted({(cell.shape, cell.sizes) for cell in group}, key=lambda key: (key[0], cells.SIZES.index(key[1])))
    lines = ["| clusters | " + " | ".join(f"{shape:g}; {size}" for shape, size in columns) + " |"]
    lines.append("| ---: |" + " ---: |" * len(columns))
    for count in sorted({cell.clusters for cell in group}):
        coverage = {(cell.shape, cell.sizes): cell.coverage for cell in group if cell.clusters == count}
        lines.append(f"| {count} | " + " | ".join(f"{100 * coverage[column]:.1f}" for column in columns) + " |")
    return "\n".join([*lines, ""])


def differences(changes: Sequence[Change]) -> str:
    """Return the table of paired differences."""
    lines = ["| clusters | " + " | ".join(f"+{gained:g} −{lost:g}" for gained, lost in cells.CHANGES) + " |"]
    lines.append("| ---: |" + " ---: |" * len(cells.CHANGES))
    for count in sorted({one.clusters for one in changes}):
        lowest = [
            min(one.coverage for one in changes if (one.clusters, one.gained, one.lost) == (count, *change))
            for change in cells.CHANGES
        ]
        lines.append(f"| {count} | " + " | ".join(f"{100 * value:.1f}" for value in lowest) + " |")
    return "\n".join([*lines, ""])


def errors_table(errors: Sequence[Errors]) -> str:
    """Return the table of family-wise errors, in per cent."""
    lines = ["| clusters | ten tests, not adjusted | adjusted (Holm) | ranks |", "| ---: | ---: | ---: | ---: |"]
    for one in errors:
        lines.append(f"| {one.clusters} | {100 * one.plain:.1f} | {100 * one.adjusted:.1f} | {100 * one.ranked:.1f} |")
    return "\n".join([*lines, ""])
