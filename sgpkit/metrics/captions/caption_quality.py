"""The agreement of a caption with the expected one, in words: the facts that both state, BLEU, chrF++ and ROUGE-L.

The value is the F1 of facts (`facts`), from 0 to 1, with the most similar of the expected caption and its paraphrases,
which state the same. The other measures are VectorGym's (§3, appendix D), from 0 to 100,
as published; they give a text that fits no drawing in particular as much as a caption that a person writes. BLEU and
chrF++ (characters up to 6, words up to 2) are sacrebleu's with its defaults; of the whole batch they are taken from the
summed counts, so that they are no means of the captions' own. ROUGE-L is the F1 of `rouge`, a mean.

An answer without a caption counts as one without words: 0 in each measure, and its reference's words are missed in the
batch's BLEU and chrF++.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

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
    """A score for each prediction, with the parts in `PARTS` and one for each learned metric; and the whole batch's own
    BLEU and chrF++. `signatures` are sacrebleu's descriptions of how it counted."""

    scores: list[Score]
    bleu: float
    chrf: float
    rouge_l: float
    signatures: Mapping[str, str]


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    learned: Mapping[str, PairMetric] = NOTHING,
) -> CaptionQuality:
    """Compare completions with captions, or with rows that hold one under `caption` and may hold the same in other
    words under `paraphrases`. Facts are compared with all of them, the published measures with the caption."""
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
    of_all = [float(measure.corpus_score(texts, [expected]).score) if texts else 0.0 for measure in (bleu, chrf)]
    signatures = {"bleu": str(bleu.get_signature()), "chrf": str(chrf.get_signature())} if texts else {}
    return CaptionQuality(scores, of_all[0], of_all[1], results.mean(results.part(scores, "rouge_l")), signatures)


def reference_text(reference: object, index: int) -> str:
    """Return the caption of a reference; raise ValueError, with the index, where it has none."""
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
    """Return the caption in a prediction, or why there is none."""
    try:
        return caption_text.caption(*content(prediction))
    except Rejected as rejected:
        return rejected


def score_of(caption: str | Rejected, expected: str, others: Sequence[str] = ()) -> Score:
    """Return the score of one caption, or of the rejection that stands in its place."""
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
    """Return BLEU and chrF++. `effective_order` for single captions: short ones have no runs of four words."""
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
) -> dict[str, Any]:
    """Return what the `evaluate` module gives."""
    learned, descriptions = learned_metrics.load_pairs(models or {}, "text", device, batch_size)
    # A learned model is loaded here once, and not in a worker.
    work = partial(score, learned=learned) if learned else partial(isolated.whole, score)
    quality: CaptionQuality = work(predictions, references)
    scores = quality.scores
    return {
        "corpus_bleu": quality.bleu,
        "corpus_chrf": quality.chrf,
        "rouge_l_f1": quality.rouge_l,
        "quality": results.mean(results.values(scores)),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **results.columns(scores, [*PARTS, *learned]),
        "signatures": dict(quality.signatures),
        "models": descriptions,
        **results.summary(scores),
    }
