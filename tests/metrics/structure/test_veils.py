"""Translucent areas as large as the page: paper behind everything if opaque or white, else a veil that hides or a
stray, in each metric that knows paper."""

import pytest

from sgpkit.metrics.pictures import svg_edit
from sgpkit.metrics.structure import geometry, molecule_structure, scene_match, turtle

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">'
CONSTRUCTION = HEAD + (
    '<path d="M40 160H160V40Z" fill="none" stroke="black"/>'
    '<line class="output_object" x1="100" y1="100" x2="160" y2="160" stroke="red"/></svg>'
)
MOLECULE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
    '<line x1="10" y1="10" x2="20" y2="10" stroke="black"/><line x1="20" y1="10" x2="20" y2="20" stroke="black"/>'
    '<circle cx="10" cy="10" r="1.5" fill="#264A4A"/><circle cx="20" cy="10" r="1.5" fill="#264A4A"/>'
    '<circle cx="20" cy="20" r="1.5" fill="#FF0D0D"/></svg>'
)
SCENE = HEAD + (
    '<rect x="20" y="120" width="60" height="60" fill="#ff0000"/><circle cx="150" cy="50" r="30" fill="#0000ff"/></svg>'
)
ASSERTED = '{"objects": [{"color": "red", "kind": "rectangle"}, {"color": "blue", "kind": "circle"}]}'

TIKZ = "\\begin{tikzpicture}[x=1bp,y=1bp]\\draw (40,40) -- (160,40) -- (160,160) -- cycle;\\draw[red] (100,100) -- (160,40);%s\\end{tikzpicture}"
EPS = "%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 200 200\n40 40 moveto 160 40 lineto 160 160 lineto closepath stroke\n1 0 0 setrgbcolor 100 100 moveto 160 40 lineto stroke\n%sshowpage\n%%%%EOF\n"

RECT = '<rect x="-9" y="-9" width="999" height="999" {}/>'
VEILS = {
    "white": RECT.format('fill="#fff" opacity=".5"'),
    "nearly opaque": RECT.format('fill="#fff" opacity=".9"'),
    "black": RECT.format('fill-opacity=".5"'),
    "red": RECT.format('fill="red" opacity=".3"'),
    "far": RECT.format('fill="#888" opacity=".5"').replace("-9", "-90000").replace("999", "990000"),
    "path": '<path d="M-9-9H999V999H-9Z" fill="#777" opacity=".5"/>',
    "circle": '<circle cx="100" cy="100" r="999" fill="#777" opacity=".5"/>',
    "broad line": '<path d="M-999 100H999" stroke="#777" stroke-width="999" stroke-opacity=".5"/>',
    "group": '<g opacity=".5">' + RECT.format('fill="#777"') + "</g>",
    "gradient": '<linearGradient id="v"><stop stop-color="#777" stop-opacity=".5"/></linearGradient>'
    + RECT.format('fill="url(#v)"'),
    "alpha in the color": RECT.format('fill="#fffc"'),
    "rgba": RECT.format('fill="rgba(90,90,90,.5)"'),
    "next to what readers take differently": RECT.format('fill="#fff" opacity=".5"')
    + '<path d="M3 3H4" stroke="none" pathLength="9"/>',
    "filtered": '<filter id="b"><feGaussianBlur stdDeviation="1"/></filter>'
    + RECT.format('fill="#fff" opacity=".5" filter="url(#b)"'),
    "twice": RECT.format('fill="#888" opacity=".5"') + RECT.format('fill="#222" opacity=".5"'),
}
PAPER = {
    "white": RECT.format('fill="#fff"'),
    "gray": RECT.format('fill="#eee"'),
    "translucent white": RECT.format('fill="#fff" opacity=".5"'),
    "opaque with alpha in the color": RECT.format('fill="#ffff"'),
    "two sheets": RECT.format('fill="#ddd"') + RECT.format('fill="#fff"'),
}


def over(code, part):
    return code.replace("</svg>", part + "</svg>")


def behind(code, part):
    return code.replace(">", ">" + part, 1)


@pytest.mark.parametrize("veil", VEILS)
def test_constructions_under_a_veil_are_not_drawn(veil):
    (result,) = geometry.score([over(CONSTRUCTION, VEILS[veil])], [CONSTRUCTION])
    assert (result.value, result.parts["strict"]) == (0.0, 0.0)
    assert "veils" in result.reason


@pytest.mark.parametrize("veil", VEILS)
def test_molecules_under_a_veil_are_not_drawn(veil):
    (result,) = molecule_structure.score([over(MOLECULE, VEILS[veil])], [MOLECULE])
    assert (result.value, result.parts["coverage"], result.parts["strict"]) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("veil", VEILS)
def test_scenes_under_a_veil_cost_at_least_an_addition(veil):
    plain, veiled = scene_match.score([SCENE, over(SCENE, VEILS[veil])], [ASSERTED] * 2)
    assert plain.value == 1.0
    assert veiled.value <= 0.8


def test_colors_of_scenes_are_those_under_the_veil():
    """Red under half white is pink; blue under nearly opaque white has no color."""
    half, nearly = (over(SCENE, VEILS[name]) for name in ("white", "nearly opaque"))
    pale = '{"objects": [{"color": "pink", "kind": "rectangle"}]}'
    red = '{"objects": [{"color": "red", "kind": "rectangle"}]}'
    assert [score.parts["objects"] for score in scene_match.score([half, SCENE], [pale, red])] == [1.0, 1.0]
    assert [score.value for score in scene_match.score([half, nearly], [red, ASSERTED])] == [0.0, 0.0]


@pytest.mark.parametrize("veil", ["white", "nearly opaque", "black", "red"])
def test_a_veil_over_an_edit_is_no_edit(veil):
    start = over(CONSTRUCTION, "")
    target = over(start, '<rect x="20" y="20" width="40" height="40" fill="#00aa00"/>')
    plain, veiled = svg_edit.score([target, over(target, VEILS[veil])], [start] * 2, [target] * 2)
    assert (plain.value, veiled.value < 0.3) == (1.0, True)


def test_a_veil_over_a_figure_in_another_language_is_no_figure():
    """A gray page leaves no separate ink; a white one leaves gray ink."""
    program = "import turtle as t\nfor i in range(3):\n    t.forward(120)\n    t.left(120)\n"
    lines = "0 setgray 2 setlinewidth 40 40 moveto 160 40 lineto 100 143.92 lineto closepath stroke\n"
    head = "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 200 200\n"
    answers = [
        head + lines + "showpage\n",
        head + "1 setgray 0 0 200 200 rectfill\n" + lines + "showpage\n",
        head + lines + ".5 .setfillconstantalpha 0 setgray 0 0 200 200 rectfill\nshowpage\n",
        head + lines + ".9 .setfillconstantalpha 1 setgray 0 0 200 200 rectfill\nshowpage\n",
    ]
    values = [score.value for score in turtle.score(answers, [program] * 4, setting="any-language")]
    assert values == [1.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("format", "program", "veil"),
    [("tikz", TIKZ, "\\fill[white,opacity=.5] (0,0) rectangle (200,200);"),
     ("tikz", TIKZ, "\\fill[gray,opacity=.5] (current bounding box.south west) rectangle (current bounding box.north east);"),
     ("eps", EPS, ".5 .setfillconstantalpha 1 setgray 0 0 200 200 rectfill\n")],
)  # fmt: skip
def test_compiled_constructions_under_a_veil_are_not_drawn(format, program, veil):
    plain, veiled = geometry.score([program % "", program % veil], [program % ""] * 2, format)
    assert (plain.value, veiled.value) == (1.0, 0.0), veiled.reason


@pytest.mark.parametrize("paper", PAPER)
def test_paper_is_no_veil(paper):
    (construction,) = geometry.score([behind(CONSTRUCTION, PAPER[paper])], [CONSTRUCTION])
    assert (construction.value, construction.parts["strict"]) == (1.0, 1.0)
    (molecule,) = molecule_structure.score([behind(MOLECULE, PAPER[paper])], [MOLECULE])
    assert molecule.value == 1.0
    (drawn,) = scene_match.score([behind(SCENE, PAPER[paper])], [ASSERTED])
    assert drawn.value == 1.0


def test_a_translucent_color_behind_a_construction_is_a_stray():
    (result,) = geometry.score([behind(CONSTRUCTION, VEILS["red"])], [CONSTRUCTION])
    assert (result.value, result.parts["strict"]) == (1.0, 0.0)


def test_shading_a_figure_as_large_as_the_page_is_no_veil():
    """TeX crops the page to the figure, so that shading its outer square covers the page."""
    square = "\\begin{tikzpicture}[x=1bp,y=1bp]\\draw (0,0) rectangle (200,200);\\draw[red] (0,0) -- (200,200);%s\\end{tikzpicture}"
    shaded = square % "\\fill[blue,opacity=.2] (0,0) rectangle (200,200);"
    (result,) = geometry.score([shaded], [square % ""], "tikz")
    assert result.value == 1.0
    assert "veils" not in result.reason
