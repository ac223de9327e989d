"""Diagrams in five languages: drawn from a description, translated from another language, or repaired.

The rows of the five configs have the same content, so that a model's languages can be compared. A drawing is scored by
the graph that it shows; layout, shapes and colours are free. The family adds two languages to the toolkit, Typst and
Mermaid (`formats.py`).

Try it: pip install "sgpkit[diagrams]" && sgpkit build diagrams-mermaid
A row: {"id": "diagram-test-0002", "task": "draw", "kind": "flowchart", "level": "easy",
        "description": "Draw a flowchart of the review of a pull request. …", "code": "flowchart TD …", …}
"""

from functools import partial
from operator import itemgetter

from sgpkit.baselines import variants
from sgpkit.benchmark import Adversarial, Benchmark, Evidence, Part, Prompts, Rows, Scoring, Source, Variant

from . import adversarial, answers, baselines, pictures, prompts, python_compilers, scoring
from .content.programs import LANGUAGES
from .sources import builtin, published

COLUMNS = {
    "id": "string",
    "cluster": "string",
    "source": "string",
    "license": "string",
    "generator": "string",
    "kind": "string",
    "task": "string",
    "level": "string",
    "description": "string",
    "shown": "string",
    "shown_language": "string",
    "code": "string",
    "length": "int32",
    "asserted": "string",
    "positions": "string",
    "keywords": "string",
    "questions": "string",
    "start": "float64",
    "image": "image",
}
COMPILERS = {"typst": "typst", "mermaid": "mmdr"}
DRAWINGS = {"typst": adversarial.TYPST, "mermaid": adversarial.MERMAID}


def benchmark(language: str) -> Benchmark:
    """Return the config of one language."""
    return Benchmark(
        config=f"diagrams-{'graphviz' if language == 'dot' else language}",
        title=f"{LANGUAGES[language]} diagrams",
        paper="sgpkit",
        answer_format=language,
        rows=Rows(
            columns=COLUMNS,
            sources={"builtin": Source(builtin.rows(language)), **published.sources(language)},
            counts=builtin.sizes(language),
            finish=partial(pictures.finish, format=language),
            groups=("task", "level", "kind"),
            extras=("diagrams",) if language in DRAWINGS else (),
        ),
        prompts=Prompts(
            strategies=prompts.strategies(language),
            texts=prompts.TEXTS,
            sampling={"temperature": 0.0, "max_tokens": 4096, "n": 1},
        ),
        scoring=Scoring(
            score=partial(scoring.score, format=language),
            headline=("diagram_match",),
            summary=scoring.summary,
            parts={"diagram_match": Part(less=scoring.less_than_match)},
            learned={"picture_text": itemgetter("image")},
            gradual=True,
            unavailable=partial(python_compilers.missing, COMPILERS[language]) if language in COMPILERS else None,
        ),
        evidence=Evidence(
            reference=itemgetter("code"),
            right={name: Variant(partial(answer, language=language)) for name, answer in answers.RIGHT.items()},
            wrong={
                **variants.of_another_row(itemgetter("code"), 0.3),  # which may be of the same subject
                **{
                    name: Variant(partial(answer, language=language), limit)
                    for name, (answer, limit) in answers.WRONG.items()
                },
            },
            baselines=baselines.baselines(language),
            blind="no pairs are made of diagrams; `wrong` has answers with one thing wrong",
            adversarial=Adversarial(
                caption=itemgetter("description"), start=itemgetter("shown"), drawings=DRAWINGS.get(language)
            ),
        ),
    )


BENCHMARKS = tuple(map(benchmark, LANGUAGES))
