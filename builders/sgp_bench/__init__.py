"""SGP-Bench's questions about SVG: a drawing that is shown as its program, the same after motions that change every
number but not the picture, handwritten digits, mirror symmetry, optical illusions. The questions about CAD programs are
the family `sgp_cad`.

Paper: SGP-Bench (see CITATION.cff), §4, §7, appendix A. Published data: `sgp-bench/sgp-bench` and `sgp-bench/sgp-mnist`
on the Hub, read by `sources/published.py`; the perturbed programs published there do not all draw what they should,
and say so in the column `defect`.
Try it: sgpkit build sgp-illusion && sgpkit run sgp-illusion --engine baseline --model text-only
A row: {"id": "ponzo-03", "cluster": "ponzo-03", "category": "ponzo", "type": "length",
        "question": "Which of the three orange bars is the longest?", "options": ["the upper one", …], "answer": "C", …}
"""

from sgpkit.benchmark import (
    Benchmark,
    Evidence,
    Prompts,
    Published,
    Rows,
    Scoring,
    Source,
)
from sgpkit.benchmark.sources import authored
from sgpkit.families.shared.choices import asking, guessing, keys, published_prompts
from sgpkit.families.shared.choices import scoring as choices

from . import pictures, prompts, scoring, sit
from .sources import (
    authored_questions,
    digit_question,
    emoji,
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

SVG = Benchmark(
    config="sgp-svg",
    title="SGP-Bench: understanding SVG",
    paper=PAPER,
    answer_format="choice",
    rows=Rows(
        columns=asking.COLUMNS | {"design": "string", "asks": "string", "tag": "string", "contamination": "string"},
        sources={
            "builtin": Source(svg_objects.svg_rows),
            "sgp_bench": Source(published.svg_questions, published.recogniser("sgp-svg")),
            "svg_folder": Source(svg_folder.svg_questions, svg_folder.recognises),
            "iconify": Source(iconify.svg_questions, iconify.recognises),
            "fontawesome": Source(icon_packages.fontawesome),
            "tabler": Source(icon_packages.tabler),
            "emoji": Source(emoji.svg_questions),
            "authored": Source(authored.questions(authored_questions.about_svg, "svg"), authored.recogniser("svg")),
        },
        counts={"train": 4 * svg_objects.TRAIN, "test": 4 * svg_objects.PROGRAMS},
        finish=pictures.with_design,
        groups=("type", "asks", "tag", "category", "contamination"),
        scored_columns=choices.CHOICE_COLUMNS,
    ),
    prompts=Prompts(
        strategies=prompts.STRATEGIES,
        modes=asking.MODES,
        texts=prompts.TEXTS,
        authors=published_prompts.choices,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=choices.choices,
        headline=("accuracy",),
        summary=choices.summary,
    ),
    evidence=Evidence(
        reference=choices.reference,
        baselines=guessing.BASELINES,
        probe_columns=("category",),
        published=(Published("sgp-bench-table-1", "avg"),),
    ),
)

SVG_INVARIANCE = Benchmark(
    config="sgp-svg-invariance",
    title="SGP-Bench: the same answers for moved drawings",
    paper=PAPER,
    answer_format="choice",
    rows=Rows(
        columns=asking.COLUMNS
        | {
            "design": "string",
            "asks": "string",
            "tag": "string",
            "contamination": "string",
            "program": "string",
            "motion": "string",
            "draw": "int32",
            "translate_x": "float64",
            "translate_y": "float64",
            "rotate": "float64",
            "defect": "string",
        },
        sources={
            "builtin": Source(invariance.perturbed_rows),
            "sgp_bench": Source(published.perturbed_questions, published.recogniser("sgp-svg-invariance")),
            "svg_folder": Source(
                invariance.perturbed(invariance.names_of(svg_folder.svg_questions)), svg_folder.recognises
            ),
            "iconify": Source(invariance.perturbed(invariance.names_of(iconify.svg_questions)), iconify.recognises),
            "emoji": Source(invariance.perturbed(emoji.names_alone)),
        },
        counts={"test": 4 * invariance.PROGRAMS * len(invariance.WANTED)},
        finish=invariance.proven,
        groups=("motion", "type"),
        scored_columns=choices.CHOICE_COLUMNS,
    ),
    prompts=Prompts(
        strategies=prompts.STRATEGIES,
        modes=asking.MODES,
        texts=prompts.TEXTS,
        authors=published_prompts.choices,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=choices.choices,
        headline=("accuracy",),
        summary=scoring.invariance_summary,
    ),
    evidence=Evidence(
        reference=choices.reference,
        baselines=guessing.BASELINES,
        probe_columns=("category",),
        published=(Published("sgp-bench-table-1", "t_avg"), Published("sgp-bench-table-1", "se2_avg")),
    ),
)

MNIST = Benchmark(
    config="sgp-mnist",
    title="SGP-Bench: handwritten digits in SVG",
    paper=PAPER,
    answer_format="choice",
    rows=Rows(
        columns={name: kind for name, kind in asking.COLUMNS.items() if name not in ("category", "type", "options")}
        | {"answer": digit_question.DIGITS},
        sources={
            "builtin": Source(mnist.digits),
            "sgp_bench": Source(published.digit_questions, published.recogniser("sgp-mnist")),
            "mnist": Source(mnist_files.idx_digits, mnist_files.recognises_idx),
            "mnist_svg": Source(mnist_files.svg_digits, mnist_files.recognises_svg),
        },
        counts={"test": 10 * mnist.PER_DIGIT},
        finish=pictures.with_image,
        groups=("answer",),
        extras=("digits",),
    ),
    prompts=Prompts(
        strategies=prompts.STRATEGIES,
        modes=asking.MODES,
        texts=prompts.DIGIT_TEXTS,
        authors=published_prompts.digits,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=scoring.digits,
        headline=("accuracy",),
        summary=choices.summary,
    ),
    evidence=Evidence(
        reference=choices.reference,
        baselines=guessing.BASELINES,
        published=(Published("sgp-bench-table-4", "accuracy", 0.01),),
    ),
)

SYMMETRY = Benchmark(
    config="sgp-symmetry",
    title="SGP-Bench: mirror symmetry",
    paper=PAPER,
    answer_format="choice",
    rows=Rows(
        columns=asking.COLUMNS | {"answer": keys.LETTERS[:2]},
        sources={
            "builtin": Source(symmetry.drawings),
            "sgp_bench": Source(published.symmetry_questions, published.recogniser("sgp-symmetry")),
        },
        counts={"test": symmetry.ROWS},
        finish=symmetry.proven,
        groups=("answer", "category"),
        scored_columns=choices.CHOICE_COLUMNS,
    ),
    prompts=Prompts(
        strategies=prompts.STRATEGIES,
        modes=asking.MODES,
        texts=prompts.TEXTS,
        authors=published_prompts.choices,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=choices.choices,
        headline=("accuracy",),
        summary=choices.summary,
    ),
    evidence=Evidence(
        reference=choices.reference,
        baselines=guessing.BASELINES,
    ),
)

ILLUSION = Benchmark(
    config="sgp-illusion",
    title="SGP-Bench: optical illusions",
    paper=PAPER,
    answer_format="choice",
    rows=Rows(
        columns=asking.COLUMNS | {"lure": "string", "deceptive": "string"},
        sources={"builtin": Source(illusion.figures)},
        counts={"test": illusion.ROWS},
        finish=pictures.with_image,
        groups=("deceptive", "category"),
        scored_columns=choices.CHOICE_COLUMNS,
    ),
    prompts=Prompts(
        strategies=prompts.ILLUSION_STRATEGIES,
        modes=asking.MODES,
        texts=prompts.ILLUSION_TEXTS,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=choices.choices,
        headline=("accuracy",),
        summary=scoring.illusion_summary,
    ),
    evidence=Evidence(
        reference=choices.reference,
        baselines=guessing.BASELINES,
    ),
)

BENCHMARKS = (SVG, SVG_INVARIANCE, MNIST, SYMMETRY, ILLUSION, *sit.BENCHMARKS)
