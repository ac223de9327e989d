"""`var()` is resolved as browsers do: inherited, overridden, with fallbacks, unset without a value."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import raster, svg
from sgpkit.graphics.svg import variables

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"{}>{}</svg>'
BOX = '<rect width="8" height="8" {}/>'

CASES = [
    ("", BOX.format('style="--c:red;fill:lime"'), "lime"),
    ("", "<style>rect { --c: red; fill: lime } * { --d: blue }</style>" + BOX.format(""), "lime"),
    ('style="--c: red"', BOX.format('fill="var(--c)"'), "red"),
    ('style="--c: red"', BOX.format('style="fill: var( --c )"'), "red"),
    ("", "<style>:root { --c: lime } rect { fill: var(--c) }</style>" + BOX.format(""), "lime"),
    ("", '<style>.a { --c: blue } rect { fill: var(--c, red) }</style><g class="a">' + BOX.format("") + "</g>", "blue"),
    ('style="--c:red"', '<g style="--c:lime">' + BOX.format('fill="var(--c)"') + "</g>", "lime"),
    ("", BOX.format('fill="var(--none, var(--neither, hsl(240, 100%, 50%)))"'), "blue"),
    ('style="--r: 255"', BOX.format('fill="rgb(var(--r), 0, 0)"'), "red"),
    ('style="--A: red; --a: lime"', BOX.format('fill="var(--A)"'), "red"),
    ('style="--a: var(--b); --b: var(--c); --c: blue"', BOX.format('fill="var(--a)"'), "blue"),
    ("", "<style>rect { --c: red } #x { --c: lime !important }</style>" + BOX.format('id="x" style="--c:blue;fill:var(--c)"'), "lime"),
    ('fill="lime"', BOX.format('fill="var(--none)"'), "lime"),
    ('fill="lime"', BOX.format('style="fill:red;fill:var(--none)"'), "lime"),
    ('fill="lime" style="--a: var(--b); --b: var(--a)"', BOX.format('fill="var(--a)"'), "lime"),
    ('style="--o: 0"', BOX.format('fill="lime"') + BOX.format('style="opacity:var(--o)"'), "lime"),
    ('style="--w: 8"', '<rect width="var(--w)" height="8" fill="red"/>', "red"),
    ('style="--u: url(#g)"', '<linearGradient id="g"><stop style="--s:blue;stop-color:var(--s)"/></linearGradient>' + BOX.format('style="fill:var(--u)"'), "blue"),
    ('style="--c: red"', "<!-- ä --><title>ä</title>" + BOX.format('class="ü" style="fill:var(--c)"'), "red"),
]  # fmt: skip
COLOURS = {"red": [255, 0, 0], "lime": [0, 255, 0], "blue": [0, 0, 255]}


@pytest.mark.parametrize(("root", "content", "colour"), CASES)
def test_painted_as_a_browser_does(root, content, colour):
    code = HEAD.format(f" {root}" if root else "", content)
    assert raster.paint(code, 8)[4, 4].tolist() == COLOURS[colour]
    plain = variables.resolve(code)
    assert not variables.has_variables(plain)
    (*_, shape) = [shape for shape in svg.shapes(plain) if shape.opacity > 0]
    if shape.fill and hasattr(shape.fill, "red"):
        assert [shape.fill.red, shape.fill.green, shape.fill.blue] == COLOURS[colour]


def test_a_drawing_without_references_is_returned_as_it_is():
    code = HEAD.format("", BOX.format('id="variable(x)"'))
    assert variables.resolve(code) is code


def test_values_that_double_at_each_step_are_unset():
    steps = ";".join(f"--a{k}: var(--a{k - 1}) var(--a{k - 1})" for k in range(1, 60))
    code = HEAD.format(f' fill="lime" style="--a0: red;{steps}"', BOX.format('fill="var(--a59)"'))
    assert raster.paint(code, 8)[4, 4].tolist() == COLOURS["lime"]
    assert np.array_equal(raster.paint(variables.resolve(code), 8), raster.paint(code, 8))


@given(st.text(alphabet="-vaVr(c:; !x\n\u017f", max_size=24))
def test_variables_are_noticed_wherever_a_slower_search_notices_them(text):
    declared = re.search(r"(?<![\w!-])--[\w-]+\s*:[^;{}]*;?", text)
    referred = re.search(r"(?<![\w-])var\(", text, re.IGNORECASE)
    assert variables.has_variables(text) == ("--" in text and bool(declared or referred))
    if declared:
        assert variables._DECLARATION.search(text)[0] == declared[0]
