import pytest

from sgpkit.families.shared import words
from sgpkit.families.shared.contrast import designs
from sgpkit.graphics.geometry import Affine


@pytest.mark.parametrize(
    "phrase",
    [
        "an apple", "a strawberry", "an hourglass", "a uniform", "an umbrella", "a user interface", "a one-way street",
        "an underground map", "a U-turn", "a pair of glasses", "a bunch of cherries",
    ],
)  # fmt: skip
def test_the_article_follows_the_first_sound(phrase):
    noun = phrase.partition(" ")[2]
    assert words.with_article(noun) == phrase and words.with_article(phrase) == phrase


@pytest.mark.parametrize("noun", ["trousers", "a pair of trousers", "sunglasses", "scissors with red handles"])
def test_plurals_and_nouns_with_an_article_stay_as_they_are(noun):
    assert words.with_article(noun) == noun


def test_requests_for_things_begin_with_the_right_article():
    shown = [designs.Picture(kind, (), (), Affine(1, 0, 0, 1, 0, 0)) for kind in designs.kinds()]
    requests = {picture.kind.name: designs.request(picture) for picture in shown}
    bare = {name for name, text in requests.items() if not text.startswith(("A ", "An "))}
    assert requests["trousers"].startswith("Trousers, complete")
    assert all(name.endswith("s") for name in bare) and len(bare) < 5


def test_lists():
    assert [words.listed(items) for items in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b and c"]
