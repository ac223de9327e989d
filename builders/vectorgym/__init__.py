"""VectorGym: drawings from sketches, from instructions and from descriptions, and descriptions of drawings.

Paper: VectorGym (see CITATION.cff), §3-5, appendices A, C and D. Published data: `ServiceNow/VectorGym` on the Hub,
read by `sources/vectorgym.py`.
Try it: sgpkit build vectorgym-text && sgpkit run vectorgym-text --engine baseline --model same-kind
A row of vectorgym-edit: {"id": "vg-test-0007", "cluster": "vg-test-0007", "category": "face", "kind": "happy face",
        "tokens": 3120, "edit": "face hat", "instruction": "Put a red crown on the head.", "code": "<svg …>",
        "target": "<svg …>", "image": PNG, "target_image": PNG, "unchanged": 0.94, …}
"""

from sgpkit.benchmark import Adversarial, Benchmark, Published

from . import baselines, judges, pictures, prompts, scoring
from .sources import builtin, vectorgym

PAPER = "VectorGym: A Multi-Task Benchmark for SVG Code Generation and Manipulation"

DRAWN = {"code": "string", "tokens": "int32", "tokenizer": "string", "image": "image"}
ROW = {"id": "string", "cluster": "string", "source": "string", "license": "string", "generator": "string"}
ROW |= {"category": "string", "kind": "string", **DRAWN}
SAMPLING = {"temperature": 0.0, "max_tokens": 16384, "n": 1}
"""Temperature and number as in the authors' code (github.com/ServiceNow/VectorGym, configs/models.yaml at 02b2b17); the
paper's results are the best of five samples (§4.1): `--n 5` with a temperature. Their limits of tokens, 8,096 and
2,048, would cut programs of up to 8,000."""


def printed(table: str) -> tuple[Published, ...]:
    """Return the published figures of drawings that have a target: the judge's mark of ten, SSIM and DINO, each of
    the best of five samples."""
    return (
        Published(table, "judge", 0.1, "judge", 0.1),
        Published(table, "ssim", 1.0, "ssim"),
        Published(table, "dino", 1.0, "dino"),
    )


SKETCH = Benchmark(
    config="vectorgym-sketch",
    title="VectorGym: drawings from sketches",
    paper=PAPER,
    columns={**ROW, "sketch": "image", "sketch_kind": "string"},
    sources={"builtin": builtin.sketch, "vectorgym": vectorgym.source("sketch")},
    recognises={"vectorgym": vectorgym.recognises},
    finish=pictures.of_sketch,
    rows=builtin.SIZES,
    texts=prompts.SKETCH_TEXTS,
    strategies=prompts.SKETCH_STRATEGIES,
    modes=prompts.SKETCH_MODES,
    reference=lambda row: row["code"],
    baselines=baselines.SKETCH,
    score=scoring.score,
    summary=scoring.drawing_summary,
    compiles=scoring.compiles,
    judges=judges.SKETCH,
    learned=scoring.LEARNED_DRAWINGS,
    preferred=("judge",),
    graded=True,
    units=scoring.UNITS,
    published=printed("vectorgym-table-5"),
    by=("sketch_kind", "category"),
    sampling=SAMPLING,
    answer_format="svg",
    headline="similarity",
)

EDIT = Benchmark(
    config="vectorgym-edit",
    title="VectorGym: drawings changed as told",
    paper=PAPER,
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
    sources={"builtin": builtin.edit, "vectorgym": vectorgym.source("edit")},
    recognises={"vectorgym": vectorgym.recognises},
    finish=pictures.of_edit,
    rows=builtin.SIZES,
    texts=prompts.EDIT_TEXTS,
    strategies=prompts.EDIT_STRATEGIES,
    modes=prompts.EDIT_MODES,
    applies=prompts.has_picture,
    reference=lambda row: row["target"],
    score=scoring.edit,
    summary=scoring.edit_summary,
    compiles=scoring.compiles,
    judges=judges.EDIT,
    learned=scoring.LEARNED_EDITS,
    preferred=("judge",),
    graded=True,
    units=scoring.UNITS,
    published=printed("vectorgym-table-4"),
    by=("mode", "category"),
    sampling=SAMPLING,
    answer_format="svg",
    adversarial=Adversarial(caption=lambda row: str(row["instruction"]), start=lambda row: str(row["code"])),
    headline="edited",
)

TEXT = Benchmark(
    config="vectorgym-text",
    title="VectorGym: drawings from descriptions",
    paper=PAPER,
    columns={**ROW, "description_hex": "string", "description_names": "string"},
    sources={"builtin": builtin.drawings, "vectorgym": vectorgym.source("text")},
    recognises={"vectorgym": vectorgym.recognises},
    finish=pictures.of_text,
    rows=builtin.SIZES,
    texts=prompts.TEXT_TEXTS,
    strategies=prompts.TEXT_STRATEGIES,
    modes=prompts.TEXT_MODES,
    applies=prompts.has_description,
    reference=lambda row: row["code"],
    baselines=baselines.TEXT,
    score=scoring.score,
    summary=scoring.drawing_summary,
    compiles=scoring.compiles,
    judges=judges.TEXT,
    learned=scoring.LEARNED_TEXTS,
    preferred=("judge",),
    graded=True,
    units=scoring.UNITS,
    published=(
        Published("vectorgym-table-3", "text_judge", 0.1, "judge", 0.1),
        Published("vectorgym-table-3", "text_clip", 0.01, "clip", 0.01),
    ),
    by=("mode", "category"),
    sampling=SAMPLING,
    answer_format="svg",
    adversarial=Adversarial(caption=scoring.bare_description),
    headline="similarity",
)

CAPTION = Benchmark(
    config="vectorgym-caption",
    title="VectorGym: captions of drawings",
    paper=PAPER,
    columns={**ROW, "caption": "string"},
    sources={"builtin": builtin.drawings, "vectorgym": vectorgym.source("caption")},
    recognises={"vectorgym": vectorgym.recognises},
    finish=pictures.of_caption,
    rows=builtin.SIZES,
    texts=prompts.CAPTION_TEXTS,
    strategies=prompts.CAPTION_STRATEGIES,
    modes=prompts.CAPTION_MODES,
    applies=prompts.has_picture,
    sampling=SAMPLING | {"max_tokens": 2048},
    reference=lambda row: row["caption"],
    baselines=baselines.CAPTION,
    score=scoring.caption,
    summary=scoring.caption_summary,
    answer_format="text",
    headline="rouge_l",
    judges=judges.CAPTION,
    learned=scoring.LEARNED_CAPTIONS,
    graded=True,
    units=scoring.UNITS,
    published=(
        Published("vectorgym-table-3", "caption_rouge_l", 0.01),
        Published("vectorgym-table-3", "caption_judge", 0.01, "judge", 0.01),
        Published("vectorgym-table-3", "caption_bge_m3", 0.01, "embedding"),
    ),
    by=("mode", "category"),
)

BENCHMARKS = (SKETCH, EDIT, TEXT, CAPTION)
