"""The builtin source of VGQA: questions about generated figures of one format.

Seed 0 has the paper's numbers (Table 1). A figure is asked at most one question of each type; its questions follow
each other, so that it is compiled once. The `train` split, of other figures, is for worked examples.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from sgpkit.benchmark import Row, Source
from sgpkit.families.sgp_bench import keys

from .. import lengths
from ..content import generators
from ..content.figure import TYPES, Question
from ..content.generators import Dealt

SIZES: Mapping[str, Mapping[str, int]] = {
    "svg": {"category": 869, "color": 671, "usage": 688},
    "tikz": {"concept": 580, "counting": 239, "relation": 320},
    "graphviz": {"domain": 418, "layout": 319, "relation": 175},
}
TRAIN = 4
"""Worked examples of each type."""

BARREN = 400
"""The number of consecutive figures without a question of a wanted type after which an error is raised."""

LICENSE = "CC0-1.0"


def questions(format: str) -> Source:
    def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        yield from examples(format, seed)
        yield from (("test", row) for row in question_rows(format, f"{seed}:vgqa", SIZES[format]))

    return rows


def examples(format: str, seed: int) -> Iterator[tuple[str, Row]]:
    wanted = dict.fromkeys(TYPES[format], TRAIN)
    yield from (("train", row) for row in question_rows(format, f"{seed}:vgqa-train", wanted))


def question_rows(format: str, name: str, wanted: Mapping[str, int]) -> Iterator[Row]:
    """Yield as many rows of each type as wanted, figure by figure."""
    made = generators.generator_of(format)
    asked: Counter[str] = Counter()
    barren = 0
    for dealt in generators.deck(format, name):
        questions = [
            question
            for type in TYPES[format]
            if asked[type] < wanted[type] and (question := made.ask(dealt.figure, type, dealt.generator)) is not None
        ]
        barren = 0 if questions else barren + 1
        if barren > BARREN:
            missing = [type for type in TYPES[format] if asked[type] < wanted[type]]
            raise LookupError(f"no {format} figure can be asked about {', '.join(missing)}")
        for question in questions:
            key = keys.letter(asked[question.type], f"{name}:{format}:{question.type}")
            asked[question.type] += 1
            yield row(dealt, question, key)
        if all(asked[type] >= wanted[type] for type in TYPES[format]):
            return


def row(dealt: Dealt, question: Question, key: str) -> Row:
    figure = dealt.figure
    identifier = f"{dealt.identifier}-{question.type}"
    return {
        "id": identifier,
        "cluster": dealt.identifier,
        "source": "builtin",
        "license": LICENSE,
        "kind": figure.kind,
        "design": figure.design or figure.kind,
        "type": question.type,
        "question": question.text,
        "options": keys.ordered(question.answer, question.wrong, key, identifier),
        "answer": key,
        "code": figure.code,
        "length": len(figure.code),
        "band": lengths.band(figure.code),
        "defect": "",
    }
