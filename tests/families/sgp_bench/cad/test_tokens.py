"""Tokens say little of a part: bodies lie inside others, and options are what programs with alike tokens answer."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from sgpkit.families.sgp_bench.cad.content import curved_parts, oval_parts
from sgpkit.families.sgp_bench.cad.content.forms import absorbed, fusion
from sgpkit.families.sgp_bench.cad.sources import likeness

KINDS = [curved_parts.nozzle, curved_parts.star_knob, oval_parts.oval_flange, oval_parts.roller_set]


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


def test_programs_say_what_those_with_alike_tokens_have_for_an_answer():
    codes = [f"Circle:({n},0,{n});" * (n % 3 + 1) for n in range(9)] + [f"Line:({n},0,{n},1);" * 3 for n in range(9)]
    answers = ["round"] * 9 + ["square"] * 8 + [None]
    known = likeness.learned(codes, {"shape": answers})
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
