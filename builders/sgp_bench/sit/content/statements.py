"""The states of drawings as statements: the hammer's head points to the upper left, the glass is half full.

A kind states such an attribute as a question (`Sketch.state`), so each is found here under its first wording. A test
goes through all kinds: none has a state that is not here.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sgpkit.families.shared.drawings.sketch import Attribute

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
WAYS = MappingProxyType({"up": "up", "down": "down", "left": "to the left", "right": "to the right"})
SIDES = MappingProxyType({"left": "the left", "right": "the right"})

_EATEN = {
    "nothing": "Nothing of it has been eaten yet",
    "a quarter": "A quarter of it has been eaten already",
    "half": "Half of it has been eaten already",
    "three quarters": "Three quarters of it have been eaten already",
}
_RUN_DOWN = {
    "all of it": "All of the sand has run down",
    "about two thirds": "About two thirds of the sand have run down",
    "about a third": "About a third of the sand has run down",
    "none yet": "None of the sand has run down yet",
}
_DONE = {
    "nothing is done yet": "The progress bar in the window is empty: nothing is done yet",
    "a quarter is done": "The progress bar in the window is a quarter full",
    "half is done": "The progress bar in the window is half full",
    "everything is done": "The progress bar in the window is full: everything is done",
}


def _corner(end: str) -> Callable[[str], str]:
    return lambda answer: f"{end} points towards the {answer} corner of the picture"


def _filled(vessel: str) -> Callable[[str], str]:
    return lambda answer: f"The {vessel} is {answer}"


def _hour(answer: str) -> str:
    return f"The hands say that it is {answer}"


STATEMENTS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "How many books are piled up?": lambda answer: (
            f"{several(answer, 'book', 'books')} lie on each other".capitalize()
        ),
        "How many scoops are on the cone?": lambda answer: (
            f"The cone holds {several(answer, 'scoop', 'scoops')} of ice cream"
        ),
        "How much of the pizza has been eaten?": _EATEN.__getitem__,
        "How old is the child who gets this cake, if there is one candle a year?": lambda answer: (
            f"With a candle for each year, it is the cake of a {ORDINALS[int(answer) - 1]} birthday"
        ),
        "The yellow rays show how strongly the lamp burns: no ray is off, one is dim, three half bright, five fully"
        " bright. Which is it?": lambda answer: (
            f"Told by its yellow rays (none for off, one for dim, three for half, five for full), the lamp is {answer}"
        ),
        "What time does the {kind} show?": _hour,
        "How much of the sand has run down?": _RUN_DOWN.__getitem__,
        "How full is the glass?": _filled("glass"),
        "To which side does the {kind} shine?": lambda answer: f"It shines to {SIDES.get(answer, answer)}",
        "How far has the bar in the window filled up?": _DONE.__getitem__,
        "How full is the battery in the upper right corner of the screen?": lambda answer: (
            f"The battery symbol in the upper right corner of the screen is {answer}"
        ),
        "What is the {kind} doing?": lambda answer: f"It is {answer}",
        "Which way do the knobs point?": lambda answer: f"Every knob on it is turned so that it points {WAYS[answer]}",
        "How full is the flask?": _filled("flask"),
        "To which side is the {kind} open?": lambda answer: f"It opens, with its tips, {WAYS[answer]}",
        "Towards which corner of the picture does the handle point?": _corner("The handle"),
        "How high does the liquid stand?": lambda answer: f"The liquid stands {answer}",
        "Towards which corner of the picture does the head of the {kind} point?": _corner("The head"),
        "Towards which corner of the picture does the blade of the {kind} point?": _corner("The blade"),
        "Towards which corner of the picture does the sharpened end of the {kind} point?": _corner("The sharpened end"),
    }
)


def statement(attribute: Attribute) -> str:
    """The attribute as a sentence without its full stop."""
    return STATEMENTS[attribute.questions[0]](attribute.answer)


def several(number: str, singular: str, plural: str) -> str:
    """'one book', 'three books'."""
    count = int(number)
    word = NUMBERS[count] if count < len(NUMBERS) else number
    return f"{word} {singular if count == 1 else plural}"
