"""Editing of drawings: changes that are proven, repairs, and shorter programs.

Papers: SVGEditBench (arXiv 2404.13710) and its V2, SArena's edit tasks (github.com/hmwang2002/InternSVG), SVGenius
(arXiv 2506.03139). Their data is read by `sources/published.py`; the builtin tasks are ours.
Try it: sgpkit build edit-svg && sgpkit run edit-svg --engine baseline --model unchanged
A row of edit-svg: {"id": "edit-test-0004", "task": "scale", "steps": 1, "instruction": "Scale the red star by 0.5 …",
        "code": "<svg …>", "target": "<svg …>", "changes": "[{\"op\": \"scale\", …}]", "image": PNG, …}
"""

from collections.abc import Mapping
from functools import partial

from sgpkit.baselines import variants
from sgpkit.benchmark import (
    Adversarial,
    Benchmark,
    Evidence,
    Prompts,
    Published,
    Row,
    Rows,
    Scorer,
    Scoring,
    Source,
    Variant,
)

from . import baselines, pictures, prompts, scoring
from .sources import builtin, published, svgenius

PAPERS = "SVGEditBench; SVGEditBench V2; InternSVG (SArena); SVGenius"
SAMPLING = {"temperature": 0.0, "max_tokens": 8192, "n": 1}

COLUMNS = {
    "id": "string",
    "cluster": "string",
    "source": "string",
    "license": "string",
    "generator": "string",
    "task": "string",
    "steps": "int32",
    "instruction": "string",
    "code": "string",
    "target": "string",
    "changes": "string",
    "contamination": "string",
    "image": "image",
}
PRINTED = {
    "edit": tuple(Published("sarena-table-2", measure, 1.0, measure) for measure in ("ssim", "dino")),
    "fix": (Published("svgenius-table-3", "bug_fixing_acc", 0.01, "same_text"),),
    "optimise": (Published("svgenius-table-3", "optimisation_ccr", 0.01, "saved"),),
}
"""The printed figures of a config: for edits SArena's similarities, for the others SVGenius' shares by level."""

SUBSTITUTED = (
    "it names the color that is there and the color that is wanted, as SVGEditBench does; search and replace does it"
)
SHORTENED = "what an optimiser saves is the least that an answer should reach"
SOLVABLE: Mapping[str, Mapping[tuple[str, str], str]] = {
    "edit": {("substituted", "recolor"): SUBSTITUTED},
    "optimise": {("scour", "optimise"): SHORTENED},
}
"""Tasks that a rule does by their nature."""

BLIND: Mapping[str, str] = {
    "edit": "no pairs are made of edits; a drawing without the edit is tried as the answer `unchanged`",
    "fix": "no pairs are made of repairs; the broken program is tried as the answer `unchanged`",
    "optimise": "it ranks programs by size, and a program whose picture differs scores nothing",
}
"""Why the headlines are not known to rank drawings by any axis."""


def wanted(row: Row) -> str:
    """Return the requested drawing of a row."""
    return str(row["target"] or row["code"])


def benchmark(
    task: str, title: str, score: Scorer, headline: str, readers: Mapping[str, Source], gradual: bool = False
) -> Benchmark:
    """Return one of the three configs."""
    return Benchmark(
        config=f"{task}-svg",
        title=title,
        paper=PAPERS,
        answer_format="svg",
        rows=Rows(
            columns=COLUMNS,
            sources={
                "builtin": Source(builtin.source(task)),
                "icons": Source(published.icons(task)),
                "emoji": Source(published.emoji_tasks(task)),
                svgenius.SOURCE: Source(partial(svgenius.rows, task=task)),
                **readers,
            },
            counts=builtin.SIZES[task],
            finish=pictures.finish,
            groups=("task", "steps", "contamination"),
        ),
        prompts=Prompts(
            strategies=prompts.STRATEGIES,
            texts=prompts.TEXTS,
            sampling=SAMPLING,
        ),
        scoring=Scoring(
            score=score,
            headline=(headline,),
            summary=scoring.summary,
            parts=scoring.FIGURES,
            learned=dict.fromkeys(("dino", "lpips"), lambda row: str(row["target"] or row["code"])),
            gradual=gradual,
        ),
        evidence=Evidence(
            reference=wanted,
            right=variants.rewritten("svg", wanted)
            if task != "optimise"
            else {"after blanks": Variant(variants.changed(wanted, "\n\n".__add__))},
            wrong=variants.of_another_row(wanted),
            baselines=baselines.BASELINES,
            adversarial=Adversarial(caption=lambda row: str(row["instruction"]), start=lambda row: str(row["code"])),
            trivial_groups=SOLVABLE.get(task, {}),
            blind=BLIND[task],
            published=PRINTED[task],
        ),
    )


TRIPLETS = {"svgeditbench": Source(published.bench("edit")), "triplets": Source(published.triplets)}

BENCHMARKS = (
    benchmark("edit", "Drawings edited by instruction, verified", scoring.edit, "correct", TRIPLETS),
    benchmark("fix", "Broken programs of drawings, repaired", scoring.fix, "repaired", {}),
    benchmark(
        "optimise",
        "Programs of drawings made shorter",
        scoring.optimise,
        "saved_of_possible",
        {"svgeditbench": Source(published.bench("optimise"))},
        gradual=True,
    ),
)
