"""Write the table of both errors of each metric into docs/reference/metrics.md: run `python -m tools.error_table`.

python -m tools.error_table NAME…     measure these configs and metrics only, and keep the other lines
"""

import os
import sys
from collections.abc import Mapping, Sequence
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

MODULES_CONFIG = "vgen-svg"
MODULES = ("structural_recall", "svg_validity", "code_similarity", "code_quality")
"""The metrics of drawings that are no headline of a config."""

HEADLINES: Mapping[str, str] = {
    "choice_accuracy": "sgp-symmetry",
    "ssvg_structure": "ssvg-geometry-svg",
    "turtle_match": "turtle-scratch",
    "sketch_similarity": "vectorgym-sketch",
    "svg_edit": "vectorgym-edit",
    "svg_similarity": "vectorgym-text",
    "caption_quality": "vectorgym-caption",
    "scene_match": "vgen-graphviz",
}
"""The other modules, each with a config whose headline it is."""

WITHOUT: Mapping[str, str] = {
    "answer_consistency, answer_entropy": "they compare the answers of a model with each other, and no answer is right",
    "caption_judge, drawing_judge": "they need a model, whose errors are its own. `sgpkit annotate agreement` compares "
    "its marks with those of people, and `sgpkit metrics court --engine --model` tries it on pairs of drawings",
    "caption_alignment": "it needs the weights of CLIP: see [Metrics with trained weights](trained-metrics.md)",
    "distribution_distance": "it compares sets of drawings, not answers",
}
"""Modules without right and wrong answers, with the reason."""


def main() -> None:
    """Measure, and write the page."""
    chosen = sys.argv[1:] or [*CONFIGS, *MODULES]
    if unknown := set(chosen) - {*CONFIGS, *MODULES}:
        raise SystemExit(f"not in the table: {', '.join(sorted(unknown))}")
    os.environ["SGPKIT_SCORING"] = "direct"  # the answers are the project's own
    before, _, rest = PAGE.read_text().partition(BEGIN)
    old, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{text(lines_of(old) | measured(chosen))}\n\n{END}{after}")


def table() -> str:
    """Measure everything, and return the tables."""
    return text(measured([*CONFIGS, *MODULES]))


def measured(names: Sequence[str]) -> dict[str, str]:
    """Return the lines of some configs and metrics."""
    return {name: config_line(name) if name in CONFIGS else module_line(name) for name in names}


def lines_of(old: str) -> dict[str, str]:
    """Return the lines of the tables of a page by their first word."""
    return {line.split("`")[1]: line for line in old.splitlines() if line.startswith("| `")}


def text(lines: Mapping[str, str]) -> str:
    """Return the tables of headlines and of other metrics, and the metrics that have no table."""
    from sgpkit.quality import error_table

    return "\n".join(
        [
            f"Means over {error_table.ROWS} rows of each config, written by `python -m tools.error_table`. Right",
            "answers deserve 1, wrong ones 0.",
            "",
            "| config | score | right answers | wrong answers |",
            "| --- | --- | --- | --- |",
            *(lines[name] for name in CONFIGS if name in lines),
            "",
            f"Metrics that are no headline, with the same answers to rows of `{MODULES_CONFIG}`. Each measures one",
            "property only: any visible drawing is valid, and any short program has a good size.",
            "",
            "| metric | right answers | wrong answers |",
            "| --- | --- | --- |",
            *(lines[name] for name in MODULES if name in lines),
            "",
            "Metrics without a table:",
            "",
            *(f"- {names}: {reason}" for names, reason in WITHOUT.items()),
        ]
    )


def config_line(config: str) -> str:
    """Return the line of a config's headline."""
    from sgpkit.benchmark import families
    from sgpkit.quality import error_table
    from sgpkit.quality.contract.promises import Subject

    benchmark = families.get(config)
    rows, more = Subject(benchmark, sampled=error_table.ROWS).rows, Subject(benchmark)
    results = list(error_table.lines(benchmark, rows, lambda: more.rows))
    return error_table.line_of(f"`{config}` | `{benchmark.scoring.value_name}`", results)


def module_line(name: str) -> str:
    """Return the line of a metric that is no headline."""
    from sgpkit.benchmark import Benchmark, Row, families
    from sgpkit.quality import error_table
    from sgpkit.quality.contract.promises import Subject
    from sgpkit.quality.court import metrics
    from sgpkit.quality.court.pairs import Pair

    metric = next(one for one in metrics.modules() if one.name == name)
    benchmark = families.get(MODULES_CONFIG)

    def mean(benchmark: Benchmark, rows: Sequence[Row], answers: Sequence[str]) -> float:
        pairs = [
            Pair(
                row["id"], benchmark.config, benchmark.answer_format, "", 0, row["cluster"], row["caption"], row, "", ""
            )
            for row in rows
        ]
        return sum(map(metric.scaled, metric.values(pairs, answers))) / len(pairs)

    rows = Subject(benchmark, sampled=error_table.ROWS).rows
    return error_table.line_of(f"`{name}`", list(error_table.lines(benchmark, rows, mean=mean)))


if __name__ == "__main__":
    main()
