"""Completions: letters, numbers and programs out of prose; captions; what models' servers and workers say."""

import io
import tarfile

from sgpkit import extract
from sgpkit.engines.endpoint import replies
from sgpkit.extract import python_programs
from sgpkit.graphics.compiled import page
from sgpkit.graphics.turtle import plain
from sgpkit.graphics.turtle import report as turtle_report
from sgpkit.graphics.turtle.figure import Figure
from sgpkit.graphics.workers import sandbox
from sgpkit.graphics.workers.container_process import ContainerProcess, Samples
from sgpkit.metrics.code import tokens as code_tokens
from sgpkit.metrics.structure.recall import mentions
from sgpkit.status import Rejected
from tools.fuzz.target import Broken, Target, of_text, seeds, words

OPTIONS = ("a red circle", "blue", "3", "None of these (A or B)")
FORMATS = ("svg", "tikz", "eps", "dot")


def choose(text: str) -> None:
    for finish in ("stop", "length"):
        answer = extract.answer(text, OPTIONS, finish)
        if answer.value is not None and answer.value not in "ABCD":
            raise Broken(f"the letter {answer.value!r}")
        extract.number_answer(text, finish)
    mentions.read(text[:20_000])


def programs(text: str) -> None:
    for format in FORMATS:
        answer = extract.code_answer(text, format)
        if answer.value is not None and answer.value not in text:
            raise Broken(f"a {format} program that is not in the answer")
        if (
            format == "svg"
            and answer.value
            and answer.value.endswith("</svg>")
            and not extract.code(answer.value, format)
        ):
            raise Broken(f"a {format} program alone is not found again")
    python_programs.python_answer(text, "stop", ("turtle",))


def turtle_program(code: str) -> None:
    if plain.is_plain(code) and "__import__" in code.split():
        raise Broken("not plain at all")


def report(data: bytes) -> None:
    figure = turtle_report.figure(data)
    if not isinstance(figure, Figure):
        raise Broken("no figure")


def reply(data: bytes) -> None:
    replies.read(200, {}, data)
    replies.read(429, {"retry-after": data[:40].decode("latin-1")}, data)
    replies.room(data.decode("latin-1"))


def pages(data: bytes) -> None:
    page.words({page.WORDS: data})
    page.read("Page size: 100 x 200 pts\nPages: 1", {page.RESULT: data})


def brought_back(data: bytes) -> None:
    """Read the last report of a sandbox, which a program in it can forge."""
    files = sandbox._unpack(data, 4096)
    if sum(map(len, files.values())) > min(4096, len(data)):
        raise Broken("more comes back than was sent")
    for written in (data, b"mark " + data, b"mark t 1 2 0 o3:" + data, b"mark t 1 2 1 o3:4,w5:6,\nmark t " + data):
        box = ContainerProcess(sandbox.Limits(), None, None, "name", Samples(b"mark"), b"", 0)  # type: ignore[arg-type]
        half = len(written) // 2
        clean = box.errors(written[:half]) + box.errors(written[half:])
        if len(clean) + len(box.samples.rest) > len(written):
            raise Broken("more was written than came")
        box.outputs(clean, b"")


def archive() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as made:
        for name, data in (("./out.svg", b"<svg/>"), ("./" + "long/" * 30 + "a", b"b" * 600)):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            made.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


def tokens(code: str) -> None:
    for format in FORMATS:
        try:
            code_tokens.tokens(code, format)
        except Rejected:
            continue


CHOICES = seeds(
    *(
        "Answer: B",
        "The answer is (C) blue.",
        "<think>A</think>\n**Final answer:** $\\boxed{D}$",
        "A) red\nB) blue\n\nB",
    ),
    *("I would say option A, not B. Answer: A or B", "Answer: none", "So 3 circles; **Answer**: `2`", "Réponse : B"),
    *("答案:B", "Let me think: A? No. B? Yes.\nanswer is\nB"),
)
PROGRAMS = seeds(
    "Here:\n```svg\n<svg viewBox='0 0 1 1'><rect/></svg>\n```\nand ```xml\n<svg>",
    "<think><svg></svg></think><svg><g/></svg>",
    "```latex\n\\documentclass{standalone}\\begin{document}\\begin{tikzpicture}\\draw (0,0)--(1,1);\\end{tikzpicture}\n"
    "\\end{document}\n```",
    "%!PS-Adobe\n0 0 moveto 1 1 lineto stroke showpage\n%%EOF",
    'digraph G {\n a -> b [label="x"];\n}',
    "```python\nimport turtle\nt = turtle.Turtle()\nfor i in range(4):\n    t.forward(50)\n```\nDone.",
    "~~~\nimport turtle\n",
)
SPOKEN = words(
    """Answer: answer final (A) B. C) \\boxed{ } ** __ ` <think> </think> <answer> </answer> option is not or and none
    neither both $ \\text{ : = -> A B C D E correct therefore ``` ~~~ ```svg ```python <svg </svg> <svg/> %!PS %%EOF
    showpage digraph { } \\begin{tikzpicture} \\end{tikzpicture} \\end{document} import def for while <|channel|>"""
)
PYTHON = seeds(
    "import turtle\nt = turtle.Turtle()\nfor i in range(4):\n    t.forward(50)\n    t.left(90)\nturtle.done()",
    "from math import *\ndef f(x, *, y=1):\n    return [sin(z) for z in range(x) if z % 2] or lambda: y\n"
    "print(f'{f(3)!r}')",
)
REPORTS = seeds(
    '{"marks": [["line", [0, 0, 1, 1], "#000000", 1.0], ["dot", [1, 2], "#ff0000", 3, false], ["fill", [0,0,1,0,1,1], '
    '"#ffffff"], ["text", [1, 1], "#000000", "a", "left", "Arial", 8, "bold"]], "background": "#ffffff"}',
    '{"failure": ["timeout", "too long"]}',
)
REPLIES = seeds(
    '{"choices":[{"message":{"content":"B","reasoning_content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,'
    '"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":1}}}',
    '{"error":{"message":"maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the '
    'messages)","code":400,"type":"x"}}',
    '{"choices":[{"text":"A","finish_reason":"length"}]}',
)
PAGES = seeds(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="100" height="200" viewBox="0 0 100 200">'
    '<g id="glyph-0"><path d="M 0 0"/></g><path stroke-width="0.1" d="M1 1"/></svg>',
    '<word xMin="1.0" yMin="2" xMax="3" yMax="4">a&amp;b</word>',
)
CODES = seeds(
    "<svg><g id='a'/></svg>", "\\draw[red] (0,0) -- (1,1); % c", 'digraph { a -> "b" /* c */ [x=<b>] } # d', *("",)
)

TARGETS = (
    Target("extract-choice", of_text(choose), CHOICES, SPOKEN),
    Target("extract-code", of_text(programs), PROGRAMS, SPOKEN),
    Target(
        "turtle-plain",
        of_text(turtle_program),
        PYTHON,
        words("lambda __import__ getattr : \\ ( [ { not await yield match f'{ '''"),
    ),
    Target(
        "turtle-report",
        report,
        REPORTS,
        words('"marks" "failure" "background" [] {} null "line" "dot" "fill" "unsafe"'),
    ),
    Target(
        "endpoint-reply",
        reply,
        REPLIES,
        words('"choices" "message" "content" "usage" "error" null [] {} "refusal" "text"'),
    ),
    Target("sandbox-report", brought_back, (archive(), b"mark 0 0 5\n" + archive(), b"137 1 5\n"), words("mark 0 137")),
    Target("page", pages, PAGES, words("<svg </svg> <word /> viewBox= width= stroke-width=")),
    Target("code-tokens", of_text(tokens), CODES, words("/* */ <!-- --> % \\verb \\begin{ \" ' ` << $$ &#")),
)
