"""The states of drawings as statements: the hands of the clock say that it is five o'clock.

A kind states such an attribute as a question (`Sketch.state`), so each is found here under its first wording. A test
goes through all kinds: none has a state that is not here.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sgpkit.families.shared.drawings.sketch import Attribute

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

STATEMENTS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"What time does the {kind} show?": lambda answer: f"The hands say that it is {answer}"}
)


def statement(attribute: Attribute) -> str:
    """The attribute as a sentence without its full stop."""
    return STATEMENTS[attribute.questions[0]](attribute.answer)


def several(number: str, singular: str, plural: str) -> str:
    """'one book', 'three books'."""
    count = int(number)
    word = NUMBERS[count] if count < len(NUMBERS) else number
    return f"{word} {singular if count == 1 else plural}"
