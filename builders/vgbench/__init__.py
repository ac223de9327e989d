"""VGBench: understanding and generation of vector graphics in SVG, TikZ and Graphviz.

VGQA asks questions with four options about a figure that is shown as its program, its picture, or both; VGen asks for
the program of a figure that a caption describes.

Paper: VGBench (see CITATION.cff), §3, appendix 6. Published data: `vgbench/VGQA` and `vgbench/VGen` on the Hub, read by
`sources/vgbench.py`.
Try it: sgpkit build vgqa-graphviz && sgpkit run vgqa-graphviz --engine baseline --model text-only
A row: {"id": "svg-0-vgqa-0003-usage", "cluster": "svg-0-vgqa-0003", "kind": "paint bucket", "type": "usage",
        "question": "Which use fits the object in this SVG image best?", "options": [
        "to sketch lines that can be rubbed out", …], "answer": "C", "code": "<svg …>", "band": "1001-2000", …}
"""

from functools import partial
from operator import itemgetter

from sgpkit.benchmark import Adversarial, Benchmark, Published
from sgpkit.benchmark.sources import authored
from sgpkit.families.shared.choices import guessing, keys
from sgpkit.families.shared.choices import scoring as choices

from . import baselines, judges, pictures, prompts, scoring
from .sources import captions, questions, vgbench
from .sources.authored import question as authored_question

PAPER = "VGBench: Evaluating Large Language Models on Vector Graphics Understanding and Generation"

ROW = {
    "id": "string",
    "cluster": "string",
    "source": "string",
    "license": "string",
    "generator": "string",
    "kind": "string",
    "design": "string",
}
LEARNED = {
    **dict.fromkeys(("clip", "long_clip"), itemgetter("caption")),
    **dict.fromkeys(("dino", "fid", "kid"), itemgetter("image")),
}
"""The value of a row that each learned metric compares a drawing with."""

DRAWN = {"code": "string", "length": "int32", "band": "string", "image": "image", "defect": "string"}


def question_benchmark(format: str) -> Benchmark:
    sizes = questions.SIZES[format]
    return Benchmark(
        config=f"vgqa-{format}",
        title=f"VGBench: questions about {prompts.FORMAT_NAMES[format]}",
        paper=PAPER,
        columns={
            **ROW,
            "type": "string",
            "question": "string",
            "options": "list[string]",
            "answer": keys.LETTERS,
            **DRAWN,
        },
        sources={
            "builtin": questions.questions(format),
            "vgbench": vgbench.questions(format),
            "authored": authored.questions(authored_question, format, examples=partial(questions.examples, format)),
        },
        recognises={
            "vgbench": vgbench.recognises_questions(format),
            "authored": authored.recogniser(format),
        },
        finish=partial(pictures.of_question, format=format),
        rows={"train": len(sizes) * questions.TRAIN, "test": sum(sizes.values())},
        texts=prompts.TEXTS,
        strategies=prompts.question_strategies(format),
        modes=prompts.MODES,
        applies=prompts.applies,
        sampling={"temperature": 0.0, "max_tokens": 2048, "n": 1},
        reference=choices.reference,
        baselines=guessing.BASELINES,
        score=choices.choices,
        scored_columns=choices.CHOICE_COLUMNS,
        summary=scoring.choice_summary,
        judges=judges.CHAINS,
        answer_format="choice",
        headline="accuracy",
        published=(Published("vgbench-table-3", f"{format}_avg", 0.01),),
        by=("type", "band", "mode"),
    )


def caption_benchmark(format: str) -> Benchmark:
    answer_format = pictures.ANSWER_FORMATS[format]
    return Benchmark(
        config=f"vgen-{format}",
        title=f"VGBench: {prompts.FORMAT_NAMES[format]} from captions",
        paper=PAPER,
        columns={**ROW, "caption": "string", "named": "list[string]", "asserted": "string"}
        | DRAWN
        | {"match": "float64", "recall": "float64"},
        sources={"builtin": captions.captions(format), "vgbench": vgbench.captions(format)},
        recognises={"vgbench": vgbench.recognises_captions(format)},
        finish=partial(pictures.of_caption, format=format),
        rows={"train": captions.TRAIN, "test": captions.SIZES[format]},
        texts=prompts.CAPTION_TEXTS,
        strategies=prompts.caption_strategies(format),
        sampling={"temperature": 0.0, "max_tokens": 8192, "n": 1},
        reference=lambda row: row["code"],
        score=partial(scoring.match, format=answer_format),
        summary=scoring.match_summary,
        compiles=partial(scoring.compiles, format=answer_format),
        answer_format=answer_format,
        headline="scene_match",
        baselines=baselines.baselines(format),
        unknowing=tuple(baselines.ANSWERS),
        adversarial=Adversarial(caption=itemgetter("caption")),
        preferred=("clip",),
        learned=LEARNED,
        graded=True,
        by=("band",),
    )


BENCHMARKS = (*map(question_benchmark, prompts.FORMAT_NAMES), *map(caption_benchmark, prompts.FORMAT_NAMES))
