"""How near captions are to the expected ones, as an `evaluate` metric: BLEU, chrF++, ROUGE-L and learned measures.

import evaluate
metric = evaluate.load("caption_quality")
metric.compute(predictions=["A red circle."], references=["A circle in red."])
metric.compute(predictions=[caption], references=[caption], models={"bert_score": "roberta-large", "embedding": None})
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics import paired
from sgpkit.metrics.captions import caption_quality

DESCRIPTION = """\
BLEU and chrF++ by sacrebleu (of the whole batch, and of each caption) and ROUGE-L's F1 without stemming, all from 0 to
100. Thinking, a heading such as "Caption:" and quotation marks around a caption are left out. Every prediction counts:
an answer without a caption counts as one without words, with its status and reason.
"""

INPUTS = """\
predictions: captions, or completions that hold nothing else beside thinking.
references: captions, or rows with one under "caption".
models: learned measures by name ("bert_score", "embedding") with a model's id and revision (ORG/NAME@REVISION), a path,
    or None for the usual one. They need: pip install 'sgpkit[perceptual]'.
device: "auto" (default), "cpu", "cuda", … and batch_size: 32, for learned measures.

Returns corpus_bleu, corpus_chrf (chrF++) and rouge_l_f1 (the mean), 0-100; quality (the mean of the scores); scores
(ROUGE-L over 100), statuses and reasons aligned with the predictions; bleu, chrf, rouge_l and each learned measure as
aligned lists under their names and as means under mean_ and the name; signatures, how sacrebleu counted; models, what
was loaded; status_counts; version.
"""

CITATION = """\
A Call for Clarity in Reporting BLEU Scores (doi:10.18653/v1/W18-6319). chrF++: words helping character n-grams
(doi:10.18653/v1/W17-4770). ROUGE: A Package for Automatic Evaluation of Summaries (W04-1013).
"""


class CaptionQuality(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation=CITATION,
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"caption": text}}),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(self, predictions, references, models=None, device="auto", batch_size=32):
        learned, told = paired.load(models, "text", device, batch_size) if models else ({}, {})
        found = caption_quality.score(predictions, references, learned=learned)
        verdicts = found.verdicts
        scores = [verdict.value for verdict in verdicts]
        return {
            "corpus_bleu": found.bleu,
            "corpus_chrf": found.chrf,
            "rouge_l_f1": found.rouge_l,
            "quality": sum(scores) / len(scores) if scores else 0.0,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            **paired.aligned(verdicts, [*caption_quality.PARTS, *learned]),
            "signatures": dict(found.signatures),
            "models": told,
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
