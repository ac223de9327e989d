"""Tokens reveal little about a part: bodies are inside others, and options are the answers of programs with similar
tokens."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from sgpkit.families.sgp_cad.sources import likeness
from sgpkit.families.shared.cad import conical_parts, curved_parts, oval_parts
from sgpkit.families.shared.cad.forms import absorbed, fusion, rework, sections
from sgpkit.graphics import cad
from sgpkit.graphics.cad.sketch.curves import outline
from sgpkit.graphics.geometry import Point

KINDS = [
    curved_parts.nozzle,
    curved_parts.star_knob,
    oval_parts.oval_flange,
    oval_parts.roller_set,
    conical_parts.tapered_bushing,
    oval_parts.oval_tube,
]


def built(features, draw):
    pytest.importorskip("OCP")
    from sgpkit.graphics.cad import solid

    piece = replace(curved_parts.punch(draw), features=tuple(features))
    return solid.build_here(fusion.part(piece, draw)).measurements


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_body_inside_a_part_changes_nothing_of_it(kind):
    draw = random.Random(f"absorbed:{kind.__name__}")
    features = kind(draw).features
    more = absorbed.with_absorbed(features, 6, draw)
    assert len(more) > len(features) and [one for one in more if one in features] == list(features)
    bare, filled = built(features, draw), built(more, draw)
    assert filled.volume == pytest.approx(bare.volume, rel=1e-6)
    assert filled.faces == bare.faces


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_cut_out_later_filled_again_or_intersected_with_more_changes_nothing(kind):
    draw = random.Random(f"rework:{kind.__name__}")
    features = kind(draw).features
    bare = built(features, draw)
    later = rework.with_openings_cut(features, 1.0, draw)
    alone = [len(one.region.holes) for one in features if not one.taper]
    assert len(later) > len(features) or not any(alone)
    filled = absorbed.with_absorbed(features, 3, draw, rework.refilled)
    assert sum(one.operation == "cut" for one in filled) > sum(one.operation == "cut" for one in features)
    trimmed = [*features, rework.intersection(features, draw)]
    for changed in (later, filled, trimmed):
        measures = built(changed, draw)
        assert measures.volume == pytest.approx(bare.volume, rel=1e-6)
        assert measures.faces == bare.faces


def test_an_opening_is_not_cut_out_later_where_something_else_would_be_cut_too():
    draw = random.Random(5)
    (low, *_), high = curved_parts.cam(draw).features, curved_parts.cam(draw).features[1]
    across = high._replace(start=low.start, end=high.end)
    assert [one.operation for one in rework.with_openings_cut([low, across], 1.0, draw)] == ["join", "cut", "join"]


def test_sections_of_all_mixtures_of_curves_lie_within_their_circle():
    draw = random.Random(11)
    seen = set()
    for _ in range(300):
        region = sections.section(draw, 2.0, -3.0, 0.4)
        assert region is not None
        seen.add(sections.curves(region))
        assert max(point.distance(Point(2.0, -3.0)) for point in outline(region.outer)) < 0.4
    assert seen == set(sections.by_curves()) and len(seen) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("kind", [curved_parts.punch, oval_parts.oval_tube], ids=lambda kind: kind.__name__)
def test_neither_a_length_nor_a_coordinate_tells_a_kind(kind):
    """Every kind has all sizes and positions."""
    pytest.importorskip("OCP")
    from sgpkit.graphics.cad import solid

    draw = random.Random(f"sizes:{kind.__name__}")
    measures = [
        solid.build_here(cad.parse(fusion.text(kind(draw), draw), "fusion360").part()).measurements for _ in range(16)
    ]
    tallest = sorted(max(one.extents) for one in measures)
    assert tallest[-3] > 5 * tallest[2]
    assert sum(max(map(abs, (one.lower + one.upper) * 0.5)) > 0.6 * max(one.extents) for one in measures) >= 3


def test_programs_say_what_those_with_alike_tokens_have_for_an_answer():
    codes = [f"Circle:({n},0,{n});" * (n % 3 + 1) for n in range(9)] + [f"Line:({n},0,{n},1);" * 3 for n in range(9)]
    answers = ["round"] * 9 + ["square"] * 8 + [None]
    known = likeness.Likeness(codes, {"shape": answers}.__getitem__)
    for code, likely, other in (("Circle:(4,1,5);", "round", "square"), ("Line:(3,3,4,5);", "square", "round")):
        for scores in known.scores(code, "shape"):
            assert scores[likely] > scores[other]


def test_a_rank_counts_better_options_and_chance_decides_between_equal_ones():
    draw = random.Random(3)
    scores = {"a": 0.9, "b": 0.5, "c": 0.1}
    assert [likeness.rank(scores, own, [name for name in "abcd" if name != own], draw) for own in "abcd"] == [
        0,
        1,
        2,
        3,
    ]
    ranks = Counter(likeness.rank({}, "a", ["b", "c", "d"], draw) for _ in range(800))
    assert set(ranks) == {0, 1, 2, 3} and max(ranks.values()) < 260
