"""Write the table of both errors of each metric into docs/reference/metrics.md: run `python -m tools.error_table`."""

import os
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "metrics.md"
BEGIN, END = "<!-- errors: begin -->", "<!-- errors: end -->"
CONFIGS = (
    *("sgp-symmetry", "sgp-mnist", "ssvg-geometry-svg", "ssvg-geometry-tikz", "ssvg-geometry-eps"),
    *("ssvg-molecule-svg", "ssvg-molecule-tikz", "ssvg-molecule-eps", "turtle-scratch", "turtle-tweak"),
    *("vectorgym-sketch", "vectorgym-edit", "vectorgym-text", "vectorgym-caption"),
    *("vgen-svg", "vgen-tikz", "vgen-graphviz", "gen-composition", "gen-object", "gen-scene"),
    *("edit-svg", "fix-svg", "optimise-svg", "cad-script"),
    *("diagrams-svg", "diagrams-tikz", "diagrams-graphviz", "diagrams-typst", "diagrams-mermaid"),
)
"""One config of each metric and language."""


def main() -> None:
    """Measure, and write the page."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.partition(END)[2]}")


def table() -> str:
    """Return the table."""
    os.environ["SGPKIT_SCORING"] = "direct"  # the answers are the project's own
    from sgpkit.benchmark import families
    from sgpkit.quality import error_table
    from sgpkit.quality.contract.promises import Subject

    measured, headlines = {}, {}
    for config in CONFIGS:
        benchmark = families.get(config)
        measured[config] = list(error_table.lines(benchmark, Subject(benchmark, sampled=error_table.ROWS).rows))
        headlines[config] = benchmark.scoring.value_name
    return error_table.markdown(measured, headlines, error_table.ROWS)


if __name__ == "__main__":
    main()
