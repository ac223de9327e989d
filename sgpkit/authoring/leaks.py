"""Find answers that a program leaks in words: where the right option stands in its text, comments, names or labels,
and no other option does, the question tests reading and not seeing.

Colors and numbers that a program *paints with* are no leak: to find them there is what the benchmark is about.
"""

import re
from collections.abc import Iterator, Sequence

from sgpkit.authoring.words import ARTICLES, stem, words
from sgpkit.graphics import svg
from sgpkit.metrics.structure.recall import color_names
from sgpkit.status import Rejected

NAMING = re.compile(r"(?:^|:)(?:id|class|label|name|title|alt|desc)$|^(?:aria|data)-", re.IGNORECASE)
COMMENTS = {
    "svg": re.compile(r"<!--(.*?)-->", re.DOTALL),
    "tikz": re.compile(r"(?<!\\)%([^\n]*)"),
    "eps": re.compile(r"%([^\n]*)"),
    "graphviz": re.compile(r"/\*(.{0,4000}?)\*/|(?://|^[ \t]*#)([^\n]*)", re.DOTALL | re.MULTILINE),
}
STYLE_NAME = re.compile(r"[.#]([A-Za-z][\w-]*)\s*(?=[,{:.>\s])")
TIKZ_TEXT = re.compile(
    r"\bnode\b[^;{}]{0,400}\{([^{}]*)\}|\bnode\s{0,9}(?:\[[^\]]{0,400}\])?\s{0,9}\(([^()]*)\)"
    r"|\b(?:label|name|legend)\s{0,9}=\s{0,9}\{?([^,\]}]*)"
)
DOT_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"|\b([A-Za-z_]\w*)\b')
DOT_WORDS = {"graph", "digraph", "subgraph", "strict", "node", "edge", "label", "shape", "color", "style"}
EPS_TEXT = re.compile(r"\(((?:[^()\\]|\\.)*)\)|/([A-Za-z]\w*)")
HEX = re.compile(r"#[0-9A-Fa-f]{6}\b")
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-./:#]+")


def leaked_words(code: str, format: str, options: Sequence[str], key: int) -> str:
    """Return the words by which the program names the right option and no other; "" where it does not."""
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
    """Yield the texts in a program: comments, names, labels, written text."""
    if format in COMMENTS:
        for groups in COMMENTS[format].finditer(code):
            yield from filter(None, groups.groups())
    if format == "svg":
        yield from svg_texts(code)
    elif format in ("tikz", "eps"):
        bare = COMMENTS[format].sub("", code)
        for groups in (TIKZ_TEXT if format == "tikz" else EPS_TEXT).finditer(bare):
            yield from filter(None, groups.groups())
    elif format == "graphviz":
        for groups in DOT_TEXT.finditer(COMMENTS[format].sub("", code)):
            yield from (text for text in groups.groups() if text and text.lower() not in DOT_WORDS)


def svg_texts(code: str) -> Iterator[str]:
    """Yield names, labels and written text of an SVG program."""
    try:
        root = svg.parse(code).root
    except Rejected:
        return
    for element in root.subtree():
        for name, value in element.attributes.items():
            if NAMING.search(name):
                yield value
        if element.tag == "style":
            yield from STYLE_NAME.findall(element.text)
        else:
            yield from (text for text in (element.text, element.tail) if text.strip())
