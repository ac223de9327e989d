"""Checks of questions without a model: options, wording, similarity, words of the program."""

import pytest

from sgpkit.studies.authoring import checks, leaks
from sgpkit.studies.authoring.reading import Proposal
from sgpkit.studies.authoring.words import folded


def proposal(question="What is it?", options=("a cat", "a dog", "a cow", "a hen"), key=0):
    return Proposal(question, tuple(options), key, options[key] if key is not None else "a fox")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Three", "3"), ("the red one", "Red 1"), ("grey", "gray"), ("a cat.", "“A Cat”"), ("twenty", "20"), ("none", "0"), ("ﬁve", "5"), ("no  holes", "zero holes")],
)  # fmt: skip
def test_what_says_the_same(one, other):
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("5", "-5"), ("−5", "5"), ("3", "3°"), ("1.5", "15"), ("<", ">"), ("a", "b"), ("a → b", "b → a"), ("x", "x²")],
)
def test_what_does_not(one, other):
    assert folded(one) != folded(other)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (proposal(), ""),
        (proposal(options=("cat", "dog", "cow")), "it has 3 options, not four"),
        (proposal(options=("1", "two", "2", "4")), "two options are the same: 'two' and '2'"),
        (proposal(options=("cat", " - ", "cow", "hen")), "an option is empty"),
        (proposal(key=None), "the answer 'a fox' is none of the options"),
    ],
)
def test_options(given, fault):
    assert checks.options_fault(given) == fault


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (proposal(), ""),
        (proposal("Which node lies between A and B?", ("C", "D", "both of them", "E")), ""),
        (proposal("What color is the bar code?"), ""),
        (proposal("Hm"), "there is no question"),
        (proposal("Why? " * 100), "the question has 500 characters, at most 400 are allowed"),
        (proposal(options=("a", "b", "c", "d" * 161)), "an option has 161 characters, at most 160 are allowed"),
        (
            proposal(options=("a", "b", "c", "All of the above")),
            "an option refers to the other options: 'All of the above'",
        ),
        (
            proposal(options=("a", "b", "c", "It cannot be determined from this")),
            "an option refers to the other options",
        ),
        (proposal(options=("a", "b", "c", "options A and B")), "an option refers to the other options"),
        (proposal("What is the viewBox of it?"), "it asks about the program: 'viewBox'"),
        (proposal("Which hex value fills the <rect >?"), "it asks about the program: 'hex value'"),
    ],
)
def test_wording(given, fault):
    result = checks.wording_fault(given)
    assert result.startswith(fault) if fault else result == ""


def test_captions():
    assert checks.caption_fault("A red square stands on white ground.") == ""
    assert checks.caption_fault("A square.").startswith("it has 9 characters")
    assert checks.caption_fault('Draw it: <svg viewBox="0 0 9 9"> and so on').startswith("it quotes a program")


COLOR = ("red", "green", "blue", "white")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (proposal("What color is the roof?", COLOR), proposal("Which colour does the roof have in this picture?", COLOR), True),
        (proposal("What color is the roof?", COLOR), proposal("What color is the roof?", COLOR, 1), True),
        (proposal("What color is the roof?", COLOR), proposal("What is the color of the house's roof?", COLOR[::-1], 3), True),
        (proposal("What color is the roof?", COLOR), proposal("What color is the door?", COLOR), False),
        (proposal("What color is the left wheel of the car?", COLOR), proposal("What color is the right wheel of the car?", COLOR), False),
        (proposal("How many circles are there?", "1234"), proposal("How many squares are there?", "1234"), False),
        (proposal("How many wheels are there?", "1234"), proposal("How many wheels can you see here?", "4321", 3), True),
        (proposal("Is the circle left of the square?", ("yes", "no", "above", "below")), proposal("Is the square left of the circle?", ("yes", "no", "above", "below"), 1), False),
    ],
)  # fmt: skip
def test_the_same_question_in_other_words(one, other, same):
    assert checks.repeats(one, other) is same
    assert checks.repeats(other, one) is same


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


@pytest.mark.parametrize(
    ("format", "code", "options", "message"),
    [
        ("svg", SVG.format('<rect fill="red"/>'), COLOR, ""),
        ("svg", SVG.format('<rect id="redRoof"/>'), COLOR, "red"),
        ("svg", SVG.format("<!-- the wall: #ff0000 -->"), COLOR, "red"),
        ("svg", SVG.format("<!-- red, then blue -->"), COLOR, ""),
        ("svg", SVG.format("<style>.red-roof{fill:#0000ff}</style>"), COLOR, "red"),
        ("svg", SVG.format("<text>Red</text>"), COLOR, "red"),
        ("svg", SVG.format('<g aria-label="alarm clock"/>'), ("an alarm clock", "a wall clock", "a scale", "a plate"), "alarm clock"),
        ("svg", SVG.format('<g id="clock"/>'), ("an alarm clock", "a wall clock", "a tower clock", "a clock face"), ""),
        ("svg", SVG.format('<path id="path3" d="M3 3h3v3z"/>'), ("3", "4", "5", "6"), ""),
        ("svg", SVG.format("<title>three wheels</title>"), ("3", "4", "5", "6"), "3"),
        ("tikz", "\\draw (0,0) circle (3); % three loops", ("3", "4", "5", "6"), "3"),
        ("tikz", "\\node[draw] (a) at (0,3) {Encoder};", ("the encoder", "the decoder", "the pooling", "a loss"), "encoder"),
        ("tikz", "\\draw (0,3) -- (3,3);", ("3", "4", "5", "6"), ""),
        ("graphviz", 'digraph { a -> b; label="build graph" }', ("a build graph", "a family tree", "a network", "a map"), "build graph"),
        ("graphviz", "digraph { Anna -> Ben -> Carl -> Dora }", ("Anna", "Ben", "Carl", "Dora"), ""),
        ("eps", "%!PS\n(seven) show 7 7 moveto", ("7", "8", "9", "6"), "7"),
        ("eps", "%!PS\n7 7 moveto 9 9 lineto", ("7", "8", "9", "6"), ""),
        ("cad", "SOL;Circle:(176,128,48);EOS", ("a circle", "a square", "a star", "a ring"), ""),
    ],
)  # fmt: skip
def test_what_the_program_says_in_words(format, code, options, message):
    assert leaks.leaked_words(code, format, tuple(options), 0) == message
