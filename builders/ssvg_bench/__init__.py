"""SSVG-Bench: scientific drawings that must be structurally right, in SVG, TikZ and EPS.

Geometry: complete a figure according to a text. Molecules: draw one from its IUPAC name. DaTikZ: TikZ from captions,
which the paper scores by similarity alone (its Table 13); from a copy of the published data only.

Paper: SSVG-Bench (see CITATION.cff). Published data: none; the form is the paper's (appendix B, F).
Try it: sgpkit build ssvg-molecule-svg && sgpkit run ssvg-molecule-svg --engine baseline --model reference
A row: {"id": "molecule-702", "cluster": "cid-702", "name": "ethanol", "smiles": "CCO", "band": "1-20",
        "code": "<svg …>", "image": PNG, …}
"""

from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter
from typing import Any

from sgpkit.baselines import variants
from sgpkit.benchmark import (
    Adversarial,
    Baseline,
    Benchmark,
    Evidence,
    Part,
    Prompts,
    Published,
    Row,
    Rows,
    Scoring,
    Source,
)

from . import pictures, prompts, scoring, similarity, solve_opsin
from .sources import classes, datikz, geometry, molecules, pubchem

PAPER = "Towards the Generation of Structured Scientific Vector Graphics with Large Language Models"
ROW = {"id": "string", "cluster": "string", "source": "string", "license": "string", "generator": "string"}
SAMPLING = {"temperature": 0.0, "max_tokens": 8192, "n": 1}


IMAGE = itemgetter("image")


def learned(text: str) -> Mapping[str, Callable[[Row], Any]]:
    """Return the learned metrics of the paper (appendix E.1): of pictures, and of a picture and a column with text."""
    return {"dreamsim": IMAGE, "kid": IMAGE, "clip": itemgetter(text)}


def geometry_benchmark(format: str) -> Benchmark:
    drawings = {"classes": Source(classes.geometry, classes.recognises)} if format == "svg" else {}
    return Benchmark(
        config=f"ssvg-geometry-{format}",
        title=f"SSVG-Bench: plane geometry in {prompts.FORMAT_NAMES[format]}",
        paper=PAPER,
        answer_format=format,
        rows=Rows(
            columns={
                **ROW,
                "name": "string",
                "group": "string",
                "text": "string",
                "answers": "string",
                "rule": "string",
                "given": "string",
                "code": "string",
                "image": "image",
                "given_image": "image",
            },
            sources={"builtin": Source(geometry.rows(format)), **drawings},
            counts={"train": 1, "test": 110},
            finish=partial(pictures.of_geometry, format=format),
            groups=("answers", "group"),
        ),
        prompts=Prompts(
            strategies=prompts.geometry_strategies(format),
            texts=prompts.GEOMETRY_TEXTS,
            sampling=SAMPLING,
        ),
        scoring=Scoring(
            score=partial(scoring.structure, task="geometry", format=format),
            headline=("accuracy",),
            summary=partial(similarity.summary, format=format),
            parts={"strict": Part(shown=True), **similarity.FIGURES},
            learned=learned("text"),
            mistakes=partial(scoring.wrong, task="geometry", format=format),
        ),
        evidence=Evidence(
            reference=itemgetter("code"),
            right=variants.rewritten(format, itemgetter("code")) | variants.nearly_in_place(format, itemgetter("code")),
            wrong=variants.of_another_row(itemgetter("code")) | variants.damaged(format, itemgetter("code")),
            adversarial=Adversarial(caption=itemgetter("text"), start=itemgetter("given")),
            blind="no pairs are made of constructions; `wrong` has damaged answers",
            published=(Published("ssvg-bench-table-4", f"geometry_{format}", 0.01),),
        ),
    )


def molecule_benchmark(format: str) -> Benchmark:
    return Benchmark(
        config=f"ssvg-molecule-{format}",
        title=f"SSVG-Bench: molecules in {prompts.FORMAT_NAMES[format]}",
        paper=PAPER,
        answer_format=format,
        rows=Rows(
            columns={
                **ROW,
                "cid": "int64",
                "name": "string",
                "smiles": "string",
                "size": "int32",
                "band": "string",
                "code": "string",
                "image": "image",
            },
            sources={
                "builtin": Source(partial(molecules.molecules, format=format)),
                "pubchem": Source(partial(pubchem.molecules, format=format), pubchem.recognises),
            },
            counts={"train": 1, "test": 300},
            finish=partial(pictures.of_molecule, format=format),
            groups=("band",),
        ),
        prompts=Prompts(
            strategies=prompts.molecule_strategies(format),
            texts=prompts.MOLECULE_TEXTS,
            sampling=SAMPLING,
        ),
        scoring=Scoring(
            score=partial(scoring.structure, task="molecule", format=format),
            headline=("accuracy",),
            summary=partial(similarity.summary, format=format),
            parts={
                "strict": Part(shown=True),
                "bond_order": Part(among="drawings that show bond orders"),
                **similarity.FIGURES,
            },
            learned=learned("name"),
            mistakes=partial(scoring.wrong, task="molecule", format=format),
        ),
        evidence=Evidence(
            reference=itemgetter("code"),
            right=variants.rewritten(format, itemgetter("code")) | variants.nearly_in_place(format, itemgetter("code")),
            wrong=variants.of_another_row(itemgetter("code")) | variants.damaged(format, itemgetter("code")),
            baselines={"opsin": Baseline(partial(solve_opsin.solve, format=format))},
            adversarial=Adversarial(caption=itemgetter("name")),
            blind="no pairs are made of molecules; `wrong` has damaged answers",
            published=(Published("ssvg-bench-table-4", f"molecule_{format}", 0.01),),
        ),
    )


DATIKZ = Benchmark(
    config="datikz",
    title="DaTikZ v3: TikZ from captions",
    paper=PAPER,
    answer_format="tikz",
    rows=Rows(
        columns={
            **ROW,
            "caption": "string",
            "code": "string",
            "uri": "string",
            "origin": "string",
            "date": "string",
            "image": "image",
        },
        sources={"datikz": Source(datikz.captions, datikz.recognises)},
        groups=("origin",),
    ),
    prompts=Prompts(
        strategies=prompts.caption_strategies("tikz"),
        texts=prompts.CAPTION_TEXTS,
        sampling=SAMPLING,
    ),
    scoring=Scoring(
        score=partial(similarity.similarity, format="tikz"),
        headline=("code_similarity",),
        summary=partial(similarity.summary, format="tikz"),
        parts=similarity.FIGURES,
        learned=learned("caption"),
        batch_dependent=True,
    ),
    evidence=Evidence(
        reference=lambda row: row["code"],
    ),
)

BENCHMARKS = (
    *(geometry_benchmark(format) for format in prompts.FORMAT_NAMES),
    *(molecule_benchmark(format) for format in prompts.FORMAT_NAMES),
    DATIKZ,
)
