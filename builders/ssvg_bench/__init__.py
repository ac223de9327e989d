"""SSVG-Bench: scientific drawings that must be structurally right. Molecules: draw one from its IUPAC name.

Paper: SSVG-Bench (see CITATION.cff). Published data: none; the form is the paper's (appendix B, F).
Try it: sgpkit build ssvg-molecule-svg && sgpkit run ssvg-molecule-svg --engine baseline --model reference
A row: {"id": "molecule-702", "cluster": "cid-702", "name": "ethanol", "smiles": "CCO", "band": "1-20",
        "code": "<svg …>", "image": PNG, …}
"""

from builders.ssvg_bench import generate_molecules, pictures, prompts, read_pubchem, scoring, solve_opsin
from sgpkit.benchmark import Benchmark

MOLECULE_SVG = Benchmark(
    config="ssvg-molecule-svg",
    title="SSVG-Bench: molecules in SVG",
    paper="Towards the Generation of Structured Scientific Vector Graphics with Large Language Models",
    columns={
        "id": "string",
        "cluster": "string",
        "source": "string",
        "license": "string",
        "cid": "int64",
        "name": "string",
        "smiles": "string",
        "size": "int32",
        "band": "string",
        "code": "string",
        "image": "image",
    },
    sources={"builtin": generate_molecules.molecules, "pubchem": read_pubchem.molecules},
    recognises={"pubchem": read_pubchem.recognises},
    finish=pictures.with_image,
    rows={"train": 1, "test": 300},
    texts=prompts.TEXTS,
    strategies=prompts.molecule_strategies("svg"),
    sampling={"temperature": 0.0, "max_tokens": 8192, "n": 1},
    reference=lambda row: row["code"],
    baselines={"opsin": solve_opsin.solve},
    score=scoring.molecules_svg,
    answer_format="svg",
    headline="accuracy",
    by=("band",),
)

BENCHMARKS = (MOLECULE_SVG,)
