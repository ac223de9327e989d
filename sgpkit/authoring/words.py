"""What a short text says, however it is written: case, spaces, articles, number words and spellings set aside."""

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
"""Words of a question that say nothing of what it asks."""

WORD = re.compile(r"(?<!\w)-(?=\d)\d+(?:[.]\d+)?|[^\W_]+(?:['’.][^\W_]+)*|[^\w\s]")
PUNCTUATION = frozenset(".,;:!?'\"()[]{}-–—`*_’“”")


def words(text: str) -> list[str]:
    """Lower-case words, with numbers as digits and one spelling where there are two. Signs that mean something stay."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("−", "-")
    return [ALIKE.get(word, word) for word in WORD.findall(plain) if word not in PUNCTUATION]


def folded(text: str) -> str:
    """What an option says, however it is written."""
    found = words(text)
    return " ".join([word for word in found if word not in ARTICLES] or found)


def content(question: str) -> tuple[str, ...]:
    """The words of a question that say what it asks, without plural endings."""
    return tuple(stem(word) for word in words(question) if word not in EMPTY and word[0].isalnum())


def stem(word: str) -> str:
    word = re.sub(r"['’]s$", "", word)
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
