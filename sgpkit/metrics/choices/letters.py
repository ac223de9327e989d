"""The letters of references and of predictions, for the metrics of multiple-choice questions."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from sgpkit import extract
from sgpkit.extract import Answer
from sgpkit.values import content

DEFAULT_OPTIONS = 4
"""Number of options of a question whose options are not given."""

Reference = str | Mapping[str, object]


def key_of(reference: object, index: int) -> str:
    """Return the right letter: the reference itself, or a row's `answer`."""
    letter = reference.get("answer") if isinstance(reference, Mapping) else reference
    if not isinstance(letter, str) or len(letter) != 1 or letter not in ascii_uppercase:
        raise ValueError(
            f"reference {index}: expected a letter or a row with one under 'answer', got {reference!r:.80}"
        )
    return letter


def options_of(reference: object, options: Sequence[str] | None) -> Sequence[str]:
    """Return the option texts, given separately or in a row; by default, four options without text."""
    if options is None and isinstance(reference, Mapping):
        own = reference.get("options")
        options = [str(option) for option in own] if isinstance(own, list | tuple) and own else None
    return [""] * DEFAULT_OPTIONS if options is None else options


def all_options(references: Sequence[object], options: Sequence[Sequence[str]] | None) -> list[Sequence[str]]:
    """Return the option texts of every reference. `options` are those given separately from the references."""
    if options is not None and len(options) != len(references):
        raise ValueError(
            f"options of {len(options)} questions, {len(references)} references; expected the same number of each"
        )
    return [
        options_of(reference, options[index] if options is not None else None)
        for index, reference in enumerate(references)
    ]


def question_of(reference: object) -> str:
    """Return the question of a row, "" if unknown."""
    question = reference.get("question") if isinstance(reference, Mapping) else None
    return question if isinstance(question, str) else ""


def read(
    predictions: Sequence[object], options: Sequence[Sequence[str]], questions: Sequence[str] | None = None
) -> list[Answer]:
    """Return the letter of every prediction, or the reason why it has none."""
    answers = []
    asked = questions or [""] * len(predictions)
    for prediction, texts, question in zip(predictions, options, asked, strict=True):
        text, finish_reason = content(prediction)
        answers.append(extract.answer(text, texts, finish_reason, question))
    return answers
