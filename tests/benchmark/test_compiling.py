"""Tests of compiling, which decides whether a completion is asked again."""

import pytest

from sgpkit.benchmark import Completion, families

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="3"/></svg>'
TIKZ = r"\begin{tikzpicture}\draw (0,0) -- (1,1);\end{tikzpicture}"
EPS = "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 moveto 9 9 lineto stroke\nshowpage\n"


def test_svg_must_be_read():
    completions = [Completion(text) for text in (f"So:\n```svg\n{SVG}\n```", SVG.replace("/>", ">"), "", "No.", SVG)]
    benchmark = families.get("ssvg-geometry-svg")
    assert benchmark.compiles(completions) == [True, False, False, False, True]
    assert benchmark.compiles([Completion(SVG[:30], finish_reason="length")]) == [False]
    assert benchmark.compiles([]) == []


def test_drawings_that_are_scored_can_be_tried():
    assert families.get("vgen-tikz").can_compile and families.get("vectorgym-edit").can_compile
    assert not families.get("sgp-svg").can_compile, "letters are not drawings"
    assert not families.get("sgp-rev-sit-10k").can_compile, "it is never scored"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("format", "right", "wrong"),
    [("tikz", TIKZ, TIKZ.replace("draw", "drow")), ("eps", EPS, EPS.replace("lineto", "linto"))],
)
def test_tikz_and_eps_must_compile(format, right, wrong):
    completions = [Completion(text) for text in (right, wrong, "nothing", right)]
    assert families.get(f"ssvg-geometry-{format}").compiles(completions) == [True, False, False, True]
