"""SGP-Bench: questions about a drawing that is shown as its program, and the same under motions that change every
number and nothing that is seen; parts and sketches shown as CAD programs; handwritten digits, mirror symmetry, optical
illusions.

Paper: SGP-Bench (see CITATION.cff), §4, §7, appendix A. Published data: `sgp-bench/sgp-bench` and `sgp-bench/sgp-mnist`
on the Hub, read by `sources/published.py`; the perturbed programs published there do not all draw what they should,
and say so in the column `defect`.
Try it: sgpkit build sgp-illusion && sgpkit run sgp-illusion --engine baseline --model text-only
A row: {"id": "ponzo-03", "cluster": "ponzo-03", "category": "ponzo", "type": "length",
        "question": "Which of the three orange bars is the longest?", "options": ["the upper one", …], "answer": "C", …}
"""

from collections.abc import Callable

from sgpkit.benchmark import Benchmark, ColumnType, Published, Row, Skipped, Source
from sgpkit.benchmark.sources import authored
from sgpkit.families.shared.choices import guessing, keys

from . import pictures, prompts, scoring, sit
from .cad import guessing as cad_guessing
from .cad import pictures as cad_pictures
from .cad.sources import builtin as cad_builtin
from .cad.sources import published as cad_published
from .sources import (
    authored_questions,
    digit_question,
    icon_packages,
    iconify,
    illusion,
    invariance,
    mnist,
    mnist_files,
    published,
    svg_folder,
    svg_objects,
    symmetry,
)

PAPER = "Can Large Language Models Understand Symbolic Graphics Programs?"
SAMPLING = {"temperature": 0.0, "max_tokens": 2048, "n": 1}

COLUMNS: dict[str, ColumnType] = {
    "id": "string",
    "cluster": "string",
    "source": "string",
    "license": "string",
    "generator": "string",
    "category": "string",
    "type": "string",
    "question": "string",
    "options": "list[string]",
    "answer": keys.LETTERS,
    "code": "string",
    "image": "image",
}

SVG = Benchmark(
    config="sgp-svg",
    title="SGP-Bench: understanding SVG",
    paper=PAPER,
    columns=COLUMNS | {"design": "string"},
    sources={
        "builtin": svg_objects.svg_rows,
        "sgp_bench": published.svg_questions,
        "svg_folder": svg_folder.svg_questions,
        "iconify": iconify.svg_questions,
        "fontawesome": icon_packages.fontawesome,
        "tabler": icon_packages.tabler,
        "authored": authored.questions(authored_questions.about_svg, "svg"),
    },
    recognises={
        "sgp_bench": published.recogniser("sgp-svg"),
        "svg_folder": svg_folder.recognises,
        "iconify": iconify.recognises,
        "authored": authored.recogniser("svg"),
    },
    finish=pictures.with_design,
    rows={"train": 4 * svg_objects.TRAIN, "test": 4 * svg_objects.PROGRAMS},
    texts=prompts.TEXTS,
    strategies=prompts.STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.choices,
    scored_columns=scoring.CHOICE_COLUMNS,
    summary=scoring.summary,
    answer_format="choice",
    headline="accuracy",
    published=(Published("sgp-bench-table-1", "avg"),),
    by=("type", "category"),
    probed=("category",),
)

SVG_INVARIANCE = Benchmark(
    config="sgp-svg-invariance",
    title="SGP-Bench: the same answers for moved drawings",
    paper=PAPER,
    columns=COLUMNS
    | {
        "design": "string",
        "program": "string",
        "motion": "string",
        "draw": "int32",
        "translate_x": "float64",
        "translate_y": "float64",
        "rotate": "float64",
        "defect": "string",
    },
    sources={
        "builtin": invariance.perturbed_rows,
        "sgp_bench": published.perturbed_questions,
        "svg_folder": invariance.perturbed(invariance.names_of(svg_folder.svg_questions)),
        "iconify": invariance.perturbed(invariance.names_of(iconify.svg_questions)),
    },
    recognises={
        "sgp_bench": published.recogniser("sgp-svg-invariance"),
        "svg_folder": svg_folder.recognises,
        "iconify": iconify.recognises,
    },
    finish=invariance.proven,
    rows={"test": 4 * invariance.PROGRAMS * len(invariance.WANTED)},
    texts=prompts.TEXTS,
    strategies=prompts.STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.choices,
    scored_columns=scoring.CHOICE_COLUMNS,
    summary=scoring.invariance_summary,
    answer_format="choice",
    headline="accuracy",
    published=(Published("sgp-bench-table-1", "t_avg"), Published("sgp-bench-table-1", "se2_avg")),
    by=("motion", "type"),
    probed=("category",),
)

MNIST = Benchmark(
    config="sgp-mnist",
    title="SGP-Bench: handwritten digits in SVG",
    paper=PAPER,
    columns={name: kind for name, kind in COLUMNS.items() if name not in ("category", "type", "options")}
    | {"answer": digit_question.DIGITS},
    sources={
        "builtin": mnist.digits,
        "sgp_bench": published.digit_questions,
        "mnist": mnist_files.idx_digits,
        "mnist_svg": mnist_files.svg_digits,
    },
    recognises={
        "sgp_bench": published.recogniser("sgp-mnist"),
        "mnist": mnist_files.recognises_idx,
        "mnist_svg": mnist_files.recognises_svg,
    },
    finish=pictures.with_image,
    rows={"test": 10 * mnist.PER_DIGIT},
    needs=("digits",),
    texts=prompts.DIGIT_TEXTS,
    strategies=prompts.STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.digits,
    summary=scoring.summary,
    answer_format="choice",
    headline="accuracy",
    published=(Published("sgp-bench-table-4", "accuracy", 0.01),),
    by=("answer",),
)

SYMMETRY = Benchmark(
    config="sgp-symmetry",
    title="SGP-Bench: mirror symmetry",
    paper=PAPER,
    columns=COLUMNS | {"answer": keys.LETTERS[:2]},
    sources={"builtin": symmetry.drawings, "sgp_bench": published.symmetry_questions},
    recognises={"sgp_bench": published.recogniser("sgp-symmetry")},
    finish=symmetry.proven,
    rows={"test": symmetry.ROWS},
    texts=prompts.TEXTS,
    strategies=prompts.STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.choices,
    scored_columns=scoring.CHOICE_COLUMNS,
    summary=scoring.summary,
    answer_format="choice",
    headline="accuracy",
    by=("answer", "category"),
)

ILLUSION = Benchmark(
    config="sgp-illusion",
    title="SGP-Bench: optical illusions",
    paper=PAPER,
    columns=COLUMNS | {"lure": "string", "deceptive": "string"},
    sources={"builtin": illusion.figures},
    finish=pictures.with_image,
    rows={"test": illusion.ROWS},
    texts=prompts.ILLUSION_TEXTS,
    strategies=prompts.ILLUSION_STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.choices,
    scored_columns=scoring.CHOICE_COLUMNS,
    summary=scoring.illusion_summary,
    answer_format="choice",
    headline="accuracy",
    by=("deceptive", "category"),
)

CAD_COLUMNS = COLUMNS | {"aspect": "string", "dialect": "string", "image_front": "image", "image_back": "image"}


def cad_benchmark(
    config: str,
    title: str,
    generated: Source,
    questions: Source,
    finish: Callable[[Row], Row | Skipped],
    rows: int,
    column: str,
    needs: tuple[str, ...] = (),
) -> Benchmark:
    """Return a CAD config; `column` is its column in the paper's Table 1."""
    return Benchmark(
        config=config,
        title=title,
        paper=PAPER,
        columns=CAD_COLUMNS,
        sources={
            "builtin": generated,
            "sgp_bench": questions,
            "authored": authored.questions(authored_questions.about_cad, "cad", cad_published.CONFIGS[config]),
        },
        recognises={
            "sgp_bench": cad_published.recogniser(config),
            "authored": authored.recogniser("cad", cad_published.CONFIGS[config]),
        },
        finish=finish,
        rows={"train": cad_builtin.TRAIN, "test": rows},
        needs=needs,
        texts=prompts.CAD_TEXTS,
        strategies=prompts.CAD_STRATEGIES,
        modes=prompts.MODES,
        sampling=SAMPLING,
        reference=scoring.reference,
        baselines=cad_guessing.BASELINES,
        score=scoring.choices,
        scored_columns=scoring.CHOICE_COLUMNS,
        summary=cad_guessing.summary,
        answer_format="choice",
        headline="accuracy",
        published=(Published("sgp-bench-table-1", column),),
        by=("type", "aspect"),
    )


CAD = (
    cad_benchmark(
        "sgp-cad-3d",
        "SGP-Bench: parts by sketch and extrusion (DeepCAD)",
        cad_builtin.solid_rows,
        cad_published.solid_questions,
        cad_pictures.solid,
        cad_builtin.SOLID.rows,
        "cad_3d",
        ("cad",),
    ),
    cad_benchmark(
        "sgp-cad-3d-complex",
        "SGP-Bench: parts with free curves (Fusion 360)",
        cad_builtin.curved_rows,
        cad_published.curved_questions,
        cad_pictures.solid,
        cad_builtin.CURVED.rows,
        "cad_3dcomplex",
        ("cad",),
    ),
    cad_benchmark(
        "sgp-cad-2d",
        "SGP-Bench: constrained sketches (SketchGraphs)",
        cad_builtin.flat_rows,
        cad_published.flat_questions,
        cad_pictures.sketch,
        cad_builtin.FLAT.rows,
        "cad_2d",
    ),
)

BENCHMARKS = (SVG, SVG_INVARIANCE, *CAD, MNIST, SYMMETRY, ILLUSION, *sit.BENCHMARKS)
