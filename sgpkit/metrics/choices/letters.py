"""Letters for the metrics of multiple-choice questions: what a reference says, what a prediction names."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from sgpkit import extract
from sgpkit.extract import Answer

USUAL_OPTIONS = 4
"""Options of a question whose options are not given."""

Reference = str | Mapping[str, object]


def same_length(predictions: Sequence[object], references: Sequence[object]) -> None:
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions and {len(references)} references; expected as many of each")


def key_of(reference: object, place: int) -> str:
    """The right letter: the reference itself, or a row's `answer`."""
    letter = reference.get("answer") if isinstance(reference, Mapping) else reference
    if not isinstance(letter, str) or len(letter) != 1 or letter not in ascii_uppercase:
        raise ValueError(
            f"reference {place}: expected a letter or a row with one under 'answer', got {reference!r:.80}"
        )
    return letter


def options_of(reference: object, options: Sequence[str] | None) -> Sequence[str]:
    """The option texts, given apart or in a row; where none are known, as many options without text as are usual."""
    if options is None and isinstance(reference, Mapping):
        found = reference.get("options")
        options = [str(option) for option in found] if isinstance(found, list | tuple) and found else None
    return [""] * USUAL_OPTIONS if options is None else options


def all_options(references: Sequence[object], options: Sequence[Sequence[str]] | None) -> list[Sequence[str]]:
    if options is not None and len(options) != len(references):
        raise ValueError(f"options of {len(options)} questions, {len(references)} references; expected as many of each")
    return [
        options_of(reference, options[place] if options is not None else None)
        for place, reference in enumerate(references)
    ]


def read(
    predictions: Sequence[object],
    options: Sequence[Sequence[str]],
    finish_reasons: Sequence[str] | None = None,
) -> list[Answer]:
    """The letter of every prediction, or why it has none."""
    reasons = finish_reasons or ["stop"] * len(predictions)
    if len(reasons) != len(predictions):
        raise ValueError(f"{len(predictions)} predictions and {len(reasons)} finish reasons; expected as many of each")
    return [
        extract.answer(prediction, texts, reason)
        for prediction, texts, reason in zip(predictions, options, reasons, strict=True)
    ]
