"""The similarity of a program and its reference as text (SSVG-Bench, appendix E.1).

The measures are CrystalBLEU and the extended edit distance. Neither considers the drawing; they supplement structural
correctness. Every prediction counts: one without a program has CrystalBLEU 0 and distance 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sgpkit import statistics
from sgpkit.graphics import formats
from sgpkit.metrics import isolated, results
from sgpkit.metrics.code import crystal_bleu, tokens
from sgpkit.metrics.code.crystal_bleu import Counts
from sgpkit.metrics.code.edit_distance import extended_edit_distance
from sgpkit.metrics.code.tokens import Tokens
from sgpkit.metrics.paired import program, reference_program, same_length
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

SMALL_CORPUS = 10
"""The inverse of the maximum share of n-grams that count as trivially shared. A few programs have hardly more n-grams
than the published 500, so that none would be left to compare.
"""


@dataclass(frozen=True)
class Similarity:
    """A score for each prediction: its value is 1 minus the edit distance, its parts are `crystal_bleu` and `eed`.

    Equal tokens have the value 1, although the published distance is never 0: a text has one more position than
    characters, and this unvisited position costs 0.3 divided by the length.

    `crystal_bleu` is computed for the whole batch, as published: counts are summed before precisions are computed.
    `eed` is the mean distance. Both are between 0 and 1; a lower distance is better.
    """

    scores: list[Score]
    crystal_bleu: float
    eed: float
    counts: list[Counts]


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    corpus: Sequence[str] | None = None,
    k: int | None = None,
) -> Similarity:
    """Compare completions or bare programs with programs, or rows that contain one under `code`.

    `corpus` are the programs that define the trivially shared n-grams, by default the references. `k` is the number of
    these n-grams, by default the published 500, or less for a small corpus.
    """
    formats.get(format)
    same_length(predictions, references)
    expected = [
        reference_tokens(reference_program(reference, index), format) for index, reference in enumerate(references)
    ]
    common = expected if corpus is None else [reference_tokens(code, format) for code in corpus]
    frequencies = crystal_bleu.frequencies(program.words for program in common)
    count = min(crystal_bleu.K, len(frequencies) // SMALL_CORPUS) if k is None else k
    programs = [reading(prediction, format) for prediction in predictions]
    words = [program.words if isinstance(program, Tokens) else [] for program in programs]
    shared = crystal_bleu.trivially_shared(frequencies, count)
    bleu = crystal_bleu.score(words, [reference.words for reference in expected], shared)
    scores = list(map(score_of, programs, expected, bleu.by_prediction))
    distances = results.part(scores, "eed")
    return Similarity(scores, bleu.corpus, results.mean(distances) if distances else 1.0, bleu.counts)


@lru_cache(maxsize=4096)
def reference_tokens(code: str, format: str) -> Tokens:
    """Return the tokens of a reference; raise ValueError if it cannot be compared."""
    try:
        return tokens.tokens(code, format)
    except Rejected as rejected:
        raise ValueError(f"a reference cannot be compared ({rejected.reason}): {code[:80]!r}") from rejected


def reading(prediction: object, format: str) -> Tokens | Rejected:
    """Return the tokens of the program in a prediction, or the reason why there is none."""
    code = program(prediction, format)
    if isinstance(code, Rejected):
        return code
    try:
        return tokens.tokens(code, format)
    except Rejected as rejected:
        return rejected


def score_of(program: Tokens | Rejected, expected: Tokens, bleu: float) -> Score:
    """Return the score of one program, from its CrystalBLEU and its distance."""
    if isinstance(program, Rejected):
        return Score.rejected(program, {"crystal_bleu": 0.0, "eed": 1.0})
    distance = extended_edit_distance(program.text, expected.text)
    reason = f"extended edit distance {distance:.3f}, CrystalBLEU {bleu:.3f}"
    value = 1.0 if program.text == expected.text else 1.0 - distance
    return Score(value, {"crystal_bleu": bleu, "eed": distance}, Status.OK, reason)


def of_corpus(similarity: Similarity, clusters: results.Clusters) -> dict[str, Estimate]:
    """Return CrystalBLEU of the whole batch with its interval, by a jackknife over clusters."""

    def of_some(indices: Iterable[int]) -> dict[str, float]:
        counts = [similarity.counts[index] for index in indices]
        return {"crystal_bleu": crystal_bleu.bleu(crystal_bleu.summed(counts))}

    return statistics.jackknife(of_some, clusters, {"crystal_bleu": similarity.crystal_bleu})


def figures(
    programs: Sequence[str], references: Sequence[str], clusters: Sequence[str], format: str = "svg"
) -> dict[str, Estimate]:
    """Return CrystalBLEU and the mean distance of programs, with intervals by clusters. The programs are compared in a
    worker process."""
    similarity = isolated.whole(score, programs, references, format=format)
    distance = statistics.mean_estimate([score.parts["eed"] for score in similarity.scores], clusters)
    return {"CrystalBLEU": of_corpus(similarity, clusters)["crystal_bleu"], "EED": distance}


def result(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    corpus: Sequence[str] | None = None,
    k: int | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    similarity = isolated.whole(score, predictions, references, format=format, corpus=corpus, k=k)
    scores = similarity.scores
    drawings = results.known_clusters(clusters, references, len(scores))
    means = {"eed": results.part(scores, "eed"), "similarity": results.values(scores)}
    return {
        **results.together(results.figures(of_corpus(similarity, drawings)), results.means(drawings, means)),
        "scores": results.values(scores),
        "crystal_bleus": results.part(scores, "crystal_bleu"),
        "eeds": results.part(scores, "eed"),
        **results.outcomes(scores),
        **results.summary(scores),
    }
