"""Every metric that reads what a model wrote, by the format that it reads: what it is given, and what is right for it.

A metric that is not here yet (its module is missing) is left out.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sgpkit import extract
from sgpkit.graphics import cad, dot, raster, turtle
from sgpkit.graphics.modelling import solid
from sgpkit.metrics import (
    answer_consistency,
    answer_entropy,
    choice_accuracy,
    code_similarity,
    letters,
    ssvg_structure,
    structural_recall,
    turtle_match,
)
from sgpkit.metrics.verdict import Verdict, judged
from sgpkit.status import Rejected, Status
from tests.hostile import answer_cases, page_cases, python_cases, shape_cases, svg_cases
from tests.hostile.case import Case


@dataclass(frozen=True)
class Door:
    """`good` gives programs that are right, any number of them and no two alike. `reads` says what is made of a
    hostile one: "drawing" opens it, and gives it nothing; "picture" opens it, and compares what it shows by degrees;
    "text" only reads it, and may find it like anything."""

    name: str
    format: str
    cases: Sequence[Case]
    good: Callable[[int], str]
    score: Callable[[Sequence[str]], Sequence[Verdict]]
    reads: str = "drawing"
    distinct: int = 40
    """So many of the good ones are not alike: fewer where each is compiled."""

    def neighbour(self, place: int, places: int) -> str:
        return self.good(place * min(self.distinct, places) // places)


ETHANOL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
<line x1="10" y1="10" x2="20" y2="10" stroke="black"/><line x1="20" y1="10" x2="30" y2="10" stroke="black"/>
<circle cx="10" cy="10" r="2" fill="#274A4A"/><circle cx="20" cy="10" r="2" fill="#274A4A"/>
<circle cx="30" cy="10" r="2" fill="#FF0000"/><text x="1" y="5">ZYX</text></svg>"""
TIKZ_ETHANOL = page_cases.tikz(
    r"""\definecolor{c}{HTML}{274A4A}\definecolor{o}{HTML}{FF0000}
\draw (0,0) -- (2,0) -- (4,0);\fill[c] (0,0) circle (.3);\fill[c] (2,0) circle (.3);\fill[o] (4,0) circle (.3);
\node at (2,1) {ZYX};"""
).replace(r"\draw (0,0) -- (1,1);", "")
EPS_ETHANOL = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 40 20
10 10 moveto 20 10 lineto stroke 20 10 moveto 30 10 lineto stroke
0.153 0.29 0.29 setrgbcolor 10 10 2 0 360 arc fill 20 10 2 0 360 arc fill 1 0 0 setrgbcolor 30 10 2 0 360 arc fill
showpage
"""
TRIANGLE = {
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300"><path d="M20 20H270L100 250Z" fill="none" stroke="#000"/><circle class="output_object" cx="150" cy="150" r="120" fill="none" stroke="#000"/></svg>',
    "tikz": page_cases.tikz(r"\draw (0,0) -- (8,0) -- (3,7) -- cycle;\draw[red] (4,4) circle (3);").replace(
        r"\draw (0,0) -- (1,1);", ""
    ),
    "eps": "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 300\n20 20 moveto 270 20 lineto 100 250 lineto closepath "
    "stroke 1 0 0 setrgbcolor 270 150 moveto 150 150 120 0 360 arc stroke\nshowpage\n",
}
GRAPH = 'digraph { ZYX [color="#FF0000"]; ZYX -> WVU; WVU -> TSR }'
CAPTIONS = {
    "svg": 'Something dark teal and something red with the label "ZYX".',
    "tikz": 'Something dark teal and something red with the label "ZYX".',
    "dot": 'A graph of the nodes "ZYX", "WVU" and "TSR"; the first is red.',
}
SQUARE = "for i in range(4):\n    t.forward(90)\n    t.left(90)\n    t.forward(20)\n"
SQUARE_PLOT = "import matplotlib.pyplot as plt\nplt.axis('off')\nplt.plot([0, 90, 90, 0, 0], [0, 0, 90, 90, 0], 'k')\n"
SQUARE_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><path d="M5 5H90V90H5Z" fill="none" stroke="#000"/></svg>'
WASHER = (
    "SOL;Circle:(176,128,48);SOL;Circle:(176,128,20);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
)
OPTIONS = ["a circle", "a square", "a star", "a line"]
FENCED = "```python\nimport turtle\nt = turtle.Turtle()\n{}# {}\n```"


def close() -> None:
    """Ends the processes that stay for the next program."""
    for service in (turtle, dot, raster, solid):
        service.close()


def structure(task: str, format: str, code: str) -> Callable[[Sequence[str]], Sequence[Verdict]]:
    return lambda texts: ssvg_structure.score(texts, [code] * len(texts), task, format)


def similarity(format: str, code: str) -> Callable[[Sequence[str]], Sequence[Verdict]]:
    return lambda texts: code_similarity.score(texts, [code] * len(texts), format, corpus=[code]).verdicts


def recall(format: str) -> Callable[[Sequence[str]], Sequence[Verdict]]:
    return lambda texts: structural_recall.score(texts, [CAPTIONS[format]] * len(texts), format)


def matched(reference: str, setting: str) -> Callable[[Sequence[str]], Sequence[Verdict]]:
    return lambda texts: turtle_match.score(texts, [reference] * len(texts), setting)


def painted(renderer: str) -> Callable[[Sequence[str]], Sequence[Verdict]]:
    """What the report does: a picture, or why there is none. Only the expected one counts."""

    def score(texts: Sequence[str]) -> list[Verdict]:
        wanted = raster.render(ETHANOL, 64, renderer=renderer)
        programs = [extract.code_answer(text, "svg", "stop") for text in texts]
        codes = [program.value for program in programs if program.value is not None]
        pictures = iter(raster.render_many(codes, 64, renderer=renderer))
        verdicts = []
        for program in programs:
            if program.value is None:
                verdicts.append(Verdict(0.0, program.status, program.reason))
                continue
            picture = next(pictures)
            if isinstance(picture, Rejected):
                verdicts.append(Verdict(0.0, picture.status, picture.reason))
            else:
                verdicts.append(Verdict(float(np.array_equal(picture, wanted)), Status.OK, "painted"))
        return verdicts

    return score


def solids(texts: Sequence[str]) -> list[Verdict]:
    """What a grader of CAD programs does: reads, builds, and looks at the solid."""

    def one(text: str) -> Verdict:
        facts = cad.parse(text, "deepcad").solid().facts
        return Verdict(float(len(facts.holes) == 1), Status.OK, f"{len(facts.holes)} holes")

    return [judged(lambda: one(text)) for text in texts]  # noqa: B023  # called at once


def choices(texts: Sequence[str]) -> list[Verdict]:
    return choice_accuracy.score(texts, ["B"] * len(texts), [OPTIONS] * len(texts))


def consistency(texts: Sequence[str]) -> list[Verdict]:
    """Each of the hostile ones has a group of its own, with two good ones."""
    answers = letters.read(
        [each for text in texts for each in (text, "Answer: B", "Answer: B")], [OPTIONS] * 3 * len(texts)
    )
    verdicts = answer_consistency.score(answers, [place // 3 for place in range(len(answers))])
    return [Verdict(each.parts["strict"], each.status, each.reason, each.parts) for each in verdicts[::3]]


def entropy(texts: Sequence[str]) -> list[Verdict]:
    answers = letters.read(
        [each for text in texts for each in (text, "Answer: B", "Answer: B")], [OPTIONS] * 3 * len(texts)
    )
    return list(answer_entropy.score(answers, [place // 3 for place in range(len(answers))])[::3])


def later() -> Iterator[Door]:
    """Metrics that came after this file."""
    if importlib.util.find_spec("sgpkit.metrics.svg_similarity"):
        similar = importlib.import_module("sgpkit.metrics.svg_similarity")
        yield Door(
            "svg_similarity",
            "svg",
            svg_cases.CASES,
            good_svg,
            lambda texts: similar.score(texts, [ETHANOL] * len(texts), 64),
            "picture",
        )
    if importlib.util.find_spec("sgpkit.metrics.svg_validity"):
        valid = importlib.import_module("sgpkit.metrics.svg_validity")
        yield Door(
            "svg_validity",
            "svg",
            svg_cases.CASES,
            good_svg,
            lambda texts: [each.verdict for each in valid.score(texts)],
            "validity",
        )


def good_svg(number: int) -> str:
    return ETHANOL.replace("</svg>", f"<!-- {number} --></svg>")


def commented(code: str, sign: str) -> Callable[[int], str]:
    return lambda number: f"{code}{sign} {number}\n"


def doors() -> list[Door]:
    svg, molecules = svg_cases.CASES, shape_cases.MOLECULES
    triangle = TRIANGLE["svg"]
    tikz, eps, graphs = page_cases.TIKZ, page_cases.EPS, page_cases.GRAPHVIZ
    few = {"distinct": 3}
    return [
        Door("molecule svg", "svg", (*svg, *molecules), good_svg, structure("molecule", "svg", ETHANOL)),
        Door(
            "geometry svg", "svg", (*svg, *molecules), commented(triangle, "\n"), structure("geometry", "svg", triangle)
        ),
        Door("code_similarity svg", "svg", svg, good_svg, similarity("svg", ETHANOL), "text"),
        Door("structural_recall svg", "svg", svg, good_svg, recall("svg"), "picture"),
        Door("turtle_match svg", "svg", svg, commented(SQUARE_SVG, "\n"), matched(SQUARE_SQUARE, "any-language")),
        Door("painted by cairo", "svg", svg, good_svg, painted("cairo")),
        Door("painted by resvg", "svg", svg, good_svg, painted("resvg")),
        Door(
            "molecule tikz",
            "tikz",
            tikz,
            commented(TIKZ_ETHANOL, "%"),
            structure("molecule", "tikz", TIKZ_ETHANOL),
            **few,
        ),
        Door(
            "geometry tikz",
            "tikz",
            tikz,
            commented(TRIANGLE["tikz"], "%"),
            structure("geometry", "tikz", TRIANGLE["tikz"]),
            **few,
        ),
        Door(
            "code_similarity tikz", "tikz", tikz, commented(TIKZ_ETHANOL, "%"), similarity("tikz", TIKZ_ETHANOL), "text"
        ),
        Door("structural_recall tikz", "tikz", tikz, commented(TIKZ_ETHANOL, "%"), recall("tikz"), "picture", **few),
        Door("molecule eps", "eps", eps, commented(EPS_ETHANOL, "%"), structure("molecule", "eps", EPS_ETHANOL), **few),
        Door(
            "geometry eps",
            "eps",
            eps,
            commented(TRIANGLE["eps"], "%"),
            structure("geometry", "eps", TRIANGLE["eps"]),
            **few,
        ),
        Door("code_similarity eps", "eps", eps, commented(EPS_ETHANOL, "%"), similarity("eps", EPS_ETHANOL), "text"),
        Door("structural_recall dot", "dot", graphs, commented(GRAPH, "//"), recall("dot"), "picture", 20),
        Door("code_similarity dot", "dot", graphs, commented(GRAPH, "//"), similarity("dot", GRAPH), "text"),
        Door(
            "turtle_match",
            "turtle",
            python_cases.TURTLES,
            lambda number: FENCED.format(SQUARE, number),
            matched(SQUARE, "turtle"),
        ),
        Door(
            "turtle_match matplotlib",
            "matplotlib",
            python_cases.PLOTS,
            lambda number: f"```python\n{SQUARE_PLOT}# {number}\n```",
            matched(SQUARE_SQUARE, "any-language"),
            **few,
        ),
        Door("solids", "cad", shape_cases.CAD, lambda number: WASHER + " " * number, solids, distinct=5),
        Door("choice_accuracy", "answer", answer_cases.CASES, lambda number: f"{number}.\nAnswer: B", choices),
        Door("answer_consistency", "answer", answer_cases.CASES, lambda number: f"{number}.\nAnswer: B", consistency),
        Door("answer_entropy", "answer", answer_cases.CASES, lambda number: f"{number}.\nAnswer: B", entropy),
        *later(),
    ]


SQUARE_SQUARE = "for i in range(4):\n    t.forward(90)\n    t.left(90)\n"
