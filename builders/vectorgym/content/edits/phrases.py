"""Words of instructions in addition to those of descriptions: colours, wordings, and unambiguous names of things."""

import re
from collections.abc import Sequence
from typing import Any

from ....shared.words import upper, with_article
from ..scenes import colors, wording
from ..scenes.scene import Part
from ..scenes.specs import Thing

ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)


def plural(noun: str) -> str:
    return f"{noun[:-3]}men" if noun.endswith("man") else wording.plural(noun)


def colored(color: str) -> str:
    """Return a colour's name with its value in parentheses, as in the paper's descriptions: "red (#E53935)"."""
    return f"{colors.name_of(color)} ({color})"


def filled(templates: Sequence[str], **words: Any) -> tuple[str, ...]:
    """Return all wordings filled with the same words, with matching articles and an initial capital."""
    return tuple(upper(_with_articles(template.format(**words))) for template in templates)


def ordinal(index: int) -> str:
    return ORDINALS[index] if index < len(ORDINALS) else f"{index + 1}th"


def thing(target: Thing, things: Sequence[Thing]) -> str:
    """Return words for one thing among all: its kind if it is the only one, else also its position from the left."""
    alike = [other for other in things if other.kind == target.kind]
    if len(alike) == 1:
        return f"the {target.kind}"
    index = sorted(alike, key=lambda other: (other.x, other.ground)).index(target)
    if len(alike) == 2:
        return f"the {target.kind} on the {'left' if index == 0 else 'right'}"
    if index == 0:
        return f"the leftmost {target.kind}"
    if index == len(alike) - 1:
        return f"the rightmost {target.kind}"
    return f"the {ordinal(index)} {target.kind} from the left"


def is_unambiguous(target: Thing, things: Sequence[Thing], apart: float = 12.0) -> bool:
    """Return whether left and right suffice to distinguish the thing from others of its kind."""
    return all(
        abs(other.x - target.x) >= apart for other in things if other.kind == target.kind and other.name != target.name
    )


def look(*parts: Part) -> str:
    """Return sentences that describe new things, which follow the request for them."""
    return "".join(_look(part, "It" if len(parts) == 1 else f"The {part.noun}") for part in parts)


def _look(part: Part, subject: str) -> str:
    """ " It has two green eyes."; for other phrases " Draw it as a gray rock."; nothing if the noun is enough."""
    text = part.phrase.format(*(colored(color) for color in part.colors)) or with_article(part.noun)
    if text == with_article(part.noun):
        return ""
    head = f"{with_article(part.noun)} with "
    if text.startswith(head):
        return f" {subject} has {text[len(head) :]}."
    return f" Draw {subject.lower()} as {text}."


def _with_articles(text: str) -> str:
    """Return the text with "an" before vowels, since a template cannot know the word after its article."""
    return re.sub(r"\b([Aa]) (?=[aeio](?!ne\b))", r"\1n ", text)
