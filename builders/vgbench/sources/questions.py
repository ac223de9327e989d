"""The builtin source of VGQA: questions about generated figures of one format.

Seed 0 has the paper's numbers (Table 1). A figure has at most one question of each type. Its questions are adjacent, so
that it is compiled once. The `train` split, of other figures, is for worked examples.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from types import ModuleType

from sgpkit.benchmark import Reader, Row
from sgpkit.families.shared.choices import keys

from .. import lengths
from ..content import generators
from ..content.figure import TYPES, Question
from ..content.generators import Dealt
from .balance import Balance

SIZES: Mapping[str, Mapping[str, int]] = {
    "svg": {"category": 869, "color": 671, "usage": 688},
    "tikz": {"concept": 580, "counting": 239, "relation": 320},
    "graphviz": {"domain": 418, "layout": 319, "relation": 175},
}
TRAIN = 4
"""The number of worked examples of each type."""

BALANCED = {"tikz": ("counting", "relation")}
"""Types of question whose options are balanced against the right answers of other questions of the type."""

ASKED = 4
"""The number of candidate questions of one type for a figure, of which the source takes one."""

BARREN = 400
"""The number of consecutive figures without a question of a wanted type after which an error is raised."""

LICENSE = "CC0-1.0"


def questions(format: str) -> Reader:
    def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        yield from examples(format, seed)
        yield from (("test", row) for row in question_rows(format, f"{seed}:vgqa", SIZES[format]))

    return rows


def examples(format: str, seed: int) -> Iterator[tuple[str, Row]]:
    wanted = dict.fromkeys(TYPES[format], TRAIN)
    yield from (("train", row) for row in question_rows(format, f"{seed}:vgqa-train", wanted))


def question_rows(format: str, name: str, wanted: Mapping[str, int]) -> Iterator[Row]:
    """Yield the wanted number of rows of each type, figure by figure."""
    made = generators.generator_of(format)
    asked: Counter[str] = Counter()
    balances = {type: Balance() for type in BALANCED.get(format, ())}
    barren = 0
    for dealt in generators.deck(format, name):
        questions = [
            question
            for type in TYPES[format]
            if asked[type] < wanted[type] and (question := one_question(made, dealt, type, balances.get(type)))
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


def one_question(made: ModuleType, dealt: Dealt, type: str, balance: Balance | None) -> Question | None:
    """Return a question about a figure, None if there is none. With a balance, several candidates are made and a
    balancing one is chosen."""
    tries = 1 if balance is None else ASKED
    results: list[Question | None] = [made.ask(dealt.figure, type, dealt.generator) for _ in range(tries)]
    questions = [question for question in results if question is not None]
    if not questions:
        return None
    return questions[0] if balance is None else balance.chosen(questions, dealt.generator)


def row(dealt: Dealt, question: Question, key: str) -> Row:
    figure = dealt.figure
    identifier = f"{dealt.identifier}-{question.type}"
    return {
        "id": identifier,
        "cluster": dealt.identifier,
        "source": "builtin",
        "license": LICENSE,
        "generator": figure.generator,
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
