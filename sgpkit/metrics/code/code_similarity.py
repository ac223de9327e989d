"""How alike a program and its reference are as text: CrystalBLEU and extended edit distance (SSVG-Bench, appendix E.1).

Neither knows what is drawn; they stand beside structural correctness. Every prediction counts: one without a program
has CrystalBLEU 0 and distance 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sgpkit import extract, formats
from sgpkit.metrics.code import crystal_bleu, tokens
from sgpkit.metrics.code.edit_distance import extended_edit_distance
from sgpkit.metrics.code.tokens import Tokens
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

SMALL_CORPUS = 10
"""At most one in so many different n-grams of a corpus is taken as trivially shared: a handful of programs has hardly
more than the published 500 altogether, and nothing would be left to compare."""


@dataclass(frozen=True)
class Similarity:
    """A verdict a prediction: its value is 1 less the edit distance, its parts are `crystal_bleu` and `eed`.

    The same tokens have the value 1, though the published distance never comes to 0: there is one place more in a
    text than it has characters, and the one passed over costs 0.3 over the length.

    `crystal_bleu` is that of the whole batch, as published: counts are summed before precisions are taken. `eed` is the
    mean distance. Both in 0-1; the distance is the better the lower.
    """

    verdicts: list[Verdict]
    crystal_bleu: float
    eed: float


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    corpus: Sequence[str] | None = None,
    k: int | None = None,
    finish_reasons: Sequence[str] | None = None,
) -> Similarity:
    """Completions or bare programs against programs, or rows that hold one under `code`.

    `corpus`: programs in which the trivially shared n-grams are counted; the references where none is given. `k`: how
    many those are; the published 500, less for a small corpus.
    """
    formats.get(format)
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions and {len(references)} references; expected as many of each")
    expected = [reference_tokens(program(reference, place), format) for place, reference in enumerate(references)]
    common = expected if corpus is None else [reference_tokens(code, format) for code in corpus]
    found = crystal_bleu.frequencies(each.words for each in common)
    many = min(crystal_bleu.K, len(found) // SMALL_CORPUS) if k is None else k
    ended = finish_reasons or ["stop"] * len(predictions)
    read = [reading(prediction, format, reason) for prediction, reason in zip(predictions, ended, strict=True)]
    words = [each.words if isinstance(each, Tokens) else [] for each in read]
    bleu = crystal_bleu.score(words, [each.words for each in expected], crystal_bleu.trivially_shared(found, many))
    verdicts = [verdict(*each) for each in zip(read, expected, bleu.each, strict=True)]
    distances = [each.parts["eed"] for each in verdicts]
    return Similarity(verdicts, bleu.corpus, sum(distances) / len(distances) if distances else 1.0)


def program(reference: object, place: int) -> str:
    code = reference.get("code") if isinstance(reference, Mapping) else reference
    if not isinstance(code, str):
        raise ValueError(f"reference {place}: expected a program or a row with one under 'code', got {reference!r:.80}")
    return code


@lru_cache(maxsize=4096)
def reference_tokens(code: str, format: str) -> Tokens:
    try:
        return tokens.tokens(code, format)
    except Rejected as rejected:
        raise ValueError(f"a reference cannot be compared ({rejected.reason}): {code[:80]!r}") from rejected


def reading(prediction: object, format: str, finish_reason: str) -> Tokens | Rejected:
    try:
        return tokens.tokens(extract.require_code(prediction, format, finish_reason), format)
    except Rejected as rejected:
        return rejected


def verdict(read: Tokens | Rejected, expected: Tokens, bleu: float) -> Verdict:
    if isinstance(read, Rejected):
        return Verdict(0.0, read.status, read.reason, {"crystal_bleu": 0.0, "eed": 1.0})
    distance = extended_edit_distance(read.text, expected.text)
    reason = f"extended edit distance {distance:.3f}, CrystalBLEU {bleu:.3f}"
    value = 1.0 if read.text == expected.text else 1.0 - distance
    return Verdict(value, Status.OK, reason, {"crystal_bleu": bleu, "eed": distance})
