"""Whether anything can be drawn from a completion, which is what resampling asks."""

import pytest

from sgpkit.benchmark import Completion
from sgpkit.families.ssvg_bench import compiling

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="3"/></svg>'
TIKZ = r"\begin{tikzpicture}\draw (0,0) -- (1,1);\end{tikzpicture}"
EPS = "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 moveto 9 9 lineto stroke\nshowpage\n"


def test_svg_must_be_read():
    completions = [Completion(text) for text in (f"So:\n```svg\n{SVG}\n```", SVG.replace("/>", ">"), "", "No.", SVG)]
    assert compiling.compiles([{}] * 5, completions, "svg") == [True, False, False, False, True]
    assert compiling.compiles([{}], [Completion(SVG[:30], finish_reason="length")], "svg") == [False]
    assert compiling.compiles([], [], "svg") == []


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("format", "right", "wrong"),
    [("tikz", TIKZ, TIKZ.replace("draw", "drow")), ("eps", EPS, EPS.replace("lineto", "linto"))],
)
def test_tikz_and_eps_must_compile(format, right, wrong):
    completions = [Completion(text) for text in (right, wrong, "nothing", right)]
    assert compiling.compiles([{}] * 4, completions, format) == [True, False, False, True]
