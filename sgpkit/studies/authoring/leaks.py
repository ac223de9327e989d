"""Find answers that a program reveals in words: if its texts, comments, names or labels contain the right option and no
other, the question tests reading and not seeing. Colors and numbers with which a program *draws* are not leaks: finding
them is what the benchmark measures.
"""

import re
from collections.abc import Iterator, Sequence

from sgpkit.graphics import formats
from sgpkit.metrics.structure.recall import color_names
from sgpkit.studies.authoring.words import ARTICLES, stem, words

HEX = re.compile(r"#[0-9A-Fa-f]{6}\b")
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-./:#]+")


def leaked_words(code: str, format: str, options: Sequence[str], key: int) -> str:
    """Return the words by which the program names the right option and no other; "" if there are none."""
    leaked = {stem(word) for text in texts(code, format) for word in words_in(text)}
    distinct = distinguishing_words(options)
    if not distinct[key] or not distinct[key] <= leaked:
        return ""
    if any(other and other <= leaked for index, other in enumerate(distinct) if index != key):
        return ""
    return " ".join(sorted(distinct[key]))


def distinguishing_words(options: Sequence[str]) -> list[set[str]]:
    """Return for each option the words that not every option has."""
    stems = [{stem(word) for word in words(option) if word not in ARTICLES} for option in options]
    common = set.intersection(*stems)
    return [option - common for option in stems]


def words_in(text: str) -> list[str]:
    """Return the words of a text or name, with the names of colors that are written as numbers."""
    result = words(CAMEL.sub(" ", text))
    for number in HEX.findall(text):
        result += color_names.fitting(*(int(number[start : start + 2], 16) for start in (1, 3, 5)))
    return result


def texts(code: str, format: str) -> Iterator[str]:
    """Return the texts in a program: comments, names, labels, written text; none of CAD."""
    return formats.get(format).words(code) if formats.has(format) else iter(())
