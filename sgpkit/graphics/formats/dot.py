"""Graphviz's DOT, laid out by `dot`."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sgpkit.graphics.formats.format import Format, between
from sgpkit.status import Rejected

if TYPE_CHECKING:
    from sgpkit.graphics.compiled import Converted


TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"|\b([A-Za-z_]\w*)\b')
KEYWORDS = {"graph", "digraph", "subgraph", "strict", "node", "edge", "label", "shape", "color", "style"}


def texts(code: str) -> Iterator[str]:
    """Yield strings and identifiers except keywords."""
    for match in TEXT.finditer(code):
        yield from (text for text in match.groups() if text and text.lower() not in KEYWORDS)


def check(code: str) -> None:
    """Reject a program that names files or would crash the layout."""
    from sgpkit.graphics.dot import checks

    checks.check(code)


def convert(codes: Sequence[str], workers: int | None) -> "list[Converted | Rejected]":
    """Lay out graphs in the sandbox."""
    from sgpkit.graphics import dot

    return dot.convert_many(codes, workers)


def normalise(code: str) -> str:
    """Return the program's text without the parts that do not affect its picture."""
    from sgpkit.graphics.likeness import code as likeness_code

    return likeness_code.graphviz(code)


FORMAT = Format(
    "dot",
    "Graphviz",
    find=between(
        re.compile(r'\b(?:strict\s{1,20})?(?:di)?graph\b(?:[^{}\n"=]|"[^"\n]{0,200}"){0,200}(?:\r?\n[ \t]{0,20})?\{'),
        re.compile(r"\}"),
    ),
    fences=("dot", "graphviz", "gv"),
    check=check,
    convert=convert,
    lexer=("pygments.lexers.graphviz", "GraphvizLexer"),
    comments=re.compile(r"/\*(.{0,4000}?)\*/|(?://|^[ \t]*#)([^\n]*)", re.DOTALL | re.MULTILINE),
    texts=texts,
    suffixes=(".dot", ".gv"),
    opening=re.compile(r"\s*(?>(?:(?>//[^\n]*|/\*.*?\*/|#[^\n]*)\s*)*)(?:strict\s+)?(?:di)?graph\b", re.DOTALL),
    normalise=normalise,
    aliases=("graphviz",),
    page=True,
    modality="graphviz",
    packages=("graphviz",),
)
