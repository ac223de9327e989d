"""Maintenance: count the elements in the drawings of a config, by their kind, as in SSVG-Bench's Table 2 (on the SVG).

Try it: python -m sgpkit.families.ssvg_bench.element_statistics ssvg-molecule-svg
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from sgpkit.graphics.svg import document
from sgpkit.graphics.svg.document import Element

KINDS = ("line", "circle", "ellipse", "polygon", "polyline", "rect", "path")
"""SVG's shapes; the paper's Table 2 has the first five."""


def mean_elements(codes: Iterable[str]) -> dict[str, float]:
    """Elements a drawing, of the kinds that there are."""
    counts: Counter[str] = Counter()
    drawings = 0
    for code in codes:
        drawings += 1
        counts.update(element.tag for element in walk(document.parse(code).root) if element.tag in KINDS)
    return {kind: counts[kind] / drawings for kind in KINDS if counts[kind]}


def walk(element: Element) -> Iterator[Element]:
    waiting = [element]
    while waiting:
        item = waiting.pop()
        yield item
        waiting += item.children


def table(columns: dict[str, dict[str, float]]) -> str:
    """A Markdown table: a row a kind, a column a config."""
    kinds = [kind for kind in KINDS if any(kind in column for column in columns.values())]
    lines = ["| elements a drawing | " + " | ".join(columns) + " |", "| --- |" + " ---: |" * len(columns)]
    lines += [
        f"| {kind} | " + " | ".join(f"{counts.get(kind, 0):.2f}" for counts in columns.values()) + " |"
        for kind in kinds
    ]
    return "\n".join(lines)


def main(configs: list[str]) -> None:
    from sgpkit.benchmark import families as builders

    columns = {}
    for config in configs:
        rows = builders.get(config).rows.read()
        columns[config] = mean_elements(row["code"] for split, row in rows if split == "test")
    print(table(columns))


if __name__ == "__main__":
    main(sys.argv[1:])
