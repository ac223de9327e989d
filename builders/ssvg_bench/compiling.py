"""A check of whether completions draw anything at all, right or wrong, for `--resample` (the paper's appendix E.3)."""

from collections.abc import Sequence

from sgpkit import extract
from sgpkit.benchmark import Completion, Row
from sgpkit.graphics import eps, tex
from sgpkit.graphics.svg import document
from sgpkit.status import Rejected

COMPILERS = {"tikz": tex.convert_many, "eps": eps.convert_many}


def compiles(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[bool]:
    """One answer a completion. TikZ and EPS are compiled, all at once; SVG is read."""
    del rows  # what the row wants does not matter here
    answers = [
        extract.code_answer(completion.text, format, completion.finish_reason).value for completion in completions
    ]
    programs = [answer for answer in answers if answer is not None]
    if format in COMPILERS:
        outcomes = iter([not isinstance(outcome, Rejected) for outcome in COMPILERS[format](programs)])
    else:
        outcomes = iter([is_readable(program) for program in programs])
    return [answer is not None and next(outcomes) for answer in answers]


def is_readable(svg: str) -> bool:
    try:
        document.parse(svg)
    except Rejected:
        return False
    return True
