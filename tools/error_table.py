"""Write the table of both errors of each metric into docs/reference/metrics.md: run `python -m tools.error_table`.

python -m tools.error_table CONFIG…     measure these configs only, and keep the other lines
"""

import os
import sys
from collections.abc import Sequence
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
    chosen = sys.argv[1:] or CONFIGS
    if unknown := set(chosen) - set(CONFIGS):
        raise SystemExit(f"not in the table: {', '.join(sorted(unknown))}")
    before, _, rest = PAGE.read_text().partition(BEGIN)
    old, _, after = rest.partition(END)
    new = table([config for config in CONFIGS if config in chosen])
    if len(set(chosen)) < len(CONFIGS):
        new = replaced(old.strip(), new)
    PAGE.write_text(f"{before}{BEGIN}\n\n{new}\n\n{END}{after}")


def replaced(old: str, new: str) -> str:
    """Return a table with the lines of another in place of those of the same configs."""
    lines = {line.split("|")[1]: line for line in new.splitlines() if line.startswith("| `")}
    return "\n".join(
        lines.get(line.split("|")[1], line) if line.startswith("| `") else line for line in old.splitlines()
    )


def table(configs: Sequence[str]) -> str:
    """Return the table of some configs."""
    os.environ["SGPKIT_SCORING"] = "direct"  # the answers are the project's own
    from sgpkit.benchmark import families
    from sgpkit.quality import error_table
    from sgpkit.quality.contract.promises import Subject

    measured, headlines = {}, {}
    for config in configs:
        benchmark = families.get(config)
        measured[config] = list(error_table.lines(benchmark, Subject(benchmark, sampled=error_table.ROWS).rows))
        headlines[config] = benchmark.scoring.value_name
    return error_table.markdown(measured, headlines, error_table.ROWS)


if __name__ == "__main__":
    main()
