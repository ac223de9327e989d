"""English that prompts and captions need: articles, lists, sentences."""

from collections.abc import Sequence

PLURAL = (
    "cherries", "earrings", "freckles", "glasses", "headphones", "rays", "scissors", "sunglasses", "teeth", "trousers",
    "waves",
)  # fmt: skip
"""Nouns that are used in the plural only."""

ALREADY = ("a ", "an ", "the ", "some ", "two ", "three ")

VOWELS = ("a", "e", "i", "o", "u", "hour")
AS_CONSONANTS = ("eu", "one", "u-", "uni", "use")
"""Beginnings of words that are written with a vowel and spoken with a consonant."""


def article(noun: str) -> str:
    """Return the article that the first sound of a noun asks for."""
    first = noun.casefold()
    return "an" if first.startswith(VOWELS) and not first.startswith(AS_CONSONANTS) else "a"


def with_article(noun: str) -> str:
    """Return a noun with its article, unless it has one, or is a plural: "trousers"."""
    head = noun.split(" of ")[0].split(" with ")[0]
    if noun.startswith(ALREADY) or head.endswith(PLURAL):
        return noun
    return f"{article(noun)} {noun}"


def listed(items: Sequence[str]) -> str:
    """Return items as `a, b and c`."""
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)


def upper(text: str) -> str:
    """Return a text with a capital first letter and the rest unchanged."""
    return text[:1].upper() + text[1:]


def sentences(*texts: str) -> str:
    """Return those sentences that are not empty as one paragraph."""
    return " ".join(filter(None, texts))
