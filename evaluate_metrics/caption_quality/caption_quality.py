"""The agreement of captions with the expected ones, as an `evaluate` metric: shared facts, BLEU, chrF++, ROUGE-L.

import evaluate
metric = evaluate.load("caption_quality")
metric.compute(predictions=["A red circle."], references=["A circle in red."])
metric.compute(predictions=[caption], references=[caption], models={"bert_score": "roberta-large", "embedding": None})
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.captions import caption_quality


class CaptionQuality(evaluate_module.Module):
    description = """\
F1, from 0 to 1, of the facts that both captions state: pairs of nearby words of different sorts (color, number, text
of the drawing, other word), weighted by rarity. Phrases that fit any drawing, and lists of colors or texts, score
close to 0. BLEU and chrF++ by sacrebleu (of the whole batch, and of each caption) and the F1 of ROUGE-L without
stemming are from 0 to 100. Thinking, a heading such as "Caption:" and quotation marks around a caption are removed.
Every prediction counts: an answer without a caption counts as an empty one, with status and reason.
"""
    inputs = """\
predictions: captions, or completions that contain only thinking and a caption.
references: captions, or rows that contain one under "caption".
models: learned measures by name ("bert_score", "embedding") with a model's id and revision (ORG/NAME@REVISION), a path,
    or None for the default. They need: pip install 'sgpkit[perceptual]'.
device: "auto" (default), "cpu", "cuda", … and batch_size: 32, for learned measures.

Returns corpus_bleu, corpus_chrf (chrF++) and rouge_l_f1 (the mean), 0-100; quality (the mean of the scores); scores
(the F1 of facts), statuses and reasons aligned with the predictions; facts, bleu, chrf, rouge_l and each learned
measure as aligned lists under their names and as means under mean_ and the name; signatures of sacrebleu;
models, the loaded checkpoints; status_counts; version.
"""
    citation = """\
A Call for Clarity in Reporting BLEU Scores (doi:10.18653/v1/W18-6319). chrF++: words helping character n-grams
(doi:10.18653/v1/W17-4770). ROUGE: A Package for Automatic Evaluation of Summaries (W04-1013).
"""
    references = ("text", {"caption": "text"})
    result = staticmethod(caption_quality.result)
