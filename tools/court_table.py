"""Write the court's table, figure and record for reports: run `python -m tools.court_table`.

Modules are tried on pairs of all configs in `CONFIGS`, headlines on as many pairs of their own.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgpkit.quality.court.verdict import Verdict

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "metrics.md"
FIGURE = ROOT / "docs" / "reference" / "court.svg"
RECORD = ROOT / "sgpkit" / "metrics" / "court.json"
BEGIN, END = "<!-- court: begin -->", "<!-- court: end -->"

CONFIGS = ("gen-composition", "sgp-cad-2d", "turtle-scratch", "vgen-graphviz", "vgen-svg", "vgen-tikz")
"""One config of each generator and language."""

HEADLINES = ("gen-composition", "turtle-scratch", "vgen-graphviz", "vgen-svg", "vgen-tikz")
"""Configs whose headlines are in the table."""

MODULES = (
    *("scene_match", "structural_recall", "svg_similarity", "svg_similarity: SSIM", "sketch_similarity"),
    *("svg_edit, from a blank page", "svg_validity", "code_quality", "ssvg_structure: recall", "turtle_match"),
)
"""The modules in the table: those that take no minutes."""

COUNT = 15
"""Pairs of each axis and grade: for a module, of all configs, and for a headline, of its own. A cell of the table has
three times as many; with 35 all ranked right, a metric may rank an axis."""

SEED = 3


def main() -> None:
    """Try the metrics, and write the page, the figure and the record."""
    os.environ["SGPKIT_SCORING"] = "direct"  # the drawings are the project's own
    write(list(verdicts()))


def verdicts() -> "Iterator[Verdict]":
    """Yield the verdict on each metric."""
    from sgpkit.quality.court import metrics, pairs
    from sgpkit.quality.court.verdict import verdict

    made_by = pairs.sources(CONFIGS)
    shared = pairs.pairs(made_by, COUNT, SEED)
    known = {metric.name: metric for metric in metrics.modules()}
    for name in MODULES:
        yield verdict(metrics.marks(known[name], shared))
    for config in HEADLINES:
        own = pairs.pairs({config: made_by[config]}, COUNT, SEED)
        for metric in metrics.headlines([config]):
            yield verdict(metrics.marks(metric, own))


def write(listed: "list[Verdict]") -> None:
    """Write what is known of the metrics."""
    from sgpkit.quality.court import report

    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    text = f"{intro()}\n\n{report.markdown(listed)}"
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    FIGURE.write_text(report.figure(listed), encoding="utf-8")
    record = {"metrics": {one.name: list(one.ranks) for one in listed}, "best": report.winners(listed)}
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def intro() -> str:
    """Return the sentences above the table."""
    return (
        "Per cent of pairs ranked right, by axis; in bold where the metric may rank it. `python -m tools.court_table`\n"
        "tries modules on pairs of several configs, and headlines on those of their own. A metric with fewer than 35\n"
        "pairs of an axis may not rank it, whatever it ranks right. Times are those of a busy machine."
    )


if __name__ == "__main__":
    main()
