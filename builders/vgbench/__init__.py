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

from sgpkit.benchmark import Adversarial, Benchmark, Evidence, Prompts, Published, Rows, Scoring, Source
from sgpkit.benchmark.sources import authored
from sgpkit.families.shared.choices import guessing, keys
from sgpkit.families.shared.choices import scoring as choices
from sgpkit.families.shared.contrast import designs, graphs, making

from . import baselines, evidence, judges, likeness, pictures, prompts, scoring
from .sources import captions, emoji, questions, vgbench
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
    **dict.fromkeys(("dino", "fid", "kid", "lite0_frechet", "lite0_kernel", "picture_text"), itemgetter("image")),
}
"""The column of a row with which each learned metric compares a drawing."""

CONTRASTS = {
    "svg": designs.contrasts(sees=("object", "part missing", "count", "color", "position", "size")),
    "tikz": making.contrasts("tikz", sees=("part missing", "count", "color", "position", "relation", "size", "text")),
    "graphviz": graphs.contrasts(sees=("part missing", "part added", "color", "relation", "text", "damage")),
}
"""By format: pairs of drawings, with the axes along which the headline must rank them."""

DRAWN = {
    "code": "string",
    "length": "int32",
    "band": "string",
    "image": "image",
    "defect": "string",
    "contamination": "string",
}
EMOJI = {"svg": (Source(emoji.questions), Source(emoji.captions))}
"""By format: the sources of questions and captions about drawings by people."""


def question_benchmark(format: str) -> Benchmark:
    sizes = questions.SIZES[format]
    return Benchmark(
        config=f"vgqa-{format}",
        title=f"VGBench: questions about {prompts.FORMAT_NAMES[format]}",
        paper=PAPER,
        answer_format="choice",
        rows=Rows(
            columns={
                **ROW,
                "type": "string",
                "question": "string",
                "options": "list[string]",
                "answer": keys.LETTERS,
                **DRAWN,
            },
            sources={
                "builtin": Source(questions.questions(format)),
                "vgbench": Source(vgbench.questions(format), vgbench.recognises_questions(format)),
                **({"emoji": EMOJI[format][0]} if format in EMOJI else {}),
                "authored": Source(
                    authored.questions(authored_question, format, examples=partial(questions.examples, format)),
                    authored.recogniser(format),
                ),
            },
            counts={"train": len(sizes) * questions.TRAIN, "test": sum(sizes.values())},
            finish=partial(pictures.of_question, format=format),
            groups=("type", "band", "mode", "contamination"),
            scored_columns=choices.CHOICE_COLUMNS,
        ),
        prompts=Prompts(
            strategies=prompts.question_strategies(format),
            modes=prompts.MODES,
            has_inputs=prompts.applies,
            texts=prompts.TEXTS,
            sampling={"temperature": 0.0, "max_tokens": 2048, "n": 1},
        ),
        scoring=Scoring(
            score=choices.choices,
            headline=("accuracy",),
            summary=scoring.choice_summary,
            judges=judges.CHAINS,
        ),
        evidence=Evidence(
            reference=choices.reference,
            baselines=guessing.BASELINES,
            published=(Published("vgbench-table-3", f"{format}_avg", 0.01),),
        ),
    )


def caption_benchmark(format: str) -> Benchmark:
    answer_format = pictures.ANSWER_FORMATS[format]
    is_recognised = format in likeness.BY_FORMAT
    return Benchmark(
        config=f"vgen-{format}",
        title=f"VGBench: {prompts.FORMAT_NAMES[format]} from captions",
        paper=PAPER,
        answer_format=answer_format,
        rows=Rows(
            columns={
                **ROW,
                "caption": "string",
                "paraphrases": "list[string]",
                "named": "list[string]",
                "asserted": "string",
            }
            | DRAWN
            | {"match": "float64", "recall": "float64"},
            sources={
                "builtin": Source(captions.captions(format)),
                "vgbench": Source(vgbench.captions(format), vgbench.recognises_captions(format)),
                **({"emoji": EMOJI[format][1]} if format in EMOJI else {}),
            },
            counts={"train": captions.TRAIN, "test": captions.SIZES[format]},
            finish=partial(pictures.of_caption, format=format),
            groups=("band", "contamination"),
        ),
        prompts=Prompts(
            strategies=prompts.caption_strategies(format),
            texts=prompts.CAPTION_TEXTS,
            sampling={"temperature": 0.0, "max_tokens": 8192, "n": 1},
        ),
        scoring=Scoring(
            score=partial(scoring.depiction if is_recognised else scoring.match, format=answer_format),
            headline=("clip", "depiction" if is_recognised else "scene_match"),
            summary=scoring.match_summary,
            learned=LEARNED,
            gradual=True,
        ),
        evidence=Evidence(
            reference=itemgetter("code"),
            right=evidence.right(format, itemgetter("code")),
            wrong=evidence.wrong(format, itemgetter("code")),
            baselines=baselines.baselines(format),
            adversarial=Adversarial(caption=itemgetter("caption")),
            contrasts=CONTRASTS[format],
        ),
    )


BENCHMARKS = (*map(question_benchmark, prompts.FORMAT_NAMES), *map(caption_benchmark, prompts.FORMAT_NAMES))
