"""How near a caption is to the one that was expected, in words: BLEU, chrF++ and ROUGE-L (VectorGym, §3, appendix D).

All from 0 to 100, as published. BLEU and chrF++ (characters up to 6, words up to 2) are sacrebleu's with its defaults;
of the whole batch they are taken from the summed counts, so that they are no means of the captions' own. ROUGE-L is the
F1 of `rouge`, a mean. The value is ROUGE-L over 100.

An answer without a caption counts as one without words: 0 in each measure, and its reference's words are missed in the
batch's BLEU and chrF++.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sgpkit.metrics.captions import rouge
from sgpkit.metrics.captions import text as caption_text
from sgpkit.metrics.paired import Learned, same_length, with_learned
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

PARTS = ("bleu", "chrf", "rouge_l")
WORD_ORDER = 2
NOTHING: Mapping[str, Learned] = MappingProxyType({})


@dataclass(frozen=True)
class CaptionQuality:
    """A verdict a prediction, with the parts in `PARTS` and one for each learned measure; and the whole batch's own
    BLEU and chrF++. `signatures` are what sacrebleu says of how it counted."""

    verdicts: list[Verdict]
    bleu: float
    chrf: float
    rouge_l: float
    signatures: Mapping[str, str]


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    finish_reasons: Sequence[str] | None = None,
    learned: Mapping[str, Learned] = NOTHING,
) -> CaptionQuality:
    """Completions against captions, or rows that hold one under `caption`."""
    same_length(predictions, references)
    expected = [reference_text(reference, place) for place, reference in enumerate(references)]
    ended = finish_reasons or ["stop"] * len(predictions)
    read = [reading(prediction, reason) for prediction, reason in zip(predictions, ended, strict=True)]
    texts = ["" if isinstance(each, Rejected) else each for each in read]
    verdicts = [verdict(*each) for each in zip(read, expected, strict=True)]
    if learned:
        aligned = zip(read, expected, strict=True)
        pairs = [None if isinstance(ours, Rejected) else (ours, theirs) for ours, theirs in aligned]
        verdicts = with_learned(verdicts, learned, lambda measure: pairs)
    bleu, chrf = measures()
    of_all = [float(each.corpus_score(texts, [expected]).score) if texts else 0.0 for each in (bleu, chrf)]
    signatures = {"bleu": str(bleu.get_signature()), "chrf": str(chrf.get_signature())} if texts else {}
    rouges = [each.parts["rouge_l"] for each in verdicts]
    return CaptionQuality(verdicts, of_all[0], of_all[1], sum(rouges) / len(rouges) if rouges else 0.0, signatures)


def reference_text(reference: object, place: int) -> str:
    text = reference.get("caption") if isinstance(reference, Mapping) else reference
    if not isinstance(text, str) or not text.strip():
        raise ValueError(
            f"reference {place}: expected a caption or a row with one under 'caption', got {reference!r:.80}"
        )
    return text


def reading(prediction: object, finish_reason: str) -> str | Rejected:
    try:
        return caption_text.caption(prediction, finish_reason)
    except Rejected as rejected:
        return rejected


def verdict(read: str | Rejected, expected: str) -> Verdict:
    if isinstance(read, Rejected):
        return Verdict(0.0, read.status, read.reason, dict.fromkeys(PARTS, 0.0))
    bleu, chrf = measures(effective_order=True)
    parts = {
        "bleu": bleu.sentence_score(read, [expected]).score,
        "chrf": chrf.sentence_score(read, [expected]).score,
        "rouge_l": 100 * rouge.rouge_l(read, expected),
    }
    reason = f"BLEU {parts['bleu']:.1f}, chrF++ {parts['chrf']:.1f}, ROUGE-L {parts['rouge_l']:.1f} of 100"
    return Verdict(parts["rouge_l"] / 100, Status.OK, reason, parts)


def measures(effective_order: bool = False) -> tuple[Any, Any]:
    """BLEU and chrF++. `effective_order` for single captions: short ones have no runs of four words."""
    try:
        from sacrebleu.metrics import BLEU, CHRF
    except ImportError:
        raise ImportError("BLEU and chrF++ need sacrebleu: pip install sacrebleu") from None
    return BLEU(effective_order=effective_order), CHRF(word_order=WORD_ORDER)
