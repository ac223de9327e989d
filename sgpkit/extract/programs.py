"""A drawing's program out of a completion: from fenced blocks or prose, whole or cut off.

Every scan is linear in the text, since the text is a model's and may be long and odd on purpose.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sgpkit.extract.visible import MAX_LENGTH, REFUSAL, Answer, unreadable, without_thinking
from sgpkit.status import Rejected, Status


class Program(NamedTuple):
    text: str
    finished: bool


# How a program begins and ends in each format but SVG, whose tags nest. A TikZ program may lack its head, or even the
# picture around its commands, and is then put into one; EPS may leave its end mark out.
TIKZ_START = (
    r"\\documentclass|\\begin\{(?:tikzpicture|document)\}"
    r"|^[ \t]{0,40}\\(?:usepackage|usetikzlibrary|definecolor|colorlet|tikzset|pgfplotsset"
    r"|draw|fill|filldraw|path|node|coordinate|foreach)(?![A-Za-z])"
)
MARKS = {
    "tikz": (re.compile(TIKZ_START, re.MULTILINE), re.compile(r"\\end\{(?:document|tikzpicture)\}")),
    "eps": (re.compile(r"%!PS"), re.compile(r"%%EOF")),
    "dot": (re.compile(r"\b(?:strict\s{1,20})?(?:di)?graph\b[^{}\n]{0,200}(?:\r?\n[ \t]{0,20})?\{"), re.compile(r"\}")),
}
FORMATS = ("svg", *MARKS)

SHOWPAGE = re.compile(r"\bshowpage\b")

SVG_TAG = re.compile(r"<(/?)(?:[\w.-]{1,40}:)?svg(?=[\s/>])([^<>]*)>|<(?:[\w.-]{1,40}:)?svg(?=[\s/>])")


def code_answer(completion: object, format: str, finish_reason: str = "stop") -> Answer:
    """The program in a completion: its last one, since a model that works in steps writes the final version last.

    An unfinished program is handed on when it is all there is, and its format's reader says what is wrong with it;
    if the token limit cut it, it is `truncated`.
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; expected one of {', '.join(FORMATS)}")
    if not isinstance(completion, str) or len(completion) > MAX_LENGTH:
        return unreadable(completion)
    visible, open_thought = without_thinking(completion)
    found = last_program(visible, format)
    cut = finish_reason == "length"
    if found is not None and (found.finished or not cut):
        return Answer(found.text, Status.OK)
    if found is not None:
        return Answer(None, Status.TRUNCATED, "cut off by the token limit inside the program")
    if open_thought:
        return Answer(None, Status.TRUNCATED, "the thinking never ends")
    if cut:
        return Answer(None, Status.TRUNCATED, "cut off by the token limit before any program")
    if not visible.strip():
        reason = "no completion for this row in the replayed file" if finish_reason == "missing" else "empty answer"
        return Answer(None, Status.NO_ANSWER, reason)
    if REFUSAL.match(visible):
        return Answer(None, Status.REFUSED, f"refusal: {visible.strip()[:80]!r}")
    return Answer(None, Status.NO_ANSWER, f"no {format.upper()} program in the answer: {visible.strip()[:60]!r}")


def code(text: str, format: str) -> str | None:
    """The program in a completion, or None."""
    return code_answer(text, format).value


def require_code(completion: object, format: str, finish_reason: str = "stop") -> str:
    """The program in a completion; raises `Rejected` with the status that the row gets."""
    answer = code_answer(completion, format, finish_reason)
    if answer.value is None:
        raise Rejected(answer.status, answer.reason)
    return answer.value


def last_program(text: str, format: str) -> Program | None:
    """The last whole program, one in a fenced block before one in the prose; else the first unfinished one."""
    if text.startswith("<svg ") and text.endswith("</svg>") and text.count("<svg") == text.count("</svg") == 1:
        return Program(text, True) if format == "svg" else None  # nothing but a program
    find = svg_programs if format == "svg" else marked_programs
    for places in (list(fenced_blocks(text)), [text]):
        whole = [program for place in places for program in find(place, format) if program.finished]
        if whole:
            return whole[-1]
    unfinished = [program for place in (*fenced_blocks(text), text) for program in find(place, format)]
    return unfinished[0] if unfinished else None


def fenced_blocks(text: str) -> Iterator[str]:
    """The insides of Markdown code fences; the last one may lack its end."""
    fence = ""
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                yield "".join(lines)
                fence, lines = "", []
            else:
                lines.append(line)
        elif bare.startswith(("```", "~~~")):
            fence = bare[: len(bare) - len(bare.lstrip(bare[0]))]
    if fence:
        yield "".join(lines)


def svg_programs(text: str, format: str = "svg") -> Iterator[Program]:
    """Outermost `<svg>` elements with the XML prologue before them; the last one may lack its end.

    An `<svg>` that nothing closes, without attributes or another tag right after it, is prose about SVG.
    """
    opened: list[re.Match[str]] = []
    closed: list[tuple[int, int]] = []
    for tag in SVG_TAG.finditer(text):
        if not tag[1] and not (tag[2] or "").endswith("/"):
            opened.append(tag)
            continue
        if tag[1] and not opened:
            continue
        start = (opened.pop() if tag[1] else tag).start()
        while closed and closed[-1][0] > start:  # what lies inside this element is part of it
            closed.pop()
        closed.append((start, tag.end()))
    unfinished = next((tag.start() for tag in opened if begins_program(text, tag)), None)
    low = 0
    for start, end in closed:
        if unfinished is None or end <= unfinished:
            yield Program(text[prologue(text, low, start) : end], True)
            low = end
    if unfinished is not None:
        yield Program(text[prologue(text, low, unfinished) :].rstrip(), False)


def begins_program(text: str, tag: re.Match[str]) -> bool:
    return tag[2] is None or bool(tag[2].strip()) or text[tag.end() : tag.end() + 200].lstrip().startswith("<")


def prologue(text: str, low: int, svg: int) -> int:
    """Where the document that holds this `<svg` begins: at its XML declaration or DOCTYPE if it has one."""
    for opening in ("<?xml", "<!DOCTYPE"):
        begin = text.find(opening, low, svg)
        if begin >= 0:
            return begin
    return svg


def marked_programs(text: str, format: str) -> Iterator[Program]:
    """From the first start mark to the last end mark of a piece of text: these formats hold one program a piece."""
    start, end = MARKS[format]
    first = start.search(text)
    if first is None:
        return
    ends = list(end.finditer(text, first.end()))
    if ends:
        yield Program(text[first.start() : ends[-1].end()], True)
    else:
        rest = text[first.start() :].rstrip()
        yield Program(rest, format == "eps" and SHOWPAGE.search(rest) is not None)
