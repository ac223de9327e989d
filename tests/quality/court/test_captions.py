"""Pairs of captions: one error, in grades, and no error in a paraphrase."""

import pytest

from sgpkit.quality.court import captions
from sgpkit.quality.court.verdict import Marks, verdict

ROW = {
    "id": "row-1",
    "caption": "Two red cats to the left of “Home”.",
    "paraphrases": [
        "“Home” has two red cats and four blue birds on its left, under a black sun.",
        "Left of “Home”: cats.",
    ],
}


@pytest.fixture(scope="module")
def pairs():
    return captions.pairs([ROW])


def different(one, other):
    return [(a, b) for a, b in zip(one.split(), other.split(), strict=True) if a != b]


def test_each_axis_has_three_grades_and_the_paraphrase_none(pairs):
    assert {(pair.axis, pair.grade) for pair in pairs} == {
        *((axis, grade) for axis in ("color", "count", "relation", "text") for grade in (1, 2, 3)),
        ("paraphrase", 0),
    }
    (equal,) = (pair for pair in pairs if pair.is_equivalence)
    assert [equal.right, equal.wrong] == ROW["paraphrases"]


@pytest.mark.parametrize(
    ("axis", "counts"), [("color", (1, 2, 3)), ("count", (1, 1, 2)), ("relation", (1, 1, 1)), ("text", (1, 1, 1))]
)
def test_grades_change_one_half_and_all_of_the_places(pairs, axis, counts):
    mine = sorted((pair for pair in pairs if pair.axis == axis), key=lambda pair: pair.grade)
    assert tuple(len(different(pair.right, pair.wrong)) for pair in mine) == counts


def test_changed_words_stay_of_their_kind(pairs):
    for pair in pairs:
        for before, after in different(pair.right, pair.wrong) if pair.axis in ("color", "count") else ():
            words = captions.COLORS if pair.axis == "color" else captions.NUMBERS
            assert before in words and after in words


def test_labels_lose_one_letter(pairs):
    wrong = next(pair.wrong for pair in pairs if pair.axis == "text")
    label = wrong[wrong.index("“") + 1 : wrong.index("”")]
    assert sum(one != other for one, other in zip(label, "Home", strict=True)) == 1


def test_pairs_come_again(pairs):
    assert captions.pairs([ROW]) == pairs and captions.pairs([ROW], seed=1) != pairs


def test_captions_without_anything_to_change_have_no_pair_of_that_axis():
    plain = {"id": "plain", "caption": "A cat.", "paraphrases": ["A cat sits.", "There is a cat."]}
    assert [pair.axis for pair in captions.pairs([plain])] == ["paraphrase"]


def test_a_metric_of_whole_words_ranks_them(pairs):
    """The metric is the share of the reference's words, which a paraphrase keeps: one of the verdict's inputs."""

    def share(text):
        wanted = set(ROW["paraphrases"][0].split())
        return len(wanted & set(text.split())) / len(wanted)

    held = verdict(Marks("words", pairs, [share(pair.right) for pair in pairs], [share(pair.wrong) for pair in pairs]))
    assert held.overall.value == 1 and not held.ranks  # the paraphrase differs: a false alarm


def test_worthless_answers_are_none_of_the_captions():
    rows = [ROW, {"id": "row-2", "caption": "A green boat.", "paraphrases": ["A boat in green.", "Boat."]}]
    answers = captions.worthless(rows)
    assert all(len(texts) == 2 for texts in answers.values())
    assert sorted(answers["words in another order"][0].split()) == sorted(ROW["caption"].split())
    assert answers["words in another order"][0] != ROW["caption"]
    assert answers["colors and numbers alone"] == ["red", "green"]
    assert answers["another row's caption"] == ["A green boat.", ROW["caption"]]


def test_cells_have_the_wanted_number_of_pairs_of_as_many_rows():
    cells = captions.cells(3, seed=1)
    assert set(cells) == {"color", "count", "relation", "text", "paraphrase"}
    for axis, by_grade in cells.items():
        assert [len(cell) for cell in by_grade] == ([3] if axis == "paraphrase" else [3, 3, 3])
        for cell in by_grade:
            assert {pair.axis for pair in cell} == {axis} and len({pair.grade for pair in cell}) == 1
            assert len({pair.cluster for pair in cell}) == 3
