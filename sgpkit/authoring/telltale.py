"""Whether a program tells the answer in words: where the right option stands in its text, comments, names or labels,
and no other option does, the question asks for reading and not for seeing.

Colors and numbers that a program *paints with* tell nothing by this: to find them there is what the benchmark is about.
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
TIKZ_SAID = re.compile(
    r"\bnode\b[^;{}]{0,400}\{([^{}]*)\}|\bnode\s{0,9}(?:\[[^\]]{0,400}\])?\s{0,9}\(([^()]*)\)"
    r"|\b(?:label|name|legend)\s{0,9}=\s{0,9}\{?([^,\]}]*)"
)
DOT_SAID = re.compile(r'"((?:[^"\\]|\\.)*)"|\b([A-Za-z_]\w*)\b')
DOT_WORDS = {"graph", "digraph", "subgraph", "strict", "node", "edge", "label", "shape", "color", "style"}
EPS_SAID = re.compile(r"\(((?:[^()\\]|\\.)*)\)|/([A-Za-z]\w*)")
HEX = re.compile(r"#[0-9A-Fa-f]{6}\b")
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-./:#]+")


def told(code: str, format: str, options: Sequence[str], key: int) -> str:
    """The words by which the program tells the right option and no other; "" where it does not."""
    said = {stem(word) for text in texts(code, format) for word in spoken(text)}
    apart = distinguishing(options)
    if not apart[key] or not apart[key] <= said:
        return ""
    if any(other and other <= said for place, other in enumerate(apart) if place != key):
        return ""
    return " ".join(sorted(apart[key]))


def distinguishing(options: Sequence[str]) -> list[set[str]]:
    """Of each option the words that not every option has."""
    found = [{stem(word) for word in words(option) if word not in ARTICLES} for option in options]
    common = set.intersection(*found)
    return [each - common for each in found]


def spoken(text: str) -> list[str]:
    """The words of a text or name; a color that is written as a number has the names that fit it."""
    found = words(CAMEL.sub(" ", text))
    for number in HEX.findall(text):
        found += color_names.fitting(*(int(number[place : place + 2], 16) for place in (1, 3, 5)))
    return found


def texts(code: str, format: str) -> Iterator[str]:
    """What a program says in words: comments, names, labels, written text."""
    if format in COMMENTS:
        for groups in COMMENTS[format].finditer(code):
            yield from filter(None, groups.groups())
    if format == "svg":
        yield from of_svg(code)
    elif format in ("tikz", "eps"):
        bare = COMMENTS[format].sub("", code)
        for groups in (TIKZ_SAID if format == "tikz" else EPS_SAID).finditer(bare):
            yield from filter(None, groups.groups())
    elif format == "graphviz":
        for groups in DOT_SAID.finditer(COMMENTS[format].sub("", code)):
            yield from (text for text in groups.groups() if text and text.lower() not in DOT_WORDS)


def of_svg(code: str) -> Iterator[str]:
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
