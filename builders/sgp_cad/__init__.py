"""SGP-Bench's questions about CAD programs: parts by sketch and extrusion, parts with free curves, flat sketches.

Paper: SGP-Bench (see CITATION.cff), §4, appendix A. Published data: `sgp-bench/sgp-bench` on the Hub, read by
`sources/published.py`. Without this folder the toolkit measures everything but these three configs.
Try it: sgpkit build sgp-cad-2d && sgpkit run sgp-cad-2d --engine baseline --model text-length
A row: {"id": "cad-2d-0007", "type": "shape", "aspect": "outline", "dialect": "sketchgraphs",
        "question": "What outline …", "options": ["a rectangle", …], "answer": "B", "code": "Line1:(0,0,4,0);…", …}
"""

from collections.abc import Callable, Mapping
from typing import Any

from sgpkit.benchmark import (
    Benchmark,
    Contrasts,
    Evidence,
    Prompts,
    Published,
    Reader,
    Row,
    Rows,
    Scoring,
    Skipped,
    Source,
)
from sgpkit.benchmark.sources import authored
from sgpkit.families.shared.choices import asking, published_prompts
from sgpkit.families.shared.choices import scoring as choices
from sgpkit.families.shared.contrast import making

from . import guessing, pictures, prompts
from .sources import builtin, published

PAPER = "Can Large Language Models Understand Symbolic Graphics Programs?"
SAMPLING = {"temperature": 0.0, "max_tokens": 2048, "n": 1}

COLUMNS = asking.COLUMNS | {
    "aspect": "string",
    "tag": "string",
    "dialect": "string",
    "image_front": "image",
    "image_back": "image",
}


def with_dialect(candidate: Mapping[str, Any], row: Row) -> Row:
    """Return the row of a question that a model authored."""
    return row | {
        "generator": "",
        "category": candidate["category"],
        "aspect": "",
        "tag": "",
        "dialect": candidate["dialect"],
    }


def benchmark(
    config: str,
    title: str,
    generated: Reader,
    questions: Reader,
    finish: Callable[[Row], Row | Skipped],
    rows: int,
    column: str,
    needs: tuple[str, ...] = (),
    contrasts: Contrasts | None = None,
) -> Benchmark:
    """Return a CAD config; `column` is its column in the paper's Table 1."""
    return Benchmark(
        config=config,
        title=title,
        paper=PAPER,
        answer_format="choice",
        rows=Rows(
            columns=COLUMNS,
            sources={
                "builtin": Source(generated),
                "sgp_bench": Source(questions, published.recogniser(config)),
                "authored": Source(
                    authored.questions(with_dialect, "cad", published.CONFIGS[config]),
                    authored.recogniser("cad", published.CONFIGS[config]),
                ),
            },
            counts={"train": builtin.TRAIN, "test": rows},
            finish=finish,
            groups=("type", "tag", "aspect"),
            scored_columns=choices.CHOICE_COLUMNS,
            extras=needs,
        ),
        prompts=Prompts(
            strategies=prompts.STRATEGIES,
            modes=asking.MODES,
            texts=prompts.TEXTS,
            authors=published_prompts.parts,
            sampling=SAMPLING,
        ),
        scoring=Scoring(
            score=choices.choices,
            headline=("accuracy",),
            summary=guessing.summary,
        ),
        evidence=Evidence(
            reference=choices.reference,
            baselines=guessing.BASELINES,
            contrasts=contrasts,
            published=(Published("sgp-bench-table-1", column),),
        ),
    )


BENCHMARKS = (
    benchmark(
        "sgp-cad-3d",
        "SGP-Bench: parts by sketch and extrusion (DeepCAD)",
        builtin.solid_rows,
        published.solid_questions,
        pictures.solid,
        builtin.SOLID.rows,
        "cad_3d",
        ("cad",),
        making.contrasts("solid"),
    ),
    benchmark(
        "sgp-cad-3d-complex",
        "SGP-Bench: parts with free curves (Fusion 360)",
        builtin.curved_rows,
        published.curved_questions,
        pictures.solid,
        builtin.CURVED.rows,
        "cad_3dcomplex",
        ("cad",),
    ),
    benchmark(
        "sgp-cad-2d",
        "SGP-Bench: constrained sketches (SketchGraphs)",
        builtin.flat_rows,
        published.flat_questions,
        pictures.sketch,
        builtin.FLAT.rows,
        "cad_2d",
        contrasts=making.contrasts("cad"),
    ),
)
