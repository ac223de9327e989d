"""CrystalBLEU: BLEU without the n-grams that all programs of a language share (Eghbali & Pradel, ASE 2022,
doi:10.1145/3551349.3556903; github.com/sola-st/crystalbleu).

The k most frequent n-grams (n = 1 … 4) of a corpus are trivially shared: they are removed from prediction and reference
before n-grams are counted. The rest is BLEU (Papineni et al. 2002): clipped precisions, their geometric mean, and the
brevity penalty over all tokens. As in the authors' code, a prediction without any n-gram of some length still adds one
to the denominator of that length, and nothing is smoothed.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

K = 500
ORDERS = (1, 2, 3, 4)

Words = Sequence[str]
Gram = tuple[str, ...]


class Bleu(NamedTuple):
    """CrystalBLEU of the whole corpus (not the mean: counts are summed first), and of each prediction alone, with its
    counts."""

    corpus: float
    by_prediction: list[float]
    counts: "list[Counts]"


class Counts(NamedTuple):
    """The counts from which BLEU is computed: by order the number of matching n-grams and of all n-grams of the
    prediction, and both lengths.
    """

    matches: tuple[int, ...]
    totals: tuple[int, ...]
    length: int
    reference_length: int


def score(predictions: Sequence[Words], references: Sequence[Words], ignored: Collection[Gram] = ()) -> Bleu:
    """Compare each prediction with its one reference, without the n-grams in `ignored`."""
    counts = [counted(*pair, ignored) for pair in zip(predictions, references, strict=True)]
    return Bleu(bleu(summed(counts)), list(map(bleu, counts)), counts)


def frequencies(corpus: Iterable[Words]) -> Counter[Gram]:
    """Count the n-grams of a corpus, ordered by length, then by first occurrence."""
    programs = list(corpus)
    return Counter(gram for order in ORDERS for words in programs for gram in grams(words, order))


def trivially_shared(frequencies: Counter[Gram], k: int = K) -> frozenset[Gram]:
    """Return the k most frequent n-grams; among equally frequent ones, the first."""
    return frozenset(gram for gram, _ in frequencies.most_common(k))


def grams(words: Words, order: int) -> Iterator[Gram]:
    """Yield the n-grams of one order."""
    return zip(*(words[start:] for start in range(order)), strict=False)


def counted(prediction: Words, reference: Words, ignored: Collection[Gram]) -> Counts:
    """Count the n-grams of one pair."""
    matches, totals = [], []
    for order in ORDERS:
        ours, theirs = (
            Counter(gram for gram in grams(words, order) if gram not in ignored) for words in (prediction, reference)
        )
        matches.append((ours & theirs).total())
        totals.append(max(1, ours.total()))
    return Counts(tuple(matches), tuple(totals), len(prediction), len(reference))


def summed(counts: Sequence[Counts]) -> Counts:
    """Return the sums of all pairs' counts."""
    matches, totals = (tuple(map(sum, zip(*(pair[part] for pair in counts), strict=True))) for part in (0, 1))
    return Counts(matches, totals, sum(pair.length for pair in counts), sum(pair.reference_length for pair in counts))


def bleu(counts: Counts) -> float:
    """Return BLEU from its counts; 0 if no n-gram of some order matches."""
    if not counts.length or not all(counts.matches):
        return 0.0
    precisions = (matching / total for matching, total in zip(counts.matches, counts.totals, strict=True))
    brevity = min(0.0, 1 - counts.reference_length / counts.length)
    return math.exp(brevity + math.fsum(map(math.log, precisions)) / len(ORDERS))
