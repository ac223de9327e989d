"""SSVG-Bench: scientific drawings that must be structurally right, in SVG, TikZ and EPS.

Geometry: complete a figure by what a text says. Molecules: draw one from its IUPAC name. DaTikZ: TikZ from captions,
which the paper scores by similarity alone (its Table 13); from a copy of the published data only.

Paper: SSVG-Bench (see CITATION.cff). Published data: none; the form is the paper's (appendix B, F).
Try it: sgpkit build ssvg-molecule-svg && sgpkit run ssvg-molecule-svg --engine baseline --model reference
A row: {"id": "molecule-702", "cluster": "cid-702", "name": "ethanol", "smiles": "CCO", "band": "1-20",
        "code": "<svg …>", "image": PNG, …}
"""

from functools import partial
from operator import itemgetter

from sgpkit.benchmark import Adversarial, Benchmark, Published

from . import compiling, pictures, prompts, scoring, similarity, solve_opsin
from .sources import classes, datikz, geometry, molecules, pubchem

PAPER = "Towards the Generation of Structured Scientific Vector Graphics with Large Language Models"
ROW = {"id": "string", "cluster": "string", "source": "string", "license": "string", "generator": "string"}
SAMPLING = {"temperature": 0.0, "max_tokens": 8192, "n": 1}


def geometry_benchmark(format: str) -> Benchmark:
    drawings = {"classes": classes.geometry} if format == "svg" else {}
    return Benchmark(
        config=f"ssvg-geometry-{format}",
        title=f"SSVG-Bench: plane geometry in {prompts.FORMAT_NAMES[format]}",
        paper=PAPER,
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
        sources={"builtin": geometry.rows(format), **drawings},
        recognises=dict.fromkeys(drawings, classes.recognises),
        finish=partial(pictures.of_geometry, format=format),
        rows={"train": 1, "test": 110},
        texts=prompts.GEOMETRY_TEXTS,
        strategies=prompts.geometry_strategies(format),
        sampling=SAMPLING,
        reference=lambda row: row["code"],
        score=partial(scoring.structure, task="geometry", format=format),
        marks=partial(scoring.wrong, task="geometry", format=format),
        compiles=partial(compiling.compiles, format=format),
        answer_format=format,
        headline="accuracy",
        beside_headline=("strict",),
        published=(Published("ssvg-bench-table-4", f"geometry_{format}", 0.01),),
        by=("answers", "group"),
        adversarial=Adversarial(caption=itemgetter("text"), start=itemgetter("given")),
    )


def molecule_benchmark(format: str) -> Benchmark:
    return Benchmark(
        config=f"ssvg-molecule-{format}",
        title=f"SSVG-Bench: molecules in {prompts.FORMAT_NAMES[format]}",
        paper=PAPER,
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
            "builtin": partial(molecules.molecules, format=format),
            "pubchem": partial(pubchem.molecules, format=format),
        },
        recognises={"pubchem": pubchem.recognises},
        finish=partial(pictures.of_molecule, format=format),
        rows={"train": 1, "test": 300},
        texts=prompts.MOLECULE_TEXTS,
        strategies=prompts.molecule_strategies(format),
        sampling=SAMPLING,
        reference=lambda row: row["code"],
        baselines={"opsin": partial(solve_opsin.solve, format=format)},
        score=partial(scoring.structure, task="molecule", format=format),
        marks=partial(scoring.wrong, task="molecule", format=format),
        compiles=partial(compiling.compiles, format=format),
        answer_format=format,
        headline="accuracy",
        beside_headline=("strict",),
        published=(Published("ssvg-bench-table-4", f"molecule_{format}", 0.01),),
        by=("band",),
        adversarial=Adversarial(caption=itemgetter("name")),
    )


DATIKZ = Benchmark(
    config="datikz",
    title="DaTikZ v3: TikZ from captions",
    paper=PAPER,
    columns={
        **ROW,
        "caption": "string",
        "code": "string",
        "uri": "string",
        "origin": "string",
        "date": "string",
        "image": "image",
    },
    sources={"datikz": datikz.captions},
    recognises={"datikz": datikz.recognises},
    texts=prompts.CAPTION_TEXTS,
    strategies=prompts.caption_strategies("tikz"),
    sampling=SAMPLING,
    reference=lambda row: row["code"],
    score=partial(similarity.similarity, format="tikz"),
    together=True,
    compiles=partial(compiling.compiles, format="tikz"),
    answer_format="tikz",
    headline="code_similarity",
    by=("origin",),
    in_all=False,
)

BENCHMARKS = (
    *(geometry_benchmark(format) for format in prompts.FORMAT_NAMES),
    *(molecule_benchmark(format) for format in prompts.FORMAT_NAMES),
    DATIKZ,
)
