"""English that captions need: articles, lists, sentences."""

from collections.abc import Sequence


def with_article(noun: str) -> str:
    """Return a noun with its article, if it has none yet."""
    if noun.startswith(("a ", "an ", "the ")):
        return noun
    first = noun.casefold()
    is_vowel = first.startswith(("a", "e", "i", "o", "u", "hour")) and not first.startswith(("uni", "use", "one", "eu"))
    return f"{'an' if is_vowel else 'a'} {noun}"


def listed(items: Sequence[str]) -> str:
    """Return items as `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def upper(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentences(*texts: str) -> str:
    """Return those sentences that are not empty as one paragraph."""
    return " ".join(filter(None, texts))
