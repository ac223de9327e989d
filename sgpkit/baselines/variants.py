"""Answers that measure both errors of a metric: right ones in other forms, and wrong ones.

    right(benchmark)    answers that deserve the score of the reference
    wrong(benchmark)    answers that deserve nothing

A benchmark declares its own in `Evidence.right` and `Evidence.wrong`: the differences that its metric must ignore
(positions, shades, another library), and those that it must notice. Variants that follow from the answer format are
added here: letters in prose, programs in another notation, adversarial drawings. `sgpkit.quality.error_table` measures
them.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sgpkit.baselines import adversarial
from sgpkit.benchmark import Benchmark, Row, Variant, answer_labels

Change = Callable[[str], str]

PROSE = "with prose around"
ANOTHER = "another row's reference"


def right(benchmark: Benchmark) -> dict[str, Variant]:
    """Return the right answers to a benchmark by name, with its own ones last."""
    reference = benchmark.evidence.reference
    general: dict[str, Variant] = {}
    if benchmark.answer_format == "choice":
        general = {name: Variant(partial(lettered, reference, form)) for name, form in LETTERS.items()}
    elif adversarial.draws(benchmark):
        general = {PROSE: Variant(changed(reference, in_prose))}
    return general | dict(benchmark.evidence.right)


def wrong(benchmark: Benchmark) -> dict[str, Variant]:
    """Return the wrong answers to a benchmark by name, with its own ones last."""
    general: dict[str, Variant] = {}
    if benchmark.answer_format == "choice":
        general = {
            "all labels": Variant(partial(listed, benchmark), 0.0),
            "a condition": Variant(partial(conditional, benchmark), 0.0),
        }
    elif benchmark.scoring.score is not None:
        allowed = benchmark.evidence.adversarial.allowed
        drawn = adversarial.answers(benchmark)
        names = [name for name in drawn if not name.startswith(f"{adversarial.HIDDEN}-") and name not in allowed]
        general = {name: Variant(drawn[name], 0.1) for name in names}
    return general | dict(benchmark.evidence.wrong)


# --- answers by label -------------------------------------------------------------------------------------------------

LETTERS: Mapping[str, str] = {
    "the label alone": "{0}",
    "in a sentence": "The answer is {0}.",
    "boxed": "So \\boxed{{{0}}}.",
    "in JSON": '{{"answer": "{0}"}}',
    "in bold after prose": "Look at the path.\n\n**Answer: {0}**",
}


def lettered(reference: Callable[[Row], str], form: str, rows: Sequence[Row]) -> list[str]:
    """Answer with the label of each reference in another form."""
    return [form.format(reference(row).rpartition(":")[2].strip()) for row in rows]


def listed(benchmark: Benchmark, rows: Sequence[Row]) -> list[str]:
    """Answer with all labels."""
    return [json.dumps({"answer": list(answer_labels(benchmark, row))}) for row in rows]


def conditional(benchmark: Benchmark, rows: Sequence[Row]) -> list[str]:
    """Answer with two labels under a condition."""
    pairs = [answer_labels(benchmark, row)[:2] for row in rows]
    return [f"If it is closed, the answer is {one}; otherwise, the answer is {other}." for one, other in pairs]


# --- programs ---------------------------------------------------------------------------------------------------------


def changed(reference: Callable[[Row], str], change: Change) -> Callable[[Sequence[Row]], list[str]]:
    """Return a function that answers with the references after a change."""
    return lambda rows: [change(reference(row)) for row in rows]


def another(reference: Callable[[Row], str]) -> Callable[[Sequence[Row]], list[str]]:
    """Return a function that answers with the next rows' references."""
    return lambda rows: [reference(row) for row in (*rows[1:], *rows[:1])]


def in_prose(code: str) -> str:
    """Return a reply with a program in a block; a reference that is already a reply gets a sentence before it."""
    if "```" in code:
        return f"Here is the program:\n\n{code}"
    return f"Here is the program:\n\n```\n{code}\n```\n\nIt draws what was asked for."


SVG = re.compile(r"(<svg\b[^>]*>)(.*)(</svg>\s*)$", re.DOTALL)
VIEW_BOX = re.compile(r"viewBox=[\"']([-\d.\s,e]+)[\"']")
COLOR = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})\b")
ELEMENT = re.compile(r"<(?:path|rect|circle|ellipse|line|polyline|polygon)\b[^>]*/>")


def grouped(code: str) -> str:
    """Return an SVG program with everything in two groups, whose transforms cancel out."""
    return SVG.sub(r'\1<g transform="translate(3 -2)"><g transform="translate(-3 2)">\2</g></g>\3', code)


def moved(code: str, share: float = 0.01) -> str:
    """Return an SVG program with everything moved by a share of the page's width."""
    box = VIEW_BOX.search(code)
    step = share * (float(re.split(r"[\s,]+", box[1].strip())[2]) if box else 100.0)
    return SVG.sub(rf'\1<g transform="translate({step:.3f} {step:.3f})">\2</g>\3', code)


def recolored(code: str) -> str:
    """Return a program with the channels of its colors in another order."""
    return COLOR.sub(lambda match: f"#{match[3]}{match[1]}{match[2]}", code)


def halved(code: str) -> str:
    """Return an SVG program without every second shape, including the last one, since added shapes come last."""
    left = iter(range(len(ELEMENT.findall(code)), 0, -1))
    return ELEMENT.sub(lambda match: "" if next(left) % 2 else match[0], code)


REWRITTEN: Mapping[str, Change] = {
    "svg": grouped,
    "tikz": lambda code: code.replace(
        "\\end{tikzpicture}", "% nothing\n\\begin{scope}\n\\end{scope}\n\\end{tikzpicture}"
    ),
    "eps": lambda code: re.sub(r"\nshowpage", "\ngsave % nothing\ngrestore\nshowpage", code),
    "dot": lambda code: code.replace("{", "{ // a graph\n", 1),
    "turtle": lambda code: f"# a figure\n{code}\nfinished = True\n",
}
"""By answer format: changes of a program that do not change its drawing."""


def rewritten(format: str, reference: Callable[[Row], str]) -> dict[str, Variant]:
    """Return the references in another notation, in the form of `Evidence.right`."""
    return {"in another notation": Variant(changed(reference, REWRITTEN[format]))}


def nearly_in_place(format: str, reference: Callable[[Row], str], limit: float = 1.0) -> dict[str, Variant]:
    """Return the references moved by half a percent, for SVG; none for other formats."""
    return (
        {"moved by 0.5 %": Variant(changed(reference, partial(moved, share=0.005)), limit)} if format == "svg" else {}
    )


def damaged(format: str, reference: Callable[[Row], str], limit: float = 0.1) -> dict[str, Variant]:
    """Return the references without every second shape, for SVG; none for other formats."""
    return {"without every second shape": Variant(changed(reference, halved), limit)} if format == "svg" else {}


def of_another_row(reference: Callable[[Row], str], limit: float = 0.1) -> dict[str, Variant]:
    """Return other rows' references, in the form of `Evidence.wrong`."""
    return {ANOTHER: Variant(another(reference), limit)}
