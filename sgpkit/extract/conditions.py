"""Remove conditions with two outcomes from replies: "if it is closed, A; otherwise B" names no answer.

Every scan looks at a bounded window, since texts are untrusted and may be long.
"""

import re

OTHERWISE = re.compile(
    r"\b(?:otherwise|or else|if not|(?<!nothing )(?<!anything )(?<!something )(?<!everything )(?<!no one )else)\b",
    re.IGNORECASE,
)
IF = re.compile(r"\b(?:if|unless|should|when|whenever|assuming|provided|in case|where|for)\b", re.IGNORECASE)
ENDS = re.compile(r"[.!?](?=\s|$)|\n")
LETTER = re.compile(r"(?<![\w'-])([A-Z])(?![\w'+#-])")
BEFORE, AFTER = 300, 120
"""Number of characters before and after the word that are searched."""

MOST = 2_000
"""Maximum number of words that are examined."""

NOT_ARTICLES = re.compile(r"\bA(?=\s[a-z])(?!\s(?:is|if|or|and|would|fits|else|because|since)\b)")
"""The article at the start of a sentence: "A boat"."""


def removed(text: str, letters: str) -> str:
    """Return a text of the same length with spaces for each condition whose outcomes name different options."""
    small = text.lower()
    if not any(word in small for word in ("otherwise", "else", "if not")):
        return text
    parts, kept = [], 0
    for count, word in enumerate(OTHERWISE.finditer(text)):
        if count == MOST:
            break
        span = condition(text, word.start(), word.end(), letters)
        if span is not None and span[0] >= kept:
            parts += [text[kept : span[0]], " " * (span[1] - span[0])]
            kept = span[1]
    return "".join([*parts, text[kept:]])


def condition(text: str, begin: int, end: int, letters: str) -> tuple[int, int] | None:
    """Return the span of the condition around a word for "otherwise", or None if it does not choose between options."""
    low = max(0, begin - BEFORE)
    first = text[low:begin]
    # If the word starts a sentence, the previous sentence counts too: "If it is closed, A. Otherwise, B."
    stops = [0, *(match.end() for match in ENDS.finditer(first))]
    start = next(stop for stop in (*reversed(stops), 0) if not stop or first[stop:].strip())
    own = IF.search(first, start)
    if own is None:
        return None
    rest = text[end : end + AFTER]
    stop = ENDS.search(rest)
    last = end + (stop.end() if stop else len(rest))
    ones, others = named(first[own.start() :], letters), named(text[end:last], letters)
    if not ones or not others or set(ones) == set(others):
        return None
    return low + start, last


def named(text: str, letters: str) -> list[str]:
    """Return the letters of options in a text."""
    plain = NOT_ARTICLES.sub("", text)
    return [match[1] for match in LETTER.finditer(plain) if match[1] in letters]
