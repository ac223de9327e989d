"""Correct programs that are placed between hostile ones, and their expected results."""

from collections.abc import Callable

from tests.hostile import page_cases

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
ASSERTED = {
    "svg": '{"objects": [{"color": "red", "kind": "circle"}], "labels": ["ZYX"], "spare": {"figures": 4}}',
    "dot": '{"labels": ["ZYX"], "graph": {"directed": true, "edges": [["ZYX", "WVU"], ["WVU", "TSR"]]}}',
}
SQUARE = "for i in range(4):\n    t.forward(90)\n    t.left(90)\n    t.forward(20)\n"
SQUARE_SQUARE = "for i in range(4):\n    t.forward(90)\n    t.left(90)\n"
SQUARE_PLOT = "import matplotlib.pyplot as plt\nplt.axis('off')\nplt.plot([0, 90, 90, 0, 0], [0, 0, 90, 90, 0], 'k')\n"
SQUARE_PICTURE = (
    "from PIL import Image, ImageDraw\nimg = Image.new('L', (99, 99), 255)\n"
    "ImageDraw.Draw(img).line([(5, 5), (95, 5), (95, 95), (5, 95), (5, 5)], fill=0)\n"
)
SQUARE_TIKZ = page_cases.tikz(r"\draw (0,0) rectangle (4,4);").replace(r"\draw (0,0) -- (1,1);", "")
SQUARE_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><path d="M5 5H90V90H5Z" fill="none" stroke="#000"/></svg>'
WASHER = (
    "SOL;Circle:(176,128,48);SOL;Circle:(176,128,20);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
)
OPTIONS = ["a circle", "a square", "a star", "a line"]
FENCED = "```python\nimport turtle\nt = turtle.Turtle()\n{}# {}\n```"


def good_svg(number: int) -> str:
    return ETHANOL.replace("</svg>", f"<!-- {number} --></svg>")


def commented(code: str, sign: str) -> Callable[[int], str]:
    return lambda number: f"{code}{sign} {number}\n"
