"""Normalise short texts for comparison: case, spaces, articles, number words and spellings."""

import re
import unicodedata

NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
ALIKE = {word: str(number) for number, word in enumerate(NUMBERS)} | {
    "grey": "gray", "colour": "color", "colours": "color", "colors": "color", "colored": "color", "coloured": "color",
    "centre": "center", "none": "0", "no": "0", "single": "1", "coloring": "color", "colouring": "color",
}  # fmt: skip
ARTICLES = {"a", "an", "the"}
EMPTY = ARTICLES | {
    "of", "in", "on", "at", "to", "is", "are", "was", "be", "it", "its", "this", "that", "these", "those", "there",
    "do", "does", "did", "has", "have", "which", "what", "what's", "picture", "image", "drawing", "figure", "graphic",
    "illustration", "icon", "shown", "seen", "depicted", "displayed", "visible", "see", "you", "can", "here",
    "following",
}  # fmt: skip
"""Words of a question that do not identify what it asks."""

WORD = re.compile(r"(?<!\w)-(?=\d)\d+(?:[.]\d+)?|[^\W_]+(?:['’.][^\W_]+)*|[^\w\s]")
PUNCTUATION = frozenset(".,;:!?'\"()[]{}-–—`*_’“”")


def words(text: str) -> list[str]:
    """Return lower-case words, with numbers as digits and one spelling where there are two, without punctuation."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("−", "-")
    return [ALIKE.get(word, word) for word in WORD.findall(plain) if word not in PUNCTUATION]


def folded(text: str) -> str:
    """Return a text in the form in which options are compared."""
    every = words(text)
    return " ".join([word for word in every if word not in ARTICLES] or every)


def content(question: str) -> tuple[str, ...]:
    """Return the words of a question that identify what it asks, without plural endings."""
    return tuple(stem(word) for word in words(question) if word not in EMPTY and word[0].isalnum())


def stem(word: str) -> str:
    """Return a word without its plural or possessive ending."""
    word = re.sub(r"['’]s$", "", word)
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
