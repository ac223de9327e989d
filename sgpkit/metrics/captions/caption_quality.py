"""The agreement of a caption with the expected one: the facts that both state, BLEU, chrF++ and ROUGE-L.

The value is the F1 of facts (`facts`), from 0 to 1, with the most similar of the expected caption and its paraphrases.
The other measures are VectorGym's (§3, appendix D), from 0 to 100, as published; they score a generic text almost as
high as a caption that a person wrote. BLEU and chrF++ (characters up to 6, words up to 2) are sacrebleu's with its
defaults; for the whole batch they are computed from summed counts, so they are not means over captions. ROUGE-L is the
F1 of `rouge`, averaged over captions.

An answer without a caption counts as an empty one: it has 0 in each measure, and the words of its reference count as
missing in the batch's BLEU and chrF++.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from sgpkit import statistics
from sgpkit.metrics import isolated, results
from sgpkit.metrics import learned as learned_metrics
from sgpkit.metrics.captions import facts, rouge
from sgpkit.metrics.captions import text as caption_text
from sgpkit.metrics.pair_metric import PairMetric
from sgpkit.metrics.paired import add_parts, same_length
from sgpkit.status import Rejected, Status
from sgpkit.values import Score, content

PARTS = ("facts", "bleu", "chrf", "rouge_l")
WORD_ORDER = 2
NOTHING: Mapping[str, PairMetric] = MappingProxyType({})


@dataclass(frozen=True)
class CaptionQuality:
    """A score for each prediction, with the parts in `PARTS` and one for each learned metric; and BLEU and chrF++ of
    the whole batch. `signatures` are sacrebleu's descriptions of how it counted.
    """

    scores: list[Score]
    bleu: float
    chrf: float
    rouge_l: float
    signatures: Mapping[str, str]
    counts: Mapping[str, list[Any]]
    """The counts of BLEU and chrF++ in each caption, from whose sums the values for any part of the batch are computed.
    """


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    learned: Mapping[str, PairMetric] = NOTHING,
) -> CaptionQuality:
    """Compare completions with captions, or with rows that contain one under `caption` and, optionally, paraphrases of
    it under `paraphrases`. Facts are compared with all of them, the published measures with the caption.
    """
    same_length(predictions, references)
    expected = [reference_text(reference, index) for index, reference in enumerate(references)]
    others = [paraphrases(reference) for reference in references]
    captions = [reading(prediction) for prediction in predictions]
    texts = ["" if isinstance(caption, Rejected) else caption for caption in captions]
    scores = [score_of(*group) for group in zip(captions, expected, others, strict=True)]
    if learned:
        aligned = zip(captions, expected, strict=True)
        pairs = [None if isinstance(caption, Rejected) else (caption, reference) for caption, reference in aligned]
        scores = add_parts(scores, learned, lambda metric: pairs)
    bleu, chrf = measures()
    named = {"bleu": bleu, "chrf": chrf}
    of_all = [float(measure.corpus_score(texts, [expected]).score) if texts else 0.0 for measure in named.values()]
    signatures = {name: str(measure.get_signature()) for name, measure in named.items()} if texts else {}
    # sacrebleu's own bootstrap uses the same counts.
    counts = {name: measure._extract_corpus_statistics(texts, [expected]) for name, measure in named.items()}
    rouge_l = results.mean(results.part(scores, "rouge_l"))
    return CaptionQuality(scores, of_all[0], of_all[1], rouge_l, signatures, counts)


def of_corpus(quality: CaptionQuality, indices: Iterable[int]) -> dict[str, float]:
    """Return BLEU and chrF++ of a part of a batch."""
    rows = list(indices)
    bleu, chrf = measures()
    return {
        f"corpus_{name}": float(measure._aggregate_and_compute([quality.counts[name][row] for row in rows]).score)
        for name, measure in (("bleu", bleu), ("chrf", chrf))
    }


def reference_text(reference: object, index: int) -> str:
    """Return the caption of a reference; raise ValueError, with the index, if it has none."""
    text = reference.get("caption") if isinstance(reference, Mapping) else reference
    if not isinstance(text, str) or not text.strip():
        raise ValueError(
            f"reference {index}: expected a caption or a row with one under 'caption', got {reference!r:.80}"
        )
    return text


def paraphrases(reference: object) -> Sequence[str]:
    """Return the other wordings of a reference."""
    texts = reference.get("paraphrases") if isinstance(reference, Mapping) else None
    return [str(text) for text in texts or ()]


def reading(prediction: object) -> str | Rejected:
    """Return the caption in a prediction, or the reason why there is none."""
    try:
        return caption_text.caption(*content(prediction))
    except Rejected as rejected:
        return rejected


def score_of(caption: str | Rejected, expected: str, others: Sequence[str] = ()) -> Score:
    """Return the score of one caption, or of its rejection."""
    if isinstance(caption, Rejected):
        return Score.rejected(caption, dict.fromkeys(PARTS, 0.0))
    bleu, chrf = measures(effective_order=True)
    parts = {
        "facts": max(facts.agreement(caption, reference) for reference in (expected, *others)),
        "bleu": bleu.sentence_score(caption, [expected]).score,
        "chrf": chrf.sentence_score(caption, [expected]).score,
        "rouge_l": 100 * rouge.rouge_l(caption, expected),
    }
    reason = f"facts {parts['facts']:.2f}; BLEU {parts['bleu']:.1f}, chrF++ {parts['chrf']:.1f}, "
    reason += f"ROUGE-L {parts['rouge_l']:.1f} of 100"
    return Score(parts["facts"], parts, Status.OK, reason)


def measures(effective_order: bool = False) -> tuple[Any, Any]:
    """Return BLEU and chrF++. Use `effective_order` for single captions, since short ones have no runs of four
    words.
    """
    try:
        from sacrebleu.metrics import BLEU, CHRF
    except ImportError:
        raise ImportError("BLEU and chrF++ need sacrebleu: pip install sacrebleu") from None
    return BLEU(effective_order=effective_order), CHRF(word_order=WORD_ORDER)


def result(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    models: Mapping[str, str | None] | None = None,
    device: str = "auto",
    batch_size: int = 32,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    learned, descriptions = learned_metrics.load_pairs(models or {}, "text", device, batch_size)
    # A learned model is loaded here once rather than in each worker.
    work = partial(score, learned=learned) if learned else partial(isolated.whole, score)
    quality: CaptionQuality = work(predictions, references)
    scores = quality.scores
    drawings = results.known_clusters(clusters, references, len(scores))
    corpus = {"corpus_bleu": quality.bleu, "corpus_chrf": quality.chrf}
    whole = statistics.jackknife(partial(of_corpus, quality), drawings, corpus, no_shares=corpus)
    parts = results.columns(scores, [*PARTS, *learned])
    means = {"rouge_l_f1": parts["rouge_l"], "quality": results.values(scores), **results.mean_names(parts)}
    of_100 = dict.fromkeys(("rouge_l_f1", "mean_bleu", "mean_chrf", "mean_rouge_l"), (0.0, 100.0))
    return {
        **results.together(results.figures(whole), results.means(drawings, means, scales=of_100)),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **parts,
        "signatures": dict(quality.signatures),
        "models": descriptions,
        **results.summary(scores),
    }
