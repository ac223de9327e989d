"""Normalised programs: the differences that count as the same text, and those that do not."""

import random
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.designs.drawing import draw_plain
from sgpkit.graphics import raster
from sgpkit.graphics.likeness.code import round_numbers
from sgpkit.graphics.near_copies.normalise import normalise

PLAIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><defs><linearGradient id="a"><stop offset="0" '
    'stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>'
    '<rect x="4" y="5" width="20" height="10" fill="url(#a)"/><path d="M5 30L15 30L10 36Z" fill="#ff0000" '
    'stroke="#000000" stroke-width="0.5"/><path d="M20 30a4 4 0 0 1 8 0z"/></svg>'
)

SAME = {
    "a comment": PLAIN.replace("<rect", "<!-- a bar --><rect"),
    "a declaration": f'<?xml version="1.0"?>\n{PLAIN}',
    "layout": PLAIN.replace("><", ">\n  <").replace('" ', '"\n\t'),
    "metadata": PLAIN.replace("<defs>", "<metadata><about>me</about></metadata><title>Bar</title><defs>"),
    "an editor's names": PLAIN.replace("<rect", '<rect inkscape:label="bar"').replace(
        "<svg", '<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ),
    "an editor's elements": PLAIN.replace("<defs>", "<s:view zoom='2'/><defs>").replace("<svg", '<svg xmlns:s="s:s"'),
    "order": PLAIN.replace('x="4" y="5" width="20"', 'width="20" y="5" x="4"'),
    "numbers": PLAIN.replace('x="4" y="5"', 'x="4.0" y="+5px"').replace('"0.5"', '".50"'),
    "colours": PLAIN.replace("#ff0000", "rgb(255, 0, 0)").replace("#f00", "red").replace('"#000000"', '"BLACK"'),
    "ids": PLAIN.replace('id="a"', 'id="gradient-7"').replace("url(#a)", "url('#gradient-7')"),
    "ids that nothing uses": PLAIN.replace("<rect", '<rect id="bar" class="wide" data-name="bar"'),
    "a style": PLAIN.replace('fill="#ff0000" stroke="#000000"', 'style="stroke:#000;fill:#F00"'),
    "path data": PLAIN.replace("M5 30L15 30L10 36Z", "M5,30 L 15,30\nL10 36 Z"),
    "arc flags": PLAIN.replace("a4 4 0 0 1 8 0z", "a4,4 0 018 0z"),
    "groups": PLAIN.replace("<rect", "<g><rect").replace("</svg>", "</g></svg>"),
    "the root's size": PLAIN.replace("<svg", '<svg width="80" height="80" version="1.1" xml:space="preserve"'),
}

OTHER = {
    "a colour": PLAIN.replace("#ff0000", "#fe0000"),
    "a place": PLAIN.replace('x="4"', 'x="4.1"'),
    "the window": PLAIN.replace("0 0 40 40", "0 0 41 40"),
    "the paint": PLAIN.replace("url(#a)", "url(#b)"),
    "what lies above": re.sub(r"(<rect.*?/>)(<path.*?/>)", r"\2\1", PLAIN),
    "a part": PLAIN.replace('<path d="M20 30a4 4 0 0 1 8 0z"/>', ""),
    "a transform": PLAIN.replace("<rect", '<rect transform="rotate(9)"'),
    "a word": PLAIN.replace("</svg>", "<text>b</text></svg>"),
    "an arc's flag": PLAIN.replace("0 0 1 8 0z", "0 0 0 8 0z"),
}


@pytest.mark.parametrize("change", SAME)
def test_what_draws_nothing_is_taken_away(change):
    assert SAME[change] != PLAIN
    assert normalise(SAME[change], "svg") == normalise(PLAIN, "svg")
    assert (raster.paint(SAME[change], 48) == raster.paint(PLAIN, 48)).all()


@pytest.mark.parametrize("change", OTHER)
def test_what_draws_something_stays(change):
    assert normalise(OTHER[change], "svg") != normalise(PLAIN, "svg")


def test_names_count_where_a_stylesheet_uses_them():
    red, blue = (PLAIN.replace("<rect", f'<style>#{name}{{fill:red}}</style><rect id="bar"') for name in ("bar", "bat"))
    assert normalise(red, "svg") != normalise(blue, "svg")


def test_rounding_leaves_names_colours_and_whole_numbers():
    assert (
        round_numbers("M 12.3456 0.012345 L 1987 123.4 #123456 id1234 1e-05")
        == "M 12.3 0.0123 L 1987 123 #123456 id1234 1e-05"
    )


def test_rounded_coordinates_read_alike():
    exact = PLAIN.replace('x="4"', 'x="4.12345"').replace("L15 30", "L15.6789 30.4321")
    less = PLAIN.replace('x="4"', 'x="4.12"').replace("L15 30", "L15.68 30.43")
    one, other = normalise(exact, "svg"), normalise(less, "svg")
    assert one != other
    assert round_numbers(one) == round_numbers(other)


@given(st.integers(0, 10_000))
def test_a_program_rewritten_at_random_keeps_its_text(seed):
    """With shuffled attributes and additional comments and white space, the text and the pixels stay the same."""
    generator = random.Random(seed)
    code = draw_plain(catalogue.TEST[seed % len(catalogue.TEST)], str(seed % 7), generator).code

    def shuffled(tag: re.Match[str]) -> str:
        attributes = re.findall(r'[\w:-]+="[^"]*"', tag[2])
        generator.shuffle(attributes)
        return f"<{tag[1]}{generator.choice((' ', chr(10)))}{'  '.join(attributes)}{tag[3]}"

    rewritten = re.sub(r"<(\w+)\s([^<>]*?)\s*(/?>)", shuffled, code).replace("/>\n<", "/><!-- next -->\n\n<")
    assert normalise(rewritten, "svg") == normalise(code, "svg")
    assert np.array_equal(raster.paint(rewritten, 32), raster.paint(code, 32))


@pytest.mark.parametrize(
    ("format", "one", "other"),
    [
        ("tikz", "\\draw (0,0) -- (1.50,2); % a line\n\\node {5\\%};", "\\draw(0,0)--\n  (1.5,2);\n\\node{5\\%};"),
        (
            "graphviz",
            'digraph { a -> b; // edge\n# more\n c [label="x // y"] }',
            'digraph{a->b;\n/* c */c[label="x // y"]}',
        ),
        ("eps", "%!PS\n10 20.0 moveto % here\n30 40 lineto", "%!PS-Adobe\n10   20 moveto\n30 40 lineto\n"),
        ("cad", '{"b": [1, 2], "a": "x"}', '{"a":"x",\n "b":[1,2]}'),
        ("cad", "SOL;Circle:(176, 128, 48);EOS", "SOL; Circle:(176,128,48);\nEOS"),
        ("turtle", "import turtle\nturtle.forward( 100 ) # ahead\n", "import turtle\n\n\nturtle.forward(100)"),
        ("turtle", "t.forward(10)  # half a program\nfor i in", "t.forward( 10 )\nfor  i in"),
    ],
)
def test_other_languages_lose_comments_and_layout(format, one, other):
    assert normalise(one, format) == normalise(other, format)


@pytest.mark.parametrize(
    ("format", "one", "other"),
    [
        ("tikz", "\\node {5\\% of 7};", "\\node {5\\% of 8};"),
        ("tikz", "\\draw (1 .5);", "\\draw (1.5);"),
        ("graphviz", 'graph { a [label="x // y"] }', 'graph { a [label="x // z"] }'),
        ("cad", '{"a": [1, 2]}', '{"a": [2, 1]}'),
        ("turtle", "t.forward(10)", "t.forward(11)"),
        ("turtle", "for i in x:\n  a()\n  b()", "for i in x:\n  a()\nb()"),
    ],
)
def test_other_languages_keep_what_they_say(format, one, other):
    assert normalise(one, format) != normalise(other, format)


@pytest.mark.parametrize("format", ["svg", "tikz", "graphviz", "eps", "cad", "turtle"])
@pytest.mark.parametrize("text", ["", "  ", "<svg", "{", "(" * 5000, "\x00", "\ud800", "<svg><a></b></svg>", "'''"])
def test_no_text_is_too_broken(format, text):
    assert normalise(text, format) == normalise(text, format)


@pytest.mark.parametrize("format", ["svg", "tikz", "graphviz", "eps", "cad", "turtle"])
@pytest.mark.parametrize("piece", ["/*", "/**/", '"', "\\", "%", "# ", "(", "1", "1 ", "a", "<", "url(#", "'"])
def test_a_long_text_of_one_piece_takes_no_longer_than_another(format, piece):
    """On forty thousand repetitions, a pattern that restarts at each would take hours."""
    normalise(piece * 40_000, format)
    inside = piece.replace("<", "").replace("url(#", "u(")
    whole = PLAIN.replace("<rect", f'<style>{inside * 10_000}</style><rect style="{piece.replace("<", "") * 4_000}"')
    round_numbers(normalise(whole, "svg"))
