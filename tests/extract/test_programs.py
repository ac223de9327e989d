"""Programs in completions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import extract
from sgpkit.graphics import formats
from sgpkit.status import Rejected, Status

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><g><circle r="2"/></g></svg>'
OTHER = '<svg viewBox="0 0 1 1"><rect/></svg>'
PROLOGUE = '<?xml version="1.0"?>\n<!DOCTYPE svg>\n'

FOUND = {
    "bare": (DRAWING, DRAWING),
    "fenced": (f"Here it is:\n```svg\n{DRAWING}\n```\nDone.", DRAWING),
    "fenced without language": (f"```\n{DRAWING}\n```", DRAWING),
    "tildes": (f"~~~xml\n{DRAWING}\n~~~", DRAWING),
    "longer fence": (f"````md\n```\n{DRAWING}\n```\n````", DRAWING),
    "unclosed fence": (f"```svg\n{DRAWING}", DRAWING),
    "the last of two blocks": (f"```svg\n{OTHER}\n```\nBetter:\n```svg\n{DRAWING}\n```", DRAWING),
    "a block before prose": (f"```svg\n{DRAWING}\n```\nUnlike {OTHER} it has a circle.", DRAWING),
    "the last of two in prose": (f"{OTHER} or rather {DRAWING}", DRAWING),
    "with its prologue": (f"Sure.\n{PROLOGUE}{DRAWING}", PROLOGUE + DRAWING),
    "nested": ("<svg id='a'><svg/><svg></svg></svg>", "<svg id='a'><svg/><svg></svg></svg>"),
    "namespace prefix": ("<s:svg xmlns:s='x'><s:g/></s:svg>", "<s:svg xmlns:s='x'><s:g/></s:svg>"),
    "empty element": ("the <svg/> there", "<svg/>"),
    "the tag named in prose": (f"The <svg> element:\n{DRAWING}", DRAWING),
    "after the thinking": (f"<think>maybe {OTHER}</think>\n{DRAWING}", DRAWING),
    "thinking opened by the template": (f"maybe {OTHER}\n</think>\n{DRAWING}", DRAWING),
    "two thoughts": (f"<think>a</think>{OTHER}<thinking>b</thinking>{DRAWING}", DRAWING),
    "unfinished, handed on": ("```svg\n<svg viewBox='0 0 1 1'><circle", "<svg viewBox='0 0 1 1'><circle"),
    "whole one before an unfinished one": (f"{DRAWING}\n<svg a='1'><g>", DRAWING),
}


@pytest.mark.parametrize(("completion", "program"), FOUND.values(), ids=FOUND)
def test_code_finds_the_program(completion, program):
    assert extract.code(completion, "svg") == program


MISSING = {
    "nothing": ("", "stop", Status.NO_ANSWER),
    "white space": (" \n", "stop", Status.NO_ANSWER),
    "prose": ("A circle of radius two.", "stop", Status.NO_ANSWER),
    "another format": ("\\begin{tikzpicture}\\end{tikzpicture}", "stop", Status.NO_ANSWER),
    "only a closing tag": ("</svg>", "stop", Status.NO_ANSWER),
    "only in the thinking": (f"<think>{DRAWING}</think> That is all.", "stop", Status.NO_ANSWER),
    "thinking that never ends": (f"<think>{DRAWING}", "stop", Status.TRUNCATED),
    "cut before": ("First I list the atoms", "length", Status.TRUNCATED),
    "cut inside": ("<svg viewBox='0 0 1 1'><circle", "length", Status.TRUNCATED),
    "refusal": ("I'm sorry, but I can't draw that.", "stop", Status.REFUSED),
    "refusal with a curly apostrophe": ("I can’t help with this.", "stop", Status.REFUSED),
    "enormous": ("<svg>" + "x" * extract.MAX_LENGTH, "stop", Status.TOO_LARGE),
    "none": (None, "stop", Status.NO_ANSWER),
    "a number": (7, "stop", Status.NO_ANSWER),
    "a list": ([], "stop", Status.NO_ANSWER),
}


@pytest.mark.parametrize(("completion", "finish", "status"), MISSING.values(), ids=MISSING)
def test_what_is_missing_has_a_status_and_a_reason(completion, finish, status):
    answer = extract.code_answer(completion, "svg", finish)
    assert (answer.value, answer.status) == (None, status)
    assert answer.reason
    with pytest.raises(Rejected) as raised:
        extract.require_code(completion, "svg", finish)
    assert (raised.value.status, raised.value.reason) == (status, answer.reason)


@pytest.mark.parametrize(
    ("format", "completion", "program"),
    [
        ("tikz", "```latex\n\\begin{tikzpicture}\\draw (0,0);\\end{tikzpicture}\n```", "\\begin{tikzpicture}\\draw (0,0);\\end{tikzpicture}"),
        ("tikz", "\\documentclass{a}\\begin{tikzpicture}\\end{tikzpicture}\\end{document} ok", "\\documentclass{a}\\begin{tikzpicture}\\end{tikzpicture}\\end{document}"),
        ("tikz", "```\n\\definecolor{C}{HTML}{274A4A}\n\\begin{tikzpicture}\\end{tikzpicture}\n```", "\\definecolor{C}{HTML}{274A4A}\n\\begin{tikzpicture}\\end{tikzpicture}"),
        ("tikz", "With `\\draw` it is:\n```latex\n\\draw (0,0) -- (1,1);\n```\nDone.", "\\draw (0,0) -- (1,1);"),
        ("eps", "```\n%!PS-Adobe-3.0 EPSF-3.0\nshowpage\n```", "%!PS-Adobe-3.0 EPSF-3.0\nshowpage"),
        ("eps", "It is:\n%!PS-Adobe-3.0 EPSF-3.0\nshowpage\n%%EOF\nHope this helps!", "%!PS-Adobe-3.0 EPSF-3.0\nshowpage\n%%EOF"),
        ("dot", "Here: digraph G { a -> b } Enjoy.", "digraph G { a -> b }"),
        ("dot", "Here you are:\n\nstrict graph\n{\n a -- b\n}\nEnjoy.", "strict graph\n{\n a -- b\n}"),
        ("dot", 'digraph "a = b" { a }', 'digraph "a = b" { a }'),
        ("dot", "```python\ndef draw():\n    graph = {}\n    return {1: graph}\n```", None),
        ("dot", "```dot\nstrict graph {\n a -- {b c}\n}\n```", "strict graph {\n a -- {b c}\n}"),
    ],
)  # fmt: skip
def test_code_of_the_other_formats(format, completion, program):
    assert extract.code(completion, format) == program


def test_an_unknown_format_is_the_callers_mistake():
    with pytest.raises(ValueError, match="expected one of svg"):
        extract.code(DRAWING, "gif")


@given(st.text(alphabet="<>/svgthink \n`~?!-", max_size=300), st.sampled_from(["svg", "tikz", "eps", "dot"]))
def test_any_text_gets_an_answer_or_a_reason(text, format):
    answer = extract.code_answer(text, format)
    assert (answer.value is None) == (answer.status is not Status.OK) == bool(answer.reason)
    assert answer.value is None or answer.value in text


@given(
    st.text(alphabet=st.characters(exclude_characters="<>`~")),
    st.text(alphabet=st.characters(exclude_characters="<>`~")),
)
def test_prose_around_a_program_changes_nothing(before, after):
    assert extract.code(f"{before}{DRAWING}{after}", "svg") == DRAWING


@pytest.mark.parametrize(
    ("format", "start", "whole"),
    [
        ("eps", "%!PS-Adobe-3.0 EPSF-3.0\n0 0 moveto 9 9 line", "%!PS-Adobe-3.0 EPSF-3.0\nshowpage"),
        ("tikz", "\\begin{tikzpicture}\n\\draw (0,0) -- (1", "\\begin{tikzpicture}\\end{tikzpicture}"),
    ],
)
def test_a_program_cut_by_the_token_limit_is_told_from_a_whole_one(format, start, whole):
    assert extract.code_answer(start, format, "length").status is Status.TRUNCATED
    assert extract.code_answer(start, format, "stop").value == start
    assert extract.code_answer(whole, format, "length").value == whole


def test_a_block_that_is_closed_was_not_cut_off_inside_the_program():
    block = "```\n\\begin{tikzpicture}\n\\endtikzpicture\n```"
    assert extract.code_answer(f"{block}\nThe picture has", "tikz", "length").status is Status.OK
    assert extract.code_answer(block.removesuffix("\n```"), "tikz", "length").status is Status.TRUNCATED


TWO_DRAWINGS = {
    "svg": ('<svg><text y="9">one</text></svg>', '<svg><text y="9">two</text></svg>'),
    "tikz": (
        "\\begin{tikzpicture}\\node{one};\\end{tikzpicture}",
        "\\begin{tikzpicture}\\node{two};\\end{tikzpicture}",
    ),
    "eps": (
        "%!PS\n/Courier findfont 9 scalefont setfont 9 9 moveto (one) show showpage\n%%EOF",
        "%!PS\n/Courier findfont 9 scalefont setfont 9 9 moveto (two) show showpage\n%%EOF",
    ),
    "dot": ("graph { one }", "graph { two }"),
}


@pytest.mark.parametrize("format", TWO_DRAWINGS)
def test_of_two_blocks_with_drawings_the_last_counts(format):
    fence = formats.get(format).fences[0]
    first, second = TWO_DRAWINGS[format]
    answer = extract.code(f"```{fence}\n{first}\n```\nBetter:\n```{fence}\n{second}\n```", format)
    assert "two" in answer
    assert "one" not in answer


@pytest.mark.sandbox
@pytest.mark.parametrize("format", ["tikz", "dot", "eps"])
def test_of_two_drawings_in_one_program_the_last_counts(format):
    first, second = TWO_DRAWINGS[format]
    separate = "\\clearpage" if format == "tikz" else ""
    code = extract.code(f"```\n{first}\n{separate}\n{second}\n```", format)
    (converted,) = formats.get(format).convert_many([code])
    assert converted.pages == 2
    if format == "dot":
        assert ">two<" in converted.svg
        assert ">one<" not in converted.svg
    elif format == "tikz":
        assert [word.text for word in converted.words] == ["two"]
