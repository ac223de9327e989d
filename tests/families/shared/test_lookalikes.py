"""Wrong kinds that a drawing resembles as much as the right one, by its silhouette and its boxes."""

import functools
import random
from collections import Counter

import builtin_rows
import numpy as np
import pytest
from PIL import Image

from sgpkit.families.shared.drawings import lookalikes
from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.designs.drawing import draw
from sgpkit.families.shared.drawings.lookalikes import nearest
from sgpkit.graphics import raster

pytestmark = builtin_rows.group("sgp-svg")

KINDS = {kind.name: kind for kind in catalogue.TEST}


@functools.cache
def asked():
    """Return questions for the subject of drawings, with the drawings as small black pictures."""
    rows = [row for split, row in builtin_rows.of("sgp-svg") if split == "test" and row["type"] == "semantics"]
    return rows, np.stack([shadow(row["code"]) for row in rows])


def shadow(code):
    """Return a drawing in black and white, cropped to its edges and stretched to 12 by 12 pixels."""
    picture = raster.paint(code, 96)
    ink = (picture != picture[0, 0]).any(axis=2)
    (down, across) = (np.flatnonzero(ink.any(axis=axis)) for axis in (1, 0))
    cut = Image.fromarray(ink[down[0] : down[-1] + 1, across[0] : across[-1] + 1])
    return np.asarray(cut.convert("L").resize((12, 12), Image.Resampling.BOX), float).ravel() / 255


def right(row):
    return row["options"]["ABCD".index(row["answer"])]


def test_the_model_knows_the_kinds_of_the_test_split():
    assert set(lookalikes.model().names) == KINDS.keys()


def test_kinds_that_are_kept_apart_exist():
    assert {name for pair in lookalikes.APART for name in pair} <= KINDS.keys()
    assert all(len(pair) == 2 for pair in lookalikes.APART)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ice cream cone", "lollipop"),  # some ice is on a stick
        ("playing card", "soda can"),  # a card with cut corners and light from the side
        ("piece of cheese", "turtle"),  # a round cheese from above
        ("lemon", "doughnut"),  # a sticker in the middle is like a hole
        ("hot dog", "hamburger"),  # from the side, two halves of a bun
        ("milk carton", "block of butter"),  # a carton seen from above its corner
        ("paintbrush", "bottle"),  # a broad brush that stands on its bristles
    ],
)
def test_drawings_that_reviewers_took_for_another_kind_are_not_offered_against_it(one, other):
    assert not lookalikes.may_meet(KINDS[one], KINDS[other]) and not lookalikes.may_meet(KINDS[other], KINDS[one])


@pytest.mark.parametrize("name", ["television", "dog", "lemon", "king"])
def test_wrong_kinds_are_three_others_that_cannot_be_taken_for_the_right_one(name):
    kind = KINDS[name]
    code = draw(kind, "0", random.Random(3), style="layered").code
    offered = Counter()
    for seed in range(60):
        for choose in (lookalikes.to_name, lookalikes.to_use):
            others = choose(kind, code, random.Random(seed))
            assert len({other.name for other in others} - {name}) == 3
            assert len({other.use for other in others} - {kind.use}) == 3
            assert not any(frozenset((name, other.name)) in lookalikes.APART for other in others)
            offered.update(other.name for other in others)
            if choose is lookalikes.to_use:
                assert {lookalikes.group(other) for other in others} == {lookalikes.group(kind)}
    assert len(offered) >= 6


def test_kinds_of_the_train_split_meet_their_own():
    kind = catalogue.TRAIN[0]
    others = lookalikes.to_name(kind, draw(kind, "0", random.Random(1), style="solid").code, random.Random(2))
    assert len(set(others)) == 3 and set(others) < set(catalogue.TRAIN) - {kind}


@pytest.mark.slow
def test_the_right_kind_is_first_as_often_as_last_of_the_options_where_others_are_likelier():
    rows, _ = asked()
    ranks = Counter()
    for row in rows:
        likely, kind = lookalikes.scores(row["code"]), KINDS[right(row)]
        likelier = [other for other in catalogue.TEST if likely[other.name] > likely[kind.name]]
        if sum(lookalikes.may_meet(kind, other) for other in likelier) >= 3:
            ranks[sum(likely[option] > likely[kind.name] for option in row["options"])] += 1
    assert ranks.total() > 0.15 * len(rows)
    assert all(0.17 < ranks[rank] / ranks.total() < 0.34 for rank in range(4)), ranks


@builtin_rows.all_rows("sgp-svg")
def test_readers_of_shadows_get_less_far():
    """These readers differ from those that choose the options. One guesses the option whose other drawings have the
    nearest silhouettes on average, the other the option of the single nearest drawing. With random options they were
    right in 57 % and 67 % of cases."""
    rows, shadows = asked()
    kinds = np.array([right(row) for row in rows])
    by_mean, by_nearest = 0, 0
    for index, row in enumerate(rows):
        apart = np.abs(shadows - shadows[index]).sum(axis=1)
        others = np.arange(len(rows)) != index
        distances = [apart[(kinds == option) & others] for option in row["options"]]
        means, least = ([float(of(part)) for part in distances] for of in (np.mean, np.min))
        by_mean += means.index(min(means)) == "ABCD".index(row["answer"])
        by_nearest += least.index(min(least)) == "ABCD".index(row["answer"])
    assert by_mean / len(rows) < 0.48
    assert by_nearest / len(rows) < 0.53


def test_some_silhouettes_of_every_kind_of_the_test_split_are_known():
    known = nearest.known()
    assert set(known.names) == KINDS.keys()
    assert min(np.diff([*known.starts, len(known.lines)])) >= 6
    assert np.allclose(np.linalg.norm(known.lines, axis=1), 1)


def test_a_kind_is_as_alike_as_its_three_most_alike_silhouettes_are_on_average():
    known = nearest.known()
    code = draw(KINDS["dog"], "1", random.Random(5)).code
    outline = lookalikes.outline_of(code)
    ends = [*known.starts[1:], len(known.lines)]
    for kind in (0, 40, len(known.names) - 1):
        lines = known.lines[known.starts[kind] : ends[kind]]
        varied = (outline - known.mean) / known.deviation
        cosines = sorted(float(line @ varied / np.linalg.norm(varied)) for line in lines)
        assert known.likeness(outline)[kind] == pytest.approx(sum(cosines[-3:]) / 3)
