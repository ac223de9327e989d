"""Arrow heads in drawings: rendered markers, and the assignment of heads to lines in dense drawings."""

import pytest

from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.scene_match import networks
from sgpkit.metrics.structure.scene_match.asserted import Edge, Network

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

TIP = '<path d="M0 0L10 5L0 10z"/>'
PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" font-size="12" text-anchor="middle">
<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="6" markerHeight="6" orient="auto">{tip}</marker>
</defs><rect x="10" y="10" width="60" height="30" fill="none" stroke="black"/><text x="40" y="30">one</text>
<rect x="130" y="150" width="60" height="30" fill="none" stroke="black"/><text x="160" y="170">two</text>{line}</svg>"""
LINE = '<path d="M60 40L140 150" stroke="black" stroke-width="2" fill="none" {0}/>'
MARKED = 'marker-end="url(#tip)"'


def drawn(line, tip=TIP):
    return contents.read(PAGE.format(line=line, tip=tip))


def edges(line, tip=TIP):
    return networks.compare(drawn(line, tip), Network((Edge("one", "two"),), True))


@pytest.mark.parametrize(
    "line",
    [
        LINE.format(MARKED),
        LINE.format('style="marker-end:url(#tip)"'),
        f"<g {MARKED}>{LINE.format('')}</g>",
        "<style>.a{marker-end:url(#tip)}</style>" + LINE.format('class="a"'),
        '<line x1="60" y1="40" x2="140" y2="150" stroke="black" stroke-width="2" marker-end="url(#tip)"/>',
        LINE.format("") + '<polygon points="140,150 132,144 138,140"/>',
    ],
    ids=["attribute", "style", "group", "sheet", "line", "polygon"],
)
def test_a_painted_head_gives_the_direction(line):
    agreement = edges(line)
    assert (agreement.shares, agreement.drawn) == ((1.0,), 1)


@pytest.mark.parametrize(
    ("line", "tip"),
    [
        (LINE.format(""), TIP),
        (LINE.format(MARKED), ""),
        (LINE.format(MARKED), TIP.replace("/>", ' fill="white"/>')),
        (LINE.format(MARKED), TIP.replace("/>", ' opacity="0"/>')),
        (LINE.format(MARKED), '<circle cx="5" cy="5" r="5"/>'),
        (LINE.format('marker-end="url(#other)"'), TIP),
        (LINE.format('marker-start="url(#tip)"'), TIP),
    ],
    ids=["none", "empty", "white", "transparent", "dot", "unknown", "other end"],
)
def test_a_head_that_is_not_painted_there_gives_none(line, tip):
    assert edges(line, tip).shares == (0.0,)


def test_each_of_two_crowded_heads_belongs_to_its_own_line():
    # Up and down between the same boxes, 8 units apart: the head of one is next to the start of the other.
    down = '<path d="M36 40L36 150" stroke="black"/><polygon points="36,150 33,142 39,142"/>'
    up = '<path d="M44 150L44 40" stroke="black"/><polygon points="44,40 41,48 47,48"/>'
    boxes = (("one", 10), ("two", 150))
    body = "".join(
        f'<rect x="10" y="{y}" width="60" height="30" fill="none" stroke="black"/>'
        f'<text x="40" y="{y + 20}" text-anchor="middle" font-size="12">{label}</text>'
        for label, y in boxes
    )
    page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{body}{down}{up}</svg>'
    both = networks.compare(contents.read(page), Network((Edge("one", "two"), Edge("two", "one")), True))
    assert (both.shares, both.drawn) == ((1.0, 1.0), 2)
    one_way = page.replace('<polygon points="44,40 41,48 47,48"/>', "")
    assert networks.compare(contents.read(one_way), Network((Edge("one", "two"),), True)).drawn == 1


def test_large_boxes_are_nodes():
    page = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" text-anchor="middle" font-size="12">
    <rect x="10" y="10" width="180" height="80" fill="none" stroke="black"/><text x="100" y="50">one</text>
    <rect x="10" y="120" width="180" height="70" fill="none" stroke="black"/><text x="100" y="160">two</text>
    <path d="M100 90L100 120" stroke="black"/></svg>"""
    agreement = networks.compare(contents.read(page), Network((Edge("one", "two"),), False))
    assert (agreement.shares, agreement.drawn) == ((1.0,), 1)
