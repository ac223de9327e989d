"""Replies of judges and readers, captions, and programs as a judge may see them."""

from sgpkit.benchmark import Completion
from sgpkit.families.sgp_bench import BENCHMARKS
from sgpkit.graphics import svg
from sgpkit.metrics.captions import text as caption_text
from sgpkit.metrics.code import code_quality, definitions, precision
from sgpkit.metrics.judges import caption_judge, drawing_judge, shown_code
from sgpkit.metrics.pictures import embedded
from sgpkit.scoring.annotations import extracted
from sgpkit.status import Rejected, Status
from tools.fuzz.target import Broken, Target, of_text, seeds, words
from tools.fuzz.targets import answers, drawings

OURS = "zqxjkvw"
"""A word that no language knows: where it comes through to a judge, any word would."""


def mark(reply: str) -> None:
    for read, low, high in (
        (drawing_judge.mark, 1, 10),
        (lambda text: drawing_judge.mark(text, "unified"), 0, 10),
        (caption_judge.mark, 0, 100),
    ):
        try:
            result = read(reply)
        except Rejected as rejected:
            if rejected.status is not Status.JUDGE_UNREADABLE or not rejected.reason.isprintable():
                raise Broken(f"{rejected.status}: {rejected.reason!r}") from None
            continue
        if not low <= result <= high:
            raise Broken(f"the mark {result!r}")


def letter(reply: str) -> None:
    labels = ("A", "B", "C", "D")
    question = extracted.Unread(0, {"id": "a"}, 0, labels, [])
    for finish in ("stop", "length"):
        label = extracted.label_in(question, Completion(reply, finish))
        if label is not None and label not in labels:
            raise Broken(f"the label {label!r}")
    for benchmark in BENCHMARKS[:1]:
        texts = ("a", "b", "c", "d")
        extracted.answers_of(benchmark, {"options": list(texts)})
        extracted.by_rule(reply, labels, texts)


def caption(text: str) -> None:
    (question,) = caption_judge.questions(["A red house."], [text])
    if not isinstance(question, Rejected):
        asked = question[0]["content"]
        asked.encode()
        _, heading, quoted = asked.partition("The other caption:\n")
        if not heading or any(not line.startswith("> ") for line in quoted.splitlines()):
            raise Broken("a caption leaves its quotation")
    read = caption_text.caption(text)
    read.encode()
    if not read.strip() or len(read) > caption_text.MAX_CAPTION:
        raise Broken(f"no caption: {read!r:.80}")


def shown(code: str) -> None:
    text = shown_code.shown(code)
    if OURS in text.lower():
        raise Broken(f"a word of the author's is shown: {text!r:.300}")
    if "```" in text:
        raise Broken("a program leaves its block")


def quality(code: str) -> None:
    embedded.refuse(code)
    document = svg.parse(code.strip())
    result = code_quality.quality(document, Rejected(Status.COMPILE_ERROR, "not asked"), 100)
    if not 0 <= result.score.value <= 1:
        raise Broken(f"the value {result.score.value!r}")
    if {id(unused) for unused in definitions.unused(document)} - {id(e) for e in definitions.definitions(document)}:
        raise Broken("something else than a definition is unused")
    precision.precision(document)


MARKS = seeds(
    *("It is well drawn.\nscore: 7", "**Score:** 7/10", "8", "<think>score: 1</think>score: 10", "> score = 3.5."),
    *("score: 11", "score: ten", '{"score": 10}', "# Score:\n5", "score: 1e1\nscore: 2"),
)
SCORED = words("score: Score = / 10 7 . ** ` > # _ - <think> </think> of out NaN inf １ ٣ ² e + <|channel|>")
CAPTIONS = seeds(
    *("**Caption:** A red house.", "“A house.”", "<think>what</think>\nA tree by a lake.", "I cannot describe this."),
    *("```svg\n<svg><g/></svg>\n```\nA drawing.", "Sure! Description: two dots", "The final caption: 'x'", "> A\n> B"),
)
TOLD = words(
    "Caption: Description: ``` ```svg <svg </svg> <think> </think> “ ” ' \" « » > score: The other caption: {0}"
)
SECRET = seeds(
    f'<svg viewBox="0 0 9 9"><title>{OURS}</title><!-- {OURS} --><g id="{OURS}" class="{OURS} b" data-a="{OURS}">'
    f'<text font-family="{OURS}">{OURS}<tspan>{OURS}</tspan></text><use href="#{OURS}"/><{OURS} a="b"/></g>'
    f"<style>/* {OURS} */ .{OURS} {{ fill: red; --{OURS}: '{OURS}' }}</style></svg>",
    f'<svg viewBox="0 0 9 9"><rect fill="url(#{OURS})" style="stroke:{OURS};filter:url(&quot;#{OURS}&quot;)" '
    f'transform="{OURS}(3)" width="1{OURS}"/><path d="M0 0 {OURS}"/></svg>',
)
WRITTEN = (*drawings.WORDS, *words(f'{OURS} "{OURS}" #{OURS} \\{OURS} {OURS}="1" ``` ``` /* */ url( &#122;qxjkvw'))

TARGETS = (
    Target("judge-reply", of_text(mark), MARKS, SCORED),
    Target("extraction-reply", of_text(letter), answers.CHOICES, answers.SPOKEN),
    Target("caption", of_text(caption), CAPTIONS, TOLD),
    Target("shown-code", of_text(shown), (*SECRET, *drawings.SEEDS), WRITTEN),
    Target("code-quality", of_text(quality), drawings.SEEDS, drawings.WORDS),
)
