"""Completions: letters, numbers and programs in prose; captions; replies of judges; programs as judges see them."""

import examples
import mutations
import promises
import pytest
import svg_inputs
from hypothesis import given

from sgpkit import extract
from sgpkit.benchmark import Completion
from sgpkit.extract import python_programs
from sgpkit.families.sgp_bench import BENCHMARKS
from sgpkit.metrics.captions import text as caption_text
from sgpkit.metrics.choices import choice_accuracy
from sgpkit.metrics.judges import caption_judge, drawing_judge, shown_code
from sgpkit.metrics.structure.recall import mentions
from sgpkit.runs.scoring.annotations import extracted
from sgpkit.status import Rejected, Status
from tests.hostile import answer_cases, caption_cases, judge_cases
from tests.hostile.properties import verdicts

OPTIONS = ("a red circle", "blue", "3", "None of these (A or B)")
CHOICES = (
    *("Answer: B", "The answer is (C) blue.", "<think>A</think>\n**Final answer:** $\\boxed{D}$"),
    *("A) red\nB) blue\n\nB", "I would say option A, not B. Answer: A or B", "Answer: none"),
    *("So 3 circles; **Answer**: `2`", "Réponse : B", "答案:B", "Let me think: A? No. B? Yes.\nanswer is\nB"),
)
PROGRAMS = (
    "Here:\n```svg\n<svg viewBox='0 0 1 1'><rect/></svg>\n```\nand ```xml\n<svg>",
    "<think><svg></svg></think><svg><g/></svg>",
    "```latex\n\\documentclass{standalone}\\begin{document}\\begin{tikzpicture}\\draw (0,0)--(1,1);\\end{tikzpicture}\n"
    "\\end{document}\n```",
    "%!PS-Adobe\n0 0 moveto 1 1 lineto stroke showpage\n%%EOF",
    'digraph G {\n a -> b [label="x"];\n}',
    "```python\nimport turtle\nt = turtle.Turtle()\nfor i in range(4):\n    t.forward(50)\n```\nDone.",
    "~~~\nimport turtle\n",
)
SPOKEN = """Answer: answer final (A) B. C) \\boxed{ } ** __ ` <think> </think> <answer> </answer> option is not or and none
    neither both $ \\text{ : = -> A B C D E correct therefore ``` ~~~ ```svg ```python <svg </svg> <svg/> %!PS %%EOF
    showpage digraph { } \\begin{tikzpicture} \\end{tikzpicture} \\end{document} import def for while <|channel|>"""
MARKS = (
    *("It is well drawn.\nscore: 7", "**Score:** 7/10", "8", "<think>score: 1</think>score: 10", "> score = 3.5."),
    *("score: 11", "score: ten", '{"score": 10}', "# Score:\n5", "score: 1e1\nscore: 2"),
)
MARK_WORDS = "score: Score = / 10 7 . ** ` > # _ - <think> </think> of out NaN inf １ ٣ ² e + <|channel|>"
CAPTIONS = (
    *("**Caption:** A red house.", "“A house.”", "<think>what</think>\nA tree by a lake.", "I cannot describe this."),
    *("```svg\n<svg><g/></svg>\n```\nA drawing.", "Sure! Description: two dots", "The final caption: 'x'", "> A\n> B"),
)
CAPTION_WORDS = (
    "Caption: Description: ``` ```svg <svg </svg> <think> </think> “ ” ' \" « » > score: The other caption: {0}"
)
UNKNOWN = "zqxjkvw"
"""A word of no language. If it reaches a judge, any word of the author would."""

SECRET = (
    f'<svg viewBox="0 0 9 9"><title>{UNKNOWN}</title><!-- {UNKNOWN} --><g id="{UNKNOWN}" class="{UNKNOWN} b" '
    f'data-a="{UNKNOWN}"><text font-family="{UNKNOWN}">{UNKNOWN}<tspan>{UNKNOWN}</tspan></text><use href="#{UNKNOWN}"/>'
    f'<{UNKNOWN} a="b"/></g>'
    f"<style>/* {UNKNOWN} */ .{UNKNOWN} {{ fill: red; --{UNKNOWN}: '{UNKNOWN}' }}</style></svg>",
    f'<svg viewBox="0 0 9 9"><rect fill="url(#{UNKNOWN})" style="stroke:{UNKNOWN};filter:url(&quot;#{UNKNOWN}&quot;)" '
    f'transform="{UNKNOWN}(3)" width="1{UNKNOWN}"/><path d="M0 0 {UNKNOWN}"/></svg>',
)
SECRET_WORDS = (
    svg_inputs.WORDS + f' {UNKNOWN} "{UNKNOWN}" #{UNKNOWN} \\{UNKNOWN} {UNKNOWN}="1" ``` ``` /* */ url( &#122;qxjkvw'
)
LEAKS = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g fill="a#b#{UNKNOWN}"/></svg>',
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g style=\'filter:url("#a"#{UNKNOWN})\'/></svg>',
)
"""Programs that once passed a word on: between two signs of a reference, and after a reference in quotes."""


def text_of(case) -> str:
    return case.program if isinstance(case.program, str) else case.program()


@promises.kept()
def read_choice(text: str) -> None:
    for finish in ("stop", "length"):
        answer = extract.answer(text, OPTIONS, finish)
        assert answer.value is None or answer.value in "ABCD"
        extract.number_answer(text, finish)
    mentions.read(text[:20_000])


@promises.kept()
def score_choice(text: str) -> None:
    good = ["Answer: B", "Answer: B"]
    alone = choice_accuracy.score(good, ["B"] * 2, [OPTIONS] * 2)
    verdicts.check(choice_accuracy.score([good[0], text, good[1]], ["B"] * 3, [OPTIONS] * 3), alone)


@promises.kept()
def read_programs(text: str) -> None:
    for format in ("svg", "tikz", "eps", "dot"):
        program = extract.code_answer(text, format).value
        if program is None:
            continue
        assert program in text
        if format == "svg" and program.endswith("</svg>"):
            assert extract.code(program, format), "a program alone is not found again"
    python_programs.python_answer(text, "stop", ("turtle",))


@promises.kept()
def read_mark(reply: str) -> None:
    for read, low, high in (
        (drawing_judge.mark, 1, 10),
        (lambda text: drawing_judge.mark(text, "unified"), 0, 10),
        (caption_judge.mark, 0, 100),
    ):
        try:
            assert low <= read(reply) <= high
        except Rejected as rejected:
            assert rejected.status is Status.JUDGE_UNREADABLE and rejected.reason.isprintable()


@promises.kept()
def read_extraction(reply: str) -> None:
    labels, texts = ("A", "B", "C", "D"), ("a", "b", "c", "d")
    question = extracted.Unread(0, {"id": "a"}, 0, labels, [])
    for finish in ("stop", "length"):
        label = extracted.label_in(question, Completion(reply, finish))
        assert label is None or label in labels
    extracted.answers_of(BENCHMARKS[0], {"options": list(texts)})
    extracted.by_rule(reply, labels, texts)


@promises.kept(Rejected)
def read_caption(text: str) -> None:
    (question,) = caption_judge.questions(["A red house."], [text])
    if not isinstance(question, Rejected):
        asked = question[0]["content"]
        asked.encode()
        _, heading, quoted = asked.partition("The other caption:\n")
        assert heading and all(line.startswith("> ") for line in quoted.splitlines())
    caption = caption_text.caption(text)
    caption.encode()
    assert caption.strip() and len(caption) <= caption_text.MAX_CAPTION


@promises.kept(Rejected)
def show(code: str) -> None:
    text = shown_code.shown(code)
    assert UNKNOWN not in text.lower(), "a word of the author's is shown"
    assert "```" not in text, "a program leaves its block"


@pytest.mark.parametrize("case", answer_cases.CASES, ids=lambda case: case.name)
def test_extraction_survives_hostile_answers(case):
    text = text_of(case)
    for read in (read_choice, score_choice, read_programs, read_extraction):
        read(text)


@pytest.mark.parametrize("case", caption_cases.CASES, ids=lambda case: case.name)
def test_caption_reader_survives_hostile_captions(case):
    read_caption(text_of(case))


@pytest.mark.parametrize("reply", judge_cases.REPLIES, ids=lambda reply: reply.name)
def test_mark_reader_survives_hostile_replies(reply):
    read_mark(reply.text)


@examples.always((*CHOICES, *mutations.stressed(SPOKEN)))
@given(mutations.texts(CHOICES, SPOKEN))
def test_choice_is_one_of_the_letters_or_none(text):
    read_choice(text)


@examples.always((*CHOICES, *mutations.stressed(SPOKEN)))
@given(mutations.texts(CHOICES, SPOKEN))
def test_choice_accuracy_of_neighbours_stays(text):
    score_choice(text)


@examples.always((*PROGRAMS, *mutations.stressed(SPOKEN)))
@given(mutations.texts(PROGRAMS, SPOKEN))
def test_extracted_program_is_part_of_the_answer(text):
    read_programs(text)


@examples.always((*MARKS, *mutations.stressed(MARK_WORDS)))
@given(mutations.texts(MARKS, MARK_WORDS))
def test_mark_is_on_its_scale_or_unreadable(reply):
    read_mark(reply)


@examples.always((*CHOICES, *mutations.stressed(SPOKEN)))
@given(mutations.texts(CHOICES, SPOKEN))
def test_extracted_label_is_one_of_the_labels_or_none(reply):
    read_extraction(reply)


@examples.always((*CAPTIONS, *mutations.stressed(CAPTION_WORDS)))
@given(mutations.texts(CAPTIONS, CAPTION_WORDS))
def test_caption_stays_in_its_quotation(text):
    read_caption(text)


@examples.always((*SECRET, *svg_inputs.SEEDS, *LEAKS, *mutations.stressed(SECRET_WORDS)))
@given(mutations.texts((*SECRET, *svg_inputs.SEEDS), SECRET_WORDS))
def test_program_shown_to_a_judge_has_no_words_of_its_author(code):
    show(code)
