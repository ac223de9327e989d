"""Facts of captions: what has which colour, number or text earns, in any words; a frame and lists of words do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.metrics.captions import facts

CAPTION = (
    "The drawing depicts a garden. There is a purple (#8E24AA) gate with three yellow hinges on the left side, at mid "
    "height. It has a sign that reads “Closed today” in white letters. One sees a rabbit with a brown tail."
)


@pytest.mark.parametrize(
    "words",
    [
        CAPTION,
        CAPTION.replace(" (#8E24AA)", ""),
        CAPTION.replace("The drawing depicts", "In this picture one sees").replace("There is", "We look at"),
        CAPTION.replace("“Closed today”", '"Closed today"'),
        CAPTION.replace("three", "3").replace("hinges", "hinge"),
        " ".join(reversed(CAPTION.split("(?<=[.]) "))),
        CAPTION.upper(),
    ],
)
def test_the_same_facts_in_another_frame_have_full_marks(words):
    assert facts.agreement(words, CAPTION) == pytest.approx(1.0)


def test_a_caption_in_other_words_keeps_most():
    text = (
        "A garden gate in purple, held by three yellow hinges, and a sign with “Closed today” in white. The rabbit's "
    )
    assert facts.agreement(text + "tail is brown.", CAPTION) > 0.6


@pytest.mark.parametrize(
    "words",
    [
        "The drawing depicts a garden. There is a gate on the left side, at mid height. One sees a rabbit.",
        "purple, yellow, white, brown",
        "“Closed today”. “Closed”. “today”.",
        "There is purple. There is yellow. There is white. There is brown. It reads “Closed today”.",
        "gate hinges sign letters rabbit tail garden",
        "3 three 3",
        "",
    ],
)
def test_frames_and_lists_of_one_sort_earn_nothing(words):
    assert facts.agreement(words, CAPTION) <= 0.05


def test_exchanged_colors_cost():
    wrong = CAPTION.replace("purple", "X").replace("brown", "purple").replace("X", "brown")
    assert facts.agreement(wrong, CAPTION) < 0.75


def test_all_pairs_of_the_right_words_cost_precision():
    words = ["purple", "gate", "yellow", "hinge", "white", "sign", "brown", "tail", "rabbit", "three"]
    pairs = " ".join(f"{one} {other}" for one in words for other in words if one != other)
    assert facts.agreement(pairs, CAPTION) < 0.6


@pytest.mark.parametrize("stated", ["Purple gate. ", "Brown tail. Three yellow hinges. "])
def test_lists_of_words_kept_apart_add_nothing_to_true_facts(stated):
    """No colour of the list is near a thing, so none is stated; each is within the range in which facts are found."""
    things = ("gate hinge", "sign letter", "tail rabbit")
    apart = " ".join(f"purple yellow white brown the the the {pair}." for pair in things)
    assert facts.agreement(stated + apart, CAPTION) <= facts.agreement(stated, CAPTION) + 0.1
    listed = "red blue green gray pink orange. the the the tree house sun cloud boat lake sky bird. " * 20
    assert facts.agreement(stated + apart + listed, CAPTION) <= facts.agreement(stated, CAPTION) + 0.1


def test_colors_that_a_thing_nearly_always_has_count_little():
    reference = "A pine with a brown trunk and a pink ribbon. A white cloud."
    usual, own = (facts.agreement(text, reference) for text in ("A brown trunk. A white cloud.", "A pink ribbon."))
    assert 0 < usual < 0.2 < own


def test_quotation_marks_take_no_room():
    assert facts.agreement("The sign says “Open” in red.", "The sign says Open in red.") == pytest.approx(1.0)


@pytest.mark.parametrize("text", ["The cat is on the mat and the dog is in the box and the hen is by the hut."])
def test_equal_captions_agree_even_if_few_words_are_near_each_other(text):
    assert facts.agreement(text, text) == pytest.approx(1.0)


def test_a_text_is_one_whether_both_quote_it_or_not():
    reference = "The bars are “Porto” at 44 and “Lyon” at 19."
    assert facts.agreement("Porto has 44, Lyon 19.", reference) > 0.9
    assert facts.agreement("Porto has 19, Braga 44.", reference) < 0.5


def test_captions_without_colors_numbers_or_texts_are_compared_by_plain_words():
    assert facts.agreement("A cat asleep on its cushion.", "A cat asleep on a cushion.") == pytest.approx(1.0)
    assert facts.agreement("A dog runs after a ball.", "A cat asleep on a cushion.") == 0.0


@given(st.text(max_size=120), st.text(max_size=120))
def test_the_agreement_is_a_share_and_symmetric_on_the_same_text(one, other):
    assert 0.0 <= facts.agreement(one, other) <= 1.0
    assert facts.agreement(one, one) in (0.0, pytest.approx(1.0))
