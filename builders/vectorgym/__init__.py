"""VectorGym: drawings from sketches, from instructions and from descriptions, and descriptions of drawings.

Paper: VectorGym (see CITATION.cff), §3-5, appendices A, C and D. Published data: `ServiceNow/VectorGym` on the Hub,
read by `sources/vectorgym.py`.
Try it: sgpkit build vectorgym-text && sgpkit run vectorgym-text --engine baseline --model same-kind
A row of vectorgym-edit: {"id": "vg-test-0007", "cluster": "vg-test-0007", "category": "face", "kind": "happy face",
        "tokens": 3120, "edit": "face hat", "instruction": "Put a red crown on the head.", "code": "<svg …>",
        "target": "<svg …>", "image": PNG, "target_image": PNG, "unchanged": 0.94, …}
"""

from functools import partial
from operator import itemgetter

from sgpkit.baselines import variants
from sgpkit.benchmark import Adversarial, Benchmark, Evidence, Prompts, Published, Rows, Scoring, Source
from sgpkit.families.shared.contrast import designs

from . import baselines, edit_variants, evidence, judges, pictures, prompts, scoring
from .sources import builtin, vectorgym

PAPER = "VectorGym: A Multi-Task Benchmark for SVG Code Generation and Manipulation"

DRAWN = {"code": "string", "tokens": "int32", "tokenizer": "string", "image": "image"}
ROW = {"id": "string", "cluster": "string", "source": "string", "license": "string", "generator": "string"}
ROW |= {"category": "string", "kind": "string", **DRAWN}
SAMPLING = {"temperature": 0.0, "max_tokens": 16384, "n": 1}
"""Temperature and number of samples as in the authors' code (github.com/ServiceNow/VectorGym, configs/models.yaml at
02b2b17). The paper's results are the best of five samples (§4.1): `--n 5` with a temperature. The authors' limits,
8,096 and 2,048 tokens, would cut programs of up to 8,000 tokens."""


def printed(table: str) -> tuple[Published, ...]:
    """Return the published figures of drawings with a target: the judge's mark out of ten, SSIM and DINO, each for the
    best of five samples."""
    return (
        Published(table, "judge", 0.1, "judge", 0.1),
        Published(table, "ssim", 1.0, "ssim"),
        Published(table, "dino", 2.0, "dino", offset=-1.0),
    )


SKETCH = Benchmark(
    config="vectorgym-sketch",
    title="VectorGym: drawings from sketches",
    paper=PAPER,
    answer_format="svg",
    rows=Rows(
        columns={**ROW, "sketch": "image", "sketch_kind": "string"},
        sources={
            "builtin": Source(builtin.sketch),
            "training": Source(partial(builtin.sketch, sizes=builtin.TRAINING)),
            "vectorgym": Source(vectorgym.source("sketch"), vectorgym.recognises),
        },
        counts=builtin.SIZES,
        finish=pictures.of_sketch,
        groups=("sketch_kind", "category"),
    ),
    prompts=Prompts(
        strategies=prompts.SKETCH_STRATEGIES,
        modes=prompts.SKETCH_MODES,
        texts=prompts.SKETCH_TEXTS,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=scoring.sketch,
        headline=("judge", "sketch_similarity"),
        summary=scoring.drawing_summary,
        parts=scoring.FIGURES,
        judges=judges.SKETCH,
        learned=scoring.LEARNED_DRAWINGS,
        gradual=True,
    ),
    evidence=Evidence(
        reference=itemgetter("code"),
        right={**variants.rewritten("svg", itemgetter("code")), **evidence.SKETCH_RIGHT},
        wrong={**variants.of_another_row(itemgetter("code"), 0.2), **evidence.SKETCH_WRONG},
        baselines=baselines.SKETCH,
        blind="no pairs are made of sketches; `sketch_similarity` is tried on those of other configs",
        published=printed("vectorgym-table-5"),
    ),
)

EDIT = Benchmark(
    config="vectorgym-edit",
    title="VectorGym: drawings edited by instruction",
    paper=PAPER,
    answer_format="svg",
    rows=Rows(
        columns={
            **ROW,
            "edit": "string",
            "instruction": "string",
            "wordings": "list[string]",
            "target": "string",
            "target_image": "image",
            "unchanged": "float64",
            "changes": "string",
        },
        sources={
            "builtin": Source(builtin.edit),
            "training": Source(partial(builtin.edit, sizes=builtin.TRAINING)),
            "vectorgym": Source(vectorgym.source("edit"), vectorgym.recognises),
        },
        counts=builtin.SIZES,
        finish=pictures.of_edit,
        groups=("mode", "category"),
    ),
    prompts=Prompts(
        strategies=prompts.EDIT_STRATEGIES,
        modes=prompts.EDIT_MODES,
        has_inputs=prompts.has_picture,
        texts=prompts.EDIT_TEXTS,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=scoring.edit,
        headline=("judge", "edited"),
        summary=scoring.edit_summary,
        parts=scoring.FIGURES,
        judges=judges.EDIT,
        learned=scoring.LEARNED_EDITS,
        gradual=True,
    ),
    evidence=Evidence(
        reference=itemgetter("target"),
        right={**variants.rewritten("svg", itemgetter("target")), **edit_variants.RIGHT},
        wrong={**variants.of_another_row(itemgetter("target"), 0.02), **edit_variants.WRONG},
        blind="no pairs are made of edits; a drawing without the edit is tried as the answer `unchanged`",
        adversarial=Adversarial(caption=lambda row: str(row["instruction"]), start=lambda row: str(row["code"])),
        published=printed("vectorgym-table-4"),
    ),
)

TEXT = Benchmark(
    config="vectorgym-text",
    title="VectorGym: drawings from descriptions",
    paper=PAPER,
    answer_format="svg",
    rows=Rows(
        columns={**ROW, "description_hex": "string", "description_names": "string"},
        sources={
            "builtin": Source(builtin.drawings),
            "training": Source(partial(builtin.drawings, sizes=builtin.TRAINING)),
            "vectorgym": Source(vectorgym.source("text"), vectorgym.recognises),
        },
        counts=builtin.SIZES,
        finish=pictures.of_text,
        groups=("mode", "category"),
    ),
    prompts=Prompts(
        strategies=prompts.TEXT_STRATEGIES,
        modes=prompts.TEXT_MODES,
        has_inputs=prompts.has_description,
        texts=prompts.TEXT_TEXTS,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=scoring.score,
        headline=("judge", "similarity"),
        summary=scoring.drawing_summary,
        parts=scoring.FIGURES,
        judges=judges.TEXT,
        learned=scoring.LEARNED_TEXTS,
        gradual=True,
    ),
    evidence=Evidence(
        reference=itemgetter("code"),
        right=variants.rewritten("svg", itemgetter("code")),
        wrong=variants.of_another_row(itemgetter("code"), 0.2),
        baselines=baselines.TEXT,
        adversarial=Adversarial(caption=scoring.bare_description),
        contrasts=designs.contrasts(),
        blind="a right drawing elsewhere is less similar than one with a part missing",
        published=(
            Published("vectorgym-table-3", "text_judge", 0.1, "judge", 0.1),
            Published("vectorgym-table-3", "text_clip", 0.01, "clip", 0.01),
        ),
    ),
)

CAPTION = Benchmark(
    config="vectorgym-caption",
    title="VectorGym: captions of drawings",
    paper=PAPER,
    answer_format="text",
    rows=Rows(
        columns={**ROW, "caption": "string", "paraphrases": "list[string]"},
        sources={
            "builtin": Source(builtin.drawings),
            "training": Source(partial(builtin.drawings, sizes=builtin.TRAINING)),
            "vectorgym": Source(vectorgym.source("caption"), vectorgym.recognises),
        },
        counts=builtin.SIZES,
        finish=pictures.of_caption,
        groups=("mode", "category"),
    ),
    prompts=Prompts(
        strategies=prompts.CAPTION_STRATEGIES,
        modes=prompts.CAPTION_MODES,
        has_inputs=prompts.has_picture,
        texts=prompts.CAPTION_TEXTS,
        sampling=SAMPLING | {"max_tokens": 2048},
    ),
    scoring=Scoring(
        score=scoring.caption,
        headline=("facts",),
        summary=scoring.caption_summary,
        parts=scoring.FIGURES,
        judges=judges.CAPTION,
        learned=scoring.LEARNED_CAPTIONS,
        gradual=True,
    ),
    evidence=Evidence(
        reference=itemgetter("caption"),
        right=evidence.CAPTION_RIGHT,
        wrong={**variants.of_another_row(itemgetter("caption"), 0.35), **evidence.CAPTION_WRONG},
        baselines=baselines.CAPTION,
        published=(
            Published("vectorgym-table-3", "caption_rouge_l", 0.01, "rouge_l", 0.01),
            Published("vectorgym-table-3", "caption_judge", 0.01, "judge", 0.01),
            Published("vectorgym-table-3", "caption_bge_m3", 0.01, "embedding"),
        ),
    ),
)

BENCHMARKS = (SKETCH, EDIT, TEXT, CAPTION)
