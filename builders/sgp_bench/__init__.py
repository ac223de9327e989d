"""SGP-Bench: questions about a drawing that is shown as its program, and the same under motions that change every
number and nothing that is seen; parts and sketches shown as CAD programs; handwritten digits, mirror symmetry, optical
illusions.

Paper: SGP-Bench (see CITATION.cff), §4, §7, appendix A. Published data: `sgp-bench/sgp-bench` and `sgp-bench/sgp-mnist`
on the Hub, read by `read_published.py`; the perturbed programs published there do not all draw what they should, and
say so in the column `defect`.
Try it: sgpkit build sgp-illusion && sgpkit run sgp-illusion --engine baseline --model text-only
A row: {"id": "ponzo-03", "cluster": "ponzo-03", "category": "ponzo", "type": "length",
        "question": "Which of the three orange bars is the longest?", "options": ["the upper one", …], "answer": "C", …}
"""

from collections.abc import Callable

from sgpkit.benchmark import Benchmark, Published, Row, Skipped, Source
from sgpkit.sources import authored

from . import (
    cad_guessing,
    cad_pictures,
    digit_question,
    generate_cad,
    generate_illusion,
    generate_invariance,
    generate_mnist,
    generate_svg,
    generate_symmetry,
    guessing,
    keys,
    pictures,
    prompts,
    read_authored,
    read_cad,
    read_iconify,
    read_mnist,
    read_published,
    read_svg_folder,
    scoring,
    sit,
)

PAPER = "Can Large Language Models Understand Symbolic Graphics Programs?"
SAMPLING = {"temperature": 0.0, "max_tokens": 2048, "n": 1}

COLUMNS = {
    "id": "string",
    "cluster": "string",
    "source": "string",
    "license": "string",
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
    columns=COLUMNS,
    sources={
        "builtin": generate_svg.svg_rows,
        "sgp_bench": read_published.svg_questions,
        "svg_folder": read_svg_folder.svg_questions,
        "iconify": read_iconify.svg_questions,
        "authored": authored.questions(read_authored.about_svg, "svg"),
    },
    recognises={
        "sgp_bench": read_published.recogniser("sgp-svg"),
        "svg_folder": read_svg_folder.recognises,
        "iconify": read_iconify.recognises,
        "authored": authored.recogniser("svg"),
    },
    finish=pictures.with_image,
    rows={"train": 4 * generate_svg.TRAIN, "test": 4 * generate_svg.PROGRAMS},
    texts=prompts.TEXTS,
    strategies=prompts.STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.choices,
    summary=scoring.summary,
    answer_format="choice",
    headline="accuracy",
    published=(Published("sgp-bench-table-1", "avg"),),
    by=("type", "category"),
)

SVG_INVARIANCE = Benchmark(
    config="sgp-svg-invariance",
    title="SGP-Bench: the same answers for moved drawings",
    paper=PAPER,
    columns=COLUMNS
    | {
        "program": "string",
        "motion": "string",
        "draw": "int32",
        "translate_x": "float64",
        "translate_y": "float64",
        "rotate": "float64",
        "defect": "string",
    },
    sources={
        "builtin": generate_invariance.perturbed_rows,
        "sgp_bench": read_published.perturbed_questions,
        "svg_folder": generate_invariance.perturbed(read_svg_folder.svg_questions),
        "iconify": generate_invariance.perturbed(read_iconify.svg_questions),
    },
    recognises={
        "sgp_bench": read_published.recogniser("sgp-svg-invariance"),
        "svg_folder": read_svg_folder.recognises,
        "iconify": read_iconify.recognises,
    },
    finish=generate_invariance.proven,
    rows={"test": 4 * generate_invariance.PROGRAMS * len(generate_invariance.WANTED)},
    texts=prompts.TEXTS,
    strategies=prompts.STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.choices,
    summary=scoring.invariance_summary,
    answer_format="choice",
    headline="accuracy",
    published=(Published("sgp-bench-table-1", "t_avg"), Published("sgp-bench-table-1", "se2_avg")),
    by=("motion", "type"),
)

MNIST = Benchmark(
    config="sgp-mnist",
    title="SGP-Bench: handwritten digits in SVG",
    paper=PAPER,
    columns={name: kind for name, kind in COLUMNS.items() if name not in ("category", "type", "options")}
    | {"answer": digit_question.DIGITS},
    sources={
        "builtin": generate_mnist.digits,
        "sgp_bench": read_published.digit_questions,
        "mnist": read_mnist.idx_digits,
        "mnist_svg": read_mnist.svg_digits,
    },
    recognises={
        "sgp_bench": read_published.recogniser("sgp-mnist"),
        "mnist": read_mnist.recognises_idx,
        "mnist_svg": read_mnist.recognises_svg,
    },
    finish=pictures.with_image,
    rows={"test": 10 * generate_mnist.A_DIGIT},
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
    sources={"builtin": generate_symmetry.drawings, "sgp_bench": read_published.symmetry_questions},
    recognises={"sgp_bench": read_published.recogniser("sgp-symmetry")},
    finish=generate_symmetry.proven,
    rows={"test": generate_symmetry.ROWS},
    texts=prompts.TEXTS,
    strategies=prompts.STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.choices,
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
    sources={"builtin": generate_illusion.figures},
    finish=pictures.with_image,
    rows={"test": generate_illusion.ROWS},
    texts=prompts.ILLUSION_TEXTS,
    strategies=prompts.ILLUSION_STRATEGIES,
    modes=prompts.MODES,
    sampling=SAMPLING,
    reference=scoring.reference,
    baselines=guessing.BASELINES,
    score=scoring.choices,
    summary=scoring.illusion_summary,
    answer_format="choice",
    headline="accuracy",
    by=("deceptive", "category"),
)

CAD_COLUMNS = COLUMNS | {"aspect": "string", "dialect": "string", "image_front": "image", "image_back": "image"}


def cad(
    config: str,
    title: str,
    builtin: Source,
    published: Source,
    finish: Callable[[Row], Row | Skipped],
    rows: int,
    column: str,
) -> Benchmark:
    """`column` is where the paper's Table 1 has the config."""
    return Benchmark(
        config=config,
        title=title,
        paper=PAPER,
        columns=CAD_COLUMNS,
        sources={
            "builtin": builtin,
            "sgp_bench": published,
            "authored": authored.questions(read_authored.about_cad, "cad", read_cad.CONFIGS[config]),
        },
        recognises={
            "sgp_bench": read_cad.recogniser(config),
            "authored": authored.recogniser("cad", read_cad.CONFIGS[config]),
        },
        finish=finish,
        rows={"train": generate_cad.TRAIN, "test": rows},
        texts=prompts.CAD_TEXTS,
        strategies=prompts.CAD_STRATEGIES,
        modes=prompts.MODES,
        sampling=SAMPLING,
        reference=scoring.reference,
        baselines=cad_guessing.BASELINES,
        score=scoring.choices,
        summary=cad_guessing.summary,
        answer_format="choice",
        headline="accuracy",
        published=(Published("sgp-bench-table-1", column),),
        by=("type", "aspect"),
    )


CAD = (
    cad(
        "sgp-cad-3d",
        "SGP-Bench: parts by sketch and extrusion (DeepCAD)",
        generate_cad.solid_rows,
        read_cad.solid_questions,
        cad_pictures.solid,
        generate_cad.SOLID.rows,
        "cad_3d",
    ),
    cad(
        "sgp-cad-3d-complex",
        "SGP-Bench: parts with free curves (Fusion 360)",
        generate_cad.curved_rows,
        read_cad.curved_questions,
        cad_pictures.solid,
        generate_cad.CURVED.rows,
        "cad_3dcomplex",
    ),
    cad(
        "sgp-cad-2d",
        "SGP-Bench: constrained sketches (SketchGraphs)",
        generate_cad.flat_rows,
        read_cad.flat_questions,
        cad_pictures.sketch,
        generate_cad.FLAT.rows,
        "cad_2d",
    ),
)

BENCHMARKS = (SVG, SVG_INVARIANCE, *CAD, MNIST, SYMMETRY, ILLUSION, *sit.BENCHMARKS)
