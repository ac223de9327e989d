"""Split programs into tokens with Pygments' lexers, for the code-similarity metrics.

Comments and white space are ignored, as in DeTikZify's evaluation (github.com/potamides/DeTikZify,
detikzify/evaluate, revision bfa82ba), which SSVG-Bench follows (its appendix E.1). That code splits TeX's plain text
by a tokeniser for prose; here words, numbers and signs are separate tokens in every format, so that paths and
coordinates are compared number by number.
"""

import re
from functools import cache
from typing import Any, NamedTuple

from sgpkit.graphics import formats
from sgpkit.status import Rejected, Status

MAX_LENGTH = 50_000
"""Maximum number of characters of a program, since the time for the edit distance grows with the product of both
lengths.
"""

# Types of lexer tokens that are one name: commands, tags, attributes.
NAME = re.compile(r"\\?[^\W\d][\w:.-]*=?|</?[\w:.-]+|/?>")
PIECE = re.compile(r"--+|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[^\W\d_]+|\S")

INTERPUNCTION = re.compile(r"([.!?,])")


class Tokens(NamedTuple):
    """`words` are the tokens of n-grams; `text` is the program on one line, for distances between characters."""

    words: list[str]
    text: str


def tokens(code: str, format: str) -> Tokens:
    """Return the tokens of a program; raise Rejected for one that is too long."""
    from pygments.token import Comment, Text  # type: ignore[import-untyped]

    if len(code) > MAX_LENGTH:
        raise Rejected(Status.TOO_LARGE, f"{len(code):,} characters of code; at most {MAX_LENGTH:,} are compared")
    if formats.get(format).name == "svg":
        code = scannable(code)
    words: list[str] = []
    texts: list[str] = []
    for kind, value in lexer(format).get_tokens(code):
        if kind in Comment or not (bare := value.strip()):
            continue
        words += [bare] if NAME.fullmatch(bare) else PIECE.findall(bare)
        # In prose, a blank is put before punctuation, as in the preprocessing of the extended edit distance.
        texts += (INTERPUNCTION.sub(r" \1", bare) if kind is Text else bare).split()
    return Tokens(words, " ".join(texts))


@cache
def lexer(format: str) -> Any:
    """Return the lexer of a format."""
    import importlib

    module, name = formats.get(format).lexer
    return getattr(importlib.import_module(module), name)()


def scannable(code: str) -> str:
    """Return XML on which the lexer runs in linear time; it searches for the end of everything that is opened."""
    for opening, closing in (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>")):
        unclosed = code.find(opening, code.rfind(closing) + 1)
        if unclosed >= 0:
            code = code[:unclosed]
    return code.replace("&", " & ")
