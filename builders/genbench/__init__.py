"""SGP-GenBench: drawings from texts: compositions of things, single objects, and scenes.

Paper: arXiv 2509.05208. Published prompts: github.com/nicekate/SGP-RL, read by `sources/published.py` from where the
user has them. The builtin prompts are ours: plain figures, decided exactly from the scene, without a model.
Try it: sgpkit build gen-composition && sgpkit run gen-composition --engine baseline --model scattered
A row: {"id": "gen-composition-test-0004", "prompt": "A red circle that holds a blue star. …", "major_type": "relation",
        "minor_type": "inside", "figures": 3, "level": 2, "specification": "{\"items\": …}", "code": "<svg …>", …}
"""

from functools import partial

from sgpkit.benchmark import Adversarial, Benchmark, Evidence, Part, Prompts, Published, Rows, Scoring, Source, Unit
from sgpkit.families.shared.contrast import making

from . import baselines, judges, pictures, prompts, scoring
from .sources import builtin, published

PAPER = "Symbolic Graphics Programming with Large Language Models"
SAMPLING = {"temperature": 0.7, "max_tokens": 4096, "n": 1}
"""The temperature of the published code, which asks up to three times until an answer contains SVG; here every answer
counts."""

COLUMNS = {
    "id": "string",
    "cluster": "string",
    "source": "string",
    "license": "string",
    "generator": "string",
    "prompt": "string",
    "major_type": "string",
    "minor_type": "string",
    "gen_type": "string",
    "figures": "int32",
    "level": "int32",
    "specification": "string",
    "metadata": "string",
    "code": "string",
    "image": "image",
    "copy_of": "string",
    "flags": "string",
}
PICTURES = dict.fromkeys(
    ("dino", "lpips", "dreamsim", "fid", "kid", "lite0_frechet", "lite0_kernel"), pictures.reference_of
)
PRINTED = {
    "composition": (Published("sgp-genbench-table-8", "avg", 0.01, "judge", 0.01),),
    **{
        part: (
            Published("sgp-genbench-table-1", f"clip_{part}", 1.0, "clip", 0.01),
            Published("sgp-genbench-table-1", f"dino_{part}", 1.0, "dino"),
        )
        for part in ("object", "scene")
    },
}
"""The printed figures of a config: the judge's mean mark, and similarities from 0 to 1."""

LISTS = (
    "it names things with their colors and numbers and no relation, as the published prompts of this type do; "
    "a list of them is the whole answer"
)
SEEN = (
    "object",
    "part missing",
    "part added",
    "count",
    "color",
    "position",
    "relation",
    "size",
    "order",
    "symmetry",
    "damage",
)
"""The axes of plain figures by which the headline ranks drawings."""

TEXTS = dict.fromkeys(("clip", "long_clip"), lambda row: str(row["prompt"]))


def benchmark(part: str, title: str) -> Benchmark:
    """Return one of the three configs: they differ in their prompts only."""
    composed = part == "composition"
    asked = {"vqa": judges.VQA, "task": judges.TASK}
    rubrics = {"compbench": judges.COMPBENCH, **asked} if composed else dict(reversed(asked.items()))
    return Benchmark(
        config=f"gen-{part}",
        title=title,
        paper=PAPER,
        answer_format="svg",
        rows=Rows(
            columns=COLUMNS,
            sources={
                "builtin": Source(builtin.source(part)),
                "sgp-genbench": Source(published.source(part), published.recognises),
            },
            counts=builtin.SIZES[part],
            finish=pictures.finish,
            groups=("major_type", "minor_type", "level"),
        ),
        prompts=Prompts(
            strategies=prompts.STRATEGIES,
            texts=prompts.TEXTS,
            sampling=SAMPLING,
        ),
        scoring=Scoring(
            score=scoring.score,
            headline=("all_right",),
            summary=partial(scoring.summary, full=next(iter(rubrics.values())).high),
            parts={
                "all_right": Part(less=scoring.less_than_right),
                "judge": Part(shown=True),
                scoring.KAPPA: Part(Unit(bounded=False)),
            },
            judges=rubrics,
            learned=TEXTS if composed else {**TEXTS, **PICTURES},
        ),
        evidence=Evidence(
            reference=baselines.reference,
            right=baselines.RIGHT,
            wrong=baselines.WRONG,
            baselines=baselines.BASELINES,
            adversarial=Adversarial(caption=lambda row: str(row["prompt"])),
            trivial_groups={("listed", kind): LISTS for kind in ("binding", "numeracy")} if composed else {},
            contrasts=making.contrasts("svg", sees=SEEN) if composed else None,
            blind="" if composed else "no pairs are made of these requests; gen-composition has the same scorer",
            published=PRINTED[part],
        ),
    )


BENCHMARKS = (
    benchmark("composition", "SGP-GenBench: compositions of things"),
    benchmark("object", "SGP-GenBench: single objects"),
    benchmark("scene", "SGP-GenBench: scenes"),
)
