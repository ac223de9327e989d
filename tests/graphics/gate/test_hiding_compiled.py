"""No program of a page language that shows nothing earns what its figure would earn, by any metric.

Each language's own ways of hiding are put around figures: colours that are redefined, clips, opacity, blend modes, pages
that lie elsewhere, covers, paths that are not painted. The language's own tools decide what is blank.
"""

import io
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

import gate_drawings
import numpy as np
import pytest
from browser_pictures import is_blank
from PIL import Image

from sgpkit.graphics import elements
from sgpkit.metrics import pictures
from sgpkit.metrics.structure import molecule_structure, recall, scene_match
from sgpkit.status import Rejected

pytestmark = [pytest.mark.slow, pytest.mark.process]

KNOWN = {
    ("tikz", "page: on the second page"): "the last page on which something is drawn counts",
    **dict.fromkeys(
        (("tikz", "cover: by a PDF operator"), ("tikz", "cover: CMYK by a PDF operator")),
        "the cover ends at the page's last whole unit: a line of the circle, thinner than a pixel, is seen beyond it",
    ),
    ("eps", "page: shown before"): "the last page on which something is drawn counts",
    ("eps", "page: device of another size"): "the box in the header is the page",
    ("eps", "page: of no size"): "viewers ignore an empty box in the header, and show the whole page",
    ("dot", "transparent"): "Graphviz writes texts without alpha into SVG, which is what is scored",
    ("dot", "second graph"): "the last graph counts",
    **dict.fromkeys(
        (("mermaid", way) for way in ("style: white", "style: almost white", "theme: white", "ends before")),
        "the shadow of the boxes, which browsers show and the PNG of the package lacks",
    ),
}
"""What is scored although the language's own tools show a blank page, with the reason."""

SIZE = 128

SCENES = {
    "tikz": r"\fill[blue] (1,1) rectangle (9,4);\filldraw[red] (5,5) circle (3);\node[white] at (5,5) {Alpha};",
    "eps": "0 0 1 setrgbcolor 10 10 80 30 rectfill 1 0 0 setrgbcolor newpath 50 50 30 0 360 arc fill "
    "0 0 0 setrgbcolor /Helvetica findfont 9 scalefont setfont 40 47 moveto (Alpha) show",
    "dot": 'node [style=filled]; a [label="Alpha",fillcolor=red]; b [label="Beta",fillcolor=blue]; '
    'c [label="Gamma",fillcolor=green]; a -> b; b -> c;',
    "typst": "#place(dx: 10pt, dy: 60pt, rect(width: 80pt, height: 30pt, fill: blue));"
    "#place(dx: 20pt, dy: 20pt, circle(radius: 30pt, fill: red));#place(dx: 40pt, dy: 46pt, text(9pt)[Alpha]);",
    "mermaid": "a[Alpha] --> b[Beta]; b --> c[Gamma]",
}
CAPTIONS = {
    "tikz": 'A red circle on a blue rectangle, labeled "Alpha".',
    "eps": "A red circle on a blue rectangle.",  # letters become outlines, which are not read
    "dot": 'A graph with three nodes labeled "Alpha", "Beta" and "Gamma"; an edge runs from "Alpha" to "Beta" and from '
    '"Beta" to "Gamma".',
}
CAPTIONS |= {"typst": CAPTIONS["tikz"], "mermaid": CAPTIONS["dot"]}
ASSERTED = {
    "tikz": '{"objects": [{"color": "red", "kind": "circle"}, {"color": "blue", "kind": "rectangle"}], '
    '"labels": ["Alpha"]}',
    "eps": '{"objects": [{"color": "red", "kind": "circle"}, {"color": "blue", "kind": "rectangle"}], '
    '"spare": {"figures": 5}}',
    "dot": '{"objects": [{"color": "red", "labels": ["Alpha"]}], "labels": ["Alpha", "Beta", "Gamma"], '
    '"graph": {"directed": true, "edges": [["Alpha", "Beta"], ["Beta", "Gamma"]]}}',
}
ASSERTED |= {
    "typst": ASSERTED["tikz"],
    "mermaid": '{"graph": {"directed": true, "edges": [["Alpha", "Beta"], ["Beta", "Gamma"]]}}',
}
LINES = {
    "tikz": r"\draw[black] (2,8) -- (8,8);\draw[black] (2,8) -- (5,2.5);\draw[black] (5,5) circle (2);",
    "eps": "0 0 0 setrgbcolor newpath 20 80 moveto 80 80 lineto stroke newpath 20 80 moveto 50 25 lineto stroke "
    "newpath 50 50 20 0 360 arc stroke",
}
BONDS = ((20, 30, 50, 50), (50, 50, 80, 30), (50, 50, 50, 85))
ATOMS = {(20, 30): (0.565,) * 3, (50, 50): (0.565,) * 3, (80, 30): (1, 0.051, 0.051), (50, 85): (0.188, 0.314, 0.973)}
SHADES = {(0.565,) * 3: "gray", (1, 0.051, 0.051): "red", (0.188, 0.314, 0.973): "blue"}
MOLECULES = {
    "tikz": r"\definecolor{N}{rgb}{0.188,0.314,0.973}\definecolor{O}{rgb}{1,0.051,0.051}\definecolor{C}{gray}{0.565}"
    + "".join(f"\\draw[black,thick] ({a / 10},{b / 10}) -- ({c / 10},{d / 10});" for a, b, c, d in BONDS)
    + "".join(
        f"\\fill[{ {'gray': 'C', 'red': 'O', 'blue': 'N'}[SHADES[shade]] }] ({x / 10},{y / 10}) circle (0.8);"
        for (x, y), shade in ATOMS.items()
    ),
    "eps": " ".join(
        f"0 0 0 setrgbcolor 2 setlinewidth newpath {a} {b} moveto {c} {d} lineto stroke" for a, b, c, d in BONDS
    )
    + " ".join(
        f" {' '.join(map(str, shade))} setrgbcolor newpath {x} {y} 8 0 360 arc fill" for (x, y), shade in ATOMS.items()
    ),
}


class Metric(NamedTuple):
    """Figures by language, and the values of programs that may show them; the first is the figure itself."""

    figures: dict[str, str]
    values: Callable[[str, Sequence[str]], list[float]]


def pictured(language, codes):
    drawn = pictures.drawings(codes, SIZE, language)
    return [0.0 if isinstance(one, Rejected) or is_blank(one) else 1.0 for one in drawn]


def recalled(language, codes):
    rows = [{"caption": CAPTIONS[language]}] * len(codes)
    return [scored.value for scored in recall.score(codes, rows, language)]


def scene_matched(language, codes):
    return [scored.value for scored in scene_match.score(codes, [ASSERTED[language]] * len(codes), language)]


def drawn_elements(language, codes):
    outcomes = elements.read_many(codes, language)
    assert outcomes[0].count
    return [0.0 if isinstance(one, Rejected) else float(one.count == outcomes[0].count) for one in outcomes]


def bonded(language, codes):
    return [scored.value for scored in molecule_structure.score(codes, [codes[0]] * len(codes), language)]


METRICS = {
    "pictures": Metric(SCENES, pictured),
    "structural_recall": Metric(SCENES, recalled),
    "scene_match": Metric(SCENES, scene_matched),
    "geometry": Metric(LINES, drawn_elements),
    "molecules": Metric(MOLECULES, bonded),
}


# --- the languages' own tools


def tool(folder, *command):
    """Run a tool in a folder."""
    subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)


def pixels(path):
    """Return a picture on white."""
    with Image.open(io.BytesIO(path.read_bytes())) as opened:
        image = opened.convert("RGBA")
    return np.array(Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB"))


GHOSTSCRIPT = ("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-sDEVICE=png16m")


OWN = {
    "typst": "import typst; typst.compile('program', '{n}.png', ignore_system_fonts=True)",
    "mermaid": "import mmdr; open('1.png', 'wb').write(mmdr.render(open('program').read()).png(background='#ffffff'))",
}


def own_picture(language, code, folder):
    """Return the first page as the language's own tools paint it, None if they paint none."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "program").write_text(code, "utf-8")
    picture = folder / "1.png"
    if language == "tikz":
        tool(folder, "pdflatex", "-interaction=batchmode", "-halt-on-error", "program")
        tool(folder, *GHOSTSCRIPT, "-dUseCropBox", "-r72", "-dLastPage=1", "-sOutputFile=%d.png", "program.pdf")
    elif language == "eps":
        tool(folder, *GHOSTSCRIPT, "-dALLOWPSTRANSPARENCY", "-dEPSCrop", "-sOutputFile=%d.png", "program")
    elif language == "dot":
        tool(folder, "dot", "-Tpng", "-o1.png", "program")
    else:
        tool(folder, sys.executable, "-c", OWN[language])
    return pixels(picture) if picture.exists() else None


def templates(language):
    lines = (gate_drawings.FOLDER / "hiding_compiled.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return {
        name: template.replace("\\n", "\n") if language in ("eps", "mermaid") else template
        for kind, name, template in rows
        if kind == language
    }


PAIRS = [(language, name) for name, metric in METRICS.items() for language in metric.figures]


@pytest.mark.parametrize(("language", "name"), PAIRS)
def test_what_its_own_tools_show_blank_earns_nothing(language, name, tmp_path):
    metric, ways = METRICS[name], templates(language)
    codes = {way: template.replace("{figure}", metric.figures[language]) for way, template in ways.items()}
    honest, *values = metric.values(language, list(codes.values()))
    assert honest > 0 and next(iter(codes)) == "plain"
    rewarded = [way for way, value in zip(list(codes)[1:], values, strict=True) if value > 0]
    assert rewarded, "some ways hide nothing"
    own = {way: own_picture(language, codes[way], tmp_path / "page") for way in rewarded}
    blank = [way for way, picture in own.items() if picture is None or is_blank(picture)]
    assert [way for way in blank if (language, way) not in KNOWN] == []
