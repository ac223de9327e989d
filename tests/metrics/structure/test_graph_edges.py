"""Edges of Graphviz have the directions of their pictures, regardless of their programs."""

import pytest

from sgpkit.metrics.structure.recall import contents
from sgpkit.metrics.structure.scene_match import networks
from sgpkit.metrics.structure.scene_match.asserted import Edge, Network

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

FORWARD, BACKWARD, LINE = [("a", "b", True)], [("b", "a", True)], [("a", "b", False)]

EDGES = {
    "digraph{a->b}": FORWARD,
    "digraph{rankdir=RL;b->c->a->b}": [("a", "b", True), ("b", "c", True), ("c", "a", True)],
    "digraph{a->b[dir=back]}": BACKWARD,
    "digraph{b->a[dir=back]}": FORWARD,
    "digraph{a->b[dir=both]}": FORWARD + BACKWARD,
    "digraph{a->b[dir=none]}": LINE,
    "digraph{a->b[arrowhead=none]}": LINE,
    "digraph{a->b[arrowsize=0]}": LINE,
    "graph{a--b}": LINE,
    "graph{a--b[dir=forward]}": FORWARD,
    "digraph{a->b[arrowhead=vee]}": FORWARD,
    "digraph{a->b[arrowhead=empty,penwidth=4]}": FORWARD,
    "digraph{a->b[arrowhead=open,arrowsize=0.4]}": FORWARD,
    "digraph{a->b[dir=both,arrowtail=diamond,arrowhead=vee]}": FORWARD,
    "graph{a--b[dir=both,arrowtail=tee,arrowhead=crow]}": LINE,
    "graph{a--b[dir=both,arrowtail=crowodot,arrowhead=teetee]}": LINE,
    'digraph{a->b[color="red:blue"]}': FORWARD,
    "digraph{splines=ortho;a->b[xlabel=x]}": FORWARD,
    "digraph{a->b[label=<<table><tr><td>x</td></tr></table>>]}": FORWARD,
    "digraph{a->b[label=x,decorate=true]}": FORWARD,
    'digraph{a->b[href="x"]}': FORWARD,
    "digraph{a->a}": [("a", "a", True)],
    "digraph{concentrate=true;a->c;b->c;a->b}": [("a", "b", True), ("a", "c", True), ("b", "c", True)],
}


@pytest.mark.parametrize("code", EDGES)
def test_direction_is_that_of_the_picture(code):
    links = contents.read(code, "dot").links
    drawn = [(*link.start, *link.end, link.directed) for link in links]
    assert sorted(drawn) == EDGES[code]


def test_each_edge_has_its_own_label():
    """Exchanged labels once counted, since their words were somewhere in the drawing."""
    asked = Network(
        (Edge("a", "b", "go on"), Edge("a", "b", "come back"), Edge("b", "c", "stop"), Edge("c", "a")), True
    )

    def shares(code):
        return networks.compare(contents.read(f"digraph{{{code}}}", "dot"), asked).shares

    assert shares(r'a->b[label="come back"] a->b[label="go\non"] b->c[xlabel=stop] c->a') == (1, 1, 1, 1)
    assert shares('a->b[label="go on"] a->b[label=stop] b->c[label="come back"] c->a') == (1, 0.5, 0.5, 1)
    assert shares('a->b[label="go on"] a->b[label="come back"] b->c c->a[label=stop]') == (1, 1, 0.5, 1)
    (link,) = contents.read("digraph{a->b[label=stop,fontcolor=white]}", "dot").links
    assert link.label == ""


def test_heads_at_both_ends_leave_the_direction_open():
    """Edges with two heads once had full marks for either direction."""
    asked = Network((Edge("a", "b"), Edge("b", "c"), Edge("c", "d")), True)

    def scores(attributes):
        code = f"digraph{{edge[{attributes}] a->b->c->d}}"
        return networks.compare(contents.read(code, "dot"), asked).score(spare=0)

    assert scores("dir=forward") == 1
    assert scores("dir=both") == pytest.approx(2 / 3)
    assert scores("dir=back") == scores("dir=none") == 0
