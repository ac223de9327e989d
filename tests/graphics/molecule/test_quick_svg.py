"""The quick reader returns the general reader's result, or leaves the drawing to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.families.ssvg_bench.sources.molecules import molecules
from sgpkit.graphics import molecule, scene
from sgpkit.graphics.molecule import quick_svg
from sgpkit.status import Rejected

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
LINE = '<line x1="10" y1="10" x2="20" y2="10" stroke="black" stroke-width="1"/>'
CIRCLES = '<circle cx="10" cy="10" r="2" fill="#274A4A"/><circle cx="20" cy="10" r="2" fill="#FF0000"/>'
PLAIN = f"{HEAD}{LINE}{CIRCLES}</svg>"

numbers = st.sampled_from(
    ["0", "10", "10.0", "-3.5", ".5", "+4", "20.05", "10.09", "10.1", "1e1", "7px", "", "1.", "nan", "10_0", " 5"]
)
colors = st.sampled_from(
    ["#274A4A", "#274a4a", "#FF0000", "#264A4B", "red", "none", "#F00", "rgb(1,2,3)", "url(#a)", ""]
)
sizes = st.sampled_from(["1", "1.5", "0", "0.0", "-1", "2", "50%", "abc"])
extras = st.sampled_from(
    [
        "",
        "",
        "",
        ' opacity="0"',
        ' class="a"',
        ' transform="scale(2)"',
        ' style="display:none"',
        ' data-x="1"',
        ' id="a"',
    ]
)


@st.composite
def drawings(draw):
    """A strategy for nearly plain drawings: mostly lines and circles with plain numbers, sometimes other constructs."""
    parts = []
    for _ in range(draw(st.integers(0, 6))):
        if draw(st.booleans()):
            x1, y1, x2, y2 = (draw(numbers) for _ in range(4))
            stroke, width = draw(colors | st.just("black")), draw(sizes)
            parts.append(
                f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{stroke}" stroke-width="{width}"{draw(extras)}/>'
            )
        else:
            cx, cy = draw(numbers), draw(numbers)
            parts.append(f'<circle cx="{cx}" cy="{cy}" r="{draw(sizes)}" fill="{draw(colors)}"{draw(extras)}/>')
    parts.append(
        draw(
            st.sampled_from(["", "", "", "<g/>", "<!-- a -->", "text", "<line/>", "<circle><title/></circle>", "&#49;"])
        )
    )
    box = draw(st.sampled_from(["0 0 40 20", "-5 -5 40.5 20", "0 0 0 20", "0,0,40,20", "0 0 40", "a"]))
    namespace = draw(st.sampled_from([' xmlns="http://www.w3.org/2000/svg"', "", ' xmlns="urn:other"']))
    more = draw(
        st.sampled_from(
            ["", "", ' width="40"', ' width="0"', ' width="40px" height="50%"', ' fill="red"', ' style="display:none"']
        )
    )
    return f'<svg{namespace} viewBox="{box}"{more}>{"".join(parts)}</svg>'


def general(code, tolerance=molecule.TOLERANCE):
    """Return the general reader's result, or its error."""
    try:
        return molecule.from_scene(scene.from_svg(code), tolerance)
    except Rejected as rejected:
        return (rejected.status, rejected.reason)


def quick(code, tolerance=molecule.TOLERANCE):
    try:
        return molecule.read(code, "svg", tolerance)
    except Rejected as rejected:
        return (rejected.status, rejected.reason)


@pytest.mark.process
@given(drawings(), st.sampled_from([0.05, 0.1, 5.0]))
def test_both_readers_say_the_same(code, tolerance):
    assert quick(code, tolerance) == general(code, tolerance)


@pytest.mark.slow
def test_the_reference_drawings_are_plain_and_read_the_same():
    for _, row in molecules("", 0):
        assert quick_svg.read(row["code"]) is not None or len(row["name"]) < 12
        assert quick(row["code"]) == general(row["code"])


def test_a_plain_drawing_is_taken():
    assert quick_svg.read(PLAIN).fills == ("#274A4A", "#FF0000")


@pytest.mark.parametrize(
    "code",
    [
        PLAIN.replace("</svg>", "<style>circle{display:none}</style></svg>"),
        PLAIN.replace("</svg>", "<g/></svg>"),
        PLAIN.replace("</svg>", '<circle cx="10" cy="10" r="2" fill="#0000FF"/></svg>'),
        PLAIN.replace('r="2" fill="#FF0000"', 'r="9" fill="#FF0000"'),
        PLAIN.replace("<line", '<line onclick="a()"'),
        PLAIN.replace("viewBox", 'onload="a()" viewBox'),
        "<!DOCTYPE svg [<!ENTITY a '1'>]>" + PLAIN,
        '<?xml-stylesheet href="a.css"?>' + PLAIN,
        PLAIN.replace('x1="10"', 'x1="1e400"'),
        PLAIN.replace("</svg>", ""),
        PLAIN + "x" * quick_svg.MAX_LENGTH,
        "",
    ],
)  # fmt: skip
def test_anything_else_is_left_to_the_general_reader(code):
    assert quick_svg.read(code) is None
