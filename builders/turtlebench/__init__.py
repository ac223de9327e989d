"""TurtleBench: draw a figure with a turtle program, or change one, from pictures and words.

Paper: TurtleBench (see CITATION.cff), §2-4, appendices B and C. Published data: github.com/sinaris76/TurtleBench, read
by `sources/published.py` from where the user has them; they state no licence, and none are here.
Try it: sgpkit build turtle-scratch && sgpkit run turtle-scratch --engine baseline --model reference
A row: {"id": "scratch-003", "kind": "circle", "complexity": "simple", "variables": "radius = 80",
        "description": "A circle of radius `radius`.", "code": "import turtle …", "image": PNG, …}
"""

from operator import itemgetter

from sgpkit.baselines import variants
from sgpkit.benchmark import Adversarial, Benchmark, Evidence, Prompts, Published, Rows, Scoring, Source
from sgpkit.families.shared.contrast import making

from . import evidence, pictures, prompts, published_prompts, scoring
from .sources import builtin, published

PAPER = "TurtleBench: A Visual Programming Benchmark in Turtle Geometry"
SAMPLING = {"temperature": 0.0, "max_tokens": 2048, "n": 1}

COLUMNS = {
    "id": "string",
    "cluster": "string",
    "source": "string",
    "license": "string",
    "generator": "string",
    "kind": "string",
    "contours": "int32",
    "complexity": "string",
    "variables": "string",
    "description": "string",
    "code": "string",
    "image": "image",
    "defect": "string",
}

SCRATCH = Benchmark(
    config="turtle-scratch",
    title="TurtleBench: draw a figure",
    paper=PAPER,
    answer_format="turtle",
    rows=Rows(
        columns=COLUMNS,
        sources={"builtin": Source(builtin.scratch), "turtlebench": Source(published.scratch, published.recognises)},
        counts={"test": builtin.ROWS},
        finish=pictures.with_images,
        groups=("mode", "complexity"),
    ),
    prompts=Prompts(
        strategies=prompts.STRATEGIES,
        modes=prompts.SCRATCH_MODES,
        has_inputs=prompts.applies,
        settings=prompts.SETTINGS,
        texts=prompts.TEXTS,
        authors=published_prompts.scratch,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=scoring.score,
        headline=("solved",),
        summary=scoring.summary,
    ),
    evidence=Evidence(
        reference=itemgetter("code"),
        right={**variants.rewritten("turtle", itemgetter("code")), **evidence.RIGHT},
        wrong=variants.of_another_row(itemgetter("code")),
        contrasts=making.contrasts("turtle", sees=making.SHOWN_BY_TURTLES),
        published=(Published("turtlebench-table-1", "scratch_image", 0.01),),
    ),
)

TWEAK = Benchmark(
    config="turtle-tweak",
    title="TurtleBench: change a figure",
    paper=PAPER,
    answer_format="turtle",
    rows=Rows(
        columns=COLUMNS
        | {
            "tweak": "string",
            "tweaks": "list[string]",
            "base_contours": "int32",
            "instruction": "string",
            "base_code": "string",
            "base_image": "image",
        },
        sources={"builtin": Source(builtin.tweak), "turtlebench": Source(published.tweak, published.recognises)},
        counts={"test": builtin.ROWS},
        finish=pictures.with_images,
        groups=("mode", "tweak", "complexity"),
    ),
    prompts=Prompts(
        strategies=prompts.STRATEGIES,
        modes=prompts.TWEAK_MODES,
        settings=prompts.SETTINGS,
        texts=prompts.TEXTS,
        authors=published_prompts.tweak,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=scoring.score,
        headline=("solved",),
        summary=scoring.summary,
    ),
    evidence=Evidence(
        reference=itemgetter("code"),
        right={**variants.rewritten("turtle", itemgetter("code")), **evidence.RIGHT},
        wrong=variants.of_another_row(itemgetter("code")),
        adversarial=Adversarial(caption=lambda row: str(row["instruction"]), start=lambda row: str(row["base_code"])),
        blind="no pairs are made of tweaks; turtle-scratch has the same scorer",
        published=tuple(
            Published("turtlebench-table-1", column, 0.01)
            for column in ("tweak_generation_image_text", "tweak_edit_image_text", "tweak_edit_image_image")
        ),
    ),
)

BENCHMARKS = (SCRATCH, TWEAK)
