"""Yes or no by repeating the question: read only if the sentence is the question's own."""

import pytest

from sgpkit import extract
from sgpkit.status import Status

MIRROR = "Is the left half of the drawing the mirror image of its right half?"
YES_NO = ("Yes", "No")

READ = {
    "the question as a statement": (MIRROR, "The left half of the drawing is the mirror image of its right half.", "A"),
    "without its full stop": (MIRROR, "The left half of the drawing is the mirror image of its right half", "A"),
    "denied": (MIRROR, "The left half of the drawing is not the mirror image of its right half.", "B"),
    "denied in short": (MIRROR, "The left half of the drawing isn't the mirror image of its right half.", "B"),
    "behind bold signs": (MIRROR, "**The left half of the drawing is the mirror image of its right half.**", "A"),
    "several bars": ("Are the two bars equally long?", "The two bars are equally long.", "A"),
    "several bars, denied": ("Are the two bars equally long?", "The two bars are not equally long.", "B"),
    "said of the SVG": (MIRROR, "The left half of the given SVG is indeed a mirror image of its right half.", "A"),
    "without an article": (MIRROR, "The left half of the drawing is mirror image of its right half.", "A"),
    "said of the picture, denied": (
        MIRROR,
        "The left half of the picture is not a mirror image of its right half.",
        "B",
    ),
    "with a description": (
        MIRROR,
        "The left half of the drawing isn't the mirror image of its right half. It has two circles.",
        "B",
    ),
    "a twice": ("Is what is red what is round?", "What is red is what is round.", "A"),
}
NOT_READ = {
    "the question itself": (MIRROR, MIRROR),
    "the question without its sign": (MIRROR, MIRROR.rstrip("?") + "."),
    "a condition": (MIRROR, "If the left half of the drawing is the mirror image of its right half."),
    "doubt": (MIRROR, "Maybe the left half of the drawing is the mirror image of its right half."),
    "another claim": (MIRROR, "The right half of the drawing is the mirror image of its left half."),
    "of a part of the drawing": (MIRROR, "The left half of the first drawing is the mirror image of its right half."),
    "a part of it": (MIRROR, "The left half of the drawing is the mirror image."),
    "more than it": (MIRROR, "The left half of the drawing is the mirror image of its right half except one leaf."),
    "taken back": (MIRROR, "The left half of the drawing is the mirror image of its right half. This is false."),
    "doubted": (
        MIRROR,
        "The left half of the drawing is the mirror image of its right half. However, one leaf is red.",
    ),
    "in the second sentence": (
        MIRROR,
        "It has two circles. The left half of the drawing is the mirror image of its right half.",
    ),
    "two denials": (MIRROR, "The left half of the drawing is not not the mirror image of its right half."),
    "two sentences": (MIRROR, "The left half of the drawing is the mirror image.\nOf its right half."),
    "a verb that changes": ("Does the boat sail left?", "The boat does sail left."),
    "no question": ("", "The left half of the drawing is the mirror image of its right half."),
}


@pytest.mark.parametrize(("question", "reply", "letter"), READ.values(), ids=READ)
def test_read(question, reply, letter):
    assert extract.answer(reply, YES_NO, question=question).value == letter
    swapped = {"A": "B", "B": "A"}[letter]
    assert extract.answer(reply, YES_NO[::-1], question=f"Look at it.\n{question}").value == swapped


@pytest.mark.parametrize(("question", "reply"), NOT_READ.values(), ids=NOT_READ)
def test_not_read(question, reply):
    assert extract.answer(reply, YES_NO, question=question).status is Status.NO_ANSWER


@pytest.mark.parametrize("options", [("Yes", "Yes, mostly"), ("Yes", "No", "Unclear"), ("mirrored", "not mirrored")])
def test_other_options_are_not_meant(options):
    _, reply, _ = READ["the question as a statement"]
    assert extract.answer(reply, options, question=MIRROR).value is None


def test_statement_that_was_cut_off_or_names_a_letter_first():
    _, reply, _ = READ["the question as a statement"]
    assert extract.answer(reply, YES_NO, "length", MIRROR).value is None
    assert extract.answer(f"{reply}\nAnswer: B", YES_NO, question=MIRROR).value == "B"


def test_long_texts_are_left_alone():
    assert extract.answer("is " * 100_000, YES_NO, question="Is " + "is " * 100_000 + "?").value is None
